"""A patch from a file or a pipe is reviewed like anything else, and found again by its bytes."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from houndsman.models.target import TargetKind

if TYPE_CHECKING:
    from tests.conftest import CommandLine


@pytest.fixture
def patch(shop: CommandLine, tmp_path: Path) -> Path:
    """What `feature` did, with a marker added, as a file; `main` is checked out."""
    shop.blocked = ("python", "secrets")
    repository = shop.repository
    repository.write("orders.py", repository.place("orders.py").read_text() + "<<<<<<< ours\n=======\n>>>>>>> theirs\n")
    repository.commit("A leftover")
    place = tmp_path / "the.patch"
    place.write_bytes(repository.git("diff", "--no-color", "main", "feature"))
    repository.switch("main")
    return place


def test_from_the_patch_to_the_triage(shop: CommandLine, patch: Path) -> None:
    target = ("--patch", str(patch))
    manifest = shop.prepare(*target)
    assert (manifest.target.kind, manifest.branch) == (TargetKind.PATCH, None)
    assert manifest.target.base == shop.repository.resolve("main")
    assert [str(file.path) for file in manifest.files] == ["README.md", "orders.py"]
    assert (shop.staging(manifest) / "worktree" / "orders.py").read_bytes().endswith(b">>>>>>> theirs\n")
    quoted = {"file": "orders.py", "line": 1, "quote": "result = Decimal(0)", "rule": "logic:money", "message": "No."}
    shop.answer(manifest, "general", quoted)
    assert shop("hunt", *target).code == 0
    assert {(str(item.rule), item.line) for item in shop.findings(*target)} == {
        ("logic:money", 9),
        ("debris/conflict-marker", 13),
    }
    assert shop.findings("--review", manifest.review_id) == shop.findings(*target)


def test_the_same_bytes_are_the_same_review(
    shop: CommandLine, patch: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    manifest = shop.prepare("--patch", str(patch))
    moved = patch.rename(tmp_path / "moved.patch")
    assert shop.prepare("--patch", str(moved)).review_id == manifest.review_id
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(moved.read_bytes())))
    assert shop.prepare("--patch", "-", "--base", "main").hash == manifest.hash


def test_a_patch_leaves_the_repository_as_it_was(shop: CommandLine, patch: Path) -> None:
    shop.repository.write("orders.py", "lying\n")
    before = shop.repository.git("status", "--porcelain"), shop.repository.git("for-each-ref")
    shop.prepare("--patch", str(patch))
    assert (shop.repository.git("status", "--porcelain"), shop.repository.git("for-each-ref")) == before
    assert shop.repository.place("orders.py").read_text() == "lying\n"


def test_a_patch_of_another_commit_is_refused_with_the_place(shop: CommandLine, patch: Path) -> None:
    ran = shop("hunt", "--patch", str(patch), "--base", "feature")
    assert ran.code == 2
    assert f"{patch}: the patch does not apply" in ran.err
    assert "patch failed: README.md:1" in ran.err
    assert "--base REF" in ran.err
