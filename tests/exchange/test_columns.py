"""The fast way and the careful way are one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houndsman.exchange.columns import by_columns
from houndsman.exchange.entry import Shared, read_entry
from houndsman.exchange.spellings import sorted_out
from houndsman.models.foreign import ForeignFinding

_PLAIN: dict[str, object] = {
    "file": "a.py",
    "line": 3,
    "endLine": 5,
    "side": "new",
    "rule": "R1",
    "message": " m ",
    "quote": "\n  x\n",
    "severity": "high",
    "label": "TP",
}


def _carefully(entries: Sequence[Mapping[str, object]], shared: Shared) -> tuple[list[ForeignFinding], list[str]]:
    told: list[str] = []
    findings = [
        read_entry(entry, sorted_out(tuple(entry)), f"x:{at}", shared, lambda code, *_: told.append(code))
        for at, entry in enumerate(entries)
    ]
    return findings, told


def _sources(entries: Sequence[object]) -> list[str]:
    return [f"x:{at}" for at in range(len(entries))]


@pytest.mark.parametrize(
    "entries",
    [
        [_PLAIN],
        [_PLAIN, _PLAIN | {"line": 9, "endLine": None, "rule": None, "severity": None, "side": "LEFT"}],
        [{"file": "a.py", "line": 3, "end_line": 3}, {"file": None, "line": 4, "end_line": 4}],
        [{"path": "a.py", "startLine": 3, "id": 7, "pr": 5, "category": "", "action": None}],
        [{"file": "a.py", "rule": "R1"}],
        [{"file": "a.py", "line": 3}, *[{"file": "a.py", "line": 3, "endLine": 4}] * 40],
        [{"message": "no place"}] * 3,
        [{}, {}],
    ],
)
def test_plain_entries_are_read_fast_and_as_carefully(entries: list[dict[str, object]]) -> None:
    shared = Shared("pay", "abc1234")
    quick = by_columns(entries, _sources(entries), shared)
    assert quick == _carefully(entries, shared)[0]
    assert all(type(finding) is ForeignFinding for finding in quick or [])


@pytest.mark.parametrize(
    "odd",
    [
        {"line": None},
        {"line": True},
        {"line": 0},
        {"line": "3"},
        {"line": 3.0},
        {"line": 2**40},
        {"endLine": 1},
        {"endLine": "5"},
        {"endLine": []},
        {"side": "up"},
        {"side": 1},
        {"rule": []},
        {"rule": True},
        {"message": ["m"]},
        {"quote": 1},
        {"severity": "5"},
        {"severity": 5},
        {"file": 1.5},
    ],
)
def test_one_odd_value_asks_for_care(odd: dict[str, object]) -> None:
    entries = [_PLAIN, _PLAIN | odd]
    assert by_columns(entries, _sources(entries), Shared()) is None


@pytest.mark.parametrize(
    "entries",
    [
        [],
        [{"file": "a.py", "start_line": 3, "line": 4}],  # which is first and which is last, the other way knows
        [{"file": "a.py", "endLine": 4}],
        [{"file": "a.py", "line": 3}, {"file": "a.py"}],  # too few of each shape
    ],
)
def test_odd_shapes_ask_for_care(entries: list[dict[str, object]]) -> None:
    assert by_columns(entries, _sources(entries), Shared()) is None


_VALUES = {
    "file": st.sampled_from(["a.py", "b/c.py", " d.py", "", None, 7]),
    "line": st.sampled_from([1, 2, 3, 10, None, 0, "4"]),
    "endLine": st.sampled_from([None, 1, 2, 3, 10, "5", 0]),
    "side": st.sampled_from(["new", "old", "RIGHT", None, "", "up"]),
    "rule": st.sampled_from(["R1", 2, None, "", " "]),
    "message": st.sampled_from(["m", " m\n", "", None, ["m"]]),
    "severity": st.sampled_from(["high", "NIT", None, "", "5", 5]),
    "pr": st.sampled_from([5, "5", None, ""]),
    "label": st.sampled_from(["TP", None, []]),
}


@given(
    st.lists(st.sampled_from(sorted(_VALUES)), unique=True).flatmap(
        lambda names: st.lists(st.fixed_dictionaries({name: _VALUES[name] for name in names}), min_size=1, max_size=4)
    )
)
def test_what_the_fast_way_reads_the_careful_way_reads_the_same_and_has_nothing_to_tell(
    entries: list[dict[str, object]],
) -> None:
    quick = by_columns(entries, _sources(entries), Shared("all"))
    if quick is not None:
        assert (quick, []) == _carefully(entries, Shared("all"))
