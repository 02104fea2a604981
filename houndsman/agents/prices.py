"""What a session cost, where the agent does not say: its tokens at the table of prices that genai-prices bundles.

In: usage, the model, and what the program reported. Out: usage with a cost where one is known, and where it is known
from. A model that the table does not hold, or a missing table (extra `api`), leaves the cost unknown; nothing fails and
nothing is fetched.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from houndsman.models.agent import Priced
from houndsman.models.reply import Usage


class Cost(NamedTuple):
    """Usage and where its cost is known from."""

    usage: Usage
    priced: Priced


def priced(usage: Usage, model: str | None) -> Cost:
    """`usage` with its cost: as reported, else estimated from its tokens for `model`, else unknown.

    `model` may have its provider before it, as in `openai/gpt-5`.
    """
    if usage.cost is not None:
        return Cost(usage, Priced.REPORTED)
    cost = None if model is None else estimated_cost(usage, model)
    if cost is None:
        return Cost(usage, Priced.UNKNOWN)
    return Cost(usage.model_copy(update={"cost": cost}), Priced.ESTIMATED)


def estimated_cost(usage: Usage, model: str) -> float | None:
    """US dollars for the tokens of `usage`; None where the tokens or the model's price are not known."""
    if usage.tokens_in is None or usage.tokens_out is None:
        return None
    for name in dict.fromkeys((model, model.rpartition("/")[2])):
        cost = _looked_up(name, usage.tokens_in, usage.tokens_out, min(usage.tokens_cached or 0, usage.tokens_in))
        if cost is not None:
            return cost
    return None


@lru_cache(maxsize=256)
def _looked_up(model: str, tokens_in: int, tokens_out: int, cached: int) -> float | None:
    try:
        from genai_prices import Usage as Tokens  # imported late: a large table, and an extra
        from genai_prices import calc_price
    except ImportError:
        return None
    tokens = Tokens(input_tokens=tokens_in, output_tokens=tokens_out, cache_read_tokens=cached)
    try:
        return float(calc_price(tokens, model_ref=model).total_price)
    except LookupError:
        return None
