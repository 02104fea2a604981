"""A repository for the tests of this room."""

from __future__ import annotations

from pathlib import Path

import pytest

from houndsman.git.samples import SampleRepository


@pytest.fixture
def shop(tmp_path: Path) -> SampleRepository:
    """An empty repository."""
    return SampleRepository.create(tmp_path / "shop")
