"""Killed at any moment, the next hunt finds what was paid for: each moment of a try is a test."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from houndsman.errors import StoreError
from houndsman.hunt.journal import Journal
from houndsman.models.agent import AgentReply, End, Priced
from houndsman.models.passes import Asked, PassRecord, RecordedReply, Turn
from houndsman.models.reply import Usage
from tests.hunt.scripted import Run, failed, said

ASKED = Asked("general", "hunt", "", 1, "0" * 64, "scripted", "scripted:1")
REPLY = replace(said("words", "…"), priced=Priced.REPORTED, model="m-1", resets_in=2.5, reason="r")


def begun(journal: Journal, asked: Asked, kind: Turn) -> PassRecord:
    """A try of it, begun."""
    return asyncio.run(journal.begin(asked, kind))


async def tried(journal: Journal, asked: Asked, kind: Turn, reply: AgentReply, seconds: float) -> PassRecord:
    """A try of it, begun and finished."""
    return await journal.finish(await journal.begin(asked, kind), reply, seconds)


def finished(run: Run, reply: AgentReply = REPLY) -> Path:
    """The reply file of a try that is finished."""
    journal = run.journal()
    asyncio.run(tried(journal, ASKED, Turn.BRIEF, reply, 1.5))
    (place,) = run.replies.iterdir()
    return place


def killed_before_the_row(run: Run) -> PassRecord:
    """A try whose reply file is whole and whose row is not finished."""

    class Killed(Run):
        def write_passes(self, records: Sequence[PassRecord]) -> None:
            if any(record.finished_at is not None for record in records):
                raise KeyboardInterrupt
            super().write_passes(records)

    dying = Killed(run.home, run.store).journal()
    record = begun(dying, ASKED, Turn.BRIEF)
    with pytest.raises(KeyboardInterrupt):
        asyncio.run(dying.finish(record, REPLY, 1.5))
    assert run.passes() == (record,)
    return record


def test_a_finished_try_is_found_as_it_came(run: Run) -> None:
    finished(run)
    assert run.journal().found(ASKED) == REPLY


def test_its_row_says_what_it_took(run: Run) -> None:
    finished(run)
    (row,) = run.passes()
    assert (row.asked, row.attempt, row.kind, row.end) == (ASKED, 1, Turn.BRIEF, End.OK)
    assert (row.begun_at, row.finished_at) == ("2026-01-01T00:00:01Z", "2026-01-01T00:00:02Z")
    assert (row.usage, row.priced, row.seconds) == (REPLY.usage, Priced.REPORTED, 1.5)
    assert (row.session, row.model, row.reason) == ("s-1", "m-1", "r")


def test_the_journal_and_the_store_say_the_same(run: Run) -> None:
    journal = run.journal()
    asyncio.run(tried(journal, ASKED, Turn.BRIEF, failed(End.CRASHED), 1.0))
    begun(journal, replace(ASKED, watchdog="security"), Turn.BRIEF)
    journal.give_up(begun(journal, ASKED, Turn.BRIEF), "gone")
    assert sorted(journal.records(), key=repr) == sorted(run.passes(), key=repr)
    assert sorted(run.journal().records(), key=repr) == sorted(run.passes(), key=repr)


def test_killed_before_it_began_nothing_is_found(run: Run) -> None:
    assert run.journal().found(ASKED) is None
    assert run.journal().interrupted(ASKED) is None


def test_killed_while_the_agent_worked_the_try_is_interrupted(run: Run) -> None:
    interrupted = begun(run.journal(), ASKED, Turn.BRIEF)
    later = run.journal()
    assert later.found(ASKED) is None
    assert later.interrupted(ASKED) == interrupted


def test_killed_while_the_reply_was_written_the_try_is_interrupted(run: Run) -> None:
    record = begun(run.journal(), ASKED, Turn.BRIEF)
    run.replies.mkdir(parents=True)
    (run.replies / f".{record.reply_name}.tmp").write_bytes(b'{"watchdog": "gen')
    later = run.journal()
    assert later.found(ASKED) is None
    assert later.interrupted(ASKED) == record


def test_killed_between_the_file_and_the_row_the_row_is_committed_by_the_next_hunt(run: Run) -> None:
    killed_before_the_row(run)
    later = run.journal()
    assert later.found(ASKED) == REPLY
    assert later.interrupted(ASKED) is None
    (row,) = run.passes()
    assert row.finished_at is not None and row.usage == REPLY.usage and row.seconds == 1.5
    assert run.journal().found(ASKED) == REPLY


def after_a_power_cut(run: Run, tmp_path: Path, *lost: str) -> Run:
    """The same run, of which the database has lost every row, and the disk these files."""
    later = Run.begun(tmp_path / "later")
    shutil.copytree(run.replies, later.replies)
    for name in lost:
        (later.replies / name).unlink()
    return later


def test_a_reply_whose_rows_were_lost_is_found_by_its_file(run: Run, tmp_path: Path) -> None:
    finished(run)
    later = after_a_power_cut(run, tmp_path)
    assert later.journal().found(ASKED) == REPLY
    (row,) = later.passes()
    assert (row.asked, row.attempt, row.kind, row.end) == (ASKED, 1, Turn.BRIEF, End.OK)
    assert (row.usage, row.priced, row.seconds) == (REPLY.usage, Priced.REPORTED, 1.5)
    assert later.journal().found(ASKED) == REPLY
    assert later.passes() == (row,)


def test_the_turns_of_a_pass_whose_rows_were_lost_are_found_in_their_order(run: Run, tmp_path: Path) -> None:
    second, journal = replace(ASKED, turn=2), run.journal()
    older = asyncio.run(tried(journal, second, Turn.REPAIR, said("of an older session"), 1.0))
    brief = asyncio.run(tried(journal, ASKED, Turn.BRIEF, REPLY, 1.0))
    for at, record in enumerate((older, brief)):
        os.utime(run.replies / record.reply_name, ns=(at, at))
    later = after_a_power_cut(run, tmp_path).journal()
    assert later.found(ASKED) == REPLY
    assert later.found(second) is None


def test_a_try_after_some_that_were_lost_has_a_number_of_its_own(run: Run, tmp_path: Path) -> None:
    journal = run.journal()
    first = asyncio.run(tried(journal, ASKED, Turn.BRIEF, failed(End.CRASHED), 1.0))
    asyncio.run(tried(journal, ASKED, Turn.BRIEF, failed(End.CRASHED), 1.0))
    later = after_a_power_cut(run, tmp_path, first.reply_name).journal()
    assert begun(later, ASKED, Turn.BRIEF).attempt == 3


@pytest.mark.parametrize("name", ["general.hunt-1-000000000000-1.json", "notes.json"])
def test_a_file_without_a_row_that_is_no_reply_to_its_name_is_let_alone(run: Run, name: str) -> None:
    place = finished(run)
    (run.replies / name).write_bytes(place.read_bytes())
    (run.replies / "broken.json").write_bytes(b"{")
    assert len(list(run.journal().records())) == len(run.passes()) == 1


@pytest.mark.parametrize(
    "damage",
    [
        lambda place: place.unlink(),
        lambda place: place.write_bytes(b""),
        lambda place: place.write_bytes(place.read_bytes()[:-20]),
        lambda place: place.write_bytes(place.read_bytes().replace(b"words", b"lies!")),
        lambda place: place.write_bytes(b"\xff"),
    ],
    ids=["lost", "empty", "cut off", "changed", "no text"],
)
def test_a_reply_file_that_is_not_what_was_recorded_counts_as_none(run: Run, damage: object) -> None:
    assert callable(damage)
    damage(finished(run))
    assert run.journal().found(ASKED) is None


def test_tries_that_were_looked_at_and_not_enough_do_not_count(run: Run) -> None:
    journal = run.journal()
    asyncio.run(tried(journal, ASKED, Turn.BRIEF, said("too little"), 1.0))
    assert journal.found(ASKED, after=0) is not None
    assert journal.found(ASKED, after=1) is None
    asyncio.run(tried(journal, ASKED, Turn.BRIEF, REPLY, 1.0))
    assert run.journal().found(ASKED, after=1) == REPLY
    assert run.journal().found(ASKED, after=2) is None


def test_the_file_of_another_question_is_not_taken(run: Run) -> None:
    place = finished(run)
    other = begun(run.journal(), replace(ASKED, turn=2), Turn.REPAIR)
    (run.replies / other.reply_name).write_bytes(place.read_bytes())
    assert run.journal().found(replace(ASKED, turn=2)) is None


@pytest.mark.parametrize(
    "other",
    [
        replace(ASKED, watchdog="security"),
        replace(ASKED, name="adversarial"),
        replace(ASKED, file="a.py"),
        replace(ASKED, turn=2),
        replace(ASKED, prompt_hash="1" * 64),
        replace(ASKED, agent="other"),
        replace(ASKED, fingerprint="scripted:2"),
    ],
)
def test_what_was_asked_otherwise_is_another_question(run: Run, other: Asked) -> None:
    finished(run)
    assert run.journal().found(other) is None
    journal = run.journal()
    asyncio.run(tried(journal, other, Turn.BRIEF, said("other"), 1.0))
    assert run.journal().found(other) == said("other")
    assert run.journal().found(ASKED) == REPLY


def test_a_reply_to_a_later_turn_is_of_the_session_that_the_latest_brief_began(run: Run) -> None:
    journal, later = run.journal(), replace(ASKED, turn=2)
    for asked, kind in ((ASKED, Turn.BRIEF), (later, Turn.REPAIR)):
        asyncio.run(tried(journal, asked, kind, said("old"), 1.0))
    assert journal.found(later) == said("old")
    elsewhere = begun(journal, replace(ASKED, name="adversarial"), Turn.BRIEF)
    asyncio.run(journal.finish(elsewhere, said("elsewhere"), 1.0))
    assert journal.found(later) == said("old")
    asyncio.run(tried(journal, ASKED, Turn.BRIEF, said("new"), 1.0))
    for each in (journal, run.journal()):
        assert each.found(ASKED) == said("new")
        assert each.found(later) is None


def test_only_the_ends_that_are_asked_for_are_found(run: Run) -> None:
    finished(run, failed(End.CEILING))
    assert run.journal().found(ASKED) is None
    assert run.journal().found(ASKED, {End.CEILING}) == failed(End.CEILING)


def test_each_try_has_a_file_and_a_row_of_its_own(run: Run) -> None:
    journal = run.journal()
    for reply in (failed(End.CRASHED), REPLY):
        asyncio.run(tried(journal, ASKED, Turn.BRIEF, reply, 1.0))
    assert [row.attempt for row in run.passes()] == [1, 2]
    assert len(list(run.replies.iterdir())) == 2
    assert run.journal().found(ASKED) == REPLY


def test_an_interrupted_try_that_is_given_up_says_so_and_its_cost_is_unknown(run: Run) -> None:
    record = begun(run.journal(), ASKED, Turn.BRIEF)
    run.journal().give_up(record, "gone")
    (row,) = run.passes()
    assert (row.end, row.reason, row.usage, row.priced) == (End.CRASHED, "gone", Usage(), Priced.UNKNOWN)
    assert run.journal().interrupted(ASKED) is None
    assert begun(run.journal(), ASKED, Turn.BRIEF).attempt == 2


def test_a_try_whose_reply_is_there_is_not_given_up_but_finished(run: Run) -> None:
    record = killed_before_the_row(run)
    run.journal().give_up(record, "gone")
    assert [(each.end, each.usage) for each in run.passes()] == [(End.OK, REPLY.usage)]
    assert run.journal().found(ASKED) == REPLY


def test_a_try_is_in_the_store_before_anything_is_spent(run: Run) -> None:
    record = begun(run.journal(), ASKED, Turn.BRIEF)
    assert run.passes() == (record,)


def test_a_store_that_refuses_is_said(run: Run) -> None:
    journal: Journal = run.journal()
    record = begun(journal, ASKED, Turn.BRIEF)
    run.replies.parent.mkdir(parents=True)
    run.replies.write_text("a file where the folder should be")
    with pytest.raises(StoreError):
        asyncio.run(journal.finish(record, REPLY, 1.0))


def test_a_recording_is_data_in_the_form_of_all_artifacts(run: Run) -> None:
    place = finished(run)
    recorded = RecordedReply.model_validate_json(place.read_bytes())
    assert recorded.asked == ASKED
    assert recorded.reply == REPLY
    assert place.name == f"general.hunt-1-{ASKED.digest}-1.json"
    assert place.read_bytes().startswith(b'{\n "agent": "scripted",\n')
