"""A run to hunt in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hunt.scripted import Run


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Run]:
    """Run 1 of a review, in a store of its own."""
    begun = Run.begun(tmp_path)
    with begun.store:
        yield begun
