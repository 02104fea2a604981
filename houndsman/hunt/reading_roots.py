"""Where agents read: the head of the change on disk, shared by most, one apiece for those that write or would obey it.

In: a commit, and who may write. Out: the folder of each watchdog's agents, checked out when the first of them needs it;
and, after them, what they changed in it, undone. A tree that cannot be put on disk is a `GitError`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from houndsman.agents.trees import CommitOriginals, Snapshot, TreeChange, snapshot, undo
from houndsman.git.reading_root import check_out, remove
from houndsman.git.runner import Git


@dataclass
class ReadingRoots:
    """The folders of one hunt.

    Args:
        git: of the shadow repository.
        commit: the head of the change.
        shared: the folder of all that only read.
        own: the folder of a watchdog whose agents may write, or would obey files of the change.
        writers: the watchdogs whose agents may write.
        withheld: by watchdog, names of files that its agents would take as instructions; they are not there.
    """

    git: Git
    commit: str
    shared: Path
    own: Callable[[str], Path]
    writers: Collection[str] = ()
    withheld: Mapping[str, Collection[str]] = field(default_factory=dict)
    _before: dict[Path, Snapshot] = field(default_factory=dict, init=False, repr=False)

    def place(self, watchdog: str) -> Path:
        """Where the folder of the agents of `watchdog` is, or will be."""
        return self.own(watchdog) if self._has_own(watchdog) else self.shared

    def of(self, watchdog: str) -> Path:
        """The same folder, checked out."""
        place = self.place(watchdog)
        if place not in self._before:
            check_out(self.git, self.commit, place)
            for name in self.withheld.get(watchdog, ()):
                for found in [each for each in place.rglob(name) if not each.is_dir()]:
                    found.unlink()
            self._before[place] = snapshot(place)
        return place

    def undo(self, watchdog: str) -> tuple[TreeChange, ...]:
        """What was changed in the folder of `watchdog` since it was checked out; it is as it was before.

        Who changed a shared one is not known: others may be at work in it. What they read is right again.
        """
        place = self.place(watchdog)
        if place not in self._before:
            return ()
        with CommitOriginals(self.git, self.commit) as originals:
            return undo(place, self._before[place], originals)

    def clear(self, watchdog: str) -> None:
        """Remove the folder of `watchdog` if it is its own: nobody else reads there."""
        if self._has_own(watchdog):
            place = self.own(watchdog)
            self._before.pop(place, None)
            remove(place)

    def _has_own(self, watchdog: str) -> bool:
        return watchdog in self.writers or bool(self.withheld.get(watchdog))
