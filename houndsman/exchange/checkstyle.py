"""Checkstyle's XML, which dozens of linters write as well.

In: `<checkstyle><file name="…"><error line severity message source/>…`. Out: a finding for each `<error>`: `source` is
the rule, as the tool spells it. A missing or zero `line` is null. An `<exception>`, by which a tool says that it failed
on a file, is remarked on. Another outermost element raises `ForeignFormatError`.
"""

from __future__ import annotations

from collections.abc import Iterator

from houndsman.exchange.reader import ForeignFormatError, Reader, ReadOptions, Text
from houndsman.exchange.severity import severity_named
from houndsman.exchange.xml_elements import Element, outermost, parse_xml
from houndsman.intake.lines import claimed_lines
from houndsman.models.foreign import ForeignFinding

_READ = frozenset({"line", "severity", "message", "source"})


def recognises(text: Text) -> bool:
    """Whether the outermost element is `<checkstyle>`."""
    return outermost(text) == "checkstyle"


def read(text: Text, options: ReadOptions) -> Iterator[ForeignFinding]:
    """The findings, file by file."""
    top = parse_xml(text)
    if top.tag != "checkstyle":
        raise ForeignFormatError(
            f"the outermost element is <{top.tag}>, not <checkstyle>",
            where=f"{text.name}:{top.line}",
            hint="name the format that it has with --format",
        )
    for file in top.named("file"):
        path = file.attributes.get("name") or None
        for failure in file.named("exception"):
            words = "files on which the tool itself failed, which may hold more"
            options.remark("tool-failed", words, f"{text.name}:{failure.line}")
        yield from (_finding(error, path, text) for error in file.named("error"))


def _finding(error: Element, path: str | None, text: Text) -> ForeignFinding:
    said = error.attributes
    lines = claimed_lines(said.get("line"), None)
    return ForeignFinding(
        file=path,
        line=lines.line,
        end_line=lines.end,
        rule=said.get("source") or None,
        message=said.get("message", ""),
        severity=severity_named(said.get("severity")),
        source=f"{text.name}:{error.line}",
        extra={key: value for key, value in said.items() if key not in _READ},
    )


READER = Reader("checkstyle", "Checkstyle XML (checkstyle, phpcs, ktlint, shellcheck -f checkstyle)", recognises, read)
