"""A golden set as it stands in the commits that were reviewed.

In: a set, for each of its cases the commit that was reviewed, and whoever reads commits. Out: the same set with its
anchors carried there, ready to be scored, and what became of each. A case whose commits are not both here stays as it
is: the score says loudly that another commit was reviewed. Nothing else fails but what git itself cannot do.

A defect whose code is gone cannot be found. Such an anchor loses its line and thereby counts in no ratio; it is still
listed, and its case does not become a clean one. What stands in its stead may or may not have the defect, so findings
there count nowhere, as with any ignored anchor. An ambiguous anchor is scored at its carried place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from houndsman.errors import GitError
from houndsman.golden.placing import Placing
from houndsman.golden.relocate import Relocated, State
from houndsman.golden.remarks import same_commit
from houndsman.golden.two_commits import Travel
from houndsman.models.foreign import ForeignFinding
from houndsman.models.golden import GoldenAnchor, GoldenCase, GoldenSet
from houndsman.models.manifest import RunWarning

VANISHED = "vanished"
AMBIGUOUS = "ambiguous-anchor"
NOT_CARRIED = "not-carried"

_NAMED = 5  # anchors in a warning


@dataclass(frozen=True, slots=True)
class Relocation:
    """What became of the anchors of a set."""

    commits: tuple[tuple[str, str], ...]
    """Pairs of full ids: in which lines were counted, and to which they were carried."""
    anchors: tuple[Relocated, ...]
    """Of the cases that were carried, in the set's order."""

    @property
    def counts(self) -> dict[str, int]:
        """How many there are of each state, and of `notCarried`; each key always there."""
        found = Counter(each.state for each in self.anchors)
        return {state.value: found[state] for state in State} | {"notCarried": found[None]}

    @property
    def unsure(self) -> tuple[Relocated, ...]:
        """Those that a person should look at: all that do not stand where their lines were carried."""
        return tuple(each for each in self.anchors if each.state is not State.EXACT)

    @property
    def words(self) -> Mapping[str, str]:
        """The state of each anchor by where it stands in the set (`GoldenAnchor.source`)."""
        return {each.was.source: each.state for each in self.anchors if each.state is not None}


class Carried(NamedTuple):
    """A set, carried."""

    golden: GoldenSet
    relocation: Relocation | None
    """Null where no case was carried: none needed it, or its commits are not here."""


def reviewed_by(golden: GoldenSet, findings: Iterable[ForeignFinding]) -> dict[str, str]:
    """The commit of each case that `findings` say they are counted in; cases whose findings name none, or several, are
    left out."""
    placing = Placing(golden)
    named: dict[tuple[str | None, str | None], set[str]] = {}
    for finding in findings:
        if finding.commit:
            named.setdefault((finding.case, finding.file), set()).add(finding.commit)
    commits: dict[str, set[str]] = {}
    for (case, file), told in named.items():
        at = placing.of(case, file)
        if at >= 0:
            commits.setdefault(placing.cases[at].name, set()).update(told)
    return {case: told.pop() for case, told in commits.items() if len(told) == 1}


def needs_carrying(golden: GoldenSet, reviewed: Mapping[str, str]) -> bool:
    """Whether any case was reviewed in another commit than that in which its lines are counted."""
    counted = {case.name: case.commit or golden.commit for case in golden.cases}
    return any(
        commit is not None and not same_commit(commit, reviewed[case])
        for case, commit in counted.items()
        if case in reviewed
    )


def carry(golden: GoldenSet, reviewed: Mapping[str, str], travel: Travel) -> Carried:
    """`golden` as it stands in the commits that were reviewed.

    Args:
        golden: as it was loaded.
        reviewed: commits by the names of cases; a case that is not in it stays as it is.
        travel: reads commits.
    """
    cases, anchors, commits = [], [], []
    for case in golden.cases:
        told = _carried(case, case.commit or golden.commit, reviewed.get(case.name), travel)
        cases.append(case if told is None else told.case)
        if told is not None:
            anchors += told.anchors
            commits.append(told.commits)
    if not commits:
        return Carried(golden, None)
    return Carried(replace(golden, cases=tuple(cases)), Relocation(tuple(dict.fromkeys(commits)), tuple(anchors)))


def remarks_on(relocation: Relocation) -> tuple[RunWarning, ...]:
    """What whoever reads a score must know of it, the loudest first."""
    told = (
        (VANISHED, State.VANISHED, "has nothing left of {}, which recall leaves out"),
        (AMBIGUOUS, State.AMBIGUOUS, "does not tell for certain where to look for {}, scored where the lines went"),
        (NOT_CARRIED, None, "cannot be searched for {}, scored where the set has them"),
    )
    warnings = []
    for code, state, what in told:
        found = [each.was for each in relocation.anchors if each.state is state and each.was.has_place]
        if found:
            named = ", ".join(anchor.id for anchor in found[:_NAMED])
            more = f" and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
            defects = f"{len(found)} defect{'' if len(found) == 1 else 's'}"
            message = f"the commit that was reviewed {what.format(defects)}: {named}{more}"
            warnings.append(RunWarning(code=code, message=message))
    return tuple(warnings)


class _CarriedCase(NamedTuple):
    case: GoldenCase
    anchors: list[Relocated]
    commits: tuple[str, str]


def _carried(case: GoldenCase, counted: str | None, reviewed: str | None, travel: Travel) -> _CarriedCase | None:
    """A case at the commit that was reviewed; None where that is no other, or nobody can tell."""
    if counted is None or reviewed is None:
        return None
    try:
        pair = travel.between(counted, reviewed)
    except GitError:
        return None
    if pair.old == pair.new:
        return None
    found = [pair.relocated(anchor) for anchor in case.anchors]
    files = case.files | {each.now.file for each in found if each.now.file is not None}
    anchors = tuple(anchor for each in found for anchor in _scored(each))
    return _CarriedCase(replace(case, anchors=anchors, files=files, commit=pair.new), found, (pair.old, pair.new))


def _scored(found: Relocated) -> Iterator[GoldenAnchor]:
    """The anchors by which a carried one is scored."""
    if found.state is not State.VANISHED:
        yield found.now
        return
    yield found.was._replace(file=found.now.file, line=None, end_line=None)
    if found.now.has_place:
        yield found.now._replace(ignored=True)
