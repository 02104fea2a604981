"""Attributes are those that one commit's own files give."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from houndsman.git.attributes import attributes_at
from houndsman.git.samples import SampleRepository
from houndsman.git.shadow import Shadow
from houndsman.git.trees import list_tree
from houndsman.models.repo_path import RepoPath

ShadowOf = Callable[[SampleRepository], Shadow]
NAMES = ("linguist-generated", "linguist-vendored")


def asked(shadow: Shadow, commit: str, *paths: bytes) -> dict[bytes, dict[str, str]]:
    found = attributes_at(shadow.git, commit, [RepoPath(path) for path in paths], NAMES)
    return {path.raw: values for path, values in found.items()}


def test_values_of_every_sort_and_depth(shop: SampleRepository, shadow_of: ShadowOf) -> None:
    shop.write(".gitattributes", "[attr]made linguist-generated\n*.pb linguist-generated=true\n*.gen made\n")
    shop.write("vendor/.gitattributes", "* linguist-vendored\nown/* -linguist-vendored\n")
    commit = shop.commit("one")
    paths = (b"a.pb", b"b.gen", b"c.py", b"vendor/x", b"vendor/own/y.pb", b"odd\xff\n.pb")
    assert asked(shadow_of(shop), commit, *paths) == {
        b"a.pb": {"linguist-generated": "true"},
        b"b.gen": {"linguist-generated": "set"},
        b"vendor/x": {"linguist-vendored": "set"},
        b"vendor/own/y.pb": {"linguist-generated": "true", "linguist-vendored": "unset"},
        b"odd\xff\n.pb": {"linguist-generated": "true"},
    }


def test_only_the_commit_counts(
    shop: SampleRepository, shadow_of: ShadowOf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = shop.commit("one")
    shop.write(".gitattributes", "* linguist-generated\n")
    after = shop.commit("two")
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / ".config" / "git").mkdir(parents=True)
    (tmp_path / ".config" / "git" / "attributes").write_text("* linguist-vendored\n")
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.chdir(shop.path)
    assert asked(shadow_of(shop), before, b"a") == {}
    assert asked(shadow_of(shop), after, b"a") == {b"a": {"linguist-generated": "set"}}


def test_a_linked_attributes_file_counts_for_nothing(shop: SampleRepository, shadow_of: ShadowOf) -> None:
    shop.write("other", "* linguist-generated\n")
    shop.symlink(".gitattributes", "other")
    assert asked(shadow_of(shop), shop.commit("one"), b"a") == {}


def test_paths_that_lead_nowhere_have_none(shop: SampleRepository, shadow_of: ShadowOf) -> None:
    shop.write(".gitattributes", "* linguist-generated\n")
    commit = shop.commit("one")
    assert asked(shadow_of(shop), commit, b"../x", b"/x", b"a//b", b"ok") == {b"ok": {"linguist-generated": "set"}}


def test_a_tree_listed_already_is_taken(shop: SampleRepository, shadow_of: ShadowOf) -> None:
    shop.write(".gitattributes", "* linguist-generated\n")
    commit = shop.commit("one")
    git = shadow_of(shop).git
    path = RepoPath(b"a")
    assert attributes_at(git, commit, [path], NAMES, list_tree(git, commit)) == {path: {"linguist-generated": "set"}}
    assert attributes_at(git, commit, [path], NAMES, []) == {}
