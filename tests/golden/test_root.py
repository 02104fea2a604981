"""What a golden file says about all of its entries."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from houndsman.golden.entry import BadEntry, Warnings
from houndsman.golden.root import Root, read_root, strictest
from houndsman.models.golden import Thresholds


def read(more: Mapping[str, object]) -> tuple[Root, list[str]]:
    warnings = Warnings()
    root = read_root({"version": 1, "expected": [], **more}, "pay", "pay.json", warnings)
    return root, [warning.message for warning in warnings.told()]


@pytest.mark.parametrize(
    ("more", "root"),
    [
        ({}, Root("pay")),
        ({"commit": "abc1234", "case": 12, "changedLines": 0}, Root("12", "abc1234", 0)),
        ({"thresholds": {}}, Root("pay")),
        ({"thresholds": {"recall": 1, "precision": None}}, Root("pay", thresholds=Thresholds(1.0))),
        (
            {"thresholds": {"recall": 0.8, "precision": 0.5, "falseAlarms": 0}},
            Root("pay", thresholds=Thresholds(0.8, 0.5, 0.0)),
        ),
        ({"note": "ours", "licence": "MIT", "source": "a bench", "description": "what it holds"}, Root("pay")),
    ],
)
def test_what_it_says(more: Mapping[str, object], root: Root) -> None:
    assert read(more) == (root, [])


@pytest.mark.parametrize(
    ("more", "what"),
    [
        ({"version": 2}, "written by a newer Houndsman, in layout 2"),
        ({"version": 0}, "`version` is 0"),
        ({"version": "1"}, "`version` is '1'"),
        ({"version": True}, "`version` is true"),
        ({"commit": []}, r"`commit` is \[\]"),
        ({"changedLines": -1}, "`changedLines` is -1"),
        ({"thresholds": 0.8}, "`thresholds` is 0.8"),
        ({"thresholds": {"recal": 0.8}}, "unknown key 'recal'"),
        ({"thresholds": {"recall": 80}}, "`thresholds.recall` is 80"),
        ({"thresholds": {"recall": "0.8"}}, "`thresholds.recall` is '0.8'"),
        ({"thresholds": {"recall": float("nan")}}, "`thresholds.recall` is NaN"),
        ({"thresholds": {"falseAlarms": True}}, "`thresholds.falseAlarms` is true"),
    ],
)
def test_what_means_nothing_is_refused(more: Mapping[str, object], what: str) -> None:
    with pytest.raises(BadEntry, match=what) as caught:
        read(more)
    assert caught.value.hint


@pytest.mark.parametrize(("key", "meant"), [("threshold", "thresholds"), ("changed_lines", "changedLines")])
def test_a_slip_that_would_turn_a_gate_off_is_told(key: str, meant: str) -> None:
    _, warnings = read({key: {"recall": 1}})
    assert warnings == [f"the key {key!r} means nothing here; did you mean {meant!r}?: pay.json"]


def test_of_several_thresholds_the_strictest_holds() -> None:
    told = [Thresholds(0.5, None, 0.2), Thresholds(0.8), Thresholds(None, None, 0.0)]
    assert strictest(told) == Thresholds(0.8, None, 0.0)
    assert strictest([]) == Thresholds()
