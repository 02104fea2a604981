"""A set at the commits that were reviewed: what is scored, what is left out, what is said."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from houndsman.git.repository import Repository
from houndsman.git.samples import SampleRepository
from houndsman.git.shadow import Shadow
from houndsman.golden.carried_set import Carried, Relocation, carry, needs_carrying, remarks_on, reviewed_by
from houndsman.golden.page import render_page
from houndsman.golden.relocate import Relocated, State
from houndsman.golden.report import as_json
from houndsman.golden.score import Score, score, score_carried
from houndsman.golden.two_commits import Travel
from houndsman.models.finding import Side
from houndsman.models.foreign import ForeignFinding
from houndsman.models.golden import GoldenAnchor, GoldenCase, GoldenSet

BEFORE = ["first(order)", "second(order)", "third(order)", "fourth(order)", "fifth(order)"]
AFTER = ["import this", "first(order)", "other(second)", "third(order)", "", "fifth(order)"]


@pytest.fixture
def commits(sample: SampleRepository) -> tuple[str, str]:
    sample.write("a.py", "".join(f"{line}\n" for line in BEFORE))
    before = sample.commit("Before")
    sample.write("a.py", "".join(f"{line}\n" for line in AFTER))
    return before, sample.commit("After")


@pytest.fixture
def travel(sample: SampleRepository, tmp_path: Path) -> Iterator[Travel]:
    repository = Repository.discover(sample.path)
    with Travel(repository, Shadow.open(tmp_path / "shadow", repository)) as travel:
        yield travel


def _anchor(name: str, line: int, **more: object) -> GoldenAnchor:
    return GoldenAnchor(
        name, "set", "a.py", line, source=f"set.json: expected[{name}]", code=BEFORE[line - 1]
    )._replace(
        **more  # type: ignore[arg-type]
    )


def _set(commit: str | None, *anchors: GoldenAnchor, more: tuple[GoldenCase, ...] = ()) -> GoldenSet:
    cases = (GoldenCase("set", anchors, frozenset({"a.py"}), commit), *more)
    return GoldenSet("set.json", "set", "hash", 1, commit, cases)


def _finding(line: int, **more: object) -> ForeignFinding:
    return ForeignFinding("a.py", line, message=f"at {line}")._replace(**more)  # type: ignore[arg-type]


ALL = [_anchor(str(line), line) for line in range(1, 6)]


@pytest.fixture
def carried(commits: tuple[str, str], travel: Travel) -> Carried:
    return carry(_set(commits[0], *ALL), {"set": commits[1]}, travel)


def test_anchors_are_scored_where_their_code_is(carried: Carried, commits: tuple[str, str]) -> None:
    (case,) = carried.golden.cases
    assert case.commit == commits[1]
    real = {anchor.id: anchor.line for anchor in case.anchors if not anchor.ignored}
    assert real == {"1": 2, "2": None, "3": 4, "4": None, "5": 6}
    assert carried.relocation is not None
    assert carried.relocation.commits == (commits,)
    assert carried.relocation.counts == {"exact": 3, "drifted": 0, "ambiguous": 0, "vanished": 2, "notCarried": 0}
    assert carried.golden.hash == "hash"


@pytest.fixture
def scored(carried: Carried) -> Score:
    return score_carried(carried, [_finding(2), _finding(3), _finding(6), _finding(1)])


def test_what_vanished_is_in_no_ratio_and_what_stands_in_its_stead_counts_nowhere(scored: Score) -> None:
    assert (scored.recall.hits, scored.recall.of) == (2, 3)
    assert (scored.precision.strict.hits, scored.precision.strict.of) == (2, 3)
    assert [each.finding.line for each in scored.ignored] == [3]
    assert [each.finding.line for each in scored.outside] == [1]
    assert [anchor.id for anchor in scored.unanchored_expected] == ["2", "4"]
    assert scored.cases[0].counts.expected == 3
    assert scored.false_alarms.rate.of == 0, "a case whose defects are gone is no clean one"


def test_what_vanished_is_said_loudly(scored: Score) -> None:
    first = scored.warnings[0]
    assert first.code == "vanished"
    assert first.message == "the commit that was reviewed has nothing left of 2 defects, which recall leaves out: 2, 4"
    assert not {"other-commit", "unanchored"} & {warning.code for warning in scored.warnings}


def test_the_report_has_the_state_of_each_anchor(scored: Score, commits: tuple[str, str]) -> None:
    told = as_json(scored)
    matches, relocation = told["matches"], told["relocation"]
    assert isinstance(matches, list) and isinstance(relocation, dict)
    assert [each["relocated"] for each in matches] == ["exact", "exact"]
    assert relocation["commits"] == [{"from": commits[0], "to": commits[1]}]
    assert [(each["id"], each["state"], each["now"]) for each in relocation["anchors"]] == [
        ("2", "vanished", None),
        ("4", "vanished", None),
    ]
    page = render_page(scored)
    assert f"Anchors carried from {commits[0][:12]} to {commits[1][:12]}: 3 exact, 2 vanished" in page
    assert "## Anchors that did not stay with their lines (2)" in page


def test_a_set_that_stays_where_it_is_says_nothing_of_it() -> None:
    told = as_json(score(_set(None, ALL[0]), [_finding(1)]))
    assert told["relocation"] is None
    assert isinstance(told["matches"], list)
    assert told["matches"][0]["relocated"] is None


def test_what_is_ambiguous_or_not_carried_is_said(commits: tuple[str, str], travel: Travel) -> None:
    old, lost = _anchor("old", 3, side=Side.OLD), _anchor("lost", 3)._replace(line=None, code=None)
    found = carry(_set(commits[0], old, lost), {"set": commits[1]}, travel)
    assert found.golden.cases[0].anchors == (old, lost)
    assert found.relocation is not None
    between = Relocated(ALL[2], ALL[2], State.AMBIGUOUS, why="two places")
    both = Relocation(found.relocation.commits, (between, *found.relocation.anchors))
    assert [(warning.code, warning.message.rpartition(": ")[2]) for warning in remarks_on(both)] == [
        ("ambiguous-anchor", "3"),
        ("not-carried", "old"),
    ]
    assert both.counts == {"exact": 0, "drifted": 0, "ambiguous": 1, "vanished": 0, "notCarried": 2}


@pytest.mark.parametrize("name", ["no commit of the set", "no commit reviewed", "the same", "one that is gone"])
def test_a_case_that_needs_no_carrying_or_cannot_be_carried_stays(
    commits: tuple[str, str], travel: Travel, name: str
) -> None:
    counted = {"no commit of the set": None, "one that is gone": "abc1234"}.get(name, commits[0])
    reviewed = {"no commit reviewed": {}, "the same": {"set": commits[0][:9]}}.get(name, {"set": commits[1]})
    golden = _set(counted, *ALL)
    assert carry(golden, reviewed, travel) == Carried(golden, None)


def test_each_case_has_its_own_way(commits: tuple[str, str], travel: Travel) -> None:
    other = GoldenCase("other", (ALL[4]._replace(case="other", line=6, source="other"),), commit=commits[1])
    golden = GoldenSet("sets", "sets", "hash", 1, None, (*_set(commits[0], *ALL[:1]).cases, other))
    found = carry(golden, {"set": commits[1], "other": commits[0]}, travel)
    assert [anchor.line for case in found.golden.cases for anchor in case.anchors] == [2, 5]


def test_findings_say_which_commit_was_reviewed() -> None:
    golden = _set("aaaa", ALL[0])
    assert reviewed_by(golden, [_finding(1), _finding(2, commit="bbbb")]) == {"set": "bbbb"}
    assert reviewed_by(golden, [_finding(1, commit="bbbb"), _finding(2, commit="cccc")]) == {}
    assert reviewed_by(golden, [_finding(1)]) == {}
    assert needs_carrying(golden, {"set": "bbbb"})
    assert not needs_carrying(golden, {"set": "aaaa0123"})
    assert not needs_carrying(golden, {"elsewhere": "bbbb"})
    assert not needs_carrying(_set(None, ALL[0]), {"set": "bbbb"})
