"""Places of earlier heads are found in today's, or said to be gone."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from houndsman.change.carrier import DiffCarrier
from houndsman.change.read import read_change
from houndsman.git.runner import Git
from houndsman.git.samples import SampleRepository
from houndsman.models.repo_path import RepoPath
from houndsman.models.target import ResolvedTarget, Target, TargetKind

BEFORE = "".join(f"line {n}\n" for n in range(1, 11))


def _today(base: str, head: str) -> ResolvedTarget:
    target = Target(kind=TargetKind.RANGE, key="range:x", base=base, head=head)
    return ResolvedTarget(target=target, branch=None, head_time=datetime(2026, 1, 1, tzinfo=UTC))


def _path(text: str) -> RepoPath:
    return RepoPath.parse(text)


@pytest.fixture
def repository(tmp_path: Path) -> SampleRepository:
    sample = SampleRepository.create(tmp_path / "shop")
    for name in ("kept.py", "edited.py", "moved.py", "gone.py"):
        sample.write(name, f"# {name}\n{BEFORE}")
    sample.commit("Before")
    return sample


@pytest.fixture
def carried(repository: SampleRepository) -> tuple[DiffCarrier, str]:
    earlier = repository.resolve("HEAD")
    repository.write("edited.py", "# new\n# edited.py\n" + BEFORE.replace("line 5\n", "line five\n"))
    repository.move("moved.py", "there/moved.py")
    repository.remove("gone.py")
    repository.write("fresh.py", "x = 1\n")
    head = repository.commit("After")
    return DiffCarrier(Git(repository.path / ".git"), _today(earlier, head)), earlier


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        (("kept.py", 4), ("kept.py", 4)),
        (("edited.py", 3), ("edited.py", 4)),
        (("edited.py", 6), None),
        (("moved.py", 2), ("there/moved.py", 2)),
        (("gone.py", 2), None),
        (("gone.py", None), None),
        (("moved.py", None), ("there/moved.py", None)),
    ],
    ids=["untouched file", "shifted", "changed line", "renamed", "deleted", "deleted file", "renamed file"],
)
def test_a_place_is_carried_or_gone(
    carried: tuple[DiffCarrier, str], place: tuple[str, int | None], expected: tuple[str, int | None] | None
) -> None:
    carrier, earlier = carried
    found = carrier.carry(earlier, _path(place[0]), place[1])
    assert found == (None if expected is None else (_path(expected[0]), expected[1]))
    assert carrier.lost == ()


def test_todays_places_stay_without_asking_git(tmp_path: Path) -> None:
    carrier = DiffCarrier(Git(tmp_path / "nowhere"), _today("0" * 40, "1" * 40))
    assert carrier.carry("1" * 40, _path("a.py"), 7) == (_path("a.py"), 7)


def test_a_head_that_git_no_longer_has_is_named(repository: SampleRepository) -> None:
    head = repository.resolve("HEAD")
    carrier = DiffCarrier(Git(repository.path / ".git"), _today(head, head))
    assert carrier.carry("d" * 40, _path("kept.py"), 1) is None
    assert carrier.lost == ("d" * 40,)


def test_a_change_is_read_from_the_left_commit(repository: SampleRepository) -> None:
    earlier = repository.resolve("HEAD")
    repository.write("kept.py", "x = 1\n")
    head = repository.commit("After")
    change, notices = read_change(Git(repository.path / ".git"), _today(earlier, head))
    assert [str(file.path) for file in change.files] == ["kept.py"]
    assert notices == ()
