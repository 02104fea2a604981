"""The pieces of a fix, each at the lines of the defect, and how likely it is that the defect is there.

In: a changed file with its lines before and after the fix, and the fix in words. Out: blocks that change what the code
does; comments, imports, blank lines and layout make none. Pure; nothing fails.

What a block weighs is a rule of thumb, written down so that it can be argued with (`_weight`): lines that were changed
say where the defect was, and additions only beside what; the author's words often name the function; and a commit
carries along what is no fix (names, messages and log lines, code that was moved).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from houndsman.golden.working_lines import statement_lines, without_comment, working_lines
from houndsman.models.change import Hunk

#: Lines looked through for a neighbour of what was added.
_FAR = 4
#: A block of more lines is a rewrite rather than a fix.
_LONG = 30

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_NAME = re.compile(r"[A-Za-z_]\w*")
_STRING = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'")
_SAID = re.compile(
    r"(?:\w+\.)*(?:log|logger|logging|console|print|warn|warning|info|debug)\w*[.(!]|__version__\b|echo\b"
)
_DEFINITION = re.compile(
    r"(?:export\s+|public\s+|private\s+|static\s+|async\s+|pub\s+)*(?:def|class|function|func|fn|interface|type|struct|enum"
    r"|const|var)\b|@\w|#\s*define\b|[A-Z][A-Z0-9_]*\s*="
)
_SAYING_NOTHING = frozenset(
    {"does", "fixed", "fixes", "from", "handle", "have", "into", "issue", "make", "more", "only", "return", "self"}
    | {"should", "test", "tests", "than", "that", "them", "then", "there", "this", "used", "when", "where", "which"}
    | {"with", "wrong"}
)
_LEAST_WORD = 4  # letters by which two words may be told apart


@dataclass(frozen=True)
class FileVersions:
    """A changed file before and after a fix."""

    path: str
    """Before, as JSON has it."""
    old: Sequence[bytes]
    new: Sequence[bytes]
    hunks: Sequence[Hunk]


_Place = tuple[str, tuple[str, ...]]


class Block(NamedTuple):
    """Lines that a fix changed, or beside which it added some."""

    path: str
    first: int
    """In the file before the fix, counted from 1."""
    last: int
    weight: int
    """The more, the likelier."""


class _Piece(NamedTuple):
    """One block as it is read: its working lines on both sides, by number and as text."""

    file: FileVersions
    first: int
    last: int
    old: tuple[str, ...]
    """Working lines that are gone; none for a pure addition."""
    new: tuple[str, ...]

    @property
    def headings(self) -> tuple[str, ...]:
        """The lines above that it stands under: its function, its class."""
        found, depth = [], _indent(self.file.old[self.first - 1]) or 1
        for number in range(self.first, 0, -1):
            line = self.file.old[number - 1]
            if line.strip() and _indent(line) < depth:
                depth = _indent(line)
                found.append(line.decode("utf-8", "replace"))
            if not depth:
                break
        return tuple(found)

    @property
    def place(self) -> _Place:
        """Which function of which file."""
        return self.file.path, self.headings

    @property
    def is_prose(self) -> bool:
        """Whether its strings were sentences, and so messages for people."""
        return all(each.count(" ") > 0 for each in _STRING.findall(" ".join(self.old)))


class _Around(NamedTuple):
    """What the rest of the fix says of a piece."""

    said: frozenset[str]
    """The words of its author."""
    added: Mapping[str, frozenset[_Place]]
    """Where lines were added, by what they say."""
    renamed: frozenset[tuple[str, str]]


def blocks_of(files: Iterable[FileVersions], words: str) -> tuple[Block, ...]:
    """The blocks of a fix, the likeliest first; `words` is what its author says of it."""
    pieces = [piece for file in files for piece in _pieces(file)]
    around = _Around(_meanings(words), _added(pieces), _renamed(pieces))
    blocks = [Block(piece.file.path, piece.first, piece.last, _weight(piece, around)) for piece in pieces]
    return tuple(sorted(blocks, key=lambda block: (-block.weight, block.path, block.first)))


def _pieces(file: FileVersions) -> Iterator[_Piece]:
    old, new = working_lines(file.path, file.old), working_lines(file.path, file.new)
    for group in _grouped(file.hunks, old):
        gone = [line for hunk in group for line in range(hunk.old_start, hunk.old_start + hunk.old_count)]
        came = [line for hunk in group for line in range(hunk.new_start, hunk.new_start + hunk.new_count)]
        # What is between the hunks of a block is the same on both sides, and tells layout from change.
        before = [line for line in range(_top(group[0]), _bottom(group[-1]) + 1) if line in old]
        start, end = group[0].new_start + (not group[0].new_count), group[-1].new_start + max(group[-1].new_count, 1)
        after = [line for line in range(start, end) if line in new]
        same = _bare(_texts(file, file.old, before)) == _bare(_texts(file, file.new, after))
        if same and not _reaches_elsewhere(file, before, after):
            continue
        working = [line for line in gone if line in old]
        fresh = [line for line in came if line in new]
        if not working and not fresh:
            continue
        first, last = (working[0], working[-1]) if working else _beside(file, group, old, fresh)
        if first:
            yield _Piece(file, first, last, _texts(file, file.old, working), _texts(file, file.new, fresh))


def _reaches_elsewhere(file: FileVersions, before: Sequence[int], after: Sequence[int]) -> bool:
    """Whether lines that say the same belong to another block of code now, where indentation tells that."""
    if len(before) != len(after):
        return False
    moved = [
        (old, new)
        for old, new in zip(before, after, strict=True)
        if _indent(file.old[old - 1]) != _indent(file.new[new - 1])
    ]
    if not moved:
        return False
    begin, now = statement_lines(file.path, file.old), statement_lines(file.path, file.new)
    return any(old in begin and new in now for old, new in moved)


def _grouped(hunks: Sequence[Hunk], working: frozenset[int]) -> Iterator[list[Hunk]]:
    """Hunks with no working line between them, which are one block, in order."""
    group = list(hunks[:1])
    for before, hunk in pairwise(hunks):
        if any(line in working for line in range(_bottom(before) + 1, _top(hunk))):
            yield group
            group = []
        group.append(hunk)
    if group:
        yield group


def _top(hunk: Hunk) -> int:
    """The first old line of a hunk, or the one below an addition."""
    return hunk.old_start if hunk.old_count else hunk.old_start + 1


def _bottom(hunk: Hunk) -> int:
    """The last old line of a hunk, or the one above an addition."""
    return hunk.old_start + max(hunk.old_count, 1) - 1


def _beside(file: FileVersions, group: Sequence[Hunk], old: frozenset[int], fresh: Sequence[int]) -> tuple[int, int]:
    """The old lines between which a pure addition stands: both, unless the one below is of another block of code."""
    at = group[0].old_start
    above = next((line for line in range(at, max(at - _FAR, 0), -1) if line in old), 0)
    below = next((line for line in range(at + 1, at + 1 + _FAR) if line in old), 0)
    if below and _indent(file.old[below - 1]) < _indent(file.new[fresh[0] - 1]):
        below = 0
    return (above or below, below or above)


def _weight(piece: _Piece, around: _Around) -> int:
    written = _meanings(" ".join([*piece.old, *piece.new, *piece.headings]))
    weight = (3 if piece.old else 2) + min(3, 2 * len(_shared(around.said, written)))
    before, after = " ".join(piece.old), " ".join(piece.new)
    if not piece.old and _DEFINITION.match(piece.new[0]):
        weight -= 3  # what the fix needs; the defect is where it is used
    if piece.old and piece.new and _STRING.sub('""', before) == _STRING.sub('""', after):
        weight -= 4 if piece.is_prose else 1
    if all(_SAID.match(line) for line in [*piece.old, *piece.new]):
        weight -= 4
    if piece.old and piece.new and _substitutions(piece) and _substitutions(piece) <= around.renamed:
        weight -= 4
    here = {piece.place}
    if piece.old and all(around.added.get(line, frozenset()) - here for line in piece.old):
        weight -= 3  # it stands elsewhere now
    return weight - (piece.last - piece.first >= _LONG)


def _added(pieces: Sequence[_Piece]) -> dict[str, frozenset[_Place]]:
    found: defaultdict[str, set[_Place]] = defaultdict(set)
    for piece in pieces:
        place = piece.place
        for line in piece.new:
            found[line].add(place)
    return {line: frozenset(places) for line, places in found.items()}


def _renamed(pieces: Sequence[_Piece]) -> frozenset[tuple[str, str]]:
    """Names that were changed in several places, and to ones that their file did not know."""
    found = Counter(each for piece in pieces for each in _substitutions(piece))
    known = {name for piece in pieces for line in piece.file.old for name in _names(line.decode("utf-8", "replace"))}
    return frozenset(each for each, times in found.items() if times > 1 and each[1] not in known)


def _substitutions(piece: _Piece) -> frozenset[tuple[str, str]]:
    """Which names were put in place of which, where nothing else was changed."""
    before, after = " ".join(piece.old), " ".join(piece.new)
    if _NAME.sub("_", before) != _NAME.sub("_", after):
        return frozenset()
    return frozenset(pair for pair in zip(_names(before), _names(after), strict=True) if pair[0] != pair[1])


def _meanings(text: str) -> frozenset[str]:
    """The words of a text, those inside of names among them."""
    words = (word.lower() for word in _WORD.findall(text))
    return frozenset(word for word in words if len(word) >= _LEAST_WORD and word not in _SAYING_NOTHING)


def _shared(said: frozenset[str], written: frozenset[str]) -> frozenset[str]:
    """Words of the one that occur in the other, `rounding` in `round`, too."""
    return frozenset(word for word in said if any(word.startswith(each) or each.startswith(word) for each in written))


def _bare(lines: Iterable[str]) -> str:
    """What is left of some lines without layout: white space, the kind of quotes, a comma before a closing bracket."""
    text = "".join("".join(line.split()) for line in lines).replace("'", '"').replace("\\", "")
    return re.sub(r",(?=[)\]}])", "", text)


def _texts(file: FileVersions, lines: Sequence[bytes], numbers: Iterable[int]) -> tuple[str, ...]:
    return tuple(without_comment(file.path, lines[number - 1]) for number in numbers)


def _names(text: str) -> list[str]:
    return _NAME.findall(text)


def _indent(line: bytes) -> int:
    return len(line) - len(line.lstrip())
