"""What `golden check` says about a golden set: one complaint a place, with the next step."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Weight(StrEnum):
    """What a complaint means for the set."""

    ERROR = "error"  # it cannot measure what it says it does
    WARNING = "warning"  # somebody should look at it
    NOTE = "note"  # something was not looked at, and why


class Complaint(NamedTuple):
    """One thing that is wrong with a golden set, or that could not be looked at."""

    code: str
    """What it is, in a word that stays the same."""
    place: str
    """Where, as anchors say it: `golden.jsonl:12`, `pay.json: expected[3]`; the set itself where it is about that."""
    what: str
    hint: str = ""
    weight: Weight = Weight.ERROR
