"""The kit's pytest plugin: the fixture `kennel`, wherever Houndsman is installed.

pytest imports this in every run of everybody who has Houndsman, so nothing of ours is imported before a test asks for a
fixture.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from houndsman.testing.kennel import Kennel


@pytest.fixture
def kennel(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Kennel:
    """A git repository to let watchdogs loose in, with a `houndsman` that knows no other home and configuration."""
    from houndsman.testing.command_line import environment_of  # only now: see above
    from houndsman.testing.kennel import Kennel

    folder = tmp_path_factory.mktemp("kennel")
    for name, value in environment_of(folder).items():
        if value is None:
            monkeypatch.delenv(name, raising=False)
        else:
            monkeypatch.setenv(name, value)
    return Kennel(folder)
