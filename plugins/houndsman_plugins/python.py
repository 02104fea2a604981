"""Hunts faults in Python that need no opinion: code that cannot parse, run, or do what it says, found by ruff.

Style is none of its business. Each rule stands for a group of ruff's codes which a reviewer would stop a merge for,
or at least ask about: an undefined name, a default that is shared between calls, a loop variable caught by a closure,
an exception that is swallowed, an assertion that cannot fail.

For example this added line is `F632`, attention (the rule `python/wrong-comparison`)::

    if status is "done":

In: the changed Python files as they are at the head. Out: ruff's findings on changed lines, each with ruff's code as
its rule. The change cannot steer it: ruff sees plain copies under names of ours (no configuration, ignore file,
excluded folder or odd name), inline suppressions are ignored, and new ones are findings themselves. Fails with
`houndsman.CheckUnavailable` where ruff is missing or broken.
"""

from __future__ import annotations

import io
import re
import tempfile
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from houndsman import Change, ChangedFile, RawFinding, ReadingRoot, RepoPath, Watchdog, hookimpl
from houndsman_plugins import code_and_comments, scanner
from houndsman_plugins.python_rules import ACTIONS, NEW_SUPPRESSION, RULES, UNPARSED, rule_of, selection
from houndsman_plugins.suppressions import new_suppressions, removed_lines

RUFF = scanner.Program("ruff", "ruff")

WATCHDOG = Watchdog(
    id="python",
    title="Python that cannot run, or cannot do what it says",
    paths=("*.py", "*.pyi"),
    agent="code",
    rules=RULES,
)

#: Names that ruff reads meaning into; every other module is just a module.
_NAMES_THAT_MATTER = frozenset({b"__init__.py", b"__init__.pyi", b"__main__.py"})

_SUPPRESSION = re.compile(
    r"#\s*(?:(?:ruff|flake8)\s*:\s*)?noqa\b(?:\s*:\s*[A-Z]+\d+(?:[,\s]+[A-Z]+\d+)*)?"
    r"|#\s*ruff\s*:\s*(?:file-ignore|ignore|disable)\b(?:\s*\[[^\]]*\])?",
    re.IGNORECASE,
)


class _Fault(NamedTuple):
    """One row of ruff's report, with lines as git counts them."""

    line: int
    code: str
    end_line: int
    message: str


class _Copy(NamedTuple):
    file: ChangedFile
    lines: list[str]
    line_of_row: list[int] | None
    """The line of each row as ruff counts them, from index 1; None where both count alike."""


@hookimpl
def houndsman_watchdogs() -> list[Watchdog]:
    """Declare `python`."""
    return [WATCHDOG]


@hookimpl
def houndsman_check(watchdog: Watchdog, change: Change, reading_root: ReadingRoot) -> list[RawFinding] | None:
    """Every fault and every new suppression on the changed lines, by path, line and rule."""
    if watchdog.id != WATCHDOG.id:
        return None
    files = sorted((file for file in change.files if _is_to_check(file, reading_root)), key=lambda file: file.path)
    if not files:
        return []
    with tempfile.TemporaryDirectory(prefix="houndsman-") as place:
        folder = Path(place).resolve()
        copies = [_write(folder / f"{index:06}", file, reading_root) for index, file in enumerate(files)]
        faults = _faults(folder, copies)
    findings: list[RawFinding] = []
    for copy in copies:
        of_file = [*_on_changed_lines(copy, faults.get(copy.file.path, [])), *_suppressions(change, copy)]
        findings += sorted(of_file, key=lambda finding: (finding.line or 0, str(finding.rule), finding.message))
    return findings


def _is_to_check(file: ChangedFile, reading_root: ReadingRoot) -> bool:
    return file.path in reading_root.exported and any(hunk.new_count for hunk in file.hunks)


# Running ruff -------------------------------------------------------------------------------------------------------


def _write(folder: Path, file: ChangedFile, reading_root: ReadingRoot) -> _Copy:
    """Write the copy that ruff reads, in a folder of its own."""
    raw = reading_root.read(file.path) or b""
    name = file.path.name
    suffix = ".pyi" if name.lower().endswith(b".pyi") else ".py"
    folder.mkdir()
    text = _decode(raw)
    (folder / (name.decode() if name in _NAMES_THAT_MATTER else f"module{suffix}")).write_bytes(text.encode("utf-8"))
    return _Copy(file, [line.removesuffix("\r") for line in text.split("\n")], _line_of_row(text))


