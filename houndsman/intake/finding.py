"""One raw finding to a `Finding` with notes, or to a `Refusal`.

In: one entry of `findings`. Out: the finding with everything put right that can be, or the reason why it cannot be
taken: it is no object, names no file, a path outside the repository, or neither rule nor message.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from houndsman.intake.context import IntakeContext
from houndsman.intake.fields import claimed_confidence, claimed_side, quoted, words
from houndsman.intake.lines import LineClaim, claimed_lines, within_file
from houndsman.intake.loads import plain
from houndsman.intake.notes import Repair, note
from houndsman.intake.paths import PathReader
from houndsman.intake.rules import breach
from houndsman.intake.severity_words import claimed_severity
from houndsman.models.finding import Finding, Note, Refusal, Side
from houndsman.models.repo_path import RepoPath

NOT_AN_OBJECT = "not an object"
NEITHER_RULE_NOR_MESSAGE = "neither rule nor message"

_KEYS = frozenset(
    {
        "file",
        "line",
        "endLine",
        "side",
        "rule",
        "message",
        "action",
        "quote",
        "severity",
        "impactClass",
        "confidence",
    }
)


class Keyed(NamedTuple):
    """An object's values under the contract's keys, and the others as they came."""

    known: dict[str, object]
    extra: dict[str, object]
    renamed: tuple[str, ...]
    """Contract's keys that were written in snake_case."""


def keyed(raw: Mapping[str, object], keys: frozenset[str]) -> Keyed:
    """`raw` sorted by the contract's `keys`; a snake_case spelling counts where the proper one is absent."""
    if raw.keys() <= keys:
        return Keyed(dict(raw), {}, ())
    known = {key: value for key, value in raw.items() if key in keys}
    extra: dict[str, object] = {}
    renamed: list[str] = []
    for key, value in raw.items():
        if key in keys:
            continue
        camel = _camel(key)
        if camel in keys and camel not in known:
            known[camel] = value
            renamed.append(camel)
        else:
            extra[key] = value
    return Keyed(known, extra, tuple(renamed))


class FindingReader:
    """Reads the findings of one reply."""

    def __init__(self, context: IntakeContext, paths: PathReader) -> None:
        self._context = context
        self._paths = paths
        self._line_counts: dict[tuple[RepoPath, Side], int | None] = {}
        self.saw_snake_case = False

    def read(self, raw: object, index: int) -> Finding | Refusal:
        """The finding that `raw`, number `index` of the file, describes."""
        if not isinstance(raw, dict):
            return self._refused(raw, index, NOT_AN_OBJECT)
        known, extra, renamed = keyed(raw, _KEYS)
        said_side, side_notes = claimed_side(known.get("side"))
        place = self._paths.locate(known.get("file"), said_side or Side.NEW)
        if place.path is None:
            return self._refused(raw, index, place.reason or "")
        named = breach(known.get("rule"), known.get("impactClass"), self._context.watchdog)
        message, message_notes = words(known.get("message"), Repair.MESSAGE_NOT_TEXT)
        if not message and not named.has_rule:
            return self._refused(raw, index, NEITHER_RULE_NOR_MESSAGE)
        side, more_side_notes = _settled_side(said_side, place.side)
        lines = self._lines(known, place.path, side)
        action, action_notes = words(known.get("action"), Repair.ACTION_NOT_TEXT)
        quote, quote_notes = quoted(known.get("quote"))
        severity, severity_notes = claimed_severity(known.get("severity"))
        confidence, confidence_notes = claimed_confidence(known.get("confidence"))
        return Finding(
            watchdog=self._context.watchdog.id,
            index=index,
            path=place.path,
            line=lines.line,
            end_line=lines.end,
            side=side,
            rule=named.rule,
            message=message,
            action=action,
            quote=quote,
            severity_claimed=severity,
            impact_class=named.impact_class,
            confidence=confidence,
            notes=(
                *self._key_notes(renamed),
                *place.notes,
                *side_notes,
                *more_side_notes,
                *lines.notes,
                *named.notes,
                *severity_notes,
                *confidence_notes,
                *message_notes,
                *action_notes,
                *quote_notes,
            ),
            must_prove=lines.must_prove,
            extra={key: plain(value) for key, value in extra.items()},
        )

    def _lines(self, known: Mapping[str, object], path: RepoPath, side: Side) -> LineClaim:
        claim = claimed_lines(known.get("line"), known.get("endLine"))
        if "line" not in known:
            return claim._replace(must_prove=True, notes=(note(Repair.LINE_MISSING), *claim.notes))
        return claim if claim.line is None else within_file(claim, self._count(path, side))

    def _count(self, path: RepoPath, side: Side) -> int | None:
        key = (path, side)
        if key not in self._line_counts:
            lines = self._context.sources.lines(path, side)
            self._line_counts[key] = None if lines is None else len(lines)
        return self._line_counts[key]

    def _key_notes(self, renamed: tuple[str, ...]) -> tuple[Note, ...]:
        if not renamed:
            return ()
        self.saw_snake_case = self.saw_snake_case or renamed != ("endLine",)
        return (note(Repair.END_LINE_KEY),) if "endLine" in renamed else ()

    def _refused(self, raw: object, index: int, reason: str) -> Refusal:
        return Refusal(self._context.watchdog.id, index, reason, plain(raw))


def _settled_side(said: Side | None, found: Side | None) -> tuple[Side, tuple[Note, ...]]:
    """The side that was said; the one that has the file where nothing was said; `new` where nobody knows."""
    if said is None and found is Side.OLD:
        return Side.OLD, (note(Repair.SIDE_FROM_PATH),)
    side = said or Side.NEW
    return side, (note(Repair.PATH_OTHER_SIDE),) if found not in (None, side) else ()


def _camel(key: str) -> str:
    head, *tail = key.strip().split("_")
    return head + "".join(part[:1].upper() + part[1:] for part in tail)
