"""What this session wrote counts as its answer, and nothing else that lies at the place."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from houndsman.agents.answer_file import AnswerFile

LIMIT = 100


def test_what_was_written_is_the_answer(tmp_path: Path) -> None:
    answer = AnswerFile.before(tmp_path / "deep" / "answer.json", LIMIT)
    assert answer.words() is None
    answer.place.write_bytes(b'{"a": "\xff"}')
    assert answer.words() == '{"a": "\ufffd"}'


def test_what_lay_there_before_is_not(tmp_path: Path) -> None:
    place = tmp_path / "answer.json"
    place.write_text("old")
    answer = AnswerFile.before(place, LIMIT)
    assert answer.words() is None
    place.write_text("new")
    os.utime(place, ns=(0, 0))  # set back by whoever unpacked it
    assert answer.words() == "new"


def test_the_same_words_written_again_are_an_answer(tmp_path: Path) -> None:
    place = tmp_path / "answer.json"
    place.write_text("same")
    answer = AnswerFile.before(place, LIMIT)
    place.unlink()
    (tmp_path / "other").write_text("same")
    (tmp_path / "other").rename(place)
    assert answer.words() == "same"


def _link(place: Path) -> None:
    (place.parent / "secret").write_text("secret")
    place.symlink_to("secret")


@pytest.mark.parametrize("make", [_link, Path.mkdir, os.mkfifo])
def test_what_is_no_regular_file_is_not_read(tmp_path: Path, make: Callable[[Path], None]) -> None:
    answer = AnswerFile.before(tmp_path / "answer.json", LIMIT)
    make(answer.place)
    assert answer.words() is None


def test_no_more_is_read_than_the_limit(tmp_path: Path) -> None:
    answer = AnswerFile.before(tmp_path / "answer.json", LIMIT)
    answer.place.write_text("x" * 1000)
    assert answer.words() == "x" * LIMIT


def test_of_an_adopted_session_counts_what_came_after_its_start(tmp_path: Path) -> None:
    place = tmp_path / "answer.json"
    place.write_text("answer")
    written = place.stat().st_ctime_ns
    assert AnswerFile.since(place, written, LIMIT).words() == "answer"
    assert AnswerFile.since(place, written + 1, LIMIT).words() is None


@pytest.mark.parametrize("in_the_way", ["file", "dangling link"])
def test_where_no_folder_can_be_made_nothing_is_written(tmp_path: Path, in_the_way: str) -> None:
    folder = tmp_path / "answers"
    if in_the_way == "file":
        folder.write_text("in the way")
    else:
        folder.symlink_to(tmp_path / "nowhere")
    assert AnswerFile.before(folder / "answer.json", LIMIT).words() is None
