"""Golden sets as pytest items: one a defect, which passes if a reviewer found it, and one a threshold of the set.

pytest imports this module wherever Houndsman is installed, so it imports nothing else of ours. The rest of the room is
imported when there is something to collect: a file that the ini option `houndsman_golden` lists, or JSON whose root has
`version` and `expected`. What was found comes from the latest run of the current branch, from a file
(`--houndsman-findings`) or from a hunt that is made now (`--houndsman-hunt`); it is looked up when the first item runs.
A stranger's JSON never breaks a run. Nothing to score is an error of every item.

Under xdist every worker collects and scores for itself, and all come to the same. A hunt is the controller's alone: its
workers are told which run it made.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

import pytest

#: What the summary says at the end, lines by golden file.
TOLD = pytest.StashKey[dict[str, list[str]]]()

#: The run that a hunt made, in the process that made it.
HUNTED = pytest.StashKey[dict[str, str]]()

#: Under this name a worker is told of the hunt, and hands back its lines for the summary.
WIRE = "houndsman"

_INI = "houndsman_golden"
_OBJECTS = (".json",)
_LINES = (".jsonl", ".ndjson")

_MARKERS = (
    "houndsman: an item of a golden set",
    "blocking: a defect of a golden set, so severe",
    "attention: a defect of a golden set, so severe",
    "suggestion: a defect of a golden set, so severe",
    "nit: a defect of a golden set, so severe",
)


class Worker(Protocol):
    """What we use of a worker as xdist's controller sees it."""

    config: pytest.Config
    """The controller's."""
    workerinput: dict[str, object]
    workeroutput: dict[str, object]
    """Not there where the worker died."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the options, in a group of their own."""
    group = parser.getgroup("houndsman", "golden sets of Houndsman")
    group.addoption(
        "--houndsman-variant",
        metavar="LABEL",
        help="Score the latest run of this variant of the current branch's review [the one without a label].",
    )
    group.addoption(
        "--houndsman-findings",
        metavar="PATH",
        help="Score what is in this file or folder, in any format that `houndsman golden --findings` reads.",
    )
    group.addoption(
        "--houndsman-hunt",
        action="store_true",
        help="Hunt in the repository of the root folder first, once, and score that run.",
    )
    parser.addini(
        _INI,
        type="args",
        default=[],
        help="Golden sets: paths relative to the root folder, with *, ? and **. JSON sets are found without it.",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Make the markers known, and refuse options that contradict each other."""
    for marker in _MARKERS:
        config.addinivalue_line("markers", marker)
    config.stash[TOLD] = {}
    if config.getoption("houndsman_findings") is not None:
        for other in ("variant", "hunt"):
            if config.getoption(f"houndsman_{other}"):
                raise pytest.UsageError(
                    f"--houndsman-{other} chooses a run of ours, and --houndsman-findings scores what is in a file: "
                    "leave one of them out"
                )


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect `file_path` if it is a golden set."""
    globs: list[str] = parent.config.getini(_INI)
    suffix = file_path.suffix.lower()
    if not globs and suffix not in _OBJECTS and suffix not in _LINES:
        return None
    from houndsman.pytest_plugin.claims import Claim, claim_of, is_listed  # not before: most runs have no such file

    named = parent.session.isinitpath(file_path)  # by the person, on the command line
    if not is_listed(file_path, parent.config.rootpath, globs):
        may_be_one = suffix in _OBJECTS or (named and suffix in _LINES)
        claim = claim_of(file_path, to_the_end=named) if may_be_one else Claim.NONE
        if claim is Claim.NONE:
            return None
        if claim is not Claim.GOLDEN and not named:
            _tell(parent.config, file_path, f"passed over: {claim.value}")
            return None
    from houndsman.pytest_plugin.items import GoldenFile  # not before: it costs as much as pytest itself

    collected: pytest.Collector = GoldenFile.from_parent(parent, path=file_path)
    return collected


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say what the sets were scored with, a paragraph each."""
    told = config.stash[TOLD]
    if told:
        terminalreporter.section("golden sets")
        for place in sorted(told):
            for line in told[place]:
                terminalreporter.write_line(line)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Worker) -> None:
    """On xdist's controller: hunt before the first worker starts, and tell each which run that was."""
    if node.config.getoption("houndsman_hunt"):
        from houndsman.pytest_plugin.hunting import hunted  # not before: it is nearly all of Houndsman

        node.workerinput[WIRE] = hunted(node.config)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """On a worker of xdist: hand the lines for the summary back."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output[WIRE] = session.config.stash[TOLD]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Worker, error: object) -> None:
    """On xdist's controller: take what a worker handed back. All tell the same of the same file."""
    told = getattr(node, "workeroutput", {}).get(WIRE)
    if isinstance(told, dict):
        node.config.stash[TOLD].update(told)


def _tell(config: pytest.Config, file: Path, what: str) -> None:
    root = config.rootpath
    place = file.relative_to(root).as_posix() if file.is_relative_to(root) else str(file)
    config.stash[TOLD][place] = [f"{place}: {what}"]
