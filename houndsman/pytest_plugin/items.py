"""A golden set as pytest collects it, and its items.

In: a file that is, or is said to be, a golden set. Out: an item a defect, marked with its severity, and `recall`,
`precision` and `clean` where the set declares such a threshold. A set that cannot be loaded is an error of its
collection; a score that cannot be had is an error of each item, once it runs. An item fails without a traceback: the
fault is in no code of ours or of the project's tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, NoReturn

import pytest

from houndsman.errors import HoundsmanError
from houndsman.evaluation.grading import Graded
from houndsman.golden.load import GoldenError, load_golden
from houndsman.golden.nearest import Neighbourhood
from houndsman.golden.score import Score, missed_thresholds
from houndsman.models.golden import GoldenAnchor, GoldenSet, Thresholds
from houndsman.prompt.foreign import visible
from houndsman.prompt.redact import redact
from houndsman.pytest_plugin import TOLD
from houndsman.pytest_plugin.failure import false_alarms, not_found, share
from houndsman.pytest_plugin.names import item_names
from houndsman.pytest_plugin.scores import Scorer
from houndsman.pytest_plugin.summary import is_incomplete, summary

_SCORER = pytest.StashKey[Scorer]()

#: Why there is no score, as some item has said it in full.
_TOLD_WHY = pytest.StashKey[set[str]]()


class Verdicts:
    """What became of each defect of one set, by where it stands there: that no one else shares."""

    def __init__(self, graded: Graded) -> None:
        self.graded = graded
        self.found = {match.anchor.source for match in graded.score.matches}
        self.missing = {anchor.source: anchor for anchor in graded.score.missing}

    @cached_property
    def around(self) -> Neighbourhood:
        """Made for the first defect that fails."""
        return Neighbourhood(self.graded.score)


class GoldenFile(pytest.File):
    """A golden set."""

    _golden: GoldenSet
    _outcome: Verdicts | str | None = None

    def collect(self) -> Iterator[pytest.Item]:
        """One item a defect that counts, in the set's order, then one a threshold."""
        try:
            self._golden = load_golden(self.path)
        except GoldenError as error:
            raise self.CollectError(_said(error)) from None
        thresholds = _thresholds(self._golden.thresholds)
        anchors = [anchor for anchor in self._golden.anchors if not anchor.ignored]
        names = item_names(anchors, {threshold.name for threshold in thresholds})
        for name, anchor in zip(names, anchors, strict=True):
            yield DefectItem.from_parent(self, name=name, anchor=anchor)
        for threshold in thresholds:
            yield ThresholdItem.from_parent(self, name=threshold.name, threshold=threshold)

    def verdicts(self) -> Verdicts:
        """What became of the set. Fails the item that asks where nobody can tell."""
        if self._outcome is None:
            self._outcome = self._judged()
        if isinstance(self._outcome, str):
            _fail(self._once(self._outcome))
        return self._outcome

    def _once(self, why: str) -> str:
        """`why` in full to the first item of the session that has to say it, and its first line to the others."""
        told = self.config.stash.setdefault(_TOLD_WHY, set())
        if why in told:
            return f"as above: {why.splitlines()[0]}"
        told.add(why)
        return why

    def _judged(self) -> Verdicts | str:
        scorer = self.config.stash.setdefault(_SCORER, Scorer(self.config))
        try:
            graded = scorer.graded(self._golden)
        except HoundsmanError as error:
            return _said(error)
        self.config.stash[TOLD][self.nodeid] = summary(self.nodeid, graded)
        return Verdicts(graded)


class _Item(pytest.Item):
    """What both kinds share: the score is had in the setup, so that a lack of it is an error and no failure."""

    parent: GoldenFile

    def setup(self) -> None:
        self.parent.verdicts()

    def reportinfo(self) -> tuple[Path, None, str]:
        """What a failure is headed with."""
        return self.path, None, f"{self.name} of {self.parent.name}"


class DefectItem(_Item):
    """One known defect: found or not."""

    def __init__(self, *, name: str, parent: GoldenFile, anchor: GoldenAnchor, nodeid: str | None = None) -> None:
        super().__init__(name, parent, nodeid=nodeid)
        self.anchor = anchor
        self.add_marker("houndsman")
        if anchor.severity is not None:
            self.add_marker(anchor.severity.value)
        # For `-k`: what people call a defect by.
        self.extra_keyword_matches.update(filter(None, (anchor.category, anchor.rule, anchor.case)))

    def runtest(self) -> None:
        """Fail unless the defect was found."""
        verdicts = self.parent.verdicts()
        if self.anchor.source in verdicts.found:
            return
        anchor = verdicts.missing.get(self.anchor.source)
        if anchor is not None:
            _fail(not_found(anchor, verdicts.around))
        if self.anchor.has_place:
            pytest.skip(f"{self.name}: its code is no longer in what was reviewed, so that nobody can find it")
        _fail(
            "it has no place, so that nobody can find it\n"
            f"  Give it `file` and `line`, or set `ignored` to true ({self.anchor.source})."
        )


class _Threshold(NamedTuple):
    """One thing that a reviewer must reach."""

    name: str
    alone: Thresholds
    """Only this one."""
    details: Callable[[Score], str]
    can_be_half: bool
    """Whether an answer that is missing could only make it better: what was found stays found."""


def _thresholds(of: Thresholds) -> list[_Threshold]:
    """Those that the set declares."""
    told = (
        _Threshold("recall", Thresholds(recall=of.recall), lambda score: share(score, "recall"), True),
        _Threshold("precision", Thresholds(precision=of.precision), lambda score: share(score, "precision"), False),
        _Threshold("clean", Thresholds(false_alarms=of.false_alarms), false_alarms, False),
    )
    return [each for each in told if each.alone != Thresholds()]


class ThresholdItem(_Item):
    """One threshold of a set: reached or not."""

    def __init__(self, *, name: str, parent: GoldenFile, threshold: _Threshold, nodeid: str | None = None) -> None:
        super().__init__(name, parent, nodeid=nodeid)
        self._threshold = threshold
        self.add_marker("houndsman")

    def runtest(self) -> None:
        """Fail unless the threshold is reached, by a run that is whole where that matters."""
        graded = self.parent.verdicts().graded
        for told in missed_thresholds(graded.score, self._threshold.alone):
            _fail(f"{told}\n{self._threshold.details(graded.score)}".rstrip())
        if is_incomplete(graded) and not self._threshold.can_be_half:
            _fail(f"{self.name} is not known: the run is incomplete, and whoever did not answer reported nothing")


def _said(error: HoundsmanError) -> str:
    """An error as a terminal may have it: it can repeat a name or a line of somebody's file."""
    return visible(redact(str(error)))


def _fail(text: str) -> NoReturn:
    pytest.fail(text, pytrace=False)
