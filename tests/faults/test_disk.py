"""No room, no right to write, no home: it is said, nothing is lost, and with room again the next call completes."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.faults.conftest import At, Ended, Scene, Undisturbed

FULL = {("hunt", "reviewed"): 8, ("finalize", "answered"): 6, ("hunt", "fresh"): 6}

#: The last third of a command only takes away.
CASES = [(*case, 0.65 * share / count) for case, count in FULL.items() for share in range(count)]


def _is_said(ended: Ended) -> bool:
    """Whether a person was told, in words, and no caller takes the end for a verdict."""
    words = ended.err.startswith("houndsman: ") or "\nhoundsman: " in ended.err
    return ended.status in (2, 4) and words and "Traceback" not in ended.err and not ended.out


@pytest.mark.parametrize(
    ("command", "state", "share"), CASES, ids=lambda value: f"{value:.0%}" if isinstance(value, float) else value
)
def test_a_disk_that_is_full_from_some_moment_on(
    scene: At, undisturbed: Undisturbed, command: str, state: str, share: float
) -> None:
    usual = undisturbed(command, state)
    here = scene(state)
    ended = here.run(command, at=usual.at(share), act="full")
    assert _is_said(ended), ended
    assert here.triage() in (usual.before, usual.after)
    assert here.run(command).status == usual.status
    assert (here.files(), here.tables()) == (usual.files, usual.tables)


@pytest.mark.parametrize("state", ["fresh", "reviewed"])
@pytest.mark.parametrize("largest", [2_000, 4_000, 20_000])
def test_a_limit_on_the_size_of_files_which_the_database_meets_too(
    scene: At, undisturbed: Undisturbed, state: str, largest: int
) -> None:
    usual = undisturbed("hunt", state)
    here = scene(state)
    ended = here.run("hunt", largest=largest)
    assert _is_said(ended), ended
    assert here.triage() in (usual.before, usual.after)
    assert here.run("hunt").status == usual.status
    assert (here.files(), here.tables()) == (usual.files, usual.tables)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Callable[[str], Path]]:
    """A disk of its own: made, or given another size, by each call."""
    place = tmp_path / "disk"
    place.mkdir()

    def resized(size: str) -> Path:
        again = "remount," if place.is_mount() else ""
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"{again}size={size}", "none", str(place)], capture_output=True, check=False
        )
        if done.returncode:
            pytest.skip("only root may mount a disk, and not everywhere")
        return place

    yield resized
    if place.is_mount():
        subprocess.run(["umount", str(place)], check=True)


def test_a_disk_that_is_really_full(scene: At, small_disk: Callable[[str], Path]) -> None:
    """It gets larger step by step, until there is room for a whole hunt; what the steps left is no hindrance."""
    here = scene("fresh")
    environ = {**here.environ, "HOUNDSMAN_HOME": str(small_disk("8k") / "home")}
    refused = 0
    for size in range(24, 1_000, 40):
        ended = here.run("hunt", environ=environ)
        if ended.status == 3:
            break
        assert _is_said(ended), ended
        refused += 1
        small_disk(f"{size}k")
    assert ended.status == 3
    assert refused > 2
    assert "debris/debugger-call" in ended.out


@pytest.fixture
def read_only(scene: At) -> Iterator[None]:
    """The home of `reviewed`, in which nobody may write."""
    here = scene("reviewed")
    places = [here.home, *here.home.rglob("*")]
    for place in places:
        if not place.is_symlink():
            place.chmod(place.stat().st_mode & ~0o222)
    yield
    for place in places:
        if place.exists() and not place.is_symlink():
            place.chmod(place.stat().st_mode | 0o200)


@pytest.mark.usefixtures("read_only")
@pytest.mark.parametrize(
    "words", [["hunt"], ["prepare"], ["finalize"], ["clean"], ["findings", "decide", "ID", "ignore"]]
)
def test_a_home_that_is_read_only_refuses_what_writes(stage: Scene, words: list[str]) -> None:
    before = stage.files(), stage.tables()
    known = stage.tables()["findings"][0].split("'")[3]
    ended = stage.run(*(known if word == "ID" else word for word in words), bound=True)
    assert _is_said(ended), ended
    assert ended.status == 4
    assert "HOUNDSMAN_HOME" in ended.err
    assert (stage.files(), stage.tables()) == before


@pytest.mark.usefixtures("read_only")
@pytest.mark.parametrize("words", [["findings", "list"], ["prepare", "--dry-run"]])
def test_a_home_that_is_read_only_can_be_read(stage: Scene, words: list[str]) -> None:
    ended = stage.run(*words, bound=True)
    assert (ended.status, ended.err) == (0, "")
    assert "orders.py" in ended.out or "general" in ended.out


@pytest.mark.parametrize("command", ["hunt", "prepare"])
@pytest.mark.parametrize("home", ["user.toml", "user.toml/home", "/dev/null", "~nobody-of-that-name/home"])
def test_a_home_that_cannot_be(scene: At, command: str, home: str) -> None:
    here = scene("fresh")
    named = home if home.startswith(("/", "~")) else str(here.home.parent / home)
    ended = here.run(command, environ={**here.environ, "HOUNDSMAN_HOME": named})
    assert _is_said(ended), ended
    assert "HOUNDSMAN_HOME" in ended.err


@pytest.mark.parametrize("home", ["", "relative"])
def test_no_home_at_all_is_said_and_nothing_is_made_up(scene: At, home: str) -> None:
    here = scene("fresh")
    environ = {name: value for name, value in here.environ.items() if name != "XDG_DATA_HOME"}
    before = sorted(here.repository.path.iterdir())
    ended = here.run("hunt", environ={**environ, "HOUNDSMAN_HOME": "", "HOME": home})
    assert _is_said(ended), ended
    assert "names no home folder" in ended.err
    assert sorted(here.repository.path.iterdir()) == before


def test_without_a_name_for_it_the_home_is_where_the_platform_keeps_data(scene: At, tmp_path: Path) -> None:
    here = scene("fresh")
    environ = {name: value for name, value in here.environ.items() if name != "HOME"}
    ended = here.run("hunt", environ={**environ, "HOUNDSMAN_HOME": "", "XDG_DATA_HOME": str(tmp_path)})
    assert ended.status == 3
    assert (tmp_path / "houndsman" / "houndsman.db").is_file()
