"""Models to rows and back.

A row for writing is a tuple in the order of its table's columns, key first: a million of them are written, and building
dictionaries would cost more than SQLite does.
"""

from __future__ import annotations

import json
from functools import lru_cache

from sqlalchemy import Row

from houndsman.models.agent import End, Priced
from houndsman.models.finding import Anchor, Note, Side
from houndsman.models.passes import Asked, PassRecord, Turn
from houndsman.models.records import HistoryEntry, ReviewRecord, RunRecord, Told
from houndsman.models.reply import Usage
from houndsman.models.repo_path import RepoPath
from houndsman.models.severity import Severity
from houndsman.models.triage import (
    Decision,
    Message,
    Observation,
    Origin,
    Recognised,
    Recognition,
    RunStatus,
    Sighting,
    Status,
    StoredDecision,
    StoredFinding,
)

Value = str | int | None
Values = tuple[Value, ...]

# Looking a member up by calling its class costs ten times a dictionary.
_SIDES = {side.value: side for side in Side}
_SEVERITIES = {severity.value: severity for severity in Severity}
_ANCHORS = {anchor.value: anchor for anchor in Anchor}
_STATUSES = {status.value: status for status in Status}

_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def storable(words: str) -> str:
    """`words` as a database can hold them.

    Half of a surrogate pair, which JSON lets an agent write and a command line may hold, becomes `?`.
    """
    return words if words.isascii() else words.encode("utf-8", "replace").decode("utf-8")


def finding_values(review_id: str, finding: StoredFinding, status: Status) -> Values:
    """The row of a finding in the table `findings`.

    Args:
        status: what the row will say, which a decision may have changed since.
    """
    return (
        review_id,
        finding.fingerprint,
        finding.base_key,
        finding.occurrence,
        finding.lineage.text,
        finding.covered_hash,
        finding.file.text,
        finding.line,
        finding.end_line,
        finding.side.value,
        storable(finding.rule),
        finding.severity.value,
        storable(finding.message),
        storable(_json([[said.watchdog, said.message, said.severity_claimed] for said in finding.messages])),
        storable(finding.action),
        storable(finding.quote),
        _words_text(finding.watchdogs),
        finding.anchor.value,
        finding.group,
        status.value,
        finding.first_seen.run,
        finding.first_seen.sha,
        finding.last_seen.run,
        finding.last_seen.sha,
        finding.placed_sha,
        _notes_text(finding.notes),
    )


def finding_of(row: Row[*tuple[object, ...]]) -> StoredFinding:
    """The finding that a row of `findings` holds."""
    return StoredFinding(
        fingerprint=row.fingerprint,
        base_key=row.base_key,
        occurrence=row.occurrence,
        lineage=RepoPath.parse(row.lineage),
        covered_hash=row.covered_hash,
        file=RepoPath.parse(row.file),
        line=row.line,
        end_line=row.end_line,
        side=_SIDES[row.side],
        rule=row.rule,
        severity=_SEVERITIES[row.severity],
        message=row.message,
        messages=tuple(
            Message(watchdog=watchdog, message=message, severity_claimed=claimed)
            for watchdog, message, claimed in json.loads(row.messages)
        ),
        action=row.action,
        quote=row.quote,
        watchdogs=_words_of(row.watchdogs),
        anchor=_ANCHORS[row.anchor],
        group=row.group,
        status=_STATUSES[row.status],
        first_seen=_sighting(row.first_run, row.first_sha),
        last_seen=_sighting(row.last_run, row.last_sha),
        notes=_notes_of(row.notes),
        placed_sha=row.placed_sha,
    )


def observation_values(review_id: str, run: int, observation: Observation) -> Values:
    """The row of an observation in the table `observations`."""
    return (
        review_id,
        run,
        observation.watchdog,
        observation.index,
        observation.fingerprint,
        observation.line,
        observation.end_line,
        observation.anchor.value,
        observation.severity.value,
        None if observation.severity_claimed is None else storable(observation.severity_claimed),
        storable(observation.message),
        _notes_text(observation.notes),
        None if observation.file is None else observation.file.text,
        observation.impact_class,
        None if observation.weighed_by is None else storable(observation.weighed_by),
        *_recognised_values(observation.recognised),
    )


def observation_of(row: Row[*tuple[object, ...]]) -> Observation:
    """The observation that a row of `observations` holds."""
    return Observation(
        fingerprint=row.fingerprint,
        watchdog=row.watchdog,
        index=row.idx,
        line=row.line,
        end_line=row.end_line,
        anchor=_ANCHORS[row.anchor],
        severity=_SEVERITIES[row.severity],
        severity_claimed=row.severity_claimed,
        message=row.message,
        notes=_notes_of(row.notes),
        file=None if row.file is None else RepoPath.parse(row.file),
        impact_class=row.impact_class,
        weighed_by=row.weighed_by,
        recognised=recognised_of(row.how, row.origin),
    )


