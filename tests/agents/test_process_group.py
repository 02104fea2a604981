"""Who belongs to a session is known by group and by mark, and ending it leaves everybody else alone."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pytest

from houndsman.agents.process_group import MARK, ProcessGroup, started_at

SLEEP = (sys.executable, "-S", "-c", "import sys, time; print('up', flush=True); time.sleep(60)")
STUBBORN = (sys.executable, "-S", "-c", "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
            "print('up', flush=True); time.sleep(60)")  # fmt: skip

Start = Callable[..., subprocess.Popen[bytes]]


@pytest.fixture
def start() -> Iterator[Start]:
    """Start a process, in a group of its own unless said otherwise."""
    begun: list[subprocess.Popen[bytes]] = []

    def make(argv: tuple[str, ...] = SLEEP, mark: str = "", group: int = 0) -> subprocess.Popen[bytes]:
        environment = {"PATH": os.environ["PATH"], **({MARK: mark} if mark else {})}
        process = subprocess.Popen(argv, env=environment, stdout=subprocess.PIPE, process_group=group)
        begun.append(process)
        assert process.stdout is not None
        assert process.stdout.readline() == b"up\n"
        return process

    yield make
    for process in begun:
        process.kill()
        process.communicate()


def test_those_of_the_group_and_those_with_the_mark_are_alive(start: Start) -> None:
    leader, marked, _stranger = start(), start(mark="m1"), start(mark="m12")
    member = start(group=leader.pid)
    assert ProcessGroup("m1", leader.pid).alive() == {leader.pid, member.pid, marked.pid}
    assert ProcessGroup("m1", None).alive() == {marked.pid}


@pytest.mark.parametrize("others", [0, 60])
def test_a_quick_look_sees_those_that_began_after_the_leader(start: Start, others: int) -> None:
    before, leader = start(mark="m1"), start()
    for _ in range(others):
        subprocess.run(["true"], check=True)
    later = start(mark="m1")
    group = ProcessGroup("m1", leader.pid)
    assert group.alive() == {before.pid, leader.pid, later.pid}
    assert group.alive(newer=True) == {leader.pid, later.pid}


def test_a_quick_look_passes_over_the_groups_of_other_sessions_and_never_its_own(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houndsman.agents.process_group._FEW", 10**6)  # whatever else the machine starts meanwhile
    leader, other, stray = start(), start(mark="m1"), start(mark="m1")
    group = ProcessGroup("m1", leader.pid)
    assert group.alive(newer=True, others={leader.pid, other.pid}) == {leader.pid, stray.pid}


def test_a_quick_look_sees_everybody_where_numbers_began_again_since(start: Start) -> None:
    marked, beyond_all = start(mark="m1"), 2**22 + 1
    assert ProcessGroup("m1", beyond_all).alive(newer=True) == {marked.pid}


def test_one_that_was_not_yet_waited_for_is_not_alive(start: Start) -> None:
    process = start()
    process.kill()
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    assert ProcessGroup("none", process.pid).alive() == set()
    assert started_at(process.pid) is None


@pytest.mark.parametrize("at_once", [False, True], ids=["in an event loop", "waiting"])
def test_all_of_them_are_ended_and_nobody_else(start: Start, at_once: bool) -> None:
    leader, marked, stranger = start(), start(STUBBORN, mark="m1"), start()
    group = ProcessGroup("m1", leader.pid)
    if at_once:
        group.end_now(0.2)
    else:
        asyncio.run(group.end(0.2))
    assert (leader.wait(), marked.wait(), stranger.poll()) == (-signal.SIGTERM, -signal.SIGKILL, None)
    assert group.alive() == set()


def test_waiting_ends_with_the_last_of_them(start: Start) -> None:
    leader = start()
    ProcessGroup("none", leader.pid).end_now(3600)
    assert leader.wait() == -signal.SIGTERM


def test_being_cancelled_while_waiting_ends_them_at_once(start: Start) -> None:
    leader = start(STUBBORN)

    async def cancel_it() -> None:
        ending = asyncio.ensure_future(ProcessGroup("none", leader.pid).end(3600))
        await asyncio.sleep(0.1)
        ending.cancel()
        with pytest.raises(asyncio.CancelledError):
            await ending

    asyncio.run(cancel_it())
    assert leader.wait() == -signal.SIGKILL


def test_nobody_is_left_where_nobody_is(start: Start) -> None:
    group = ProcessGroup("none", None)
    assert not group.send(signal.SIGTERM)
    asyncio.run(group.end(3600))
    group.end_now(3600)


def test_a_process_is_named_for_good_by_its_number_and_its_beginning(start: Start) -> None:
    one = start().pid
    time.sleep(0.05)  # the beginning is told in hundredths of a second
    other = start().pid
    told = started_at(one)
    assert told is not None
    assert started_at(one) == told
    assert started_at(other) != told
