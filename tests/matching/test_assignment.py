"""One to one, exactly: most pairs, then the nearest, then the least list of pairs."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment  # type: ignore[import-untyped]

from houndsman.matching.assignment import Agree, Pair, Span, assign, touched

Case = tuple[list[Span], list[int], list[Span]]

spans = st.builds(
    lambda first, length: Span(first, first + length), st.integers(1, 12), st.sampled_from((0, 0, 1, 2, 9))
)


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """At most five of each in twelve lines: crowded enough for every kind of tie."""
    anchors = draw(st.lists(spans, max_size=5))
    tolerances = draw(st.lists(st.integers(0, 6), min_size=len(anchors), max_size=len(anchors)))
    return anchors, tolerances, draw(st.lists(spans, max_size=5))


agreements = st.one_of(
    st.none(),
    st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4))).map(
        lambda refused: lambda anchor, finding: (anchor, finding) not in refused
    ),
)


def distance(anchor: Span, finding: Span) -> tuple[int, int]:
    gap = max(0, anchor.first - finding.last, finding.first - anchor.last)
    return gap, abs(anchor.first - finding.first)


def every_assignment(
    case: Case, agree: Agree | None, at: int = 0, taken: frozenset[int] = frozenset()
) -> Iterator[list[Pair]]:
    anchors, tolerances, findings = case
    if at == len(anchors):
        yield []
        return
    yield from every_assignment(case, agree, at + 1, taken)
    for finding in set(range(len(findings))) - taken:
        gap, offset = distance(anchors[at], findings[finding])
        if gap <= tolerances[at] and (agree is None or agree(at, finding)):
            for rest in every_assignment(case, agree, at + 1, taken | {finding}):
                yield [Pair(at, finding, gap, offset), *rest]


def badness(pairs: Sequence[Pair]) -> tuple[int, int, int]:
    return -len(pairs), sum(pair.gap for pair in pairs), sum(pair.offset for pair in pairs)


@settings(derandomize=True, max_examples=400, deadline=None)
@given(cases(), agreements)
def test_it_is_the_best_of_all_by_brute_force(case: Case, agree: Agree | None) -> None:
    best = min(every_assignment(case, agree), key=lambda pairs: (badness(pairs), pairs))
    assert assign(*case, agree) == best


@settings(derandomize=True, deadline=None)
@given(cases(), st.randoms(use_true_random=False))
def test_in_canonical_order_the_order_of_the_input_is_nothing(case: Case, chance: random.Random) -> None:
    def told(anchors: list[tuple[Span, int]], findings: list[Span]) -> list[tuple[tuple[Span, int], Span, int, int]]:
        anchors, findings = sorted(anchors), sorted(findings)
        pairs = assign([span for span, _ in anchors], [tolerance for _, tolerance in anchors], findings)
        return [(anchors[pair.anchor], findings[pair.finding], pair.gap, pair.offset) for pair in pairs]

    anchors, findings = list(zip(case[0], case[1], strict=True)), case[2]
    before = told(anchors, findings)
    chance.shuffle(anchors)
    chance.shuffle(findings)
    assert told(anchors, findings) == before


@settings(derandomize=True, deadline=None)
@given(cases(), cases())
def test_what_is_far_apart_is_assigned_apart(near: Case, far: Case) -> None:
    moved = [[Span(first + 1000, last + 1000) for first, last in side] for side in (far[0], far[2])]
    both = assign(near[0] + moved[0], near[1] + far[1], near[2] + moved[1])
    shifted = [
        pair._replace(anchor=pair.anchor + len(near[0]), finding=pair.finding + len(near[2])) for pair in assign(*far)
    ]
    assert both == assign(*near) + shifted


def lines(*numbers: int) -> list[Span]:
    return [Span(number, number) for number in numbers]


@pytest.mark.parametrize(
    ("anchors", "tolerance", "findings", "pairs"),
    [
        (lines(10, 12), 1, lines(9, 11), [(0, 0), (1, 1)]),
        (lines(10, 11), 1, lines(10, 9), [(0, 1), (1, 0)]),
        (lines(1, 3, 5, 7), 2, lines(3, 5, 7, 9), [(0, 0), (1, 1), (2, 2), (3, 3)]),
        (lines(10, 20), 3, [Span(10, 20)], [(0, 0)]),
        (lines(10), 3, lines(12, 11, 9, 8), [(0, 1)]),
        ([Span(10, 20), Span(15, 15)], 0, [Span(15, 15), Span(12, 14)], [(0, 1), (1, 0)]),
        (lines(10, 11), 1, lines(11), [(1, 0)]),
        (lines(10), 0, [Span(8, 9)], []),
        ([], 0, lines(1), []),
        (lines(1), 0, [], []),
    ],
    ids=[
        "the nearest is another's only one",
        "the exact one is another's only one",
        "a chain in which everyone moves",
        "one vague finding proves one defect",
        "the earlier of two that are equally near",
        "a range gives way to a line",
        "the nearer of two anchors",
        "out of reach",
        "no anchors",
        "no findings",
    ],
)
def test_where_a_greedy_choice_goes_wrong(
    anchors: list[Span], tolerance: int, findings: list[Span], pairs: list[tuple[int, int]]
) -> None:
    assert [pair[:2] for pair in assign(anchors, [tolerance] * len(anchors), findings)] == pairs


def test_a_sum_of_gaps_outweighs_any_offset() -> None:
    anchors, findings = [Span(1_000_000, 1_000_000)], [Span(1, 1_000_000), Span(1_000_001, 1_000_001)]
    assert assign(anchors, [1], findings) == [Pair(0, 0, 0, 999_999)]


@pytest.mark.parametrize("agreed", [False, True], ids=["lines alone", "with a predicate"])
@pytest.mark.parametrize(
    ("anchors", "findings", "length"), [(300, 300, 500), (100, 400, 120), (400, 100, 120), (250, 250, 100)]
)
def test_scipy_finds_none_better(anchors: int, findings: int, length: int, agreed: bool) -> None:
    chance = random.Random(f"{anchors} {findings} {length}")

    def some(count: int) -> list[Span]:
        starts = [chance.randint(1, length) for _ in range(count)]
        return sorted(Span(start, start + chance.choice((0, 0, 0, chance.randrange(12)))) for start in starts)

    golden, reported = some(anchors), some(findings)
    tolerances = [chance.choice((0, 3, 3, 5)) for _ in golden]
    agree = (lambda anchor, finding: (anchor + 7 * finding) % 3 > 0) if agreed else None
    # What a pair saves: a pair more outweighs every gap, and a line of gap every offset.
    gap_weight = length * min(anchors, findings) + 1
    saved = [[0] * findings for _ in range(anchors)]
    for at, anchor in enumerate(golden):
        for other, finding in enumerate(reported):
            gap, offset = distance(anchor, finding)
            if gap <= tolerances[at] and (agree is None or agree(at, other)):
                saved[at][other] = gap_weight * 10 * min(anchors, findings) - gap * gap_weight - offset
    rows, columns = linear_sum_assignment(saved, maximize=True)
    theirs = [
        Pair(at, other, *distance(golden[at], reported[other]))
        for at, other in zip(rows.tolist(), columns.tolist(), strict=True)
        if saved[at][other]
    ]
    assert badness(assign(golden, tolerances, reported, agree)) == badness(theirs)


@settings(derandomize=True, deadline=None)
@given(cases())
def test_only_those_that_touch_are_asked_whether_they_agree(case: Case) -> None:
    """And at most twice: to agree may take a regular expression."""
    anchors, tolerances, findings = case
    asked: Counter[tuple[int, int]] = Counter()

    def agree(anchor: int, finding: int) -> bool:
        asked[anchor, finding] += 1
        return True

    assign(anchors, tolerances, findings, agree)
    assert all(distance(anchors[one], findings[other])[0] <= tolerances[one] for one, other in asked)
    assert max(asked.values(), default=0) <= 2


def test_a_crowd_on_one_line_is_one_step() -> None:
    """Twelve hundred million pairs; without blocks this would not end."""
    pairs = assign(lines(*[7] * 30_000), [3] * 30_000, lines(*[8] * 40_000))
    assert [pair[:2] for pair in pairs] == [(at, at) for at in range(30_000)]


@settings(derandomize=True, deadline=None)
@given(cases(), agreements)
def test_a_finding_touches_the_nearest_anchor_that_takes_it(case: Case, agree: Agree | None) -> None:
    anchors, tolerances, findings = case
    expected = {}
    for at, finding in enumerate(findings):
        near = [
            (distance(anchor, finding), other)
            for other, anchor in enumerate(anchors)
            if distance(anchor, finding)[0] <= tolerances[other] and (agree is None or agree(other, at))
        ]
        if near:
            expected[at] = min(near)[1]
    assert list(touched(*case, agree).items()) == list(expected.items())


def test_what_is_left_over_touches_an_anchor_that_is_taken() -> None:
    golden, reported = lines(10, 20), lines(9, 10, 11, 20, 40)
    pairs = assign(golden, [1, 1], reported)
    left = sorted({*range(len(reported))} - {pair.finding for pair in pairs})
    taken = touched(golden, [1, 1], [reported[at] for at in left])
    assert {left[at]: anchor for at, anchor in taken.items()} == {0: 0, 2: 0}
