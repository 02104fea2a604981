"""The stage: an assignment in, the Markdown of a brief out.

A brief is complete in itself. It holds the watchdog's rules and its files' changed lines; never the full diff, the
history of commits, files of other domains, or the project's own instructions to agents.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from houndsman.briefs.budget import exploration
from houndsman.briefs.excerpts import excerpts
from houndsman.models.change import Change, FileKind
from houndsman.models.classification import Assignment
from houndsman.models.config import Config
from houndsman.models.plugins import Section
from houndsman.models.repo_path import RepoPath
from houndsman.models.watchdog import GENERAL, Rule
from houndsman.plugin_manager import HookRelay
from houndsman.prompt.foreign import Shown, block, inline, ours, path
from houndsman.prompt.render import render
from houndsman.prompt.reply import reply_example, reply_schema

#: Out-of-scope files named one by one; a brief is no place for thousands.
NAMED_OUT_OF_SCOPE = 100

#: Characters of one section that a plugin adds.
SECTION_CHARS = 8_000


@dataclass(frozen=True)
class Places:
    """Where the agent reads and writes."""

    reading_root: Path
    findings: Path
    """The folder of the findings files in staging."""

    def output(self, watchdog: str) -> Path:
        """The file that answers for `watchdog`."""
        return self.findings / f"{watchdog}.json"


def write_brief(assignment: Assignment, change: Change, config: Config, places: Places, relay: HookRelay) -> str:
    """The brief of one watchdog."""
    watchdog = assignment.watchdog
    budget = exploration(watchdog.id, len(assignment.files))
    shown_out = assignment.out_of_scope[:NAMED_OUT_OF_SCOPE]
    return render(
        "brief.md.j2",
        title=ours(watchdog.title),
        project=inline(config.project_name),
        watchdog=inline(watchdog.id),
        language=inline(config.language) if config.language else None,
        worktree=_place(places.reading_root),
        base=inline(change.target.left),
        head=inline(change.target.head),
        output=_place(places.output(watchdog.id)),
        guidance=ours(watchdog.guidance.strip()),
        rules=[_rule(rule) for rule in sorted(watchdog.rules, key=lambda r: r.number)],
        emergent=watchdog.id == GENERAL,
        checklist=[ours(item) for item in watchdog.checklist],
        files=_files(assignment, change, config),
        sections=_sections(assignment, change, relay),
        reads=budget.reads,
        searches=budget.searches,
        out_of_scope=[{"path": path(each.path), "reason": ours(each.reason)} for each in shown_out],
        more_out_of_scope=len(assignment.out_of_scope) - len(shown_out),
        summary_wanted=watchdog.id == GENERAL,
        schema=block(reply_schema(), cap=None, info="json"),
        example=block(reply_example(watchdog.id), cap=None, info="json"),
    )


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
