"""Hunts faults in shell scripts that bite on the day somebody's file has a space in its name, found by shellcheck.

A shell goes on after nearly every mistake: a variable that was never set is empty, a `cd` that failed leaves the script
where it was, and the `rm` in the next line does what it is told. Each rule stands for a group of shellcheck's codes.

For example this added line is `SC2115`, blocking (the rule `shell/dangerous-delete`)::

    rm -rf "$build/"*

In: the changed scripts as they are at the head. Out: shellcheck's findings on changed lines, each with shellcheck's
code as its rule. The change cannot steer it: shellcheck sees plain copies under names of ours, reads no configuration,
follows no `source`, and its directives are made plain comments; new ones are findings themselves. Fails with
`houndsman.CheckUnavailable` where shellcheck is missing or broken.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from houndsman import Change, RawFinding, ReadingRoot, Watchdog, hookimpl
from houndsman_plugins import copies, scanner
from houndsman_plugins.copies import Copy
from houndsman_plugins.shell_rules import TABLE, UNPARSED
from houndsman_plugins.suppressions import suppression_findings

SHELLCHECK = scanner.Program("shellcheck")

#: The names and suffixes of scripts, and which shell reads one without a first line that says so. For `.sh` shellcheck
#: takes bash, and says that it guesses.
_SHELL_OF_SUFFIX = {".sh": None, ".bash": "bash", ".bats": "bash", ".dash": "dash", ".ksh": "ksh"}
_SHELL_OF_NAME = {
    ".bash_aliases": "bash",
    ".bash_login": "bash",
    ".bash_logout": "bash",
    ".bash_profile": "bash",
    ".bashrc": "bash",
    ".envrc": "bash",
    ".profile": "sh",
}

#: Where scripts without a suffix usually lie. What else lies there is passed over by its first line.
_FOLDERS = ("**/bin/*", "**/script/*", "**/scripts/*", "/.ci/*", "/.githooks/*", "/tools/*")

WATCHDOG = Watchdog(
    id="shell",
    title="Shell scripts that break on odd names, empty variables and failed commands",
    paths=(*(f"*{suffix}" for suffix in _SHELL_OF_SUFFIX), *_SHELL_OF_NAME, *_FOLDERS),
    agent="code",
    rules=TABLE.rules,
)

_SHEBANG = re.compile(r"#!.*?\b(?:ba|da|a|k|mk)?sh\b|#!.*?\b(?:bats|busybox)\b")
_DIRECTIVE = re.compile(r"(#[^\w\n]*)shellcheck\b")
_SHELL_DIRECTIVE = re.compile(_DIRECTIVE.pattern + r"[^\n]*?\bshell=(bash|busybox|dash|ksh|sh)\b")
_SUPPRESSION = re.compile(_DIRECTIVE.pattern + r"[^\n]*?\b(?:disable=[\w,-]+|extended-analysis=false)")

#: Its analysis of the data flow takes time quadratic in the number of variables; a longer script goes without.
_LINES_IN_DEPTH = 1000

#: What follows from our keeping `source` shut, and names that another file may set or use.
_NOT_FOLLOWED = frozenset({"SC1090", "SC1091"})
_USED_ELSEWHERE = frozenset({"SC2034", "SC2317", "SC2329"})
_SET_ELSEWHERE = frozenset({"SC2034", "SC2153", "SC2154"})

_NO_SHEBANG, _OTHER_SHELL, _CARRIAGE_RETURN = "SC2148", "SC1071", "SC1017"

#: What is asked for and still not said: asides that say nothing without their neighbour ("the mentioned error was in
#: this if", "ash is checked as dash"), `egrep` and `fgrep`, functions called without arguments, and `local` in `sh`,
#: which every `sh` of today knows.
_UNSAID = frozenset({"SC1009", "SC2187", "SC2196", "SC2197", "SC2119", "SC2120", "SC3043"})


class _Script(NamedTuple):
    copy: Copy
    shell: str
    """What shellcheck is told to take it for; empty where it sees that for itself."""

    @property
    def has_shebang(self) -> bool:
        return self.copy.text.startswith("#!")

    @property
    def options(self) -> tuple[str, ...]:
        shell = (f"--shell={self.shell}",) if self.shell else ()
        return shell if self.copy.count <= _LINES_IN_DEPTH else (*shell, "--extended-analysis=false")


class _Fault(NamedTuple):
    """One row of shellcheck's report."""

    line: int
    end_line: int
    code: str
    message: str


@hookimpl
def houndsman_watchdogs() -> list[Watchdog]:
    """Declare `shell`."""
    return [WATCHDOG]


@hookimpl
def houndsman_check(watchdog: Watchdog, change: Change, reading_root: ReadingRoot) -> list[RawFinding] | None:
    """Every fault and every new suppression on the changed lines, by path, line and rule."""
    if watchdog.id != WATCHDOG.id:
        return None
    scripts = [
        _script(copy)
        for index, file in enumerate(copies.to_check(change, reading_root))
        if _is_script(copy := copies.read(file, reading_root, f"{index:06}.sh"))
    ]
    faults = _faults(scripts)
    findings: list[RawFinding] = []
    for script in scripts:
        copy = script.copy
        of_file = [
            *_findings(script, faults.get(copy.name, [])),
            *suppression_findings(change, copy, _SUPPRESSION, WATCHDOG.id),
        ]
        findings += copies.in_order(of_file)
    return findings


