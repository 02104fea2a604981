"""Whose word on a change's purpose counts.

In: the summary in hand, and what somebody else offers: a `business-summary.json` that an agent or a person wrote, or
words that came with a review. Out: one summary, and in words why this one. Whoever is worse never replaces whoever is
better. What is offered is hostile: it is put right or refused with a reason, and nothing fails.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from houndsman.intake.loads import BadReply, load_json
from houndsman.intent.derive import MOST_FACTS, TITLE_CHARS
from houndsman.intent.signs import NAMES, Kind
from houndsman.models.business import BusinessSource, BusinessSummary, Fact
from houndsman.models.repo_path import RepoPath
from houndsman.prompt.foreign import one_line, visible
from houndsman.prompt.redact import redact

#: Characters of `text` that are kept; fewer are asked for.
TEXT_CHARS = 4_000

#: Bytes of a file that may be a summary.
MOST_BYTES = 256 * 1024

#: Places of one fact.
_MOST_PLACES = 5

_PLACE = re.compile(r"(?s)(?P<path>.+?):L?(?P<line>[1-9]\d{0,8})(?:[-:]\d{1,9})?\Z")
_KINDS = {name: kind for kind, name in NAMES.items()}


class Decision(StrEnum):
    """What became of the summary in hand."""

    KEPT = "kept"  # nothing better was offered
    REPLACED = "replaced"  # by what was offered
    REFUSED = "refused"  # what was offered cannot be used


@dataclass(frozen=True, slots=True)
class Choice:
    """A summary, and why it is this one."""

    summary: BusinessSummary
    decision: Decision
    reason: str
    """In words, without a final period. May hold foreign text, made safe for one line."""


def chosen(in_hand: BusinessSummary, offered: bytes | None, files: Collection[RepoPath]) -> Choice:
    """The better of two summaries. Of equals the offered one counts, so offer the older first.

    Args:
        in_hand: what is known so far, at least what was read off the diff.
        offered: a `business-summary.json` as it was found; None where there is none.
        files: those of the change: a fact about another file is dropped.
    """
    if offered is None:
        return Choice(in_hand, Decision.KEPT, "nobody wrote another")
    if len(offered) > MOST_BYTES:
        return Choice(in_hand, Decision.REFUSED, f"a file of more than {MOST_BYTES:,} bytes is no summary")
    try:
        value = load_json(offered, "business-summary.json").value
    except BadReply as error:
        return Choice(in_hand, Decision.REFUSED, one_line(f"{error.where}: {error.what}"))
    if not isinstance(value, dict):
        return Choice(in_hand, Decision.REFUSED, "it is no JSON object")
    other = _other_change(in_hand, value)
    if other is not None:  # ours, from an earlier run
        return Choice(in_hand, Decision.KEPT, other)
    return _weighed(in_hand, value, frozenset(files))


def with_words(in_hand: BusinessSummary, text: str | None, source: BusinessSource) -> Choice:
    """`in_hand` with what somebody who reviewed the change says of it, unless a better source has spoken.

    Args:
        in_hand: what is known so far.
        text: in words; None or blank where nothing was said.
        source: who says it.
    """
    words = _words(text)
    if words is None:
        return Choice(in_hand, Decision.KEPT, f"the {source} said nothing of it")
    if in_hand.source.outranks(source):
        return Choice(in_hand, Decision.KEPT, f"what the {in_hand.source} said outranks the {source}")
    summary = in_hand.model_copy(update={"text": words, "source": source})
    return Choice(summary, Decision.REPLACED, f"the {source} said it in words")


def _other_change(in_hand: BusinessSummary, value: Mapping[str, object]) -> str | None:
    """Why `value` is about another change; None where it is about this one, or does not say."""
    for key, ours in (("base", in_hand.base), ("head", in_hand.head)):
        theirs = value.get(key)
        if theirs not in (None, "", ours):
            return one_line(f"it is about another change: its {key} is {theirs}, not {ours}")
    return None


def _weighed(in_hand: BusinessSummary, value: Mapping[str, object], files: frozenset[RepoPath]) -> Choice:
    text = _words(value.get("text"))
    source, repairs = _source(value.get("source"), has_words=text is not None)
    if source is BusinessSource.DETERMINISTIC:
        return Choice(in_hand, Decision.KEPT, "what is there was read off a diff too")
    if in_hand.source.outranks(source):
        return Choice(in_hand, Decision.KEPT, f"what the {in_hand.source} said outranks the {source}")
    facts: dict[str, tuple[Fact, ...]] = {}
    for name, kind in _KINDS.items():
        read = _facts(value.get(name), kind, files)
        if read.dropped:
            repairs.append(f"{read.dropped} of its {name} dropped: without a title, or not in a file of the change")
        if read.facts:
            facts[name] = read.facts
    if text is None and not facts:
        return Choice(in_hand, Decision.REFUSED, "; ".join(["it says nothing that can be used", *repairs]))
    said = text if text is not None else in_hand.text
    left_out = {name: count for name, count in in_hand.left_out.items() if name not in facts}
    summary = in_hand.model_copy(update={"source": source, "text": said, "left_out": left_out, **facts})
    if summary == in_hand:
        return Choice(in_hand, Decision.KEPT, f"the {source} says the same")
    return Choice(summary, Decision.REPLACED, "; ".join([f"written by the {source}", *repairs]))


def _source(value: object, *, has_words: bool) -> tuple[BusinessSource, list[str]]:
    """Who wrote a file. Ours hold no words: one that does was written by somebody, whatever it says."""
    named = value.strip().lower() if isinstance(value, str) else ""
    known = next((each for each in BusinessSource if each == named), None)
    if known is None:
        return BusinessSource.REVIEWER, ["no known source, so taken for a reviewer's"]
    if known is BusinessSource.DETERMINISTIC and has_words:
        return BusinessSource.REVIEWER, ["it holds words, so taken for a reviewer's"]
    return known, []


def _words(value: object) -> str | None:
    """`value` as words that may be kept; None where it says nothing."""
    if not isinstance(value, str) or not value.strip():
        return None
    words = visible(redact(value)).strip()
    return words if len(words) <= TEXT_CHARS else f"{words[: TEXT_CHARS - 1].rstrip()}…"


class _Facts(NamedTuple):
    """What could be read of one kind."""

    facts: tuple[Fact, ...]
    dropped: int


def _facts(value: object, kind: Kind, files: frozenset[RepoPath]) -> _Facts:
    """The facts of a list, numbered anew: verdicts are asked for by our ids."""
    entries = value if isinstance(value, list) else []
    facts: list[Fact] = []
    for entry in entries:
        title, places = _entry(entry, files)
        if title and places and len(facts) < MOST_FACTS[kind]:
            at = tuple(f"{path}:{line}" for path, line in places)
            about = tuple(sorted({path for path, _ in places}))
            facts.append(Fact(id=f"{kind.value}{len(facts) + 1}", title=title, at=at, files=about))
    return _Facts(tuple(facts), len(entries) - len(facts))


def _entry(entry: object, files: frozenset[RepoPath]) -> tuple[str, list[tuple[RepoPath, int]]]:
    if not isinstance(entry, dict):
        return "", []
    title, at = entry.get("title"), entry.get("at")
    said: Sequence[object] = at if isinstance(at, list) else [at]
    places = [place for each in said[: 4 * _MOST_PLACES] if (place := _place(each, files)) is not None]
    words = one_line(title, TITLE_CHARS) if isinstance(title, str) else ""
    return words, list(dict.fromkeys(places))[:_MOST_PLACES]


def _place(value: object, files: frozenset[RepoPath]) -> tuple[RepoPath, int] | None:
    found = _PLACE.match(value.strip()) if isinstance(value, str) else None
    if found is None:
        return None
    for spelling in (found["path"], found["path"].removeprefix("./"), re.sub(r"\A[ab]/", "", found["path"])):
        try:
            path = RepoPath.parse(spelling)
        except ValueError:
            continue
        if path in files:
            return path, int(found["line"])
    return None
