"""One findings file from those of all the sessions that answer for one watchdog.

In: what each session said, as findings files. Out: one. Findings of the same file, line and rule are one: the worst
severity wins, and other words about it are kept beside. A finding without a rule is the same only if its message is.
What a session was not asked for does not count: who gives verdicts alone has not reviewed the files for defects. Who
found what first stands in each finding as `pass`, where several sessions hunted. Pure; nothing fails.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, get_args

from houndsman.intake.fields import claimed_side
from houndsman.intake.finding import keyed
from houndsman.intake.severity_words import claimed_severity
from houndsman.matching.dedupe_key import fold_message
from houndsman.models.finding import Side
from houndsman.models.passes import BOOKKEEPING, CHECKLIST, FOUND_BY, HUNT
from houndsman.models.reply import ReplyFinding
from houndsman.models.severity import Severity

#: Passes that are asked for verdicts alone.
VERDICTS_ONLY = frozenset({BOOKKEEPING, CHECKLIST})

_VERDICTS = ("checks", "rules")

#: The key of a finding with what other sessions say about the same.
OTHER_WORDS = "otherWords"

_REPLY_KEYS = frozenset(
    {"watchdog", "findings", "reviewedFiles", "skipped", "checks", "rules", "businessSummary", "usage"}
)
_FINDING_KEYS = frozenset({"file", "line", "side", "rule", "severity", "message", "quote", "impactClass"})
_WORST_FIRST = [str(word) for word in get_args(get_args(ReplyFinding.model_fields["impact_class"].annotation)[0])]
_SEVERITIES = [severity.value for severity in Severity]


class Said(NamedTuple):
    """What one session said."""

    name: str
    """Its pass."""
    reply: Mapping[str, object]


def together(said: Sequence[Said]) -> dict[str, object]:
    """The findings file that all of them make; of a single one that hunted, that one to the letter."""
    if len(said) == 1 and said[0].name not in VERDICTS_ONLY:
        return dict(said[0].reply)
    replies = [Said(each.name, keyed(each.reply, _REPLY_KEYS).known) for each in said]
    hunters = [each.reply for each in replies if each.name not in VERDICTS_ONLY]
    reviewed = _each_once(entry for reply in hunters for entry in _list(reply, "reviewedFiles"))
    texts = [text for each in replies if isinstance(text := each.reply.get("businessSummary"), str) and text.strip()]
    united: dict[str, object] = {key: value for each in reversed(said) for key, value in each.reply.items()}
    known = keyed(united, _REPLY_KEYS)
    return {
        **known.extra,
        "watchdog": known.known.get("watchdog"),
        "findings": _findings(replies),
        "reviewedFiles": reviewed,
        "skipped": _skipped(hunters, reviewed),
        "checks": _each_once(entry for each in replies for entry in _list(each.reply, "checks")),
        "rules": _each_once(entry for each in replies for entry in _list(each.reply, "rules")),
        **({"businessSummary": texts[0]} if texts else {}),
    }


def of_all_files(said: Sequence[Said]) -> list[Said]:
    """What sessions over one file each said, with the verdicts on all files alone.

    That something is in order in one file says nothing of the others: such a verdict counts where every session that
    hunted gave one. A gap is a gap wherever it is.
    """
    hunted = [each.reply for each in said if each.name == HUNT]
    given = {key: [{_id(entry) for entry in _list(reply, key)} for reply in hunted] for key in _VERDICTS}
    by_all = {key: set.intersection(*ids) if ids else set() for key, ids in given.items()}

    def narrowed(reply: Mapping[str, object]) -> dict[str, object]:
        kept = {key: [each for each in _list(reply, key) if _counts(each, by_all[key])] for key in _VERDICTS}
        return {**reply, **kept}

    return [Said(each.name, narrowed(each.reply)) if each.name == HUNT else each for each in said]


def _counts(entry: object, by_all: set[str]) -> bool:
    return _id(entry) in by_all or (isinstance(entry, dict) and entry.get("verdict") == "gap")


def _id(entry: object) -> str:
    return str(entry.get("id")).strip().casefold() if isinstance(entry, dict) else ""


def _findings(replies: Sequence[Said]) -> list[object]:
    names = {each.name for each in replies if each.name not in VERDICTS_ONLY}
    found: dict[str, object] = {}
    for each in replies:
        for entry in _list(each.reply, "findings"):
            if not isinstance(entry, dict):
                found.setdefault(_text(entry), entry)  # intake refuses it, with its words
                continue
            tagged = {**entry, FOUND_BY: each.name} if len(names) > 1 else dict(entry)
            key = _key(entry)
            before = found.get(key)
            found[key] = _merged(before, tagged) if isinstance(before, dict) else tagged
    return list(found.values())


def _key(entry: Mapping[str, object]) -> str:
    """The dedupe key, as far as it can be told before intake."""
    known = keyed(entry, _FINDING_KEYS).known
    rule, message = known.get("rule"), known.get("message")
    ruled = rule is not None and str(rule).strip() != ""
    words = None if ruled or not isinstance(message, str) else fold_message(message)
    line, side = known.get("line"), claimed_side(known.get("side"))[0] or Side.NEW
    quote = known.get("quote") if line in (None, 0) else None  # it is all that tells the place
    return _text([known.get("file"), line, side, quote, str(rule).strip().casefold() if ruled else None, words])


def _merged(first: dict[str, object], then: dict[str, object]) -> dict[str, object]:
    """`first`, with the worst of both, and with what `then` says otherwise."""
    worst = min((first, then), key=_weight)
    impact = min((first, then), key=lambda entry: _rank(_WORST_FIRST, _told(entry, "impactClass")))
    merged = {**worst, **({"impactClass": _told(impact, "impactClass")} if _told(impact, "impactClass") else {})}
    if FOUND_BY in first:
        merged[FOUND_BY] = first[FOUND_BY]
    other = then if worst is first else first
    words = [*_list(first, OTHER_WORDS), *_list(then, OTHER_WORDS)]
    if _told(other, "message") != _told(worst, "message"):
        words.append(_told(other, "message"))
    return {**merged, OTHER_WORDS: _each_once(words)} if words else merged


def _weight(entry: Mapping[str, object]) -> tuple[int, int]:
    claimed = claimed_severity(_told(entry, "severity"))[0]
    return _rank(_SEVERITIES, claimed), _rank(_WORST_FIRST, _told(entry, "impactClass"))


def _rank(worst_first: Sequence[str], word: object) -> int:
    return worst_first.index(word) if isinstance(word, str) and word in worst_first else len(worst_first)


def _told(entry: Mapping[str, object], key: str) -> object:
    return keyed(entry, _FINDING_KEYS).known.get(key)


def _skipped(hunters: Iterable[Mapping[str, object]], reviewed: Sequence[object]) -> list[object]:
    """What nobody read: a file that one session skipped and another read is read."""
    read = {_text(_file(entry)) for entry in reviewed}
    entries = (entry for reply in hunters for entry in _list(reply, "skipped"))
    by_file = {_text(_file(entry)): entry for entry in reversed(list(entries))}
    return [entry for file, entry in reversed(by_file.items()) if file not in read]


def _file(entry: object) -> object:
    return entry.get("file") if isinstance(entry, dict) else entry


def _list(reply: Mapping[str, object], key: str) -> list[object]:
    value = reply.get(key)
    return value if isinstance(value, list) else []


def _each_once(entries: Iterable[object]) -> list[object]:
    return list({_text(entry): entry for entry in entries}.values())


def _text(entry: object) -> str:
    return json.dumps(entry, sort_keys=True)
