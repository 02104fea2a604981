"""SARIF 2.1.0, as tools write it and as the format allows it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from houndsman.exchange.reader import ForeignFormatError, ReadOptions, Text
from houndsman.exchange.sarif import READER
from houndsman.models.foreign import ForeignFinding
from houndsman.models.severity import Severity

REPORTS = Path(__file__).parent / "reports"


def _read(text: str, options: ReadOptions | None = None) -> list[ForeignFinding]:
    return list(READER.read(Text("log.sarif", text), options or ReadOptions()))


def _log(*results: object, **run: object) -> str:
    driver: dict[str, object] = {"name": "dog", "rules": run.pop("rules", [])}
    return json.dumps({"version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": list(results)} | run]})


def _result(**more: object) -> dict[str, object]:
    place = {"physicalLocation": {"artifactLocation": {"uri": "a.py"}, "region": {"startLine": 3}}}
    return {"message": {"text": "m"}, "ruleId": "R1", "locations": [place]} | more


def _one(result: dict[str, object], **run: object) -> ForeignFinding:
    (found,) = _read(_log(result, **run))
    return found


# -- what tools write


@pytest.mark.parametrize(
    ("report", "expected"),
    [
        (
            "ruff.sarif",  # absolute URIs
            [
                ("file:///src/shop/cart.py", 1, None, "F401", Severity.BLOCKING),
                ("file:///src/shop/cart.py", 4, None, "B006", Severity.BLOCKING),
                ("file:///src/shop/cart.py", 12, None, "E711", Severity.BLOCKING),
            ],
        ),
        ("zizmor.sarif", [("greet.yml", 7, None, "zizmor/template-injection", Severity.BLOCKING)]),
        ("typos.sarif", [("notes.txt", 1, None, None, Severity.BLOCKING)]),  # no rule, a message in Markdown alone
        (
            "clang.sarif",  # no level anywhere, the version last
            [
                ("file:///src/castle/CASTLE-125-10.c", line, None, rule, Severity.ATTENTION)
                for line, rule in [(17, "security.insecureAPI.DeprecatedOrUnsafeBufferHandling")] * 1
                + [(19, "security.insecureAPI.DeprecatedOrUnsafeBufferHandling")]
            ],
        ),
    ],
)
def test_reports_of_tools(report: str, expected: list[tuple[object, ...]]) -> None:
    text = (REPORTS / report).read_text(encoding="utf-8")
    assert READER.recognises(Text(report, text))
    found = _read(text)
    assert [(each.file, each.line, each.end_line, each.rule, each.severity) for each in found] == expected
    assert all(each.message for each in found)


def test_what_a_tool_says_beside_the_place() -> None:
    (found,) = _read((REPORTS / "zizmor.sarif").read_text(encoding="utf-8"))
    assert found.message.startswith("code injection via template expansion")
    assert found.quote == 'echo "${{ github.event.pull_request.title }}"'
    assert found.source == "log.sarif: runs[0].results[0]"
    (typo,) = _read((REPORTS / "typos.sarif").read_text(encoding="utf-8"))
    assert typo.message == typo.action == "`recieve` should be `receive`"


def test_the_least_rank_is_in_the_files_own_scale() -> None:
    text = (REPORTS / "flawfinder.sarif").read_text(encoding="utf-8")
    assert [each.extra["rank"] for each in _read(text)] == [0.0, 0.2, 0.4, 0.6000000000000001, 0.8]
    asked = _read(text, ReadOptions(min_rank=0.4))
    assert [each.extra["rank"] for each in asked] == [0.4, 0.6000000000000001, 0.8]


def test_semgrep_leaves_the_level_to_the_rule_and_the_root_open() -> None:
    place = {"uri": "src/pay.py", "uriBaseId": "%SRCROOT%"}
    region = {"startLine": 4, "endLine": 6, "endColumn": 10, "snippet": {"text": "eval(x)"}}
    result = _result(
        ruleId="python.eval", locations=[{"physicalLocation": {"artifactLocation": place, "region": region}}]
    )
    rules = [
        {"id": "python.eval", "defaultConfiguration": {"level": "error"}, "properties": {"tags": ["CWE-95: Eval"]}}
    ]
    found = _one(result, rules=rules)
    assert (found.file, found.line, found.end_line) == ("src/pay.py", 4, 6)
    assert (found.severity, found.category, found.quote) == (Severity.BLOCKING, "CWE-95", "eval(x)")


# -- level, kind, rank


@pytest.mark.parametrize(
    ("more", "severity"),
    [
        ({"level": "error"}, Severity.BLOCKING),
        ({"level": "warning"}, Severity.ATTENTION),
        ({"level": "note"}, Severity.SUGGESTION),
        ({"level": "none"}, None),
        ({"level": "critical"}, Severity.BLOCKING),
        ({"level": "dreadful"}, None),
        ({"level": 3}, Severity.SUGGESTION),
        ({}, Severity.SUGGESTION),
        ({"ruleId": "unknown"}, Severity.ATTENTION),
        ({"kind": "fail"}, Severity.SUGGESTION),
        ({"kind": "review"}, None),
        ({"kind": "open", "level": "error"}, Severity.BLOCKING),
    ],
)
def test_the_level_is_the_results_or_the_rules_or_warning(more: dict[str, object], severity: Severity | None) -> None:
    rules = [{"id": "R1", "defaultConfiguration": {"level": "note"}}]
    assert _one(_result(**more), rules=rules).severity is severity


@pytest.mark.parametrize(
    ("more", "counts"),
    [
        ({"kind": "fail"}, True),
        ({"kind": "open"}, True),
        ({"kind": "review"}, True),
        ({"kind": "something new"}, True),
        ({"kind": []}, True),
        ({"kind": "pass"}, False),
        ({"kind": "notApplicable"}, False),
        ({"kind": "informational"}, False),
        ({"baselineState": "absent"}, False),
        ({"baselineState": "unchanged"}, True),
        ({"suppressions": [{"kind": "inSource", "status": "accepted"}]}, True),
    ],
)
def test_only_what_reports_a_defect_is_a_finding(more: dict[str, object], counts: bool) -> None:
    found = _read(_log(_result(**more)))
    assert len(found) == counts
    assert all(each.extra == {key: more[key] for key in more} for each in found)


@pytest.mark.parametrize(
    ("min_level", "levels"),
    [
        (None, ["error", "warning", "note", "none"]),
        (Severity.NIT, ["error", "warning", "note"]),
        (Severity.SUGGESTION, ["error", "warning", "note"]),
        (Severity.ATTENTION, ["error", "warning"]),
        (Severity.BLOCKING, ["error"]),
    ],
)
def test_the_least_level(min_level: Severity | None, levels: list[str]) -> None:
    text = _log(*(_result(level=level, message={"text": level}) for level in ("error", "warning", "note", "none")))
    assert [each.message for each in _read(text, ReadOptions(min_level=min_level))] == levels


@pytest.mark.parametrize(
    ("more", "counts"),
    [
        ({"rank": 50}, True),
        ({"rank": 49.9}, False),
        ({"rank": -1}, True),
        ({"rank": "low"}, False),
        ({}, False),
        ({"ruleId": "without"}, True),
    ],
)
def test_a_result_without_a_rank_has_its_rules_and_else_is_kept(more: dict[str, object], counts: bool) -> None:
    text = _log(_result(**more), rules=[{"id": "R1", "defaultConfiguration": {"rank": 10}}])
    assert len(_read(text, ReadOptions(min_rank=50))) == counts


# -- words


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ({"text": "plain {0} {{x}}"}, "plain {0} {{x}}"),
        ({"text": "{1} before {0}, {{braces}}, {7}", "arguments": ["a", "b"]}, "b before a, {braces}, {7}"),
        ({"text": "{0}", "arguments": ["{1}", "never expanded twice"]}, "{1}"),
        ({"id": "own", "arguments": ["pay"]}, "call of pay"),
        ({"id": "marked"}, "a `word`"),
        ({"markdown": "**m**"}, "**m**"),
        (
            {"text": "from [user input](1) to [a page](https://example.com)"},
            "from user input to [a page](https://example.com)",
        ),
        ({"id": "unknown"}, "about R1"),
        ({}, "about R1"),
        ("no object", "about R1"),
    ],
)
def test_the_message_with_its_arguments(message: object, words: str) -> None:
    strings = {"own": {"text": "call of {0}"}, "marked": {"markdown": "a `word`"}}
    rules = [{"id": "R1", "shortDescription": {"text": "about R1"}, "messageStrings": strings}]
    assert _one(_result(message=message), rules=rules).message == words


def test_the_action_is_what_the_first_fix_does() -> None:
    assert _one(_result(fixes=[{"description": {"text": "Remove it"}}, {}])).action == "Remove it"
    assert _one(_result(fixes=[{}])).action == ""


@pytest.mark.parametrize(
    ("more", "category"),
    [
        ({"taxa": [{"id": "89", "toolComponent": {"name": "CWE"}}]}, "CWE-89"),
        ({"properties": {"cwe": "CWE-79"}}, "CWE-79"),
        ({}, "CWE-1"),
    ],
)
def test_the_category_is_the_results_before_the_rules(more: dict[str, object], category: str) -> None:
    assert _one(_result(**more), rules=[{"id": "R1", "properties": {"cwe": 1}}]).category == category


def test_a_results_own_name_is_its_guid() -> None:
    assert _one(_result(guid="0f00", partialFingerprints={"a": "b"})).id == "0f00"
    assert _one(_result(partialFingerprints={"a": "b"})).id is None


def test_what_was_read_is_not_kept_a_second_time() -> None:
    read = {"guid": "0f00", "level": "note", "ruleIndex": 0, "rule": {"index": 0}}
    assert _one(_result(**read, workItemUris=["x"]), rules=[{"id": "R1"}]).extra == {"workItemUris": ["x"]}


# -- places


def test_the_first_location_in_a_file_is_the_place_and_all_are_kept() -> None:
    def at(line: int) -> dict[str, object]:
        return {"physicalLocation": {"artifactLocation": {"uri": "a.py"}, "region": {"startLine": line}}}

    locations = [{"logicalLocations": [{"name": "pay"}]}, at(8), at(2)]
    found = _one(_result(locations=locations))
    assert (found.file, found.line) == ("a.py", 8)
    assert found.extra["locations"] == locations


@pytest.mark.parametrize("locations", [[], None, [{"logicalLocations": [{"name": "pay"}]}], [3], "a.py"])
def test_a_result_without_a_place_is_kept(locations: object) -> None:
    found = _one(_result(locations=locations))
    assert not found.has_place
    assert found.message == "m"


def test_every_run_counts() -> None:
    run = json.loads(_log(_result()))["runs"][0]
    text = json.dumps({"version": "2.1.0", "runs": [run, run | {"results": []}, run]})
    assert [each.source for each in _read(text)] == [f"log.sarif: runs[{index}].results[0]" for index in (0, 2)]


# -- what is none


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('{"version": "2.0.0", "runs": []}', "version '2.0.0'"),
        ('{"runs": []}', "without a `version`"),
        ('{"version": "2.1.0"}', "without `runs`"),
        ("[]", "without a `version`"),
        ('{"version": "2.1.0", "runs": [{}]}', "without `results`"),
        ('{"version": "2.1.0", "runs": [{"results": null}]}', "without `results`"),
        ('{"version": "2.1.0", "runs": [3]}', "without `results`"),
        (_log(externalPropertyFileReferences={"results": [{"location": {"uri": "more.json"}}]}), "in other files"),
        (_log(invocations=[{"executionSuccessful": False}]), "says that it failed"),
    ],
)
def test_what_does_not_say_what_was_found_is_never_nothing_found(text: str, what: str) -> None:
    with pytest.raises(ForeignFormatError) as caught:
        _read(text)
    assert what in caught.value.what
    assert caught.value.where and caught.value.where.startswith("log.sarif")
    assert caught.value.hint


def test_a_run_that_found_nothing_is_clean() -> None:
    assert _read(_log(invocations=[{"executionSuccessful": True}])) == []


@pytest.mark.parametrize(
    ("text", "code", "place", "kept"),
    [
        (_log("no object", _result()), "no-finding", "runs[0].results[0]", 1),
        (_log(_result(), _result(kind="pass")), "no-defect", "runs[0].results[1]", 1),
        (_log(_result(baselineState="absent")), "gone-since-baseline", "runs[0].results[0]", 0),
        (_log(_result(), invocations=[{"executionSuccessful": False}]), "tool-failed", "runs[0]", 1),
    ],
)
def test_what_is_left_out_or_put_up_with_is_remarked_on(text: str, code: str, place: str, kept: int) -> None:
    remarks: list[tuple[str, str]] = []
    options = ReadOptions(remark=lambda code, words, place: remarks.append((code, place)))
    assert len(_read(text, options)) == kept
    assert remarks == [(code, f"log.sarif: {place}")]


@pytest.mark.parametrize(
    ("text", "ours"),
    [
        ('{"$schema": "https://example.com/sarif-schema-2.1.0.json", "runs": []}', True),
        ('{"version": "2.0.0", "runs": []}', True),
        ('{"runs": [' + " " * 100_000 + '], "version": "2.1.0"}', True),
        ('{"version": 1, "expected": [], "runs": []}', False),
        ('{"findings": []}', False),
        ('[{"runs": [], "version": "2.1.0"}]', False),
        ("", False),
    ],
)
def test_it_is_recognised_by_its_ends(text: str, ours: bool) -> None:
    assert READER.recognises(Text("log", text)) is ours
