"""A finding's place is proved by the code that it quotes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from houndsman.finalize.anchor import anchor_findings
from houndsman.finalize.notes import Remark, remark
from houndsman.finalize.source_lines import SourceLines
from houndsman.models.change import FileStatus, Hunk
from houndsman.models.finding import Anchor, Finding, Note, Side
from houndsman.models.repo_path import RepoPath

if TYPE_CHECKING:
    from tests.finalize.conftest import Bench

#: 30 lines; the same call at 5, 15 and 25.
TEXT = "".join(
    "    client.fetch(order, retries)\n" if number % 10 == 5 else f"    value_{number} = compute({number})\n"
    for number in range(1, 31)
)
CALL = "client.fetch(order, retries)"
Place = tuple[int | None, int | None, Anchor]


def claim(
    line: int | None,
    quote: str,
    end: int | None = None,
    side: Side = Side.NEW,
    path: str = "m.py",
    must_prove: bool = False,
) -> Finding:
    return Finding("api", 0, RepoPath.parse(path), line, end, side, "r", "bad", quote=quote, must_prove=must_prove)


def anchor(bench: Bench, finding: Finding, *hunks: Hunk) -> Finding:
    bench.touch("m.py", *hunks)
    return anchored(bench, finding)


def anchored(bench: Bench, *findings: Finding) -> Finding:
    inputs = bench.inputs()
    return anchor_findings(findings, inputs.change, SourceLines(inputs.sources, inputs.change))[0]


def place(finding: Finding) -> Place:
    return finding.line, finding.end_line, finding.anchor


@pytest.fixture(autouse=True)
def files(bench: Bench) -> None:
    bench.new = {"m.py": TEXT, "logo.png": None}
    bench.old = {"m.py": "removed_line = gone(1)\nkept_line = stays(2)\n"}


@pytest.mark.parametrize(
    ("finding", "expected"),
    [
        (claim(15, CALL), (15, None, Anchor.EXACT)),
        (claim(15, CALL, end=17), (15, 17, Anchor.EXACT)),
        (claim(15, "client.fetch(order,\t  retries)"), (15, None, Anchor.EXACT)),
        (claim(14, CALL), (15, None, Anchor.RELOCATED)),
        (claim(8, CALL), (5, None, Anchor.RELOCATED)),
        (claim(14, CALL, end=19), (15, None, Anchor.RELOCATED)),
        (claim(10, CALL), (10, None, Anchor.AMBIGUOUS)),
        (claim(10, CALL, end=12), (10, 12, Anchor.AMBIGUOUS)),
        (claim(3, "value_7 = compute(7)\n    value_8 = compute(8)"), (7, 8, Anchor.RELOCATED)),
        (claim(3, "value_7 = compute(7)\r\nvalue_8 = compute(8)\r\n"), (7, 8, Anchor.RELOCATED)),
        (claim(3, "\n\nvalue_7 = compute(7)\n"), (7, None, Anchor.RELOCATED)),
        (claim(3, "= compute(27)"), (27, None, Anchor.RELOCATED)),
        (claim(7, "compute(7)"), (7, None, Anchor.EXACT)),
        (claim(3, ""), (3, None, Anchor.UNPROVEN)),
        (claim(3, "value_3"), (3, None, Anchor.UNPROVEN)),
        (claim(3, "f(...) {}[]!?%%%%"), (3, None, Anchor.UNPROVEN)),
        (claim(3, "nothing_like_this()"), (3, None, Anchor.UNPROVEN)),
        (claim(3, "value_7 = compute(7)\n...\nvalue_9 = compute(9)"), (3, None, Anchor.UNPROVEN)),
        (claim(3, CALL, path="logo.png"), (3, None, Anchor.UNPROVEN)),
        (claim(3, CALL, path="nowhere.py"), (3, None, Anchor.UNPROVEN)),
        (claim(None, "value_7 = compute(7)"), (None, None, Anchor.EXACT)),
        (claim(None, "nothing_like_this()"), (None, None, Anchor.UNPROVEN)),
    ],
)
def test_outside_the_changed_hunks(bench: Bench, finding: Finding, expected: Place) -> None:
    assert place(anchor(bench, finding)) == expected


@pytest.mark.parametrize(
    ("finding", "expected"),
    [
        (claim(6, CALL), (25, None, Anchor.RELOCATED)),
        (claim(5, CALL), (5, None, Anchor.EXACT)),
        (claim(10, CALL), (25, None, Anchor.RELOCATED)),
        (claim(1, "value_23 = compute(23)\nvalue_24 = compute(24)"), (23, 24, Anchor.RELOCATED)),
    ],
)
def test_a_place_in_a_changed_hunk_comes_first(bench: Bench, finding: Finding, expected: Place) -> None:
    assert place(anchor(bench, finding, Hunk(24, 2, 24, 2))) == expected


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize(
    ("start", "count", "line"),
    [(24, 1, None), (24, 2, 25), (25, 1, 25), (25, 3, 25), (26, 1, None)],
    ids=["before", "ends there", "the line alone", "begins there", "after"],
)
def test_a_hunk_is_its_lines_and_no_others(bench: Bench, side: Side, start: int, count: int, line: int | None) -> None:
    bench.old["m.py"] = TEXT
    found = anchor(bench, claim(None, CALL, side=side, must_prove=True), Hunk(start, count, start, count))
    assert found.line == line


@pytest.mark.parametrize(
    ("finding", "note"),
    [
        (claim(14, CALL), remark(Remark.LINE_RELOCATED, "14 -> 15")),
        (claim(None, "value_7 = compute(7)", must_prove=True), remark(Remark.LINE_RELOCATED, "none -> 7")),
        (claim(10, CALL), remark(Remark.LINE_AMBIGUOUS, "5, 15")),
    ],
)
def test_it_is_told_from_where_to_where(bench: Bench, finding: Finding, note: Note) -> None:
    assert anchor(bench, finding).notes == (note,)


def test_of_many_places_the_first_are_told(bench: Bench) -> None:
    bench.new["m.py"] = "again(order)\n" * 7
    found = anchor(bench, claim(None, "again(order)", must_prove=True))
    assert found.notes == (remark(Remark.LINE_AMBIGUOUS, "1, 2, 3, 4, 5"),)


def test_a_removed_hunk_is_no_place_on_the_new_side(bench: Bench) -> None:
    assert place(anchor(bench, claim(6, CALL), Hunk(20, 9, 24, 0))) == (5, None, Anchor.RELOCATED)


@pytest.mark.parametrize(
    ("finding", "expected"),
    [
        (claim(None, "value_7 = compute(7)", must_prove=True), (7, None, Anchor.RELOCATED)),
        (claim(None, CALL, must_prove=True), (None, None, Anchor.AMBIGUOUS)),
        (claim(None, "nothing_like_this()", must_prove=True), (None, None, Anchor.UNPROVEN)),
        (claim(30, "value_30 = compute(30)", must_prove=True), (30, None, Anchor.RELOCATED)),
        (claim(30, "value_7 = compute(7)", must_prove=True), (7, None, Anchor.RELOCATED)),
        (claim(30, "", must_prove=True), (30, None, Anchor.UNPROVEN)),
    ],
)
def test_a_line_that_was_none_is_never_exact(bench: Bench, finding: Finding, expected: Place) -> None:
    assert place(anchor(bench, finding)) == expected


def test_a_line_that_was_none_may_be_placed_by_the_only_changed_hunk(bench: Bench) -> None:
    found = anchor(bench, claim(None, CALL, must_prove=True), Hunk(14, 3, 14, 3))
    assert place(found) == (15, None, Anchor.RELOCATED)


@pytest.mark.parametrize(
    "quote",
    [
        "+    value_7 = compute(7)\n+    value_8 = compute(8)",
        " value_7 = compute(7)\n-    old = 1\n+    value_8 = compute(8)",
        "7: value_7 = compute(7)\n8: value_8 = compute(8)",
        "  7 |     value_7 = compute(7)\n  8 |     value_8 = compute(8)",
        "L7\tvalue_7 = compute(7)\nL8\tvalue_8 = compute(8)",
        "7: +value_7 = compute(7)\n8: +value_8 = compute(8)",
        "+7: value_7 = compute(7)\n+8: value_8 = compute(8)",
        "```python\nvalue_7 = compute(7)\nvalue_8 = compute(8)\n```",
        "```diff\n+value_7 = compute(7)\n+value_8 = compute(8)\n```",
    ],
)
def test_what_stands_around_quoted_code_is_taken_off(bench: Bench, quote: str) -> None:
    found = anchor(bench, claim(7, quote))
    assert found.anchor is Anchor.EXACT
    assert [note.code for note in found.notes] == ["quote-cleaned"]


def test_whole_lines_come_before_parts_of_lines(bench: Bench) -> None:
    bench.new["m.py"] = "x = call(first)\ny = x + call(first) + 1\nfill\nfill\nfill\ncall(first)\n"
    assert anchor(bench, claim(3, "call(first)")).line == 6
    assert place(anchor(bench, claim(2, "call(first)"))) == (2, None, Anchor.EXACT)


def test_the_old_side_is_looked_up_in_the_old_file(bench: Bench) -> None:
    found = anchor(bench, claim(2, "removed_line = gone(1)", side=Side.OLD), Hunk(1, 1, 0, 0))
    assert place(found) == (1, None, Anchor.RELOCATED)


def test_a_quote_from_the_other_side_proves_nothing_and_is_told(bench: Bench) -> None:
    found = anchor(bench, claim(2, "-removed_line = gone(1)"))
    assert (*place(found), found.side) == (2, None, Anchor.UNPROVEN, Side.NEW)
    assert found.notes == (remark(Remark.QUOTE_ON_OTHER_SIDE, "old"),)


def test_both_names_of_a_renamed_file_mean_the_listed_one(bench: Bench) -> None:
    bench.new, bench.old = {"new.py": TEXT}, {"old.py": "removed_line = gone(1)\n"}
    bench.touch("new.py", status=FileStatus.RENAMED, was="old.py")
    renamed = anchored(bench, claim(15, CALL, path="old.py"))
    assert (renamed.path, renamed.anchor) == (RepoPath(b"new.py"), Anchor.EXACT)
    assert renamed.notes == (remark(Remark.PATH_RENAMED, "old.py"),)
    for name in ("old.py", "new.py"):
        removed = anchored(bench, claim(1, "removed_line = gone(1)", side=Side.OLD, path=name))
        assert (removed.path, removed.anchor) == (RepoPath(b"new.py"), Anchor.EXACT)


def test_a_copied_files_source_keeps_its_own_name(bench: Bench) -> None:
    bench.touch("copy.py", status=FileStatus.COPIED, was="m.py")
    assert anchored(bench, claim(15, CALL)).path == RepoPath(b"m.py")
