"""Were these the findings? And where not: which are missing, which are too many, and which of the two are nearest.

In: findings of ours, and what was expected, in words or as a golden set. Out: nothing, or an `AssertionError` that
shows both sides of the difference beside each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

from tabulate import tabulate

from houndsman.golden.judge import Judgement, judge
from houndsman.golden.load import load_golden
from houndsman.models.finding import RawFinding
from houndsman.models.foreign import ForeignFinding
from houndsman.models.golden import GoldenAnchor, GoldenSet
from houndsman.models.triage import TriageItem

#: pytest shows the test's line and the difference, not how it was found.
__tracebackhide__ = True

#: What a check returns, and what the triage holds.
Found = RawFinding | TriageItem

#: File, first line (None for the whole file), rule.
Expected = tuple[str, int | None, str]

#: Characters of a message in a failure.
_WORDS = 60


class _Spot(NamedTuple):
    """What a finding is told by."""

    file: str
    line: int | None
    rule: str

    def __str__(self) -> str:
        return f"{self.file}{'' if self.line is None else f':{self.line}'}  {self.rule}"


class _Row(NamedTuple):
    """A line of the failure."""

    missing: _Spot | None
    unexpected: _Spot | None


def assert_findings(found: Iterable[Found], expected: Iterable[Expected]) -> None:
    """Fail unless `found` are exactly the `expected`: in any order, each as often.

    Args:
        found: what `kennel.check`, `kennel.answer` or `kennel.houndsman.findings` returns.
        expected: file, first line (None for the whole file) and rule: `("shop.py", 3, "money/float")`.

    Raises:
        AssertionError: missing and unexpected ones stand side by side, each beside the nearest of the others.
    """
    spots = [(_spot(each), each.message) for each in found]
    messages, there = dict(spots), Counter(spot for spot, _ in spots)
    wanted = Counter(_Spot(*each) for each in expected)
    missing, unexpected = (list((one - other).elements()) for one, other in ((wanted, there), (there, wanted)))
    if missing or unexpected:
        same = sum((there & wanted).values())
        counts = f"{len(missing)} missing, {len(unexpected)} unexpected, {same} as expected"
        rows = [_told(row, messages) for row in _side_by_side(missing, unexpected)]
        shown = tabulate(rows, ["missing", "unexpected", "difference"], tablefmt="simple", disable_numparse=True)
        raise AssertionError(f"{counts}\n\n{shown}")


def assert_golden(found: Iterable[Found], golden: Path) -> None:
    """Fail unless `found` prove every defect of a golden set, and nothing else is found.

    Matched as `houndsman golden` does it: by file and lines within the tolerance, and by `match` where there is one. A
    finding at an ignored anchor counts nowhere.

    Args:
        found: as for `assert_findings`.
        golden: the golden set's file.

    Raises:
        AssertionError: with each defect that is missing, and each finding that proves none.
        GoldenError: the set cannot be read.
    """
    loaded = load_golden(golden)
    judged = judge(loaded, [_foreign(each) for each in found])
    lines = list(_differences(judged))
    if lines:
        raise AssertionError("\n".join([_headline(loaded, judged), *lines]))


def _spot(finding: Found) -> _Spot:
    return _Spot(str(finding.file), finding.line, "" if finding.rule is None else str(finding.rule))


def _side_by_side(missing: Sequence[_Spot], unexpected: Sequence[_Spot]) -> Iterator[_Row]:
    """Who is nearest to whom, each once; then those that nobody is near to."""
    near = sorted((_apart(*pair), *pair) for pair in product(set(missing), set(unexpected)) if _related(*pair))
    lost, extra = Counter(missing), Counter(unexpected)
    rows = []
    for _, one, other in near:
        times = min(lost[one], extra[other])
        rows += [_Row(one, other)] * times
        lost[one] -= times
        extra[other] -= times
    rows += [_Row(each, None) for each in lost.elements()]
    rows += [_Row(None, each) for each in extra.elements()]
    return iter(sorted(rows, key=lambda row: _order(row.missing or row.unexpected)))


def _related(one: _Spot, other: _Spot) -> bool:
    return one.file == other.file or one.rule == other.rule


def _apart(one: _Spot, other: _Spot) -> tuple[bool, int, bool]:
    return one.file != other.file, abs((one.line or 0) - (other.line or 0)), one.rule != other.rule


def _order(spot: _Spot | None) -> tuple[str, int, str]:
    return ("", 0, "") if spot is None else (spot.file, spot.line or 0, spot.rule)


def _told(row: _Row, messages: dict[_Spot, str]) -> tuple[str, str, str]:
    missing, unexpected = row
    words = "" if unexpected is None else _short(messages[unexpected])
    if missing is None or unexpected is None:
        return str(missing or "-"), str(unexpected or "-"), words or "nothing near it"
    differences = [
        "another file" if missing.file != unexpected.file else "",
        "" if missing.line == unexpected.line else _lines_apart(missing.line, unexpected.line),
        "another rule" if missing.rule != unexpected.rule else "",
    ]
    return str(missing), str(unexpected), f"{', '.join(filter(None, differences))}: {words}"


def _lines_apart(missing: int | None, unexpected: int | None) -> str:
    if missing is None or unexpected is None:
        return "a line for the whole file" if missing is None else "the whole file for a line"
    count = abs(missing - unexpected)
    return f"{count} line{'' if count == 1 else 's'} {'below' if unexpected > missing else 'above'}"


def _short(message: str) -> str:
    folded = " ".join(message.split())
    return repr(folded if len(folded) <= _WORDS else f"{folded[: _WORDS - 1]}…")


def _foreign(finding: Found) -> ForeignFinding:
    return ForeignFinding(
        file=str(finding.file),
        line=finding.line,
        end_line=finding.end_line,
        side=finding.side,
        rule=None if finding.rule is None else str(finding.rule),
        message=finding.message,
        action=finding.action,
        quote=finding.quote,
    )


def _headline(golden: GoldenSet, judged: Judgement) -> str:
    expected = len(judged.matches) + len(judged.missing) + len(judged.unplaced_anchors)
    return f"{golden.path}: {len(judged.matches)} of {expected} defects found\n"


def _differences(judged: Judgement) -> Iterator[str]:
    for anchor in judged.missing:
        yield f"missing    {_placed(anchor)}  {anchor.id}  {_short(anchor.note or anchor.code or '')}"
    for anchor in judged.unplaced_anchors:
        yield f"missing    (no place)  {anchor.id}: nothing can prove a defect without file and line"
    for repeat in judged.duplicates:
        yield f"duplicate  {_reported(repeat.finding)}  of {repeat.anchor.id}"
    for each in (*judged.outside, *judged.unplaced_findings):
        yield f"outside    {_reported(each.finding)}"


def _placed(anchor: GoldenAnchor) -> str:
    reach = f" (tolerance {anchor.tolerance})" if anchor.tolerance else ""
    return f"{anchor.file}:{anchor.line}{reach}"


def _reported(finding: ForeignFinding) -> str:
    return f"{_Spot(finding.file or '', finding.line, finding.rule or '')}  {_short(finding.message)}"
