"""`houndsman clean`: what goes and what stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.conftest import CommandLine


def test_reading_roots_of_this_repository_go_and_all_else_stays(hunted: CommandLine) -> None:
    hunted.repository.write("README.md", "# C\n")
    hunted.repository.commit("Next")
    for variant in ((), ("--variant", "other")):
        hunted("prepare", *variant)
    roots = sorted((hunted.home / "work").glob("*/worktree"))
    assert len(roots) == 2
    kept = [place for folder in ("reviews", "work", "shadow") for place in (hunted.home / folder).rglob("*")]
    kept = [place for place in kept if "worktree" not in str(place) and place.is_file() and ".lock" not in place.name]
    ran = hunted("clean")
    assert ran.code == 0
    assert sorted(ran.out.splitlines()) == [f"removed {root}" for root in roots]
    assert not any(root.exists() for root in roots)
    assert [str(place) for place in kept if not place.exists()] == []
    assert len(hunted.findings()) == 3


def test_with_nothing_to_remove_it_makes_nothing(houndsman: CommandLine) -> None:
    ran = houndsman("clean")
    assert (ran.code, ran.out) == (0, "nothing to remove\n")
    assert not houndsman.home.exists()
