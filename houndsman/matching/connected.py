"""Which of several things are connected, directly or through others.

In: pairs of positions. Out: for each position the first one (the least) that it is connected with. Nothing fails.
"""

from __future__ import annotations


class Connected:
    """Disjoint sets of the positions 0 to `count` - 1, with path halving."""

    def __init__(self, count: int) -> None:
        self._above = list(range(count))

    def first(self, at: int) -> int:
        """The least position that `at` is connected with: itself, where there is none."""
        above = self._above
        while above[at] != at:
            above[at] = above[above[at]]
            at = above[at]
        return at

    def join(self, one: int, other: int) -> bool:
        """Connect the two. Says whether they were apart until now."""
        low, high = sorted((self.first(one), self.first(other)))
        self._above[high] = low
        return low != high
