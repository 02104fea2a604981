"""When another should look."""

from __future__ import annotations

import pytest

from houndsman.hunt.thin import RISKY, why_thin
from houndsman.models.owed import Owed

OWED = Owed(("F1", "C1", "C2"), ("1", "2", "3"))
FOUND: dict[str, object] = {"findings": [{"line": 1}]}


@pytest.mark.parametrize(
    ("reply", "still_open", "risk", "why"),
    [
        ({"findings": []}, Owed(), RISKY, "found nothing in files whose risk adds up to 200"),
        ({}, Owed(), RISKY + 1, "found nothing in files whose risk adds up to 201"),
        ({"findings": []}, OWED, RISKY - 1, ""),
        (FOUND, Owed(("F1",), ("1",)), RISKY, ""),
        (FOUND, Owed(("F1",), ("1", "2")), RISKY, "left 3 of 6 questions open in files whose risk adds up to 200"),
        (FOUND, Owed(), 10 * RISKY, ""),
    ],
)
def test_little_from_much(reply: dict[str, object], still_open: Owed, risk: int, why: str) -> None:
    assert why_thin(reply, OWED, still_open, risk) == why


def test_where_nothing_is_owed_only_silence_is_thin() -> None:
    assert why_thin(FOUND, Owed(), Owed(), RISKY) == ""
