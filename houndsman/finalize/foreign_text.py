"""Foreign text that cannot break out of its place in a Markdown page.

In: words of agents, plugins and the change (summaries, reasons, paths). Out: one line for a sentence or a table cell,
or a fenced block for many lines; capped, without control characters. Nothing fails.
"""

from __future__ import annotations

import re
import unicodedata

# Whatever begins Markdown or HTML inside a line; a backslash before it is what CommonMark calls an escape. Our own
# words stand before each foreign text, so that none begins a line.
_MARKUP = re.compile(r"([\\`*_\[\]<>|~$&])")
_BACKTICKS = re.compile(r"`+")
_SPACE = re.compile(r"\s+")
#: Signs that are not seen but steer what is: control characters, direction marks, surrogates, unassigned ones.
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def line(text: str, limit: int = 200) -> str:
    """`text` as one line of at most `limit` characters before escaping, with no markup left in it."""
    return _MARKUP.sub(r"\\\1", plain(text, limit))


def plain(text: str, limit: int) -> str:
    """`text` as one line of at most `limit` characters, with its markup: a part of something that goes to `line`."""
    folded = _SPACE.sub(" ", _seen(text, keep="\n\t")).strip()
    return folded if len(folded) <= limit else folded[: limit - 1] + "…"


def block(text: str, limit: int) -> str:
    """`text` in a fence that is longer than any run of backticks in it, cut at `limit` characters and marked so."""
    body = _seen(text, keep="\n\t").strip("\n")
    if len(body) > limit:
        body = f"{body[:limit]}…\n[cut: {len(body) - limit} characters more]"
    longest = max((len(run) for run in _BACKTICKS.findall(body)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{body}\n{fence}"


def _seen(text: str, keep: str) -> str:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(
        char if char in keep or unicodedata.category(char) not in _UNSEEN else "\N{REPLACEMENT CHARACTER}"
        for char in text
    )
