"""The notes that reading a reply leaves."""

from __future__ import annotations

from collections import Counter

from houndsman.hunt.slips import MEANINGS, Slip, notes_of
from houndsman.intake.notes import Repair


def test_every_slip_says_what_was_put_right() -> None:
    assert list(MEANINGS) == list(Slip)


def test_a_code_that_intake_has_too_means_the_same_there() -> None:
    shared = {slip.value for slip in Slip} & {repair.value for repair in Repair}
    assert shared == {"bom", "bad-constant", "huge-number", "duplicate-key", "bad-text"}


def test_each_slip_is_one_note_in_one_order() -> None:
    notes = notes_of(Counter({Slip.CUT_OFF: 1, Slip.COMMENT: 3, Slip.BOM: 0}))
    assert [note.code for note in notes] == ["comment", "cut-off"]
    assert notes[0].text.endswith(" (3 times)")
    assert notes[1].text == MEANINGS[Slip.CUT_OFF]
