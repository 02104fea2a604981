"""Foreign text made into data: redacted, capped, stripped of what steers a terminal, fenced, labelled. Pure.

Everything that a person outside or a model wrote enters a prompt, a report or a terminal through one of these
functions. They return `Shown`, the only kind of text that a template prints.
"""

from __future__ import annotations

import json
import re

from houndsman.models.repo_path import RepoPath, c_quote
from houndsman.prompt.redact import redact

TRUNCATED = "… [excerpt truncated — open the file for the rest]"

#: Controls of the terminal (C0 but tab and newline, DEL, C1), and signs that reorder text, or that a person does not
#: see and a model reads.
_STEERING = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e0fff]"
)
_BACKTICKS = re.compile("`+")

#: Whatever begins Markdown or HTML inside a line; CommonMark calls a backslash before it an escape.
_MARKUP = re.compile(r"([\\`*_\[\]<>|~$&])")

#: What a file system takes; git takes more, and a brief must not drown in a name.
_PATH_CHARS = 4_096


class Shown(str):
    """Text that may be printed by a template: ours, or foreign text made into data."""

    __slots__ = ()


def ours(text: str) -> Shown:
    """Text that we, or an author whom the user trusts, wrote: instructions may stand in it."""
    return Shown(text)


def visible(text: str) -> str:
    """`text` with steering characters written as escapes, such as `\\x1b`. Line ends of Windows are made plain."""
    return _STEERING.sub(_escape, text.replace("\r\n", "\n"))


def steering_escaped(json_text: str) -> str:
    """JSON with its steering characters as escapes of JSON: the same value, and safe to show."""
    return _STEERING.sub(lambda found: json.dumps(found[0])[1:-1], json_text)


def block(text: str, cap: int | None, info: str = "text", *, goes_on: bool = False, mark: str = TRUNCATED) -> Shown:
    """`text` in a fence that it cannot close.

    Args:
        text: what a stranger wrote.
        cap: at most this many characters of it are shown, cut at a line end where there is one; None for all.
        info: the word after the opening fence.
        goes_on: there is more than `text`, so that something is left out even if all of `text` is shown.
        mark: the line after the fence where something was left out.
    """
    body = visible(redact(text))
    body, was_cut = (body, False) if cap is None else cut(body, cap)
    longest = max((len(run) for run in _BACKTICKS.findall(body)), default=0)
    fence = "`" * max(3, longest + 1)
    if body and not body.endswith("\n"):
        body += "\n"
    tail = f"{mark}\n" if was_cut or goes_on else ""
    return Shown(f"{fence}{info}\n{body}{fence}\n{tail}".rstrip("\n"))


def cut(text: str, cap: int) -> tuple[str, bool]:
    """The first `cap` characters of `text`, back to the last line end among them, and whether anything was cut.

    Where that would cost more than half of them, the long line is cut inside, so that something is left of it.
    """
    if len(text) <= cap:
        return text, False
    kept = text.rfind("\n", 0, cap) + 1
    return text[: kept if 2 * kept >= cap else cap], True


def inline(text: str, cap: int = 200) -> Shown:
    """`text` on one line, as a Markdown code span that it cannot close."""
    return _span(one_line(text, cap))


def sentence(text: str, cap: int = 200) -> Shown:
    """`text` on one line with no markup left in it, for a sentence, a list entry or a table cell that we begin."""
    return Shown(_MARKUP.sub(r"\\\1", one_line(text, cap)))


def path(of: RepoPath) -> Shown:
    """A file's name as a code span, to the letter, as an answer must name it."""
    text = redact(path_text(of))
    return _span(text if len(text) <= _PATH_CHARS else f"{text[: _PATH_CHARS - 1]}…")


def path_text(of: RepoPath) -> str:
    """A file's name in plain text, safe for one line of a terminal.

    Where the name could steer the terminal, break the line, or lose something at its ends, this is git's quoted form.
    """
    text = of.text
    is_plain = text == text.strip() and not _STEERING.search(text) and "\n" not in text and "\t" not in text
    return text if is_plain else c_quote(of.raw)


def one_line(text: str, cap: int = 200) -> str:
    """`text` redacted, white space folded, steering characters visible, at most `cap` characters."""
    folded = visible(" ".join(redact(text).split()))
    return folded if len(folded) <= cap else f"{folded[: max(cap - 1, 0)]}…"


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _span(line: str) -> Shown:
    longest = max((len(run) for run in _BACKTICKS.findall(line)), default=0)
    ticks = "`" * (longest + 1)
    space = " " if line.startswith("`") or line.endswith("`") or not line else ""
    return Shown(f"{ticks}{space}{line}{space}{ticks}")
