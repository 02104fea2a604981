"""Which model API is asked, and with which key.

In: environment variables. Out: an `Endpoint`. What is missing, or is no address, is a `ConfigError` with the next step.
The key is never printed: neither `repr` nor an error holds it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from houndsman.errors import ConfigError

BASE = "HOUNDSMAN_API_BASE"
KEY = "HOUNDSMAN_API_KEY"
MODEL = "HOUNDSMAN_MODEL"
#: Alone it configures DeepSeek.
DEEP_SEEK_KEY = "HOUNDSMAN_DEEP_SEEK_API_KEY"

_DEEP_SEEK_BASE = "https://api.deepseek.com"
_DEEP_SEEK_MODEL = "deepseek-chat"

_NEXT_STEP = (
    f"Set {BASE} (such as http://127.0.0.1:8000/v1), {KEY} (any word where the server wants none) and {MODEL}, "
    f"or {DEEP_SEEK_KEY} alone."
)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An OpenAI-compatible API and the model that is asked there."""

    base: str
    """Its address, what comes before `/chat/completions`, without a final slash."""
    model: str
    key: str = field(repr=False)
    key_name: str = KEY
    """The variable that the key came from, for words to the user."""


def endpoint_from(environment: Mapping[str, str]) -> Endpoint:
    """The endpoint that `environment` names.

    `HOUNDSMAN_API_BASE`, `_API_KEY` and `_MODEL` together; or the key of DeepSeek alone, whose model
    `HOUNDSMAN_MODEL` may change. DeepSeek's key goes to no other address.

    Raises:
        ConfigError: one of them is missing, or cannot be what it says.
    """
    base, key, model, deep_seek = (environment.get(name, "").strip() for name in (BASE, KEY, MODEL, DEEP_SEEK_KEY))
    if deep_seek and not base and not key:
        return Endpoint(
            _DEEP_SEEK_BASE, model or _DEEP_SEEK_MODEL, _checked_key(deep_seek, DEEP_SEEK_KEY), DEEP_SEEK_KEY
        )
    missing = [name for name, value in ((BASE, base), (KEY, key), (MODEL, model)) if not value]
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        raise ConfigError(f"{' and '.join(missing)} {verb} not set: there is no model API to ask", hint=_NEXT_STEP)
    return Endpoint(_checked_base(base), model, _checked_key(key, KEY))


def _checked_base(base: str) -> str:
    try:
        parts = urlsplit(base)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        usable = False
    if not usable:
        raise ConfigError(f"{BASE} is not an http or https address", hint=_NEXT_STEP)
    if parts.username is not None or parts.password is not None or parts.query or parts.fragment:
        hint = f"Keep only scheme, host and path there, and put the key into {KEY}."
        raise ConfigError(f"{BASE} holds a user, a password, a query or a fragment", hint=hint)
    return base.rstrip("/")


def _checked_key(key: str, name: str) -> str:
    if not key.isascii() or not key.isprintable() or " " in key:
        raise ConfigError(f"{name} holds what no key can", hint="Copy it again, without quotes and line ends.")
    return key
