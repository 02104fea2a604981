"""What comes at once is written at once, in order; a failure is everyone's of the group, and nobody else's."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from houndsman.hunt.group_commit import GroupCommit


class Rows:
    """Notes the groups."""

    def __init__(self, refused: int | None = None) -> None:
        self.groups: list[list[int]] = []
        self.refused = refused

    def write(self, things: Sequence[int]) -> None:
        self.groups.append(list(things))
        if self.refused in things:
            raise OSError("full")


async def three(rows: Rows) -> list[BaseException | None]:
    """One comes, and two when it is written."""
    commit = GroupCommit(rows.write)
    (first,) = await asyncio.gather(commit.written(1), return_exceptions=True)
    return [first, *await asyncio.gather(commit.written(2), commit.written(3), return_exceptions=True)]


def test_who_comes_at_the_same_moment_is_written_at_once_and_in_order() -> None:
    rows = Rows()
    assert asyncio.run(three(rows)) == [None, None, None]
    assert rows.groups == [[1], [2, 3]]


def test_who_comes_a_round_later_is_written_with_them() -> None:
    rows = Rows()

    async def hunt() -> None:
        commit = GroupCommit(rows.write)
        first = asyncio.create_task(commit.written(1))
        await asyncio.sleep(0)
        await asyncio.gather(first, commit.written(2))

    asyncio.run(hunt())
    assert rows.groups == [[1, 2]]


@pytest.mark.parametrize(("refused", "failed"), [(1, [True, False, False]), (3, [False, True, True])])
def test_a_failure_is_told_to_everyone_of_its_group_and_to_nobody_else(refused: int, failed: list[bool]) -> None:
    ends = asyncio.run(three(Rows(refused)))
    assert [isinstance(end, OSError) for end in ends] == failed


def test_one_that_is_cancelled_is_written_all_the_same_and_the_others_are_told() -> None:
    rows = Rows()

    async def one_goes() -> None:
        commit = GroupCommit(rows.write)
        going, staying = (asyncio.create_task(commit.written(thing)) for thing in (1, 2))
        await asyncio.sleep(0)
        going.cancel()
        await staying
        assert going.cancelled()

    asyncio.run(one_goes())
    assert rows.groups == [[1, 2]]


def test_what_was_handed_over_is_written_although_all_is_cancelled_in_the_same_moment() -> None:
    rows = Rows()

    async def cancelled() -> None:
        waiting = asyncio.create_task(GroupCommit(rows.write).written(1))
        await asyncio.sleep(0)
        waiting.cancel()
        await waiting

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(cancelled())
    assert rows.groups == [[1]]
