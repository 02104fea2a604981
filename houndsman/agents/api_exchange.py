"""One question to a model API and its answer, over the openai SDK.

In: the messages so far and what is asked for. Out: a `Completion`, or a `Outcome` told from HTTP status, error code and
what became of the connection. The SDK does not try again by itself: patience is the hunt's. It is imported late, being
large and an extra (`api`); without it, an `ApiMissing` with the line that installs it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING, Self

from houndsman.agents.api_completion import Completion, ProviderError, completion_in
from houndsman.agents.api_endpoint import Endpoint
from houndsman.agents.api_failure import Outcome, Told, failure
from houndsman.agents.api_schema import JsonObject
from houndsman.errors import IncompleteError
from houndsman.models.agent import End
from houndsman.prompt.foreign import one_line

if TYPE_CHECKING:
    from openai import APIStatusError, AsyncOpenAI

#: What a server answers to a parameter that it does not know: the first by the book, the second by pydantic's servers.
_NOT_UNDERSTOOD = (400, 422)
_LONGEST_WORDS = 400
_CAUSES = 4


class ApiMissing(IncompleteError):
    """The SDK is not installed."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is sent."""

    messages: Sequence[JsonObject]
    tools: Sequence[JsonObject] = ()
    may_call: bool = True
    """Else the tools are only named, because the messages hold calls of them."""
    schema: JsonObject | None = None
    """What the provider holds the answer to, if it can."""


@dataclass
class Exchange:
    """A connection to one endpoint, for one session; an asynchronous context manager."""

    endpoint: Endpoint
    refuses_schemas: bool = False
    """Learnt: it answers without a schema, and not with one."""
    _client: AsyncOpenAI | None = field(default=None, repr=False)
    _stack: AsyncExitStack = field(default_factory=AsyncExitStack, repr=False)

    async def __aenter__(self) -> Self:
        self._client = await self._stack.enter_async_context(_client(self.endpoint))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stack.aclose()

    async def ask(self, question: Question) -> Completion | Outcome:
        """The answer. A server that refuses the schema is asked again without it, this time and from now on."""
        plain = _body(question, self.endpoint.model)
        if question.schema is None or self.refuses_schemas:
            return self._read(await self._post(plain))
        held = await self._post(plain | {"response_format": _response_format(question.schema)})
        answer = self._read(held)
        if not (isinstance(held, Told) and isinstance(answer, Outcome)):
            return answer
        if held.status not in _NOT_UNDERSTOOD or answer.end is not End.CRASHED:
            return answer
        again = self._read(await self._post(plain))
        self.refuses_schemas = isinstance(again, Completion)
        return again

    async def _post(self, body: JsonObject) -> str | Told | Outcome:
        """The body of an answer; what the provider told instead; or a failure without either."""
        import openai  # late: half a second

        assert self._client is not None, "it was entered"
        try:
            return await self._client.post("/chat/completions", cast_to=str, body=body)
        except openai.APIStatusError as error:
            return _told(error)
        except openai.APIConnectionError as error:
            return Outcome(End.CRASHED, f"no whole answer came from {self.endpoint.base}: {_causes(error)}")
        except openai.OpenAIError as error:
            return Outcome(End.CRASHED, self._without_key(f"{type(error).__name__}: {error}"))

    def _read(self, answer: str | Told | Outcome) -> Completion | Outcome:
        if isinstance(answer, Outcome):
            return answer
        if isinstance(answer, Told):
            return self._failure(answer)
        try:
            said = completion_in(answer)
        except ValueError as error:
            return Outcome(End.CRASHED, f"what {self.endpoint.base} answers is no answer of a model: {error}")
        if isinstance(said, ProviderError):
            return self._failure(Told(said.status, (said.code,) if said.code else (), said.message, {}))
        return said

    def _failure(self, told: Told) -> Outcome:
        return failure(told._replace(message=self._without_key(told.message)), self.endpoint.key_name)

    def _without_key(self, words: str) -> str:
        """Providers quote a key that they refuse."""
        return one_line(words.replace(self.endpoint.key, "[redacted:api-key]"), _LONGEST_WORDS)


def _client(endpoint: Endpoint) -> AsyncOpenAI:
    try:
        from openai import AsyncOpenAI  # late: half a second, and an extra
    except ImportError as error:
        hint = "Install it: pip install 'houndsman[api]'"
        raise ApiMissing("the openai SDK, by which a model API is asked, is not installed", hint=hint) from error
    # The limit of time is the session's: one question may take all of it.
    client = AsyncOpenAI(base_url=endpoint.base, api_key=endpoint.key, max_retries=0, timeout=None)
    # The SDK takes these from its own environment variables; they are no business of another provider's.
    client.organization = client.project = client.admin_api_key = None
    return client


def _body(question: Question, model: str) -> JsonObject:
    body: JsonObject = {"model": model, "messages": list(question.messages)}
    if question.tools:
        body["tools"] = list(question.tools)
        if not question.may_call:
            body["tool_choice"] = "none"
    return body


def _response_format(schema: JsonObject) -> JsonObject:
    return {"type": "json_schema", "json_schema": {"name": "findings", "strict": True, "schema": schema}}


def _told(error: APIStatusError) -> Told:
    codes = tuple(each for each in (error.code, error.type) if isinstance(each, str))
    body = error.body
    message = body.get("message") if isinstance(body, dict) else None
    headers = {name.lower(): value for name, value in error.response.headers.items()}
    return Told(error.status_code, codes, message if isinstance(message, str) else "", headers)


def _causes(error: BaseException) -> str:
    """The library's own words for what is wrong with the connection, the first cause last."""
    words = [one_line(str(error).rstrip("."))]
    while error.__cause__ is not None and len(words) < _CAUSES:
        error = error.__cause__
        words += [one_line(str(error))] if str(error) else []
    return ": ".join(dict.fromkeys(words))
