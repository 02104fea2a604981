"""What an agent's output says: its messages, its session, what it used, how it ended.

In: the events of its output, one after the other, and the preset's readings. Out: a `Transcript` that grows with them.
Nothing fails: what no reading knows is passed over. How it ended comes from typed fields of the program's own events
alone; its messages, and what its tools printed, may hold any words of the reviewed code and are never looked at for it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from houndsman.agents.spent import NOTHING, added, used
from houndsman.models.agent import End
from houndsman.models.json_path import holds, numbers, texts, values
from houndsman.models.preset import Reading, Tally
from houndsman.models.reply import Usage

#: What an HTTP status of the provider says. 529 is Anthropic's "overloaded".
_STATUS_ENDS = {402: End.QUOTA, 429: End.RATE_LIMITED, 503: End.RATE_LIMITED, 529: End.RATE_LIMITED}

_LONGEST_REASON = 500


@dataclass(slots=True)
class Transcript:
    """What is known so far."""

    readings: Sequence[Reading]
    messages: list[str] = field(default_factory=list)
    session: str | None = None
    model: str | None = None
    end: End | None = None
    """Null as long as no event says how it ended."""
    reason: str = ""
    resets_in: float | None = None
    """Seconds from the moment it was told."""
    call: Usage | None = None
    """What this call used, where an event told that."""
    whole_session: Usage | None = None
    """What the session used, earlier calls included, where an event told that."""
    steps: dict[str, Usage] = field(default_factory=dict)
    _piece_of: Reading | None = None
    _lasts: bool = False

    @property
    def stepped(self) -> Usage:
        """What the steps used together."""
        return added(self.steps.values())

    def take(self, event: object) -> None:
        """Learn what `event` says."""
        piece_of, self._piece_of = self._piece_of, None
        for reading in self.readings:
            if all(holds(condition, event) for condition in reading.when):
                self._take_messages(reading, event, goes_on=piece_of is reading)
                self._take_names(reading, event)
                if reading.tally is not None:
                    self._take_usage(reading.tally, event)
                self._take_end(reading, event)

    def _take_messages(self, reading: Reading, event: object, *, goes_on: bool) -> None:
        if reading.message is None:
            return
        said = [text for text in texts(reading.message, event) if text]
        if reading.in_pieces and goes_on and said:
            self.messages[-1] += "".join(said)
        else:
            self.messages += said
        if reading.in_pieces and (said or goes_on):
            self._piece_of = reading

    def _take_names(self, reading: Reading, event: object) -> None:
        if reading.session is not None:
            self.session = next(iter(texts(reading.session, event)), self.session)
        if reading.model is not None:
            self.model = next(iter(texts(reading.model, event)), self.model)

    def _take_usage(self, tally: Tally, event: object) -> None:
        told = used(tally, event)
        if told == NOTHING:
            return
        if tally.of == "call":
            self.call = told
        elif tally.of == "session":
            self.whole_session = told
        else:
            name = next(iter(texts(tally.step, event)), "") if tally.step else ""
            self.steps[name or f"#{len(self.steps)}"] = told

    def _take_end(self, reading: Reading, event: object) -> None:
        resets = _resets_in(reading, event)
        if resets is not None:
            self.resets_in = resets
        status = _status(reading, event)
        end = reading.end if status is None else _STATUS_ENDS.get(status, End.CRASHED)
        if end is None or self._lasts or (end is End.CRASHED and self.end not in (None, End.OK, End.CRASHED)):
            return
        words = " ".join(texts(reading.reason, event)) if reading.reason else ""
        said = [f"HTTP {status}" if status is not None else "", words.strip()[:_LONGEST_REASON]]
        self.end, self.reason, self._lasts = end, ": ".join(filter(None, said)), reading.lasts


def _status(reading: Reading, event: object) -> int | None:
    """The HTTP status that the event tells, if it is that of a failure."""
    if reading.status is None:
        return None
    for value in values(reading.status, event):
        if reading.status_pattern is not None:
            found = reading.number_in(value) if isinstance(value, str) else None
        else:
            found = value if type(value) is int else None
        if found is not None and 400 <= found <= 599:
            return found
    return None


def _resets_in(reading: Reading, event: object) -> float | None:
    at = numbers([reading.resets_at] if reading.resets_at else [], event)
    if at:
        return max(0.0, at[0] - time.time())
    told = numbers([reading.resets_in] if reading.resets_in else [], event)
    return max(0.0, told[0]) if told else None
