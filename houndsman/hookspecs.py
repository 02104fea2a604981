"""Every hook, in the order in which a review calls them. A hook's docstring is its contract.

Protocol of a review::

    houndsman_watchdogs            who guards what
    houndsman_agents               who may be asked
    houndsman_classify_file        once for each changed file
    houndsman_brief_sections       once for each watchdog that gets a brief
    houndsman_check                once for each code-only watchdog
    houndsman_finding              once for each merged finding
    houndsman_exporters            when findings are written in a format

Each plugin's implementation is called apart from the others'. One that raises fails alone: the harness names it, keeps
what the others gave, and the run is incomplete (exit code 3). A plugin marks its functions with `houndsman.hookimpl`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pluggy

if TYPE_CHECKING:
    from houndsman.models.change import Change, ChangedFile
    from houndsman.models.classification import FileVerdict
    from houndsman.models.config import Config
    from houndsman.models.finding import Note, RawFinding
    from houndsman.models.plugins import AgentPreset, Exporter, ReadingRoot, Section
    from houndsman.models.triage import TriageItem
    from houndsman.models.watchdog import Watchdog

PROJECT = "houndsman"

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


@hookspec
def houndsman_watchdogs(config: Config) -> list[Watchdog]:  # type: ignore[empty-body]
    """Declare watchdogs.

    Called once, when a review is prepared. All results are collected. Ids are unique across plugins and project files;
    `general` is reserved.

    Args:
        config: the configuration of this run.
    """


@hookspec
def houndsman_agents(config: Config) -> list[AgentPreset]:  # type: ignore[empty-body]
    """Add agents that a watchdog may name in `agent`.

    Called once, when a review is prepared. All results are collected. A watchdog that names an agent which nobody
    declares is reported; its brief then waits for whoever writes its findings file.

    Args:
        config: the configuration of this run.
    """


@hookspec(firstresult=True)
def houndsman_classify_file(file: ChangedFile, config: Config) -> FileVerdict | None:
    """Keep a changed file out of the briefs, with a reason, or send it to further watchdogs.

    Called once for each changed file. The first answer other than None wins; plugins from outside are asked before the
    built-in ones. A file kept out keeps its row in the manifest, and watchdogs with `seesExcluded` still get it.

    Args:
        file: one row of the change.
        config: the configuration of this run.
    """


@hookspec
def houndsman_brief_sections(watchdog: Watchdog, change: Change) -> list[Section]:  # type: ignore[empty-body]
    """Add foreign text to a watchdog's brief.

    Called once for each watchdog that gets a brief. All results are collected. The text is data to the agent: it is
    fenced, capped and redacted.

    Args:
        watchdog: whose brief is being written.
        change: the change, narrowed to the files of the brief.
    """


@hookspec(firstresult=True)
def houndsman_check(watchdog: Watchdog, change: Change, reading_root: ReadingRoot) -> list[RawFinding] | None:
    """Answer for a code-only watchdog (`agent="code"`).

    The one hook that may take long; it runs in a thread of its own, beside other watchdogs'. The first answer other
    than None wins: return None for a watchdog that is not yours, and an empty list for "nothing found". Raise
    `houndsman.CheckUnavailable` where a program that you need is missing; its message should hold the install line.

    Args:
        watchdog: who is asked.
        change: the change, narrowed to the watchdog's files.
        reading_root: the head's version of these files, on disk.
    """


@hookspec
def houndsman_finding(finding: TriageItem) -> list[Note]:  # type: ignore[empty-body]
    """Annotate a finding.

    Called once for each finding of a run, merged and identified, before it is stored. All results are collected. Notes
    are added to the finding's; nothing can be dropped or altered here.

    Args:
        finding: as it will stand in the triage, but for the notes.
    """


@hookspec
def houndsman_exporters() -> list[Exporter]:  # type: ignore[empty-body]
    """Add formats for `houndsman findings list --format NAME`.

    Called when findings are written in a format that is not built in. All results are collected.
    """
