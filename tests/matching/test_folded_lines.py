"""A file's lines as identity and anchors see them."""

from __future__ import annotations

import pytest

from houndsman.matching.folded_lines import FoldedLines, Occurrence, fold_line

LINES = FoldedLines(
    [b"def f(x):", b"", b"\treturn  x + 1\r", b"", b"  ", b"def g(xy):", b"    return xy", b"return x + 1"]
)


def test_white_space_is_folded_and_bytes_are_not_decoded() -> None:
    assert fold_line(b"\t a \x0b  \xff\xfe b\r") == b"a \xff\xfe b"


@pytest.mark.parametrize(
    ("line", "neighbours"),
    [
        (1, (b"", b"return x + 1")),
        (3, (b"def f(x):", b"def g(xy):")),
        (4, (b"return x + 1", b"def g(xy):")),
        (8, (b"return xy", b"")),
    ],
)
def test_neighbours_are_the_nearest_lines_that_are_not_blank(line: int, neighbours: tuple[bytes, bytes]) -> None:
    assert LINES.neighbours(line) == neighbours


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ([b"return x + 1"], [Occurrence(3, True), Occurrence(8, True)]),
        ([b"return x"], [Occurrence(3, False), Occurrence(8, False)]),
        ([b"def g(xy):", b"return xy"], [Occurrence(6, True)]),
        ([b"g(xy):", b"return"], [Occurrence(6, False)]),
        ([b"def f(x):", b"", b"return x + 1"], [Occurrence(1, True)]),
        ([b"def f(x):", b"return x + 1"], []),
        ([b"eturn x"], []),
        ([b""], []),
        ([], []),
    ],
)
def test_a_quote_is_found_in_whole_lines_and_parts_but_not_inside_names(
    quote: list[bytes], found: list[Occurrence]
) -> None:
    assert LINES.occurrences(quote) == tuple(found)


def test_a_snippet_twice_in_a_line_is_one_place() -> None:
    assert FoldedLines([b"f(a); f(a)"]).occurrences([b"f(a)"]) == (Occurrence(1, False),)


@pytest.mark.parametrize("text", [b"recall(a) call(a)", b"call(ab) call(a)", b"xcall(a)call(a)"])
def test_a_place_inside_a_name_does_not_hide_a_later_one(text: bytes) -> None:
    assert FoldedLines([text]).occurrences([b"call(a"]) == (Occurrence(1, False),)


def test_a_name_that_goes_on_after_the_quote_is_another() -> None:
    assert FoldedLines([b"a(bc)", b"a(b)"]).occurrences([b"a(b"]) == (Occurrence(2, False),)


def test_every_place_is_found() -> None:
    found = FoldedLines([b"again()", b"x", b"again()", b"again()"]).occurrences([b"again()"])
    assert found == (Occurrence(1, True), Occurrence(3, True), Occurrence(4, True))


@pytest.mark.parametrize("turned_down", [b"recall(a) ", b"call(ab) "])
def test_a_search_is_given_up_only_in_a_file_made_for_the_purpose(turned_down: bytes) -> None:
    found = [FoldedLines([turned_down * count, b"call(a)"]).occurrences([b"call(a"]) for count in (15_000, 25_000)]
    assert found == [(Occurrence(2, False),), ()]


def test_a_long_name_is_turned_down_once() -> None:
    assert FoldedLines([b"a" * 25_000 + b" a"]).occurrences([b"a"]) == (Occurrence(1, False),)


def test_places_of_a_quote_may_overlap() -> None:
    found = FoldedLines([b"again()"] * 3).occurrences([b"again()", b"again()"])
    assert found == (Occurrence(1, True), Occurrence(2, True))


def test_an_empty_file_has_nothing() -> None:
    assert len(FoldedLines([])) == 0
    assert FoldedLines([]).occurrences([b"x"]) == ()


def test_a_byte_order_mark_is_nothing() -> None:
    marked = FoldedLines([b"\xef\xbb\xbfimport os", b"x"])
    assert marked.at(1) == b"import os"
    assert marked.occurrences([fold_line(b"\xef\xbb\xbfimport os")]) == (Occurrence(1, True),)


def test_what_is_no_utf_8_is_found_as_it_was_shown() -> None:
    price = "a = 'цена'".encode("cp1251")
    lines = FoldedLines([b"b = 1", price, "c = '\ufffd'".encode()])
    shown = price.decode("utf-8", "replace").encode()
    assert lines.occurrences([shown]) == (Occurrence(2, True),)
    assert lines.occurrences([price]) == (Occurrence(2, True),)
    assert lines.occurrences(["c = '\ufffd'".encode()]) == (Occurrence(3, True),)
    assert lines.at(2) == price, "identity is of the bytes"
