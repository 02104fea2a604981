"""What a hunt would take: nothing that is unknown is zero."""

from __future__ import annotations

import pytest

from houndsman.hunt.estimate import Estimate, estimates
from houndsman.hunt.roster import roster
from houndsman.models.config import Config
from houndsman.models.manifest import Manifest, ManifestBudgets, ManifestWatchdog
from houndsman.models.target import Target, TargetKind


def _watchdog(name: str, tokens: int, brief: str | None = "/briefs/x.md") -> ManifestWatchdog:
    return ManifestWatchdog(
        id=name, brief=brief, files=(), out_of_scope=(), agent=None, estimated_tokens=tokens, hash=""
    )


MANIFEST = Manifest(
    review_id="r",
    run=1,
    repository="x",
    branch=None,
    variant=None,
    target=Target(kind=TargetKind.BRANCH, key="f", base="a" * 40, head="b" * 40),
    status="ready",
    files=(),
    watchdogs=(_watchdog("general", 40_000), _watchdog("debris", 0, None), _watchdog("money", 1_000)),
    budgets=ManifestBudgets(max_files_per_brief=40, max_excerpt_chars=60_000, reads=6, searches=6),
    created_at="",
    hash="",
)


def test_each_brief_has_a_row_and_code_has_none() -> None:
    everybody = roster(Config(), ())
    told = estimates(MANIFEST, {"general": everybody.chain("claude"), "money": ()})
    assert told == (
        Estimate("general", "claude", 40_000, 10_000, None),
        Estimate("money", None, 1_000, 1_000, None),
    )


def test_a_named_model_has_a_price() -> None:
    pytest.importorskip("genai_prices")
    config = Config.model_validate({"agents": {"codex": {"model": "gpt-4o"}}})
    general, _ = estimates(MANIFEST, {"general": roster(config, ()).chain("codex")})
    assert general.cost == pytest.approx(0.2)
