"""A changed file straight from the model, for what asks no repository."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from houndsman.models.change import ChangedFile, FileKind, FileStatus
from houndsman.models.repo_path import RepoPath


@pytest.fixture
def changed_file() -> Callable[..., ChangedFile]:
    """`changed_file(path, kind=…, added=…, old_path=…)`."""

    def make(
        path: str | bytes, kind: FileKind = FileKind.TEXT, added: int = 1, old_path: str | None = None
    ) -> ChangedFile:
        return ChangedFile(
            path=RepoPath(path.encode() if isinstance(path, str) else path),
            old_path=RepoPath.parse(old_path) if old_path else None,
            status=FileStatus.RENAMED if old_path else FileStatus.MODIFIED,
            kind=kind,
            old_mode="100644",
            new_mode="100644",
            old_id="1" * 40,
            new_id="2" * 40,
            similarity=90 if old_path else None,
            hunks=(),
            added=added,
            removed=0,
            patch_start=0,
            patch_end=0,
        )

    return make
