"""A comparison in rows and lines of words: what a terminal shows, and what the page is made of.

In: a comparison. Out: text of ours; names in it are foreign, and made safe here for one line. A number that is not
there is a dash. Nothing fails.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from houndsman.compare.comparison import Basis, Comparison
from houndsman.compare.metric import Metric
from houndsman.compare.repeats import Repeats
from houndsman.compare.sides import Kind, Side
from houndsman.compare.verdict import Method, Verdict, points
from houndsman.golden.headline import DASH, percent
from houndsman.golden.judge import Counts
from houndsman.golden.rates import f1_of, precision_of, recall_of
from houndsman.golden.remarks import counted
from houndsman.prompt.foreign import one_line
from houndsman.statistics.missed import Estimate

#: What a comparison without known defects ends with, and what if both sides say the same.
NO_VERDICT = "which is better takes known defects: --golden"
NOTHING_APART = "no difference shown (A and B are the same findings)"

#: An estimate whose upper end is so many times what was found says only that it cannot say.
_TOO_WIDE = 10

_NAME = 120
_METRICS = {Metric.F1: "F1", Metric.RECALL: "recall", Metric.PRECISION: "precision, strict"}


class NumberRow(NamedTuple):
    """One number of both sides."""

    name: str
    a: str
    b: str
    apart: str
    """B less A."""
    interval: str
    """Of the difference, 95 %."""


def last_line(of: Comparison) -> str:
    """What a comparison comes to."""
    if of.verdict is not None:
        return of.verdict.line
    return NOTHING_APART if of.same_findings else NO_VERDICT


def side_line(side: Side) -> str:
    """Whose results these are."""
    match side.kind:
        case Kind.RUNS:
            numbers = ", ".join(str(run.number) for run in side.runs)
            plural = "" if len(side.runs) == 1 else "s"
            return f"{one_line(side.name, _NAME)}: run{plural} {numbers} of {side.review}"
        case Kind.FINDINGS:
            return f"{one_line(side.name, _NAME)}: findings in {', '.join(one_line(run.name) for run in side.runs)}"
        case Kind.SCORES:
            return one_line(side.name, _NAME)


def number_rows(of: Comparison) -> list[NumberRow]:
    """The numbers: first the one that the verdict is about, then what stands behind it, then what it cost."""
    return [*_by_case(of), *_pooled(of), *_work(of)]


def reasons(of: Comparison) -> Iterator[str]:
    """What the verdict rests on, a line each."""
    if of.verdict is None:
        return
    yield from _method(of.verdict)
    seen = of.verdict.visible
    if seen is not None and seen.gap is not None and of.cases is not None:
        more = f"{seen.more_cases} more cases"
        if seen.more_repeats is not None:
            more += f", or {seen.more_repeats} more repeats of each,"
        told = points(seen.gap, shares=of.cases.are_shares)
        yield f"a gap of {told} points is seen in 80 of 100 such comparisons; {more} would halve it"


def change_line(of: Comparison) -> str | None:
    """How many findings are new, gone and kept; None for scores."""
    if of.changes is None:
        return None
    new, gone, kept = (len(each) for each in of.changes)
    reweighed = len(of.changes.reweighed)
    return f"findings of B: {new} new, {gone} gone, {kept} kept, {reweighed} of these with another severity"


def same_line(of: Comparison) -> str | None:
    """That the two sides are one, where a verdict leaves that to be guessed; None where they are not."""
    return "A and B are the same findings" if of.same_findings and of.verdict is not None else None


class ToldEstimate(NamedTuple):
    """An estimate of what nobody found."""

    line: str
    assumption: str
    """What it takes for granted; empty where it says nothing."""


def defect_lines(of: Comparison) -> Iterator[str]:
    """Who found what, how reliably, and how much nobody did. Nothing without known defects."""
    known = of.defects
    if known is None:
        return
    flips = known.flips
    yield f"of {counted(flips.of, 'defect')} only A finds {flips.only_a} and only B {flips.only_b}"
    if known.alpha is not None:
        yield f"they agree on which are found with Krippendorff's alpha {known.alpha:.2f} (1 always, 0 as by chance)"
    for letter, repeats in (("A", known.repeats_a), ("B", known.repeats_b)):
        if repeats is not None:
            yield _repeat_line(letter, repeats)
    yield from (told.line for told in estimates(of))


def estimates(of: Comparison) -> Iterator[ToldEstimate]:
    """How many defects there are of the kind that each side's runs find, and that both find together.

    Two sides that say the same are no two witnesses: there is then no estimate from both.
    """
    known = of.defects
    if known is None:
        return
    a, b = (None if each is None else each.missed for each in (known.repeats_a, known.repeats_b))
    both = None if of.same_findings else known.missed_by_both
    for whose, estimate in (("A", a), ("B", b), ("A and B", both)):
        told = None if estimate is None else told_estimate(whose, estimate, len(known.rows))
        if told is not None:
            yield told


def told_estimate(whose: str, estimate: Estimate, known: int) -> ToldEstimate | None:
    """`estimate` in words; None where it is below the `known` defects of the set, which is then the better number."""
    total, low, high = (round(number) for number in (estimate.total, estimate.low, estimate.high))
    if total < known:
        return None
    found = f"{whose}: {estimate.found} of {known} known defects found"
    if estimate.high > _TOO_WIDE * estimate.found:
        return ToldEstimate(f"{found}; too few runs to tell how many more of this kind there are", "")
    return ToldEstimate(
        f"{found}; of the kind that {'either' if ' ' in whose else whose} can find there are about {total}, "
        f"known or not (95 % {low} to {high})",
        estimate.assumption,
    )


def repeat_rows(repeats: Repeats) -> list[list[str]]:
    """For 1, 2, ... runs: pass@k, what the last of them adds, pass^k, and how many defects so many runs found."""
    known = repeats.stability
    columns = zip(known.recall_by_run, known.gained_by_run, known.recall_every_run, known.found_in[1:], strict=True)
    return [
        [str(at), percent(any_), percent(gained), percent(every), str(found)]
        for at, (any_, gained, every, found) in enumerate(columns, 1)
    ]


def _repeat_line(letter: str, repeats: Repeats) -> str:
    known = repeats.stability
    always, never = known.found_in[-1], known.found_in[0]
    return (
        f"{letter} in {known.runs} runs: {always} of {sum(known.found_in)} defects found by all of them, {never} by "
        f"none; one run finds {percent(known.recall_by_run[0])}, all together {percent(known.recall_by_run[-1])}"
    )


def _method(verdict: Verdict) -> Iterator[str]:
    if verdict.method is Method.MCNEMAR:
        if verdict.flips is not None:
            yield (
                f"a single case: McNemar's test of what one side alone finds ({chance(verdict.flips.p)}); "
                "it says nothing about other cases or wrong findings"
            )
        return
    if verdict.sign_flip is not None:
        flips = verdict.sign_flip
        exact = "exact" if flips.exact else "by random signs"
        yield f"few cases: the sign-flip test has to agree with p under 0.05, and gives {chance(flips.p)} ({exact})"
    if verdict.signs is not None:
        b, a, tied = verdict.signs.better_b, verdict.signs.better_a, verdict.signs.tied
        yield f"cases: B ahead in {b}, A in {a}, {tied} tied (sign test, {chance(verdict.signs.p)})"


def _by_case(of: Comparison) -> Iterator[NumberRow]:
    if of.cases is None or not of.cases.paired:
        return
    shares = of.cases.are_shares
    name = "score" if of.basis is Basis.SCORES else _METRICS[of.options.metric]
    a, b = of.cases.mean(0), of.cases.mean(1)
    mean = None if of.verdict is None else of.verdict.mean
    cases = counted(len(of.cases.paired), "case")
    yield NumberRow(
        f"{name}, mean of {cases}",
        _scored(a, shares),
        _scored(b, shares),
        DASH if a is None or b is None else signed(b - a, shares=shares),
        DASH if mean is None else f"{signed(mean.low, shares=shares)} to {signed(mean.high, shares=shares)}",
    )


def _pooled(of: Comparison) -> Iterator[NumberRow]:
    if of.judged is None:
        return
    a, b = of.judged.counts_a, of.judged.counts_b
    for name, share in (("recall", recall_of), ("precision, strict", precision_of), ("F1", f1_of)):
        yield _share_row(f"{name}, all runs", share(a), share(b))
    yield NumberRow("findings, a run", _a_run(a, of.a), _a_run(b, of.b), DASH, DASH)


def _work(of: Comparison) -> Iterator[NumberRow]:
    if not of.a.runs and not of.b.runs:
        return
    names = ("reviews of a file", "seconds, a run", "tokens in and out, a run", "cost, USD, a run")
    for name, a, b in zip(names, _worked(of.a), _worked(of.b), strict=True):
        if (a, b) != (DASH, DASH):
            yield NumberRow(name, a, b, DASH, DASH)


def _share_row(name: str, a: float | None, b: float | None) -> NumberRow:
    apart = DASH if a is None or b is None else signed(b - a, shares=True)
    return NumberRow(name, percent(a), percent(b), apart, DASH)


def signed(difference: float, *, shares: bool) -> str:
    """A difference with its sign, in points."""
    told = points(difference, shares=shares)
    return ("-" if difference < 0 and float(told) else "+") + told


def chance(p: float) -> str:
    """A p-value in words."""
    return "p under 0.0001" if p < 0.0001 else f"p {p:.4f}"


def _scored(score: float | None, shares: bool) -> str:
    if score is None or shares:
        return percent(score)
    return f"{score:.4g}"


def _a_run(counts: Counts, side: Side) -> str:
    return f"{(counts.reported + counts.unplaced + counts.ignored) / len(side.runs):.4g}"


def _worked(side: Side) -> Sequence[str]:
    """What was read, and what a run cost."""
    coverage, spent = side.coverage, side.spent_a_run
    tokens = [DASH if each is None else str(each) for each in (spent.tokens_in, spent.tokens_out)]
    return (
        DASH if coverage is None else f"{coverage.reviewed} of {coverage.files}",
        DASH if spent.seconds is None else f"{spent.seconds:.1f}",
        DASH if tokens == [DASH, DASH] else " and ".join(tokens),
        DASH if spent.cost is None else f"{spent.cost:.4f}",
    )
