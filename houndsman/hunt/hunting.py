"""One watchdog's hunt: all of its sessions, and the one findings file that they make together.

In: an `Errand`. Out: `Answered`. The sessions follow from what came before, and from nothing else, so that a hunt that
was killed goes the same way again over the replies that are there:

- one that hunts: `hunt`, or one for each file; for `general` `flow`, beside it `bookkeeping` for the verdicts alone,
  and after it `adversarial`, which is told what is covered;
- `checklist`: the session that owes verdicts is asked for those that are still open, and for nothing else;
- `secondOpinion`: a new session, where little came back from where much may go wrong.

One session that fails leaves the watchdog owing its answer; what the others found is kept. Raised is what the store
refuses, what git cannot read, and a fault of ours; cancelled, it leaves no session at work.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import NamedTuple

from houndsman.agents.spent import added
from houndsman.hunt.ask import Answered, ask
from houndsman.hunt.errand import Errand, Part
from houndsman.hunt.follow_ups import adversarial, pending_verdicts, second_opinion
from houndsman.hunt.grounds import Grounds, Held, Pass
from houndsman.hunt.thin import why_thin
from houndsman.hunt.together import Said, of_all_files, together
from houndsman.models.agent import Agent
from houndsman.models.owed import Owed
from houndsman.models.passes import ADVERSARIAL, BOOKKEEPING, CHECKLIST, FLOW, HUNT, SECOND_OPINION, pass_key
from houndsman.models.records import HuntOutcome, WatchdogState


async def hunt(errand: Errand, grounds: Grounds) -> Answered:
    """Send out all sessions that `errand` needs, or go on with them."""
    return await _Hunting(errand, grounds).hunt()


class _Came(NamedTuple):
    """What came of one session."""

    name: str
    """Its pass."""
    answered: Answered
    file: str = ""

    @property
    def is_whole(self) -> bool:
        return self.answered.record.state is WatchdogState.ANSWERED


@dataclass
class _Hunting:
    errand: Errand
    grounds: Grounds
    came: list[_Came] = field(default_factory=list)
    opinion: str = ""
    """Why a second one was asked."""

    async def hunt(self) -> Answered:
        errand = self.errand
        if errand.roles:
            await self._roles()
        elif errand.files:
            await self._each_file()
        else:
            await self._take(HUNT, self._asked(self._whole(HUNT)))
        if self._goes_on and errand.depth.checklist:
            await self._checklist()
        if self._goes_on and errand.depth.second_opinion:
            await self._second_opinion()
        return self._all()

    async def _roles(self) -> None:
        """`bookkeeping` needs nothing of `flow`, and goes beside it."""
        beside = [self._flow()]
        if self.errand.depth.checklist and not self._still_open().is_nothing:
            beside.append(self._take(BOOKKEEPING, self._asked(self._part(BOOKKEEPING))))
        await _all_of(beside)
        self.came.sort(key=lambda each: (FLOW, ADVERSARIAL, BOOKKEEPING).index(each.name))

    async def _flow(self) -> None:
        await self._take(FLOW, self._asked(self._part(FLOW)))
        if self.came[-1].is_whole and self.errand.depth.adversarial:
            covered = self.came[-1].answered.reply or {}
            await self._take(ADVERSARIAL, self._asked(self._part(ADVERSARIAL, adversarial(covered))))

    async def _each_file(self) -> None:
        errand = self.errand
        ones = [
            Pass(
                watchdog=errand.watchdog,
                brief=each.brief,
                agents=self._agents(HUNT, each.file),
                answer_file=each.answer_file,
                file=each.file,
                reads=each.reads,
                searches=each.searches,
                after=errand.after,
            )
            for each in errand.files
        ]
        await _all_of([self._take(HUNT, self._asked(one), one.file) for one in ones])
        order = {each.file: at for at, each in enumerate(errand.files)}
        self.came.sort(key=lambda each: order[each.file])

    async def _checklist(self) -> None:
        """Ask for what is still open: the session that owes it, where there is one of it."""
        still_open = self._still_open()
        if still_open.is_nothing:
            return
        owing = [each for each in self.came if each.name in (HUNT, BOOKKEEPING)]
        held = owing[0].answered.held if len(owing) == 1 else None
        one = self._part(CHECKLIST, pending_verdicts(still_open, goes_on=False))
        agents = one.agents if held is None or CHECKLIST in self.errand.others else _from(one.agents, held.agent)
        if held is not None and held.agent is agents[0] and held.agent.can_resume and held.reply.session:
            place = self.errand.answer_file if owing[0].name == HUNT else self._part(BOOKKEEPING).answer_file
            told = Held(held.agent, held.reply, pending_verdicts(still_open, goes_on=True), place)
            one = replace(one, goes_on=told, agents=agents)
        await self._take(CHECKLIST, self._asked(one))

    async def _second_opinion(self) -> None:
        obligations, reply = self.errand.obligations, self._together()
        owed = Owed() if obligations is None else obligations.owed
        still_open = self._still_open()
        self.opinion = why_thin(reply, owed, still_open, self.errand.risk)
        if self.opinion:
            one = self._part(SECOND_OPINION, second_opinion(reply, still_open, self.opinion))
            await self._take(SECOND_OPINION, self._asked(one))

    # What the sessions are made of

    async def _take(self, name: str, asking: Coroutine[None, None, Answered], file: str = "") -> None:
        self.came.append(_Came(name, await asking, file))

    async def _asked(self, one: Pass) -> Answered:
        async with self.grounds.slots:
            return await ask(one, self.grounds)

    def _agents(self, name: str, file: str = "") -> Sequence[Agent]:
        """Who is asked in this pass."""
        return self.errand.others.get(pass_key(name, file)) or self.errand.agents

    def _whole(self, name: str) -> Pass:
        errand = self.errand
        return Pass(
            watchdog=errand.watchdog,
            brief=errand.brief,
            agents=self._agents(name),
            answer_file=errand.answer_file,
            reads=errand.reads,
            searches=errand.searches,
            after=errand.after,
        )

    def _part(self, name: str, then: str = "") -> Pass:
        """The pass `name`; its brief, and `then` after it."""
        assert self.errand.parts is not None
        part: Part = self.errand.parts(name)
        brief = f"{part.brief}\n{then}" if then else part.brief
        return replace(self._whole(name), name=name, brief=brief, answer_file=part.answer_file, schema=part.schema)

    # What came of them

    @property
    def _goes_on(self) -> bool:
        return self.errand.parts is not None and all(each.is_whole for each in self.came)

    def _still_open(self) -> Owed:
        obligations = self.errand.obligations
        return Owed() if obligations is None else obligations.still_open(self._together())

    def _together(self) -> dict[str, object]:
        said = [Said(each.name, each.answered.reply) for each in self.came if each.answered.reply is not None]
        if self.errand.files:
            said = of_all_files(said)
        return together(said) if said else {"watchdog": self.errand.watchdog, "findings": []}

    def _all(self) -> Answered:
        if len(self.came) == 1:
            return replace(self.came[0].answered, opinion=self.opinion)
        answers = [each.answered for each in self.came]
        tries = tuple(chain.from_iterable(each.tries for each in answers))
        reply = self._together() if any(each.reply is not None for each in answers) else None
        if reply is not None:
            reply["usage"] = added(each.usage for each in tries).to_json()
        return Answered(
            self.errand.watchdog,
            self._outcome(),
            reply,
            tuple(chain.from_iterable(each.repairs for each in answers)),
            tries,
            opinion=self.opinion,
        )

    def _outcome(self) -> HuntOutcome:
        failed = [each for each in self.came if not each.is_whole]
        if not failed:
            return HuntOutcome(WatchdogState.ANSWERED)
        nobody = all(each.answered.record.state is WatchdogState.MISSING for each in self.came)
        whose: dict[str, list[str]] = {}
        for each in failed:
            whose.setdefault(each.answered.record.reason, []).append(each.file or each.name)
        told = [f"{_some(names)}: {reason}" for reason, names in whose.items()]
        shown = [*told[:_TOLD], *([f"{len(told) - _TOLD} more"] if len(told) > _TOLD else [])]
        return HuntOutcome(WatchdogState.MISSING if nobody else WatchdogState.FAILED, "; ".join(shown))


#: Sessions whose failure is told one by one.
_TOLD = 5


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - _TOLD} more" if len(names) > _TOLD else ""
    return ", ".join(names[:_TOLD]) + more


def _from(agents: Sequence[Agent], first: Agent) -> Sequence[Agent]:
    """`agents` from `first` on: those before it could not answer."""
    return list(agents)[list(agents).index(first) :]


async def _all_of(asking: Sequence[Coroutine[None, None, None]]) -> None:
    """Wait for all; if one is a fault, the others are ended before it is raised."""
    tasks = [asyncio.create_task(each) for each in asking]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
