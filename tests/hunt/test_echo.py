"""The brief's example is recognised, however it is laid out, and nothing else is taken for it."""

from __future__ import annotations

import json
from typing import cast

import pytest

from houndsman.hunt.echo import without_example
from houndsman.prompt.reply import EXAMPLE_FILE, reply_example

EXAMPLE = cast("dict[str, list[object]]", json.loads(reply_example("w")))
FINDING = cast("dict[str, object]", EXAMPLE["findings"][0])
OWN: dict[str, object] = {"file": "a.py", "line": 12, "message": "Another thing.", "quote": "x"}


def test_nothing_is_left_of_an_echo() -> None:
    assert without_example(EXAMPLE) == {**{key: [] for key in EXAMPLE}, "watchdog": "w"}


def test_what_is_added_to_the_example_is_kept() -> None:
    reply: dict[str, object] = {**EXAMPLE, "findings": [FINDING, OWN], "reviewedFiles": [EXAMPLE_FILE, "a.py"]}
    left = without_example(reply)
    assert (left["findings"], left["reviewedFiles"]) == ([OWN], ["a.py"])


@pytest.mark.parametrize(
    ("changed", "is_echo"),
    [
        ({}, True),
        ({"line": 99, "confidence": None}, True),
        ({"message": "Own words."}, True),
        ({"quote": "x = 1"}, True),
        ({"message": str(FINDING["message"]).replace(" ", "\n  ")}, True),
        ({"message": "Own words.", "quote": "x = 1"}, False),
        ({"file": "a.py"}, False),
        ({"file": None}, False),
        ({"file": f" {EXAMPLE_FILE} "}, True),
    ],
)
def test_a_finding_is_the_examples_by_its_file_and_its_words(changed: dict[str, object], is_echo: bool) -> None:
    finding = {**FINDING, **changed}
    assert without_example({"findings": [finding]})["findings"] == ([] if is_echo else [finding])


@pytest.mark.parametrize("reply", [{"findings": [OWN, 1, None, []], "x": [EXAMPLE_FILE]}, {"findings": None}, {}])
def test_a_reply_without_the_example_is_as_it_was(reply: dict[str, object]) -> None:
    assert without_example(reply) == reply
