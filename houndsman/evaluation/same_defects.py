"""Which findings of several reviews are probably one defect, although their fingerprints differ.

In: the findings of each review, as the store has them. Out: for each fingerprint the one that stands for its defect.
Nothing fails.

Agents name most rules themselves, and a fingerprint holds the rule: two of them that find the same would each seem to
be the only one. So what one watchdog reports in several reviews, placed in the same commit, is set beside each other as
`compare/same_findings.py` does it. Findings of different watchdogs stay apart: a linter and a reviewer that stand at
one line mostly mean two things.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from houndsman.compare.same_findings import Reported, clusters_of
from houndsman.matching.connected import Connected
from houndsman.matching.near_duplicates import NEAR
from houndsman.models.foreign import ForeignFinding
from houndsman.models.triage import StoredFinding


def same_defects(reviews: Sequence[Iterable[StoredFinding]]) -> dict[str, str]:
    """For each fingerprint of `reviews` the least one of its defect."""
    beside: defaultdict[tuple[str, str], list[Reported]] = defaultdict(list)
    names: set[str] = set()
    for at, stored in enumerate(reviews):
        for each in stored:
            names.add(each.fingerprint)
            for watchdog in each.watchdogs:
                beside[each.placed_sha, watchdog].append(Reported(at, _placed(each)))
    ordered = sorted(names)
    position = {name: at for at, name in enumerate(ordered)}
    connected = Connected(len(ordered))
    for reported in beside.values():
        for cluster in clusters_of(reported, NEAR):
            first, *others = (position[item.finding.id or ""] for item in cluster.items)
            for other in others:
                connected.join(first, other)
    return {name: ordered[connected.first(at)] for at, name in enumerate(ordered)}


def _placed(stored: StoredFinding) -> ForeignFinding:
    return ForeignFinding(
        file=str(stored.file),
        line=stored.line,
        end_line=stored.end_line,
        side=stored.side,
        rule=stored.rule,
        message=stored.message,
        severity=stored.severity,
        id=stored.fingerprint,
    )
