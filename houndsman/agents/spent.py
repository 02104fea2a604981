"""What a session used: read from events, added up, and told apart from what the same session used before.

In: numbers at the places that a preset's tally names. Out: `Usage`, whose numbers are null where nobody said them:
unknown is never zero.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from houndsman.models.json_path import numbers
from houndsman.models.preset import Tally
from houndsman.models.reply import Usage

#: Nobody said anything.
NOTHING = Usage()

#: It was never started: this nothing is known.
UNSPENT = Usage(tokens_in=0, tokens_out=0, tokens_cached=0, cost=0.0)


def used(tally: Tally, event: object) -> Usage:
    """What `event` says was used."""
    return Usage(
        tokens_in=_whole(numbers(tally.tokens_in, event)),
        tokens_out=_whole(numbers(tally.tokens_out, event)),
        tokens_cached=_whole(numbers(tally.tokens_cached, event)),
        cost=_sum(numbers(tally.cost, event)),
    )


def added(usages: Iterable[Usage]) -> Usage:
    """All of `usages` together."""
    every = tuple(usages)

    def total(name: str) -> float | None:
        known = [getattr(usage, name) for usage in every if getattr(usage, name) is not None]
        return sum(known) if known else None

    return _field_by_field(total)


def since(total: Usage, before: Usage) -> Usage:
    """What of `total` came after `before`."""

    def left(name: str) -> float | None:
        now, then = getattr(total, name), getattr(before, name)
        return None if now is None else max(now - (then or 0), 0)

    return _field_by_field(left)


def without_unpriced(usage: Usage) -> Usage:
    """`usage` with a cost of nothing for something made unknown: that is how programs say that they know no price."""
    if usage.cost == 0 and (usage.tokens_in or usage.tokens_out):
        return usage.model_copy(update={"cost": None})
    return usage


def _field_by_field(value: Callable[[str], float | None]) -> Usage:
    return Usage.model_validate({name: value(name) for name in Usage.model_fields})


def _whole(found: list[float]) -> int | None:
    return int(sum(found)) if found else None


def _sum(found: list[float]) -> float | None:
    return sum(found) if found else None
