"""The checked-out head that readers of briefs share: there while somebody has to answer, and no longer."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from houndsman.models.manifest import Manifest

if TYPE_CHECKING:
    from tests.conftest import CommandLine


@pytest.fixture(autouse=True)
def no_scanner(shop: CommandLine) -> None:
    """Starting one takes longer than all the rest."""
    shop.blocked = ("python", "secrets")


def _named_in_brief(manifest: Manifest) -> Path:
    (brief,) = [each.brief for each in manifest.watchdogs if each.brief]
    found = re.search(r"\*\*Worktree\*\*.*?(/\S+worktree)\b", Path(brief).read_text(encoding="utf-8"))
    assert found
    return Path(found[1])


def test_it_is_there_after_prepare_and_holds_the_head(shop: CommandLine) -> None:
    root = _named_in_brief(shop.prepare())
    shop.repository.write("orders.py", "edited since\n")
    assert sorted(place.name for place in root.iterdir() if place.name != ".git") == [
        "README.md",
        "orders.py",
        "settings.py",
    ]
    assert "def discounted" in (root / "orders.py").read_text(encoding="utf-8")


def test_it_stays_while_an_answer_is_owed_and_goes_with_the_last(shop: CommandLine) -> None:
    manifest = shop.prepare()
    root = _named_in_brief(manifest)
    assert shop("hunt").code == 3
    assert (root / "orders.py").is_file()
    shop.answer(manifest, "general")
    assert shop("finalize").code == 0
    assert not root.exists()
    assert Path(manifest.watchdogs[0].brief or "").is_file()


def test_a_hunt_alone_makes_it_for_whoever_answers_later(shop: CommandLine) -> None:
    shop("hunt")
    (root,) = (shop.home / "work").glob("*/worktree")
    assert (root / "orders.py").is_file()


def test_clean_removes_it_and_prepare_brings_it_back(shop: CommandLine) -> None:
    manifest = shop.prepare()
    root = _named_in_brief(manifest)
    assert f"removed {root}" in shop("clean").out
    assert not root.exists()
    assert shop("clean").out == "nothing to remove\n"
    assert shop.prepare() == manifest
    assert (root / "orders.py").is_file()


def test_a_link_of_the_change_leads_nowhere(shop: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("a host's own\n", encoding="utf-8")
    shop.repository.symlink("link.txt", str(tmp_path / "secret.txt"))
    shop.repository.commit("A link out of the tree")
    root = _named_in_brief(shop.prepare())
    assert not (root / "link.txt").is_symlink()
    assert "a host's own" not in (root / "link.txt").read_text(encoding="utf-8")
