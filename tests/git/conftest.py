"""A repository, and its shadow, for the tests of this room."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from houndsman.git.repository import Repository
from houndsman.git.samples import SampleRepository
from houndsman.git.shadow import Shadow


@pytest.fixture
def shop(tmp_path: Path) -> SampleRepository:
    """An empty repository."""
    return SampleRepository.create(tmp_path / "shop")


@pytest.fixture
def shadow_of(tmp_path: Path) -> Callable[[SampleRepository], Shadow]:
    """The shadow of a sample, outside it."""
    return lambda sample: Shadow.open(tmp_path / "shadow", Repository.discover(sample.path))
