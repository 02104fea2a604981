"""XML that strangers wrote, as elements that know their line.

In: a text. Out: the outermost element with everything inside; character data is left out, because no report that we
read keeps a finding there. What is not well-formed, or declares a document type (the door of entity bombs and of
external entities, and nothing that a report needs), raises `ForeignFormatError` with line and column.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

from houndsman.exchange.reader import ForeignFormatError, Text

#: Characters of a text's beginning in which its outermost element must open to be recognised.
_HEAD = 65_536

# Atomic groups: a hostile prologue must not be split in every possible way.
_OUTERMOST = re.compile(
    r"\s*+(?>(?><\?.*?\?>|<!--.*?-->|<!DOCTYPE[^\[>]*+(?:\[.*?\]\s*+)?+>)\s*+)*+<([A-Za-z_][\w.:-]*+)", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Element:
    """One element, without its text."""

    tag: str
    attributes: Mapping[str, str]
    line: int
    """Where it opens, counted from 1."""
    children: list[Element] = field(default_factory=list)

    def named(self, tag: str) -> list[Element]:
        """The children of that name, in order."""
        return [child for child in self.children if child.tag == tag]


def outermost(text: Text) -> str | None:
    """The name of the outermost element, at a look at the beginning; None where there is none. Never raises."""
    found = _OUTERMOST.match(text.text, 0, _HEAD)
    return found[1] if found else None


def parse_xml(text: Text) -> Element:
    """The outermost element of `text`."""
    parser = expat.ParserCreate()
    top = Element("", {}, 0)
    open_elements = [top]

    def start(tag: str, attributes: dict[str, str]) -> None:
        element = Element(tag, attributes, parser.CurrentLineNumber)
        open_elements[-1].children.append(element)
        open_elements.append(element)

    def refuse(*_: object) -> None:
        raise ForeignFormatError(
            "declares a document type, which no report needs and entity bombs are built with",
            where=f"{text.name}:{parser.CurrentLineNumber}",
            hint="remove <!DOCTYPE …> from the file if you trust it",
        )

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: open_elements.pop()
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(text.text, True)
    except expat.ExpatError as error:
        raise ForeignFormatError(
            f"not well-formed XML: {expat.ErrorString(error.code)}",
            where=f"{text.name}:{error.lineno}:{error.offset + 1}",
            hint="check that the file is whole: a tool that was stopped leaves half a report",
        ) from None
    except UnicodeEncodeError:
        raise ForeignFormatError(
            "not XML: it holds half characters", where=text.name, hint="write the report as UTF-8"
        ) from None
    return top.children[0]
