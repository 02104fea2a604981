"""A change with everything that git knows: nothing vanishes, and the same input gives the same bytes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from houndsman.git.samples import SampleRepository
from houndsman.models.change import FileKind, FileStatus
from houndsman.models.manifest import Manifest
from houndsman.models.repo_path import RepoPath

if TYPE_CHECKING:
    from tests.conftest import CommandLine

ODD_NAMES = [
    b"caf\xe9.py",  # Latin-1
    "naïve ünïcode.txt".encode(),
    "decomposed u\u0308.txt".encode(),
    "🐕 dog.md".encode(),
    b"two  spaces.txt",
    b" leading",
    b"-dash",
    b'"quoted".txt',
    b"new\nline.txt",
    b"tab\there.txt",
    b"back\\slash.txt",
    b":(glob)**",
    b"star*.txt",
    b"#hash",
    b"a/b/c/d/e/f/deep.txt",
    b".hidden/.file",
]
LFS = "version https://git-lfs.github.com/spec/v1\noid sha256:{:064x}\nsize 12\n"


def _body(number: int, lines: int = 12) -> str:
    return "".join(f"value_{number}_{at} = {number * at}\n" for at in range(lines))


def _build(repository: SampleRepository) -> None:
    """About 400 changed paths: edited, added, deleted, renamed with and without edits, odd in name, kind and mode."""
    for number in range(300):
        repository.write(f"package_{number % 7}/module_{number}.py", _body(number))
    for name in ODD_NAMES:
        repository.write(b"odd/" + name, "before\n")
    repository.write("picture.png", b"\x89PNG\0" + bytes(range(256)))
    repository.write("tool.sh", "#!/bin/sh\n")
    repository.write("becomes-link", "text\n")
    repository.symlink("link", "tool.sh")
    repository.write("model.bin", LFS.format(1))
    repository.commit("Before")
    repository.branch("feature")
    for number in range(300):
        path = f"package_{number % 7}/module_{number}.py"
        match number % 5:
            case 0:
                repository.write(path, _body(number) + "changed = True\n")
            case 1:
                repository.remove(path)
            case 2:
                repository.move(path, f"moved/module_{number}.py")
            case 3:
                repository.remove(path)
                repository.write(
                    f"moved/edited_{number}.py", _body(number).replace("= 0\n", "= 1\n", 1) + "\nmore = 1\n"
                )
            case _:
                repository.write(f"fresh/module_{number}.py", _body(number + 1000))
    for name in ODD_NAMES:
        repository.write(b"odd/" + name, "after\n")
    repository.write("picture.png", b"\x89PNG\0" + bytes(reversed(range(256))))
    repository.write("empty.txt", "")
    repository.write("crlf.txt", "one\r\ntwo\r\n")
    repository.write("no-newline.txt", "no newline")
    repository.write("tool.sh", "#!/bin/sh\n", executable=True)
    repository.remove("becomes-link")
    repository.symlink("becomes-link", "tool.sh")
    repository.symlink("link", "empty.txt")
    repository.write("model.bin", LFS.format(2))
    repository.stage()
    repository.git("update-index", "--add", "--cacheinfo", f"160000,{repository.resolve('main')},vendored")
    repository.commit("After", everything=False)


def _named_by_git(repository: SampleRepository) -> Iterator[bytes]:
    words = iter(repository.git("diff", "-M", "--name-status", "-z", "main", "feature").split(b"\0"))
    for status in words:
        if status:
            yield next(words)
            if status[:1] in b"RC":
                yield next(words)


def _artifacts(shop: CommandLine, manifest: Manifest) -> dict[str, bytes]:
    folders = (shop.home / "reviews" / manifest.review_id, shop.staging(manifest))
    return {
        str(place.relative_to(shop.home)): place.read_bytes()
        for folder in folders
        for place in sorted(folder.rglob("*"))
        if place.is_file() and not place.is_symlink()
    }


@pytest.mark.slow
def test_every_path_is_named_and_a_second_prepare_is_the_same(
    houndsman: CommandLine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    houndsman.blocked = ("secrets",)
    _build(houndsman.repository)
    manifest = houndsman.prepare()

    named = {path.raw for file in manifest.files for path in (file.path, file.old_path) if path}
    by_git = set(_named_by_git(houndsman.repository))
    assert len(by_git) > 400
    assert by_git <= named
    assert named <= by_git, "and nothing is made up"

    kinds = {file.kind for file in manifest.files}
    assert kinds == set(FileKind)
    assert {file.status for file in manifest.files} == set(FileStatus) - {FileStatus.COPIED}
    odd = {file.path for file in manifest.files if file.path.raw.startswith(b"odd/")}
    assert odd == {RepoPath(b"odd/" + name) for name in ODD_NAMES}

    first = _artifacts(houndsman, manifest)
    again = houndsman.prepare()
    assert again == manifest
    assert _artifacts(houndsman, again) == first

    monkeypatch.setenv("HOUNDSMAN_HOME", str(tmp_path / "another home"))
    assert houndsman.prepare().hash == manifest.hash

    assert houndsman("hunt").code == 3
    assert houndsman.prepare().hash == manifest.hash


def test_many_files_cut_general_and_everybody_else_to_what_they_can_read(houndsman: CommandLine) -> None:
    houndsman.blocked = ("secrets",)
    for number in range(45):
        houndsman.repository.write(f"module_{number:02}.py", "value = 0\n")
    houndsman.repository.commit("Before")
    houndsman.repository.branch("feature")
    for number in range(45):
        houndsman.repository.write(f"module_{number:02}.py", "value = 1\n" * (number + 1))
    houndsman.repository.commit("After")
    general = next(each for each in houndsman.prepare().watchdogs if each.id == "general")
    assert len(general.files) == 15
    assert {skipped.reason for skipped in general.out_of_scope} == {"out-of-flow"}
    assert len(general.out_of_scope) == 30
    assert str(general.files[0]) == "module_44.py"
