"""One watchdog as its author should see it: where it comes from, what it guards, and what its brief says.

In: a watchdog and who declares it. Out: lines of text; rules, checklist and guidance in the words of the brief, so that
what is read here is what an agent reads. Nothing fails.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from houndsman.briefs.budget import FULL_AT, exploration
from houndsman.classify.globs import Globs
from houndsman.cli.watchdog_sources import Source
from houndsman.models.config import Budgets
from houndsman.models.repo_path import RepoPath
from houndsman.models.watchdog import GENERAL, Watchdog
from houndsman.prompt.foreign import inline, one_line, visible


def card(source: Source, paths: Sequence[RepoPath], budgets: Budgets) -> Iterator[str]:
    """The lines.

    Args:
        source: the watchdog, and who declares it.
        paths: the repository's files; none where there is no repository.
        budgets: of the configuration.
    """
    watchdog = source.watchdog
    yield f"{watchdog.id}: {one_line(watchdog.title)}"
    for name, value in _facts(source, paths, budgets):
        yield f"  {name:9} {value}"
    yield from _rules(watchdog)
    if watchdog.checklist:
        yield from ("", "Checklist", "")
        yield from (f"- C{number} {visible(item)}" for number, item in enumerate(watchdog.checklist, 1))
    if watchdog.guidance.strip():
        yield from ("", "Guidance", "")
        yield visible(watchdog.guidance.strip())


def guarded(watchdog: Watchdog, paths: Sequence[RepoPath]) -> list[RepoPath]:
    """Those of `paths` that are the watchdog's business."""
    if watchdog.id == GENERAL:
        return list(paths)
    mine, not_mine = Globs(watchdog.paths), Globs(watchdog.exclude)
    return [path for path in paths if mine.match(path) and not not_mine.match(path)]


def answered_by(watchdog: Watchdog) -> str:
    """Who answers, in a word."""
    return "code" if watchdog.is_code_only else one_line(watchdog.agent or "any agent", 40)


def _facts(source: Source, paths: Sequence[RepoPath], budgets: Budgets) -> Iterator[tuple[str, str]]:
    watchdog = source.watchdog
    yield "from", one_line(source.said)
    if source.plugin is not None and source.file:
        yield "file", one_line(source.file)
    how = "the plugin's own; no brief is written" if watchdog.is_code_only else "it gets a brief"
    yield "answers", f"{answered_by(watchdog)}: {how}"
    yield "guards", ", ".join(map(one_line, watchdog.paths)) or "nothing"
    if watchdog.exclude:
        yield "but not", ", ".join(map(one_line, watchdog.exclude))
    if paths:
        yield "here", f"{len(guarded(watchdog, paths))} of {len(paths)} files"
    if watchdog.sees_excluded:
        yield "sees", "also files that briefs leave out"
    if watchdog.fan_out == "file":
        yield "agents", "one for each file of the brief"
    yield "budget", _budget(watchdog, budgets)


def _budget(watchdog: Watchdog, budgets: Budgets) -> str:
    own = watchdog.max_files_per_brief
    if watchdog.is_code_only:
        return "all files that it guards" if own is None else f"{own} files, the riskiest first"
    least, most = exploration(watchdog.id, 0), exploration(watchdog.id, FULL_AT)
    look = f"{least.reads} to {most.reads} reads and as many searches beyond the brief"
    if watchdog.id == GENERAL:
        return look
    return f"{own or budgets.max_files_per_brief} files a brief, the riskiest first; {look}"


def _rules(watchdog: Watchdog) -> Iterator[str]:
    if watchdog.rules:
        yield from ("", "Rules", "")
    for rule in sorted(watchdog.rules, key=lambda rule: rule.number):
        yield f"{rule.number}. **{visible(rule.title)}** ({inline(rule.id)}, {rule.severity})"
        if rule.match:
            yield f"   scanner's codes: {', '.join(map(one_line, rule.match))}"
        if rule.text.strip():
            yield from ("", *(f"   {line}".rstrip() for line in visible(rule.text.strip()).split("\n")))
