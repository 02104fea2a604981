"""Where an anchor stands in another version of its file, and how sure that is."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houndsman.change.line_map import LineMap
from houndsman.golden.relocate import Relocated, State, TwoVersions, not_carried, relocate, vanished
from houndsman.matching.folded_lines import FoldedLines, fold_line
from houndsman.models.change import Hunk
from houndsman.models.golden import GoldenAnchor

BEFORE = """\
def total(cart, rate):
    subtotal = sum(item.price for item in cart)
    if rate:
        subtotal = subtotal * rate
    log(subtotal)
    return round(subtotal, 2)


def count(cart):
    items = 0
    for item in cart:
        items += 1
    return round(items, 0)
"""


def _hunks(old: Sequence[str], new: Sequence[str]) -> list[Hunk]:
    codes = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [
        Hunk(a + 1 if b > a else a, b - a, c + 1 if d > c else c, d - c) for tag, a, b, c, d in codes if tag != "equal"
    ]


def _versions(old: Sequence[str], new: Sequence[str]) -> TwoVersions:
    before, after = (FoldedLines([line.encode() for line in lines]) for lines in (old, new))
    return TwoVersions("new.py", before, after, LineMap(_hunks(old, new)))


def _anchor(line: int, end: int | None = None, code: str | None = None) -> GoldenAnchor:
    return GoldenAnchor("it", "case", "old.py", line, end, code=code)


def _between(before: str, after: str, anchor: GoldenAnchor) -> Relocated:
    return relocate(anchor, _versions(before.splitlines(), after.splitlines()))


def _place(found: Relocated) -> tuple[int | None, int | None]:
    return found.now.line, found.now.end_line


SUBTOTAL = "    subtotal = subtotal * rate"
GUARDED = BEFORE.replace(
    "    for item in cart:\n        items += 1\n",
    "    with lock:\n        for item in cart:\n            items += 1\n",
)


@pytest.mark.parametrize(
    ("anchor", "after", "told", "place"),
    [
        (_anchor(4, code=SUBTOTAL), BEFORE, "exact", (4, None)),
        (_anchor(4, code=SUBTOTAL), "import a\n\n" + BEFORE, "exact", (6, None)),
        (_anchor(4, code=SUBTOTAL), BEFORE.replace("        subtotal =", "\tsubtotal  ="), "exact", (4, None)),
        (_anchor(4, code=SUBTOTAL), BEFORE.replace("subtotal * rate", "subtotal * rate + 1"), "vanished", (4, None)),
        (
            _anchor(4, code="subtotal * rate"),
            BEFORE.replace("subtotal = subtotal", "whole = subtotal"),
            "exact",
            (4, None),
        ),
        (_anchor(4, code=SUBTOTAL), BEFORE.replace(f"    {SUBTOTAL}\n", ""), "vanished", (None, None)),
        (_anchor(11, 12, "for item in cart:\n    items += 1"), GUARDED, "drifted 1", (12, 13)),
        (_anchor(11, 12), GUARDED, "drifted 1", (12, 13)),
        (_anchor(12), GUARDED, "drifted 1", (13, None)),
        (_anchor(3, 4), BEFORE.replace("    if rate:\n", "    if rate:\n        # why\n"), "drifted 1", (3, 5)),
        (_anchor(2, 6), BEFORE.replace("    log(subtotal)\n", ""), "drifted 1", (2, 5)),
        (_anchor(2, 6, "subtotal * rate"), BEFORE.replace("    log(subtotal)\n", ""), "exact", (2, 5)),
        (_anchor(2, 6, "log(subtotal)"), BEFORE.replace("    log(subtotal)\n", ""), "vanished", (2, 5)),
        (_anchor(7, 8), BEFORE.replace("\n\n\n", "\n\n"), "drifted 1", (7, None)),
        (_anchor(5, code=SUBTOTAL), BEFORE, "drifted 1", (4, None)),
        (_anchor(3, 5, SUBTOTAL), "\n" + BEFORE, "exact", (4, 6)),
        (_anchor(4, code="never was here"), BEFORE, "ambiguous", (4, None)),
        (_anchor(99, code=SUBTOTAL), BEFORE, "not carried", (99, None)),
    ],
    ids=[
        "nothing changed",
        "lines above",
        "white space",
        "more on the line",
        "part of the line",
        "removed",
        "indented",
        "indented, known by its lines",
        "short, among what replaced it",
        "a line between",
        "a line of a range without code gone",
        "a line beside the code gone",
        "the code of a range gone",
        "blank lines",
        "a line off from the start",
        "code somewhere in the range",
        "code that is nowhere",
        "beyond the file",
    ],
)
def test_where_an_anchor_stands(
    anchor: GoldenAnchor, after: str, told: str, place: tuple[int | None, int | None]
) -> None:
    found = _between(BEFORE, after, anchor)
    assert (found.told, _place(found)) == (told, place)
    assert found.was is anchor
    assert found.now.id == anchor.id
    assert not found.why if found.state is State.EXACT else found.why or found.drift


def test_the_file_is_the_new_one() -> None:
    assert _between(BEFORE, BEFORE, _anchor(4)).now.file == "new.py"


def test_equal_code_that_stood_elsewhere_is_another() -> None:
    before = "first\nreturn round(total, 2)\nmiddle\nother\nlast\nreturn round(total, 2)\n"
    after = "first\nmiddle\nother\nlast\nreturn round(total, 2)\n"
    found = _between(before, after, _anchor(2, code="return round(total, 2)"))
    assert (found.state, found.now.line) == (State.VANISHED, None)
    assert found.why == "its line was removed; equal code at line 5 was there before"


def test_code_that_was_moved_is_found() -> None:
    lines = BEFORE.splitlines()
    after = "\n".join([*lines[7:], "", *lines[:7]])
    found = _between(BEFORE, after, _anchor(4, code=SUBTOTAL))
    assert found.state in (State.EXACT, State.DRIFTED)
    assert after.splitlines()[(found.now.line or 0) - 1].strip() == SUBTOTAL.strip()


def test_code_that_fills_its_line_is_not_the_same_words_in_another() -> None:
    before = "charge(card, amount) or fail()\ncharge(card, amount)\n"
    found = _between(before, "charge(card, amount)\n", _anchor(1, 2, "charge(card, amount)"))
    assert (found.state, found.now.line, found.now.end_line) == (State.EXACT, 1, None)


def test_a_range_does_not_reach_above_the_file() -> None:
    before = "look(file)\nturn(file)\nread(file, whole)\n"
    found = _between(before, "read(file, whole)\nlook(file)\nturn(file)\n", _anchor(1, 3, "read(file, whole)"))
    assert (found.state, found.now.line, found.now.end_line) == (State.DRIFTED, 1, 3)


def test_old_lines_that_come_together_are_new_code() -> None:
    before = "open(file)\nlook(file)\n\nother(file)\n\nopen(file)\nread(file)\n"
    after = "open(file)\nread(file)\nlook(file)\n\nother(file)\n"
    found = _between(before, after, _anchor(6, 7, "open(file)\nread(file)"))
    assert (found.state, found.now.line, found.now.end_line) == (State.DRIFTED, 1, 2)


def test_two_places_equally_near_are_ambiguous_and_neither_is_taken() -> None:
    before = "a\nb\ncharge(card, amount)\nc\nd\n"
    after = "a\ncharge(card, amount) \nb\nx\nc\ncharge(card, amount) \nd\n"
    found = _between(before, after, _anchor(3, code="charge(card, amount)"))
    assert (found.state, found.now.line) == (State.AMBIGUOUS, 4)
    assert found.why == "its code stands equally near at lines 2, 6"


def test_of_equal_lines_that_were_moved_each_has_its_own_place() -> None:
    block, rest = ["raise Refused(card)", "unlike", "raise Refused(card)"], [f"other {n}" for n in range(9)]
    file = _versions([*block, *rest], [*rest, *block])
    assert [relocate(_anchor(line), file).now.line for line in (1, 3)] == [10, 12]
    fewer = _versions([*block, *rest], [*rest, *block[:2]])
    assert [relocate(_anchor(line), fewer).now.line for line in (1, 3)] == [10, None]


@pytest.mark.parametrize(("code", "state"), [("i += 1", State.VANISHED), ("attempts += 1", State.DRIFTED)])
def test_short_code_could_stand_anywhere(code: str, state: State) -> None:
    before, after = f"top\n{code}\nmiddle\nbottom\n", f"top\nmiddle\nbottom\n{code}\n"
    assert _between(before, after, _anchor(2, code=code)).state is state


def test_what_has_no_answer() -> None:
    assert not_carried(_anchor(4), "why").told == "not carried"
    assert vanished(_anchor(4, 6), "why").now == _anchor(4, 6)._replace(line=None, end_line=None)


# Random edits ---------------------------------------------------------------------------------------------------------


class _Line(NamedTuple):
    """A line that knows which one it was, whatever it says."""

    text: str
    origin: int | None


TEXTS = [f"statement number {name}()" for name in "abcdefg"]
EDITS = st.tuples(
    st.sampled_from(["insert", "remove", "change", "indent", "move", "copy"]),
    st.integers(0, 40),
    st.integers(0, 40),
    st.sampled_from(TEXTS),
)


def _edited(lines: list[_Line], kind: str, at: int, to: int, text: str) -> list[_Line]:
    at %= len(lines)
    before, (line, *after) = lines[:at], lines[at:]
    if kind == "insert":
        return [*before, _Line(text, None), line, *after]
    if kind == "remove":
        return [*before, *after] or [line]
    if kind == "change":
        return [*before, _Line(f"{text} + 1", None), *after]
    if kind == "indent":
        return [*before, _Line(f"    {line.text}", line.origin), *after]
    if kind == "copy":
        return [*before, line, _Line(line.text, None), *after]
    rest = [*before, *after]
    to %= len(rest) + 1
    return [*rest[:to], line, *rest[to:]]


@settings(max_examples=400, deadline=None, derandomize=True)
@given(
    old=st.lists(st.sampled_from(TEXTS), min_size=1, max_size=14),
    edits=st.lists(EDITS, max_size=6),
    first=st.integers(0, 13),
    length=st.integers(1, 3),
    coded=st.booleans(),
)
def test_random_edits_leave_the_same_code_or_a_reason(
    old: list[str], edits: list[tuple[str, int, int, str]], first: int, length: int, coded: bool
) -> None:
    first %= len(old)
    last = min(first + length, len(old))
    lines = [_Line(text, at) for at, text in enumerate(old)]
    for edit in edits:
        lines = _edited(lines, *edit)
    new = [line.text for line in lines]
    file, code = _versions(old, new), tuple(text.encode() for text in old[first:last])
    anchor = _anchor(first + 1, last, code="\n".join(old[first:last]) if coded else None)
    found = relocate(anchor, file)
    assert found == relocate(anchor, file)
    assert (found.drift > 0) == (found.state is State.DRIFTED)
    assert bool(found.why) or found.state in (State.EXACT, State.DRIFTED)
    folded = [fold_line(text.encode()) for text in new]
    if found.now.line is not None:
        assert 1 <= found.now.line <= found.now.last <= len(new)
    there = tuple(folded[(found.now.line or 1) - 1 : found.now.last])
    if found.state is State.EXACT or (found.state is State.DRIFTED and not found.why):
        assert there == code
    if found.state is State.DRIFTED and found.why:  # all of it or, without code, a part, with others between
        kept = [line for line in there if line in code]
        assert kept and (len(kept) >= len(code) or not coded)
    if found.state is State.VANISHED:  # nothing like it is new, but for what equal lines that were touched became
        old_folded = [fold_line(text.encode()) for text in old]
        gone = [at for at in _untogether(file.map.to_new, len(old), len(code)) if _at(old_folded, at, code)]
        assert len([at for at in _untogether(file.map.to_old, len(new), len(code)) if _at(folded, at, code)]) < len(
            gone
        )


def _at(lines: Sequence[bytes], at: int, code: tuple[bytes, ...]) -> bool:
    return tuple(lines[at : at + len(code)]) == code


def _untogether(other: Callable[[int], int | None], total: int, count: int) -> list[int]:
    """Positions at which `count` lines stand that do not stand together on the other side."""
    found = []
    for at in range(total - count + 1):
        there = [other(at + 1 + each) for each in range(count)]
        if None in there or any(line != (there[0] or 0) + each for each, line in enumerate(there)):
            found.append(at)
    return found


@settings(max_examples=200, deadline=None, derandomize=True)
@given(edits=st.lists(EDITS, max_size=8), first=st.integers(1, 12))
def test_where_each_line_is_unlike_any_other_its_true_place_is_found(
    edits: list[tuple[str, int, int, str]], first: int
) -> None:
    lines = [_Line(f"statement number {at} of many()", at) for at in range(1, 13)]
    for edit in edits:
        lines = _edited(lines, *edit)
    file = _versions([f"statement number {at} of many()" for at in range(1, 13)], [line.text for line in lines])
    code = f"statement number {first} of many()"
    true = [at for at, line in enumerate(lines, 1) if line.origin == first]
    copies = [at for at, line in enumerate(lines, 1) if line.text.strip() == code]
    found = relocate(_anchor(first, code=code), file)
    if not copies:
        assert found.state is State.VANISHED
    elif copies == true:
        assert found.state in (State.EXACT, State.DRIFTED)
        assert found.now.line == true[0]
    else:
        assert found.state is State.AMBIGUOUS or found.now.line in copies
