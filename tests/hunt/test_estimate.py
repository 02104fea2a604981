"""What a hunt would take: nothing that is unknown is zero."""

from __future__ import annotations

import pytest

from houndsman.hunt.estimate import Estimate, estimates
from houndsman.hunt.roster import roster
from houndsman.models.config import Config
from houndsman.models.hunt_notes import Depth
from houndsman.models.manifest import Manifest, ManifestBudgets, ManifestWatchdog
from houndsman.models.target import Target, TargetKind

FLAT = Depth(adversarial=False, checklist=False)


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
    told = estimates(MANIFEST, {"general": everybody.chain("claude"), "money": ()}, FLAT)
    assert told == (
        Estimate("general", "claude", 1, 40_000, 10_000, None),
        Estimate("money", None, 1, 1_000, 1_000, None),
    )


def test_general_is_asked_as_often_as_it_has_sessions() -> None:
    claude = {"general": roster(Config(), ()).chain("claude")}
    told = [estimates(MANIFEST, claude, depth)[0] for depth in (Depth(), Depth(checklist=False))]
    assert [(each.sessions, each.tokens_in, each.tokens_out) for each in told] == [
        (3, 120_000, 30_000),
        (2, 80_000, 20_000),
    ]


def test_each_file_is_a_session_where_each_has_an_agent() -> None:
    _, money = estimates(MANIFEST, {}, Depth(), {"general": [], "money": [600, 8_000]})
    assert (money.sessions, money.tokens_in, money.tokens_out) == (2, 8_600, 1_000 + 2_000)


def test_a_named_model_has_a_price() -> None:
    pytest.importorskip("genai_prices")
    config = Config.model_validate({"agents": {"codex": {"model": "gpt-4o"}}})
    general, _ = estimates(MANIFEST, {"general": roster(config, ()).chain("codex")}, FLAT)
    assert general.cost == pytest.approx(0.2)
