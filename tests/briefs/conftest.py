"""A brief of a real change, and its parts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from houndsman.briefs.brief import BriefWriter, Places
from houndsman.hook_relay import HookRelay
from houndsman.models.business import BusinessSummary
from houndsman.models.change import Change
from houndsman.models.classification import Assignment, OutOfScope
from houndsman.models.config import Config
from houndsman.models.reply import Asks
from houndsman.models.repo_path import RepoPath
from houndsman.models.watchdog import Watchdog

PLACES = Places(Path("/home/worktree"), Path("/home/staging/findings"))


@pytest.fixture
def brief_of(load: Callable[..., HookRelay]) -> Callable[..., str]:
    """`brief_of(change, watchdog, files=…, out=…, config=…)`; all files of the change where none are named."""

    def write(
        change: Change,
        watchdog: Watchdog,
        files: tuple[str, ...] | None = None,
        out: tuple[tuple[str, str], ...] = (),
        config: Config | None = None,
        max_file_chars: int | None = None,
        places: Places = PLACES,
        business: BusinessSummary | None = None,
        asks: Asks = Asks.ALL,
    ) -> str:
        assignment = Assignment(
            watchdog=watchdog,
            origin="test",
            files=tuple(f.path for f in change.files) if files is None else tuple(map(RepoPath.parse, files)),
            out_of_scope=tuple(OutOfScope(path=RepoPath.parse(path), reason=reason) for path, reason in out),
            max_file_chars=max_file_chars,
        )
        return BriefWriter(change, config or Config(project_name="Shop"), places, load(), business).write(
            assignment, asks
        )

    return write
