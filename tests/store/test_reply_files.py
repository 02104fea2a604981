"""A reply is on the disk for good when its writing returns, whole or not at all, and nobody waits for a slow disk."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from houndsman.errors import StoreError
from houndsman.store.reply_files import ReplyFiles


def write(files: ReplyFiles, name: str = "a.json", data: bytes = b"words") -> None:
    asyncio.run(files.write(name, data))


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The threads that waited for the disk, a file and its folder each time."""
    threads: list[int] = []
    fsync = os.fsync

    def noted(file: int) -> None:
        threads.append(threading.get_ident())
        fsync(file)

    monkeypatch.setattr(os, "fsync", noted)
    return threads


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Makes a disk that takes so many seconds, by the clock that is looked at."""
    now = [0.0]

    def taking(seconds: float) -> None:
        def fsync(file: int) -> None:
            now[0] += seconds

        monkeypatch.setattr(os, "fsync", fsync)

    monkeypatch.setattr("houndsman.store.reply_files.time.perf_counter", lambda: now[0])
    return taking


def test_what_is_written_is_read_again_and_nothing_else_is_there(tmp_path: Path) -> None:
    files = ReplyFiles(tmp_path / "run" / "replies")
    assert files.read("a.json") is None
    write(files)
    write(files, data=b"other words")
    assert files.read("a.json") == b"other words"
    assert [place.name for place in (tmp_path / "run" / "replies").iterdir()] == ["a.json"]


def test_they_are_listed_in_the_order_in_which_they_were_written(tmp_path: Path) -> None:
    files = ReplyFiles(tmp_path / "replies")
    assert files.names() == []
    for at, name in enumerate(("b.json", "c.json", "a.json"), 1):
        write(files, name)
        os.utime(tmp_path / "replies" / name, ns=(at, at))
    (tmp_path / "replies" / ".d.json.tmp").write_text("broken off")
    assert files.names() == ["b.json", "c.json", "a.json"]


def test_the_disk_has_the_file_and_its_name(tmp_path: Path, synced: list[int]) -> None:
    write(ReplyFiles(tmp_path))
    assert len(synced) == 2


def test_what_a_killed_hunt_left_is_replaced_and_a_link_is_not_written_through(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.write_text("mine")
    (tmp_path / ".a.json.tmp").symlink_to(mine)
    write(ReplyFiles(tmp_path))
    assert (mine.read_text(), (tmp_path / "a.json").read_bytes()) == ("mine", b"words")
    assert not (tmp_path / "a.json").is_symlink()


def test_a_slow_disk_is_waited_for_in_threads_for_a_while(
    tmp_path: Path, disk: Callable[[float], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    files, here = ReplyFiles(tmp_path), threading.get_ident()
    settled_by: list[bool] = []
    disk(1.0)
    write(files)  # which shows that it is slow
    slow = os.fsync

    def noted(file: int) -> None:
        settled_by.append(threading.get_ident() == here)
        slow(file)

    monkeypatch.setattr(os, "fsync", noted)
    for number in range(65):
        write(files, f"{number}.json")
    assert settled_by == [False, False] * 64 + [True, True]
    assert len(list(tmp_path.iterdir())) == 66


def test_a_quick_disk_is_waited_for_at_once(tmp_path: Path, disk: Callable[[float], None]) -> None:
    files = ReplyFiles(tmp_path)
    disk(0.0)
    before = threading.active_count()

    async def all_of_them() -> int:
        for number in range(10):
            await files.write(f"{number}.json", b"words")
        return threading.active_count()

    assert asyncio.run(all_of_them()) == before


def test_cancelled_while_a_thread_waits_it_is_written_all_the_same(
    tmp_path: Path, disk: Callable[[float], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    files, waiting, go_on = ReplyFiles(tmp_path), threading.Event(), threading.Event()
    disk(1.0)
    write(files, "first.json")

    def stalled(file: int) -> None:
        os.fstat(file)  # it is open
        waiting.set()
        assert go_on.wait(60)
        os.fstat(file)

    monkeypatch.setattr(os, "fsync", stalled)

    async def cancelled() -> None:
        writing = asyncio.create_task(files.write("a.json", b"words"))
        assert await asyncio.to_thread(waiting.wait, 60)
        writing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await writing
        assert files.read("a.json") is None
        go_on.set()

    asyncio.run(cancelled())
    assert files.read("a.json") == b"words"


@pytest.mark.parametrize("slow", [False, True])
def test_what_the_file_system_refuses_is_said_and_leaves_nothing(
    tmp_path: Path, disk: Callable[[float], None], monkeypatch: pytest.MonkeyPatch, slow: bool
) -> None:
    files = ReplyFiles(tmp_path)
    disk(float(slow))
    write(files)

    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StoreError, match="No space left") as raised:
        write(files, "b.json")
    assert raised.value.where == str(tmp_path / "b.json")
    assert [place.name for place in tmp_path.iterdir()] == ["a.json"]


def test_a_file_where_the_folder_should_be_is_said(tmp_path: Path) -> None:
    (tmp_path / "replies").write_text("mine")
    with pytest.raises(StoreError, match="cannot be written"):
        write(ReplyFiles(tmp_path / "replies"))
    assert (tmp_path / "replies").read_text() == "mine"


def test_no_file_stays_open(tmp_path: Path, disk: Callable[[float], None]) -> None:
    files = ReplyFiles(tmp_path)
    for seconds in (0.0, 1.0, 1.0):
        disk(seconds)
        write(files)
        before = len(list(Path("/dev/fd").iterdir()))
        write(files)
        assert len(list(Path("/dev/fd").iterdir())) == before
