"""What events say adds up to messages, names, usage and an end; what no reading knows is passed over."""

from __future__ import annotations

import pytest

from houndsman.agents.transcript import Transcript
from houndsman.models.agent import End
from houndsman.models.preset import Reading, Tally
from houndsman.models.reply import Usage


def after(*events: object, readings: tuple[Reading, ...]) -> Transcript:
    """What is known after `events`."""
    transcript = Transcript(readings)
    for event in events:
        transcript.take(event)
    return transcript


PIECES = (Reading(when=("type=piece",), message="text", in_pieces=True), Reading(when=("type=said",), message="text"))


def piece(text: str) -> dict[str, str]:
    """A part of a message."""
    return {"type": "piece", "text": text}


@pytest.mark.parametrize(
    ("events", "messages"),
    [
        ((piece("a"), piece("b"), piece("c")), ["abc"]),
        ((piece("a"), {"type": "tool"}, piece("b")), ["a", "b"]),
        ((piece("a"), {"type": "said", "text": "b"}, piece("c")), ["a", "b", "c"]),
        ((piece("a"), piece(""), piece("b")), ["ab"]),
        ((piece(""), piece("a")), ["a"]),
        (({"type": "said", "text": "a"}, {"type": "said", "text": ""}, {"type": "said"}), ["a"]),
        (({"type": "said", "text": 5}, {"type": "said", "text": ["a"]}), []),
    ],
)
def test_messages_and_pieces_of_messages(events: tuple[object, ...], messages: list[str]) -> None:
    assert after(*events, readings=PIECES).messages == messages


@pytest.mark.parametrize("event", [None, 1, "text", [], {}, {"type": {"piece": 1}}, {"type": "piece", "text": None}])
def test_an_event_that_nobody_knows_changes_nothing(event: object) -> None:
    assert after(event, readings=PIECES) == Transcript(PIECES)


def test_the_last_name_told_counts() -> None:
    readings = (Reading(session="id", model="model"),)
    known = after({"id": "a", "model": "x"}, {"id": "b"}, {"id": 7}, {}, readings=readings)
    assert (known.session, known.model) == ("b", "x")


@pytest.mark.parametrize(
    ("of", "known"),
    [
        ("call", (Usage(tokens_in=2), None, Usage())),
        ("session", (None, Usage(tokens_in=2), Usage())),
        ("step", (None, None, Usage(tokens_in=3))),
    ],
)
def test_usage_is_of_a_call_a_session_or_a_step(of: str, known: tuple[Usage | None, ...]) -> None:
    readings = (Reading(tally=Tally.model_validate({"tokens_in": ("in",), "of": of})),)
    transcript = after({"in": 1}, {"in": 2}, {"other": 1}, readings=readings)
    assert (transcript.call, transcript.whole_session, transcript.stepped) == known


def test_of_a_step_that_is_told_twice_the_last_counts() -> None:
    readings = (Reading(tally=Tally(tokens_in=("in",), of="step", step="id")),)
    assert after({"id": "a", "in": 5}, {"id": "b", "in": 1}, {"id": "a", "in": 7}, readings=readings).stepped == Usage(
        tokens_in=8
    )


ENDS = (
    Reading(when=("is=ok",), end=End.OK),
    Reading(when=("is=crashed",), end=End.CRASHED, reason="why"),
    Reading(when=("is=refused",), end=End.REFUSED, reason="why"),
    Reading(when=("is=http",), status="status", reason="why"),
    Reading(when=("is=words",), end=End.CRASHED, status="why", status_pattern=r"HTTP (\d+)", reason="why"),
    Reading(when=("is=for good",), end=End.CRASHED, lasts=True, reason="why"),
)


def said(what: str, **facts: object) -> dict[str, object]:
    """An event about the end."""
    return {"is": what, **facts}


@pytest.mark.parametrize(
    ("events", "end", "reason"),
    [
        ((), None, ""),
        ((said("ok"),), End.OK, ""),
        ((said("refused", why=" no\n"),), End.REFUSED, "no"),
        ((said("refused"), said("crashed", why="x")), End.REFUSED, ""),
        ((said("refused"), said("ok")), End.OK, ""),
        ((said("crashed", why="x"), said("refused", why="y")), End.REFUSED, "y"),
        ((said("crashed", why="x"), said("crashed", why="y")), End.CRASHED, "y"),
        ((said("for good", why="x"), said("ok")), End.CRASHED, "x"),
        ((said("http", status=429),), End.RATE_LIMITED, "HTTP 429"),
        ((said("http", status=503, why="busy"),), End.RATE_LIMITED, "HTTP 503: busy"),
        ((said("http", status=500),), End.CRASHED, "HTTP 500"),
        ((said("http", status=200),), None, ""),
        ((said("http", status="429"),), None, ""),
        ((said("http", status=True),), None, ""),
        ((said("words", why="HTTP 402 Payment"),), End.QUOTA, "HTTP 402: HTTP 402 Payment"),
        ((said("words", why="it said HTTP 402"),), End.CRASHED, "it said HTTP 402"),
        ((said("words", why=402),), End.CRASHED, ""),
        ((said("crashed", why="x" * 9999),), End.CRASHED, "x" * 500),
    ],
)
def test_the_end_is_what_was_said_last_unless_it_says_less(
    events: tuple[object, ...], end: End | None, reason: str
) -> None:
    known = after(*events, readings=ENDS)
    assert (known.end, known.reason) == (end, reason)
