"""Which API is asked is told by the environment alone, and what is missing is said with the next step."""

from __future__ import annotations

import pytest

from houndsman.agents.api_endpoint import BASE, DEEP_SEEK_KEY, KEY, MODEL, Endpoint, endpoint_from
from houndsman.errors import ConfigError

ALL = {BASE: "http://127.0.0.1:1/v1/", KEY: "k", MODEL: "m"}


@pytest.mark.parametrize(
    ("environment", "endpoint"),
    [
        (ALL, Endpoint("http://127.0.0.1:1/v1", "m", "k")),
        ({DEEP_SEEK_KEY: " d "}, Endpoint("https://api.deepseek.com", "deepseek-chat", "d", DEEP_SEEK_KEY)),
        (
            {DEEP_SEEK_KEY: "d", MODEL: "deepseek-reasoner"},
            Endpoint("https://api.deepseek.com", "deepseek-reasoner", "d", DEEP_SEEK_KEY),
        ),
        ({**ALL, DEEP_SEEK_KEY: "d"}, Endpoint("http://127.0.0.1:1/v1", "m", "k")),
    ],
)
def test_the_environment_names_the_endpoint(environment: dict[str, str], endpoint: Endpoint) -> None:
    assert endpoint_from(environment) == endpoint


@pytest.mark.parametrize(
    ("environment", "missing"),
    [
        ({}, [BASE, KEY, MODEL]),
        ({**ALL, KEY: " "}, [KEY]),
        (
            {BASE: "http://127.0.0.1:1", MODEL: "m", DEEP_SEEK_KEY: "d"},
            [KEY],
        ),  # that key is for DeepSeek's address only
    ],
)
def test_what_is_missing_is_named_with_the_next_step(environment: dict[str, str], missing: list[str]) -> None:
    with pytest.raises(ConfigError, match=f"^{' and '.join(missing)} ") as caught:
        endpoint_from(environment)
    assert caught.value.hint is not None and DEEP_SEEK_KEY in caught.value.hint


@pytest.mark.parametrize(
    "base",
    [
        "api.example.com/v1",
        "ftp://x",
        "http://",
        "http://x:port",
        "https://me:hush@x/v1",
        "https://x/v1?key=hush",
        "[::",
    ],
)
def test_an_address_that_is_none_or_holds_a_secret_is_refused_without_showing_it(base: str) -> None:
    with pytest.raises(ConfigError) as caught:
        endpoint_from({**ALL, BASE: base})
    assert "hush" not in str(caught.value)


@pytest.mark.parametrize("key", ["two words", "clé", "a\nb"])
def test_what_cannot_be_a_key_is_refused_without_showing_it(key: str) -> None:
    with pytest.raises(ConfigError) as caught:
        endpoint_from({**ALL, KEY: key})
    assert key not in str(caught.value)


def test_the_key_is_never_printed() -> None:
    assert "very-secret" not in repr(endpoint_from({**ALL, KEY: "very-secret"}))
