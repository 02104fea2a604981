"""A session lies on disk after every turn, and can be gone on with from there, even if we were killed."""

from __future__ import annotations

from pathlib import Path

import pytest

from houndsman.agents.api_completion import Completion, ToolCall
from houndsman.agents.api_conversation import Conversation
from houndsman.models.reply import Usage


def said(text: str, *calls: ToolCall, reasoning: str | None = None) -> Completion:
    return Completion(text, calls, None, "stop", Usage(), None, reasoning)


def resumed(folder: Path, session: str) -> Conversation:
    found = Conversation.resume(folder, session)
    assert found is not None
    return found


def test_what_was_said_is_on_disk_as_soon_as_it_is_heard(tmp_path: Path) -> None:
    first = Conversation.begin(tmp_path / "one", "system")
    first.ask("question")
    first.hear(said("answer"))
    assert resumed(tmp_path / "one", first.id).messages == [
        {"role": "system", "content": "system"},
        {"role": "user", "content": "question"},
        {"role": "assistant", "content": "answer"},
    ]


def test_a_session_is_found_from_the_folder_of_the_next_one_and_stays_as_it_was(tmp_path: Path) -> None:
    first = Conversation.begin(tmp_path / "one", "system")
    first.ask("question")
    first.hear(said("answer"))
    second = resumed(tmp_path / "two", first.id)
    second.ask("go on")
    second.hear(said("more"))
    assert second.id != first.id
    assert len(resumed(tmp_path / "three", first.id).messages) == 3
    assert len(resumed(tmp_path / "three", second.id).messages) == 5


def test_calls_that_nobody_answered_are_answered_before_anything_else_is_said(tmp_path: Path) -> None:
    first = Conversation.begin(tmp_path, "system")
    first.ask("question")
    first.hear(said("", ToolCall("a", "read_file", "{}"), ToolCall("b", "search", "{}")))
    first.result("a", "content")
    again = resumed(tmp_path, first.id)  # as after a kill
    for talk in (again, first):
        talk.ask("go on")
        assert [each.get("tool_call_id", each["role"]) for each in talk.messages[3:]] == ["a", "b", "user"]
        assert talk.messages[3]["content"] == "content"
        assert "interrupted" in str(talk.messages[4]["content"])
        assert talk.called_tools


def test_reasoning_goes_back_only_beside_calls(tmp_path: Path) -> None:
    talk = Conversation.begin(tmp_path, "system")
    talk.hear(said("", ToolCall("a", "read_file", "{}"), reasoning="thinking"))
    talk.hear(said("done", reasoning="thinking"))
    assert ["reasoning_content" in each for each in talk.messages] == [False, True, False]


def test_a_secret_that_the_model_repeats_is_not_kept(tmp_path: Path) -> None:
    token = f"ghp_{'a' * 36}"
    talk = Conversation.begin(tmp_path, "system")
    talk.hear(said(token, ToolCall("a", "search", f'{{"pattern": "{token}"}}')))
    assert all(token not in file.read_text() for file in tmp_path.iterdir())


@pytest.mark.parametrize("session", ["", "0" * 32, "../../etc/passwd", "*", "session"])
def test_a_session_that_is_not_there_is_none(tmp_path: Path, session: str) -> None:
    assert Conversation.resume(tmp_path / "one", session) is None


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"version": 9, "messages": [{}]}', '{"version": 1, "messages": []}']
)
def test_a_file_that_is_no_session_is_none(tmp_path: Path, content: str) -> None:
    first = Conversation.begin(tmp_path, "system")
    first.hear(said("x"))
    (file,) = tmp_path.iterdir()
    file.write_text(content)
    assert Conversation.resume(tmp_path, first.id) is None
