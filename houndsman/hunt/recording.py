"""A recorded run, as agents that say again what was said then.

In: the folder of a run, which holds `replies/*.json`. Out: for each watchdog the agents that answered it, the one whose
answer counted first. A folder without replies, or with one that is damaged, is a `UsageError`.

A recording can also be written by hand, for a test or a demonstration: its agent is called `recording`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from pydantic import ValidationError

from houndsman.agents.replay import Moment, ReplayAgent
from houndsman.errors import UsageError
from houndsman.models.agent import AgentReply, End
from houndsman.models.artifact import artifact_bytes
from houndsman.models.passes import HUNT, Asked, PassRecord, RecordedReply, Turn

#: What `--agent` begins with where a run is answered from.
PREFIX = "replay:"

_REPLIES = "replies"
_BY_HAND = "recording"


def recorded_agents(run: Path) -> dict[str, tuple[ReplayAgent, ...]]:
    """The agents of each watchdog that was answered in the run in the folder `run`."""
    by_agent: dict[str, dict[str, dict[Moment, RecordedReply]]] = defaultdict(lambda: defaultdict(dict))
    for reply in sorted(_replies(run), key=_counts):
        moments = by_agent[reply.watchdog][reply.agent]
        moments[Moment(reply.watchdog, reply.asked.key, reply.turn)] = reply
    return {
        watchdog: tuple(sorted((ReplayAgent(*each) for each in agents.items()), key=_answers_first))
        for watchdog, agents in by_agent.items()
    }


def write_recording(folder: Path, answers: Mapping[str, str | Mapping[str, str]]) -> str:
    """Write what agents are to say as a recorded run; the name for `--agent` that answers from it.

    Args:
        folder: of the run; made where it is not there.
        answers: by watchdog, what is said to its brief; or what is said in each of its sessions, by pass (`flow`,
            `bookkeeping` and so on). None but these is begun when it is replayed.
    """
    place = folder / _REPLIES
    place.mkdir(parents=True, exist_ok=True)
    for watchdog, said in answers.items():
        for name, words in ({HUNT: said} if isinstance(said, str) else said).items():
            asked = Asked(watchdog, name, "", 1, prompt_hash="0" * 64, agent=_BY_HAND, fingerprint=_BY_HAND)
            record = PassRecord(asked, 1, Turn.BRIEF, begun_at="2026-01-01T00:00:00Z")
            reply = RecordedReply.of(record, AgentReply(End.OK, (words,)), seconds=0.0)
            (place / record.reply_name).write_bytes(artifact_bytes(reply.to_json()))
    return f"{PREFIX}{folder}"


def _replies(run: Path) -> list[RecordedReply]:
    places = sorted((run / _REPLIES).glob("*.json"))
    if not places:
        hint = (
            "Name the number of a run of this review in which an agent was asked, or the path of such a run's folder."
        )
        raise UsageError("no reply was recorded here", where=str(run), hint=hint)
    try:
        return [RecordedReply.model_validate_json(place.read_bytes()) for place in places]
    except (OSError, ValidationError) as error:
        hint = "Take the recording again from where it was made."
        raise UsageError("a recorded reply is damaged", where=str(run), hint=hint) from error


def _counts(reply: RecordedReply) -> tuple[bool, int]:
    """The last one of a turn counts: one that ended well before the others, then the latest."""
    return reply.end is End.OK, reply.attempt


def _answers_first(agent: ReplayAgent) -> tuple[bool, str]:
    return all(reply.end is not End.OK for reply in agent.replies.values()), agent.name
