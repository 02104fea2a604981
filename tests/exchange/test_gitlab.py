"""Discussions of GitLab's merge requests."""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path

import pytest

from houndsman.exchange.gitlab import READER
from houndsman.exchange.reader import ForeignFormatError, ReadOptions, Text
from houndsman.models.finding import Side
from houndsman.models.foreign import ForeignFinding

SAMPLE = (Path(__file__).parent / "samples" / "gitlab.json").read_text(encoding="utf-8")

Told = list[tuple[str, str]]


def _read(text: str, cases: Collection[str] = ()) -> tuple[list[ForeignFinding], Told]:
    told: Told = []
    options = ReadOptions(cases=cases, remark=lambda code, _, place: told.append((code, place)))
    return list(READER.read(Text("x", text), options)), told


def _discussion(*notes: object) -> dict[str, object]:
    return {"id": "d", "individual_note": False, "notes": list(notes)}


def _one(**position: object) -> ForeignFinding:
    place = {"old_path": "old.py", "new_path": "new.py", "base_sha": "base", "head_sha": "head"} | position
    (finding,), _ = _read(json.dumps([_discussion({"id": 1, "body": "b", "system": False, "position": place})]))
    return finding


def test_the_first_note_is_the_finding() -> None:
    (finding,), told = _read(SAMPLE)
    assert finding._replace(extra={}) == ForeignFinding(
        file="src/pay.py",
        line=12,
        end_line=15,
        side=Side.NEW,
        message="A price is a float.",
        id="1",
        commit="def5678",
        source="x: [0]",
        extra={},
    )
    assert (finding.extra["discussion"], finding.extra["author"]) == ("6a9c", "reviewer")
    assert told == [("conversation", "x: [0]"), ("system-note", "x: [1]")]


@pytest.mark.parametrize(
    ("position", "place"),
    [
        ({"new_line": 5, "old_line": None}, ("new.py", 5, None, Side.NEW, "head")),
        ({"new_line": None, "old_line": 4}, ("old.py", 4, None, Side.OLD, "base")),
        ({"new_line": 5, "old_line": 4}, ("new.py", 5, None, Side.NEW, "head")),
        (
            {"new_line": 5, "line_range": {"start": {"new_line": 3}, "end": {"new_line": 5}}},
            ("new.py", 3, 5, Side.NEW, "head"),
        ),
        (
            {"old_line": 5, "line_range": {"start": {"old_line": 3}, "end": {"old_line": 5}}},
            ("old.py", 3, 5, Side.OLD, "base"),
        ),
        (  # it begins on a removed line
            {"new_line": 5, "line_range": {"start": {"old_line": 9, "new_line": None}, "end": {"new_line": 5}}},
            ("new.py", 5, None, Side.NEW, "head"),
        ),
        ({"position_type": "file"}, ("new.py", None, None, None, "head")),
        ({"new_line": 5, "line_range": None}, ("new.py", 5, None, Side.NEW, "head")),
    ],
)
def test_places(position: dict[str, object], place: tuple[str, int | None, int | None, Side | None, str]) -> None:
    finding = _one(**position)
    assert (finding.file, finding.line, finding.end_line, finding.side, finding.commit) == place


def test_a_note_on_the_whole_merge_request_has_no_place() -> None:
    (finding,), told = _read(json.dumps([_discussion({"id": 1, "body": "b", "system": False})]))
    assert (finding.file, finding.line, finding.message, told) == (None, None, "b", [])


@pytest.mark.parametrize(
    ("cases", "case"), [((), None), (("17",), "17"), (("!17", "17"), "!17"), (("1", "shop"), None)]
)
def test_the_case_is_its_merge_request_if_one_is_called_so(cases: tuple[str, ...], case: str | None) -> None:
    (finding,), _ = _read(SAMPLE, cases)
    assert finding.case == case


def test_pages_are_one_list_and_odd_entries_are_told() -> None:
    page = json.dumps([_discussion({"id": 1, "body": "b"}), 7, {"individual_note": True, "notes": []}])
    findings, told = _read(page + page)
    assert [finding.source for finding in findings] == ["x:1: [0]", "x:1: [0]"]
    assert [code for code, _ in told] == ["no-finding"] * 4


@pytest.mark.parametrize(
    ("text", "where", "what"),
    [
        ('{"message": "404 Project Not Found"}', "x", "no discussions"),
        ('[{"id": 1, "body": "b", "system": false}]', "x", "no discussions"),
        ('[{"id": ', "x:1:9", "not JSON"),
    ],
)
def test_what_are_no_discussions_is_an_error_and_never_nothing(text: str, where: str, what: str) -> None:
    assert not READER.recognises(Text("x", text))
    with pytest.raises(ForeignFormatError) as caught:
        _read(text)
    assert (caught.value.where, what in caught.value.what) == (where, True)
    assert caught.value.hint


def test_no_discussions_are_no_findings() -> None:
    assert _read("[]") == ([], [])
