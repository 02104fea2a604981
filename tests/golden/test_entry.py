"""What one entry of a golden set says."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from houndsman.golden.entry import BadEntry, Warnings, read_entry
from houndsman.models.finding import Side
from houndsman.models.golden import GoldenAnchor
from houndsman.models.severity import Severity

AT = {"id": "x", "file": "pay.py", "line": 3}


def read(more: Mapping[str, object]) -> tuple[GoldenAnchor, list[str]]:
    warnings = Warnings()
    anchor = read_entry({**AT, **more}, "pay", "pay.json: expected[0]", warnings)
    return anchor, [warning.code for warning in warnings.told()]


def test_all_that_the_format_knows() -> None:
    raw = {
        "id": "float-money", "file": "./src/pay.py", "line": 3, "endLine": 5, "tolerance": 2, "match": "float",
        "severity": "High", "note": "money is a float", "code": "x = 1.0", "rule": "money", "category": "money",
        "side": "LEFT", "ignored": True, "case": "12", "cwe": [682], "commit": "abc", "changedLines": 3,
    }  # fmt: skip
    assert read(raw) == (
        GoldenAnchor(
            "float-money", "12", "src/pay.py", 3, 5, 2, "float", Side.OLD, Severity.BLOCKING, "money", "money",
            "money is a float", "x = 1.0", True, "pay.json: expected[0]", {"cwe": [682]},
        ),
        [],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"line": 3}, (3, None)),
        ({"line": 3, "endLine": None}, (3, None)),
        ({"line": 3, "endLine": 3}, (3, None)),
        ({"line": 3, "endLine": 5}, (3, 5)),
        ({"line": 3, "end_line": 5}, (3, 5)),
        ({"line": 3, "end_line": 5, "endLine": 5}, (3, 5)),
        ({"line": None}, (None, None)),
    ],
)
def test_lines(more: Mapping[str, object], expected: tuple[int | None, int | None]) -> None:
    anchor, warnings = read(more)
    assert ((anchor.line, anchor.end_line), warnings) == (expected, [])


@pytest.mark.parametrize(
    ("more", "code", "changed"),
    [
        ({"line": 9, "endLine": 3}, "golden-range-reversed", {"line": 3, "end_line": 9}),
        ({"line": None, "endLine": 3}, "golden-line-missing", {"line": None, "end_line": None}),
        ({"severity": "urgent"}, "golden-severity-unknown", {"severity": None}),
        ({"severity": 3}, "golden-severity-unknown", {"severity": None}),
        ({"side": "middle"}, "golden-side-unknown", {"side": None}),
    ],
)
def test_what_is_put_right_leaves_a_warning(more: Mapping[str, object], code: str, changed: dict[str, object]) -> None:
    anchor, warnings = read(more)
    assert warnings == [code]
    assert anchor == read({})[0]._replace(**changed)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *(("line", value) for value in (0, -1, "12", 1.0, True, [1])),
        *(("endLine", value) for value in (0, "12")),
        *(("end_line", value) for value in (0, "12")),
        *(("tolerance", value) for value in (-1, "3", 0.5, True)),
        *((key, []) for key in ("id", "case", "pr", "match", "category", "rule", "note", "code")),
        ("file", 3),
        ("ignored", "yes"),
    ],
)
def test_what_would_be_a_guess_is_refused(key: str, value: object) -> None:
    with pytest.raises(BadEntry) as caught:
        read({key: value})
    assert caught.value.key == key
    assert f"`{key}`" in caught.value.what
    assert caught.value.hint


def test_two_spellings_of_the_last_line_must_agree() -> None:
    with pytest.raises(BadEntry, match="`endLine` is 5 and `end_line` is 6"):
        read({"endLine": 5, "end_line": 6})


@pytest.mark.parametrize(
    ("raw", "case"),
    [
        ({}, "pay"),
        ({"pr": 12}, "12"),
        ({"pr": "a/b#12"}, "a/b#12"),
        ({"case": "c", "pr": 12}, "c"),
        ({"case": ""}, "pay"),
    ],
)
def test_whose_case(raw: Mapping[str, object], case: str) -> None:
    assert read(raw)[0].case == case


@pytest.mark.parametrize(
    ("spelled", "file"),
    [
        ("a/b.py", "a/b.py"),
        ("./a.py", "a.py"),
        (".//./a.py", "a.py"),
        ("a\\b.py", "a\\b.py"),
        (".env", ".env"),
        ("", None),
    ],
)
def test_paths(spelled: str, file: str | None) -> None:
    assert read({"file": spelled})[0].file == file


def test_numbers_are_names_too() -> None:
    anchor, _ = read({"id": 7, "rule": 476, "category": 22})
    assert (anchor.id, anchor.rule, anchor.category) == ("7", "476", "22")


@pytest.mark.parametrize("raw", [{}, {"file": None, "line": 3}, {"message": "a finding's word"}])
def test_an_entry_that_says_nothing_is_refused(raw: Mapping[str, object]) -> None:
    with pytest.raises(BadEntry, match="neither `file` nor `id` nor `note`"):
        read_entry(raw, "pay", "pay.json: expected[0]", Warnings())


def test_the_same_warning_at_many_places_is_one() -> None:
    warnings = Warnings()
    for number in range(1, 6):
        read_entry({**AT, "severity": "urgent"}, "pay", f"pay.jsonl:{number}", warnings)
    (told,) = warnings.told()
    assert told.message == (
        "the severity 'urgent' is not known and was left out: pay.jsonl:1, pay.jsonl:2, pay.jsonl:3 and 2 more"
    )
