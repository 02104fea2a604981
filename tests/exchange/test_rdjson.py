"""reviewdog's diagnostics, whole and line by line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from houndsman.exchange.rdjson import READER
from houndsman.exchange.reader import ForeignFormatError, ReadOptions, Text
from houndsman.models.foreign import ForeignFinding
from houndsman.models.severity import Severity

SAMPLES = Path(__file__).parent / "samples"

Told = list[tuple[str, str]]


def _read(text: str) -> tuple[list[ForeignFinding], Told]:
    told: Told = []
    options = ReadOptions(remark=lambda code, _, place: told.append((code, place)))
    return list(READER.read(Text("x", text), options)), told


def _one(**more: object) -> ForeignFinding:
    (finding,), _ = _read(json.dumps({"message": "m", "location": {"path": "a.py"}} | more))
    return finding


def test_rdjson() -> None:
    (price, cart), told = _read((SAMPLES / "rdjson.json").read_text(encoding="utf-8"))
    source = {"name": "shoplint", "url": "https://example.com/shoplint"}
    assert price._replace(extra={}) == ForeignFinding(
        file="src/pay.py",
        line=12,
        end_line=15,
        rule="float-money",
        message="A price is a float.",
        action="    price = Decimal(text)",
        severity=Severity.BLOCKING,
        source="x: diagnostics[0]",
        extra={},
    )
    assert price.extra["source"] == source
    assert (cart.file, cart.line, cart.rule, cart.severity) == ("src/cart.py", None, None, Severity.ATTENTION)
    assert told == []


def test_rdjsonl() -> None:
    findings, told = _read((SAMPLES / "rdjson.jsonl").read_text(encoding="utf-8"))
    assert [(each.file, each.line, each.end_line, each.severity) for each in findings] == [
        ("src/pay.py", 12, 15, Severity.BLOCKING),
        ("src/cart.py", 4, None, Severity.NIT),
    ]
    assert [each.source for each in findings] == ["x:1", "x:2"]
    assert told == []


@pytest.mark.parametrize(
    ("range_", "lines"),
    [
        ({"start": {"line": 5}}, (5, None)),
        ({"start": {"line": 5}, "end": {"line": 5}}, (5, None)),
        ({"start": {"line": 5}, "end": {"line": 6}}, (5, 6)),
        ({"start": {"line": 5, "column": 2}, "end": {"line": 6, "column": 1}}, (5, None)),
        ({"start": {"line": 5, "column": 2}, "end": {"line": 7, "column": 1}}, (5, 6)),
        ({"start": {"line": 5, "column": 2}, "end": {"line": 6, "column": 2}}, (5, 6)),
        ({"start": {"line": 5, "column": 1}, "end": {"line": 5, "column": 1}}, (5, None)),
        ({"start": {}}, (None, None)),
        ({}, (None, None)),
        (None, (None, None)),
        ({"start": {"line": 0}}, (None, None)),
    ],
)
def test_an_end_with_a_column_is_exclusive(range_: object, lines: tuple[int | None, int | None]) -> None:
    finding = _one(location={"path": "a.py", "range": range_})
    assert (finding.line, finding.end_line) == lines


@pytest.mark.parametrize(
    ("word", "severity"),
    [
        ("ERROR", Severity.BLOCKING),
        ("WARNING", Severity.ATTENTION),
        ("INFO", Severity.NIT),
        ("UNKNOWN_SEVERITY", None),
        (1, Severity.BLOCKING),
        (3, Severity.NIT),
        (0, None),
        (None, None),
    ],
)
def test_severities(word: object, severity: Severity | None) -> None:
    assert _one(severity=word).severity is severity


def test_an_unknown_severity_is_told() -> None:
    (finding,), told = _read('{"message": "m", "location": {"path": "a.py"}, "severity": "LOUD"}')
    assert (finding.severity, told) == (None, [("unread-severity", "x:1")])


@pytest.mark.parametrize(
    ("text", "recognised"),
    [
        ('{"diagnostics": []}', True),
        ('{"diagnostics": [], "source": {"name": "x"}}', True),
        ('{"diagnostics": [{"message": "m", "location": {"path": "a.py"}}], "summary": {}}', True),
        ('{"summary": {}, "diagnostics": [], "command": "lint"}', False),  # biome's own
        ('{"diagnostics": [{"message": "m", "location": {"path": {"file": "a.js"}}}]}', False),  # biome's own
        ('{"diagnostics": [{"message": "m", "filename": "a.ts"}], "errors": []}', False),  # deno's own
        ('{"uri": "file:///a.py", "diagnostics": [{"message": "m", "range": {}}]}', False),  # language servers'
        ('{"message": "m", "location": {"path": "a.py"}}', True),
        ('{"message": "m", "location": "a.py"}', False),
        ("[]", False),
    ],
)
def test_recognition(text: str, recognised: bool) -> None:
    assert READER.recognises(Text("x", text)) is recognised


@pytest.mark.parametrize(
    ("text", "where", "what"),
    [
        ('{"message": "m"}', "x:1", "neither a diagnostic"),
        ('{"message": "m", "location": {"path": "a.py"}}\n{"message": "m"}', "x:2", "neither a diagnostic"),
        ('{"diagnostics": [', "x:1:18", "not JSON"),
    ],
)
def test_errors(text: str, where: str, what: str) -> None:
    with pytest.raises(ForeignFormatError) as caught:
        _read(text)
    assert (caught.value.where, what in caught.value.what) == (where, True)
    assert caught.value.hint
