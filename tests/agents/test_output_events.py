"""Events are read while they are written, each once, whatever else stands in the output."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Literal

import pytest

from houndsman.agents.output_events import OutputEvents

MANY = 2**20
Form = Literal["text", "json", "json-lines"]


def read(place: Path, form: Form, limit: int = MANY) -> list[object]:
    """All events of a finished output."""
    with OutputEvents(place, form, limit) as events:
        return list(events.rest())


@pytest.mark.parametrize(
    ("output", "found"),
    [
        (b'{"a": 1}\n{"a": 2}\n', [{"a": 1}, {"a": 2}]),
        (b'{"a": 1}\r\n\r\n {"a": 2}', [{"a": 1}, {"a": 2}]),
        (b'warning: x\n{"a": 1}\n[1]\n"b"\nnull\n', [{"a": 1}]),
        (b'{"a": "\xff"}\n', [{"a": "\ufffd"}]),
        (b'{"a": 1}\n{"a": ', [{"a": 1}]),
        (b'{"a": 1} {"a": 2}\n{"a": 3}\n', [{"a": 3}]),
        (b'{"a":' * 100_000 + b"\n" + b'{"a": 1}\n', [{"a": 1}]),
        (b"", []),
    ],
)
def test_a_line_is_an_event(tmp_path: Path, output: bytes, found: list[object]) -> None:
    (tmp_path / "out").write_bytes(output)
    assert read(tmp_path / "out", "json-lines") == found


@pytest.mark.parametrize(
    ("output", "found"),
    [
        (b'{"a": 1}', [{"a": 1}]),
        (b'{\n "a": {\n  "b": 1}\n}\n', [{"a": {"b": 1}}]),
        (b'[{"a": 1}, {"a": 2}]', [{"a": 1}, {"a": 2}]),
        (b'Loaded settings.\n{"a": 1}', [{"a": 1}]),
        (b'{"a": 1', []),
        (b"no JSON at all", []),
        (b"", []),
    ],
)
def test_an_object_or_a_list_of_events(tmp_path: Path, output: bytes, found: list[object]) -> None:
    (tmp_path / "out").write_bytes(output)
    assert read(tmp_path / "out", "json") == found


def test_an_event_is_there_when_its_line_has_ended(tmp_path: Path) -> None:
    place = tmp_path / "out"
    with OutputEvents(place, "json-lines", MANY) as events, place.open("wb", buffering=0) as out:
        assert list(events.so_far()) == []
        out.write(b'{"a": 1}\n{"a"')
        assert list(events.so_far()) == [{"a": 1}]
        assert list(events.so_far()) == []
        out.write(b": 2}")
        assert list(events.so_far()) == []
        assert list(events.rest()) == [{"a": 2}]


def test_an_output_that_is_not_there_has_no_events(tmp_path: Path) -> None:
    with OutputEvents(tmp_path / "none", "json-lines", MANY) as events:
        assert list(events.so_far()) == list(events.rest()) == []
        assert events.words() == ""


def test_nothing_is_read_beyond_the_limit(tmp_path: Path) -> None:
    (tmp_path / "out").write_bytes(b'{"a": 1}\n{"a": 2}\n')
    assert read(tmp_path / "out", "json-lines", 9) == [{"a": 1}]
    with OutputEvents(tmp_path / "out", "text", 5) as events:
        assert events.words() == '{"a":'


def test_words_may_be_of_any_bytes(tmp_path: Path) -> None:
    (tmp_path / "out").write_bytes(b"caf\xe9\r\n\x00")
    with OutputEvents(tmp_path / "out", "text", MANY) as events:
        assert list(events.so_far()) == []
        assert events.words() == "caf\ufffd\r\n\x00"


def test_a_line_of_many_megabytes_is_read_in_linear_time(tmp_path: Path) -> None:
    def seconds(megabytes: int) -> float:
        (tmp_path / "out").write_bytes(b'{"a": "' + b"x" * megabytes * 2**20 + b'"}\n')
        begun = time.process_time()
        assert len(read(tmp_path / "out", "json-lines", 2**30)) == 1
        return time.process_time() - begun

    assert seconds(32) < 40 * max(seconds(4), 0.01)