def _is_script(copy: Copy) -> bool:
    suffix = copies.suffix_of(copy.file)
    if suffix in _SHELL_OF_SUFFIX or _name(copy) in _SHELL_OF_NAME:
        return True
    return not suffix and _SHEBANG.match(copy.lines[0]) is not None


def _name(copy: Copy) -> str:
    return copy.path.rsplit("/", 1)[-1]


def _script(copy: Copy) -> _Script:
    # The one directive that is information, not an order: what shell a file is for that has no first line to say so.
    for line in copy.lines:
        if line.strip() and not line.lstrip().startswith("#"):
            break
        said = _SHELL_DIRECTIVE.search(line)
        if said:
            return _Script(copy, said[2])
    if copy.text.startswith("#!"):
        return _Script(copy, "")
    return _Script(copy, _SHELL_OF_NAME.get(_name(copy)) or _SHELL_OF_SUFFIX.get(copies.suffix_of(copy.file)) or "")


# Running shellcheck -------------------------------------------------------------------------------------------------


def _faults(scripts: Iterable[_Script]) -> dict[str, list[_Fault]]:
    """What shellcheck says of each script, by the copy's name."""
    groups: dict[tuple[str, ...], list[_Script]] = {}
    for script in scripts:
        groups.setdefault(script.options, []).append(script)
    faults: dict[str, list[_Fault]] = {}
    with tempfile.TemporaryDirectory(prefix="houndsman-") as place:
        folder = Path(place).resolve()
        for options, group in sorted(groups.items()):
            for script in group:
                copies.write(folder, script.copy.name, _DIRECTIVE.sub(r"\1shell_note", script.copy.text))
            _read(_report(folder, options, group), faults, {script.copy.name for script in group})
    return faults


def _report(folder: Path, options: tuple[str, ...], group: list[_Script]) -> object:
    arguments = [
        "--norc",  # no configuration, ours or the change's
        "--format=json1",
        "--severity=info",  # all but matters of style
        *options,
        *(script.copy.name for script in group),
    ]
    # 1 is "there are findings". 2 is "a file could not be read", which may not pass for clean.
    return scanner.run_for_json(SHELLCHECK, arguments, folder, accepted=(0, 1))


def _read(report: object, faults: dict[str, list[_Fault]], names: set[str]) -> None:
    try:
        for row in report["comments"]:  # type: ignore[index]
            if row["file"] not in names:
                raise ValueError(row["file"])
            faults.setdefault(row["file"], []).append(_fault(row))
    except (KeyError, TypeError, ValueError) as error:
        raise scanner.unreadable(SHELLCHECK, repr(error)) from error


def _fault(row: dict[str, object]) -> _Fault:
    first, last = int(row["line"]), int(row["endLine"])  # type: ignore[call-overload]
    if last > first and row["endColumn"] == 1:
        last -= 1  # it ends before that line begins
    return _Fault(first, last, f"SC{int(row['code'])}", str(row["message"]))  # type: ignore[call-overload]


# From faults to findings --------------------------------------------------------------------------------------------


def _findings(script: _Script, faults: list[_Fault]) -> Iterator[RawFinding]:
    faults = sorted(fault for fault in faults if fault.code not in _UNSAID)
    unparsed = [fault for fault in faults if TABLE.rule_of(fault.code) == TABLE.rule_of(UNPARSED)]
    if unparsed:
        yield _unparsed(script.copy, faults, unparsed)
        return
    passed_over = _passed_over(script, {fault.code for fault in faults})
    seen: set[str] = set()
    for fault in faults:
        # A script in another shell was not checked at all, which may not pass for clean wherever the change is.
        counts = fault.code == _OTHER_SHELL or script.copy.is_changed(fault.line, fault.end_line)
        once = fault.code == _CARRIAGE_RETURN and fault.code in seen
        if counts and not once and fault.code not in passed_over:
            seen.add(fault.code)
            yield _finding(script.copy, fault)


def _unparsed(copy: Copy, faults: list[_Fault], unparsed: list[_Fault]) -> RawFinding:
    """One finding for a script that does not parse: what the parser says at several places is one thing.

    It counts wherever it stands, because the rest of the script was not checked.
    """
    place = min(unparsed, key=lambda fault: (not copy.is_changed(fault.line, fault.end_line), fault))
    parser = sorted(
        (fault for fault in faults if fault.code.startswith("SC1")), key=lambda fault: fault.code == UNPARSED
    )
    said = " ".join(dict.fromkeys(fault.message.strip() for fault in parser))
    return _finding(copy, place._replace(code=UNPARSED, message=said))


def _passed_over(script: _Script, codes: set[str]) -> frozenset[str]:
    """The codes that prove nothing in this script."""
    passed_over = _NOT_FOLLOWED
    if codes & _NOT_FOLLOWED:
        passed_over |= _SET_ELSEWHERE
    if not script.has_shebang:
        passed_over |= _USED_ELSEWHERE  # it is there for others to source
    if script.copy.file.new_mode != "100755":
        passed_over |= {_NO_SHEBANG}
    return passed_over


def _finding(copy: Copy, fault: _Fault) -> RawFinding:
    return copy.finding(fault.line, fault.code, fault.message, TABLE.action(fault.code), fault.end_line)
