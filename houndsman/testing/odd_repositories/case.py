"""What a case is, and the words in which it says what a right reading of its repository is.

In come a builder and its docstring, out comes a case under the builder's name. Two cases of one name are a
`ValueError`.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from houndsman.git.samples import SampleRepository
from houndsman.models.change import ChangedFile, FileKind, FileStatus
from houndsman.models.manifest import ManifestFile

Name = str | bytes


class Row(NamedTuple):
    """What a right reading says of one changed path."""

    path: bytes
    status: FileStatus
    kind: FileKind
    added: int
    """Lines."""
    removed: int
    """Lines."""
    old_path: bytes | None = None
    """Where it was, for a rename."""

    @classmethod
    def of(cls, file: ManifestFile | ChangedFile) -> Row:
        """What a manifest, or a change, says of the path."""
        old_path = None if file.old_path is None else file.old_path.raw
        return cls(file.path.raw, file.status, file.kind, file.added, file.removed, old_path)


class Quote(NamedTuple):
    """A piece of a file as an agent would quote it, and the line on which it stands in the head."""

    path: bytes
    text: str
    line: int
    """Counted from 1; only a line feed ends a line."""


class Refusal(NamedTuple):
    """How a repository that cannot be reviewed is to be refused."""

    says: str
    """What the message must hold."""
    helps: str
    """The command or the option that the message must name."""


@dataclass(frozen=True)
class OddRepository:
    """One case, built."""

    place: Path
    """The folder to review in; not always the top of the repository."""
    rows: frozenset[Row] = frozenset()
    """Every changed path. Empty for an empty change, and where the review is refused."""
    target: tuple[str, ...] = ()
    """The options of `houndsman` that name the target; none for the branch that is checked out."""
    quotes: tuple[Quote, ...] = ()
    refusal: Refusal | None = None
    environ: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Environment variables under which it is odd."""


@dataclass(frozen=True)
class OddCase:
    """One way in which a repository can be odd."""

    name: str
    about: str
    """What is odd, or what goes wrong elsewhere; one sentence."""
    build: Callable[[Path], OddRepository]
    """Builds it in an empty folder, which it must not share."""

    @classmethod
    def of(cls, builder: Callable[[Path], OddRepository]) -> OddCase:
        """The case of a function: its name with hyphens, and the first paragraph of its docstring."""
        about = inspect.cleandoc(builder.__doc__ or "").partition("\n\n")[0].replace("\n", " ")
        return cls(builder.__name__.replace("_", "-"), about, builder)


class Collection(list[OddCase]):
    """The cases of one module: `@CASES.case` adds a builder's."""

    def case(self, builder: Callable[[Path], OddRepository]) -> Callable[[Path], OddRepository]:
        """Add the case of `builder`, which stays what it is."""
        self.put(OddCase.of(builder))
        return builder

    def put(self, case: OddCase) -> None:
        """Add a case. Raises `ValueError` for a name that is taken."""
        if any(other.name == case.name for other in self):
            raise ValueError(f"there are two cases {case.name!r}")
        self.append(case)


# -- building


def begin(folder: Path, files: Mapping[Name, Name] | None = None, object_format: str = "sha1") -> SampleRepository:
    """A repository in `folder / "repository"`: `main` holds `files`; `feature`, checked out, nothing new."""
    repository = SampleRepository.create(folder / "repository", object_format=object_format)
    repository.write("README.md", "# Odd\n")
    put(repository, files or {})
    repository.commit("Before")
    repository.branch("feature")
    return repository


def put(repository: SampleRepository, files: Mapping[Name, Name]) -> None:
    """Write `files` into the work tree."""
    for name, content in files.items():
        repository.write(name, content)


def settle(repository: SampleRepository) -> None:
    """Commit what lies in the work tree to both branches, as what was there before the change."""
    repository.commit("Before")
    repository.git("branch", "--force", "main")


def done(repository: SampleRepository, *rows: Row, quotes: tuple[Quote, ...] = ()) -> OddRepository:
    """Commit what lies in the work tree to the branch that is checked out, which is what is to be reviewed."""
    repository.commit("After")
    return OddRepository(repository.path, frozenset(rows), quotes=quotes)


def changed(path: Name, added: int, removed: int, kind: FileKind = FileKind.TEXT) -> Row:
    """The row of a path that was there and is."""
    return Row(os.fsencode(path), FileStatus.MODIFIED, kind, added, removed)


def created(path: Name, added: int, kind: FileKind = FileKind.TEXT) -> Row:
    """The row of a new path."""
    return Row(os.fsencode(path), FileStatus.ADDED, kind, added, 0)


def deleted(path: Name, removed: int, kind: FileKind = FileKind.TEXT) -> Row:
    """The row of a path that is gone."""
    return Row(os.fsencode(path), FileStatus.DELETED, kind, 0, removed)


def renamed(old_path: Name, path: Name, added: int = 0, removed: int = 0, kind: FileKind = FileKind.TEXT) -> Row:
    """The row of a path that was another."""
    return Row(os.fsencode(path), FileStatus.RENAMED, kind, added, removed, os.fsencode(old_path))


def retyped(path: Name, added: int, removed: int, kind: FileKind) -> Row:
    """The row of a path that holds another type of thing now."""
    return Row(os.fsencode(path), FileStatus.TYPE_CHANGED, kind, added, removed)


def lines(count: int, word: str = "line") -> str:
    """So many lines, no two alike."""
    return "".join(f"{word} {number}\n" for number in range(1, count + 1))
