"""Hunts the classic slips of Python, TypeScript and Go by the shape of the code, found by ast-grep with our own rules.

Each rule is a slip that every language has in its own words: an error that is noticed and dropped, one object where
there should be many, work that nobody waits for, equality of computed fractions, SQL put together from pieces, a
connection that trusts whoever answers. In Python what ruff finds is left to the watchdog `python`.

For example this added line of Go is `structure/unverified-tls`, attention::

    client.Transport = &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}

In: the changed files as they are at the head; JavaScript is read as TypeScript. Out: one finding for each match that
touches a changed line. The rules are the files in `structure_rules/`, one a slip and language. The change cannot steer
it: ast-grep sees plain copies under names of ours and our configuration, and its ignore comments are made plain ones;
new ones are findings themselves. Fails with `houndsman.CheckUnavailable` where ast-grep is missing, broken, or passes
over a file, as it does with one of more than 3 MB and 200,000 lines.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from houndsman import Change, CheckUnavailable, RawFinding, ReadingRoot, Severity, Watchdog, hookimpl
from houndsman_plugins import copies, scanner
from houndsman_plugins.copies import Copy
from houndsman_plugins.debris_marks import holds_tests
from houndsman_plugins.rule_table import Row, RuleTable
from houndsman_plugins.suppressions import NEW_SUPPRESSION, suppression_findings

AST_GREP = scanner.Program("ast-grep")

_A, _S = Severity.ATTENTION, Severity.SUGGESTION

#: What to do stands in the rules' files, because each language has its own remedy.
TABLE = RuleTable(
    "structure",
    (
        Row("swallowed-error", _A, "Error that is noticed and dropped", "", ""),
        Row("shared-mutable", _A, "One object where each place expects its own", "", ""),
        Row("unawaited-call", _A, "Work that nobody waits for", "", ""),
        Row("float-equality", _S, "Equality of a computed fraction", "", ""),
        Row("sql-concatenation", _A, "SQL put together from pieces", "", ""),
        Row("unverified-tls", _A, "Connection that trusts whoever answers", "", ""),
        NEW_SUPPRESSION,
    ),
)

#: Which rules' files do not count in tests: there a computed number is known to the last bit, a server is the test's
#: own, and what is parsed is a constant.
_NOT_IN_TESTS = ("float-equality.", "swallowed-error.go.call", "unverified-tls.")

#: The suffix by which ast-grep knows the language, for each suffix that we read.
_SUFFIXES = {
    **dict.fromkeys((".py", ".pyi"), ".py"),
    **dict.fromkeys((".ts", ".mts", ".cts"), ".ts"),
    **dict.fromkeys((".tsx", ".jsx", ".js", ".mjs", ".cjs"), ".tsx"),
    ".go": ".go",
}

WATCHDOG = Watchdog(
    id="structure",
    title="Classic slips of Python, TypeScript and Go: dropped errors, shared objects, work not awaited, SQL, TLS",
    paths=tuple(f"*{suffix}" for suffix in _SUFFIXES),
    agent="code",
    rules=TABLE.rules,
)

_RULES = Path(__file__).parent / "structure_rules"
_CONFIGURATION = "sgconfig.yml"

_ARGUMENTS = [
    "scan",
    f"--config={_CONFIGURATION}",
    "--json=compact",
    "--inspect=entity",  # says on the error stream which files it passed over
    *(f"--no-ignore={kind}" for kind in ("hidden", "dot", "exclude", "global", "parent", "vcs")),
    "files",
]

_SUPPRESSION = re.compile(r"\bast-grep-ignore\b(?::[^\S\n]*[\w.,\- ]+)?")
_PASSED_OVER = re.compile(r"^sg: entity\|file\|files/(\d{6})\.\w+: skipped=(?!emptyFile)(\w+)", re.MULTILINE)


class _Match(NamedTuple):
    """One row of ast-grep's report."""

    line: int
    end_line: int
    id: str
    """The slip, a dot, and which of our rules for it this is."""
    message: str
    action: str

    @property
    def rule(self) -> str:
        return f"structure/{self.id.partition('.')[0]}"


