"""gcc's JSON: of one run, of a whole build, one diagnostic a line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from houndsman.exchange.gcc import READER
from houndsman.exchange.reader import ForeignFormatError, ReadOptions, Text
from houndsman.models.foreign import ForeignFinding
from houndsman.models.severity import Severity

REPORTS = Path(__file__).parent / "reports"


def _read(text: str) -> list[ForeignFinding]:
    return list(READER.read(Text("gcc.json", text), ReadOptions()))


def _report(name: str) -> str:
    text = (REPORTS / name).read_text(encoding="utf-8")
    assert READER.recognises(Text(name, text))
    return text


def _diagnostic(**more: object) -> dict[str, object]:
    return {"kind": "warning", "message": "m", "locations": [], "children": [], "column-origin": 1} | more


def _point(line: int, file: str = "a.c") -> dict[str, object]:
    return {"file": file, "line": line, "column": 1}


def test_an_array_a_compiler_run() -> None:
    first, second = _read(_report("gcc.json"))
    assert (first.file, first.line, first.end_line, first.rule) == ("pay.c", 8, None, "-Wparentheses")
    assert first.severity is Severity.ATTENTION
    assert first.message == "suggest parentheses around assignment used as truth value"
    assert (second.line, second.rule, second.source) == (9, "-Wformat=", "gcc.json:1[1]")
    assert "fixits" in second.extra
    others = second.extra["locations"]
    assert isinstance(others, list) and len(others) == 1


def test_a_diagnostic_a_line() -> None:
    found = _read(_report("gcc.jsonl"))
    assert [(each.file, each.line, each.rule, each.severity, each.category, each.source) for each in found] == [
        ("CASTLE-22-6.c", 38, "-Wanalyzer-malloc-leak", Severity.ATTENTION, "CWE-401", "gcc.json:1"),
        ("CASTLE-415-1.c", 6, "note", Severity.SUGGESTION, None, "gcc.json:2"),
        ("CASTLE-125-1.c", 7, "-Waggressive-loop-optimizations", Severity.ATTENTION, None, "gcc.json:3"),
    ]


def test_children_explain_and_are_no_findings() -> None:
    child = _diagnostic(kind="note", locations=[{"caret": _point(3)}])
    (found,) = _read(json.dumps([_diagnostic(children=[child])]))
    assert found.extra["children"] == [child]


def test_lines_of_other_programs_are_passed_over_and_remarked_on() -> None:
    array = json.dumps([_diagnostic()])
    text = f"make: Entering directory 'src'\n\n{array}\ncompilation terminated.\n[]\n{array} ld: [1]\nmake: ***\n"
    places: list[str] = []
    options = ReadOptions(remark=lambda code, words, place: places.append(place))
    found = READER.read(Text("gcc.json", text), options)
    assert [each.source for each in found] == ["gcc.json:3[0]", "gcc.json:6[0]"]
    assert places == [f"gcc.json:{line}" for line in (1, 4, 6, 7)]


@pytest.mark.parametrize("words", ["[*] 3 fixable with --fix.", "[3/20] Building C object", "[ 50%] Linking", "{x}"])
def test_a_bracket_of_another_program_begins_no_json(words: str) -> None:
    (found,) = _read(f"{words}\n{json.dumps([_diagnostic()])}\n{words}\n")
    assert found.source == "gcc.json:2[0]"
    with pytest.raises(ForeignFormatError, match="no JSON of gcc in it") as caught:
        _read(f"src/a.py:1:1: F401 unused\n{words}\n")
    assert caught.value.where == "gcc.json"


@pytest.mark.parametrize(
    ("location", "place"),
    [
        ({"caret": _point(4)}, ("a.c", 4, None)),
        ({"caret": _point(4), "start": _point(4), "finish": _point(4)}, ("a.c", 4, None)),
        ({"caret": _point(4), "start": _point(3), "finish": _point(6)}, ("a.c", 4, 6)),
        ({"caret": _point(4), "finish": _point(9, "macro.h")}, ("a.c", 4, None)),
        ({"caret": _point(4), "finish": _point(2)}, ("a.c", 4, None)),
        ({"caret": _point(0)}, ("a.c", None, None)),
        ({"caret": "a.c:4"}, (None, None, None)),
        ("a.c:4", (None, None, None)),
    ],
)
def test_the_place_is_the_carets(location: object, place: tuple[str | None, int | None, int | None]) -> None:
    (found,) = _read(json.dumps([_diagnostic(locations=[location])]))
    assert (found.file, found.line, found.end_line) == place


@pytest.mark.parametrize(
    ("more", "rule"),
    [
        ({"option": "-Wformat="}, "-Wformat="),
        ({"option": "-Wanalyzer-x", "metadata": {"rules": [{"string": "STR30-C"}]}}, "-Wanalyzer-x"),
        ({"metadata": {"rules": [{"string": "STR30-C", "url": "https://example.com"}]}}, "STR30-C"),
        ({"metadata": {"rules": ["STR30-C"]}}, "warning"),
        ({"metadata": {"rules": []}}, "warning"),
        ({}, "warning"),
    ],
)
def test_the_rule_is_the_option_or_what_comes_nearest(more: dict[str, object], rule: str) -> None:
    (found,) = _read(json.dumps([_diagnostic(**more)]))
    assert found.rule == rule


@pytest.mark.parametrize(
    ("kind", "severity"),
    [
        ("error", Severity.BLOCKING),
        ("fatal error", Severity.BLOCKING),
        ("sorry, unimplemented", Severity.BLOCKING),
        ("internal compiler error", Severity.BLOCKING),
        ("warning", Severity.ATTENTION),
        ("note", Severity.SUGGESTION),
        ("something new", None),
    ],
)
def test_every_kind_of_gcc(kind: str, severity: Severity | None) -> None:
    (found,) = _read(json.dumps(_diagnostic(kind=kind)))
    assert found.severity is severity


@pytest.mark.parametrize("text", ["", "\n", "[]", "[]\n[]\n"])
def test_nothing_found(text: str) -> None:
    assert _read(text) == []


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("pay.c:8:9: warning: suggest parentheses", "gcc.json"),
        ("[]\n[1]", "gcc.json:2[0]"),
        ('[]\n\n{"message": "no kind"}', "gcc.json:3"),
        ('[{"kind": "error", "message": "cut o', "gcc.json:1:31"),
    ],
)
def test_what_is_none_is_said_with_its_place(text: str, where: str) -> None:
    with pytest.raises(ForeignFormatError) as caught:
        _read(text)
    assert caught.value.where == where
    assert caught.value.hint


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"kind": "pod", "metadata": {}}',
        r'{"message": "\"kind\": \"x\", \"caret\": 1"}',
        "pay.c:8: warning: x",
    ],
)
def test_other_texts_are_not_taken_for_it(text: str) -> None:
    assert not READER.recognises(Text("r", text))
