"""What a failing item says, to somebody who has not seen the golden set.

In: an anchor that nobody found and the near misses, or a threshold that was not reached and the score. Out: text for a
terminal: its first line says all in one, foreign words are data in it. Nothing fails.
"""

from __future__ import annotations

from collections.abc import Iterator

from houndsman.golden.headline import ends, percent
from houndsman.golden.judge import Reported
from houndsman.golden.nearest import Neighbourhood
from houndsman.golden.score import Score
from houndsman.models.foreign import ForeignFinding
from houndsman.models.golden import GoldenAnchor
from houndsman.prompt.foreign import cut, one_line, visible
from houndsman.prompt.redact import redact

_CODE = 1_500  # characters of an anchor's code
_NAME = 80
_PLACE = 200
_LISTED = 10  # findings in clean cases


def not_found(anchor: GoldenAnchor, around: Neighbourhood) -> str:
    """That nobody found `anchor`, which has a place: its code, the nearest findings, and why each is none of it."""
    return "\n".join([_headline(anchor), *_facts(anchor), *_code(anchor), "", *_nearest(anchor, around)])


def false_alarms(score: Score) -> str:
    """The findings in the clean cases of `score`, a line each."""
    clean = {case.name for case in score.golden.cases if case.clean}
    found = [each for each in (*score.outside, *score.unanchored_findings) if each.case in clean]
    lines = [f"  {_case(each)}: {_finding(each.finding)}" for each in found[:_LISTED]]
    return "\n".join([*lines, *([f"  … and {len(found) - _LISTED} more"] if len(found) > _LISTED else [])])


def share(score: Score, name: str) -> str:
    """How sure the share `name`, `recall` or `precision`, is and what it was counted from."""
    rate = score.recall if name == "recall" else score.precision.strict
    of = "expected defects" if name == "recall" else "findings that count"
    return f"  {percent(rate.value)}, {rate.hits} of {rate.of} {of}; 95 % interval {ends(rate.interval)}"


def _headline(anchor: GoldenAnchor) -> str:
    note = f": {one_line(anchor.note)}" if anchor.note else ""
    return f"not found at {_place(anchor.file, anchor.line, anchor.end_line)}{note}"


def _facts(anchor: GoldenAnchor) -> Iterator[str]:
    told = [anchor.id, anchor.severity, anchor.category, anchor.rule, f"{anchor.side} side" if anchor.side else None]
    told += [f"tolerance {anchor.tolerance}", f"match {anchor.match}" if anchor.match else None]
    yield f"  {', '.join(one_line(each, _NAME) for each in told if each)} ({one_line(anchor.source)})"


def _code(anchor: GoldenAnchor) -> Iterator[str]:
    if not anchor.code:
        return
    shown, was_cut = cut(visible(redact(anchor.code)), _CODE)
    yield ""
    for number, line in enumerate(shown.removesuffix("\n").split("\n"), anchor.line or 1):
        yield f"{number:>6} | {line}"
    if was_cut:
        yield "       | …"


def _nearest(anchor: GoldenAnchor, around: Neighbourhood) -> Iterator[str]:
    misses = around.near(anchor)
    findings = f"{around.findings} finding{'' if around.findings == 1 else 's'}"
    if not misses:
        yield f"Of {findings} none stands in this file, nor in another of its name."
        return
    yield f"The nearest of {findings}:"
    for miss in misses:
        yield f"  {_finding(miss.finding)}"
        for reason in miss.reasons:
            yield f"    - {reason}"


def _finding(finding: ForeignFinding) -> str:
    told = [_place(finding.file, finding.line, finding.end_line), one_line(finding.rule or "", _NAME)]
    return "  ".join(each for each in [*told, one_line(finding.message, 120)] if each)


def _case(reported: Reported) -> str:
    return one_line(reported.case or "", _NAME)


def _place(file: str | None, line: int | None, end: int | None) -> str:
    lines = "" if line is None else f":{line}" if end is None or end == line else f":{line}-{end}"
    return f"{one_line(file or 'no file', _PLACE)}{lines}"
