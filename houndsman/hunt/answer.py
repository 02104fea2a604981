"""What an agent answered, found in everything that it said.

In: the messages of one agent in order, redacted by the caller: what is read here is recorded, and live and replay must
see the same. Out: an `Answer`: the findings file as data, or in words why there is none. Nothing fails, however odd the
messages are; and what cannot be read is never "nothing found".

Of several objects the last one wins that has the contract's form whole; one that lacks a required key counts only where
there is no such, one that had to be guessed at only where there is no other of its form. A reply that breaks off counts
last, by its whole findings. Whatever is left of it says so, because the rest is still to be asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from houndsman.hunt.guess import guess
from houndsman.hunt.no_reply import why_no_reply
from houndsman.hunt.repair import TooDeep, read_object
from houndsman.hunt.reply_form import NOT_A_LIST, Form, judge, objects_with_findings
from houndsman.hunt.salvage import whole_part
from houndsman.hunt.scan import REPLY_KEY, Stretch, stretches
from houndsman.hunt.slips import Slip, notes_of
from houndsman.models.finding import Note
from houndsman.prompt.foreign import inline

#: Unreadable replies of one message that are guessed at, the last ones: each may take a tenth of a second.
_GUESSES = 4

#: How prose shortens a reply that it only talks about.
_PLACEHOLDERS = ("...", "…", "<")

_NEAR = 30  # characters shown on each side of where a reply breaks off


@dataclass(frozen=True, slots=True)
class Answer:
    """What an agent answered."""

    reply: dict[str, object] | None
    """The findings file, as JSON data for `artifact_bytes`; None where there is no answer, which is never "nothing"."""
    repairs: tuple[Note, ...] = ()
    """What was put right to read it."""
    truncated: bool = False
    """The last reply breaks off: `reply` has its whole findings, an earlier reply or is None. The rest is to be asked
    for."""
    errors: tuple[str, ...] = ()
    """What is wrong, in words for the agent's next turn; empty where nothing is to be asked for again."""


def read_answer(messages: Sequence[str], watchdog: str) -> Answer:
    """The answer that `messages`, all that one agent said, give for `watchdog`."""
    seen: list[_Found] = []  # from the last one back, up to one that nothing before it can outdo
    for found in _found(messages, watchdog):
        seen.append(found)
        if found.rank == _BEST:
            break
    best = max((found for found in seen if found.reply is not None), key=lambda found: found.rank, default=None)
    if best is None:
        return _unanswered(messages, seen)
    later = next((found for found in seen[: seen.index(best)] if found.breaks_off), None)
    slips = best.slips + Counter({Slip.LATER_CUT_OFF: 1} if later else ())
    cut = later or (best if best.breaks_off else None)
    return Answer(best.reply, notes_of(slips), cut is not None, (cut.complaint(),) if cut else ())


def _unanswered(messages: Sequence[str], seen: Sequence[_Found]) -> Answer:
    if not seen:
        return Answer(None, errors=(why_no_reply(messages),))
    last = seen[0]
    return Answer(None, truncated=last.breaks_off, errors=(last.complaint(),))


class _Rank(NamedTuple):
    """How good a reply is; of equal ones the last is taken."""

    ends: bool
    form: Form
    is_certain: bool


_BEST = _Rank(True, Form.WHOLE, True)
_NO_REPLY = _Rank(True, Form.NONE, True)


class _Place(NamedTuple):
    """Where in a message a reply does not go on."""

    text: str
    at: int

    def __str__(self) -> str:
        line = self.text.count("\n", 0, self.at) + 1
        column = self.at - self.text.rfind("\n", 0, self.at)
        near = inline(self.text[max(self.at - _NEAR, 0) : self.at + _NEAR])
        return f"the JSON breaks off at line {line}, column {column} of your message, near {near}"


@dataclass(frozen=True, slots=True)
class _Found:
    """An object that is a reply, or would be one but for what is wrong with it."""

    rank: _Rank
    reply: dict[str, object] | None = None
    slips: Counter[Slip] = field(default_factory=Counter)
    wrong: str | _Place = ""

    @property
    def breaks_off(self) -> bool:
        return not self.rank.ends

    def complaint(self) -> str:
        """What is wrong, in words: made only for the one that is told of thousands that a hostile message holds."""
        return str(self.wrong)


def _found(messages: Sequence[str], watchdog: str) -> Iterator[_Found]:
    """What all messages hold, the last first."""
    for message in reversed(messages):
        slips = Counter({Slip.BOM: 1} if message.startswith("\ufeff") else ())
        for found in reversed(list(_in_message(message, watchdog))):
            yield replace(found, slips=found.slips + slips)


def _in_message(text: str, watchdog: str) -> Iterator[_Found]:
    parts = stretches(text)
    guessed = [part for part in parts if not part.is_closed][-_GUESSES:]
    taken = 0
    for part in parts:
        if part.start < taken or text.find(REPLY_KEY, part.start, part.end) < 0:
            continue
        if part.is_closed:
            yield from _closed(text[part.start : part.end], watchdog)
            continue
        whole = guess(text, part.start) if part in guessed else None
        if whole is None:
            yield from _broken(text, part, watchdog)
        else:
            taken = whole.end
            yield from _objects(whole.value, Counter({Slip.GUESSED: 1}), watchdog)


def _closed(text: str, watchdog: str) -> Iterator[_Found]:
    try:
        value, slips = read_object(text)
    except TooDeep as error:
        yield _Found(_NO_REPLY, wrong=error.what)
        return
    yield from _objects(value, slips, watchdog)


def _broken(text: str, part: Stretch, watchdog: str) -> Iterator[_Found]:
    """What is whole of the reply in `part`, or that there was to be one."""
    place = _Place(text, part.end)
    replies = [each for each in _closed(whole_part(text[part.start : part.end]), watchdog) if each.reply is not None]
    for found in replies:
        slips = found.slips + Counter({Slip.CUT_OFF: 1})
        yield replace(found, rank=found.rank._replace(ends=False), slips=slips, wrong=place)
    if not replies:
        is_only_talked_about = text.startswith(_PLACEHOLDERS, part.end)
        yield _Found(_NO_REPLY._replace(ends=is_only_talked_about), wrong=place)


def _objects(value: object, slips: Counter[Slip], watchdog: str) -> Iterator[_Found]:
    """The replies in `value`."""
    objects = list(objects_with_findings(value))
    if not objects and isinstance(value, dict) and REPLY_KEY in value:
        yield _Found(_NO_REPLY, wrong=NOT_A_LIST)
    for each in objects:
        judged = judge(each, watchdog)
        own = slips + Counter({Slip.WRAPPED: each is not value, Slip.EXAMPLE: judged.has_example})
        rank = _Rank(True, judged.form, Slip.GUESSED not in slips)
        yield _Found(rank, judged.reply, own, judged.complaint)