@hookimpl
def houndsman_watchdogs() -> list[Watchdog]:
    """Declare `structure`."""
    return [WATCHDOG]


@hookimpl
def houndsman_check(watchdog: Watchdog, change: Change, reading_root: ReadingRoot) -> list[RawFinding] | None:
    """Every slip and every new suppression on the changed lines, by path, line and rule."""
    if watchdog.id != WATCHDOG.id:
        return None
    sources = [
        copies.read(file, reading_root, f"{index:06}{_SUFFIXES[suffix]}")
        for index, file in enumerate(copies.to_check(change, reading_root))
        if (suffix := copies.suffix_of(file)) in _SUFFIXES
    ]
    matches = _matches(sources)
    found: list[RawFinding] = []
    for copy in sources:
        suppressions = suppression_findings(change, copy, _SUPPRESSION, WATCHDOG.id)
        found += copies.in_order([*_findings(copy, matches.get(copy.name, [])), *suppressions])
    return found


# Running ast-grep ---------------------------------------------------------------------------------------------------


def _matches(sources: list[Copy]) -> dict[str, list[_Match]]:
    """ast-grep's matches, by the copy's name."""
    if not sources:
        return {}
    with tempfile.TemporaryDirectory(prefix="houndsman-") as place:
        folder = Path(place).resolve()
        _write_rules(folder)
        for copy in sources:
            text = copy.text.replace("ast-grep-ignore", "ast-grep_ignore")
            copies.write(folder, f"files/{copy.name}", text)
        ended = scanner.attempt(AST_GREP, _ARGUMENTS, folder)
        if ended.status != 0:
            raise scanner.failed(AST_GREP, ended)
    _refuse_what_was_passed_over(ended.complaint, sources)
    return _read(scanner.read_json(AST_GREP, ended.printed), {copy.name for copy in sources})


def _write_rules(folder: Path) -> None:
    """The configuration and the rules; those for TypeScript once more for TSX, which is a language of its own."""
    copies.write(folder, _CONFIGURATION, "ruleDirs: [rules]\n")
    for place in sorted(_RULES.glob("*/*.yml")):
        text = place.read_text(encoding="utf-8")
        copies.write(folder, f"rules/{place.parent.name}/{place.name}", text)
        if place.parent.name == "typescript":
            text = re.sub(r"^id: .*$", r"\g<0>.tsx", text, flags=re.MULTILINE)
            copies.write(folder, f"rules/tsx/{place.name}", text.replace("language: TypeScript", "language: Tsx"))


def _refuse_what_was_passed_over(complaint: str, sources: list[Copy]) -> None:
    paths = {Path(copy.name).stem: str(copy.file.path) for copy in sources}
    for stem, reason in _PASSED_OVER.findall(complaint):
        raise CheckUnavailable(
            f"ast-grep passes over this file ({reason})",
            where=paths.get(stem, stem),
            hint="Exclude the file from the review, or leave this watchdog out with -k",
        )


def _read(report: object, names: set[str]) -> dict[str, list[_Match]]:
    matches: dict[str, list[_Match]] = {}
    try:
        for row in report:  # type: ignore[attr-defined]
            name = Path(row["file"]).name
            if name not in names:
                raise ValueError(row["file"])
            matches.setdefault(name, []).append(_match(row))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise scanner.unreadable(AST_GREP, repr(error)) from error
    return matches


def _match(row: dict[str, Any]) -> _Match:
    first, last = row["range"]["start"], row["range"]["end"]
    # Rows count from 0; a match that ends where a line begins does not touch that line.
    end = int(last["line"]) + (int(last["column"]) > 0)
    line = int(first["line"]) + 1
    return _Match(line, max(line, end), str(row["ruleId"]), str(row["message"]), str(row["note"]).strip())


# From matches to findings -------------------------------------------------------------------------------------------


def _findings(copy: Copy, matches: list[_Match]) -> Iterator[RawFinding]:
    in_tests = holds_tests(copy.path)
    for match in matches:
        if copy.is_changed(match.line, match.end_line) and not (in_tests and match.id.startswith(_NOT_IN_TESTS)):
            yield copy.finding(match.line, match.rule, match.message, match.action, match.end_line)
