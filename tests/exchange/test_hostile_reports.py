"""Broken, cut and twisted reports: a reader gives findings or a `ForeignFormatError`, and never anything else."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from operator import setitem
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houndsman.exchange import checkstyle, cppcheck, gcc, sarif
from houndsman.exchange.reader import ForeignFormatError, Reader, ReadOptions, Text
from houndsman.models.severity import Severity

REPORTS = Path(__file__).parent / "reports"
OPTIONS = ReadOptions(min_rank=0.1, min_level=Severity.NIT)

_SAMPLES: list[tuple[str, Reader]] = [
    ("clang.sarif", sarif.READER),
    ("flawfinder.sarif", sarif.READER),
    ("ruff.sarif", sarif.READER),
    ("typos.sarif", sarif.READER),
    ("gcc.json", gcc.READER),
    ("gcc.jsonl", gcc.READER),
    ("cppcheck.xml", cppcheck.READER),
    ("shellcheck.xml", checkstyle.READER),
]
ALL = pytest.mark.parametrize(("report", "reader"), _SAMPLES)
JSON = pytest.mark.parametrize(
    ("report", "reader"), [each for each in _SAMPLES if each[1] in (sarif.READER, gcc.READER)]
)

_ODD_VALUES: st.SearchStrategy[object] = st.sampled_from(
    [
        None,
        True,
        False,
        0,
        -1,
        7,
        10**30,
        1.5,
        float("nan"),
        float("inf"),
        "",
        "\0",
        "%ff",
        "\ud800",
        "x",
        [],
        [[]],
        {},
        {"uri": 1},
    ]
)


def _sample(report: str) -> str:
    return (REPORTS / report).read_text(encoding="utf-8")


def _survives(reader: Reader, text: str) -> None:
    hostile = Text("hostile", text)
    reader.recognises(hostile)
    try:
        found = list(reader.read(hostile, OPTIONS))
    except ForeignFormatError as error:
        assert error.where and error.hint
        return
    for each in found:
        assert each.line is None or each.line >= 1
        assert each.end_line is None or (each.line is not None and each.end_line > each.line)
        (each.message + (each.file or "") + (each.rule or "")).encode("utf-8")


@ALL
def test_whole_reports_are_recognised_by_their_own_reader_alone(report: str, reader: Reader) -> None:
    text = Text(report, _sample(report))
    others = (checkstyle.READER, cppcheck.READER, gcc.READER, sarif.READER)
    assert [each.name for each in others if each.recognises(text)] == [reader.name]


@ALL
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_cut_anywhere(report: str, reader: Reader, data: st.DataObject) -> None:
    text = _sample(report)
    _survives(reader, text[: data.draw(st.integers(0, len(text)))])


@ALL
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_with_a_piece_replaced(report: str, reader: Reader, data: st.DataObject) -> None:
    text = _sample(report)
    at = data.draw(st.integers(0, len(text)))
    piece = data.draw(st.sampled_from(["", "{", "]", '"', "<", ">", "&", "\\", "\0", "\ufeff", "null", "-9", "<!--"]))
    _survives(reader, text[:at] + piece + text[at + data.draw(st.integers(0, 40)) :])


@JSON
@given(data=st.data())
@settings(max_examples=120, deadline=None)
def test_with_a_value_of_another_type(report: str, reader: Reader, data: st.DataObject) -> None:
    text = _sample(report)
    values: list[object] = [json.loads(line) for line in (text.splitlines() if reader is gcc.READER else [text])]
    places = list(_places(values))
    places[data.draw(st.integers(0, len(places) - 1))](data.draw(_ODD_VALUES))
    _survives(reader, "\n".join(json.dumps(each) for each in values))


def _places(value: object) -> Iterator[Callable[[object], None]]:
    """What puts another value into each place inside `value`."""
    if isinstance(value, dict | list):
        for key, inner in list(value.items() if isinstance(value, dict) else enumerate(value)):
            yield partial(setitem, value, key)
            yield from _places(inner)
