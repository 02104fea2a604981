"""What pytest's summary says of one golden set.

In: its name and its score. Out: lines for a terminal: the numbers, then what makes them say less than they seem to.
Nothing fails.
"""

from __future__ import annotations

from houndsman.evaluation.grading import INCOMPLETE_RUN, Graded
from houndsman.golden.headline import percent
from houndsman.golden.rates import Rate
from houndsman.models.manifest import RunWarning
from houndsman.prompt.foreign import one_line

_WORDS = 400  # characters of a warning


def summary(name: str, graded: Graded) -> list[str]:
    """The lines about the set `name`."""
    score = graded.score
    told = [_share("recall", score.recall), _share("precision", score.precision.strict)]
    if score.false_alarms.rate.of:
        told.append(_share("false alarms", score.false_alarms.rate))
    if score.outside:
        told.append(f"{len(score.outside)} outside (maybe true, and not known yet)")
    if score.duplicates:
        told.append(f"{len(score.duplicates)} repeated")
    warnings = [f"  {_loudness(each)}: {one_line(each.message, _WORDS)} [{each.code}]" for each in score.warnings]
    return [f"{one_line(name)}: {', '.join(told)}; {_whose(graded)}", *warnings]


def is_incomplete(graded: Graded) -> bool:
    """Whether a run of ours was scored to which somebody's answer is missing."""
    return graded.run is not None and not graded.run["complete"]


def _loudness(warning: RunWarning) -> str:
    return "incomplete" if warning.code == INCOMPLETE_RUN else "warning"


def _share(name: str, rate: Rate) -> str:
    return f"{name} {percent(rate.value)} ({rate.hits} of {rate.of})"


def _whose(graded: Graded) -> str:
    if graded.run is None:
        return "findings of a file"
    variant = f" ({one_line(str(graded.run['variant']))})" if graded.run["variant"] else ""
    return f"run {graded.run['run']} of {graded.run['reviewId']}{variant}"
