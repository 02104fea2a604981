"""How far reviewers agree, beyond what chance would have them.

In: for each unit (a defect, a finding, a line) what each reviewer called it, where they said anything; or what each of
two reviewers reported. Out: one number. Nothing fails: where there is nothing to tell it from there is None.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Set
from math import fsum


def krippendorff_alpha(units: Iterable[Iterable[Hashable | None]]) -> float | None:
    """Krippendorff's alpha for names without order: 1 is full agreement, 0 what chance gives, below 0 is opposition.

    None stands for no answer; units with fewer than two answers say nothing and are passed over. The result is None
    where there are no others, and where all answers are the same: then nobody had the chance to disagree.

    Source: K. Krippendorff (2011), Computing Krippendorff's alpha-reliability, University of Pennsylvania,
    repository.upenn.edu/asc_papers/43, parts B and C.
    """
    paired = [answers for unit in units if (answers := Counter(each for each in unit if each is not None)).total() > 1]
    totals: Counter[Hashable] = Counter()
    for answers in paired:
        totals.update(answers)
    chance = _pairs_apart(totals)
    if not chance:
        return None
    # Each unit's pairs weigh as many answers as it has, so that an answer counts the same in a large and a small unit.
    observed = fsum(_pairs_apart(answers) / (answers.total() - 1) for answers in paired)
    return 1 - observed * (totals.total() - 1) / chance


def jaccard_index(one: Set[Hashable], other: Set[Hashable]) -> float | None:
    """What two reviewers share of all that either reported: 0 nothing, 1 everything. None where neither reported.

    What neither of the two reported is unknown to it, so chance is not allowed for: that is what alpha is for.

    Source: P. Jaccard (1912), The distribution of the flora in the alpine zone, New Phytologist 11(2), 37-50.
    """
    either = len(one | other)
    return len(one & other) / either if either else None


def _pairs_apart(answers: Counter[Hashable]) -> int:
    """Ordered pairs of different answers."""
    return answers.total() ** 2 - sum(count**2 for count in answers.values())
