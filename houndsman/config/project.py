"""The project's own files: which they are, and from which commit they are trusted.

The change under review may touch them, so they are read from the merge base. `--config-from worktree` reads the folder
instead: for an author who is trying a watchdog that is not committed yet.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from houndsman.config.check import Document, Owner, parse
from houndsman.errors import ConfigError
from houndsman.git.blobs import BlobReader
from houndsman.git.runner import Git
from houndsman.git.trees import SYMLINK, list_tree
from houndsman.models.change import Change
from houndsman.models.manifest import RunWarning
from houndsman.models.repo_path import RepoPath

FOLDER = ".houndsman"
CONFIG = f"{FOLDER}/config.toml"
WATCHDOGS = f"{FOLDER}/watchdogs"
PYPROJECT = "pyproject.toml"
TABLE = ("tool", "houndsman")


class ConfigFrom(StrEnum):
    """Where the project's files are read from."""

    BASE = "base"
    WORKTREE = "worktree"


@dataclass(frozen=True)
class ProjectFiles:
    """The bytes of the project's files at one place."""

    config: bytes | None
    pyproject: bytes | None
    watchdogs: Mapping[str, bytes]
    """By path, such as `.houndsman/watchdogs/payments.md`."""
    links: Mapping[str, bytes] = field(default_factory=dict)
    """Those that are symbolic links, which are never followed, and where each points."""

    def document(self) -> Document | None:
        """The one configuration file, or None. Raises `ConfigError` where there are two, or a link stands for one."""
        for name in sorted(self.links):
            if name != PYPROJECT:  # that one is rarely about us; `read_project` warns
                raise ConfigError(
                    "this is a symbolic link, which is never followed", where=name, hint="put the file itself there"
                )
        own = None if self.config is None else _document(CONFIG, self.config)
        shared = None
        if self.pyproject is not None and _names_us(self.pyproject):
            shared = _document(PYPROJECT, self.pyproject, TABLE)
        if shared is not None and parse(shared) is None:
            shared = None
        if own is not None and shared is not None:
            hint = "keep one of the two"
            raise ConfigError(f"configuration stands here and in {CONFIG}", where=shared.place([]), hint=hint)
        return own or shared

    def differing(self, other: ProjectFiles) -> tuple[RepoPath, ...]:
        """The files of which `other` says something else, by path. Line ends do not count."""
        mine, theirs = self._compared(), other._compared()
        names = {name for name in {*mine, *theirs} if mine.get(name) != theirs.get(name)}
        return tuple(sorted(RepoPath.parse(name) for name in names))

    def _compared(self) -> dict[str, object]:
        told: dict[str, object] = {name: ("link", target) for name, target in self.links.items()}
        told |= {name: _unix(raw) for name, raw in self.watchdogs.items()}
        if self.config is not None:
            told[CONFIG] = _unix(self.config)
        table = _own_table(self.pyproject)
        if table is not None:
            told[PYPROJECT] = table
        return told


def at_commit(git: Git, commit: str) -> ProjectFiles:
    """The project's files as of `commit`."""
    entries = [entry for under in (FOLDER, PYPROJECT) for entry in list_tree(git, commit, RepoPath.parse(under))]
    files, links = {}, {}
    with BlobReader(git) as reader:
        for entry in entries:
            name = str(entry.path)
            if entry.mode == SYMLINK and _is_ours(name):
                links[name] = reader.read(entry.object_id) or b""
            elif _is_file_of_ours(name):
                files[name] = reader.read(entry.object_id) or b""
    return _sorted_out(files, links)


def in_folder(work_tree: Path) -> ProjectFiles:
    """The project's files as they lie in the working tree."""
    names = [PYPROJECT, FOLDER]
    if not (work_tree / FOLDER).is_symlink():
        names += [CONFIG, WATCHDOGS]
        if not (work_tree / WATCHDOGS).is_symlink():
            names += sorted(f"{WATCHDOGS}/{place.name}" for place in (work_tree / WATCHDOGS).glob("*.md"))
    files, links = {}, {}
    for name in names:
        place = work_tree / name
        name = str(RepoPath(os.fsencode(name)))  # as `at_commit` calls it, also where it is no text
        if place.is_symlink():
            links[name] = os.fsencode(place.readlink())
        elif place.is_file():
            files[name] = place.read_bytes()
    return _sorted_out(files, links)


def may_touch(change: Change) -> bool:
    """Whether the change has a path that could be one of the project's files."""
    return any(_could_be(path) for file in change.files for path in (file.path, file.path_at_base))


def _could_be(path: RepoPath) -> bool:
    return path.raw in (PYPROJECT.encode(), FOLDER.encode()) or path.raw.startswith(f"{FOLDER}/".encode())


def _sorted_out(files: Mapping[str, bytes], links: Mapping[str, bytes]) -> ProjectFiles:
    watchdogs = {name: raw for name, raw in sorted(files.items()) if _is_watchdog(name)}
    return ProjectFiles(files.get(CONFIG), files.get(PYPROJECT), watchdogs, links)


def _is_ours(name: str) -> bool:
    return name in (FOLDER, WATCHDOGS) or _is_file_of_ours(name)


def _is_file_of_ours(name: str) -> bool:
    return name in (CONFIG, PYPROJECT) or _is_watchdog(name)


def _is_watchdog(name: str) -> bool:
    folder, _, last = name.rpartition("/")
    return folder == WATCHDOGS and last.endswith(".md")


def _document(name: str, raw: bytes, table: tuple[str, ...] = ()) -> Document:
    try:
        return Document(name, raw.decode("utf-8-sig"), Owner.PROJECT, table)
    except UnicodeDecodeError as error:
        raise ConfigError(f"this is not UTF-8: {error}", where=name, hint="save the file as UTF-8") from None


def _own_table(raw: bytes | None) -> object:
    """Our table of a pyproject.toml; its raw bytes where they name us and do not parse."""
    if raw is None or not _names_us(raw):
        return None
    try:
        return parse(_document(PYPROJECT, raw, TABLE))
    except ConfigError:
        return raw


def _names_us(pyproject: bytes) -> bool:
    """Whether it can hold our table: one that does not may be broken without being our business."""
    return TABLE[-1].encode() in pyproject


def _unix(raw: bytes) -> bytes:
    return raw.replace(b"\r\n", b"\n")


@dataclass(frozen=True)
class ProjectReading:
    """The project's files, and what a reader of the run must know of them."""

    files: ProjectFiles
    touched: tuple[RepoPath, ...]
    """Those that the change under review alters."""
    warnings: tuple[RunWarning, ...] = ()


def read_project(git: Git, change: Change, work_tree: Path | None, config_from: ConfigFrom) -> ProjectReading:
    """The project's files from where they are trusted.

    Args:
        git: of the shadow repository.
        change: the change under review; its left commit is the trusted one.
        work_tree: the user's working tree, or None in a bare repository.
        config_from: what the user chose.
    """
    trusted = at_commit(git, change.target.left)
    touched = trusted.differing(at_commit(git, change.target.head)) if may_touch(change) else ()
    on_disk = trusted if work_tree is None else in_folder(work_tree)
    files = on_disk if config_from is ConfigFrom.WORKTREE else trusted
    told = []
    if PYPROJECT in files.links:
        told.append(f"{PYPROJECT} is a symbolic link, which is never followed; configuration in it is not read")
    for path in files.differing(on_disk):
        if path not in touched:
            left = change.target.left[:12]
            told.append(f"{path} is read as of {left}, where it differs; --config-from worktree reads what lies here")
    return ProjectReading(files, touched, tuple(RunWarning(code="config-not-read", message=each) for each in told))
