"""Hunts misspelt words in what a change adds, found by typos.

It looks at prose, comments and names alike. A misspelt name costs most: it is copied, searched for in vain, and once it
is public it stays. typos knows misspellings, not words, so that what it does not know is never wrong.

For example this added line is `spelling/typo`, a nit::

    def recieve(order):

In: the changed lines of text files. Out: one finding for each line with words that are misspelt there and that the file
did not hold before: whoever calls `recieve` is not at fault for its name. The change cannot steer it: typos sees
nothing but changed lines, under names of ours, and reads no configuration. Fails with `houndsman.CheckUnavailable`
where typos is missing or broken.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from houndsman import Change, ChangedFile, RawFinding, ReadingRoot, Rule, Severity, Watchdog, hookimpl
from houndsman_plugins import copies, scanner
from houndsman_plugins.copies import Copy
from houndsman_plugins.suppressions import removed_lines

TYPOS = scanner.Program("typos")

TYPO = "spelling/typo"

WATCHDOG = Watchdog(
    id="spelling",
    title="Misspelt words and names",
    # Data, and what is written in another language.
    exclude=(
        *("*.csv", "*.ipynb", "*.lock", "*.map", "*.min.*", "*.patch", "*.pem", "*.po", "*.svg", "*.tsv", "*.xlf"),
        *("go.sum", "i18n/", "lang/", "locale/", "locales/", "translations/"),
    ),
    agent="code",
    rules=(Rule(id=TYPO, number=1, title="Misspelt word", severity=Severity.NIT),),
)

_ARGUMENTS = ["--isolated", "--no-ignore", "--hidden", "--no-check-filenames", "--format=json", "."]

#: typos knows some words of each language by the suffix; kinds of file that it passes over become plain text.
_SUFFIX = re.compile(r"\.(?!lock$|pem$|cer$|crt$|key$)[a-z]{1,10}")

#: A longer line was not written by hand.
_MAX_CHARS = 1000

#: Shorter words are names more often than slips, but for two letters in the wrong order, and capitals are an acronym.
_SHORT = 4


class _Typo(NamedTuple):
    """One row of typos' report."""

    line: int
    offset: int
    """In the line, in bytes."""
    word: str
    corrections: tuple[str, ...]


@hookimpl
def houndsman_watchdogs() -> list[Watchdog]:
    """Declare `spelling`."""
    return [WATCHDOG]


@hookimpl
def houndsman_check(watchdog: Watchdog, change: Change, reading_root: ReadingRoot) -> list[RawFinding] | None:
    """One finding for each changed line with new misspelt words, by path and line."""
    if watchdog.id != WATCHDOG.id:
        return None
    texts = [
        copies.read(file, reading_root, f"{index:06}{_suffix(file)}")
        for index, file in enumerate(copies.to_check(change, reading_root))
    ]
    if not texts:
        return []
    with tempfile.TemporaryDirectory(prefix="houndsman-") as place:
        folder = Path(place).resolve()
        for copy in texts:
            copies.write(folder, copy.name, _changed_lines_alone(copy, reading_root))
        # 2 is "there are typos".
        typos = _read(scanner.run(TYPOS, _ARGUMENTS, folder, accepted=(0, 2)), {copy.name for copy in texts})
    return [finding for copy in texts if copy.name in typos for finding in _findings(change, copy, typos[copy.name])]


# Running typos ------------------------------------------------------------------------------------------------------


def _suffix(file: ChangedFile) -> str:
    suffix = copies.suffix_of(file)
    return suffix if _SUFFIX.fullmatch(suffix) else ".txt"


def _changed_lines_alone(copy: Copy, reading_root: ReadingRoot) -> str:
    """The changed lines, each at its place, below one empty line: what a file begins with may make it "binary"."""
    raw = reading_root.read(copy.file.path) or b""
    try:
        lines = raw.decode("utf-8").split("\n")
    except UnicodeDecodeError:
        # Any one letter for a byte will do: a replacement character would cut a word in two.
        lines = raw.decode("latin-1").split("\n")
    kept = {number for number, _ in copy.changed()}
    text = (line if number in kept and len(line) <= _MAX_CHARS else "" for number, line in enumerate(lines, start=1))
    return "\n" + "\n".join(text).replace("\0", " ")


def _read(printed: str, names: set[str]) -> dict[str, list[_Typo]]:
    """typos' report, a JSON value in each line, by the copy's name."""
    typos: dict[str, list[_Typo]] = {}
    for line in printed.splitlines():
        row = scanner.read_json(TYPOS, line)
        try:
            if row["type"] != "typo":  # type: ignore[index]
                raise ValueError(row)
            name, typo = _typo(row)  # type: ignore[arg-type]
        except (KeyError, TypeError, ValueError) as error:
            raise scanner.unreadable(TYPOS, repr(error)) from error
        if name not in names:
            raise scanner.unreadable(TYPOS, name)
        typos.setdefault(name, []).append(typo)
    return typos


def _typo(row: dict[str, Any]) -> tuple[str, _Typo]:
    corrections = tuple(str(correction) for correction in row["corrections"])
    line = int(row["line_num"]) - 1  # the first is ours
    return row["path"].removeprefix("./"), _Typo(line, int(row["byte_offset"]), str(row["typo"]), corrections)


# From typos to findings ---------------------------------------------------------------------------------------------


def _findings(change: Change, copy: Copy, typos: list[_Typo]) -> Iterator[RawFinding]:
    changed = {number for number, _ in copy.changed()}
    untouched = (line for number, line in enumerate(copy.lines, start=1) if number not in changed)
    before = "\n".join([*untouched, *removed_lines(change, copy.file)])
    of_line: dict[int, dict[str, str]] = {}
    for typo in sorted(typos):
        if _is_slip(typo) and not _holds(before, typo.word):
            of_line.setdefault(typo.line, {}).setdefault(typo.word, _correction(typo))
    for line, words in of_line.items():
        yield copy.finding(line, TYPO, "; ".join(words.values()), "Correct the spelling, also where the name is used")


def _is_slip(typo: _Typo) -> bool:
    if len(typo.word) >= _SHORT:
        return not (typo.word.isupper() and len(typo.word) == _SHORT)
    return typo.word.islower() and [sorted(typo.word)] == [sorted(correction) for correction in typo.corrections]


def _holds(text: str, word: str) -> bool:
    """Whether `text` holds `word`, be it as a part of a name such as `onRecieve` or `recieve_all`."""
    before = "(?<![A-Za-z])" if word[0].islower() else ""
    return re.search(f"{before}{re.escape(word)}(?![a-z])", text) is not None


def _correction(typo: _Typo) -> str:
    return f"`{typo.word}` should be {' or '.join(f'`{word}`' for word in typo.corrections)}"
