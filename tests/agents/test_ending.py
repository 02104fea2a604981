"""What each thing that is known of a finished session says about its end, and which of them goes first."""

from __future__ import annotations

from pathlib import Path

import pytest

from houndsman.agents.ending import Ended, ended
from houndsman.agents.process import ERRORS, OUTPUT, EndedBy, Ran
from houndsman.agents.transcript import Transcript
from houndsman.models.agent import AgentTask, End
from houndsman.models.preset import Output, Reading

TEXT = Output(exits={41: End.QUOTA})
EVENTS = Output(format="json-lines", readings=(Reading(end=End.OK),), exits={41: End.QUOTA})
HAPPY = Output(format="json-lines", readings=(Reading(message="text"),))


def how(
    folder: Path, ran: Ran, output: Output = TEXT, told: End | None = None, spoke: bool = True, wrote: bool = False
) -> End:
    """How such a session ended."""
    task = AgentTask("", folder, folder, folder / "answer.json", "{}")
    transcript = Transcript((), end=told)
    return ended(Ended(ran, transcript, output, task, spoke or wrote, wrote)).end


@pytest.mark.parametrize("told", [None, *End])
@pytest.mark.parametrize("status", [0, 1, 41, -15, None])
@pytest.mark.parametrize(("by", "end"), [(EndedBy.TIME, End.TIMEOUT), (EndedBy.WATCHER, End.CEILING)])
def test_our_limits_go_first(tmp_path: Path, by: EndedBy, end: End, status: int | None, told: End | None) -> None:
    assert how(tmp_path, Ran(status, by), told=told) is end


@pytest.mark.parametrize(
    ("status", "told", "end"),
    [
        (0, End.OK, End.OK),
        (1, End.OK, End.OK),
        (41, End.OK, End.OK),
        (0, End.REFUSED, End.REFUSED),
        (41, End.REFUSED, End.REFUSED),
        (41, End.CRASHED, End.QUOTA),
        (41, None, End.QUOTA),
        (0, End.CRASHED, End.CRASHED),
        (0, None, End.CRASHED),
        (-11, None, End.CRASHED),
        (None, End.OK, End.OK),
        (None, None, End.CRASHED),
    ],
)
def test_events_go_before_the_exit_status(tmp_path: Path, status: int | None, told: End | None, end: End) -> None:
    assert how(tmp_path, Ran(status), EVENTS, told) is end


@pytest.mark.parametrize("output", [TEXT, HAPPY], ids=["text", "events that tell no end"])
@pytest.mark.parametrize(
    ("ran", "spoke", "wrote", "end"),
    [
        (Ran(0), True, False, End.OK),
        (Ran(0), False, True, End.OK),
        (Ran(0), False, False, End.CRASHED),
        (Ran(1), True, True, End.CRASHED),
        (Ran(None), True, False, End.CRASHED),
        (Ran(None), True, True, End.OK),
        (Ran(0, cut=(OUTPUT,)), True, False, End.CRASHED),
        (Ran(0, cut=(OUTPUT,)), True, True, End.OK),
        (Ran(0, cut=(ERRORS,)), True, False, End.OK),
    ],
)
def test_without_events_the_status_and_the_answer_tell(
    tmp_path: Path, output: Output, ran: Ran, spoke: bool, wrote: bool, end: End
) -> None:
    assert how(tmp_path, ran, output, None, spoke, wrote) is end


@pytest.mark.parametrize(
    ("errors", "shown"),
    [
        (b"one\ntwo\n", ": one two"),
        (b"\xff \x1b[2J", ": \ufffd \\x1b[2J"),
        (b"x" * 5000, ": " + "x" * 500),
        (b"\n".join(b"%d" % line for line in range(20)), ": 15 16 17 18 19"),
        (b"warning\nError: no table\n\nquery:\n" + b"create\n" * 20, ": Error: no table … " + "create " * 4 + "create"),
        (b"Error: no table\nquery: " + b"x" * 900, ": Error: no table … " + "x" * 500),
        (
            b"\x1b[91m\x1b[1mError: \x1b[0mUnexpected\n" + b"1\n" * 6,
            ": Error: Unexpected … 1 1 1 1 1",
        ),
        (b"Traceback\n  File\nKeyError: 'a'\n", ": Traceback File KeyError: 'a'"),
        (b"TypeError: " + b"t" * 900 + b"\nlast\n" * 6, ": TypeError: " + "t" * 189 + " … " + "last  " * 2 + "last"),
        (b"no error here\n" + b"1\n" * 6, ": 1 1 1 1 1"),
        (
            b"Error: key sk-ant-api03-" + b"a" * 95 + b"\n" + b"1\n" * 6,
            ": Error: key [redacted:openai-key] … 1 1 1 1 1",
        ),
        (b" \n", ""),
        (None, ""),
    ],
)
def test_a_person_is_shown_its_last_words(tmp_path: Path, errors: bytes | None, shown: str) -> None:
    if errors is not None:
        (tmp_path / ERRORS).write_bytes(errors)
    task = AgentTask("", tmp_path, tmp_path, tmp_path / "answer.json", "{}")
    assert ended(Ended(Ran(9), Transcript(()), TEXT, task, True, False)).reason == f"it exited with 9{shown}"
