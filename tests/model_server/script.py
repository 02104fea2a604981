"""What a scripted model says, as data: a Python object, or a JSON file with the same keys in camelCase.

In: a JSON file. Out: a `Script`. A key that does not exist, or a step that is no step, is pydantic's ValidationError.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from tests.model_server.dialect import Asked, Stop
from tests.model_server.json_fields import JsonObject

#: Words by which programs' questions on the side are told: they are answered at once and count for no conversation.
ASIDES = (
    "You are a title generator",  # opencode
    "Generate a concise, sentence-case title",  # claude
    "Please write a 5-10 word title",  # claude
    "Analyze *only* the content and structure of your immediately preceding response",  # gemini, qwen: who speaks next
    "task complexity",  # gemini: which model is to answer
    "You are now acting as the managed memory extraction subagent",  # qwen
)


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel, populate_by_name=True)


class ToolCall(_Part):
    """A tool that the model wants run: by kind, whatever the program calls it, or by its own name."""

    tool: str
    """`read`, `list`, `find`, `search`, `run` or `write`; any other is the name of a tool."""
    path: str | None = None
    pattern: str | None = None
    command: str | None = None
    content: str | None = None
    arguments: JsonObject | None = None
    """Exactly these arguments instead."""


class Used(_Part):
    """Tokens that the answer is said to have used."""

    read: Annotated[int, Field(alias="in")]
    written: Annotated[int, Field(alias="out")]
    cached: int = 0
    """Part of `read`."""


class Step(_Part):
    """One answer of the model, or one way of not getting it."""

    say: str | JsonObject = ""
    """What it says; an object is said as JSON."""
    filler: int = 0
    """So many characters of no meaning after it."""
    call: tuple[ToolCall, ...] = ()
    usage: Used | None = None
    """None: a quarter of the bytes."""
    stop: Stop = "end"
    """`length`: the text ends in the middle, by the model's own limit. `refusal`: it declines."""
    after: float = 0.0
    """Seconds until the first byte."""
    pace: float = 0.0
    """Seconds between the pieces of a streamed answer."""
    piece: int = 400
    """Characters of one."""

    cut: float | None = None
    """The connection breaks after this share of the answer, 0 to 1."""
    status: int | None = None
    """An error instead of an answer."""
    code: str | None = None
    """As the provider names the error, such as `insufficient_quota`; None for the usual one of the status."""
    message: str = "scripted"
    retry_after: float | str | None = None
    """The header: seconds, or an HTTP date."""
    headers: dict[str, str] = {}
    hang: bool = False
    """Never an answer; the connection stays open."""
    nonsense: str | None = None
    """Status 200 and these bytes, in no protocol."""
    times: int = 1
    """How often a fault comes before the next step."""

    @property
    def is_fault(self) -> bool:
        """Whether the program gets no answer that it could keep."""
        return self.hang or any(each is not None for each in (self.cut, self.status, self.nonsense))


#: A step, or what makes one of the question; only in Python.
Speech = Step | Callable[[Asked], Step]


class Conversation(_Part):
    """What the model says to those whose system prompt and user messages hold every marker in `when`."""

    name: str
    when: tuple[str, ...] = ()
    steps: tuple[Speech, ...]
    count: Literal["turns", "requests"] = "turns"
    """What tells the next step: how often the model has spoken in the request's own history (so that a new session
    begins anew, and one that is resumed goes on), or how often this conversation was asked."""
    repeat: bool = False
    """Whether the last step is said again to who asks on; else that is an error of the script."""


class Script(_Part):
    """Everything that a server says. Of several conversations that match, the first is had."""

    conversations: tuple[Conversation, ...]
    models: tuple[str, ...] = ("scripted",)
    asides: tuple[str, ...] = ASIDES
    aside: str = "Review"
    """What is said to a question on the side."""

    @classmethod
    def load(cls, path: Path) -> Script:
        """The script in a JSON file.

        Raises:
            OSError: it cannot be read.
            pydantic.ValidationError: it is no script.
        """
        return cls.model_validate_json(path.read_bytes())


def says(*steps: Speech, name: str = "everyone", when: tuple[str, ...] = ()) -> Script:
    """A script of one conversation."""
    return Script(conversations=(Conversation(name=name, when=when, steps=steps),))
