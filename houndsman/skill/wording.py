"""The one procedure, in the wrapping that a program wants: a skill's file, or a section of AGENTS.md.

In: what is in the file now, None for no file. Out: how that stands, and what the file is to become. Of AGENTS.md only
what lies between our two lines is ever ours; all else keeps its bytes. Two lines that are no pair are a `UsageError`.
"""

from __future__ import annotations

import re
from importlib.resources import files
from typing import NamedTuple, Protocol

from houndsman.errors import UsageError
from houndsman.skill.stamp import Stamp, State, find_stamps, stamp_for, state_of

#: The skill's name, and its folder's: the open format of skills wants them equal.
NAME = "houndsman"

_TITLE = "# Review a change with Houndsman"

#: What a program shows its model until the skill is called for; the open format allows 1,024 characters.
DESCRIPTION = (
    "Reviews a code change with Houndsman. Prepares briefs, sends sub-agents out with them, finalizes, and reports the"
    " findings. Use when the user asks to review a branch, a commit, a pull request, staged or uncommitted work with"
    " Houndsman, or for a thorough code review in a project that has it."
)

_END = "<!-- houndsman skill end -->"
_END_LINE = re.compile(rf"^{re.escape(_END)}\r?$\n?", re.MULTILINE)


class Found(NamedTuple):
    """What is installed in a file."""

    state: State
    version: str | None = None
    """Of the houndsman that wrote it; None where it did not."""


class Wording(Protocol):
    """One way to write the procedure into a file."""

    def found(self, text: str | None) -> Found:
        """How the file stands, whose text is `text`."""

    def written(self, text: str | None) -> str:
        """The file's text once this version's procedure is in it."""


class SkillFile:
    """A `SKILL.md` of the open format: front matter with name and description, then the procedure. All is ours."""

    def found(self, text: str | None) -> Found:
        """How the file stands: not ours where it has no stamp."""
        if text is None:
            return Found(State.ABSENT)
        stamps = find_stamps(text)
        if not stamps:
            return Found(State.FOREIGN)
        content = text[: stamps[0].start] + text[stamps[0].end :]
        return Found(state_of(stamps[0], content, "".join(self._halves())), stamps[0].version)

    def written(self, text: str | None) -> str:
        """The whole file, whatever it was."""
        above, below = self._halves()
        return f"{above}{stamp_for(above + below)}\n{below}"

    def _halves(self) -> tuple[str, str]:
        """What stands above the stamp, and what below: front matter has to come first."""
        return f"---\nname: {NAME}\ndescription: {DESCRIPTION}\n---\n\n", f"\n{_TITLE}\n\n{procedure()}"


class Section:
    """A section of an `AGENTS.md` that may hold much else, between a stamp and a last line."""

    def found(self, text: str | None) -> Found:
        """How the section stands. Raises `UsageError` where its two lines are no pair."""
        bounds = None if text is None else _bounds(text)
        if text is None or bounds is None:
            return Found(State.ABSENT)
        stamp, end = bounds
        return Found(state_of(stamp, text[stamp.end : end.start()], self._content()), stamp.version)

    def written(self, text: str | None) -> str:
        """The file with the section in its place, or at its end. Raises `UsageError` where its lines are no pair."""
        text = text or ""
        newline = "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"
        content = self._content()
        section = f"{stamp_for(content)}\n{content}{_END}\n".replace("\n", newline)
        bounds = _bounds(text)
        if bounds is not None:
            stamp, end = bounds
            return text[: stamp.start] + section + text[end.end() :]
        gap = "" if not text else newline if text.endswith("\n") else newline * 2
        return text + gap + section

    def _content(self) -> str:
        return f"\n{_TITLE}\n\n{DESCRIPTION}\n\n{procedure()}\n"


def procedure() -> str:
    """The procedure itself, in Markdown, from its second level of headings on."""
    return (files("houndsman.skill") / "procedure.md").read_text(encoding="utf-8")


def _bounds(text: str) -> tuple[Stamp, re.Match[str]] | None:
    """Our first and our last line; None where there is neither."""
    stamps, ends = find_stamps(text), list(_END_LINE.finditer(text))
    if not stamps and not ends:
        return None
    if len(stamps) != 1 or len(ends) != 1 or ends[0].start() < stamps[0].end:
        hint = "Remove what is left of the section, its lines `<!-- houndsman skill …` included, and run this again."
        raise UsageError("the first and the last line of the houndsman section are no pair", hint=hint)
    return stamps[0], ends[0]
