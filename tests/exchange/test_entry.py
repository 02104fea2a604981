"""One flat object as a finding: what is read, what is put up with, what is kept."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houndsman.exchange.entry import Shared, read_entry
from houndsman.exchange.spellings import sorted_out
from houndsman.models.finding import Side
from houndsman.models.foreign import ForeignFinding
from houndsman.models.severity import Severity

Told = list[tuple[str, str]]


def _read(entry: Mapping[str, object], shared: Shared | None = None) -> tuple[ForeignFinding, Told]:
    told: Told = []
    finding = read_entry(
        entry, sorted_out(tuple(entry)), "x:1", shared or Shared(), lambda code, _, place: told.append((code, place))
    )
    return finding, told


def test_every_field_is_read() -> None:
    entry = {
        "file": "a.py",
        "line": 3,
        "endLine": 5,
        "side": "LEFT",
        "rule": "R1",
        "message": " It breaks.\n",
        "action": "Mend it.",
        "quote": "\n    x = 1\n",
        "severity": "High",
        "category": "security",
        "case": "pay",
        "id": 7,
        "commit": "abc1234",
        "label": "TP",
    }
    finding, told = _read(entry)
    assert finding == ForeignFinding(
        file="a.py",
        line=3,
        end_line=5,
        side=Side.OLD,
        rule="R1",
        message="It breaks.",
        action="Mend it.",
        quote="    x = 1",
        severity=Severity.BLOCKING,
        category="security",
        case="pay",
        id="7",
        commit="abc1234",
        source="x:1",
        extra={"label": "TP"},
    )
    assert told == []


@pytest.mark.parametrize(
    ("entry", "place"),
    [
        ({"line": 3}, (3, None)),
        ({"line": 3, "end_line": 3}, (3, None)),
        ({"line": 3, "endLine": None}, (3, None)),
        ({"line": 3, "endLine": 5}, (3, 5)),
        ({"line": 5, "endLine": 3}, (3, 5)),
        ({"line": "12"}, (12, None)),
        ({"line": "12-15"}, (12, 15)),
        ({"line": "L12"}, (12, None)),
        ({"line": [12, 15]}, (12, 15)),
        ({"line": [15, 12]}, (12, 15)),
        ({"line": 3.0, "endLine": "5"}, (3, 5)),
        ({"start_line": 3, "end_line": 5}, (3, 5)),
        ({"start_line": 3, "line": 5}, (3, 5)),
        ({"start_line": None, "line": 5}, (5, None)),
        ({"line_start": 3}, (3, None)),
        ({"line": None}, (None, None)),
        ({}, (None, None)),
    ],
)
def test_lines_are_read_as_people_write_them(entry: dict[str, object], place: tuple[int | None, int | None]) -> None:
    finding, told = _read({"file": "a.py"} | entry)
    assert (finding.line, finding.end_line) == place
    assert (told, finding.extra) == ([], {})


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        ("file", ["a.py"], "unread-file"),
        ("line", 0, "unread-line"),
        ("line", -4, "unread-line"),
        ("line", "soon", "unread-line"),
        ("line", True, "unread-line"),
        ("startLine", {}, "unread-first-line"),
        ("side", "up", "unread-side"),
        ("rule", {"id": "R1"}, "unread-rule"),
        ("severity", "5", "unread-severity"),
        ("severity", 5, "unread-severity"),
        ("severity", "catastrophic", "unread-severity"),
        ("category", 1.5, "unread-category"),
        ("case", False, "unread-case"),
        ("id", [], "unread-id"),
        ("commit", {}, "unread-commit"),
    ],
)
def test_what_cannot_be_read_as_its_field_is_kept_and_told(key: str, value: object, code: str) -> None:
    finding, told = _read({"message": "m", key: value})
    assert finding == ForeignFinding(file=None, line=None, message="m", source="x:1", extra={key: value})
    assert told == [(code, "x:1")]


def test_an_end_that_is_no_line_is_kept_and_told() -> None:
    finding, told = _read({"line": 3, "endLine": "soon"})
    assert (finding.line, finding.end_line, finding.extra) == (3, None, {"endLine": "soon"})
    assert told == [("unread-last-line", "x:1")]


@pytest.mark.parametrize("nothing", [None, "", " \n"])
@pytest.mark.parametrize("key", ["file", "line", "endLine", "side", "rule", "severity", "category", "case", "id"])
def test_nothing_said_is_nothing_to_tell(key: str, nothing: object) -> None:
    finding, told = _read({"message": "m", key: nothing})
    assert finding == ForeignFinding(file=None, line=None, message="m", source="x:1", extra={})
    assert told == []


def test_words_that_are_no_text_are_written_out() -> None:
    finding, told = _read({"message": ["One.", "Two."], "action": {"a": 1}})
    assert (finding.message, finding.action, told) == ("One.\nTwo.", '{"a": 1}', [])


@pytest.mark.parametrize(
    ("entry", "case", "commit"),
    [
        ({}, "all", "fff"),
        ({"case": "own"}, "own", "fff"),
        ({"pr": 5, "commit": "abc"}, "5", "abc"),
        ({"pr": ""}, "all", "fff"),
    ],
)
def test_its_own_case_and_commit_come_before_those_of_the_file(
    entry: dict[str, object], case: str, commit: str
) -> None:
    finding, _ = _read(entry, Shared("all", "fff"))
    assert (finding.case, finding.commit) == (case, commit)


@given(
    st.dictionaries(
        st.sampled_from(["file", "line", "endLine", "side", "rule", "severity", "message", "quote", "case", "label"]),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
            lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
            max_leaves=4,
        ),
    )
)
def test_nothing_fails_and_the_range_is_in_order(entry: dict[str, object]) -> None:
    finding, _ = _read(entry)
    assert finding.line is None or 0 < finding.line <= finding.last
    assert finding.end_line is None or finding.line is not None
