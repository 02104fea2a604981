"""What a hunt leaves for the report on it."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from houndsman.models.finding import Note
from houndsman.models.hunt_notes import HuntedWatchdog, HuntNotes, TouchedFile

NOTES = HuntNotes(
    watchdogs=(
        HuntedWatchdog(
            watchdog="api",
            repairs=(Note(code="fence", text="a fence was taken off"),),
            tree_changes=(TouchedFile(path="a.py", kind="changed", undone=False),),
        ),
    ),
)


def test_they_are_read_back_as_they_were_written() -> None:
    assert HuntNotes.model_validate(NOTES.to_json()) == NOTES


def test_every_session_may_follow_unless_somebody_says_otherwise() -> None:
    assert NOTES.to_json()["depth"] == {"adversarial": True, "checklist": True, "secondOpinion": True}


def test_a_key_of_another_version_is_refused() -> None:
    with pytest.raises(ValidationError):
        HuntNotes.model_validate({**NOTES.to_json(), "more": 1})
