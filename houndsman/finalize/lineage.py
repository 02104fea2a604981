"""The way of one finding from its raw words to the triage, put together again from what was kept of it.

In: the record, its observations, the findings files of their runs, the history, and the lines it was first found at.
Out: a `Lineage`. Nothing is guessed: a findings file that is not the one which was read, and lines that do not give the
fingerprint that is stored, are not shown, and words say why. Secrets are redacted. Nothing fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from houndsman.finalize.groups import beginning, linked_with
from houndsman.finalize.without_secrets import data_without_secrets
from houndsman.intake.finding import keyed
from houndsman.intake.loads import BadReply, load_json, plain
from houndsman.matching.dedupe_key import fold_message
from houndsman.matching.fingerprint import Context, base_key, context_of
from houndsman.matching.folded_lines import FoldedLines
from houndsman.models.finding import Anchor, is_emergent
from houndsman.models.lineage import (
    Group,
    InRun,
    KnownBy,
    Lineage,
    Linked,
    Material,
    Member,
    MergeKey,
    RawWords,
    Reported,
    Turned,
)
from houndsman.models.records import HistoryEntry, RunRecord
from houndsman.models.triage import Observation, Recognised, StoredFinding, TriageItem
from houndsman.prompt.redact import redact

_ANCHORS = list(Anchor)  # best first
_FINDINGS = "findings"

#: Why no lines are told of a fingerprint.
_WHOLE_FILE = "none: the whole file is meant"
_NO_LINES = "none: the line could not be read when it was first found"
_UNREADABLE = "the file, as it was when this was first found in it, can no longer be read"
_OTHER_LINES = "the lines that can be read are not the ones in the fingerprint"


class KeptReply(NamedTuple):
    """A findings file that is kept with a run."""

    name: str
    """Relative to the review's folder."""
    data: bytes


@dataclass(frozen=True, slots=True)
class LineageInput:
    """What was kept of one finding."""

    stored: StoredFinding
    review: Sequence[TriageItem]
    """Every finding of the review, this one included."""
    runs: Sequence[RunRecord]
    """Of the review, by number."""
    observations: Mapping[int, Sequence[Observation]]
    """Of this finding, by run."""
    replies: Callable[[int, str], Sequence[KeptReply]]
    """The findings files that are kept of a watchdog in a run, that of its last finalize first."""
    reply_hashes: Mapping[tuple[int, str], str]
    """By run and watchdog, which file was read."""
    history: Sequence[HistoryEntry]
    first_lines: Sequence[bytes] | None
    """The file that it was first found in, as it was then; None where git no longer has it, or it has no lines."""


def lineage(kept: LineageInput) -> Lineage:
    """The way of the finding `kept.stored`."""
    stored = kept.stored
    item = next(each for each in kept.review if each.fingerprint == stored.fingerprint)
    first = stored.first_seen.run
    runs = [run for run in kept.runs if run.number >= first and (run.finalized_at or run.number in kept.observations)]
    return Lineage(
        finding=item,
        runs=tuple(_in_run(run, kept) for run in runs),
        identity=_material(kept),
        history=tuple(
            Turned(about=each.about, run=each.run, was=each.was, became=each.became, why=each.why, at=each.at)
            for each in kept.history
        ),
        group=group_of(item, kept.review),
    )


def group_of(item: TriageItem, review: Iterable[TriageItem]) -> Group | None:
    """The near-duplicates of `item` among the findings of its review, and every link between them."""
    if item.group is None:
        return None
    members = [each for each in review if each.group == item.group]
    ids = {beginning(each.fingerprint): each.id for each in members}
    links: dict[tuple[str, str], str] = {}
    for each in members:
        for name, why in filter(None, map(linked_with, each.notes)):
            if name in ids and (ids[name], each.id) not in links:
                links[each.id, ids[name]] = why
    return Group(
        label=item.group,
        members=tuple(
            Member.model_validate({name: getattr(each, name) for name in Member.model_fields}) for each in members
        ),
        links=tuple(Linked(one=one, other=other, why=why) for (one, other), why in links.items()),
    )


