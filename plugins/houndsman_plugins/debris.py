"""Hunts what was left behind by accident: conflict markers, debugger calls, focused or skipped tests, old dates.

None of it is hard to see, and all of it gets merged: a reviewer looks at the idea of a change, not at its line 400. A
conflict marker breaks the file, a debugger call hangs a server at its first request, and a focused test turns the
rest of its suite off while everything stays green.

For example this added line is `debris/focused-test`, blocking::

    it.only("charges the card once", async () => {

In: the changed lines of every text file. Out: one finding for each piece of debris, with the line as its quote. It
needs no program and fails only where an exported file cannot be read. "Today" is the head commit's date, so that the
same change gives the same findings tomorrow.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, date
from typing import NamedTuple

from houndsman import Change, ChangedFile, RawFinding, ReadingRoot, Rule, Severity, Watchdog, hookimpl
from houndsman_plugins import code_and_comments
from houndsman_plugins.debris_marks import (
    DEBUGGER_CALL,
    FOCUSED_TEST,
    LEFTOVER_PRINT,
    SKIPPED_TEST,
    Mark,
    holds_tests,
    is_command_line_program,
    marks_for,
)
from houndsman_plugins.suppressions import removed_lines

CONFLICT_MARKER = "debris/conflict-marker"
EXPIRED_DATE = "debris/expired-date"

WATCHDOG = Watchdog(
    id="debris",
    title="Left-over debris: conflict markers, debugger calls, focused and skipped tests, prints, dates gone by",
    agent="code",
    rules=(
        Rule(id=CONFLICT_MARKER, number=1, title="Unresolved merge conflict", severity=Severity.BLOCKING),
        Rule(id=DEBUGGER_CALL, number=2, title="Call into a debugger", severity=Severity.ATTENTION),
        Rule(id=FOCUSED_TEST, number=3, title="Test that turns all others off", severity=Severity.BLOCKING),
        Rule(id=SKIPPED_TEST, number=4, title="Test newly skipped", severity=Severity.SUGGESTION),
        Rule(id=LEFTOVER_PRINT, number=5, title="Print left over from debugging", severity=Severity.SUGGESTION),
        Rule(id=EXPIRED_DATE, number=6, title="Comment with a date that has passed", severity=Severity.ATTENTION),
    ),
)

_WORDS = {
    CONFLICT_MARKER: (
        "A merge conflict was committed unresolved: the file holds both versions and the markers between them",
        "Choose one version, or combine them, and remove the marker lines",
    ),
    DEBUGGER_CALL: (
        "This call stops the program, or prints its insides, as soon as it is reached",
        "Remove the call before merging",
    ),
    FOCUSED_TEST: (
        "Only this test runs; the others of its suite are turned off without a failure",
        "Remove the focus, so that the whole suite runs",
    ),
    SKIPPED_TEST: (
        "This change turns a test off: what it protected is no longer checked",
        "Fix the test or delete it; if it must wait, say in the skip's reason for what",
    ),
    LEFTOVER_PRINT: (
        "This line prints what somebody wanted to see while debugging",
        "Remove it, or use the project's logger",
    ),
}


class _Hit(NamedTuple):
    line: int
    rule: str
    end_line: int | None = None
    message: str = ""


@hookimpl
def houndsman_watchdogs() -> list[Watchdog]:
    """Declare `debris`."""
    return [WATCHDOG]


@hookimpl
def houndsman_check(watchdog: Watchdog, change: Change, reading_root: ReadingRoot) -> list[RawFinding] | None:
    """Every piece of debris on the changed lines, by path, line and rule."""
    if watchdog.id != WATCHDOG.id:
        return None
    return [
        finding
        for file in sorted(change.files, key=lambda file: file.path)
        for finding in _check_file(change, file, reading_root)
    ]


def _check_file(change: Change, file: ChangedFile, reading_root: ReadingRoot) -> list[RawFinding]:
    # A deleted file has no exported blob, and neither has a link or a submodule.
    if file.path not in reading_root.exported or not any(hunk.new_count for hunk in file.hunks):
        return []
    lines = [line.removesuffix("\r") for line in reading_root.lines(file.path)]
    changed = [number for number in file.changed_lines() if number <= len(lines)]
    hits = {(hit.line, hit.rule): hit for hit in _conflicts(file, lines, changed)}
    for hit in [*_marked(change, file, lines, changed), *_expired(change, file, lines, changed)]:
        hits.setdefault((hit.line, hit.rule), hit)
    return [_finding(file, hits[key], lines) for key in sorted(hits)]


def _name(file: ChangedFile) -> str:
    """The path as text to match with; `str(path)` of an odd name has quotes around it."""
    return file.path.raw.decode("utf-8", "replace")


def _finding(file: ChangedFile, hit: _Hit, lines: list[str]) -> RawFinding:
    message, action = _WORDS.get(hit.rule, ("", "Do what the comment asks for, or move its date"))
    return RawFinding(
        file=file.path,
        line=hit.line,
        end_line=hit.end_line,
        rule=hit.rule,
        message=hit.message or message,
        action=action,
        quote=lines[hit.line - 1],
    )


# Conflict markers ---------------------------------------------------------------------------------------------------

_OURS = re.compile(r"<{7}(?: |$)")
_MIDDLE = re.compile(r"={7}$")
_THEIRS = re.compile(r">{7}(?: |$)")
_MARKER = re.compile(r"^(?:<{7}|={7}|>{7})(?: |$)", re.MULTILINE)
_LONE = re.compile(r"(?:<{7}|>{7}) \S")

#: Where seven signs at a line's start may be a quotation or an underline, half a conflict proves nothing.
_PROSE = frozenset({"md", "markdown", "rst", "txt", "adoc", "org", "eml", "mbox"})


def _conflicts(file: ChangedFile, lines: list[str], changed: list[int]) -> Iterator[_Hit]:
    """One hit for each conflict, at its first changed marker, and one for each marker that lost its counterparts."""
    if not _MARKER.search("\n".join(lines[number - 1] for number in changed)):
        return
    in_conflict: set[int] = set()
    for markers in _whole_conflicts(lines):
        in_conflict.update(markers)
        first_changed = next((number for number in markers if file.changes_line(number)), None)
        if first_changed is not None:
            yield _Hit(first_changed, CONFLICT_MARKER, end_line=markers[-1])
    if code_and_comments.kind_of(_name(file)) not in _PROSE:
        for number in changed:
            if number not in in_conflict and _LONE.match(lines[number - 1]):
                yield _Hit(number, CONFLICT_MARKER)


def _whole_conflicts(lines: list[str]) -> Iterator[tuple[int, int, int]]:
    """The lines of the three markers of each conflict; `=======` counts only between the other two."""
    ours = middle = 0
    for number, line in enumerate(lines, start=1):
        if _OURS.match(line):
            ours, middle = number, 0
        elif ours and not middle and _MIDDLE.match(line):
            middle = number
        elif ours and middle and _THEIRS.match(line):
            yield ours, middle, number
            ours = middle = 0


# Calls and tests ----------------------------------------------------------------------------------------------------


def _marked(change: Change, file: ChangedFile, lines: list[str], changed: list[int]) -> Iterator[_Hit]:
    path = _name(file)
    kind = code_and_comments.kind_of(path)
    marks = marks_for(kind, holds_tests(path), is_command_line_program(path, lines[0]))
    # The raw text decides whether the file is worth reading for its strings and comments: nearly always it is not.
    text = "\n".join(lines[number - 1] for number in changed)
    if not any(mark.at_first_sight.search(text) for mark in marks):
        return
    code = code_and_comments.read(path, "\n".join(lines)).code
    moved = _skips_moved(change, file, kind)
    for number in changed:
        for mark in marks:
            if _is_marked(mark, number, code, lines):
                folded = " ".join(lines[number - 1].split())
                if mark.rule == SKIPPED_TEST and moved[folded]:
                    moved[folded] -= 1
                else:
                    yield _Hit(number, mark.rule)


def _is_marked(mark: Mark, number: int, code: list[str], lines: list[str]) -> bool:
    for match in mark.pattern.finditer(code[number - 1]):
        if mark.says and not re.match(rf"\s*{mark.says}", lines[number - 1][match.end() :], re.IGNORECASE):
            continue
        if mark.unless_before and re.search(mark.unless_before, _code_above(code, number, match.start())):
            continue
        return True
    return False


def _code_above(code: list[str], number: int, column: int) -> str:
    """What stands before `column` of the line, with the nearest line above that is not blank."""
    above = next((line for line in reversed(code[: number - 1]) if line.strip()), "")
    return f"{above}\n{code[number - 1][:column]}"


def _skips_moved(change: Change, file: ChangedFile, kind: str) -> Counter[str]:
    """Removed lines that skipped a test already: the same line elsewhere is moved, not new."""
    patterns = [mark.pattern for mark in marks_for(kind, True, True) if mark.rule == SKIPPED_TEST]
    if not patterns:
        return Counter()
    removed = removed_lines(change, file)
    return Counter(" ".join(line.split()) for line in removed if any(pattern.search(line) for pattern in patterns))


# Dates --------------------------------------------------------------------------------------------------------------

_ANY_DATE = re.compile(r"20\d\d-[01]\d-[0-3]\d")
_DATE = r"(?P<date>20\d\d-[01]\d-[0-3]\d)(?![\d-])"
_DUE = re.compile(
    rf"\b(?:todo|fixme|xxx|hack)\b.{{0,200}}?(?<![\d-]){_DATE}"
    rf"|\b(?:remove|delete|drop|clean ?up|revisit|valid|keep|needed|supported)\b(?:[ \w'`.()/]|-(?=\w)){{0,60}}?"
    rf"\b(?:after|by|before|on|until|till)\b:?\s*{_DATE.replace('date', 'deadline')}"
    rf"|\b(?:expir(?:es?|ed|y)|until|sunset|deadline|due|remove[-_](?:by|after))\b\W{{0,3}}"
    rf"(?:(?:on|at|by|date)\b\W{{0,3}})?{_DATE.replace('date', 'expiry')}",
    re.IGNORECASE,
)


def _expired(change: Change, file: ChangedFile, lines: list[str], changed: list[int]) -> Iterator[_Hit]:
    if not _ANY_DATE.search("\n".join(lines[number - 1] for number in changed)):
        return
    today = change.head_time.astimezone(UTC).date()
    comments = code_and_comments.read(_name(file), "\n".join(lines)).comments
    for number in changed:
        match = _DUE.search(comments[number - 1])
        due = _as_date(match["date"] or match["deadline"] or match["expiry"]) if match else None
        if due is not None and due < today:
            yield _Hit(
                number,
                EXPIRED_DATE,
                message=f"This comment sets a date, {due}, that had passed when it was committed ({today})",
            )


def _as_date(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None  # 2024-02-31 is no date, whatever it is