def recognised_of(how: str | None, origin: str | None) -> Recognised | None:
    """How a run knew a finding, as the columns `how` and `origin` of `observations` say; None where nothing does."""
    if how is None:
        return None
    if origin is None:
        return Recognised(Recognition(how))
    run, sha, file, line = json.loads(origin)
    return Recognised(Recognition(how), Origin(run, sha, RepoPath.parse(file), line))


def history_of(row: Row[*tuple[object, ...]]) -> HistoryEntry:
    """The entry that a row of `history` holds."""
    return HistoryEntry(Told(row.about), row.review_id, row.run, row.was, row.became, row.why, row.at)


#: By what the row of a try is known in the table `passes`, within its run.
PASS_KEY = ("watchdog", "name", "file", "turn", "prompt_hash", "agent", "fingerprint", "attempt")


def pass_key(record: PassRecord) -> dict[str, Value]:
    """The values of `PASS_KEY` in the row of a try."""
    asked = record.asked
    return {
        "watchdog": asked.watchdog,
        "name": asked.name,
        "file": storable(asked.file),
        "turn": asked.turn,
        "prompt_hash": asked.prompt_hash,
        "agent": storable(asked.agent),
        "fingerprint": storable(asked.fingerprint),
        "attempt": record.attempt,
    }


def pass_values(record: PassRecord) -> dict[str, Value | float]:
    """What that row says besides."""
    usage = record.usage
    return {
        "kind": record.kind.value,
        "begun_at": record.begun_at,
        "finished_at": record.finished_at,
        "end": None if record.end is None else record.end.value,
        "reason": storable(record.reason),
        "tokens_in": usage.tokens_in,
        "tokens_out": usage.tokens_out,
        "tokens_cached": usage.tokens_cached,
        "cost": usage.cost,
        "priced": record.priced.value,
        "seconds": record.seconds,
        "model": None if record.model is None else storable(record.model),
        "session": None if record.session is None else storable(record.session),
        "reply_hash": record.reply_hash,
        "reserved": record.reserved,
    }


def pass_of(row: Row[*tuple[object, ...]]) -> PassRecord:
    """The try that a row of `passes` holds."""
    return PassRecord(
        Asked(row.watchdog, row.name, row.file, row.turn, row.prompt_hash, row.agent, row.fingerprint),
        attempt=row.attempt,
        kind=Turn(row.kind),
        begun_at=row.begun_at,
        finished_at=row.finished_at,
        end=None if row.end is None else End(row.end),
        reason=row.reason,
        usage=Usage(tokens_in=row.tokens_in, tokens_out=row.tokens_out, tokens_cached=row.tokens_cached, cost=row.cost),
        priced=Priced(row.priced),
        seconds=row.seconds,
        model=row.model,
        session=row.session,
        reply_hash=row.reply_hash,
        reserved=row.reserved or 0,
    )


def review_of(row: Row[*tuple[object, ...]]) -> ReviewRecord:
    """The review that a row of `reviews` holds."""
    return ReviewRecord(**row._mapping)


def run_of(row: Row[*tuple[object, ...]]) -> RunRecord:
    """The run that a row of `runs` holds."""
    return RunRecord(**{**row._mapping, "status": RunStatus(row.status)})


def decision_of(row: Row[*tuple[object, ...]]) -> StoredDecision:
    """The decision that a row of `decisions` holds."""
    return StoredDecision(
        fingerprint=row.fingerprint,
        decision=Decision(row.decision),
        covered_hash=row.covered_hash,
        reason=row.reason,
    )


def _recognised_values(recognised: Recognised | None) -> tuple[str | None, str | None]:
    if recognised is None:
        return None, None
    before = recognised.before
    if before is None:
        return recognised.how.value, None
    return recognised.how.value, _json([before.run, before.sha, before.file.text, before.line])


def _notes_text(notes: tuple[Note, ...]) -> str:
    if not notes:
        return "[]"
    return storable(_json([[note.code, note.text] for note in notes]))


# Most rows repeat a few short lists and runs, and frozen models can be shared.
@lru_cache(maxsize=4096)
def _words_text(words: tuple[str, ...]) -> str:
    return _json(words)


@lru_cache(maxsize=4096)
def _sighting(run: int, sha: str) -> Sighting:
    return Sighting(run=run, sha=sha)


@lru_cache(maxsize=4096)
def _notes_of(text: str) -> tuple[Note, ...]:
    return tuple(Note(code=code, text=words) for code, words in json.loads(text))


@lru_cache(maxsize=4096)
def _words_of(text: str) -> tuple[str, ...]:
    return tuple(json.loads(text))
