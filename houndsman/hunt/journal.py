"""The journal of a run's passes: nothing that was paid for is lost, and nothing is asked twice.

In: rows of the store, by a named transaction of its own, and the files of the run's replies. Out: for a question
the reply that was recorded for it, if there is one. A try is finished when its reply file is complete and its row
committed, in this order: killed between the two, the next hunt finds the file and commits the row. So it does for a
file without any row: where the power fails, the database may lose the transactions of its last seconds. A row without a
file is a try that nobody saw end. A reply file that is lost or damaged counts as none, and its question is asked again;
what the store or the file system refuses is raised as their `StoreError`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from pydantic import ValidationError

from houndsman.hunt.group_commit import GroupCommit
from houndsman.models.agent import AgentReply, End
from houndsman.models.artifact import artifact_bytes
from houndsman.models.passes import Asked, PassRecord, RecordedReply, Turn

_GOOD = frozenset({End.OK})


class PassRows(Protocol):
    """The store, as far as the journal of one run needs it."""

    def passes(self) -> Sequence[PassRecord]:
        """All rows of the run, in the order in which they were begun."""
        ...

    def write_passes(self, records: Sequence[PassRecord]) -> None:
        """Commit tries that begin, which are not finished, and what is known of those that ended."""
        ...


class Recordings(Protocol):
    """The run's replies on the disk, as far as its journal needs them."""

    def names(self) -> Sequence[str]:
        """All that are there, in the order in which they were written."""
        ...

    def read(self, name: str) -> bytes | None:
        """The file `name`; None where there is none to read."""
        ...

    async def write(self, name: str, data: bytes) -> None:
        """Make the file `name` hold `data`: whole, and on the disk for good when this returns."""
        ...


