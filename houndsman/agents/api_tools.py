"""The tools of a model: read a file, search, list a folder, all on the head commit, and no more than its budget.

In: a call as the model wrote it. Out: text for the model, in which everything of the change is redacted, capped and
fenced. Nothing fails but git: a wrong argument, a path that leads out, a budget that is spent are answers in words.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from pydantic import ConfigDict, Field, ValidationError

from houndsman.agents.api_completion import ToolCall
from houndsman.agents.api_files import HeadFiles, Lines, Unshown
from houndsman.agents.api_schema import JsonObject
from houndsman.agents.api_search import Hits, Search, Unsearched, Wanted, paths_of
from houndsman.models.base import Model
from houndsman.models.repo_path import RepoPath
from houndsman.prompt.foreign import block, one_line, path, path_text

#: Of one answer; some 5,000 tokens.
_SHOWN_CHARS = 20_000
_SHOWN_LINES = 500
_SHOWN_HITS = 60
_SHOWN_ENTRIES = 300
_HIT_CHARS = 300
_SEARCH_SECONDS = 10.0
_LINE_END = "\n"


class _Arguments(Model):
    # Models add keys of their own invention; to refuse the call for them would only cost a turn.
    model_config = ConfigDict(extra="ignore")


class ReadFile(_Arguments):
    """What `read_file` takes."""

    path: str
    """Relative to the root of the repository."""
    first_line: int = Field(default=1, ge=1)
    """Where to begin, counted from 1."""


class SearchFiles(_Arguments):
    """What `search` takes."""

    pattern: str
    """Regular expression of one line, in Perl's spelling."""
    path: str = ""
    """A file or a folder to look in; empty for the whole repository."""
    ignore_case: bool = False


class ListFiles(_Arguments):
    """What `list_files` takes."""

    path: str = ""
    """A folder; empty for the root of the repository."""


class _Tool(NamedTuple):
    arguments: type[_Arguments]
    told: str
    costs: str


_TOOLS: dict[str, _Tool] = {
    "read_file": _Tool(ReadFile, "Read a file of the commit under review, with line numbers.", "reads"),
    "search": _Tool(SearchFiles, "Find the lines that match a regular expression in that commit.", "searches"),
    "list_files": _Tool(ListFiles, "List what is in a folder of that commit. It counts as a search.", "searches"),
}


def tools_offered(reads: int, searches: int) -> list[JsonObject]:
    """The tools that a budget pays for, as the API takes them."""
    budget = {"reads": reads, "searches": searches}
    return [
        {"type": "function", "function": {"name": name, "description": tool.told, "parameters": _schema(tool)}}
        for name, tool in _TOOLS.items()
        if budget[tool.costs] > 0
    ]


