"""Places in JSON as data: what a path finds, what a condition says, and what is refused when it is declared."""

from __future__ import annotations

import pytest
from pydantic import TypeAdapter, ValidationError

from houndsman.models.json_path import Condition, Path, holds, numbers, texts, values

EVENT: object = {
    "type": "assistant",
    "is_error": False,
    "count": 1,
    "nothing": None,
    "error": {"message": "unexpected status 429 Too Many Requests", "http-status": 429},
    "message": {"content": [{"type": "text", "text": "one"}, 7, {"type": "tool"}, {"type": "text", "text": "two"}]},
    "stats": {"models": {"a-model": {"in": 1}, "another": {"in": 2}}},
    "list": ["x", None, "y"],
}


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("type", ["assistant"]),
        ("error.http-status", [429]),
        ("message.content[type=text].text", ["one", "two"]),
        ("message.content[*].text", ["one", "two"]),
        ("message.content[type=none].text", []),
        ("stats.models.$keys", ["a-model", "another"]),
        ("list[*]", ["x", "y"]),
        ("list", [["x", None, "y"]]),
        ("nothing", []),
        ("missing.deeper", []),
        ("type.deeper", []),
        ("message[*].content", []),
        ("list[*].deeper", []),
    ],
)
def test_a_path_finds(path: str, found: list[object]) -> None:
    assert values(path, EVENT) == found


@pytest.mark.parametrize("document", [None, 1, "text", [], {}])
def test_a_document_of_any_kind_has_nothing(document: object) -> None:
    assert values("a.b[*].c", document) == []


def test_texts_and_numbers_leave_out_the_others() -> None:
    document = {"a": [1, "x", True, 2.5, float("nan"), float("inf"), None]}
    assert texts("a[*]", document) == ["x"]
    assert numbers(["a[*]", "b"], document) == [1, 2.5]


@pytest.mark.parametrize(
    ("condition", "is_so"),
    [
        ("type=assistant", True),
        ("type=assist", False),
        ("type~assist", True),
        ("type~ssist", False),
        ("is_error=false", True),
        ("is_error=true", False),
        ("count=1", True),
        ("count=true", False),
        ("is_error=0", False),
        ("nothing=null", True),
        ("missing=null", True),
        ("type=null", False),
        (r"error.message~unexpected status (\d{3})\b", True),
        ("count~1", False),
        ("message.content[type=text].text=two", True),
        ("message.content[type=tool].text=null", True),
    ],
)
def test_a_condition_holds(condition: str, is_so: bool) -> None:
    assert holds(condition, EVENT) is is_so


@pytest.mark.parametrize("path", ["", ".", "a.", ".a", "a..b", "a[", "a[]", "a[b]", "a[b=]", "a b", "a[*]b"])
def test_a_text_that_is_no_path_is_refused(path: str) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(Path).validate_python(path)


@pytest.mark.parametrize("condition", ["", "type", "=x", "a..b=x", "type~(", "a[b=c]"])
def test_a_text_that_is_no_condition_is_refused(condition: str) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(Condition).validate_python(condition)
