"""What the summary says of the change's purpose, and on whose word.

In: the business summary, what `general` says in its reply, and the manifest. Out: `Purpose`, parts of the page: words
where somebody found some, else what the commits say and what can be read off the diff. Nothing fails.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from houndsman.finalize.counts import counted, plural
from houndsman.models.business import BusinessSource, BusinessSummary, CommitWords, Fact
from houndsman.models.manifest import Manifest
from houndsman.prompt.foreign import Shown, block, inline, ours, sentence

#: Characters of the words on the purpose that are shown.
SUMMARY_LIMIT = 4_000

_FACTS = 10  # flows, as many invariants, and as many commits
_TITLE = 160  # characters
_SHA = 12  # characters of a commit
_FOLDERS = 8
_FOLDER = 240  # characters of its name

_SAID_BY = {
    BusinessSource.AI: "A model that was asked for nothing else says:",
    BusinessSource.REVIEWER: "A reviewer of the change says:",
}


class Purpose(NamedTuple):
    """What stands under "What the change does"."""

    said_by: Shown
    """Whose word it is."""
    words: Shown | None
    """What was said, as a block; None where nobody said anything."""
    facts: list[Shown]
    """What there is in its place, a line each."""


def purpose_of(business: BusinessSummary | None, told: str | None, manifest: Manifest) -> Purpose:
    """The best that is known.

    Args:
        business: what was read off the change, with the words that were kept; None where nobody looked.
        told: what `general` says in its reply, for where no words were kept.
        manifest: for where nothing else is known.
    """
    if business is not None and business.text and business.text.strip() and business.source in _SAID_BY:
        words = block(business.text, SUMMARY_LIMIT, mark="… [cut; the rest stands in business-summary.json]")
        return Purpose(ours(_SAID_BY[business.source]), words, [])
    if told:
        words = block(told, SUMMARY_LIMIT, mark="… [cut; the rest stands in findings/general.json]")
        return Purpose(ours(_SAID_BY[BusinessSource.REVIEWER]), words, [])
    commits = [] if business is None else _subjects(business.commits)
    facts = [] if business is None else [*_listed("Flow", business.flows), *_listed("Invariant", business.invariants)]
    origin = "the commits and " * bool(commits) + ("the changed code" if facts else "the diff")
    said_by = ours(f"Nobody has said it in words. From {origin}:")
    return Purpose(said_by, None, [*commits, *(facts or _from_diff(manifest))])


def _subjects(commits: Sequence[CommitWords]) -> list[Shown]:
    """The first line of each commit's message: its author's word, and no more than that."""
    said = [(commit.sha, commit.message.strip().partition("\n")[0]) for commit in commits]
    return _first(
        "commit",
        [ours(f"Commit {sentence(sha[:_SHA])}: {inline(subject, _TITLE)}") for sha, subject in said if subject],
    )


def _listed(kind: str, facts: Sequence[Fact]) -> list[Shown]:
    lines = []
    for fact in facts:
        place = f" ({inline(fact.at[0])})" if fact.at else ""
        lines.append(ours(f"{kind} {sentence(fact.id, 12)}: {inline(fact.title, _TITLE)}{place}"))
    return _first(kind.lower(), lines)


def _first(kind: str, lines: list[Shown]) -> list[Shown]:
    more = len(lines) - _FACTS
    return lines[:_FACTS] + ([ours(plural(more, f"more {kind}"))] if more > 0 else [])


def _from_diff(manifest: Manifest) -> list[Shown]:
    """What can be said of the change without having understood it."""
    folders = Counter(file.path.text.rpartition("/")[0] for file in manifest.files)
    common = sorted(folders.items(), key=lambda pair: (-pair[1], pair[0]))[:_FOLDERS]
    added, removed = sum(file.added for file in manifest.files), sum(file.removed for file in manifest.files)
    named = ", ".join(f"{inline(name, _FOLDER) if name else '(root)'} ({count})" for name, count in common) or "none"
    return [
        counted("Files", (file.status.value for file in manifest.files)),
        sentence(f"Lines: {added} added, {removed} removed"),
        ours(f"Folders: {named}"),
    ]
