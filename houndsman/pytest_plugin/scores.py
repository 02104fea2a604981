"""Each golden set of a session scored, as the options say.

In: pytest's configuration, then sets. Out: `Graded`, which errors of ours stand in the way of: no run to score, no
repository, findings that cannot be read, a `match` that cannot be decided. Each says the next step in pytest's words.

Findings come from a file, from the run that a hunt of this session made, or from the latest run. Nothing is written and
nothing is locked: under xdist several processes score one run at once.
"""

from __future__ import annotations

from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from houndsman.errors import NoRepositoryError, UsageError
from houndsman.evaluation.grading import Graded, grade_findings
from houndsman.exchange.read import Wanted
from houndsman.golden.score import ScoreOptions
from houndsman.models.golden import GoldenSet

if TYPE_CHECKING:
    from houndsman.evaluation.run_grading import Chosen, RunGrader

#: Intervals by case are left to `houndsman golden`: they cost more than all the rest, and no item asks for them.
_OPTIONS = ScoreOptions(resamples=0)

_NEXT = (
    "Run `houndsman hunt` on this branch, or let pytest do so with --houndsman-hunt; or score a file with "
    "--houndsman-findings PATH, another way of reviewing with --houndsman-variant LABEL."
)

_NEXT_OUTSIDE = (
    "Score a file with --houndsman-findings PATH, which needs no repository; or start pytest in the repository that "
    "was reviewed (cd there first), whose latest run is then scored."
)


class _Run(NamedTuple):
    """A run, and where it is read."""

    grader: RunGrader
    chosen: Chosen


class Scorer:
    """Scores sets, one after the other. What it opens is closed with the session."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config

    def graded(self, golden: GoldenSet) -> Graded:
        """The score of `golden`. Raises `HoundsmanError`."""
        named: str | None = self._config.getoption("houndsman_findings")
        if named is None:
            grader, chosen = self._run
            return grader.scored(golden, _OPTIONS, chosen)
        place = self._config.invocation_params.dir / named
        if not place.exists():
            hint = f"Check --houndsman-findings: it is looked for from where pytest was started, {place.parent}."
            raise UsageError("there is no such file or folder", where=named, hint=hint)
        return grade_findings(golden, _own(place, golden.stem), Wanted(), _OPTIONS)

    @cached_property
    def _run(self) -> _Run:
        # Here, because whoever scores a file needs no database.
        from houndsman.evaluation.run_grading import RunGrader
        from houndsman.pytest_plugin.hunting import ERROR, REVIEW, RUN, hunted, request_of

        review = number = None
        if self._config.getoption("houndsman_hunt"):
            made = hunted(self._config)
            if ERROR in made:
                raise UsageError("the hunt could not be made", hint=made[ERROR])
            review, number = made[REVIEW], int(made[RUN])
        opened = ExitStack()
        try:
            grader = opened.enter_context(RunGrader(request_of(self._config, review)))
            self._config.add_cleanup(opened.close)
            return _Run(grader, grader.chosen(number))
        except (UsageError, NoRepositoryError) as error:
            hint = _NEXT_OUTSIDE if isinstance(error, NoRepositoryError) else _NEXT
            raise UsageError(error.what, where=error.where, hint=hint) from error


def _own(place: Path, stem: str) -> Path:
    """In a folder, the one file or folder that is named like the set: the findings about it; else all."""
    if not place.is_dir():
        return place
    named = [each for each in sorted(place.iterdir()) if each.name == stem or each.name.startswith(f"{stem}.")]
    return named[0] if len(named) == 1 else place
