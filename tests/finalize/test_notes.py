"""Each code that finalize leaves says what it means."""

from __future__ import annotations

import pytest

from houndsman.finalize.notes import MEANINGS, Remark, remark
from houndsman.intake.notes import Repair


@pytest.mark.parametrize("code", Remark)
def test_every_code_has_a_meaning_and_is_nobody_elses(code: Remark) -> None:
    assert MEANINGS[code]
    assert code.value not in {repair.value for repair in Repair}


def test_a_detail_follows_the_meaning() -> None:
    assert remark(Remark.LINE_RELOCATED).text == MEANINGS[Remark.LINE_RELOCATED]
    noted = remark(Remark.LINE_RELOCATED, "12 -> 15")
    assert (noted.code, noted.text) == ("line-relocated", f"{MEANINGS[Remark.LINE_RELOCATED]}: 12 -> 15")
