"""pytest fixtures of the kit. Nothing loads them by itself: import those that you want into a `conftest.py`.

from houndsman.testing.fixtures import odd_repository  # noqa: F401

def test_my_reader(odd_repository: OddRepository) -> None: ...
"""

from __future__ import annotations

from pathlib import Path

import pytest

from houndsman.testing.odd_repositories import CASES, OddRepository


@pytest.fixture(params=CASES)
def odd_repository(request: pytest.FixtureRequest, tmp_path: Path) -> OddRepository:
    """Each odd repository in its turn; a test that asks for it runs once for every case.

    Some of them only: `@pytest.mark.parametrize("odd_repository", ["crlf", "bare"], indirect=True)`.
    """
    folder = tmp_path / "odd"
    folder.mkdir()
    return CASES[request.param].build(folder)
