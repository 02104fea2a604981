"""The numbers of agreement, worked out by hand: what counts, what does not, and what there is no number for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import pytest

from houndsman.compare.agreement import Agreement, Reviewer, agreement
from houndsman.compare.same_findings import Item
from houndsman.compare.units import Units
from houndsman.models.change import Hunk
from houndsman.models.foreign import ForeignFinding

UNITS = Units({"a.py": [Hunk(line, 1, line, 1) for line in (10, 30, 50, 70)], "b.py": []})
READ = frozenset({"a.py", "b.py"})


def reviewer(name: str, *lines: int, code: Sequence[int] = (), read: frozenset[str] = READ) -> Reviewer:
    """One that reports these lines of a.py, each under a rule of its own."""
    found = [ForeignFinding("a.py", line, rule=f"logic:{name}", message="Wrong.") for line in lines]
    same = [ForeignFinding("a.py", line, rule="debris/marker", message="Wrong.") for line in code]
    return Reviewer(name, tuple(found), tuple(same), read)


THREE = (reviewer("one", 10, 30), reviewer("two", 11, 50), reviewer("three", 10, 30, 71))


def lines(items: Sequence[Item]) -> list[int | None]:
    return [item.finding.line for item in items]


def shown(of: Agreement) -> list[tuple[str, str, int, int, int, float | None]]:
    names = [each.name for each in of.reviewers]
    return [(names[p.a], names[p.b], p.both, p.only_a, p.only_b, p.jaccard) for p in of.pairs]


def test_every_two_are_set_beside_each_other() -> None:
    assert shown(agreement(THREE, UNITS, 3)) == [
        ("one", "three", 2, 0, 1, 2 / 3),
        ("one", "two", 1, 1, 1, 1 / 3),
        ("three", "two", 1, 2, 1, 1 / 4),
    ]


def test_alpha_knows_where_all_are_silent() -> None:
    """Units by line, answers of one, three, two: 10 yes yes yes; 30 yes yes no; 50 no no yes; 70 no yes no; b.py no
    no no. Of 15 answers 7 are yes: 225 - 49 - 64 = 112 ordered pairs apart by chance. Three units are mixed, with
    4 ordered pairs apart of 2 partners: 6. 1 - 6 x 14 / 112 = 0.25."""
    of = agreement(THREE, UNITS, 3)
    assert of.answers == (
        (True, True, True),
        (True, True, False),
        (False, False, True),
        (False, True, False),
        (False, False, False),
    )
    assert of.alpha == pytest.approx(0.25)
    assert of.why_no_alpha == ""


def test_the_lists_hold_what_any_most_and_all_report() -> None:
    of = agreement(THREE, UNITS, 3)
    assert lines(of.union) == [10, 10, 11, 30, 30, 50, 71]
    assert (lines(of.majority), lines(of.intersection)) == ([10, 30], [10])


def test_of_two_reviewers_the_majority_is_both() -> None:
    of = agreement(THREE[:2], UNITS, 3)
    assert lines(of.majority) == lines(of.intersection) == [10]


def test_the_order_of_reviewers_does_not_matter() -> None:
    expected = agreement(THREE, UNITS, 3)
    for order in permutations(THREE):
        of = agreement(order, UNITS, 3)
        assert (of.clusters, of.pairs, of.alpha) == (expected.clusters, expected.pairs, expected.alpha)


def test_what_plain_code_reports_is_in_the_lists_and_in_no_number() -> None:
    of = agreement([reviewer("one", 10, code=[70]), reviewer("two", 10, code=[70])], UNITS, 3)
    assert [lines(items) for items in (of.union, of.majority, of.intersection)] == [[10, 10, 70], [10, 70], [10, 70]]
    assert (len(of.counted), of.pairs[0].both, of.answers[3]) == (1, 1, (False, False))


def test_whoever_did_not_read_a_file_is_not_silent_about_it() -> None:
    of = agreement([reviewer("one", 10), reviewer("two", 10, read=frozenset({"a.py"}))], UNITS, 3)
    assert of.answers[-1] == (False, None)
    assert of.alpha == 1.0


def test_a_finding_in_a_file_that_did_not_change_is_told_apart() -> None:
    stranger = Reviewer("one", (ForeignFinding("other.py", 3, rule="logic:x"),), read=READ)
    of = agreement([stranger, reviewer("two", 10)], UNITS, 3)
    assert (of.elsewhere, [True in unit for unit in of.answers]) == (1, [True, False, False, False, False])


@pytest.mark.parametrize(
    ("reviewers", "units", "why"),
    [
        ([reviewer("one"), reviewer("two")], UNITS, "nobody reports anything in what was changed"),
        ([reviewer("one", 1), reviewer("two", 1)], Units({"a.py": []}), "all report something everywhere"),
        (
            [reviewer("one", 1), reviewer("two", read=frozenset())],
            UNITS,
            "no part of the change was read by two of them",
        ),
        ([reviewer("one"), reviewer("two")], Units({}), "no part of the change was read by two of them"),
    ],
    ids=["silence", "everywhere", "one alone", "no units"],
)
def test_why_there_is_no_alpha(reviewers: list[Reviewer], units: Units, why: str) -> None:
    of = agreement(reviewers, units, 3)
    assert (of.alpha, of.why_no_alpha) == (None, why)


def test_reviewers_who_report_nothing_share_no_share_of_it() -> None:
    assert shown(agreement([reviewer("one"), reviewer("two")], UNITS, 3)) == [("one", "two", 0, 0, 0, None)]
