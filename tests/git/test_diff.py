"""The diff has one form, whatever the user's configuration and the change's attributes say."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from houndsman.errors import GitError
from houndsman.git import diff
from houndsman.git.diff import diff_bytes
from houndsman.git.repository import Repository
from houndsman.git.runner import Git
from houndsman.git.samples import SampleRepository
from houndsman.git.shadow import Shadow
from houndsman.models.repo_path import RepoPath

HOSTILE = """
[diff]
    noprefix = true
    mnemonicPrefix = true
    external = false
    renames = copies
    renameLimit = 1
    algorithm = patience
    context = 7
    interHunkContext = 9
    orderFile = order
    relative = true
    submodule = log
    ignoreSubmodules = all
    colorMoved = zebra
    suppressBlankEmpty = true
    wordRegex = .
    dirstat = lines
    indentHeuristic = true
[diff "loud"]
    textconv = tr a-z A-Z <
    command = false
    binary = true
[color]
    ui = always
    diff = always
[core]
    quotePath = true
    pager = false
    abbrev = 4
    attributesFile = attributes
"""


@pytest.fixture
def commits(shop: SampleRepository) -> tuple[str, str]:
    """Two commits, and attributes of the change that would hide its code."""
    shop.write("a.py", "".join(f"line {number}\n" for number in range(30)))
    shop.write("old é.py", "1\n2\n3\n4\n")
    left = shop.commit("one")
    shop.write(".gitattributes", "*.py -diff -text diff=loud\n")
    shop.write("a.py", "".join(f"line {number}{'!' if number % 7 == 3 else ''}\n" for number in range(30)))
    shop.move("old é.py", "b/new é.py")
    return left, shop.commit("two")


def test_hostile_configuration_changes_nothing(
    shop: SampleRepository,
    shadow_of: Callable[[SampleRepository], Shadow],
    commits: tuple[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain = diff_bytes(shadow_of(shop).git, *commits)
    home = tmp_path / "home"
    home.mkdir()
    (home / ".gitconfig").write_text(HOSTILE)
    (home / "attributes").write_text("* -diff\n")
    (home / "order").write_text("z*\n")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "nowhere"))
    monkeypatch.setenv("GIT_DIFF_OPTS", "--unified=9")
    monkeypatch.setenv("GIT_EXTERNAL_DIFF", "false")
    monkeypatch.setenv("GIT_PAGER", "false")
    monkeypatch.chdir(shop.path)
    assert diff_bytes(shadow_of(shop).git, *commits) == plain
    assert diff_bytes(Git(shop.path / ".git"), *commits) == plain


def test_attributes_of_the_change_do_not_hide_it(
    shop: SampleRepository, shadow_of: Callable[[SampleRepository], Shadow], commits: tuple[str, str]
) -> None:
    output = diff_bytes(shadow_of(shop).git, *commits).output
    assert b"Binary files" not in output
    assert output.count(b"\n@@ ") == 1 + 4


def test_only_some_paths(
    shop: SampleRepository, shadow_of: Callable[[SampleRepository], Shadow], commits: tuple[str, str]
) -> None:
    output = diff_bytes(shadow_of(shop).git, *commits, [RepoPath(b".gitattributes"), RepoPath(b"*")]).output
    assert output.count(b"diff --git ") == 1


def test_a_partial_clone_fetches_nothing_and_says_what_is_missing(
    shop: SampleRepository, commits: tuple[str, str], tmp_path: Path
) -> None:
    shop.git("config", "uploadpack.allowFilter", "true")
    shop.git(
        "clone", "--quiet", "--bare", "--filter=blob:none", "--", shop.path.as_uri(), str(tmp_path / "partial")
    )  # fmt: skip
    shadow = Shadow.open(tmp_path / "shadow", Repository.discover(tmp_path / "partial"))
    for git in (shadow.git, Git(tmp_path / "partial")):
        with pytest.raises(GitError) as caught:
            diff_bytes(git, *commits)
        assert caught.value.hint is not None and "git fetch --refetch --no-filter" in caught.value.hint


def test_the_same_commit_twice_is_empty(shop: SampleRepository, commits: tuple[str, str]) -> None:
    assert diff_bytes(Git(shop.path / ".git"), commits[0], commits[0]) == (b"", ())


def test_a_search_for_renames_that_git_gave_up_is_told(
    shop: SampleRepository, shadow_of: Callable[[SampleRepository], Shadow], monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        shop.write(f"old{number}", "".join(f"{number} {line}\n" for line in range(20)))
    left = shop.commit("one")
    for number in range(3):
        shop.remove(f"old{number}")
        shop.write(f"new{9 - number}", "".join(f"{number} {line}\n" for line in range(19)))
    right = shop.commit("two")
    git = shadow_of(shop).git
    assert diff_bytes(git, left, right).warnings == ()
    monkeypatch.setattr(diff, "_OPTIONS", (*diff._OPTIONS, "-l2"))
    output, warnings = diff_bytes(git, left, right)
    assert len(warnings) == 1 and "did not look for renames" in warnings[0]
    assert b"rename from" not in output
