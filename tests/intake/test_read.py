"""A findings file as a whole."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from houndsman.errors import ExitCode
from houndsman.intake.context import Intake
from houndsman.intake.loads import BadReply
from houndsman.models.finding import Note

if TYPE_CHECKING:
    from tests.intake.conftest import Desk

GOOD = b'{"findings": [{"file": "src/app.py", "line": 3, "message": "bad"}], "reviewedFiles": ["src/app.py"]}'


def codes(intake: Intake) -> list[str]:
    return [note.code for note in intake.notes]


@pytest.mark.parametrize(
    ("raw", "what", "where"),
    [
        (b"", "not JSON", ":1:1"),
        (b"No findings.", "not JSON", ":1:1"),
        (b'{\n "findings": [,]}', "not JSON", ":2:15"),
        (b'{"findings": [{"file": "src/app.py"', "not JSON", ":1:36"),
        (b'{"findings":\n\n ["\xff"]}\n', "not UTF-8 text", ":3:4"),
        (b"\n\xff\n", "not UTF-8 text", ":2:1"),
        (b"[]", "the root is a list", ""),
        (b"null", "the root is null", ""),
        (b"true", "the root is true", ""),
        (b'"text"', "the root is text", ""),
        (b"7", "the root is a number", ""),
        (b"{}", "`findings` is missing", ""),
        (b'{"findings": null}', "`findings` is null", ""),
        (b'{"findings": {}}', "`findings` is an object", ""),
        (b"[" * 100_000, "JSON nested too deeply to be a reply", ""),
        (b'{"findings": [' + b"[" * 200 + b"]" * 200 + b"]}", "JSON nested too deeply to be a reply", ""),
    ],
)
def test_what_cannot_be_read_is_a_failed_watchdog_and_says_where(desk: Desk, raw: bytes, what: str, where: str) -> None:
    with pytest.raises(BadReply) as caught:
        desk.read_bytes(raw)
    assert caught.value.what.startswith(what)
    assert caught.value.where == f"findings/api.json{where}"
    assert caught.value.exit_code is ExitCode.INCOMPLETE
    assert caught.value.hint


def test_nothing_found_is_an_empty_list(desk: Desk) -> None:
    intake = desk.read(reviewedFiles=["src/app.py", "src/new.py", "logo.png"])
    assert (intake.findings, intake.refusals, intake.undeclared, intake.notes) == ((), (), (), ())


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"\xef\xbb\xbf" + GOOD, "bom"),
        (GOOD.replace(b'"line"', b'"confidence": NaN, "line"'), "bad-constant"),
        (GOOD.replace(b'"line"', b'"x": -Infinity, "line"'), "bad-constant"),
        (GOOD.replace(b'"line"', b'"x": 1e999, "line"'), "bad-constant"),
        (GOOD.replace(b'"line"', b'"x": ' + b"9" * 5000 + b', "line"'), "huge-number"),
        (GOOD.replace(b'"line"', b'"line": 1, "line"'), "duplicate-key"),
        (GOOD.replace(b'"bad"', b'"bad \\ud800\\u0000"'), "bad-text"),
        (GOOD.replace(b"reviewedFiles", b"reviewed_files"), "snake-case"),
        (GOOD.replace(b'{"findings"', b'{"watchdog": "other", "findings"'), "other-watchdog"),
    ],
)
def test_small_faults_are_put_right_with_a_note(desk: Desk, raw: bytes, code: str) -> None:
    intake = desk.read_bytes(raw)
    assert [(finding.line, finding.watchdog) for finding in intake.findings] == [(3, "api")]
    assert [str(path) for path in intake.reviewed] == ["src/app.py"]
    assert codes(intake) == [code]


def test_what_is_kept_can_be_written_as_json_and_stored_as_text(desk: Desk) -> None:
    raw = GOOD.replace(b'"line"', b'"x": [NaN, "\\ud800"], "line"').replace(b'"bad"', b'"bad\\u0000"')
    finding = desk.read_bytes(raw).findings[0]
    assert json.dumps(finding.extra, allow_nan=False) == '{"x": [null, "?"]}'
    assert finding.message == "bad\ufffd"


def test_an_escape_that_hides_nothing_is_no_bad_text(desk: Desk) -> None:
    intake = desk.read_bytes(GOOD.replace(b'"bad"', b'"caf\\u00e9"'))
    assert (intake.findings[0].message, intake.notes) == ("café", ())


def test_who_was_asked_and_what_else_was_said_is_kept(desk: Desk) -> None:
    intake = desk.read(mood="good")
    assert (intake.watchdog, intake.extra) == ("api", {"mood": "good"})


def test_notes_on_the_file_say_what_was_put_right(desk: Desk, told: Callable[[Iterable[Note]], list[str]]) -> None:
    intake = desk.read(
        watchdog="other",
        reviewedFiles=["src/app.py", *(f"{number}.py" for number in range(5))],
        skipped=[{"file": "src/app.py"}, *(f"{number}.py" for number in range(7))],
        checks=[{"id": "C1", "verdict": "ok"}, "C2", {"id": "C3"}],
        rules=[{"id": 1, "verdict": "ok"}],
        businessSummary=["x"],
        usage={"tokensIn": "many"},
    )
    assert told(intake.notes) == [
        "other-watchdog: other -> api",
        "reviewed-outside-brief: 0.py, 1.py, 2.py, 3.py, 4.py",
        "skipped-outside-brief: 0.py, 1.py, 2.py, 3.py, 4.py and 2 more",
        "reviewed-and-skipped: src/app.py",
        "verdict-unreadable: 2",
        "summary-not-text: ['x']",
        "usage-unreadable: {'tokensIn': 'many'}",
    ]


def test_findings_lists_given_twice_are_joined(desk: Desk) -> None:
    raw = (
        b'{"findings": [{"file": "src/app.py", "message": "1"}], "findings": [{"file": "src/app.py", "message": "2"}]}'
    )
    assert [finding.message for finding in desk.read_bytes(raw).findings] == ["1", "2"]


def test_only_files_of_the_brief_count_as_reviewed(desk: Desk) -> None:
    intake = desk.read(reviewedFiles=["src/app.py", "src/app.py", "a/own.py", "nowhere.py", "../x", 7])
    assert [str(path) for path in intake.reviewed] == ["src/app.py"]
    assert [str(path) for path in intake.undeclared] == ["logo.png", "src/new.py"]
    assert codes(intake) == ["reviewed-unreadable", "reviewed-outside-brief"]
    assert "../x, a/own.py, nowhere.py" in intake.notes[1].text


@pytest.mark.parametrize("value", [None, "src/app.py", {"src/app.py": True}, 7])
def test_a_list_of_reviewed_files_that_is_none_counts_for_nothing(desk: Desk, value: object) -> None:
    intake = desk.read(reviewedFiles=value)
    assert intake.reviewed == ()
    assert "reviewed-unreadable" in codes(intake)


def test_skipped_files_keep_their_reasons_and_outrank_reviewed(desk: Desk) -> None:
    intake = desk.read(
        reviewedFiles=["src/app.py", "src/new.py"],
        skipped=[
            {"file": "src/new.py", "reason": "budget"},
            {"file": "logo.png", "reason": 7},
            {"reason": "lost"},
            {"file": "a/own.py"},
        ],
    )
    assert {str(path): reason for path, reason in intake.skipped.items()} == {"logo.png": "", "src/new.py": "budget"}
    assert [str(path) for path in intake.reviewed] == ["src/app.py"]
    assert intake.undeclared == ()
    assert codes(intake) == ["skipped-unreadable", "skipped-outside-brief", "reviewed-and-skipped"]


def test_a_skipped_file_may_be_its_name_alone(desk: Desk) -> None:
    intake = desk.read(skipped=["logo.png"])
    assert {str(path): reason for path, reason in intake.skipped.items()} == {"logo.png": ""}


def test_verdicts_that_can_be_read_are_kept(desk: Desk) -> None:
    intake = desk.read(
        checks=[{"id": "C1", "verdict": "OK", "at": "src/app.py:3", "note": "seen"}, {"id": "C2"}, "C3"],
        rules=[{"id": 1, "verdict": "gap", "at": 7}, {"id": "2", "verdict": "N/A"}],
    )
    assert [(check.id, check.verdict, check.at, check.note) for check in intake.checks] == [
        ("C1", "ok", "src/app.py:3", "seen")
    ]
    assert [(rule.id, rule.verdict, rule.at, rule.note) for rule in intake.rules] == [
        ("1", "gap", None, ""),
        ("2", "n/a", None, ""),
    ]
    assert codes(intake) == ["verdict-unreadable"]


def test_summary_and_usage(desk: Desk) -> None:
    intake = desk.read(businessSummary=" Adds stock. ", usage={"tokensIn": 10, "tokens_out": 2, "cost": 0.5})
    assert intake.business_summary == "Adds stock."
    assert intake.usage is not None
    assert (intake.usage.tokens_in, intake.usage.tokens_out, intake.usage.cost) == (10, 2, 0.5)
    odd = desk.read(businessSummary=["x"], usage={"tokensIn": "many"})
    assert (odd.business_summary, odd.usage, codes(odd)) == (None, None, ["summary-not-text", "usage-unreadable"])


SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
)
FINDINGS = st.dictionaries(
    st.sampled_from(
        ["file", "line", "endLine", "end_line", "side", "rule", "message", "quote", "severity", "impactClass", "x"]
    ),
    VALUES | st.sampled_from(["src/app.py", "../x", "L3-L9", "critical", "R1", "Lógica: x"]),
)


def test_no_json_whatever_crashes_intake_and_every_entry_is_accounted_for(desk: Desk) -> None:
    @settings(derandomize=True, max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(entries=st.lists(FINDINGS | VALUES, max_size=4), rest=VALUES)
    def reads(entries: list[object], rest: object) -> None:
        intake = desk.read(*entries, reviewedFiles=rest, skipped=rest, checks=rest, usage=rest, businessSummary=rest)
        assert len(intake.findings) + len(intake.refusals) == len(entries)

    reads()
