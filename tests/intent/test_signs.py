"""What a change made of two sides' signs: by key, by family, and only where lines of their own are touched."""

from __future__ import annotations

from dataclasses import replace

import pytest

from houndsman.intent.sides import Side, Sides, Span
from houndsman.intent.signs import Event, Kind, Sign, differences, shortened
from houndsman.models.repo_path import RepoPath

LINES = b"".join(b"line%d\n" % number for number in range(1, 10))


def sides(old: tuple[int, int] | None = None, new: tuple[int, int] | None = None) -> Sides:
    """Nine lines on each side, of which those are changed."""
    before, after = (Side(RepoPath(b"a"), LINES, (Span(*each),) if each else ()) for each in (old, new))
    return Sides(before, replace(after, content=LINES.upper()))


def sign(name: str, first: int, last: int, **more: object) -> Sign:
    """A sign that may tell all that can be told."""
    made = Sign(Kind.FLOW, "thing", name, name, first, (Span(first, last),), tells=frozenset(Event))
    return replace(made, **more)  # type: ignore[arg-type]  # fields by name


A, B = sign("a", 2, 4), sign("b", 5, 6)


@pytest.mark.parametrize(
    ("changed", "old", "new", "titles"),
    [
        pytest.param(sides(), [A], [A], [], id="nothing is touched"),
        pytest.param(sides((7, 7), (7, 7)), [A], [A], [], id="lines of others are"),
        pytest.param(sides((3, 3), (3, 3)), [A], [A], ["thing a: changed"], id="what is inside"),
        pytest.param(sides(None, (3, 3)), [A], [A], ["thing a: changed"], id="lines come"),
        pytest.param(sides((3, 3), None), [A], [A], ["thing a: changed"], id="lines go"),
        pytest.param(sides(None, (2, 4)), [], [A], ["thing a: added"], id="it comes"),
        pytest.param(sides((2, 4), None), [A], [], ["thing a: removed (stood there before)"], id="it goes"),
        pytest.param(sides(None, (3, 3)), [], [A], ["thing a: changed"], id="its own name is not new"),
        pytest.param(sides((3, 3), None), [A], [], [], id="its own name did not go"),
        pytest.param(
            sides((2, 2), (5, 5)),
            [replace(A, shape="x")],
            [replace(B, key="a", shape="y", reshaped="turned")],
            ["thing b: turned (was a)"],
            id="what others see of it",
        ),
        pytest.param(
            sides((2, 6), (5, 6)),
            [replace(A, family="f", shape="x"), B],
            [replace(B, family="f", key="c", shape="y")],
            ["thing b: changed (was a)", "thing b: removed (stood there before)"],
            id="one of its family",
        ),
        pytest.param(
            sides(None, (2, 6)), [], [A, replace(B, owner="a")], ["thing a: added"], id="with all that is in it"
        ),
        pytest.param(
            sides(None, (5, 6)), [A], [A, replace(B, owner="a")], ["thing b: added"], id="into what was there"
        ),
        pytest.param(sides(None, (2, 6)), [], [replace(A, tells=frozenset())], [], id="what is not worth a fact"),
        pytest.param(
            sides((2, 4), (5, 6)),
            [replace(A, twin=lambda: "x")],
            [replace(B, twin=lambda: "x")],
            ["thing b: renamed (was a)"],
            id="what is called otherwise",
        ),
        pytest.param(
            sides((3, 3), (3, 3)),
            [replace(A, meaning=lambda: "x")],
            [replace(A, meaning=lambda: "x")],
            [],
            id="what comes to the same",
        ),
        pytest.param(
            sides(None, (5, 6)), [A], [A, replace(A, line=5, spans=B.spans)], ["thing a: added"], id="a name twice"
        ),
    ],
)
def test_what_became_of_them(changed: Sides, old: list[Sign], new: list[Sign], titles: list[str]) -> None:
    assert sorted(trace.title for trace in differences(changed, old, new)) == titles


def test_it_stands_where_its_name_does_and_where_it_changed_first() -> None:
    (trace,) = differences(sides((3, 4), (3, 4)), [A], [A])
    assert (trace.lines, trace.is_removed, trace.weight) == ((2, 3), False, 4)
    (trace,) = differences(sides((2, 4), None), [A], [])
    assert (trace.lines, trace.is_removed, trace.weight) == ((2,), True, 3)


def test_lines_that_only_moved_are_no_change() -> None:
    one, other = sides((2, 2), (3, 3))
    moved = Sides(replace(one, content=b"1\nx\n3\n"), replace(other, content=b"1\n2\nx\n"))
    assert differences(moved, [A], [A]) == []


@pytest.mark.parametrize(
    ("text", "short"),
    [("a  b\n c", "a b c"), ("abcdef", "abcdef"), ("abcdefg", "abcde…"), ("a" * 99, "aaaaa…"), (" ", "")],
)
def test_names_are_shortened(text: str, short: str) -> None:
    assert shortened(text, 6) == short


@pytest.mark.parametrize("before", ["x = " + " " * 200, "-----BEGIN PRIVATE KEY-----\n" + "A" * 180 + " "])
def test_half_a_secret_is_not_shown(before: str) -> None:
    """What is looked at ends inside of it, and what stands before it nearly vanishes."""
    short = shortened(f"{before}'ghp_{'Zq3' * 12}'", 60)
    assert short.endswith("…")
    assert "ghp_" not in short
