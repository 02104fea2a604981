"""What a golden set is kept up with: places in another commit, decisions, fixes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from houndsman.desk import Request
from houndsman.errors import GitError, UsageError
from houndsman.evaluation.upkeep import Upkeep
from houndsman.git.samples import SampleRepository
from houndsman.golden.load import GoldenError
from houndsman.golden.relocate import State
from houndsman.models.finding import Side
from houndsman.models.golden import GoldenAnchor, GoldenCase, GoldenSet
from houndsman.models.triage import Decision
from houndsman.session import Session

NO_SCANNER = tuple(
    f"no:{name}" for name in ("debris", "python", "secrets", "shell", "spelling", "structure", "workflows")
)


@pytest.fixture
def request_(sample: SampleRepository, tmp_path: Path) -> Request:
    (tmp_path / "config.toml").touch()
    environ = {"HOUNDSMAN_HOME": str(tmp_path / "home"), "HOUNDSMAN_CONFIG": str(tmp_path / "config.toml")}
    return Request(cwd=sample.path, environ=environ, plugins=NO_SCANNER)


@pytest.fixture
def commits(sample: SampleRepository) -> tuple[str, str]:
    sample.write("pay.py", "first(order)\nsecond(order)\n")
    before = sample.commit("Before")
    sample.branch("feature")
    sample.write("pay.py", "\nfirst(order)\n")
    return before, sample.commit("Drop the second step")


@pytest.fixture
def upkeep(request_: Request, commits: tuple[str, str]) -> Iterator[Upkeep]:
    with Upkeep(request_) as opened:
        yield opened


def _set(commit: str | None, *anchors: GoldenAnchor) -> GoldenSet:
    return GoldenSet("set.json", "set", "hash", 1, commit, (GoldenCase("set", anchors, commit=commit),))


FIRST, SECOND = (GoldenAnchor(str(line), "set", "pay.py", line, source=str(line)) for line in (1, 2))
OLD = FIRST._replace(id="old", side=Side.OLD)


def test_anchors_are_carried_with_their_code(upkeep: Upkeep, commits: tuple[str, str]) -> None:
    carriage = upkeep.relocate(_set(commits[0][:8], FIRST, SECOND, OLD, FIRST._replace(line=None)), "feature")
    assert carriage.commit == commits[1]
    told = [(move.found.told, move.found.now.line, move.code, move.commit) for move in carriage.moves]
    assert told[0] == ("exact", 2, "first(order)", commits[0][:8])
    assert told[1][:2] == ("vanished", None)
    assert [each.was.id for each in carriage.lost] == ["2"]
    assert [each.was.id for each in carriage.left] == ["old"]


def test_a_case_without_a_commit_stays(upkeep: Upkeep, commits: tuple[str, str]) -> None:
    golden = GoldenSet(
        "sets", "sets", "hash", 1, None, (GoldenCase("a", (FIRST,), commit=commits[0]), GoldenCase("b", (SECOND,)))
    )
    carriage = upkeep.relocate(golden, "feature")
    assert [move.found.state for move in carriage.moves] == [State.EXACT, None]
    with pytest.raises(GoldenError, match="names no commit"):
        upkeep.relocate(_set(None, FIRST), "feature")
    with pytest.raises(GitError, match="'gone' is not in this repository"):
        upkeep.relocate(_set("gone", FIRST), "feature")


def test_a_decision_is_frozen_on_the_side_on_which_it_stands(
    upkeep: Upkeep, request_: Request, commits: tuple[str, str]
) -> None:
    with Session(request_) as session:
        prepared = session.prepare()
        findings = [
            {"file": "pay.py", "line": 2, "side": "old", "rule": "logic:lost", "message": "Lost.", "quote": "second"},
            {"file": "pay.py", "line": 2, "rule": "logic:odd", "message": "Odd.", "quote": "first(order)"},
            {"file": "pay.py", "line": None, "rule": "domain:thin", "message": "Thin."},
        ]
        reply = {"watchdog": "general", "findings": findings, "reviewedFiles": ["pay.py"]}
        (prepared.staging / "findings" / "general.json").write_text(json.dumps(reply))
        items = session.finalize().items
        session.decide([item.id for item in items], Decision.EXECUTE, "")
    harvest = upkeep.decided()
    assert (harvest.without, harvest.bare) == ((), ())
    assert {each.commit for each in harvest.defects} == {commits[1]}
    found = {each.anchor.rule: (each.anchor.line, each.anchor.side, each.anchor.code) for each in harvest.defects}
    assert found == {
        "logic:lost": (2, Side.OLD, "second(order)"),
        "logic:odd": (2, None, "first(order)"),
        "domain:thin": (None, None, None),
    }


def test_a_fix_is_proposed_at_its_parent(upkeep: Upkeep, commits: tuple[str, str]) -> None:
    harvest = upkeep.proposed([commits[1], "main"])
    assert [(each.anchor.line, each.anchor.code, each.commit) for each in harvest.defects] == [
        (2, "second(order)", commits[0])
    ]
    assert harvest.without == ("main changes no code that was there before: it gives no proposal",)
    with pytest.raises(UsageError, match="gone"):
        upkeep.proposed(["gone"])


def test_a_secret_is_copied_neither_as_code_nor_as_a_note(
    upkeep: Upkeep, sample: SampleRepository, commits: tuple[str, str]
) -> None:
    secret = "gh" + "p_" + "a1B2" * 9
    sample.write("use.py", f"call({secret!r})\n")
    before = sample.commit("Begin")
    sample.write("use.py", "call(token())\n")
    sample.commit(f"Take {secret} out")
    harvest = upkeep.proposed(["HEAD"])
    assert secret not in repr(harvest)
    assert len(harvest.bare) == 1
    anchor = GoldenAnchor("it", "set", "use.py", 1, source="it")
    assert secret not in repr(upkeep.relocate(_set(before, anchor), before).moves)
