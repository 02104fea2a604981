"""Which case of a golden set a finding belongs to.

In: a golden set, then for each finding the case that it names and its file. Out: the position of its case among the
cases by name, or why it has none (`Stray`). Nothing fails: a finding without a case is still a finding, and is scored
as one outside every case.
"""

from __future__ import annotations

from enum import IntEnum

from houndsman.models.golden import GoldenSet


class Stray(IntEnum):
    """Why a finding belongs to no case. Below zero, so that no position of a case is one of them."""

    UNKNOWN_CASE = -1  # it names a case that the set does not have
    UNHELD_FILE = -2  # it names no case, and no case holds its file
    SHARED_FILE = -3  # it names no case, and several cases hold its file


class Placing:
    """The cases of `golden` by name, ready to be asked whose a finding is.

    Its own case, if the set has that; else, for a finding that names none, the one case that holds its file; else the
    only case there is. A set that names no cases (it has one, called after the set itself) takes no notice of those
    that findings name: pull request numbers in a reviewer's output say nothing about it.
    """

    def __init__(self, golden: GoldenSet) -> None:
        self.cases = tuple(sorted(golden.cases, key=lambda case: case.name))
        self._named = {case.name: at for at, case in enumerate(self.cases)}
        self._only = 0 if len(self.cases) == 1 else None
        self._unnamed = self._only is not None and self.cases[0].name == golden.stem
        self._holders: dict[str, int] = {}
        for at, case in enumerate(self.cases):
            for file in case.files:
                self._holders[file] = Stray.SHARED_FILE if file in self._holders else at

    def of(self, case: str | None, file: str | None) -> int:
        """The position in `cases` of a finding that names `case` and `file`, either of which may be null, or a
        `Stray`."""
        if case is not None and not self._unnamed:
            return self._named.get(case, Stray.UNKNOWN_CASE)
        if self._only is not None:
            return self._only
        return Stray.UNHELD_FILE if file is None else self._holders.get(file, Stray.UNHELD_FILE)

    def holds(self, file: str) -> bool:
        """Whether `file` is a file of any case."""
        return file in self._holders
