"""Changes as the project makes them: real commits, real git, one parser."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from houndsman.change.parse import parse_change
from houndsman.git.diff import diff_bytes
from houndsman.git.repository import Repository
from houndsman.git.samples import SampleRepository
from houndsman.git.shadow import Shadow
from houndsman.models.change import Change
from houndsman.models.target import ResolvedTarget, Target, TargetKind


def resolved(left: str, right: str) -> ResolvedTarget:
    target = Target(kind=TargetKind.RANGE, key="range:test", base=left, head=right)
    return ResolvedTarget(target=target, branch=None, head_time=datetime(2024, 1, 1, tzinfo=UTC))


@pytest.fixture
def shop(tmp_path: Path) -> SampleRepository:
    """An empty repository."""
    return SampleRepository.create(tmp_path / "shop")


@pytest.fixture
def change_between(tmp_path: Path, shop: SampleRepository) -> Callable[[str, str], Change]:
    """The parsed change from one commit of `shop` to another."""

    def parse(left: str, right: str) -> Change:
        shadow = Shadow.open(tmp_path / "shadow", Repository.discover(shop.path))
        return parse_change(diff_bytes(shadow.git, left, right).output, resolved(left, right))

    return parse
