"""Discussions of GitLab's merge requests.

In: the list of `GET /projects/ID/merge_requests/IID/discussions`, or several pages of it. Out: a finding for the first
note of each discussion that a person or a reviewer wrote; the notes that answer it are conversation, and GitLab's own
("added 1 commit") are none: both are left out, told with a count. A note on the merge request as a whole has no place.

A line of the new version counts on the new side, one that only the old version has on the old side. What is not JSON,
and what does not begin with a discussion, raises `ForeignFormatError`; an entry that is none is left out and told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from houndsman.exchange.entry import lines_of, name_of, text_of
from houndsman.exchange.json_stream import first_object, holds_empty_lists, read_items, read_stream
from houndsman.exchange.json_text import as_list, as_object
from houndsman.exchange.reader import ForeignFormatError, Reader, ReadOptions, Text
from houndsman.models.finding import Side
from houndsman.models.foreign import ForeignFinding

_READ = frozenset({"id", "body", "position", "author", "system"})


class _Place(NamedTuple):
    file: str | None = None
    line: int | None = None
    end_line: int | None = None
    side: Side | None = None
    commit: str | None = None


def recognises(text: Text) -> bool:
    """Whether the first object is a discussion."""
    first = first_object(text)
    return first is not None and "individual_note" in first and isinstance(first.get("notes"), list)


def read(text: Text, options: ReadOptions) -> Iterator[ForeignFinding]:
    """The findings, in the order of the text."""
    if not (recognises(text) or holds_empty_lists(text)):
        read_stream(text)  # what is no JSON at all says where
        raise ForeignFormatError(
            "no discussions of GitLab",
            where=text.name,
            hint="save what `glab api --paginate projects/ID/merge_requests/IID/discussions` prints",
        )
    for discussion, place in read_items(text):
        yield from _opening(as_object(discussion), place, options)


def _opening(discussion: Mapping[str, object], place: str, options: ReadOptions) -> Iterator[ForeignFinding]:
    """The finding of the note that opens `discussion`, if it is one."""
    notes = [as_object(note) for note in as_list(discussion.get("notes"))]
    said = [note for note in notes if note and note.get("system") is not True]
    if not notes:
        options.remark("no-finding", "entries that are no discussions, left out", place)
    for _ in range(len(notes) - len(said)):
        options.remark("system-note", "GitLab's own notes, left out", place)
    for _ in said[1:]:
        options.remark("conversation", "answers in a discussion, left out", place)
    if said:
        yield _finding(said[0], discussion.get("id"), place, options)


def _finding(note: Mapping[str, object], discussion: object, place: str, options: ReadOptions) -> ForeignFinding:
    at = _place(as_object(note.get("position")))
    number = name_of(note.get("noteable_iid"))
    extra = {key: value for key, value in note.items() if key not in _READ}
    author = as_object(note.get("author")).get("username")
    return ForeignFinding(
        file=at.file,
        line=at.line,
        end_line=at.end_line,
        side=at.side,
        message=text_of(note.get("body")),
        case=next((name for name in (f"!{number}", number) if name and name in options.cases), None),
        id=name_of(note.get("id")),
        commit=at.commit,
        source=place,
        extra=extra | {"discussion": discussion, "author": author},
    )


def _place(position: Mapping[str, object]) -> _Place:
    """Where a note stands; nowhere for one on the merge request as a whole."""
    if not position:
        return _Place()
    old = position.get("new_line") is None and position.get("old_line") is not None
    side, commit = (Side.OLD, "base_sha") if old else (Side.NEW, "head_sha")
    span = as_object(position.get("line_range"))
    start, end = (as_object(span.get(key)).get(f"{side}_line") for key in ("start", "end"))
    # A range that begins on the other side has no first line on this one.
    lines = lines_of(start, position.get(f"{side}_line"), end)
    file = name_of(position.get(f"{side}_path"))
    return _Place(file, lines.line, lines.end, side if lines.line else None, name_of(position.get(commit)))


READER = Reader("gitlab", "GitLab merge-request discussions", recognises, read)
