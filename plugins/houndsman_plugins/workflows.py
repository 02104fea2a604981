"""Hunts GitHub workflows and actions that give a stranger the repository's rights, found by zizmor.

A workflow is code that runs with a token that can push. Whoever opens an issue or a pull request chooses its title, its
branch's name and often the code that is checked out; where one of these is pasted into a script, he chooses what runs.

For example this added line is `template-injection`, blocking (the rule `workflows/injection`)::

    - run: echo "${{ github.event.issue.title }}"

In: the changed workflows and actions as they are at the head. Out: zizmor's findings on changed lines, each with
zizmor's audit as its rule. The change cannot steer it: zizmor sees plain copies under names of ours, reads no
configuration, asks nobody over the network, and heeds no ignore comment; new ones are findings themselves. Fails with
`houndsman.CheckUnavailable` where zizmor is missing or broken.
"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from houndsman import Change, ChangedFile, RawFinding, ReadingRoot, Watchdog, hookimpl
from houndsman_plugins import copies, scanner
from houndsman_plugins.copies import Copy
from houndsman_plugins.suppressions import removed_lines, suppression_findings
from houndsman_plugins.workflow_rules import EXCESSIVE_PERMISSIONS, TABLE, TASTE, UNREADABLE, WORTH_A_DOUBT

ZIZMOR = scanner.Program("zizmor")

WATCHDOG = Watchdog(
    id="workflows",
    title="GitHub workflows and actions that a stranger can turn against the repository",
    paths=("/.github/workflows/*.yml", "/.github/workflows/*.yaml", "action.yml", "action.yaml"),
    agent="code",
    rules=TABLE.rules,
)

_ARGUMENTS = [
    "--offline",
    "--no-config",  # ours or the change's
    "--no-ignores",
    "--no-exit-codes",  # other than 0 is failure, not findings
    "--strict-collection",  # a file that cannot be read is failure too, and never passed over
    "--format=json-v1",
    "--quiet",
]

_SUPPRESSION = re.compile(r"#\s*zizmor\s*:\s*ignore\b(?:\s*\[[^\]\n]*\])?")

#: How zizmor says that a file is no workflow, and where.
_UNREADABLE = re.compile(r"failed to load \S+ as (?:workflow|action)")
_CAUSES = re.compile(r"^Caused by:\n(.*?)(?:^\S|\Z)", re.MULTILINE | re.DOTALL)
_CAUSE_NUMBER = re.compile(r"^\d+:\s*")
_REASON_CHARS = 300
_AT_LINE = re.compile(r"\bat line (\d+) column")

#: A file may be called `action.yml` and be something else; every action has this key.
_RUNS = re.compile(r"""["']?runs["']?\s*:""")

_INJECTION = "template-injection"

_PERMISSIONS = re.compile(r"""\s*["']?permissions["']?\s*:""")


class _Fault(NamedTuple):
    """One finding of zizmor."""

    line: int
    end_line: int
    audit: str
    message: str
    is_wide: bool
    """It is about a whole job or workflow, so that a change of most of its lines is none of its business."""


class _Unreadable(NamedTuple):
    """Why zizmor could not read a file."""

    line: int | None
    reason: str


@hookimpl
def houndsman_watchdogs() -> list[Watchdog]:
    """Declare `workflows`."""
    return [WATCHDOG]


@hookimpl
def houndsman_check(watchdog: Watchdog, change: Change, reading_root: ReadingRoot) -> list[RawFinding] | None:
    """Every fault and every new suppression on the changed lines, by path, line and rule."""
    if watchdog.id != WATCHDOG.id:
        return None
    workflows = [
        copies.read(file, reading_root, f"{index:06}/{_name(file)}")
        for index, file in enumerate(copies.to_check(change, reading_root))
    ]
    answers = _scan(workflows)
    found: list[RawFinding] = []
    for copy, answer in zip(workflows, answers, strict=True):
        if isinstance(answer, _Unreadable):
            of_file = _unreadable(copy, answer)
        else:
            of_file = _on_changed_lines(change, copy, answer)
        suppressions = suppression_findings(change, copy, _SUPPRESSION, WATCHDOG.id)
        found += copies.in_order([*of_file, *suppressions])
    return found


def _name(file: ChangedFile) -> str:
    """The name by which zizmor knows what a copy is; GitHub goes by the folder."""
    if file.path.name in {b"action.yml", b"action.yaml"} and not file.path.raw.startswith(b".github/workflows/"):
        return "action.yml"
    return "workflow.yml"


# Running zizmor -----------------------------------------------------------------------------------------------------


def _scan(workflows: list[Copy]) -> list[list[_Fault] | _Unreadable]:
    """zizmor's answer for each file."""
    if not workflows:
        return []
    with tempfile.TemporaryDirectory(prefix="houndsman-") as place:
        folder = Path(place).resolve()
        for copy in workflows:
            copies.write(folder, copy.name, copy.text.removeprefix("\ufeff"))  # zizmor takes it for a document
        ended = scanner.attempt(ZIZMOR, [*_ARGUMENTS, *(copy.name for copy in workflows)], folder)
        if ended.status == 0:
            return [*_read(ended.printed, workflows)]
        # One file that is no workflow ends the whole run, and only the first is named.
        return [_scan_alone(folder, copy) for copy in workflows]


def _scan_alone(folder: Path, copy: Copy) -> list[_Fault] | _Unreadable:
    ended = scanner.attempt(ZIZMOR, [*_ARGUMENTS, copy.name], folder)
    if ended.status == 0:
        return _read(ended.printed, [copy])[0]
    if not _UNREADABLE.search(ended.complaint):
        raise scanner.failed(ZIZMOR, ended)
    causes = _CAUSES.search(ended.complaint)
    said = [_CAUSE_NUMBER.sub("", line.strip()) for line in causes[1].splitlines()] if causes else []
    # What names the file names our copy.
    reason = "; ".join(dict.fromkeys(words for words in said if words and not _UNREADABLE.search(words)))
    at = _AT_LINE.search(reason)
    return _Unreadable(int(at[1]) if at else None, reason[:_REASON_CHARS])


def _read(printed: str, workflows: list[Copy]) -> list[list[_Fault]]:
    """The part of the report that we use, for each file."""
    faults: dict[str, list[_Fault]] = {copy.name: [] for copy in workflows}
    texts = {copy.name: copy.text.removeprefix("\ufeff").encode("utf-8") for copy in workflows}
    report = scanner.read_json(ZIZMOR, printed)
    try:
        for row in report:  # type: ignore[attr-defined]
            if not _counts(row):
                continue
            [place, *_] = [place for place in row["locations"] if place["symbolic"]["kind"] == "Primary"]
            name = place["symbolic"]["key"]["Local"]["verbatim_path"]
            faults[name].append(_fault(row, place, texts[name]))
    except (KeyError, TypeError, ValueError) as error:
        raise scanner.unreadable(ZIZMOR, repr(error)) from error
    return list(faults.values())


def _counts(row: dict[str, Any]) -> bool:
    is_sure = row["determinations"]["confidence"] != "Low" or row["ident"] in WORTH_A_DOUBT
    return is_sure and row["ident"] not in TASTE


def _fault(row: dict[str, Any], place: dict[str, Any], text: bytes) -> _Fault:
    span = place["concrete"]["location"]["offset_span"]
    start, end = int(span["start"]), int(span["end"])
    return _Fault(
        line=text.count(b"\n", 0, start) + 1,
        end_line=text.count(b"\n", 0, max(start, end - 1)) + 1,  # the end may be the beginning of the next line
        audit=_audit(row),
        message=_sentence(f"{row['desc']}: {place['symbolic']['annotation']}"),
        is_wide={"Key": "steps"} not in place["symbolic"]["route"]["route"],
    )


def _audit(row: dict[str, Any]) -> str:
    """The audit's name; for an expression that no stranger controls also how bad it is: `template-injection:low`."""
    audit, severity = str(row["ident"]), str(row["determinations"]["severity"]).lower()
    return f"{audit}:{severity}" if audit == _INJECTION and severity != "high" else audit


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


# From faults to findings --------------------------------------------------------------------------------------------


def _on_changed_lines(change: Change, copy: Copy, faults: list[_Fault]) -> list[RawFinding]:
    lost_permissions = any(_PERMISSIONS.match(line) for line in removed_lines(change, copy.file))
    return [
        copy.finding(fault.line, fault.audit, fault.message, TABLE.action(fault.audit), fault.end_line)
        for fault in faults
        if copy.is_changed(fault.line, fault.line if fault.is_wide else fault.end_line)
        or (lost_permissions and TABLE.rule_of(fault.audit) == EXCESSIVE_PERMISSIONS)
    ]


def _unreadable(copy: Copy, answer: _Unreadable) -> list[RawFinding]:
    """One finding, wherever the file is broken, because nothing else in it was checked."""
    if copy.name.endswith("action.yml") and not any(_RUNS.match(line) for line in copy.lines):
        return []
    message, action = f"zizmor cannot read this workflow or action: {answer.reason}", TABLE.action(UNREADABLE)
    if answer.line is None:
        return [RawFinding(file=copy.file.path, rule=UNREADABLE, message=message, action=action)]
    return [copy.finding(answer.line, UNREADABLE, message, action)]
