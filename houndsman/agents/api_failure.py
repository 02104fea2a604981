"""How a call of a model API failed, from HTTP status and error code alone.

In: status, code and headers of the provider's answer. Out: an end, a reason for a person, and when to come back where
the provider says so. The provider's own words are shown and never looked at: they may quote the reviewed code.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import NamedTuple

from houndsman.models.agent import End
from houndsman.prompt.foreign import one_line

#: No money is left: https://platform.openai.com/docs/guides/error-codes
_QUOTA_CODES = frozenset({"insufficient_quota", "billing_hard_limit_reached", "billing_not_active"})
#: OpenAI's and Azure's codes for what their policies decline.
_REFUSAL_CODES = frozenset({"content_filter", "content_policy_violation", "responsibleaipolicyviolation"})
#: 503 and 529 are "overloaded": later is a help, as with 429.
_STATUS_ENDS = {402: End.QUOTA, 429: End.RATE_LIMITED, 503: End.RATE_LIMITED, 529: End.RATE_LIMITED}
_HINTS = {
    401: "check the key in {key_name}",
    403: "the key in {key_name} may not use this model",
    404: "check HOUNDSMAN_API_BASE and HOUNDSMAN_MODEL",
    413: "the brief is too long for this model",
}
_CODE_HINTS = {"context_length_exceeded": "the brief is too long for this model"}

#: `6m0s`, `1.5s`, `120ms`: how x-ratelimit-reset-* spells a while.
_WHILE = re.compile(r"(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+(?:\.\d+)?)s)?(?:(\d+(?:\.\d+)?)ms)?\Z")
_SECONDS = (86_400.0, 3_600.0, 60.0, 1.0, 0.001)
_NUMBER = re.compile(r"\d{1,12}(?:\.\d{1,9})?\Z")
_LIMITS = ("requests", "tokens")
_LONGEST_REASON = 300


class Outcome(NamedTuple):
    """How a call, or a whole session, ended."""

    end: End
    reason: str = ""
    """Why not well, in words for a person."""
    resets_in: float | None = None
    """Seconds until a limit is lifted."""


class Told(NamedTuple):
    """What the provider answered."""

    status: int
    codes: tuple[str, ...]
    """The error's `code` and `type`, where there are any."""
    message: str
    headers: Mapping[str, str]
    """By lower-case name."""


def failure(told: Told, key_name: str) -> Outcome:
    """What an answer with an error comes to. `key_name` is the variable with the key."""
    codes = {code.casefold() for code in told.codes}
    if codes & _REFUSAL_CODES:
        end = End.REFUSED
    elif codes & _QUOTA_CODES:
        end = End.QUOTA
    else:
        end = _STATUS_ENDS.get(told.status, End.CRASHED)
    hints = [_CODE_HINTS[code] for code in codes if code in _CODE_HINTS]
    hint = (hints or [_HINTS.get(told.status, "")])[0].format(key_name=key_name)
    words = one_line(told.message, _LONGEST_REASON)
    reason = f"HTTP {told.status}{f': {words}' if words else ''}{f' ({hint})' if hint else ''}"
    return Outcome(end, reason, resets_in(told.headers) if end is End.RATE_LIMITED else None)


def resets_in(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """Seconds until a limit is lifted, as `Retry-After` or else `x-ratelimit-reset-*` says; None where neither does.

    A date is counted from the answer's own `Date`, so that a wrong clock of ours does not matter; `now` is for an
    answer without one.
    """
    milliseconds = headers.get("retry-after-ms", "").strip()
    if _NUMBER.match(milliseconds):
        return float(milliseconds) / 1000
    told = headers.get("retry-after", "").strip()
    if _NUMBER.match(told):
        return float(told)
    until = _date(told)
    if until is not None:
        began = _date(headers.get("date", "")) or now or datetime.now(UTC)
        return max(0.0, (until - began).total_seconds())
    return _reset(headers)


def _reset(headers: Mapping[str, str]) -> float | None:
    """Of the limit that is used up; of the last to be lifted where it is not said which one is."""
    used_up = [name for name in _LIMITS if headers.get(f"x-ratelimit-remaining-{name}", "").strip() == "0"]
    whiles = [_while(headers.get(f"x-ratelimit-reset-{name}", "")) for name in used_up or _LIMITS]
    return max((each for each in whiles if each is not None), default=None)


def _while(text: str) -> float | None:
    text = text.strip()
    if _NUMBER.match(text):
        return float(text)
    found = _WHILE.match(text)
    if not text or found is None:
        return None
    return sum(float(part) * seconds for part, seconds in zip(found.groups(), _SECONDS, strict=True) if part)


def _date(text: str) -> datetime | None:
    try:
        date = parsedate_to_datetime(text)
    except ValueError:
        return None
    return date if date.tzinfo else date.replace(tzinfo=UTC)
