"""How a call failed is told by status, code and headers; the provider's words have no say in it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from houndsman.agents.api_failure import Told, failure, resets_in
from houndsman.models.agent import End

MISLEADING = "rate limit exceeded, insufficient_quota, content_filter"


@pytest.mark.parametrize(
    ("status", "codes", "end"),
    [
        (429, (), End.RATE_LIMITED),
        (429, ("rate_limit_exceeded", "tokens"), End.RATE_LIMITED),
        (503, (), End.RATE_LIMITED),
        (529, (), End.RATE_LIMITED),
        (429, ("insufficient_quota",), End.QUOTA),
        (403, ("billing_not_active",), End.QUOTA),
        (402, (), End.QUOTA),
        (400, ("content_filter",), End.REFUSED),
        (400, ("ResponsibleAIPolicyViolation",), End.REFUSED),
        (400, ("invalid_request_error",), End.CRASHED),
        (401, ("invalid_api_key",), End.CRASHED),
        (403, (), End.CRASHED),
        (404, (), End.CRASHED),
        (500, (), End.CRASHED),
        (502, (), End.CRASHED),
    ],
)
def test_the_end_comes_from_status_and_code(status: int, codes: tuple[str, ...], end: End) -> None:
    assert failure(Told(status, codes, MISLEADING, {}), "THE_KEY").end is end


@pytest.mark.parametrize(
    ("status", "codes", "hint"),
    [
        (401, (), "THE_KEY"),
        (403, (), "THE_KEY"),
        (404, (), "HOUNDSMAN_MODEL"),
        (400, ("context_length_exceeded",), "too long"),
    ],
)
def test_the_reason_says_what_to_look_at(status: int, codes: tuple[str, ...], hint: str) -> None:
    reason = failure(Told(status, codes, "words", {}), "THE_KEY").reason
    assert reason.startswith(f"HTTP {status}: words (") and hint in reason


def test_the_providers_words_are_one_short_line_without_secrets() -> None:
    words = f"bad key ghp_{'a' * 36}\n\x1b[2J" + "x" * 5000
    reason = failure(Told(500, (), words, {}), "THE_KEY").reason
    assert len(reason) < 400
    assert "\n" not in reason and "\x1b" not in reason and "ghp_" not in reason


NOW = datetime(2026, 1, 1, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7),
        ({"retry-after": "1.5"}, 1.5),
        ({"retry-after": "9", "retry-after-ms": "250"}, 0.25),
        ({"retry-after": "Thu, 01 Jan 2026 12:01:00 GMT"}, 60),
        ({"retry-after": "Thu, 01 Jan 2026 12:01:00 GMT", "date": "Thu, 01 Jan 2026 12:00:50 GMT"}, 10),
        ({"retry-after": "Thu, 01 Jan 2026 11:00:00 GMT"}, 0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-5"}, None),
        ({"x-ratelimit-reset-requests": "6m0s", "x-ratelimit-reset-tokens": "120ms"}, 360),
        ({"x-ratelimit-reset-requests": "1h2m3.5s"}, 3723.5),
        (
            {
                "x-ratelimit-reset-requests": "6m0s",
                "x-ratelimit-reset-tokens": "120ms",
                "x-ratelimit-remaining-tokens": "0",
                "x-ratelimit-remaining-requests": "9",
            },
            0.12,
        ),
        ({"x-ratelimit-reset-tokens": "30"}, 30),
        ({"x-ratelimit-reset-tokens": "whenever"}, None),
        ({}, None),
    ],
)
def test_when_to_come_back_is_read_in_every_spelling(headers: dict[str, str], seconds: float | None) -> None:
    assert resets_in(headers, NOW) == (None if seconds is None else pytest.approx(seconds))


def test_only_a_rate_limit_says_when_to_come_back() -> None:
    assert failure(Told(429, (), "", {"retry-after": "3"}), "K").resets_in == 3
    assert failure(Told(402, (), "", {"retry-after": "3"}), "K").resets_in is None
