"""What each watchdog's agents are sent out with, made of what was prepared.

In: a prepared run, who is asked, and where files are looked up. Out: an `Errand` for each watchdog for which somebody
can be sent. Briefs of single sessions are written when they are due. Where a run is replayed, only those sessions
follow that were recorded. Fails with git's errors alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from houndsman.agents.replay import Moment, ReplayAgent
from houndsman.briefs.brief import BriefWriter
from houndsman.briefs.budget import exploration
from houndsman.hunt.errand import Errand, FilePart, Part, Parts
from houndsman.hunt.obligations import Obligations
from houndsman.hunt.roster import Recruit
from houndsman.intake.context import IntakeContext
from houndsman.intake.proof import Prover
from houndsman.models.agent import Agent, End
from houndsman.models.classification import Assignment
from houndsman.models.hunt_notes import Depth
from houndsman.models.owed import owed_for
from houndsman.models.passes import (
    ADVERSARIAL,
    BOOKKEEPING,
    CHECKLIST,
    FLOW,
    HUNT,
    SECOND_OPINION,
    pass_key,
)
from houndsman.models.reply import Asks
from houndsman.models.sources import Sources
from houndsman.models.watchdog import GENERAL
from houndsman.prompt.reply import reply_schema
from houndsman.stage_results import Prepared

#: What a session is asked that has a brief of its own.
_ASKS = {
    FLOW: Asks.FINDINGS,
    BOOKKEEPING: Asks.VERDICTS,
    ADVERSARIAL: Asks.FINDINGS,
    CHECKLIST: Asks.VERDICTS,
    SECOND_OPINION: Asks.ALL,
}


@dataclass(frozen=True)
class Errands:
    """The errands of one hunt.

    Args:
        prepared: the run.
        recorded: by watchdog, the agents of the run that is replayed; empty where agents are asked.
        sources: the files of the two commits, in which proofs are looked up.
        roots: absolute folders that mean the repository's root.
        recruited: makes an agent.
    """

    prepared: Prepared
    recorded: Mapping[str, Sequence[ReplayAgent]]
    sources: Sources
    roots: tuple[str, ...]
    recruited: Callable[[Recruit], Agent]

    def of(self, assignment: Assignment) -> Errand | None:
        """The errand of one watchdog; None where nobody can be sent."""
        name, prepared = assignment.watchdog.id, self.prepared
        recorded = self.recorded.get(name, ())
        agents: Sequence[Agent] = recorded or [self.recruited(each) for each in prepared.asked.get(name, ())]
        if name not in prepared.briefs or not agents:
            return None
        passes = {reply.name for agent in recorded for reply in agent.replies.values()}
        roles = name == GENERAL and (not recorded or FLOW in passes)
        risks = {row.path: row.risk for row in prepared.classification.files}
        return Errand(
            name,
            prepared.briefs[name],
            agents,
            prepared.writer.places.output(name),
            *exploration(name, len(assignment.files)),
            roles=roles,
            files=[] if roles or not _has_files(recorded) else file_parts(self.prepared.writer, assignment),
            parts=self._parts(assignment),
            depth=_recorded_depth(prepared.depth, passes) if recorded else prepared.depth,
            obligations=self._obligations(assignment),
            others=self._others(recorded),
            risk=sum(risks[path] for path in assignment.files),
        )

    def _parts(self, assignment: Assignment) -> Parts:
        writer, watchdog = self.prepared.writer, assignment.watchdog.id

        def part(name: str) -> Part:
            asks = _ASKS[name]
            place = writer.places.output(watchdog, name)
            return Part(writer.write(assignment, asks, session=name), place, reply_schema(asks))

        return part

    def _obligations(self, assignment: Assignment) -> Obligations:
        owed = owed_for(assignment, self.prepared.writer.business)
        context = IntakeContext(assignment.watchdog, assignment.files, self.sources, self.roots)
        return Obligations(owed, context, Prover(self.sources, self.roots))

    def _others(self, recorded: Sequence[ReplayAgent]) -> Mapping[str, Sequence[Agent]]:
        """By pass, who is asked instead: who is named for second opinions; of a recording, first who answered it."""
        if not recorded:
            second = [self.recruited(each) for each in self.prepared.second]
            return {SECOND_OPINION: second} if second else {}
        gave = {(moment.key, agent.name) for agent in recorded for moment in agent.replies if _answered(agent, moment)}
        return {key: sorted(recorded, key=lambda agent: (key, agent.name) not in gave) for key, _ in sorted(gave)}


def file_parts(writer: BriefWriter, assignment: Assignment) -> list[FilePart]:
    """One for each file, where the watchdog wants an agent for each and there are several."""
    watchdog = assignment.watchdog
    if watchdog.id == GENERAL or watchdog.fan_out != "file" or len(assignment.files) < 2:
        return []
    parts = []
    for path in assignment.files:
        alone = assignment.model_copy(update={"files": (path,), "out_of_scope": ()})
        session = pass_key(HUNT, str(path))
        place = writer.places.output(watchdog.id, session)
        brief = writer.write(alone, session=session)
        parts.append(FilePart(str(path), brief, place, *exploration(watchdog.id, 1)))
    return parts


def _answered(agent: ReplayAgent, moment: Moment) -> bool:
    return agent.replies[moment].end is End.OK


def _has_files(recorded: Sequence[ReplayAgent]) -> bool:
    """Whether an agent for each file was asked, or may be: nothing is recorded."""
    return not recorded or any(reply.file for agent in recorded for reply in agent.replies.values())


def _recorded_depth(depth: Depth, passes: set[str]) -> Depth:
    """As deep as the recorded hunt went, where `depth` lets it."""
    verdicts = not passes.isdisjoint({BOOKKEEPING, CHECKLIST})
    return Depth(
        adversarial=depth.adversarial and ADVERSARIAL in passes,
        checklist=depth.checklist and verdicts,
        second_opinion=depth.second_opinion and SECOND_OPINION in passes,
    )
