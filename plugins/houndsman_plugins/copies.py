"""Plain copies of changed files under names of ours, and the way back from what a scanner says of them.

In: a change and its exported files. Out: copies, each with the text that the scanner reads, line for line that of its
file. A line ends at `\n` only, as git counts. Fails where an exported file cannot be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from houndsman import Change, ChangedFile, RawFinding, ReadingRoot


@dataclass(frozen=True)
class Copy:
    """One changed file as a scanner gets it."""

    file: ChangedFile
    text: str
    """The whole file, decoded as `ReadingRoot.lines` does, so that a quote is found again."""
    name: str
    """Where the copy lies in the scanner's folder, with `/`."""

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the text, without line ends."""
        return [line.removesuffix("\r") for line in self.text.split("\n")]

    @cached_property
    def count(self) -> int:
        """How many lines git counts, 1 at least."""
        return max(1, len(self.lines) - (not self.lines[-1]))

    @property
    def path(self) -> str:
        """The path as text to match with; `str(file.path)` of an odd name has quotes around it."""
        return self.file.path.raw.decode("utf-8", "replace")

    def changed(self) -> Iterator[tuple[int, str]]:
        """Number and text of each changed line, ascending."""
        return ((number, self.lines[number - 1]) for number in self.file.changed_lines() if number <= self.count)

    def is_changed(self, first: int, last: int | None = None) -> bool:
        """Whether the change added or altered `first`, or any line from it to `last`."""
        return any(self.file.changes_line(line) for line in range(first, (last or first) + 1))

    def finding(self, line: int, rule: str, message: str, action: str, end_line: int | None = None) -> RawFinding:
        """What a scanner says of `line`, which may be one beyond the last: the unexpected end of a file."""
        line = max(1, min(line, self.count))
        last = min(end_line or line, self.count)
        return RawFinding(
            file=self.file.path,
            line=line,
            end_line=last if last > line else None,
            rule=rule,
            message=message,
            action=action,
            quote=self.lines[line - 1],
        )


def to_check(change: Change, reading_root: ReadingRoot) -> list[ChangedFile]:
    """The files with new lines whose contents are there, by path: no deleted ones, links or submodules."""
    files = (
        file for file in change.files if file.path in reading_root.exported and any(h.new_count for h in file.hunks)
    )
    return sorted(files, key=lambda file: file.path)


def read(file: ChangedFile, reading_root: ReadingRoot, name: str) -> Copy:
    """The copy of `file` that will be called `name`."""
    return Copy(file, "\n".join(reading_root.lines(file.path)), name)


def write(folder: Path, name: str, text: str) -> None:
    """Write `text` as UTF-8, without a byte order mark of its own and with its line ends as they are."""
    place = folder / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(text.encode("utf-8"))


def suffix_of(file: ChangedFile) -> str:
    """The last suffix of the file's name in lower case with its dot, `.py`; empty where it has none."""
    _, dot, suffix = file.path.name.lower().rpartition(b".")
    return f".{suffix.decode('utf-8', 'replace')}" if dot else ""


def in_order(findings: Iterable[RawFinding]) -> list[RawFinding]:
    """The findings of one file by line and rule, each once."""
    return sorted(dict.fromkeys(findings), key=lambda finding: (finding.line or 0, str(finding.rule), finding.message))
