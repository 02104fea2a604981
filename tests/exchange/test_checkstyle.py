"""Checkstyle's XML, as checkstyle and as others write it."""

from __future__ import annotations

from pathlib import Path

import pytest

from houndsman.exchange.checkstyle import READER
from houndsman.exchange.reader import ForeignFormatError, ReadOptions, Text
from houndsman.models.foreign import ForeignFinding
from houndsman.models.severity import Severity

REPORTS = Path(__file__).parent / "reports"


def _read(text: str) -> list[ForeignFinding]:
    return list(READER.read(Text("report.xml", text), ReadOptions()))


def test_a_report_of_shellcheck() -> None:
    found = _read((REPORTS / "shellcheck.xml").read_text(encoding="utf-8"))
    assert [(each.file, each.line, each.rule, each.severity) for each in found] == [
        ("clean.sh", 2, "ShellCheck.SC2164", Severity.ATTENTION),
        ("clean.sh", 2, "ShellCheck.SC2086", Severity.NIT),
        ("clean.sh", 3, "ShellCheck.SC2115", Severity.ATTENTION),
        ("clean.sh", 3, "ShellCheck.SC2086", Severity.NIT),
    ]
    assert found[2].message == 'Use "${var:?}" to ensure this never expands to /* .'
    assert found[2].source == "report.xml:6"
    assert found[2].extra == {"column": "8"}


@pytest.mark.parametrize(
    ("error", "line", "severity"),
    [
        ("<error line='7' severity='error' message='m'/>", 7, Severity.BLOCKING),
        ("<error line='0' severity='warning' message='m'/>", None, Severity.ATTENTION),
        ("<error severity='info' message='m'/>", None, Severity.NIT),
        ("<error line='7' severity='odd'/>", 7, None),
        ("<error line='seven'/>", None, None),
    ],
)
def test_what_is_missing_or_odd_costs_no_finding(error: str, line: int | None, severity: Severity | None) -> None:
    (found,) = _read(f"<checkstyle><file name='src/A.java'>{error}</file></checkstyle>")
    assert (found.file, found.line, found.severity, found.rule) == ("src/A.java", line, severity, None)


def test_files_without_errors_and_a_report_without_files_are_clean() -> None:
    assert _read("<checkstyle version='4.3'><file name='a.py'/></checkstyle>") == []
    assert _read("<checkstyle/>") == []


def test_a_file_on_which_the_tool_failed_is_remarked_on() -> None:
    remarks: list[tuple[str, str]] = []
    options = ReadOptions(remark=lambda code, words, place: remarks.append((code, place)))
    inside = "<exception><![CDATA[java.lang…]]></exception>\n<error line='1'/>"
    text = f"<checkstyle>\n<file name='A.java'>\n{inside}</file></checkstyle>"
    assert len(list(READER.read(Text("report.xml", text), options))) == 1
    assert remarks == [("tool-failed", "report.xml:3")]


def test_another_format_is_refused_by_name() -> None:
    assert not READER.recognises(Text("r.xml", "<testsuites/>"))
    with pytest.raises(ForeignFormatError, match="<testsuites>") as caught:
        _read("<?xml version='1.0'?>\n<testsuites/>")
    assert caught.value.where == "report.xml:2"


def test_it_is_recognised_even_with_a_document_type_so_that_the_refusal_is_clear() -> None:
    text = Text("r.xml", "<!DOCTYPE checkstyle><checkstyle/>")
    assert READER.recognises(text)
    with pytest.raises(ForeignFormatError, match="document type"):
        list(READER.read(text, ReadOptions()))