@dataclass
class Journal:
    """What was asked in one run, and answered.

    Args:
        rows: the store.
        replies: its files.
        clock: the time, ISO 8601 in UTC.
    """

    rows: PassRows
    replies: Recordings
    clock: Callable[[], str]
    _tries: dict[str, dict[Asked, list[PassRecord]]] = field(default_factory=dict, init=False, repr=False)
    """By watchdog, and what was asked."""
    _begun: dict[tuple[Asked, int], int] = field(default_factory=dict, init=False, repr=False)
    """By try, which one of the run it was."""
    _opened: dict[tuple[str, str, str], int] = field(default_factory=dict, init=False, repr=False)
    """By watchdog, pass and file, the latest try of its first turn: what came before belongs to an older session."""
    _rows: GroupCommit[PassRecord] = field(init=False, repr=False)
    """One transaction for all who wait: it costs more than a row does."""

    def __post_init__(self) -> None:
        self._rows = GroupCommit(self.rows.write_passes)
        for record in self.rows.passes():
            self._add(record)
        self._add_those_without_a_row()

    def tries(self, watchdog: str, name: str, file: str) -> tuple[PassRecord, ...]:
        """Every try of one pass."""
        mine = [each for each in self.records(watchdog) if (each.asked.name, each.asked.file) == (name, file)]
        return tuple(sorted(mine, key=lambda each: self._begun[each.asked, each.attempt]))

    def records(self, watchdog: str | None = None) -> Iterator[PassRecord]:
        """Every try of the run, or of one watchdog."""
        for of_one in self._tries.values() if watchdog is None else (self._tries.get(watchdog, {}),):
            for tries in of_one.values():
                yield from tries

    def found(self, asked: Asked, ends: Collection[End] = _GOOD, *, after: int = 0) -> AgentReply | None:
        """The recorded reply to `asked` that ended in one of these ways, the latest; None where there is none.

        A reply to a later turn counts only if it came after the latest brief was sent, and none of the first `after`
        tries of the run counts.
        """
        opened = 0 if asked.turn == 1 else self._opened.get((asked.watchdog, asked.name, asked.file), 0)
        for record in reversed(self._of(asked)):
            if self._begun[asked, record.attempt] < max(opened, after):
                return None
            kept = self._recorded(record)
            if kept is None:
                continue
            recorded, data = kept
            if record.finished_at is None:  # we were killed between the file and the row
                finished = self._finished(record, recorded, data)
                self.rows.write_passes([finished])
                self._replace(record, finished)
            if recorded.end in ends:
                return recorded.reply
        return None

    def interrupted(self, asked: Asked) -> PassRecord | None:
        """A try of `asked` that was begun and that nobody saw end: its agent may still be at work."""
        return next((record for record in self._of(asked) if record.finished_at is None), None)

    async def begin(self, asked: Asked, kind: Turn, reserved: int = 0) -> PassRecord:
        """Commit that `asked` is tried now, before anything is spent on it; so many tokens are reserved for it."""
        attempt = 1 + max((each.attempt for each in self._of(asked)), default=0)
        record = PassRecord(asked, attempt, kind, self.clock(), reserved=reserved)
        await self._rows.written(record)
        self._add(record)
        return record

    async def finish(self, record: PassRecord, reply: AgentReply, seconds: float) -> PassRecord:
        """Keep `reply`, which is redacted and took `seconds`: its file for good first, then the row."""
        recorded = RecordedReply.of(record, reply, seconds)
        data = artifact_bytes(recorded.to_json())
        finished = self._finished(record, recorded, data)
        await self.replies.write(record.reply_name, data)
        await self._rows.written(finished)
        self._replace(record, finished)
        return finished

    def give_up(self, record: PassRecord, reason: str) -> None:
        """Commit that no reply will come to a try that was interrupted. What it cost stays unknown.

        Where its reply is there, and only its row was missing, that is committed instead.
        """
        kept = self._recorded(record)
        if kept is not None:
            ended = self._finished(record, *kept)
        else:
            ended = replace(record, finished_at=self.clock(), end=End.CRASHED, reason=reason)
        self.rows.write_passes([ended])
        self._replace(record, ended)

    def _add_those_without_a_row(self) -> None:
        known = {record.reply_name for record in self.records()}
        for name in self.replies.names():
            kept = None if name in known else self._read(name)
            if kept is None:
                continue
            recorded, data = kept
            record = PassRecord(recorded.asked, recorded.attempt, recorded.kind, self.clock())
            if record.reply_name == name:
                finished = self._finished(record, recorded, data)
                self.rows.write_passes([record])
                self.rows.write_passes([finished])
                self._add(finished)

    def _finished(self, record: PassRecord, recorded: RecordedReply, data: bytes) -> PassRecord:
        """The row of a try whose reply file has these bytes."""
        return replace(
            record,
            finished_at=self.clock(),
            end=recorded.end,
            reason=recorded.reason,
            usage=recorded.usage,
            priced=recorded.priced,
            seconds=recorded.seconds,
            model=recorded.model,
            session=recorded.session,
            reply_hash=hashlib.sha256(data).hexdigest(),
        )

    def _of(self, asked: Asked) -> list[PassRecord]:
        return self._tries.get(asked.watchdog, {}).get(asked, [])

    def _add(self, record: PassRecord) -> None:
        asked = record.asked
        self._tries.setdefault(asked.watchdog, {}).setdefault(asked, []).append(record)
        self._begun[asked, record.attempt] = len(self._begun)
        if asked.turn == 1:
            self._opened[asked.watchdog, asked.name, asked.file] = self._begun[asked, record.attempt]

    def _replace(self, record: PassRecord, by: PassRecord) -> None:
        tries = self._of(record.asked)
        tries[tries.index(record)] = by

    def _recorded(self, record: PassRecord) -> tuple[RecordedReply, bytes] | None:
        """The whole reply file of a try, and its bytes; None where there is none, or not the one that was kept."""
        kept = self._read(record.reply_name)
        if kept is None:
            return None
        recorded, data = kept
        if record.finished_at is not None and hashlib.sha256(data).hexdigest() != record.reply_hash:
            return None
        return kept if (recorded.asked, recorded.attempt) == (record.asked, record.attempt) else None

    def _read(self, name: str) -> tuple[RecordedReply, bytes] | None:
        data = self.replies.read(name)
        try:
            return None if data is None else (RecordedReply.model_validate_json(data), data)
        except ValidationError:
            return None
