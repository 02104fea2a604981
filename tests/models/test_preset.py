"""A program as data: what is taken, and what is refused when it is declared."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from pydantic import ValidationError

from houndsman.models.plugins import AgentPreset
from houndsman.models.preset import PLACEHOLDERS, Output, Program, Reading


def test_a_preset_may_be_a_name_alone() -> None:
    assert AgentPreset(id="owl", title="Owl").program is None


def test_every_placeholder_may_stand_in_an_argument() -> None:
    words = tuple(f"--{name}={{{name}}}" for name in PLACEHOLDERS)
    assert Program(argv=("owl", *words)).argv[1:] == words


def test_braces_that_are_no_placeholder_stand_for_themselves() -> None:
    words = ('{"edit": "deny"}', "{}", "{ root }", "${X}")
    assert Program(argv=("owl", *words)).argv[1:] == words


@pytest.mark.parametrize(
    "wrong",
    [
        {"argv": ()},
        {"argv": ("owl", "{promt_file}")},
        {"argv": ("owl", "a\0b")},
        {"argv": ("owl",), "prompt": "argument"},
        {"argv": ("owl",), "sets": {"A=B": "x"}},
        {"argv": ("owl",), "sets": {"A": "{nobody}"}},
        {"argv": ("owl",), "passes": ("*",)},
        {"argv": ("owl",), "obeys": ("../GEMINI.md",)},
        {"argv": ("owl",), "flags": ("--fast",)},
        {"argv": ("owl",), "output": {"format": "xml"}},
        {"argv": ("owl",), "output": {"readings": ({"message": "a..b"},)}},
        {"argv": ("owl",), "output": {"readings": ({"when": ("type",)},)}},
        {"argv": ("owl",), "output": {"readings": ({"status": "a", "status_pattern": r"\d{3}"},)}},
        {"argv": ("owl",), "output": {"readings": ({"status": "a", "status_pattern": "("},)}},
        {"argv": ("owl",), "output": {"exits": {"1": "bad"}}},
    ],
)
def test_what_is_wrong_is_refused(wrong: Mapping[str, object]) -> None:
    with pytest.raises(ValidationError):
        Program.model_validate(wrong)


@pytest.mark.parametrize(
    ("words", "number"), [("HTTP 429 x", 429), ("said HTTP 429", None), ("HTTP", None), ("HTTP ٤٢٩", None)]
)
def test_a_number_is_found_at_the_beginning_of_words(words: str, number: int | None) -> None:
    assert Reading(status="a", status_pattern=r"HTTP ([0-9]{3})").number_in(words) == number
    assert Reading(status="a").number_in(words) is None


def test_a_preset_reads_back_from_its_json() -> None:
    program = Program(argv=("owl", "{root}"), output=Output(format="json", readings=(Reading(message="a[*].b"),)))
    preset = AgentPreset(id="owl", title="Owl", program=program)
    assert AgentPreset.model_validate(preset.to_json()) == preset
