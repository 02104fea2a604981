"""What every protocol of a model server has in common: a question is read from it, an answer is written in it.

The modules `chat`, `responses`, `messages` and `gemini` are dialects. None of them fails: what is missing in a request
is empty, and the script says what comes of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from tests.model_server.json_fields import JsonObject

Stop = Literal["end", "length", "refusal"]

#: How programs tell the model where they stand: "Working directory: /x", "<cwd>/x</cwd>".
_STANDS_IN = re.compile(
    r"(?:working directory|working in the directory|workspace directories|workspace|cwd)[:>*`\s\-]{1,16}(/[^\s<`\"']+)",
    re.IGNORECASE,
)
#: What gemini and its descendants put into the model's mouth before the conversation begins.
_NOT_SPOKEN = "Got it. Thanks for the context!"


@dataclass(frozen=True, slots=True)
class Asked:
    """One question of a program, whatever its protocol."""

    dialect: str
    model: str
    stream: bool
    said: tuple[str, ...]
    """The system prompt and what the user said, in order; neither tool output nor the model's own words."""
    turns: int
    """How often the model has spoken in this conversation so far."""
    results: tuple[str, ...] = ()
    """What tools gave back since the model spoke last."""
    tools: Mapping[str, JsonObject] = field(default_factory=dict)
    """The tools on offer, each with the JSON schema of its arguments."""
    body: JsonObject = field(default_factory=dict)

    @property
    def last(self) -> str:
        """What the user said last."""
        return self.said[-1] if self.said else ""

    @property
    def root(self) -> str | None:
        """The folder that the program says it works in."""
        found = [match for text in self.said for match in _STANDS_IN.findall(text)]
        return found[0].rstrip("/.,)") if found else None

    def holds(self, marker: str) -> bool:
        """Whether `marker` was said."""
        return any(marker in text for text in self.said)


@dataclass(frozen=True, slots=True)
class Tokens:
    """What an answer is said to have used. `cached` is a part of `read`."""

    read: int
    written: int
    cached: int = 0


@dataclass(frozen=True, slots=True)
class Call:
    """One tool that the model wants run."""

    id: str
    name: str
    arguments: JsonObject

    @property
    def arguments_json(self) -> str:
        """The arguments as the protocols carry them: JSON in a string."""
        return json.dumps(self.arguments, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Answer:
    """What the model says to one question."""

    id: str
    model: str
    tokens: Tokens
    pieces: tuple[str, ...] = ()
    """The text, as it comes when streamed."""
    calls: tuple[Call, ...] = ()
    stop: Stop = "end"

    @property
    def text(self) -> str:
        """The text in one."""
        return "".join(self.pieces)


@dataclass(frozen=True, slots=True)
class Failure:
    """An error that a server answers with."""

    status: int
    code: str | None
    """As the provider names it, such as `insufficient_quota`; None for the usual one of the status."""
    message: str
    retry_after: float | None = None


class Dialect(Protocol):
    """A protocol. A module is one, too."""

    def read(self, path: str, body: JsonObject) -> Asked:
        """The question in a request."""
        ...

    def whole(self, answer: Answer) -> JsonObject:
        """The answer in one."""
        ...

    def events(self, answer: Answer) -> Iterator[bytes]:
        """The answer as server-sent events."""
        ...

    def failure(self, failure: Failure) -> JsonObject:
        """The body of an error."""
        ...


def event(data: JsonObject | str, name: str | None = None) -> bytes:
    """One server-sent event."""
    text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {text}\n\n".encode()


def turns(history: Iterable[tuple[bool, Sequence[str]]]) -> int:
    """How often the model spoke, told from whether each entry is its own, and its texts: runs of its own.

    One answer may be several entries of a history.
    """
    before, count = False, 0
    for own, words in history:
        speaks = own and list(words) != [_NOT_SPOKEN]
        count += speaks and not before
        before = speaks
    return count
