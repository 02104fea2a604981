"""A guess is taken only where no letter is invented or lost."""

from __future__ import annotations

import pytest

from houndsman.hunt.guess import LONGEST, Guess, guess

HEAD = '{"findings": [{"file": "a.py", "message": '


def _finding(message: str) -> dict[str, object]:
    return {"findings": [{"file": "a.py", "message": message}]}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (HEAD + '"say "so" now"}]}', _finding('say "so" now')),
        (HEAD + '"5" wide", "line": 1}]}', {"findings": [{"file": "a.py", "message": '5" wide', "line": 1}]}),
        ("```json\n" + HEAD + '"say "so" {x[0]}"}]}\n```\n{"a": 1}', _finding('say "so" {x[0]}')),
        (HEAD + r'"caf\u00e9 "so"\n!"}]}', _finding('café "so"\n!')),
        ('{"findings": [{"file": "a.py"} {"file": "b.py"}]}', {"findings": [{"file": "a.py"}, {"file": "b.py"}]}),
        ('{"findings": [{"file": "a.py" "line": 12}]}', {"findings": [{"file": "a.py", "line": 12}]}),
    ],
)
def test_an_object_of_the_same_letters_is_taken(text: str, value: dict[str, object]) -> None:
    start = text.index("{")
    assert guess(text, start) == Guess(value, text.rindex("]}") + 2)


@pytest.mark.parametrize(
    "text",
    [
        '{"findings": [...]}',  # nobody has found nothing because that was guessed
        '{"findings": [{...}]}',
        '{"findings": [{"message": "no "file""}]}',
        '{"findings": [{"file": "a.py"}, and so on]}',
        '{"findings": [{"file": "a.py", "line" 12}], "b" 3}',  # the library drops the number
        HEAD + '"5" wide"}]}',  # the library takes the quote and the brace behind it for text
        HEAD + '"say "so" now"}',  # cut off: the library would close it
        HEAD + '"5" wide"}, {"file": "b.py", "mess',
        HEAD + '"5" wide", "x": ' + "[" * 5_000 + "]" * 5_000 + "}]}",
        HEAD + '"say "so" now' + "x" * LONGEST + '"}]}',
        "{",
    ],
)
def test_anything_else_is_not(text: str) -> None:
    assert guess(text, 0) is None
