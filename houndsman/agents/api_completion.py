"""One answer of a chat completions API, read into what we use of it.

In: the body of an HTTP answer with status 200, whatever it is. Out: a `Completion`, or a `ProviderError` where the
provider put an error into it; what is neither is a `ValueError` in words. Much is forgiven, because "OpenAI-compatible"
is spelled in many ways: missing usage, text in parts, unpaired surrogates.

Format: https://platform.openai.com/docs/api-reference/chat/object
"""

from __future__ import annotations

import json
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from houndsman.models.reply import Usage

#: Why a model stopped: https://platform.openai.com/docs/api-reference/chat/object#chat-object-choices
LENGTH = "length"
CONTENT_FILTER = "content_filter"


class ToolCall(NamedTuple):
    """A tool that the model wants run."""

    id: str
    name: str
    arguments: str
    """JSON, as the model wrote it."""


class Completion(NamedTuple):
    """What the model said."""

    text: str
    calls: tuple[ToolCall, ...]
    refusal: str | None
    """Its words where it declines; null where it does not."""
    finish: str | None
    usage: Usage
    model: str | None
    reasoning: str | None
    """Its private reasoning, which some providers want back while it calls tools; never shown."""


class ProviderError(NamedTuple):
    """An error in an answer of status 200, as gateways to other providers send it."""

    status: int
    code: str | None
    message: str


class _Part(BaseModel):
    model_config = ConfigDict(extra="ignore")


class _Text(_Part):
    text: str | None = None


class _Function(_Part):
    name: str
    arguments: str | dict[str, object] | None = None


class _Call(_Part):
    id: str = ""
    function: _Function


class _Message(_Part):
    content: str | list[_Text] | None = None
    refusal: str | None = None
    reasoning_content: str | None = None
    tool_calls: list[_Call] | None = None


class _Choice(_Part):
    message: _Message
    finish_reason: str | None = None


class _Details(_Part):
    cached_tokens: int | None = Field(default=None, ge=0)


class _Usage(_Part):
    prompt_tokens: int | None = Field(default=None, ge=0)
    """Cached ones included."""
    completion_tokens: int | None = Field(default=None, ge=0)
    prompt_tokens_details: _Details | None = None
    prompt_cache_hit_tokens: int | None = Field(default=None, ge=0)
    """DeepSeek's word for the cached ones."""


class _Error(_Part):
    message: str = ""
    code: int | str | None = None
    type: str | None = None


class _Body(_Part):
    choices: list[_Choice] = []
    model: str | None = None
    usage: _Usage | None = None
    error: _Error | None = None


def completion_in(body: str) -> Completion | ProviderError:
    """The completion in the body of an answer.

    Raises:
        ValueError: it is none; the message says why, without quoting it.
    """
    read = _body(body)
    if read.error is not None:
        return _provider_error(read.error)
    if not read.choices:
        raise ValueError("it holds no choice")
    message = read.choices[0].message
    return Completion(
        text=_text(message.content),
        calls=tuple(_call(each, at) for at, each in enumerate(message.tool_calls or ())),
        refusal=message.refusal or None,
        finish=read.choices[0].finish_reason,
        usage=_usage(read.usage),
        model=read.model or None,
        reasoning=message.reasoning_content or None,
    )


def _body(body: str) -> _Body:
    try:
        # JSON can spell half of a character outside of the basic plane; text cannot hold it.
        whole = json.dumps(json.loads(body), ensure_ascii=False).encode("utf-8", "replace")
        return _Body.model_validate_json(whole)
    except ValidationError as error:
        at = ".".join(str(part) for part in error.errors()[0]["loc"])
        raise ValueError(f"it is no chat completion{f' (at {at})' if at else ''}") from error
    except (ValueError, RecursionError) as error:
        raise ValueError("it is no JSON") from error


def _provider_error(error: _Error) -> ProviderError:
    status = error.code if isinstance(error.code, int) and 400 <= error.code <= 599 else 500
    code = error.code if isinstance(error.code, str) else error.type
    return ProviderError(status, code, error.message)


def _text(content: str | list[_Text] | None) -> str:
    if isinstance(content, list):
        return "".join(part.text or "" for part in content)
    return content or ""


def _call(call: _Call, at: int) -> ToolCall:
    arguments = call.function.arguments
    written = arguments if isinstance(arguments, str) else json.dumps(arguments or {})
    return ToolCall(call.id or f"call_{at}", call.function.name, written)


def _usage(told: _Usage | None) -> Usage:
    if told is None:
        return Usage()
    cached = told.prompt_tokens_details.cached_tokens if told.prompt_tokens_details else None
    return Usage(
        tokens_in=told.prompt_tokens,
        tokens_out=told.completion_tokens,
        tokens_cached=told.prompt_cache_hit_tokens if cached is None else cached,
    )
