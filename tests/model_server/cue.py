"""Which step of the script answers a question.

In: a question. Out: the conversation, the place of the step in it, and the step; or why there is none. A step that
answers is chosen by the question alone (unless the conversation counts requests), so that a run which was killed and
goes on is told the same; a fault comes so often as the script says, then the step after it.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from tests.model_server.dialect import Asked
from tests.model_server.script import Conversation, Script, Speech, Step


class Cue(NamedTuple):
    """What is said next."""

    conversation: str
    place: int
    """Of the step in its conversation, from 0."""
    step: Step


class Unscripted(NamedTuple):
    """The script has nothing to say."""

    why: str


class Prompter:
    """Keeps the place in a script. Ask it from one thread."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self._asked: Counter[str] = Counter()
        self._faults: Counter[tuple[str, int]] = Counter()

    def is_aside(self, asked: Asked) -> bool:
        """Whether a program asks for its own purposes, such as a title."""
        return any(asked.holds(marker) for marker in self._script.asides)

    def cue(self, asked: Asked) -> Cue | Unscripted:
        """What is said to `asked`; counts it."""
        for conversation in self._script.conversations:
            if all(asked.holds(marker) for marker in conversation.when):
                return self._next(conversation, asked)
        return Unscripted("no conversation of the script is for these words")

    def _next(self, conversation: Conversation, asked: Asked) -> Cue | Unscripted:
        name = conversation.name
        index = self._index(conversation, asked)
        self._asked[name] += 1
        if index is None:
            if not conversation.repeat:
                return Unscripted(f"the script of {name!r} is at its end")
            index = len(conversation.steps) - 1
        speech = conversation.steps[index]
        if _is_fault(speech):
            self._faults[name, index] += 1
        return Cue(name, index, speech if isinstance(speech, Step) else speech(asked))

    def _index(self, conversation: Conversation, asked: Asked) -> int | None:
        """The step's place; None where all are said."""
        if conversation.count == "requests":
            number = self._asked[conversation.name]
            spread = [i for i, speech in enumerate(conversation.steps) for _ in range(_times(speech))]
            return spread[number] if number < len(spread) else None
        answers = 0
        for index, speech in enumerate(conversation.steps):
            if not _is_fault(speech):
                if answers == asked.turns:
                    return index
                answers += 1
            elif answers == asked.turns and self._faults[conversation.name, index] < _times(speech):
                return index
        return None


def _is_fault(speech: Speech) -> bool:
    return isinstance(speech, Step) and speech.is_fault


def _times(speech: Speech) -> int:
    return speech.times if isinstance(speech, Step) else 1
