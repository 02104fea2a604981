"""What was said between us and a model API, kept on disk so that a session can be gone on with.

In: turns as they come, or the id of a session. Out: the list of messages that the API takes, in a file of the session's
folder as soon as a turn was paid for. A session whose file is gone, or is none, is None. Going on with a session
makes a new one, with an id of its own: what it went on from stays as it was.
"""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Sequence
from pathlib import Path

from houndsman.agents.api_completion import Completion
from houndsman.agents.api_schema import JsonObject
from houndsman.models.artifact import artifact_bytes
from houndsman.prompt.redact import redact

_VERSION = 1
_ID = re.compile(r"[0-9a-f]{32}\Z")
_NOT_RUN = "Not run: the session was interrupted."


class Conversation:
    """One session's messages, in order."""

    def __init__(self, folder: Path, messages: list[JsonObject]) -> None:
        self.id = uuid.uuid4().hex
        self.messages = messages
        self._folder = folder
        self._open = _open_calls(messages)

    @classmethod
    def begin(cls, folder: Path, system: str) -> Conversation:
        """A new session, whose file is to lie in `folder`."""
        return cls(folder, [{"role": "system", "content": system}])

    @classmethod
    def resume(cls, folder: Path, session: str) -> Conversation | None:
        """A session that goes on where `session` is, whose file lies in `folder` or in a folder beside it."""
        if not _ID.match(session):
            return None
        name = _file_name(session)
        for place in (folder / name, *sorted(folder.parent.glob(f"*/{name}"))):
            messages = _read(place)
            if messages is not None:
                return cls(folder, messages)
        return None

    @property
    def called_tools(self) -> bool:
        """Whether the model called a tool in it."""
        return any("tool_calls" in message for message in self.messages)

    def ask(self, words: str) -> None:
        """We say something. Calls that nobody answered are told so: the API takes no other message before."""
        self.give_up_calls(_NOT_RUN)
        self.messages.append({"role": "user", "content": words})

    def hear(self, said: Completion) -> None:
        """The model says something, and it is on disk before anybody looks at it."""
        message: JsonObject = {"role": "assistant", "content": redact(said.text)}
        if said.calls:
            message["content"] = redact(said.text) or None  # beside calls, some servers refuse an empty text
            message["tool_calls"] = [
                {
                    "id": call.id,
                    "type": "function",
                    "function": {"name": call.name, "arguments": redact(call.arguments)},
                }
                for call in said.calls
            ]
            if said.reasoning is not None:  # DeepSeek wants it back, but only beside calls
                message["reasoning_content"] = redact(said.reasoning)
        self.messages.append(message)
        self._open = [call.id for call in said.calls]
        self._save()

    def result(self, call_id: str, words: str) -> None:
        """What a call brought."""
        self.messages.append({"role": "tool", "tool_call_id": call_id, "content": words})
        self._open.remove(call_id)
        self._save()

    def give_up_calls(self, why: str) -> None:
        """Answer every call that is not answered with `why`."""
        for call_id in tuple(self._open):
            self.result(call_id, why)

    def _save(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        place = self._folder / _file_name(self.id)
        making = place.with_suffix(".part")
        making.write_bytes(artifact_bytes({"version": _VERSION, "messages": self.messages}))
        making.replace(place)


def _file_name(session: str) -> str:
    return f"session-{session}.json"


def _read(place: Path) -> list[JsonObject] | None:
    """The messages in the file."""
    try:
        kept = json.loads(place.read_bytes())
    except (OSError, ValueError):
        return None
    messages = kept.get("messages") if isinstance(kept, dict) and kept.get("version") == _VERSION else None
    if not isinstance(messages, list) or not messages or not all(isinstance(each, dict) for each in messages):
        return None
    return messages


def _open_calls(messages: Sequence[JsonObject]) -> list[str]:
    """Ids of the calls that the model made last and nobody answered: we were ended amid them."""
    called: list[str] = []
    for message in messages:
        calls = message.get("tool_calls")
        if isinstance(calls, list):
            called = [str(call["id"]) for call in calls]
        elif message.get("tool_call_id") in called:
            called.remove(str(message["tool_call_id"]))
    return called