def _decode(raw: bytes) -> str:
    """The source as text. ruff reads UTF-8 alone, and skips a file in the encoding that its cookie names."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(raw).readline)
        return raw.decode(encoding)
    except (SyntaxError, LookupError, UnicodeDecodeError):
        return raw.decode("utf-8", "replace")


def _line_of_row(text: str) -> list[int] | None:
    r"""For ruff, as for Python, a lone `\r` ends a row; for git, and so for us, only `\n` ends a line."""
    if "\r" not in text.replace("\r\n", ""):
        return None
    lines, line = [0], 1
    for row in re.finditer(r"[^\r\n]*(\r\n|\r|\n|\Z)", text):
        lines.append(line)
        line += row[1].endswith("\n")
    return lines


def _faults(folder: Path, copies: list[_Copy]) -> dict[RepoPath, list[_Fault]]:
    arguments = [
        "check",
        "--isolated",  # no configuration, ours or the change's
        "--ignore-noqa",
        "--no-cache",
        "--no-respect-gitignore",
        "--exit-zero",
        "--quiet",
        "--output-format=json",
        "--per-file-ignores=__init__.py*:F401",  # a package's face imports for others
        f"--select={','.join(selection())}",
        f"--target-version={_newest_python(folder)}",
        ".",
    ]
    report = scanner.run_for_json(RUFF, arguments, folder)
    faults: dict[RepoPath, list[_Fault]] = {}
    try:
        for row in report:  # type: ignore[attr-defined]
            copy = copies[int(Path(row["filename"]).parent.name)]
            faults.setdefault(copy.file.path, []).append(_fault(row, copy))
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise scanner.unreadable(RUFF, repr(error)) from error
    return faults


def _newest_python(folder: Path) -> str:
    """The newest version that the installed ruff knows: the project's own is in files that must not steer us.

    Syntax that is newer than the project's oldest Python is thereby no fault; syntax that the newest one has is never
    mistaken for one.
    """
    known = re.findall(r"\bpy3(\d+)\b", scanner.run(RUFF, ["check", "--help"], folder))
    if not known:
        raise scanner.unreadable(RUFF, "no Python version in `ruff check --help`")
    return f"py3{max(map(int, known))}"


def _fault(row: dict[str, object], copy: _Copy) -> _Fault:
    code = row["code"]
    # Before 0.9 a syntax error had no code.
    code = UNPARSED if code is None else str(code)
    if rule_of(code) is None:  # a file that could not be read, or a crash of ruff's own
        raise scanner.unreadable(RUFF, f"{code} {row['message']} in {copy.file.path}")
    location, end = row["location"], row["end_location"]
    first, last = int(location["row"]), int(end["row"])  # type: ignore[index]
    if last > first and int(end["column"]) == 1:  # type: ignore[index]
        last -= 1  # it ends before that row begins
    return _Fault(_line(first, copy), code, _line(last, copy), str(row["message"]))


def _line(row: int, copy: _Copy) -> int:
    line = copy.line_of_row[min(row, len(copy.line_of_row) - 1)] if copy.line_of_row else row
    # "Unexpected end of file" is one row beyond the last line.
    count = len(copy.lines) - (len(copy.lines) > 1 and not copy.lines[-1])
    return max(1, min(line, count))


# From faults to findings --------------------------------------------------------------------------------------------


def _on_changed_lines(copy: _Copy, faults: list[_Fault]) -> Iterator[RawFinding]:
    broken = [fault for fault in faults if fault.code == UNPARSED]
    if broken:
        # One is enough: the parser's later complaints follow from its first. It counts wherever it stands, because a
        # file that does not parse was not checked at all, and nothing may pass for clean on that account.
        yield _finding(copy, min(broken, key=lambda fault: (not _is_changed(copy, fault), fault)))
    for fault in faults:
        if fault.code != UNPARSED and _is_changed(copy, fault):
            yield _finding(copy, fault)


def _is_changed(copy: _Copy, fault: _Fault) -> bool:
    return any(copy.file.changes_line(line) for line in range(fault.line, fault.end_line + 1))


def _finding(copy: _Copy, fault: _Fault) -> RawFinding:
    rule = rule_of(fault.code)
    return RawFinding(
        file=copy.file.path,
        line=fault.line,
        end_line=fault.end_line if fault.end_line > fault.line else None,
        rule=fault.code,
        message=fault.message,
        action=ACTIONS[rule] if rule else "",
        quote=copy.lines[fault.line - 1],
    )


def _suppressions(change: Change, copy: _Copy) -> Iterator[RawFinding]:
    changed = [number for number in copy.file.changed_lines() if number <= len(copy.lines)]
    if not any(_SUPPRESSION.search(copy.lines[number - 1]) for number in changed):
        return
    comments = code_and_comments.read("module.py", "\n".join(copy.lines)).comments
    candidates = [(number, comments[number - 1]) for number in changed]
    for found in new_suppressions(_SUPPRESSION, candidates, removed_lines(change, copy.file)):
        yield RawFinding(
            file=copy.file.path,
            line=found.line,
            rule=NEW_SUPPRESSION,
            message=f"This line tells linters to look away (`{found.text}`); the review looked all the same",
            action=ACTIONS[NEW_SUPPRESSION],
            quote=copy.lines[found.line - 1],
        )
