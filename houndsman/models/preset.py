"""What is to be known of a program to send it out as an agent: how it is started, and what its output says.

All of it is data. A new agent is a new value of `Program`, never new code; a wrong one is refused when it is declared.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from houndsman.models.agent import End
from houndsman.models.base import Model
from houndsman.models.json_path import Condition, Path

#: What may stand in braces inside of an argument or an environment value, and what it is replaced by.
PLACEHOLDERS: dict[str, str] = {
    "prompt_file": "the file with the prompt",
    "root": "the reading root",
    "folder": "the folder of this session",
    "answer_file": "the file in which the answer may be written",
    "schema_file": "the file with the JSON schema of the answer",
    "session": "the id of the session to go on with",
    "model": "the model that the configuration names",
}

_BRACED = re.compile(r"\{([a-z_]+)\}")


def _argument(text: str) -> str:
    unknown = [name for name in _BRACED.findall(text) if name not in PLACEHOLDERS]
    if unknown:
        raise ValueError(f"{{{unknown[0]}}} is none of {', '.join(f'{{{name}}}' for name in PLACEHOLDERS)}")
    if "\0" in text:
        raise ValueError("an argument cannot hold a NUL")
    return text


def _pattern(text: str) -> str:
    try:
        groups = re.compile(text).groups
    except re.error as error:
        raise ValueError(f"the pattern {text!r} does not compile: {error}") from None
    if groups != 1:
        raise ValueError(f"the pattern {text!r} needs one group, for the number")
    return text


def _inside(text: str) -> str:
    if text.startswith("/") or "\\" in text or any(part in ("", ".", "..") for part in text.split("/")):
        raise ValueError(f"{text!r} is not a file inside of a folder")
    return text


#: One argument; `{name}` stands for one of `PLACEHOLDERS`, other braces for themselves.
Argument = Annotated[str, AfterValidator(_argument)]
#: The name of an environment variable; a final `*` stands for any ending.
VariableName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z_][A-Za-z0-9_]*\*?$")]
_NumberPattern = Annotated[str, AfterValidator(_pattern)]
_FileInside = Annotated[str, AfterValidator(_inside)]


class Tally(Model):
    """Where an event says what was used. Paths of one number are added up."""

    tokens_in: tuple[Path, ...] = ()
    """All of them, cached ones included: name the cached ones, too, where the program counts them apart."""
    tokens_out: tuple[Path, ...] = ()
    tokens_cached: tuple[Path, ...] = ()
    """Those of `tokens_in` that came from a cache."""
    cost: tuple[Path, ...] = ()
    """US dollars."""
    of: Literal["step", "call", "session"] = "call"
    """One step, to be added up; this whole call; or the whole session, earlier calls included."""
    step: Path | None = None
    """What names the step: of events with the same name only the last one counts."""


class Reading(Model):
    """What the events of one kind say."""

    when: tuple[Condition, ...] = ()
    """All of them hold for such an event."""
    message: Path | None = None
    """What the agent says to us."""
    in_pieces: bool = False
    """Its text goes on where that of the event before it ended."""
    session: Path | None = None
    model: Path | None = None
    """The model that answers."""
    tally: Tally | None = None
    end: End | None = None
    """How it ends, if nothing later says otherwise. `crashed` does not take back what says more."""
    lasts: bool = False
    """Nothing later takes the end back."""
    reason: Path | None = None
    """Why, in the program's words."""
    status: Path | None = None
    """The HTTP status of its provider's answer: 402 is `quota`; 429, 503 and 529 `rate-limited`; others from 400 on
    `crashed`."""
    status_pattern: _NumberPattern | None = None
    """Where `status` is words of the *program*: what they begin with; its one group is the number."""
    resets_at: Path | None = None
    """When a limit is lifted, in seconds since 1970."""
    resets_in: Path | None = None
    """The same in seconds from now."""

    def number_in(self, words: str) -> int | None:
        """The number that `status_pattern` finds at the beginning of `words`."""
        found = None if self.status_pattern is None else re.match(self.status_pattern, words)
        return int(found[1]) if found and found[1].isdecimal() else None


class Output(Model):
    """What standard output is, and what stands where."""

    format: Literal["text", "json", "json-lines"] = "text"
    """`text`: all of it is one message. `json`: one object, or a list of events. `json-lines`: an event a line."""
    readings: tuple[Reading, ...] = ()
    """Every one that fits an event is taken, in this order."""
    exits: dict[int, End] = Field(default_factory=dict)
    """What an exit status other than 0 means, where no event says how it ended."""


class Program(Model):
    """A command-line agent."""

    argv: Annotated[tuple[Argument, ...], Field(min_length=1)]
    """The command. It runs without a shell; the first is looked up on PATH."""
    resume: tuple[Argument, ...] = ()
    """The command that goes on with `{session}`; empty where it cannot."""
    model: tuple[Argument, ...] = ()
    """What names the `{model}`, put before `last`; empty where it cannot be chosen."""
    strict: tuple[Argument, ...] = ()
    """What holds the answer to the schema in `{schema_file}`, put before `last`; empty where it cannot."""
    last: tuple[Argument, ...] = ()
    """What ends the command, after everything else."""
    prompt: Literal["stdin", "file"] = "stdin"
    """How the prompt goes in; `file`: `{prompt_file}` stands in the command. Never as an argument: those are short."""
    sits: Literal["root", "desk"] = "root"
    """Its working folder: the reading root, or an empty folder of ours, for a program that would take configuration or
    environment variables from files of the change."""
    sets: dict[VariableName, Argument] = Field(default_factory=dict)
    """Environment variables that are set for it."""
    passes: tuple[VariableName, ...] = ()
    """Environment variables of ours that it may see, besides the common ones."""
    writes: bool = False
    """Whether it may change files: then it gets a reading root of its own."""
    obeys: tuple[_FileInside, ...] = ()
    """Files of the reading root that it takes as instructions and no flag of it turns off."""
    version: tuple[Argument, ...] = ("--version",)
    """What asks the program for its version."""
    output: Output = Output()
