"""An agent that is a program: sent out with a prompt, watched while it works, and its output made a reply.

In: a preset, and tasks. Out: replies. Whatever the program does is a reply; only a fault of ours is raised. How it
ended is told by, in this order: our own limits, typed events of its output, its exit status. What it said is kept
however it ended.

In the folder of a session lie what the program printed, and who it is: a session that outlived us is adopted from
there, also one that is over by then. Where the program may be told of them, `prompt.md` and `schema.json` lie there as
well.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from houndsman.agents.answer_file import AnswerFile
from houndsman.agents.ending import Ended, ended
from houndsman.agents.environment import allowed
from houndsman.agents.installed import find_program
from houndsman.agents.output_events import OutputEvents
from houndsman.agents.prices import Cost, priced
from houndsman.agents.process import OUTPUT, Command, ProgramError, Ran, begun_at, follow, run
from houndsman.agents.spent import NOTHING, UNSPENT, since, without_unpriced
from houndsman.agents.transcript import Transcript
from houndsman.errors import ConfigError
from houndsman.models.agent import AgentReply, AgentTask, End, Meter
from houndsman.models.plugins import AgentPreset
from houndsman.models.preset import Program
from houndsman.models.reply import Usage

PROMPT = "prompt.md"
SCHEMA = "schema.json"

_BRACED = re.compile(r"\{([a-z_]+)\}")
#: Variables that decide who answers: a part of the agent's fingerprint.
_WHO_ANSWERS = re.compile(r"(?:_MODEL|_BASE_URL|_ENDPOINT|_API_BASE)\Z")

_Runner = Callable[[Callable[[], bool]], Awaitable[Ran | None]]


@dataclass(frozen=True)
class CommandLineAgent:
    """A preset's program as an agent.

    Args:
        preset: what to start; one without a program is a `ConfigError`.
        desk: a lasting folder of ours, for programs that must not sit in the change. Sessions belong to it: keep it.
        called: the agent's name in the configuration, where that is not the preset's id.
        model: what the program is told to use; None leaves it to the program.
        ours: our environment, of which it sees what is allowed.
        version: what the program said when it was asked; None where nobody asked.
    """

    preset: AgentPreset
    desk: Path
    called: str | None = None
    model: str | None = None
    ours: Mapping[str, str] = field(default_factory=lambda: dict(os.environ), repr=False)
    version: str | None = None
    _sessions: dict[str, Usage] = field(default_factory=dict, init=False, repr=False, compare=False)
    """What each session used in all, for programs that count from its beginning."""
    _places: dict[str, str] = field(default_factory=dict, init=False, repr=False, compare=False)
    """By the name of a program, where it is."""

    def __post_init__(self) -> None:
        if self.preset.program is None:
            hint = "Give it a program, or name an agent that `houndsman agents` lists."
            raise ConfigError(f"the agent {self.preset.id!r} is only a name", hint=hint)

    @property
    def program(self) -> Program:
        """What is started."""
        assert self.preset.program is not None
        return self.preset.program

    @property
    def name(self) -> str:
        """As the configuration calls it."""
        return self.called or self.preset.id

    @cached_property
    def fingerprint(self) -> str:
        """Program, model, version, and the variables that name a model or an address, as a hash."""
        environment = self._environment
        told = {
            "program": self.program.model_dump(mode="json"),
            "model": self.model,
            "version": self.version,
            "variables": {name: environment[name] for name in environment if _WHO_ANSWERS.search(name)},
        }
        digest = hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
        return f"{self.preset.id}:{digest[:16]}"

    @property
    def can_resume(self) -> bool:
        """Whether a session can be gone on with."""
        return bool(self.program.resume)

    async def answer(self, task: AgentTask, meter: Meter) -> AgentReply:
        """Do the task. Cancelling ends everything that it began."""
        if task.session is not None and not self.can_resume:
            raise ValueError(f"{self.name} cannot go on with a session")
        task.folder.mkdir(parents=True, exist_ok=True)
        prompt = _prompt(task).encode("utf-8", "replace")
        if self._may_be_told("prompt_file"):
            (task.folder / PROMPT).write_bytes(prompt)
        if self._may_be_told("schema_file"):
            (task.folder / SCHEMA).write_text(task.schema, "utf-8")
        answer = AnswerFile.before(task.answer_file, task.limits.output_bytes)
        try:
            command = self._command(task, prompt)
            reply = await self._attended(task, meter, answer, lambda go_on: run(command, task.limits, go_on))
        except ProgramError as error:
            return AgentReply(End.CRASHED, usage=UNSPENT, reason=str(error).replace("\n  ", ". ", 1))
        assert reply is not None
        return reply

    async def adopt(self, task: AgentTask, meter: Meter) -> AgentReply | None:
        """The reply of the session that an earlier process of ours left in `task.folder`, waited for if it is not over;
        None where none was begun. Its exit status is lost: it ended well only if its own events say so, or it wrote its
        answer."""
        answer = AnswerFile.since(task.answer_file, begun_at(task.folder), task.limits.output_bytes)
        return await self._attended(task, meter, answer, lambda go_on: follow(task.folder, task.limits, go_on))

    async def _attended(self, task: AgentTask, meter: Meter, answer: AnswerFile, runner: _Runner) -> AgentReply | None:
        output = self.program.output
        transcript = Transcript(output.readings)
        told = NOTHING

        with OutputEvents(task.folder / OUTPUT, output.format, task.limits.output_bytes) as events:

            def go_on() -> bool:
                nonlocal told
                for event in events.so_far():
                    transcript.take(event)
                usage = self._cost(task, transcript).usage
                told, before = usage, told
                return usage == before or meter(usage)

            ran = await runner(go_on)
            if ran is None:
                return None
            for event in events.rest():
                transcript.take(event)
            if output.format == "text":
                transcript.messages.append(events.words())
        return self._reply(task, transcript, answer.words(), ran)

    def _reply(self, task: AgentTask, transcript: Transcript, answer: str | None, ran: Ran) -> AgentReply:
        messages = [*transcript.messages, *([answer] if answer is not None else [])]
        said = tuple(message for message in messages if message.strip())
        how = ended(Ended(ran, transcript, self.program.output, task, bool(said), answer is not None))
        cost = self._cost(task, transcript)
        session = transcript.session or task.session
        if session is not None and transcript.whole_session is not None:
            self._sessions[session] = transcript.whole_session
        return AgentReply(
            how.end,
            said,
            session if self.can_resume else None,
            cost.usage,
            cost.priced,
            how.reason,
            transcript.resets_in if how.end is End.RATE_LIMITED else None,
            transcript.model,
            how.is_untold,
        )

    def _cost(self, task: AgentTask, transcript: Transcript) -> Cost:
        """What this call used, of which the session may have used more before."""
        if transcript.call is not None:
            usage = transcript.call
        elif transcript.whole_session is not None and (task.session is None or task.session in self._sessions):
            usage = since(transcript.whole_session, self._sessions.get(task.session or "", NOTHING))
        elif transcript.steps or transcript.whole_session is None:
            usage = transcript.stepped
        else:
            usage = transcript.whole_session  # begun by another process of ours: rather too much than too little
        return priced(without_unpriced(usage), transcript.model or self.model)

    def _command(self, task: AgentTask, prompt: bytes) -> Command:
        program = self.program
        sits = task.reading_root
        if program.sits == "desk":
            self.desk.mkdir(parents=True, exist_ok=True)
            sits = self.desk
        argv = [
            *(program.argv if task.session is None else program.resume),
            *(program.model if self.model is not None else ()),
            *(program.strict if task.strict else ()),
            *program.last,
        ]
        stands = self._placeholders(task)
        first, *others = (_filled(word, stands) for word in argv)
        return Command(
            (self._place_of(first), *others),
            sits,
            task.folder,
            self._environment | {name: _filled(value, stands) for name, value in program.sets.items()},
            prompt if program.prompt == "stdin" else b"",
        )

    def _may_be_told(self, what: str) -> bool:
        """Whether anything that the program is told has the placeholder `what`."""
        return f"{{{what}}}" in self._told

    @cached_property
    def _told(self) -> str:
        program = self.program
        return " ".join(
            (*program.argv, *program.resume, *program.model, *program.strict, *program.last, *program.sets.values())
        )

    @cached_property
    def _environment(self) -> dict[str, str]:
        return allowed(self.ours, self.program.passes)

    def _place_of(self, program: str) -> str:
        """Where it is, looked for once: one that is taken away meanwhile cannot be started, which is told as well."""
        if program not in self._places:
            self._places[program] = str(find_program(program, self._environment))
        return self._places[program]

    def _placeholders(self, task: AgentTask) -> dict[str, str]:
        return {
            "prompt_file": str(task.folder / PROMPT),
            "root": str(task.reading_root),
            "folder": str(task.folder),
            "answer_file": str(task.answer_file),
            "schema_file": str(task.folder / SCHEMA),
            "session": task.session or "",
            "model": self.model or "",
        }


def _prompt(task: AgentTask) -> str:
    """What is sent; a session that is gone on with was told before what holds for every task."""
    begins = task.session is None and task.system
    return f"{task.system}\n\n{task.prompt}" if begins else task.prompt


def _filled(text: str, stands: Mapping[str, str]) -> str:
    """`text` with its placeholders replaced, in one pass: what they stand for is never looked at again."""
    return _BRACED.sub(lambda match: stands.get(match[1], match[0]), text)