def raw_words(replies: Sequence[KeptReply], digest: str | None, file: str, index: int) -> RawWords:
    """Entry `index` of the findings file that was read.

    Args:
        replies: the files that are kept, the likeliest first.
        digest: the sha256 of the file that was read; None where it was not kept, so that the likeliest has to do.
        file: what the file is called, if no later one took its place.
        index: counted from 0.
    """
    if not replies:
        return RawWords(file=file, index=index, missing="the file is gone")
    read = next((each for each in replies if _is_read(each, digest, file)), None)
    if read is None:
        return RawWords(file=file, index=index, missing="the file is not the one that was read: it was changed since")
    try:
        root = load_json(read.data, read.name).value
    except BadReply as error:
        return RawWords(file=read.name, index=index, missing=error.what)
    entries = keyed(root, frozenset({_FINDINGS})).known.get(_FINDINGS) if isinstance(root, dict) else None
    if not isinstance(entries, list) or index >= len(entries):
        return RawWords(file=read.name, index=index, missing="the file has no such entry")
    return RawWords.model_validate(
        {"file": read.name, "index": index, "words": data_without_secrets(plain(entries[index]))}
    )


def _is_read(reply: KeptReply, digest: str | None, file: str) -> bool:
    return reply.name == file if digest is None else sha256(reply.data).hexdigest() == digest


def _in_run(run: RunRecord, kept: LineageInput) -> InRun:
    seen = kept.observations.get(run.number, ())
    if not seen:
        return InRun(run=run.number, head=run.head, created_at=run.created_at, reported=())
    return InRun(
        run=run.number,
        head=run.head,
        created_at=run.created_at,
        reported=tuple(_reported(each, run.number, kept) for each in seen),
        merged_by=_merge_key(seen[0], kept.stored),
        severity=min((each.severity for each in seen), key=lambda severity: severity.rank),
        anchor=min((each.anchor for each in seen), key=_ANCHORS.index),
        known_by=_known_by(seen[0].recognised),
    )


def _reported(seen: Observation, run: int, kept: LineageInput) -> Reported:
    return Reported(
        watchdog=seen.watchdog,
        raw=raw_words(
            kept.replies(run, seen.watchdog),
            kept.reply_hashes.get((run, seen.watchdog)),
            f"runs/{run}/findings/{seen.watchdog}.json",
            seen.index,
        ),
        notes=seen.notes,
        line=seen.line,
        end_line=seen.end_line,
        anchor=seen.anchor,
        message=seen.message,
        impact_class=seen.impact_class,
        severity_claimed=seen.severity_claimed,
        severity=seen.severity,
        weighed_by=seen.weighed_by,
    )


def _merge_key(seen: Observation, stored: StoredFinding) -> MergeKey | None:
    if seen.file is None:
        return None
    return MergeKey(
        file=seen.file,
        side=stored.side,
        line=seen.line,
        rule=stored.rule,
        message=fold_message(seen.message) if is_emergent(stored.rule) else None,
    )


def _known_by(recognised: Recognised | None) -> KnownBy | None:
    if recognised is None:
        return None
    before = recognised.before
    if before is None:
        return KnownBy(how=recognised.how)
    return KnownBy(how=recognised.how, run=before.run, sha=before.sha, file=before.file, line=before.line)


def _material(kept: LineageInput) -> Material:
    stored = kept.stored
    context, missing = _first_context(kept)
    told = [redact(line.decode("utf-8", "backslashreplace")) for line in context] if context else [None] * 3
    above, start, below = told
    return Material(
        fingerprint=stored.fingerprint,
        rule=stored.rule,
        path=stored.lineage,
        occurrence=stored.occurrence,
        above=above,
        start=start,
        below=below,
        lines_missing=missing,
    )


def _first_context(kept: LineageInput) -> tuple[Context | None, str | None]:
    """The lines in the fingerprint, or why there are none to show. What is shown was hashed again."""
    stored = kept.stored
    if stored.base_key == base_key(stored.rule, stored.lineage, None):
        return None, _WHOLE_FILE if stored.line is None else _NO_LINES
    first = kept.observations.get(stored.first_seen.run, ())
    lines = None if kept.first_lines is None else FoldedLines(kept.first_lines)
    context = context_of(lines, first[0].line) if first else None
    if context is None:
        return None, _UNREADABLE
    if stored.base_key != base_key(stored.rule, stored.lineage, context):
        return None, _OTHER_LINES
    return context, None