class Toolbox:
    """The tools of one session, and what is left of its budget.

    Args:
        files: of the head commit.
        root: the reading root, which the brief names: a path may begin with it.
        reads: files that may be read.
        searches: searches and lists that may be made.
        search_seconds: how long one search may take.
    """

    def __init__(
        self, files: HeadFiles, root: Path, *, reads: int, searches: int, search_seconds: float = _SEARCH_SECONDS
    ) -> None:
        self._files = files
        self._root = root
        self._left = {"reads": reads, "searches": searches}
        self._search_seconds = search_seconds

    @property
    def is_spent(self) -> bool:
        """Whether no call can be answered any more."""
        return not any(self._left.values())

    async def answer(self, call: ToolCall) -> str:
        """What the model is told; every call that is not refused for the budget counts, whatever it brings."""
        tool = _TOOLS.get(call.name)
        if tool is None:
            return f"There is no such tool; there are {', '.join(_TOOLS)}."
        if not self._left[tool.costs]:
            return f"Refused: your budget of {tool.costs} is spent. Answer with what you know."
        self._left[tool.costs] -= 1
        try:
            arguments = tool.arguments.model_validate_json(call.arguments.strip() or "{}")
        except ValidationError as error:
            answer = f"The arguments are wrong: {_first_wrong(error)}."
        else:
            answer = await self._answer(arguments)
        return f"{answer}\n\n{self._left[tool.costs]} {tool.costs} left."

    async def _answer(self, arguments: _Arguments) -> str:
        if isinstance(arguments, ReadFile):
            return await asyncio.to_thread(self._read, arguments)
        if isinstance(arguments, ListFiles):
            return await asyncio.to_thread(self._list, arguments)
        assert isinstance(arguments, SearchFiles)
        return await self._search(arguments)

    def _read(self, wanted: ReadFile) -> str:
        named = self._files.named(wanted.path, self._root)
        if isinstance(named, Unshown):
            return f"Not read: {named.why}."
        shown = self._files.shown([named])[named]
        if isinstance(shown, Unshown):
            return f"Not read: {shown.why}."
        return _excerpt(named, shown, wanted.first_line)

    async def _search(self, wanted: SearchFiles) -> str:
        under = self._files.named(wanted.path, self._root) if wanted.path.strip() not in ("", ".", "./") else None
        if isinstance(under, Unshown):
            return f"Not searched: {under.why}."
        search = Search(self._files.git, self._files.head, self._search_seconds)
        try:
            found = await asyncio.to_thread(search.run, Wanted(wanted.pattern, under, wanted.ignore_case))
        finally:
            search.stop()  # where we are cancelled, it would go on
        if isinstance(found, Unsearched):
            return f"Not searched: {found.why}."
        return await asyncio.to_thread(self._hits, found)

    def _hits(self, found: Hits) -> str:
        if not found.hits:
            return "No line matches."
        some = found.hits[:_SHOWN_HITS]
        files = self._files.shown(paths_of(some))
        listed = [f"{path_text(hit.path)}:{hit.line}: {_line(files[hit.path], hit.line)}" for hit in some]
        more = "" if found.whole else "more than "
        rest = f" The first {len(some)} are shown: search for less." if len(some) < len(found.hits) else ""
        count = f"{more}{len(found.hits)} line{'s match' if len(found.hits) != 1 else ' matches'}.{rest}"
        return f"{count}\n\n{block(_LINE_END.join(listed), _SHOWN_CHARS)}"

    def _list(self, wanted: ListFiles) -> str:
        named = self._files.named(wanted.path, self._root)
        if isinstance(named, Unshown):
            return f"Not listed: {named.why}."
        folder = named.raw.strip(b"/")
        prefix = folder + b"/" if folder not in (b"", b".") else b""
        entries = _entries(prefix, list(self._files.tree))
        if not entries:
            return "Not listed: there is no such folder in the commit under review."
        listed = _LINE_END.join(entries[:_SHOWN_ENTRIES])
        return f"{len(entries)} entries.\n\n{block(listed, _SHOWN_CHARS, goes_on=len(entries) > _SHOWN_ENTRIES)}"


def _schema(tool: _Tool) -> JsonObject:
    schema = tool.arguments.model_json_schema(by_alias=True)
    properties = {
        name: {key: value for key, value in each.items() if key != "title"}
        for name, each in schema["properties"].items()
    }
    return {"type": "object", "properties": properties, "required": schema.get("required", [])}


def _first_wrong(error: ValidationError) -> str:
    first = error.errors()[0]
    at = ".".join(str(part) for part in first["loc"])
    return one_line(f"{at}: {first['msg']}" if at else first["msg"])


def _excerpt(of: RepoPath, shown: Lines, first: int) -> str:
    count = len(shown.lines)
    if first > count:
        return f"{path(of)} has {count} lines." if count else f"{path(of)} is empty."
    picked = _picked(shown, first)
    last = first + len(picked) - 1
    head = f"{path(of)}, lines {first} to {last} of {count}"
    unnumbered = "" if shown.numbered else ", without numbers: a secret of several lines is taken out"
    rest = f"\n\nGo on with firstLine {last + 1}." if last < count else ""
    return f"{head}{unnumbered}:\n\n{block(_LINE_END.join(picked), _SHOWN_CHARS)}{rest}"


def _picked(shown: Lines, first: int) -> list[str]:
    """The lines from `first` on that have room; at least one, which may then be cut inside."""
    picked: list[str] = []
    room = _SHOWN_CHARS
    for number, line in enumerate(shown.lines[first - 1 : first - 1 + _SHOWN_LINES], first):
        told = f"{number:>5}  {line}" if shown.numbered else line
        room -= len(told) + 1
        if picked and room < 0:
            break
        picked.append(told)
    return picked


def _line(shown: Lines | Unshown, number: int) -> str:
    """The text of a hit, from the file's redacted lines; not shown where they cannot tell it."""
    if isinstance(shown, Unshown) or not shown.numbered or number > len(shown.lines):
        return "(not shown)"
    return shown.lines[number - 1].strip()[:_HIT_CHARS]


def _entries(prefix: bytes, paths: Sequence[RepoPath]) -> list[str]:
    """What is directly below `prefix`: files, and folders with a slash and the number of files in them."""
    folders: dict[bytes, int] = {}
    files: list[str] = []
    for each in paths:
        if not each.raw.startswith(prefix):
            continue
        first, slash, _ = each.raw[len(prefix) :].partition(b"/")
        if slash:
            folders[first] = folders.get(first, 0) + 1
        else:
            files.append(path_text(RepoPath(first)))
    return [*(f"{path_text(RepoPath(name))}/ ({count} files)" for name, count in folders.items()), *files]
