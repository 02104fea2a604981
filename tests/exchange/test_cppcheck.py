"""cppcheck's XML, with and without places, old and new."""

from __future__ import annotations

from pathlib import Path

import pytest

from houndsman.exchange.cppcheck import READER
from houndsman.exchange.reader import ForeignFormatError, ReadOptions, Text
from houndsman.models.foreign import ForeignFinding
from houndsman.models.severity import Severity

REPORTS = Path(__file__).parent / "reports"


def _read(text: str) -> list[ForeignFinding]:
    assert READER.recognises(Text("report.xml", text))
    return list(READER.read(Text("report.xml", text), ReadOptions()))


def test_the_first_location_is_the_place_and_the_others_are_kept() -> None:
    first, second = _read((REPORTS / "cppcheck.xml").read_text(encoding="utf-8"))
    assert (first.file, first.line, first.rule, first.category) == (
        "CASTLE-125-1.c",
        7,
        "arrayIndexOutOfBounds",
        "CWE-788",
    )
    assert first.severity is Severity.BLOCKING
    assert first.message == "Array 'array[5]' accessed at index 5, which is out of bounds."
    assert first.source == "report.xml:5"
    others = first.extra["locations"]
    assert isinstance(others, list)
    assert [each["line"] for each in others] == ["6"]
    assert (second.line, second.severity) == (39, Severity.NIT)
    assert "locations" not in second.extra


@pytest.mark.parametrize(
    ("word", "severity"),
    [
        ("error", Severity.BLOCKING),
        ("warning", Severity.ATTENTION),
        ("performance", Severity.SUGGESTION),
        ("portability", Severity.SUGGESTION),
        ("style", Severity.NIT),
        ("information", Severity.NIT),
        ("debug", Severity.NIT),
        ("none", None),
        ("possible style", Severity.NIT),
    ],
)
def test_every_severity_of_cppcheck(word: str, severity: Severity | None) -> None:
    (found,) = _read(f"<results version='2'><errors><error id='x' severity='{word}' msg='m'/></errors></results>")
    assert found.severity is severity


@pytest.mark.parametrize(
    "inside",
    ["", "<location file='a.c'/>", "<location file='a.c' line='0'/>", "<location line='7'/>"],
)
def test_an_error_without_a_place_is_kept(inside: str) -> None:
    error = f"<error id='missingInclude' severity='information' msg='m' file0='a.c'>{inside}</error>"
    (found,) = _read(f"<results version='2'><errors>{error}</errors></results>")
    assert not found.has_place
    assert found.rule == "missingInclude"


def test_version_1_has_the_place_on_the_error() -> None:
    error = "<error file='src/a.c' line='12' id='nullPointer' severity='error' msg='m'/>"
    (found,) = _read(f"<?xml version='1.0'?>\n<results>{error}</results>")
    assert (found.file, found.line, found.rule, found.message) == ("src/a.c", 12, "nullPointer", "m")


@pytest.mark.parametrize("text", ["<results/>", "<results version='2'><errors/></results>"])
def test_nothing_found(text: str) -> None:
    assert _read(text) == []


@pytest.mark.parametrize("text", ["<results version='2'><cppcheck version='2.10'/></results>", "<checkstyle/>"])
def test_what_is_no_whole_report_is_never_nothing_found(text: str) -> None:
    with pytest.raises(ForeignFormatError) as caught:
        list(READER.read(Text("report.xml", text), ReadOptions()))
    assert caught.value.where == "report.xml:1"
