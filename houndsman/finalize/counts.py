"""How many of what, in words.

In: words, one for each thing that is counted, or a number. Out: a line that no word can break. Nothing fails.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from houndsman.prompt.foreign import Shown, one_line, sentence

_KINDS = 20  # that are named
_KIND = 60  # characters of one
_LINE = 2_000  # characters


def counted(title: str, values: Iterable[str]) -> Shown:
    """`title: 3 (2 a, 1 b)`, the most frequent first."""
    counts = Counter(values)
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    listed = ", ".join(f"{count} {one_line(value, _KIND)}" for value, count in ordered[:_KINDS])
    more = f", {plural(len(ordered) - _KINDS, 'other kind')}" if len(ordered) > _KINDS else ""
    return sentence(f"{title}: {counts.total()}" + (f" ({listed}{more})" if listed else ""), _LINE)


def plural(number: int, noun: str) -> str:
    """`1 file`, `2 files`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
