"""A cost is reported, estimated or unknown, and unknown is never zero."""

from __future__ import annotations

import sys

import pytest

from houndsman.agents.prices import estimated_cost, priced
from houndsman.models.agent import Priced
from houndsman.models.reply import Usage

TOKENS = Usage(tokens_in=100_000, tokens_out=2_000, tokens_cached=40_000)


def test_what_the_agent_reports_counts() -> None:
    usage = Usage(tokens_in=1, tokens_out=1, cost=0.5)
    assert priced(usage, "gpt-5") == (usage, Priced.REPORTED)


def test_tokens_of_a_known_model_are_estimated() -> None:
    usage, how = priced(TOKENS, "gpt-5")
    assert how is Priced.ESTIMATED
    assert usage == TOKENS.model_copy(update={"cost": pytest.approx(0.1)})


def test_cached_tokens_are_cheaper() -> None:
    dear, cheap = (estimated_cost(TOKENS.model_copy(update={"tokens_cached": many}), "gpt-5") for many in (0, 90_000))
    assert dear is not None
    assert cheap is not None
    assert cheap < dear


def test_a_provider_before_the_model_is_passed_over() -> None:
    assert estimated_cost(TOKENS, "my-gateway/gpt-5") == estimated_cost(TOKENS, "gpt-5")


@pytest.mark.parametrize(
    ("usage", "model"),
    [
        (TOKENS, None),
        (TOKENS, "nobody-sells-this"),
        (TOKENS, ""),
        (Usage(), "gpt-5"),
        (Usage(tokens_in=5), "gpt-5"),
        (Usage(tokens_out=5), "gpt-5"),
    ],
)
def test_what_nobody_knows_is_unknown(usage: Usage, model: str | None) -> None:
    assert priced(usage, model) == (usage, Priced.UNKNOWN)


def test_without_the_table_it_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "genai_prices", None)
    usage = Usage(tokens_in=123_457, tokens_out=2)  # asked by no other test: answers are remembered
    assert priced(usage, "gpt-5") == (usage, Priced.UNKNOWN)
