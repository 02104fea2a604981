"""Every row of intake's table, accepted and refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from houndsman.intake.finding import keyed
from houndsman.models.finding import Finding, Side

if TYPE_CHECKING:
    from tests.intake.conftest import Desk


def codes(finding: Finding) -> list[str]:
    return [note.code for note in finding.notes]


def test_a_finding_as_the_contract_says_has_no_notes(desk: Desk) -> None:
    finding = desk.one(
        line=3,
        endLine=5,
        side="new",
        rule="sql-injection",
        message="The query is built from a string",
        action="Bind it",
        quote="    execute(f'…')",
        severity="blocking",
        impactClass="security",
        confidence=0.9,
    )
    assert finding.notes == ()
    assert (finding.watchdog, finding.index, str(finding.path)) == ("api", 0, "src/app.py")
    assert (finding.line, finding.end_line, finding.side) == (3, 5, Side.NEW)
    assert (finding.rule, finding.severity_claimed, finding.impact_class) == ("sql-injection", "blocking", "security")
    assert (finding.quote, finding.confidence, finding.must_prove) == ("    execute(f'…')", 0.9, False)


@pytest.mark.parametrize(
    ("keys", "place", "must_prove", "code"),
    [
        ({"line": 3, "end_line": 5}, (3, 5), False, "end-line-key"),
        ({"line": "12"}, (12, None), False, "line-text"),
        ({"line": " 12 "}, (12, None), False, "line-text"),
        ({"line": "L12"}, (12, None), False, "line-text"),
        ({"line": "#L12"}, (12, None), False, "line-text"),
        ({"line": "line 12"}, (12, None), False, "line-text"),
        ({"line": "12:5"}, (12, None), False, "line-text"),
        ({"line": 3, "endLine": "5"}, (3, 5), False, "line-text"),
        ({"line": "7-12"}, (7, 12), False, "line-range"),
        ({"line": "7–12"}, (7, 12), False, "line-range"),
        ({"line": "L7-L12"}, (7, 12), False, "line-range"),
        ({"line": "7, 12"}, (7, 12), False, "line-range"),
        ({"line": [7, 12]}, (7, 12), False, "line-range"),
        ({"line": ["7", "L12"]}, (7, 12), False, "line-range"),
        ({"line": [7, 8, 9]}, (7, 9), False, "line-range"),
        ({"line": [7]}, (7, None), False, "line-range"),
        ({"line": "12-7"}, (7, 12), False, "line-reversed"),
        ({"line": [12, 7]}, (7, 12), False, "line-reversed"),
        ({"line": 12, "endLine": 7}, (7, 12), False, "line-reversed"),
        ({"line": 12.0}, (12, None), False, "line-float"),
        ({"line": 0}, (None, None), True, "line-not-positive"),
        ({"line": -3}, (None, None), True, "line-not-positive"),
        ({"line": "-3"}, (None, None), True, "line-not-positive"),
        ({"line": [0, 12]}, (None, None), True, "line-unreadable"),
        ({"line": float("nan")}, (None, None), True, "line-unreadable"),
        ({"line": float("inf")}, (None, None), True, "line-unreadable"),
        ({"line": "NaN"}, (None, None), True, "line-unreadable"),
        ({"line": 12.5}, (None, None), True, "line-unreadable"),
        ({"line": True}, (None, None), True, "line-unreadable"),
        ({"line": "somewhere"}, (None, None), True, "line-unreadable"),
        ({"line": {"start": 3}}, (None, None), True, "line-unreadable"),
        ({"line": 13}, (12, None), True, "line-beyond-file"),
        ({"line": "68-940"}, (12, None), True, "line-beyond-file"),
        ({"line": 10**30}, (12, None), True, "line-beyond-file"),
        ({"line": 1, "file": "empty.txt"}, (None, None), True, "line-beyond-file"),
        ({"line": 7, "endLine": 99}, (7, 12), False, "end-line-beyond-file"),
        ({"line": 12, "endLine": 99}, (12, None), False, "end-line-beyond-file"),
        ({"line": 7, "endLine": 0}, (7, None), False, "end-line-unreadable"),
        ({"line": 7, "endLine": True}, (7, None), False, "end-line-unreadable"),
    ],
)
def test_lines_are_put_right_with_a_note(
    desk: Desk, keys: dict[str, object], place: tuple[int | None, int | None], must_prove: bool, code: str
) -> None:
    finding = desk.one(**keys)
    assert (finding.line, finding.end_line) == place
    assert finding.must_prove is must_prove
    assert code in codes(finding)


@pytest.mark.parametrize(
    ("keys", "place"),
    [
        ({"line": None}, (None, None)),
        ({"line": None, "endLine": 5}, (None, None)),
        ({"line": 7, "endLine": 7}, (7, None)),
        ({"line": 7, "endLine": None}, (7, None)),
        ({"line": 99, "file": "logo.png"}, (99, None)),
    ],
)
def test_lines_that_need_no_repair_get_no_note(
    desk: Desk, keys: dict[str, object], place: tuple[int | None, int | None]
) -> None:
    finding = desk.one(**keys)
    assert (finding.line, finding.end_line, finding.must_prove, finding.notes) == (*place, False, ())


def test_a_line_that_was_left_out_has_to_be_proved(desk: Desk) -> None:
    finding = desk.read({"file": "src/app.py", "message": "bad"}).findings[0]
    assert finding.must_prove
    assert "line-missing" in codes(finding)


@pytest.mark.parametrize(
    ("word", "side", "code"),
    [
        ("new", Side.NEW, None),
        ("old", Side.OLD, None),
        (None, Side.NEW, None),
        ("NEW", Side.NEW, "side-word"),
        ("right", Side.NEW, "side-word"),
        ("RIGHT", Side.NEW, "side-word"),
        ("left", Side.OLD, "side-word"),
        ("LEFT", Side.OLD, "side-word"),
        ("middle", Side.NEW, "side-unknown"),
        (1, Side.NEW, "side-unknown"),
    ],
)
def test_sides(desk: Desk, word: object, side: Side, code: str | None) -> None:
    finding = desk.one(side=word)
    assert finding.side is side
    assert codes(finding) == ([code] if code else [])


def test_a_file_that_only_the_old_commit_has_means_the_old_side_where_none_is_given(desk: Desk) -> None:
    silent, said = desk.one(file="src/gone.py"), desk.one(file="src/gone.py", side="new")
    assert (silent.side, codes(silent)) == (Side.OLD, ["side-from-path"])
    assert (said.side, codes(said)) == (Side.NEW, ["path-other-side"])


@pytest.mark.parametrize(
    ("value", "confidence", "code"),
    [
        (0.8, 0.8, None),
        (1, 1.0, None),
        (None, None, None),
        ("0.8", 0.8, "confidence-spelling"),
        ("80%", 0.8, "confidence-spelling"),
        (80, 0.8, "confidence-spelling"),
        ("high", None, "confidence-unreadable"),
        (-0.1, None, "confidence-unreadable"),
        (101, None, "confidence-unreadable"),
        (True, None, "confidence-unreadable"),
        (float("nan"), None, "confidence-unreadable"),
        ([], None, "confidence-unreadable"),
    ],
)
def test_confidence(desk: Desk, value: object, confidence: float | None, code: str | None) -> None:
    finding = desk.one(confidence=value)
    assert finding.confidence == confidence
    assert codes(finding) == ([code] if code else [])


@pytest.mark.parametrize(
    ("key", "value", "text"),
    [
        ("message", 42, "42"),
        ("message", {"b": 1, "a": None}, '{"a": null, "b": 1}'),
        ("action", ["first", "then"], "first\nthen"),
        ("quote", ["def f():", "    pass"], "def f():\n    pass"),
        ("quote", True, "true"),
    ],
)
def test_what_is_not_text_is_written_out_with_a_note(desk: Desk, key: str, value: object, text: str) -> None:
    finding = desk.one(**{key: value})
    assert getattr(finding, key) == text
    assert codes(finding) == [f"{key}-not-text"]


def test_unknown_keys_are_kept_and_snake_case_ones_are_read(desk: Desk) -> None:
    intake = desk.read(
        {"file": "src/app.py", "line": 3, "message": "bad", "impact_class": "money", "cwe": [89], "end_line": 4}
    )
    finding = intake.findings[0]
    assert (finding.impact_class, finding.end_line, finding.extra) == ("money", 4, {"cwe": [89]})
    assert codes(finding) == ["end-line-key"]
    assert "snake-case" in [note.code for note in intake.notes]


def test_an_end_line_in_snake_case_alone_is_no_habit_of_the_file(desk: Desk) -> None:
    good = {"file": "src/app.py", "line": 3, "message": "bad"}
    end, impact = desk.read({**good, "end_line": 5}), desk.read({**good, "impact_class": "money"})
    assert (codes(end.findings[0]), end.notes) == (["end-line-key"], ())
    assert (codes(impact.findings[0]), [note.code for note in impact.notes]) == ([], ["snake-case"])


def test_each_file_has_its_own_end(desk: Desk) -> None:
    intake = desk.read(*({"file": name, "line": 12, "message": "bad"} for name in ("src/app.py", "src/new.py")))
    assert [finding.line for finding in intake.findings] == [12, 1]


def test_keys_of_the_contract_are_told_from_others() -> None:
    known = frozenset({"file", "endLine"})
    assert keyed({"file": 1, "endLine": 2}, known) == ({"file": 1, "endLine": 2}, {}, ())
    assert keyed({"end_line": 2, "x": 3}, known) == ({"endLine": 2}, {"x": 3}, ("endLine",))


def test_the_proper_key_wins_over_its_snake_case_twin(desk: Desk) -> None:
    finding = desk.one(endLine=5, end_line=9)
    assert (finding.end_line, finding.extra) == (5, {"end_line": 9})


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        ("just words", "not an object"),
        (None, "not an object"),
        ([], "not an object"),
        ({"line": 3, "message": "bad"}, "no file"),
        ({"file": None, "message": "bad"}, "no file"),
        ({"file": "  ", "message": "bad"}, "no file"),
        ({"file": 7, "message": "bad"}, "no file"),
        ({"file": ".", "message": "bad"}, "no file"),
        ({"file": "/home/dev/project", "message": "bad"}, "outside the repository"),
        ({"file": "../secrets.txt", "message": "bad"}, "outside the repository"),
        ({"file": "src/../../secrets.txt", "message": "bad"}, "outside the repository"),
        ({"file": "..\\secrets.txt", "message": "bad"}, "outside the repository"),
        ({"file": "/etc/passwd", "message": "bad"}, "outside the repository"),
        ({"file": "/home/dev/project/../other/x.py", "message": "bad"}, "outside the repository"),
        ({"file": "/home/dev/project-two/src/app.py", "message": "bad"}, "outside the repository"),
        ({"file": "D:\\other\\x.py", "message": "bad"}, "outside the repository"),
        ({"file": "~/x.py", "message": "bad"}, "outside the repository"),
        ({"file": "file:///etc/passwd", "message": "bad"}, "outside the repository"),
        ({"file": "file://elsewhere/home/dev/project/src/app.py", "message": "bad"}, "outside the repository"),
        ({"file": "src/app.py", "line": 3}, "neither rule nor message"),
        ({"file": "src/app.py", "line": 3, "rule": "none", "message": " "}, "neither rule nor message"),
        ({"file": "src/app.py", "line": 3, "rule": 99, "impactClass": "money"}, "neither rule nor message"),
    ],
)
def test_a_finding_is_refused_alone_with_its_reason_and_its_raw_words(desk: Desk, raw: object, reason: str) -> None:
    intake = desk.read({"file": "src/app.py", "line": 1, "message": "good"}, raw)
    assert [finding.message for finding in intake.findings] == ["good"]
    [refusal] = intake.refusals
    assert (refusal.watchdog, refusal.index, refusal.reason, refusal.raw) == ("api", 1, reason, raw)


def test_a_rule_alone_and_a_message_alone_are_enough(desk: Desk) -> None:
    assert desk.one(message="").rule == "sql-injection"
    assert desk.one(rule=None).rule == "emergent/unclassified"
