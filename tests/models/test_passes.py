"""What makes two questions the same, and what is kept of a reply."""

from __future__ import annotations

from dataclasses import replace

import pytest

from houndsman.models.agent import AgentReply, End, Priced
from houndsman.models.passes import Asked, PassRecord, RecordedReply, Turn, pass_key
from houndsman.models.reply import Usage

ASKED = Asked("general", "hunt", "", 1, "0" * 64, "claude", "claude:1")
RECORD = PassRecord(ASKED, 2, Turn.BRIEF, "t")


@pytest.mark.parametrize(
    "other",
    [
        replace(ASKED, name="flow"),
        replace(ASKED, file="a.py"),
        replace(ASKED, turn=2),
        replace(ASKED, prompt_hash="1" * 64),
        replace(ASKED, agent="codex"),
        replace(ASKED, fingerprint="claude:2"),
    ],
)
def test_what_was_asked_otherwise_has_another_name(other: Asked) -> None:
    assert other.digest != ASKED.digest


def test_parts_that_run_together_alike_are_told_apart() -> None:
    assert replace(ASKED, agent="ab", fingerprint="c").digest != replace(ASKED, agent="a", fingerprint="bc").digest


def test_the_name_of_a_reply_says_whose_it_is_and_is_a_plain_file_name() -> None:
    named = replace(RECORD, asked=replace(ASKED, file="../../etc/passwd", agent="a/b"))
    assert named.reply_name == f"general.{pass_key('hunt', '../../etc/passwd')}-1-{named.asked.digest}-2.json"
    assert "/" not in named.reply_name


@pytest.mark.parametrize(
    "reply",
    [
        AgentReply(End.CRASHED),
        AgentReply(End.OK, ("a", "ü\ud800"[:1]), "s", Usage(tokens_in=1, cost=0.5), Priced.ESTIMATED, "why", 2.5, "m"),
    ],
)
def test_a_reply_is_read_back_as_it_was_kept(reply: AgentReply) -> None:
    kept = RecordedReply.of(RECORD, reply, 1.5)
    read = RecordedReply.model_validate_json(kept.model_dump_json(by_alias=True))
    assert read.reply == reply
    assert read.asked == ASKED
    assert (read.attempt, read.kind, read.seconds) == (2, Turn.BRIEF, 1.5)
