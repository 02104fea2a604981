"""Review comments of GitHub's pull requests, as its REST API lists them.

In: the list of `GET /repos/OWNER/REPO/pulls/NUMBER/comments`, several pages of it, or one comment a line
(`gh api --paginate`). Out: a finding for each comment that opens a thread; answers in a thread are conversation and are
left out, told with a count. The body is the message, whole.

`line` is the *last* line of a range and `start_line` the first. An outdated comment has neither, because its lines are
no longer in the change: it stays without a place, `original_line` stands in `extra`. What is not JSON, and what does
not begin with such a comment, raises `ForeignFormatError`; an entry that is no object is left out and told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from houndsman.exchange.entry import lines_of, name_of, side_of, text_of
from houndsman.exchange.json_stream import first_object, holds_empty_lists, read_items, read_stream
from houndsman.exchange.json_text import as_object, as_text
from houndsman.exchange.reader import ForeignFormatError, Reader, ReadOptions, Text
from houndsman.intake.lines import LineClaim
from houndsman.models.finding import Side
from houndsman.models.foreign import ForeignFinding

#: Keys that only these comments have.
_MARKS = frozenset({"diff_hunk", "pull_request_review_id", "original_commit_id"})

_READ = frozenset({"path", "line", "start_line", "side", "start_side", "body", "id", "commit_id", "diff_hunk"})

#: What only says again where something is, or who counts as its author; `html_url` and `author` stay.
_ADDRESSES = frozenset({"url", "_links", "node_id", "pull_request_url", "user", "reactions", "position"})

_PULL_REQUEST = re.compile(r"https?://([^/]+)/(?:api/v3/)?(?:repos/)?([^/]+)/([^/]+)/pulls?/(\d+)(?!\d)")


def recognises(text: Text) -> bool:
    """Whether the first object is such a comment."""
    first = first_object(text)
    return first is not None and "path" in first and "body" in first and not _MARKS.isdisjoint(first)


def read(text: Text, options: ReadOptions) -> Iterator[ForeignFinding]:
    """The findings, in the order of the text."""
    if not (recognises(text) or holds_empty_lists(text)):
        read_stream(text)  # what is no JSON at all says where
        raise ForeignFormatError(
            "no review comments of GitHub",
            where=text.name,
            hint="save what `gh api --paginate repos/OWNER/REPO/pulls/NUMBER/comments` prints",
        )
    for comment, place in read_items(text):
        if not isinstance(comment, dict):
            options.remark("no-finding", "entries that are no objects, left out", place)
        elif comment.get("in_reply_to_id") is not None:
            options.remark("conversation", "answers in a thread, left out", place)
        else:
            yield _finding(comment, place, options)


def _finding(comment: Mapping[str, object], place: str, options: ReadOptions) -> ForeignFinding:
    side = side_of(comment.get("side"))
    lines = _lines(comment)
    if lines.line is None and comment.get("subject_type") != "file":
        options.remark("outdated", "outdated comments, whose lines are no longer in the change", place)
    author = as_object(comment.get("user")).get("login")
    extra = {key: value for key, value in comment.items() if key not in _READ | _ADDRESSES}
    return ForeignFinding(
        file=name_of(comment.get("path")),
        line=lines.line,
        end_line=lines.end,
        side=side,
        message=text_of(comment.get("body")),
        quote=_quote(comment, side, lines),
        case=_case(comment, options),
        id=name_of(comment.get("id")),
        commit=None if side is Side.OLD else name_of(comment.get("commit_id")),  # which is the head
        source=place,
        extra=extra if author is None else extra | {"author": author},
    )


def _lines(comment: Mapping[str, object]) -> LineClaim:
    if comment.get("subject_type") == "file":
        return LineClaim(None, None)
    line, start = comment.get("line"), comment.get("start_line")
    if line is None or comment.get("start_side") not in (None, comment.get("side")):
        start = None  # of a range over both sides only the end can be counted on one
    return lines_of(start, line, None)


def _quote(comment: Mapping[str, object], side: Side | None, lines: LineClaim) -> str:
    """The lines that it is about: the last ones of its hunk, which GitHub cuts off behind them."""
    if lines.line is None:
        return ""
    other = "+" if side is Side.OLD else "-"
    hunk = (as_text(comment.get("diff_hunk")) or "").split("\n")[1:]
    shown = [line[1:] for line in hunk if not line.startswith((other, "\\"))]
    return "\n".join(shown[-((lines.end or lines.line) - lines.line + 1) :])


def _case(comment: Mapping[str, object], options: ReadOptions) -> str | None:
    """The case that its pull request is, by any of the names that one is usually given."""
    found = _PULL_REQUEST.match(as_text(comment.get("pull_request_url")) or as_text(comment.get("html_url")) or "")
    if found is None:
        return None
    host, owner, repository, number = found.groups()
    page = f"{owner}/{repository}/pull/{number}"
    names = (
        f"https://{host.removeprefix('api.')}/{page}",
        page,
        f"{owner}/{repository}#{number}",
        f"#{number}",
        number,
    )
    return next((name for name in names if name in options.cases), None)


READER = Reader("github", "GitHub pull-request review comments (REST)", recognises, read)
