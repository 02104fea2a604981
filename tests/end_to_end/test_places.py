"""Where a review may be started: a subfolder, a linked work tree, a bare or a read-only repository."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import CommandLine


@pytest.fixture(autouse=True)
def no_scanner(shop: CommandLine) -> None:
    """Starting one takes longer than all the rest."""
    shop.blocked = ("python", "secrets")


def test_a_subfolder_is_the_whole_repository(shop: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = shop.prepare()
    folder = shop.repository.path / "some" / "folder"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    assert shop.prepare() == whole


def test_a_linked_work_tree_is_the_same_repository(
    shop: CommandLine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    manifest = shop.prepare()
    shop.repository.switch("main")
    shop.repository.git("worktree", "add", "--quiet", str(tmp_path / "linked"), "feature")
    monkeypatch.chdir(tmp_path / "linked")
    linked = shop.prepare()
    assert (linked.review_id, linked.hash, linked.run) == (manifest.review_id, manifest.hash, 1)
    assert shop("hunt").code == 3


def test_a_bare_repository_is_reviewed_by_its_branches(
    shop: CommandLine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shop.repository.git("clone", "--quiet", "--bare", str(shop.repository.path), str(tmp_path / "bare.git"))
    monkeypatch.chdir(tmp_path / "bare.git")
    manifest = shop.prepare("--head", "feature")
    assert [str(file.path) for file in manifest.files] == ["README.md", "orders.py"]
    assert shop("hunt", "--head", "feature").code == 3
    refused = shop("hunt", "--working-tree")
    assert refused.code == 2
    assert "work tree" in refused.err or "working tree" in refused.err


def test_what_the_caller_left_in_gits_variables_has_no_say(
    shop: CommandLine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As inside a hook, which git starts with `GIT_DIR` and `GIT_INDEX_FILE` set."""
    manifest = shop.prepare()
    for name in ("GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE", "GIT_OBJECT_DIRECTORY"):
        monkeypatch.setenv(name, str(tmp_path / "elsewhere"))
    assert shop.prepare() == manifest
    assert shop("hunt").code == 3


def test_the_users_git_configuration_has_no_say(shop: CommandLine) -> None:
    manifest = shop.prepare()
    settings = {
        "diff.noprefix": "true",
        "diff.mnemonicPrefix": "true",
        "diff.renames": "false",
        "diff.context": "9",
        "diff.external": "false",
        "color.ui": "always",
        "core.quotePath": "true",
        "core.autocrlf": "true",
        "log.showSignature": "true",
    }
    for name, value in settings.items():
        shop.repository.git("config", name, value)
    assert shop.prepare() == manifest


def test_a_home_that_cannot_be_made_is_said(shop: CommandLine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("HOUNDSMAN_HOME", str(tmp_path / "file" / "home"))
    ran = shop("hunt")
    assert ran.code == 4
    assert "HOUNDSMAN_HOME" in ran.err
    assert "Traceback" not in ran.err
