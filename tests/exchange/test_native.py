"""Findings as Houndsman and most people write them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from houndsman.exchange.native import READER
from houndsman.exchange.reader import ForeignFormatError, ReadOptions, Text
from houndsman.models.finding import Side
from houndsman.models.foreign import ForeignFinding
from houndsman.models.severity import Severity

SAMPLES = Path(__file__).parent / "samples"

Told = list[tuple[str, str]]


def _read(text: str) -> tuple[list[ForeignFinding], Told]:
    told: Told = []
    options = ReadOptions(remark=lambda code, _, place: told.append((code, place)))
    return list(READER.read(Text("x", text), options)), told


def _sample(name: str) -> tuple[list[ForeignFinding], Told]:
    text = (SAMPLES / name).read_text(encoding="utf-8")
    assert READER.recognises(Text("x", text))
    return _read(text)


def test_what_an_agent_writes() -> None:
    (money, cart), told = _sample("agent-reply.json")
    assert money == ForeignFinding(
        file="src/pay.py",
        line=12,
        end_line=15,
        side=Side.NEW,
        rule="float-money",
        message="A price is a float.",
        action="Use Decimal.",
        quote="    price = float(text)",
        severity=Severity.BLOCKING,
        source="x: findings[0]",
        extra={},
    )
    assert (cart.file, cart.line, cart.rule, cart.extra) == ("src/cart.py", None, "2", {"impactClass": "test-gap"})
    assert told == []


def test_the_triage_is_read_without_what_is_done() -> None:
    (finding,), told = _sample("triage.json")
    assert (finding.id, finding.file, finding.line, finding.end_line) == ("ab12cd", "src/pay.py", 12, 15)
    assert (finding.rule, finding.severity, finding.source) == ("float-money", Severity.BLOCKING, "x: [0]")
    assert finding.extra["fingerprint"] == "ab12cd34"
    assert told == [("done-finding", "x: [1]")]


def test_a_dismissed_finding_was_reported_all_the_same() -> None:
    (finding,), told = _sample("hunt.json")
    assert (finding.id, finding.extra["status"], told) == ("ab12cd", "dismissed", [])


def test_lists_by_case_give_each_finding_its_case() -> None:
    (finding,), told = _sample("by-case.json")
    assert (finding.case, finding.line, finding.end_line) == ("shop-1", 12, 15)
    assert (finding.source, finding.category, told) == ('x: findings["shop-1"][0]', "correctness", [])


def test_one_finding_a_line() -> None:
    findings, told = _sample("findings.jsonl")
    assert [(each.file, each.line, each.end_line, each.rule) for each in findings] == [
        ("src/pay.py", 12, 15, "float-money"),
        ("src/cart.py", 4, None, None),
    ]
    assert [each.source for each in findings] == ["x:1", "x:2"]
    assert [each.extra for each in findings] == [{"label": "TP"}, {"label": "FP"}]
    assert told == []


def test_places_without_a_rule_or_a_message_are_findings() -> None:
    findings, told = _sample("bare-places.jsonl")
    assert [(each.case, each.line, each.has_place) for each in findings] == [("516", 12, True), ("514", None, False)]
    assert [(each.id, each.commit) for each in findings] == [("3720678922", "caac824"), ("3719736807", "f9bab0a")]
    assert told == []


@pytest.mark.parametrize(
    ("text", "sources"),
    [
        ("[]", []),
        ('{"findings": []}', []),
        ('{"file": "a.py", "line": 1}', ["x:1"]),
        ('\n{"file": "a.py", "line": 1}\n\n{"file": "a.py", "line": 2}', ["x:2", "x:4"]),
        ('[{"file": "a.py", "line": 1}]', ["x: [0]"]),
        ('[{"file": "a.py", "line": 1}]\n[{"file": "a.py", "line": 1}]', ["x:1: [0]", "x:2: [0]"]),
        ('{"findings": [{"file": "a.py"}]}\n{"findings": [{}]}', ["x:1: findings[0]", "x:2: findings[0]"]),
        ('{"findings": []}\n{"file": "a.py", "line": 1}', ["x:2"]),
        ('{"findings": {"a": {"file": "a.py", "line": 1}}}', ['x: findings["a"][0]']),
        ('{"message": "m", "severity": "low"}', ["x:1"]),
    ],
)  # fmt: skip
def test_every_container_is_opened_and_every_finding_says_where_it_stands(text: str, sources: list[str]) -> None:
    assert READER.recognises(Text("x", text))
    findings, told = _read(text)
    assert ([each.source for each in findings], told) == (sources, [])


def test_what_the_object_says_holds_for_its_findings() -> None:
    findings, _ = _read(
        '{"pr": 5, "commit": "abc", "findings": [{"file": "a.py", "line": 1}, {"file": "b.py", "pr": 6}]}'
    )
    assert [(each.case, each.commit) for each in findings] == [("5", "abc"), ("6", "abc")]


def test_an_odd_entry_never_costs_the_others() -> None:
    entries: list[object] = [{"file": "a.py", "line": at + 1} for at in range(3000)]
    entries[1500] = "not a finding"
    entries[2500] = {"file": "a.py", "line": "2501-2502", "more": True}
    findings, told = _read(json.dumps(entries))
    assert [each.line for each in findings] == [at + 1 for at in range(3000) if at != 1500]
    assert [each.source for each in findings[1499:1501]] == ["x: [1499]", "x: [1501]"]
    assert told == [("no-finding", "x: [1500]")]


def test_what_is_done_is_left_out_of_any_company() -> None:
    plain: list[dict[str, object]] = [{"file": "a.py", "line": 1}] * 40
    done = [{"file": "a.py", "line": 2, "fingerprint": "ab", "status": "done"}] * 40
    findings, told = _read(json.dumps(plain + done))
    assert ([each.line for each in findings], len(told)) == ([1] * 40, 40)


def test_neither_of_two_lists_of_findings_is_lost() -> None:
    text = '{"findings": [{"file": "a.py", "line": 1}], "findings": [{"file": "b.py", "line": 2}]}'
    findings, told = _read(text)
    assert [each.file for each in findings] == ["a.py", "b.py"]
    assert told == [("duplicate-key", "x")]


def test_the_word_findings_in_a_message_is_no_second_list() -> None:
    findings, told = _read(
        '{"findings": [{"file": "a.py", "line": 1, "message": "the \\"findings\\" of \\"findings\\""}]}'
    )
    assert (len(findings), told) == (1, [])


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        '{"name": "shop", "version": "1.0", "files": ["a.py"]}',
        '{"compilerOptions": {}, "include": ["src"]}',
        '{"version": 1, "expected": [{"file": "a.py", "line": 1}]}',
        '{"findings": 7}',
        '{"message": "Not Found", "documentation_url": "https://example.com", "status": "404"}',
        '[{"filename": "a.py", "code": "F401", "message": "m", "location": {"row": 1, "column": 1}}]',  # ruff's own
        '[{"filePath": "/a.js", "messages": [{"line": 1}], "errorCount": 1}]',  # eslint's own
        '["a.py"]',
        "",
        "null",
        "file,line\n",
        "<results/>",
    ],
)
def test_other_json_is_not_taken_for_findings(text: str) -> None:
    assert not READER.recognises(Text("x", text))


@pytest.mark.parametrize(
    ("text", "where", "what"),
    [
        ('{"name": "shop"}', "x", "no findings in it"),
        ('{"findings": 7}', "x", "no findings in it"),
        ('{"findings": [}', "x:1:15", "not JSON"),
        ('{"file": "a.py", "line": 1}\n{"file": ', "x:2:10", "not JSON"),
        ('{"findings": [{"findings": ' + "[" * 90 + "]" * 90 + "}]}", "x", "nested too deeply"),
        ("[" * 100_000, "x", "nested too deeply"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_place(text: str, where: str, what: str) -> None:
    with pytest.raises(ForeignFormatError) as caught:
        _read(text)
    assert caught.value.where == where
    assert what in caught.value.what
    assert caught.value.hint
