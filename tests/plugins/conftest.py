"""Builds what `houndsman_check` is given: a change and its exported files, straight from the models."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import pytest

from houndsman import Change, ChangedFile, FileKind, FileStatus, Hunk, RawFinding, ReadingRoot, RepoPath, Watchdog
from houndsman.models.target import Target, TargetKind
from houndsman_plugins import scanner

HEAD_TIME = datetime(2025, 6, 1, 12, tzinfo=UTC)

Check = Callable[[Watchdog, Change, ReadingRoot], list[RawFinding] | None]


class Written(NamedTuple):
    """One file of a change under construction."""

    content: bytes
    changed: Iterable[int] | None = None
    """The lines of the new side that the change added; None for all of them."""
    removed: tuple[str, ...] = ()
    """Lines that the change took out."""
    status: FileStatus = FileStatus.MODIFIED


Files = Mapping[str, str | Written] | Mapping[bytes, str | Written] | Mapping[str | bytes, str | Written]


class Bench:
    """A change and its reading root, built file by file in one folder."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def file(
        self,
        content: str | bytes,
        changed: Iterable[int] | None = None,
        removed: tuple[str, ...] = (),
        status: FileStatus = FileStatus.MODIFIED,
    ) -> Written:
        """One file of a change; see `Written`."""
        return Written(content.encode() if isinstance(content, str) else content, changed, removed, status)

    def check(self, check: Check, watchdog: Watchdog, files: Files) -> list[RawFinding]:
        """What `check` says of a change of these files; a plain text is a file that the change adds."""
        change, reading_root = self.build(files)
        found = check(watchdog, change, reading_root)
        assert found is not None
        return found

    def build(self, files: Files) -> tuple[Change, ReadingRoot]:
        """The models for `files`, by path; a path that is bytes need not be UTF-8."""
        self.root.mkdir(parents=True, exist_ok=True)
        patch = bytearray()
        exported: dict[RepoPath, Path] = {}
        changed_files: list[ChangedFile] = []
        for name, given in files.items():
            written = Written(given.encode(), status=FileStatus.ADDED) if isinstance(given, str) else given
            path = RepoPath(name) if isinstance(name, bytes) else RepoPath.parse(name)
            if written.status is not FileStatus.DELETED:
                exported[path] = _export(self.root, path, written.content)
            start = len(patch)
            patch += "".join(f"-{line}\n" for line in written.removed).encode()
            changed_files.append(_changed_file(path, written, (start, len(patch))))
        target = Target(kind=TargetKind.BRANCH, key="topic", base="0" * 40, head="1" * 40)
        ordered = tuple(sorted(changed_files, key=lambda file: file.path))
        return Change(target, HEAD_TIME, ordered, bytes(patch)), ReadingRoot(self.root, exported)


def _export(root: Path, path: RepoPath, content: bytes) -> Path:
    place = root / os.fsdecode(path.raw)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(content)
    return place


def _changed_file(path: RepoPath, written: Written, patch: tuple[int, int]) -> ChangedFile:
    count = written.content.count(b"\n") + (not written.content.endswith(b"\n"))
    changed = sorted(range(1, count + 1) if written.changed is None else written.changed)
    hunks = () if written.status is FileStatus.DELETED else tuple(Hunk(line - 1, 0, line, 1) for line in changed)
    return ChangedFile(
        path=path,
        old_path=None,
        status=written.status,
        kind=FileKind.TEXT,
        old_mode="100644",
        new_mode="100644",
        old_id="0" * 40,
        new_id="1" * 40,
        similarity=None,
        hunks=hunks,
        added=len(hunks),
        removed=len(written.removed),
        patch_start=patch[0],
        patch_end=patch[1],
    )


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A place to build changes in."""
    return Bench(tmp_path / "export")


@pytest.fixture(scope="session")
def bench_in() -> Callable[[Path], Bench]:
    """A bench in a folder of the caller's choice, for fixtures that outlive one test."""
    return Bench


class FakeScanner:
    """Puts programs of our own making where scanners are looked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(
        self, name: str, *, prints: str = "", helps: str = "", script: str = "", folder: Path | None = None
    ) -> Path:
        """Make an executable `name` that prints `prints` (`helps` when asked for help), or runs `script`."""
        place = (folder or self.folder) / name
        place.parent.mkdir(parents=True, exist_ok=True)
        body = script or f"import sys\nprint({helps!r} if '--help' in sys.argv else {prints!r})"
        place.write_text(f"#!{self.interpreter}\n{body}\n")
        place.chmod(0o755)
        return place

    interpreter = sys.executable


@pytest.fixture
def no_scanners(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A machine on which no scanner is installed."""
    empty = tmp_path / "empty"
    empty.mkdir()
    monkeypatch.setattr(sys, "executable", str(empty / "python"))
    monkeypatch.setenv("PATH", str(empty))
    monkeypatch.setattr(scanner, "module_folders", lambda: [str(empty)])


@pytest.fixture
def fake_scanner(no_scanners: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> FakeScanner:
    """A machine whose only scanners are those that the test makes."""
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    return FakeScanner(tmp_path / "bin")
