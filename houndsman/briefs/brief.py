"""The stage: an assignment in, the Markdown of a brief out.

A brief is complete in itself. It holds the watchdog's rules, what its files' part of the change is for, and their
changed lines; never the full diff, files of other domains, or the project's own instructions to agents. What the
commits say goes to `general` alone.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from houndsman.briefs.budget import exploration
from houndsman.briefs.excerpts import excerpts
from houndsman.hook_relay import HookRelay
from houndsman.models.business import BusinessSource, BusinessSummary, Fact
from houndsman.models.change import Change, FileKind
from houndsman.models.classification import Assignment
from houndsman.models.config import Config
from houndsman.models.owed import owed_by
from houndsman.models.plugins import Section
from houndsman.models.reply import Asks
from houndsman.models.repo_path import RepoPath
from houndsman.models.watchdog import GENERAL, Rule
from houndsman.prompt.foreign import Shown, block, inline, ours, path
from houndsman.prompt.render import render
from houndsman.prompt.reply import reply_example, reply_schema

#: Out-of-scope files named one by one; a brief is no place for thousands.
NAMED_OUT_OF_SCOPE = 100

#: Characters of one section that a plugin adds.
SECTION_CHARS = 8_000


#: Characters of what the authors of the commits say.
COMMITS_CHARS = 4_000

#: Characters of what somebody else says that the change is for.
PURPOSE_CHARS = 2_000

_PLACES_SHOWN = 3  # of one fact
_TITLE_CHARS = 300  # of one fact: more than it has


@dataclass(frozen=True)
class Places:
    """Where the agent reads and writes."""

    reading_root: Path
    findings: Path
    """The folder of the findings files in staging."""

    def output(self, watchdog: str, session: str = "") -> Path:
        """The file that answers for `watchdog`.

        Args:
            watchdog: its id.
            session: of several sessions that answer for it together, the name of one: each has a file of its own.
        """
        if session:
            return self.findings.parent / "answers" / watchdog / f"{session}.json"
        return self.findings / f"{watchdog}.json"


@dataclass(frozen=True)
class BriefWriter:
    """Writes the briefs of one change.

    Args:
        change: the change under review.
        config: of the run.
        places: where agents read and write.
        relay: plugins, which may add sections.
        business: what the change is for; None where nobody read it.
    """

    change: Change
    config: Config
    places: Places
    relay: HookRelay
    business: BusinessSummary | None = None

    def write(self, assignment: Assignment, asks: Asks = Asks.ALL, session: str = "") -> str:
        """The brief of one watchdog, or of one of its sessions that is asked for a part alone.

        Args:
            assignment: the watchdog, and its files.
            asks: what is asked.
            session: of a session that has a findings file of its own, its name.
        """
        watchdog, config = assignment.watchdog, self.config
        budget = exploration(watchdog.id, len(assignment.files))
        shown_out = assignment.out_of_scope[:NAMED_OUT_OF_SCOPE]
        purpose = None if self.business is None else self.business.slice_for(assignment.files)
        owed = owed_by(watchdog, purpose)
        hunts, answers = asks is not Asks.VERDICTS, asks is not Asks.FINDINGS and not owed.is_nothing
        return render(
            "brief.md.j2",
            title=ours(watchdog.title),
            project=inline(config.project_name),
            watchdog=inline(watchdog.id),
            language=inline(config.language) if config.language else None,
            worktree=_place(self.places.reading_root),
            base=inline(self.change.target.left),
            head=inline(self.change.target.head),
            output=_place(self.places.output(watchdog.id, session)),
            hunts=hunts,
            answers=answers,
            guidance=ours(watchdog.guidance.strip()) if hunts else None,
            rules=[_rule(rule) for rule in sorted(watchdog.rules, key=lambda r: r.number)],
            emergent=watchdog.id == GENERAL,
            checklist=[ours(item) for item in watchdog.checklist] if answers else [],
            purpose=_purpose(purpose, of_all=watchdog.id == GENERAL),
            told_of_all=_told_of_all(self.business),
            files=_files(assignment, self.change, config),
            sections=_sections(assignment, self.change, self.relay),
            reads=budget.reads,
            searches=budget.searches,
            out_of_scope=[{"path": path(each.path), "reason": ours(each.reason)} for each in shown_out],
            more_out_of_scope=len(assignment.out_of_scope) - len(shown_out),
            summary_wanted=watchdog.id == GENERAL and hunts and not (purpose and purpose.source is BusinessSource.AI),
            schema=block(reply_schema(asks, owed), cap=None, info="json"),
            example=block(reply_example(watchdog.id, asks, owed), cap=None, info="json"),
        )


def _purpose(business: BusinessSummary | None, *, of_all: bool) -> dict[str, object] | None:
    """What the change is for, as data. What the authors say is about the whole change: only `general` gets it."""
    if business is None:
        return None
    kinds = {
        "flow": business.flows,
        "invariant": business.invariants,
        "contract": business.contracts,
        "state": business.states,
    }
    said = "\n\n".join(f"{each.sha[:12]} {each.message}" for each in business.commits) if of_all else ""
    # Only what was said before the hunt: a reviewer's own words would make every later brief another one.
    text = business.text if business.source is BusinessSource.AI else None
    purpose: dict[str, object] = {
        "facts": [_fact(kind, fact) for kind, facts in kinds.items() for fact in facts],
        "owes": bool(business.flows or business.invariants),
        "text": block(text, PURPOSE_CHARS) if text else None,
        "commits": block(said, COMMITS_CHARS, mark="… [cut here]") if said else None,
    }
    return purpose if any(purpose.values()) else None


def _told_of_all(business: BusinessSummary | None) -> Shown | None:
    """How many facts of the whole change are told, where there are more; None where all are."""
    if business is None or not business.left_out:
        return None
    return ours(", ".join(f"{count} {kind}" for kind, count in business.counts.items() if kind in business.left_out))


def _fact(kind: str, fact: Fact) -> dict[str, Shown]:
    at = inline(", ".join(fact.at[:_PLACES_SHOWN]))
    return {"kind": ours(kind), "id": ours(fact.id), "title": inline(fact.title, _TITLE_CHARS), "at": at}


def _place(of: Path) -> Shown:
    return path(RepoPath(os.fsencode(of)))


def _rule(rule: Rule) -> dict[str, object]:
    return {
        "number": rule.number,
        "id": inline(rule.id),
        "title": ours(rule.title),
        "severity": ours(rule.severity),
        "text": ours(rule.text.strip()),
    }


def _files(assignment: Assignment, change: Change, config: Config) -> list[dict[str, object]]:
    files = [change.by_path[each] for each in assignment.files]
    texts = excerpts(change, files, config.budgets.max_excerpt_chars, assignment.max_file_chars)
    return [
        {
            "path": path(file.path),
            "old_path": path(file.old_path) if file.old_path else None,
            "status": ours(file.status),
            "added": file.added,
            "removed": file.removed,
            "kind": None if file.kind is FileKind.TEXT else ours(file.kind),
            "excerpt": text,
        }
        for file, text in zip(files, texts, strict=True)
    ]


def _sections(assignment: Assignment, change: Change, relay: HookRelay) -> Sequence[dict[str, Shown]]:
    if not relay.implements("houndsman_brief_sections"):
        return []
    narrowed = change.narrowed(frozenset(assignment.files))
    found = relay.collect_lists("houndsman_brief_sections", Section, watchdog=assignment.watchdog, change=narrowed)
    return [
        {
            "title": inline(section.title),
            "origin": inline(f"plugin {plugin.name}"),
            "text": block(section.text, SECTION_CHARS, mark="… [cut here]"),
        }
        for plugin, section in found
    ]
