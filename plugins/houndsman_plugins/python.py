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

from houndsman import Change, ChangedFile, RawFinding, ReadingRoot, Watchdog, hookimpl
from houndsman_plugins import copies, scanner
from houndsman_plugins.copies import Copy
from houndsman_plugins.python_rules import TABLE, UNPARSED, selection
from houndsman_plugins.suppressions import suppression_findings

RUFF = scanner.Program("ruff", "ruff")

WATCHDOG = Watchdog(
    id="python",
    title="Python that cannot run, or cannot do what it says",
    paths=("*.py", "*.pyi"),
    agent="code",
    rules=TABLE.rules,
)

#: Names that ruff reads meaning into; every other module is just a module.
_NAMES_THAT_MATTER = frozenset({"__init__.py", "__init__.pyi", "__main__.py"})

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


class _Module(NamedTuple):
    copy: Copy
    source: str
    """What ruff reads: the same lines, in the encoding that the file names for itself."""
    line_of_row: list[int] | None
    """The line of each row as ruff counts them, from index 1; None where both count alike."""

    def line(self, row: int) -> int:
        """The line of a row; "unexpected end of file" is one row beyond the last."""
        line = self.line_of_row[min(row, len(self.line_of_row) - 1)] if self.line_of_row else row
        return max(1, min(line, self.copy.count))


@hookimpl
def houndsman_watchdogs() -> list[Watchdog]:
    """Declare `python`."""
    return [WATCHDOG]


@hookimpl
def houndsman_check(watchdog: Watchdog, change: Change, reading_root: ReadingRoot) -> list[RawFinding] | None:
    """Every fault and every new suppression on the changed lines, by path, line and rule."""
    if watchdog.id != WATCHDOG.id:
        return None
    modules = [
        _module(file, reading_root, f"{index:06}") for index, file in enumerate(copies.to_check(change, reading_root))
    ]
    faults = _faults(modules)
    findings: list[RawFinding] = []
    for copy, *_ in modules:
        suppressions = suppression_findings(change, copy, _SUPPRESSION, WATCHDOG.id)
        findings += copies.in_order([*_on_changed_lines(copy, faults.get(copy.name, [])), *suppressions])
    return findings


# Running ruff -------------------------------------------------------------------------------------------------------


def _module(file: ChangedFile, reading_root: ReadingRoot, folder: str) -> _Module:
    """A module in a folder of its own."""
    name = file.path.name.decode("utf-8", "replace")
    if name not in _NAMES_THAT_MATTER:
        name = f"module{'.pyi' if copies.suffix_of(file) == '.pyi' else '.py'}"
    source = _decode(reading_root.read(file.path) or b"")
    return _Module(copies.read(file, reading_root, f"{folder}/{name}"), source, _line_of_row(source))


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


def _faults(modules: list[_Module]) -> dict[str, list[_Fault]]:
    """What ruff says of each module, by the copy's name."""
    if not modules:
        return {}
    with tempfile.TemporaryDirectory(prefix="houndsman-") as place:
        folder = Path(place).resolve()
        for module in modules:
            copies.write(folder, module.copy.name, module.source)
        report = scanner.run_for_json(RUFF, _arguments(folder), folder)
    faults: dict[str, list[_Fault]] = {}
    try:
        for row in report:  # type: ignore[attr-defined]
            module = modules[int(Path(row["filename"]).parent.name)]
            faults.setdefault(module.copy.name, []).append(_fault(row, module))
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise scanner.unreadable(RUFF, repr(error)) from error
    return faults


def _arguments(folder: Path) -> list[str]:
    return [
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


def _newest_python(folder: Path) -> str:
    """The newest version that the installed ruff knows: the project's own is in files that must not steer us.

    Syntax that is newer than the project's oldest Python is thereby no fault; syntax that the newest one has is never
    mistaken for one.
    """
    known = re.findall(r"\bpy3(\d+)\b", scanner.run(RUFF, ["check", "--help"], folder))
    if not known:
        raise scanner.unreadable(RUFF, "no Python version in `ruff check --help`")
    return f"py3{max(map(int, known))}"


def _fault(row: dict[str, object], module: _Module) -> _Fault:
    code = row["code"]
    # Before 0.9 a syntax error had no code.
    code = UNPARSED if code is None else str(code)
    if TABLE.rule_of(code) is None:  # a file that could not be read, or a crash of ruff's own
        raise scanner.unreadable(RUFF, f"{code} {row['message']} in {module.copy.file.path}")
    location, end = row["location"], row["end_location"]
    first, last = int(location["row"]), int(end["row"])  # type: ignore[index]
    if last > first and int(end["column"]) == 1:  # type: ignore[index]
        last -= 1  # it ends before that row begins
    return _Fault(module.line(first), code, module.line(last), str(row["message"]))


# From faults to findings --------------------------------------------------------------------------------------------


def _on_changed_lines(copy: Copy, faults: list[_Fault]) -> Iterator[RawFinding]:
    broken = [fault for fault in faults if fault.code == UNPARSED]
    if broken:
        # One is enough: the parser's later complaints follow from its first. It counts wherever it stands, because a
        # file that does not parse was not checked at all, and nothing may pass for clean on that account.
        yield _finding(copy, min(broken, key=lambda fault: (not copy.is_changed(fault.line, fault.end_line), fault)))
    for fault in faults:
        if fault.code != UNPARSED and copy.is_changed(fault.line, fault.end_line):
            yield _finding(copy, fault)


def _finding(copy: Copy, fault: _Fault) -> RawFinding:
    return copy.finding(fault.line, fault.code, fault.message, TABLE.action(fault.code), fault.end_line)
