"""Published runs of reviewers, where they are at hand."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

VARIABLE = "HOUNDSMAN_SHARED"


@pytest.fixture(scope="session")
def published() -> Path:
    """The folder of public data sets."""
    named = os.environ.get(VARIABLE)
    if not named:
        pytest.skip(f"{VARIABLE} names no folder with the public data sets")
    return Path(named) / "data"
