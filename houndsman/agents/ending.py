"""How a session ended, and why, from what is known when it is over.

In: who ended the process and with which status, what the program's own events said, what the preset knows of its exit
statuses. Out: an end and a reason. Words that the agent said or printed have no say: at most a person is shown them.
"""

from __future__ import annotations

import re
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from houndsman.agents.process import ERRORS, OUTPUT, EndedBy, Ran
from houndsman.agents.transcript import Transcript
from houndsman.git.runner import visible
from houndsman.models.agent import AgentTask, End
from houndsman.models.preset import Output
from houndsman.prompt.redact import redact

_SHOWN_BYTES = 16_000

#: How programs begin the line that says what went wrong: `Error: …`, `TypeError: …`, `fatal: …`.
_NAMES_AN_ERROR = re.compile(r"\s*(?:[\w.]*(?:error|exception)|fatal|panic)\b[^:]{0,40}:", re.IGNORECASE)

_COLOUR = re.compile(r"\x1b\[[\d;]*m")


class Ended(NamedTuple):
    """All that tells how a session ended."""

    ran: Ran
    transcript: Transcript
    output: Output
    task: AgentTask
    spoke: bool
    """Whether it said anything, or wrote its answer."""
    wrote: bool
    """Whether it wrote its answer."""


class Ending(NamedTuple):
    """An end, and why it was not a good one."""

    end: End
    reason: str = ""
    is_untold: bool = False
    """Nobody saw it end, and it is no program that says how: what it said may be all that it had to say."""


def ended(known: Ended) -> Ending:
    """How the session ended."""
    limits, told = known.task.limits, known.transcript
    if known.ran.ended_by is EndedBy.TIME:
        last = f"; its last word was {told.end.value} ({told.reason})" if told.end not in (None, End.OK) else ""
        return Ending(End.TIMEOUT, f"it did not end within {round(limits.seconds, 1):g} seconds{last}")
    if known.ran.ended_by is EndedBy.WATCHER:
        return Ending(End.CEILING, "it was stopped at a ceiling of tokens or cost")
    if told.end in (None, End.CRASHED) and known.ran.status in known.output.exits:
        assert known.ran.status is not None
        return Ending(known.output.exits[known.ran.status], told.reason or _how_it_exited(known))
    if told.end is not None and told.end is not End.OK:
        return Ending(told.end, told.reason or _how_it_exited(known))
    reason = _why_not_well(known)
    return Ending(End.CRASHED, reason, _is_untold(known)) if reason else Ending(End.OK)


def _why_not_well(known: Ended) -> str:
    """Empty where it ended well."""
    if known.transcript.end is not End.OK and not _exited_well(known):
        return _how_it_exited(known)
    if not known.spoke:
        return f"it ended without a word{_cut(known.ran)}{_last_words(known.task.folder)}"
    if known.transcript.end is None and not known.wrote:
        if any(reading.end is End.OK for reading in known.output.readings):
            return f"its output ends before it says how it ended{_cut(known.ran)}"
        if OUTPUT in known.ran.cut:
            return f"its output is not whole{_cut(known.ran)}"
    return ""


def _is_untold(known: Ended) -> bool:
    says_how = any(reading.end is not None for reading in known.output.readings)
    return known.ran.status is None and known.spoke and not says_how and OUTPUT not in known.ran.cut


def _exited_well(known: Ended) -> bool:
    status = known.ran.status
    return status == 0 or (status is None and known.wrote)


def _how_it_exited(known: Ended) -> str:
    status, last = known.ran.status, _last_words(known.task.folder)
    if status is None:
        return f"houndsman was ended before it, and nobody knows how it ended{last}"
    if status < 0:
        return f"it was ended by {_signal(-status)}{last}"
    return f"it exited with {status}{_cut(known.ran)}{last}"


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _cut(ran: Ran) -> str:
    return "; it printed more than the limit, and the rest was thrown away" if ran.cut else ""


def _last_words(folder: Path) -> str:
    """The end of its standard error, for a person to read; before it the line that names an error, if it is earlier."""
    try:
        with (folder / ERRORS).open("rb") as file:
            file.seek(max(0, file.seek(0, 2) - _SHOWN_BYTES))
            lines = _COLOUR.sub("", file.read().decode("utf-8", "replace")).strip().splitlines()
    except OSError:
        return ""
    words = _shown(lines[-5:])[-500:]
    error = _shown([line for line in lines if _NAMES_AN_ERROR.match(line)][-1:])[:200]
    if not words:
        return ""
    return f": {words}" if error in words else f": {error} … {words}"


def _shown(lines: Sequence[str]) -> str:
    return redact(visible(" ".join(line.strip() for line in lines)))
