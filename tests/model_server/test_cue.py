"""Which step answers: by the question's own history, by count, after so many faults."""

from __future__ import annotations

import pytest

from tests.model_server.cue import Cue, Prompter, Unscripted
from tests.model_server.dialect import Asked
from tests.model_server.script import Conversation, Script, Step, says

FIRST, SECOND = Step(say="first"), Step(say="second")
LIMIT, BROKEN = Step(status=429, times=2), Step(status=500)


def asked(turns: int = 0, *said: str) -> Asked:
    return Asked(dialect="chat", model="m", stream=False, said=said or ("hello",), turns=turns)


def places(prompter: Prompter, *turns: int) -> list[int | None]:
    cues = [prompter.cue(asked(each)) for each in turns]
    return [cue.place if isinstance(cue, Cue) else None for cue in cues]


@pytest.mark.parametrize(
    ("steps", "turns", "expected"),
    [
        pytest.param((FIRST, SECOND), (0, 1), [0, 1], id="one after another"),
        pytest.param((FIRST, SECOND), (0, 0, 1, 1), [0, 0, 1, 1], id="a new session begins anew"),
        pytest.param((FIRST,), (1,), [None], id="beyond the end"),
        pytest.param((LIMIT, FIRST), (0, 0, 0), [0, 0, 1], id="a fault so often as it says"),
        pytest.param((FIRST, LIMIT, SECOND), (0, 1, 1, 1), [0, 1, 1, 2], id="a fault between answers"),
        pytest.param((FIRST, BROKEN), (0, 1, 1), [0, 1, None], id="a fault at the end"),
        pytest.param((LIMIT, BROKEN, FIRST), (0, 0, 0, 0), [0, 0, 1, 2], id="one fault after another"),
        pytest.param((LIMIT, FIRST, SECOND), (1,), [2], id="a fault that was never met is passed"),
    ],
)
def test_the_history_of_the_question_tells_the_step(
    steps: tuple[Step, ...], turns: tuple[int, ...], expected: list[int | None]
) -> None:
    assert places(Prompter(says(*steps)), *turns) == expected


def test_requests_are_counted_where_the_script_says_so() -> None:
    conversation = Conversation(name="all", steps=(LIMIT, FIRST, SECOND), count="requests")
    prompter = Prompter(Script(conversations=(conversation,)))
    assert places(prompter, 0, 0, 0, 0, 0) == [0, 0, 1, 2, None]


@pytest.mark.parametrize("count", ["turns", "requests"])
def test_the_last_step_is_repeated_where_the_script_says_so(count: str) -> None:
    conversation = Conversation.model_validate(
        {"name": "all", "steps": (FIRST, SECOND), "count": count, "repeat": True}
    )
    assert places(Prompter(Script(conversations=(conversation,))), 0, 1, 2, 3) == [0, 1, 1, 1]


def test_the_first_conversation_whose_every_marker_was_said_is_had() -> None:
    script = Script(
        conversations=(
            Conversation(name="again", when=("watchdog: python", "did not read"), steps=(FIRST,)),
            Conversation(name="python", when=("watchdog: python",), steps=(FIRST,)),
        )
    )
    prompter = Prompter(script)
    cues = [
        prompter.cue(asked(0, "watchdog: python")),
        prompter.cue(asked(0, "watchdog: python", "your reply did not read")),
        prompter.cue(asked(0, "watchdog: shell")),
    ]
    assert [cue.conversation if isinstance(cue, Cue) else None for cue in cues] == ["python", "again", None]
    assert isinstance(cues[2], Unscripted)


def test_faults_of_one_conversation_are_not_those_of_another() -> None:
    both = tuple(Conversation(name=name, when=(name,), steps=(BROKEN, FIRST)) for name in ("a", "b"))
    prompter = Prompter(Script(conversations=both))
    cues = [prompter.cue(asked(0, name)) for name in ("a", "b", "a", "b")]
    assert [cue.place for cue in cues if isinstance(cue, Cue)] == [0, 0, 1, 1]
