"""How a quote may be read: as it is, and without what agents put around code.

In: the words of `quote`. Out: readings as folded lines, the literal one first. Nothing fails; a quote with fewer than
`LEAST_SIGNS` letters and digits has no reading, because it could stand anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from houndsman.matching.folded_lines import fold_line
from houndsman.models.finding import Side

#: Letters and digits that a quote needs to prove a place.
LEAST_SIGNS = 8

_FENCES = ("```", "~~~")
_NUMBERED = re.compile(r"\s*[Ll]?\d+(?:\s*[:|→]\s?|\t|\s{2})(.*)\Z", re.DOTALL)
_SIGNS = {Side.NEW: ("+", "-"), Side.OLD: ("-", "+")}


def readings(quote: str, side: Side) -> Iterator[tuple[bytes, ...]]:
    """The folded lines that `quote` may mean on `side`, from the literal to the most undressed; each once."""
    seen = set()
    for lines in _undressed(quote, side):
        folded = _trimmed([fold_line(line.encode("utf-8", "replace")) for line in lines])
        if folded not in seen and _signs(lines) >= LEAST_SIGNS:
            seen.add(folded)
            yield folded


def _undressed(quote: str, side: Side) -> Iterator[list[str]]:
    for lines in (quote.split("\n"), _unfenced(quote)):
        yield lines
        without_numbers = _without_numbers(lines)
        if without_numbers is not None:
            yield without_numbers
        for candidate in (lines, without_numbers):
            one_side = _one_side(candidate, side) if candidate is not None else None
            if one_side is not None:
                yield one_side
                numbered = _without_numbers(one_side)
                if numbered is not None:
                    yield numbered


def _unfenced(quote: str) -> list[str]:
    """The lines between the fences, or without the backticks of a code span."""
    lines = quote.strip().split("\n")
    if len(lines) > 2 and lines[0].startswith(_FENCES) and lines[-1].lstrip().startswith(_FENCES):
        return lines[1:-1]
    return quote.strip().strip("`").split("\n")


def _one_side(lines: list[str], side: Side) -> list[str] | None:
    """The lines of `side` where `lines` looks like a piece of a diff."""
    keep, drop = _SIGNS[side]
    written = [line for line in lines if line.strip()]
    if not any(line[0] in "+-" for line in written) or any(line[0] not in "+- \t" for line in written):
        return None
    kept = [line for line in lines if not line.startswith(drop)]
    if not any(line.strip() for line in kept):
        kept = lines  # every line is of the other side: let it be found there
    return [line[1:] if line[:1] in (keep, drop, " ") else line for line in kept]


def _without_numbers(lines: list[str]) -> list[str] | None:
    """`lines` without the line numbers in front, where every line has one."""
    matches = [_NUMBERED.match(line) if line.strip() else None for line in lines]
    if not any(matches) or any(line.strip() and match is None for line, match in zip(lines, matches, strict=True)):
        return None
    return [match[1] if match else line for line, match in zip(lines, matches, strict=True)]


def _trimmed(folded: list[bytes]) -> tuple[bytes, ...]:
    """Without the blank lines at both ends."""
    written = [at for at, line in enumerate(folded) if line]
    return tuple(folded[written[0] : written[-1] + 1]) if written else ()


def _signs(lines: list[str]) -> int:
    return sum(sum(map(str.isalnum, line)) for line in lines)
