"""One try of one question: room for it, the agent sent out, its reply on the disk.

In: a question. Out: the reply, without its secrets, as it was recorded; `NoRoom` where a ceiling leaves no room for it,
in which case nothing was begun. A session of an earlier process of ours on the same question is waited for instead,
also where it is over by now; where its agent cannot, it is ended. One that did not end well may have been ended with
us: it is recorded, and the question asked anew. Cancelled, the try stays in the journal as one that nobody saw end, and
what was used of its room is counted.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import replace

from houndsman.agents import process
from houndsman.agents.spent import UNSPENT
from houndsman.errors import IncompleteError
from houndsman.hunt.answer import read_answer
from houndsman.hunt.ceilings import NoRoom, Reservation
from houndsman.hunt.grounds import Doing, Grounds, Question, estimated_tokens
from houndsman.models.agent import Adopting, AgentReply, End, Meter
from houndsman.models.passes import PassRecord, Turn
from houndsman.models.reply import Usage
from houndsman.prompt.redact import redact

#: A limit of ours ended the session.
LIMITS = frozenset({End.CEILING, End.TIMEOUT})


async def attempt(question: Question, grounds: Grounds) -> AgentReply:
    """Ask once.

    Raises:
        NoRoom: no ceiling leaves room for it, and no earlier reply came as far as the same ceilings allow.
        StoreError: the reply, or that it is asked for, cannot be recorded.
    """
    outlived = await _outlived(question, grounds)
    if outlived is not None:
        return outlived
    try:
        reservation = await _reserved(question, grounds)
    except NoRoom:
        earlier = grounds.journal.found(question.asked, LIMITS, after=question.of.after)
        if earlier is None:
            raise
        return earlier
    try:
        process.forget(grounds.folder(question.asked))  # else an earlier try's output would pass for this one's
        record = await grounds.journal.begin(question.asked, question.kind, reservation.tokens)
        began = grounds.clock()
        task = question.task(grounds, reservation.limits)
        reply = await _answered(question.agent.answer(task, _meter(question, grounds, reservation)))
        return await _recorded(record, reply, grounds, reservation, grounds.clock() - began)
    finally:
        reservation.release()


async def _outlived(question: Question, grounds: Grounds) -> AgentReply | None:
    """The reply to a try that an earlier process of ours began; where none comes, or one that crashed, nothing of it is
    left at work."""
    record = grounds.journal.interrupted(question.asked)
    if record is None:
        return None
    reservation = grounds.ledger.adopted(question.agent.name, grounds.limits)
    try:
        task = question.task(grounds, reservation.limits)
        if isinstance(question.agent, Adopting):
            began = grounds.clock()
            reply = await question.agent.adopt(task, _meter(question, grounds, reservation))
            if reply is not None:
                told = _taken(reply, question.of.watchdog)
                safe = await _recorded(record, told, grounds, reservation, grounds.clock() - began)
                return None if safe.end is End.CRASHED else safe
        await asyncio.to_thread(process.end, task.folder)
    finally:
        reservation.release()
    grounds.journal.give_up(record, "houndsman was ended before it answered")
    return None


def _taken(reply: AgentReply, watchdog: str) -> AgentReply:
    """The reply of a session that nobody saw end; where its program does not say how, a whole answer says it. One that
    had to be put right may lack its end."""
    if not reply.is_untold:
        return reply
    answer = read_answer(tuple(map(redact, reply.messages)), watchdog)
    is_whole = answer.reply is not None and not answer.truncated and not answer.repairs
    return replace(reply, end=End.OK, reason="", is_untold=False) if is_whole else replace(reply, is_untold=False)


async def _reserved(question: Question, grounds: Grounds) -> Reservation:
    name, ledger = question.agent.name, grounds.ledger
    if question.kind is Turn.HAND_IN:
        before = question.before.usage if question.before else Usage()
        return ledger.beyond(name, before, grounds.limits)
    return await ledger.reserve(name, estimated_tokens(question.prompt), grounds.limits)


async def _answered(answering: Awaitable[AgentReply]) -> AgentReply:
    try:
        return await answering
    except IncompleteError as error:  # it could not even be started
        return AgentReply(End.CRASHED, usage=UNSPENT, reason=error.what)


async def _recorded(
    record: PassRecord, reply: AgentReply, grounds: Grounds, reservation: Reservation, seconds: float
) -> AgentReply:
    """The reply on the disk, before anybody reads it: what a model or a program says may repeat a secret."""
    safe = replace(reply, messages=tuple(map(redact, reply.messages)), reason=redact(reply.reason))
    reservation.settle(safe.usage, seconds)
    await grounds.journal.finish(record, safe, seconds)
    return safe


def _meter(question: Question, grounds: Grounds, reservation: Reservation) -> Meter:
    """What a session uses is held against the ceilings, and a sign that it lives."""
    watchdog, name = question.of.watchdog, question.agent.name
    grounds.sign(watchdog, Doing.ASKING, name)

    def go_on(usage: Usage) -> bool:
        grounds.sign(watchdog, Doing.ASKING, name)
        return reservation.go_on(usage)

    return go_on
