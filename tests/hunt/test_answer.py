"""What an agent's messages say: the corpus of hostile replies, and which of several objects is the answer.

`replies/` holds one reply a file, messages apart by a line of its own; `outcomes.json` has the right outcome of each.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TypedDict

import pytest

from houndsman.hunt.answer import Answer, read_answer
from houndsman.intake.loads import load_json
from houndsman.models.artifact import artifact_bytes

CORPUS = Path(__file__).parent / "replies"
NEXT = "\n======== next message ========\n"


class Outcome(TypedDict):
    """What is right for one file of the corpus."""

    findings: list[str] | None
    repairs: list[str]
    truncated: bool
    error: str
    why: str


OUTCOMES: dict[str, Outcome] = json.loads((CORPUS / "outcomes.json").read_text(encoding="utf-8"))


def _messages(of: Answer) -> list[str] | None:
    if of.reply is None:
        return None
    findings = of.reply["findings"]
    assert isinstance(findings, list)
    return [finding["message"] for finding in findings]


def _codes(of: Answer) -> list[str]:
    return [note.code for note in of.repairs]


def test_every_file_of_the_corpus_has_an_outcome() -> None:
    assert sorted(OUTCOMES) == sorted(path.stem for path in CORPUS.glob("*.txt"))
    assert len(OUTCOMES) >= 60


@pytest.mark.parametrize("name", sorted(OUTCOMES))
def test_a_hostile_reply_has_the_right_outcome(name: str) -> None:
    outcome = OUTCOMES[name]
    said = (CORPUS / f"{name}.txt").read_bytes().decode("utf-8").split(NEXT)
    answer = read_answer(said, "general")
    assert _messages(answer) == outcome["findings"], outcome["why"]
    assert _codes(answer) == outcome["repairs"]
    assert answer.truncated is outcome["truncated"]
    assert bool(answer.errors) is bool(outcome["error"])
    assert outcome["error"] in " ".join(answer.errors)
    if answer.reply is not None:
        assert load_json(artifact_bytes(answer.reply), "findings/general.json").value == answer.reply


def _object(message: str | None, *, watchdog: str | None = "general", reviewed: bool = True) -> str:
    value: dict[str, object] = {"findings": [] if message is None else [{"file": "a.py", "message": message}]}
    if watchdog is not None:
        value["watchdog"] = watchdog
    if reviewed:
        value["reviewedFiles"] = ["a.py"]
    return json.dumps(value)


WHOLE, WHOLE_TOO = _object("whole"), _object("whole too")
SLIPPED = _object("slipped").replace("}]", "},]")
PARTIAL = _object("partial", reviewed=False)
NAMELESS = _object("nameless", watchdog=None)
GUESSED = _object('says "x" here').replace('\\"', '"')
PARTIAL_GUESSED = _object('partial "x" here', reviewed=False).replace('\\"', '"')
CUT = _object("cut")[:-20]
NEVER_WHOLE = _object("never whole")[:43]
ELSEWHERE = _object("elsewhere", watchdog="secrets")


@pytest.mark.parametrize(
    ("said", "taken"),
    [
        ([WHOLE, WHOLE_TOO], "whole too"),
        ([WHOLE + WHOLE_TOO], "whole too"),
        ([WHOLE, SLIPPED], "slipped"),
        ([SLIPPED, WHOLE], "whole"),
        ([WHOLE, PARTIAL], "whole"),
        ([PARTIAL, WHOLE], "whole"),
        ([WHOLE, NAMELESS], "whole"),
        ([PARTIAL, NAMELESS], "nameless"),
        ([NAMELESS, PARTIAL], "partial"),
        ([WHOLE, GUESSED], "whole"),
        ([PARTIAL, GUESSED], 'says "x" here'),
        ([GUESSED, PARTIAL], 'says "x" here'),
        ([NAMELESS, PARTIAL_GUESSED], "nameless"),
        ([PARTIAL_GUESSED, CUT], 'partial "x" here'),
        ([CUT, PARTIAL], "partial"),
        ([CUT, ELSEWHERE], "cut"),
        ([ELSEWHERE, WHOLE, ELSEWHERE], "whole"),
        ([WHOLE, "I am done."], "whole"),
    ],
)
def test_the_last_of_the_best_form_is_taken(said: Sequence[str], taken: str) -> None:
    assert _messages(read_answer(said, "general")) == [taken]


def test_the_list_of_whole_one_is_the_last_said_even_where_it_is_empty() -> None:
    assert _messages(read_answer([WHOLE, _object(None)], "general")) == []


@pytest.mark.parametrize(
    ("said", "truncated"),
    [
        ([WHOLE], False),
        ([CUT, WHOLE], False),
        ([WHOLE, CUT], True),
        ([WHOLE, NEVER_WHOLE], True),
        ([WHOLE, NEVER_WHOLE + "\n" + WHOLE_TOO], False),
        ([WHOLE, 'like {"findings": ... }'], False),
        ([WHOLE, 'like {"findings": [<yours>]}'], False),
        ([NEVER_WHOLE], True),
        ([ELSEWHERE], False),
    ],
)
def test_the_rest_is_asked_for_where_the_last_reply_breaks_off(said: Sequence[str], truncated: bool) -> None:
    answer = read_answer(said, "general")
    assert answer.truncated is truncated
    assert any("breaks off" in error for error in answer.errors) is truncated


def test_where_a_reply_breaks_off_is_said() -> None:
    (error,) = read_answer([WHOLE, "Hm.\n\n" + NEVER_WHOLE], "general").errors
    assert "line 3, column 44" in error
    assert 'near `[{"file": "a.py", "message": "`' in error


def test_the_last_thing_that_is_wrong_is_said() -> None:
    (error,) = read_answer([_object(None, reviewed=False), ELSEWHERE], "general").errors
    assert "secrets" in error
    (error,) = read_answer([ELSEWHERE, _object(None, reviewed=False)], "general").errors
    assert "reviewedFiles" in error


def test_the_name_of_the_watchdog_may_be_written_in_another_case() -> None:
    assert _messages(read_answer([_object("m", watchdog=" General")], "general")) == ["m"]


def test_a_part_of_a_reply_that_was_guessed_is_no_reply() -> None:
    inner = _object(None)
    outer = f'{{"watchdog": "general", "findings": [{{"file": "a.py", "message": "use "x"", "a":\n{inner}}}]}}'
    answer = read_answer([outer], "general")
    assert (_messages(answer), _codes(answer)) == (['use "x"'], ["guessed"])


def test_many_broken_replies_are_no_reason_to_crash_or_to_forget_the_last() -> None:
    said = "\n".join(['{"findings": [{"file": "a" "message": "m"}, '] * 500)
    assert read_answer([said], "general").reply is None
    assert _messages(read_answer([said + "\n" + WHOLE], "general")) == ["whole"]
