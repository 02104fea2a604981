"""What comes at the same moment is written at once.

In: a function that writes many things in one go; things to be written, one by one. Out: each is written when its
`written` returns, in the order in which they came. What the function raises is raised to everyone of the group.
Cancelled, the thing is written all the same: it may have been paid for.

It is written in the event loop: to hand it to a thread takes as long as a small transaction. The others wait meanwhile,
so that all who are done by then make the next group: the more there are, the larger the groups.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

_T = TypeVar("_T")


class GroupCommit(Generic[_T]):
    """Writes in groups: a transaction costs several times what a row in it does."""

    def __init__(self, write: Callable[[Sequence[_T]], None]) -> None:
        self._write = write
        self._next: list[_T] = []
        """Who came since the loop began its round."""
        self._writing: asyncio.Task[None] | None = None

    async def written(self, thing: _T) -> None:
        """Wait until `thing` is written."""
        self._next.append(thing)
        if len(self._next) == 1:
            self._writing = asyncio.create_task(self._write_next())
        assert self._writing is not None
        await asyncio.shield(self._writing)

    async def _write_next(self) -> None:
        await asyncio.sleep(0)  # whoever comes in the next round as well: the larger the groups, the fewer there are
        group, self._next = self._next, []
        self._write(group)
