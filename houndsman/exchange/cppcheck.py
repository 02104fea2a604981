"""cppcheck's XML, versions 1 to 3.

In: `<results version="2"><errors><error id severity msg cwe><location file line/>…`, or version 1's
`<results><error id severity msg file line/>…`. Out: a finding for each `<error>`, also one without a place. The first
location is the defect; the others, under `extra`, lead there. Another outermost element, and a report of version 2 or
later without `<errors>`, raises `ForeignFormatError`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from houndsman.exchange.cwe import cwe_numbered
from houndsman.exchange.reader import ForeignFormatError, Reader, ReadOptions, Text
from houndsman.exchange.severity import severity_named
from houndsman.exchange.xml_elements import Element, outermost, parse_xml
from houndsman.intake.lines import claimed_lines
from houndsman.models.foreign import ForeignFinding
from houndsman.models.severity import Severity

#: Words that cppcheck has and the one table has not.
_OWN_WORDS: Mapping[str, Severity | None] = {
    "information": Severity.NIT,
    "debug": Severity.NIT,
    "none": None,
    "possible error": Severity.BLOCKING,  # these three: version 1
    "possible style": Severity.NIT,
    "all style": Severity.NIT,
}
_READ = frozenset({"id", "severity", "msg", "cwe", "file", "line"})


def recognises(text: Text) -> bool:
    """Whether the outermost element is `<results>`."""
    return outermost(text) == "results"


def read(text: Text, options: ReadOptions) -> Iterator[ForeignFinding]:
    """The findings, in the file's order."""
    top = parse_xml(text)
    if top.tag != "results":
        raise ForeignFormatError(
            f"the outermost element is <{top.tag}>, not cppcheck's <results>",
            where=f"{text.name}:{top.line}",
            hint="name the format that it has with --format",
        )
    groups = top.named("errors") if "version" in top.attributes else [top]
    if not groups:
        raise ForeignFormatError(
            "a cppcheck report without <errors>", where=f"{text.name}:{top.line}", hint="run cppcheck --xml again"
        )
    for group in groups:
        yield from (_finding(error, text) for error in group.named("error"))


def _finding(error: Element, text: Text) -> ForeignFinding:
    said = error.attributes
    locations = [location.attributes for location in error.named("location")] or [said]
    lines = claimed_lines(locations[0].get("line"), None)
    extra: dict[str, object] = {key: value for key, value in said.items() if key not in _READ}
    if len(locations) > 1:
        extra["locations"] = [dict(location) for location in locations[1:]]
    return ForeignFinding(
        file=locations[0].get("file") or None,
        line=lines.line,
        end_line=lines.end,
        rule=said.get("id") or None,
        message=said.get("msg", ""),
        severity=severity_named(said.get("severity"), _OWN_WORDS),
        category=cwe_numbered(said.get("cwe")),
        source=f"{text.name}:{error.line}",
        extra=extra,
    )


READER = Reader("cppcheck", "cppcheck XML", recognises, read)
