"""What the summary shows of gaps and open questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from houndsman.finalize.questions import Questions, questions_of
from houndsman.models.business import BusinessSummary, Fact
from houndsman.models.hunt_report import Gap, Tally
from houndsman.prompt.foreign import ours

if TYPE_CHECKING:
    from tests.finalize.conftest import Bench

BUSINESS = BusinessSummary(
    base="b",
    head="h",
    flows=(Fact(id="F1", title="function `open_all` <b>", at=("src/app.py:5",), files=()),),
    invariants=(Fact(id="I1", title="total >= 0", at=("src/app.py:6",), files=()),),
)


def gap(name: str, note: str = "", at: str = "src/app.py:6") -> Gap:
    return Gap(id=name, at=at, note=note)


def shown(
    bench: Bench, *gaps: Gap, checks: tuple[str, ...] = (), rules: tuple[str, ...] = (), knows: bool = True
) -> Questions:
    """Of a run in which `api` proved `gaps`, and left `checks` and `rules` open."""
    bench.watchdogs[1] = bench.watchdogs[1].model_copy(update={"checklist": ("Is `None` *met*?",)})
    report = bench.finalize().report
    general, api = report.watchdogs
    left = {"gap_list": gaps, "checks": Tally(open=checks), "rules": Tally(open=rules)}
    told = report.model_copy(update={"watchdogs": (general, api.model_copy(update=left))})
    return questions_of(told, bench.inputs().classification, BUSINESS if knows else None)


@pytest.mark.parametrize(
    ("proved", "line"),
    [
        (gap("F1"), "api, F1 at `src/app.py:6`: ``function `open_all` <b>``"),
        (gap("I1"), "api, I1 at `src/app.py:6`: `total >= 0`"),
        (gap("C1", "it is\nnot"), "api, C1 at `src/app.py:6`: Is `None` *met*? (`it is not`)"),
        (gap("1", " \n"), "api, rule 1 at `src/app.py:6`: No SQL from strings"),
        (gap("F9", at="a`b.py:1"), "api, F9 at ``a`b.py:1``"),
    ],
)
def test_a_gap_has_its_question_its_place_and_its_note(bench: Bench, proved: Gap, line: str) -> None:
    assert shown(bench, proved) == Questions([ours(line)], [], 0)


def test_where_nobody_looked_at_the_purpose_a_flow_has_its_id_alone(bench: Bench) -> None:
    assert shown(bench, gap("F1"), knows=False).gaps == ["api, F1 at `src/app.py:6`"]


def test_what_is_open_is_a_line_for_each_watchdog(bench: Bench) -> None:
    found = shown(bench, checks=("F1", "C1"), rules=("1", "2"))
    assert (found.gaps, found.still_open) == ([], ["api, F1, C1, rule 1, rule 2"])


@pytest.mark.parametrize(("count", "end"), [(20, "F20"), (21, "F20 and 1 more")])
def test_a_line_of_ids_has_an_end(bench: Bench, count: int, end: str) -> None:
    (line,) = shown(bench, checks=tuple(f"F{number}" for number in range(1, count + 1))).still_open
    assert line.endswith(f", {end}")


@pytest.mark.parametrize(
    ("gaps", "checks", "counts"),
    [(20, (), (20, 0, 0)), (20, ("C1",), (19, 1, 1)), (500, ("C1",), (19, 1, 481)), (3, ("C1",), (3, 1, 0))],
)
def test_twenty_lines_are_shown_and_the_rest_is_counted(
    bench: Bench, gaps: int, checks: tuple[str, ...], counts: tuple[int, int, int]
) -> None:
    found = shown(bench, *(gap("C1", "n" * 5_000) for _ in range(gaps)), checks=checks)
    assert (len(found.gaps), len(found.still_open), found.more) == counts
    assert max(map(len, found.gaps)) < 400


def test_a_secret_in_a_note_is_not_shown(bench: Bench) -> None:
    secret = "ghp_" + "a1B2" * 9
    assert secret not in shown(bench, gap("C1", f"see {secret}")).gaps[0]


def test_on_the_page_it_is_a_section_of_its_own(bench: Bench) -> None:
    bench.quiet("general")
    bench.reply("api", rules=[{"id": "2", "verdict": "gap", "at": "a/src/app.py:11", "note": "# It waits"}])
    assert (
        """\
| api | 0 | 1 of 1 | 0 | 0 | 0 | 1/2 (1 gap) | - |  |

## Questions

A gap is no finding, and an open question is one that nobody answered with a place in the code.

- Gap: api, rule 2 at `src/app.py:11`: Every call has a timeout (`# It waits`)
- Open: api, rule 1

## Conclusion
"""
        in bench.finalize().summary
    )


def test_where_nothing_is_open_and_there_is_no_gap_there_is_no_section(bench: Bench) -> None:
    bench.quiet("general")
    bench.reply("api", rules=[{"id": each, "verdict": "ok", "at": "src/app.py:6"} for each in ("1", "2")])
    summary = bench.finalize().summary
    assert "Questions" not in summary
    assert "|\n\n## Conclusion\n" in summary
