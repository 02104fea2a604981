"""One pass of a watchdog's hunt: its brief goes to an agent, which is asked again until there is a findings file.

In: a `Pass`, and the `Grounds` that all passes share. Out: `Answered`: the findings file as data, or in words why there
is none. What there is by then is kept although a limit was reached or the rest did not come, and is no answer in full.
An answer that cannot be read is never "nothing found".

The turns of a pass follow from its replies alone, and each is recorded before it is read: a hunt that was killed goes
the same way again over the replies that are there, and goes on where there is none. Raised is only what the store
refuses, and a fault of ours. Cancelled, it leaves no session at work.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from houndsman.agents.spent import added
from houndsman.hunt.again import Before
from houndsman.hunt.answer import Answer, read_answer
from houndsman.hunt.attempt import LIMITS, attempt
from houndsman.hunt.ceilings import NoRoom
from houndsman.hunt.grounds import Doing, Grounds, Held, Pass, Question
from houndsman.hunt.union import union
from houndsman.models.agent import Agent, AgentReply, End
from houndsman.models.finding import Note
from houndsman.models.passes import Asked, PassRecord, Turn
from houndsman.models.records import HuntOutcome, WatchdogState
from houndsman.prompt.system import SYSTEM_VERSION

#: How often an answer that cannot be read, or breaks off, is asked for again.
RETRIES = 2

#: Of these ends an agent was at work; of the others it did not really begin.
_AT_WORK = frozenset({End.OK, End.CEILING, End.TIMEOUT, End.REFUSED, End.CRASHED})

#: What an end means, in words for a person.
_WORDS = {
    End.OK: "it answered",
    End.TIMEOUT: "its time was over",
    End.CEILING: "a ceiling was reached",
    End.RATE_LIMITED: "rate limited",
    End.QUOTA: "its quota is spent",
    End.REFUSED: "it refused",
    End.CRASHED: "it crashed",
}


@dataclass(frozen=True, slots=True)
class Answered:
    """What came of a pass."""

    watchdog: str
    record: HuntOutcome
    """Whether it answered and why not."""
    reply: dict[str, object] | None = None
    """The findings file, as JSON data for `artifact_bytes`; also what there is of one that is not whole."""
    repairs: tuple[Note, ...] = ()
    """What was put right to read it."""
    tries: tuple[PassRecord, ...] = ()
    """Every session that it took, those of an earlier hunt of the run included."""
    held: Held | None = field(default=None, compare=False)
    """The session of the last answer, where it can be gone on with."""
    opinion: str = ""
    """Why a second one was asked; empty where none was."""

    @property
    def is_partial(self) -> bool:
        """Whether there is a findings file although the watchdog did not answer in full."""
        return self.reply is not None and self.record.state is not WatchdogState.ANSWERED


async def ask(one: Pass, grounds: Grounds) -> Answered:
    """Hunt one pass, or go on with it. One that an earlier hunt gave up is begun anew."""
    before = grounds.journal.tries(one.watchdog, one.name, one.file)
    answered = await _Conversation(one, grounds).hold()
    gave_up = answered.tries and answered.tries == before and answered.record.state is not WatchdogState.ANSWERED
    return await _Conversation(one, grounds, anew=True).hold() if gave_up else answered


class _Conversation:
    """The turns of one pass."""

    def __init__(self, one: Pass, grounds: Grounds, *, anew: bool = False) -> None:
        self._pass = one
        self._grounds = grounds
        self._anew = anew
        """The brief is sent although there is a reply to it."""
        self._agents: Sequence[Agent] = one.agents
        """Who may be asked now; the first holds the session, if there is one."""
        self._turn = 0
        self._last: AgentReply | None = None
        self._schema = one.schema or grounds.schema
        self._kept: dict[str, object] | None = None
        self._repairs: tuple[Note, ...] = ()
        self._reasons: list[str] = []
        """Why agents did not answer the turn in hand."""
        self._began = False
        """Whether any agent was at work."""

    async def hold(self) -> Answered:
        """All turns, until there is an answer or nobody is to be asked any more."""
        answer = await self._turned(Turn.BRIEF, Before(self._pass.brief, self._schema))
        retries, stopped = RETRIES, ""
        while answer is not None and self._last is not None:
            if self._last.end in LIMITS and not stopped:
                stopped = self._said(self._agents[0], self._last)
                kind = Turn.HAND_IN
                may_ask = not _is_whole(answer) and self._goes_on(self._agents[0])
            else:
                kind = Turn.REST if answer.truncated else Turn.REPAIR
                may_ask = not _is_whole(answer) and self._last.end is End.OK and not stopped and retries > 0
                retries -= 1
            if not may_ask:
                break
            answer = await self._turned(kind, self._before(answer))
        return self._answered(answer, stopped)

    async def _turned(self, kind: Turn, before: Before) -> Answer | None:
        """The answer to one more turn, of which all is kept that can be; None where nobody said anything."""
        self._turn += 1
        self._reasons = []
        reply = await self._reply(kind, before)
        if reply is None:
            return None
        self._last = reply
        answer = read_answer(reply.messages, self._pass.watchdog)
        if answer.reply is not None:
            self._kept = answer.reply if self._kept is None else union(self._kept, answer.reply)
            self._repairs += answer.repairs
        return answer

    async def _reply(self, kind: Turn, before: Before) -> AgentReply | None:
        """The recorded reply to this turn; else that of the first agent that answers, or what is left of the others."""
        questions = self._questions(kind, before)
        for question in questions:
            recorded = self._grounds.journal.found(question.asked, after=self._pass.after)
            if recorded is not None and not (self._anew and kind is Turn.BRIEF):
                return self._heard(question, recorded)
        left: AgentReply | None = None
        for question in questions:
            if question.of is not self._pass and (left is None or left.end is not End.CRASHED):
                continue
            try:
                reply = await self._patiently(question)
            except NoRoom as error:
                self._reasons.append(f"{question.agent.name}: {error.what}")
                continue
            self._began = self._began or reply.end in _AT_WORK
            if reply.end is End.OK or reply.end in LIMITS:
                return self._heard(question, reply)
            self._reasons.append(self._said(question.agent, reply))
            left = reply if left is None or reply.messages else left
        return left

    async def _patiently(self, question: Question) -> AgentReply:
        """The reply of one agent, which is asked again as long as there is patience."""
        grounds, before = self._grounds, list[End]()
        while True:
            reply = await attempt(question, grounds)
            if reply.end is End.TIMEOUT and reply.session and question.agent.can_resume:
                return reply  # it can hand in what it has, which is better than to begin anew
            wait = grounds.patience.seconds_until_again(reply, before)
            if wait is None or wait >= grounds.ledger.seconds_left():
                return reply
            before.append(reply.end)
            if wait:
                told = f"{self._said(question.agent, reply)}; again in {wait:.0f} s"
                grounds.sign(self._pass.watchdog, Doing.PAUSED, told)
                await grounds.sleep(wait)

    def _heard(self, question: Question, reply: AgentReply) -> AgentReply:
        """Go on with the agent that answered: those before it could not."""
        self._began, self._reasons = True, []
        self._agents = self._agents[list(self._agents).index(question.agent) :]
        return reply

    def _questions(self, kind: Turn, before: Before) -> list[Question]:
        """To whom this turn is put, in order. An agent that goes on with a session is asked anew if that crashes: the
        session may be gone by now."""
        questions: list[Question] = []
        for agent in self._agents[:1] if kind is Turn.HAND_IN else self._agents:
            questions.append(self._question(self._pass, agent, kind, before))
            if kind is Turn.BRIEF and self._held_by(agent) is not None:
                questions.append(self._question(replace(self._pass, goes_on=None), agent, kind, before))
        return questions

    def _question(self, one: Pass, agent: Agent, kind: Turn, before: Before) -> Question:
        last = self._last if self._goes_on(agent) else None
        if kind is not Turn.BRIEF:
            prompt = before.prompt(kind, goes_on=last is not None)
        elif one.goes_on is not None and (held := self._held_by(agent)) is not None:
            prompt, last = held.prompt, held.reply
        else:
            prompt = one.brief
        digest = hashlib.sha256(prompt.encode("utf-8", "surrogatepass")).hexdigest()
        whose = f"{agent.fingerprint} system-{SYSTEM_VERSION}"
        asked = Asked(one.watchdog, one.name, one.file, self._turn, digest, agent.name, whose)
        return Question(one, agent, asked, kind, prompt, last)

    def _goes_on(self, agent: Agent) -> bool:
        """Whether there is a session of `agent` that can be gone on with."""
        return agent is self._agents[0] and agent.can_resume and self._last is not None and bool(self._last.session)

    def _held_by(self, agent: Agent) -> Held | None:
        """The session of `agent` that the pass goes on with; None where it has none."""
        held = self._pass.goes_on
        if held is None or held.agent is not agent or not agent.can_resume or not held.reply.session:
            return None
        return held

    def _before(self, answer: Answer) -> Before:
        messages = self._last.messages if self._last else ()
        return Before(self._pass.brief, self._schema, messages, answer.errors, self._kept)

    def _said(self, agent: Agent, reply: AgentReply) -> str:
        """How a session ended, for a person."""
        return f"{agent.name}: {_WORDS[reply.end]}{f' ({reply.reason})' if reply.reason else ''}"

    def _answered(self, answer: Answer | None, stopped: str) -> Answered:
        one = self._pass
        tries = self._grounds.journal.tries(one.watchdog, one.name, one.file)
        if self._kept is not None:
            self._kept["usage"] = added(each.usage for each in tries).to_json()
        why = self._why_not(answer, stopped)
        if not why:
            held = Held(self._agents[0], self._last) if self._last is not None else None
            return Answered(one.watchdog, HuntOutcome(WatchdogState.ANSWERED), self._kept, self._repairs, tries, held)
        state = WatchdogState.FAILED if self._began else WatchdogState.MISSING
        kept = "; what it has found by then is kept" if self._kept is not None else ""
        return Answered(one.watchdog, HuntOutcome(state, why + kept), self._kept, self._repairs, tries)

    def _why_not(self, answer: Answer | None, stopped: str) -> str:
        """Why there is no answer in full; empty where there is one."""
        if stopped or self._reasons:
            return "; ".join(filter(None, (stopped, *self._reasons)))
        if answer is not None and _is_whole(answer):
            return ""
        told = " ".join(answer.errors) if answer is not None else "nobody was asked"
        return f"no readable answer in {self._turn} turns: {told}"


def _is_whole(answer: Answer) -> bool:
    return answer.reply is not None and not answer.truncated
