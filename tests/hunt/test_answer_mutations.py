"""Valid replies, damaged: whatever happens to them, nothing crashes, nothing is invented, and half is never whole."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houndsman.hunt.answer import Answer, read_answer
from houndsman.intake.loads import load_json
from houndsman.models.artifact import artifact_bytes

FINDINGS: list[dict[str, object]] = [
    {
        "file": "src/pay.py",
        "line": 12,
        "endLine": 13,
        "message": 'It says "twice", or {so}.',
        "quote": "a[0] = {'k': 1}",
    },
    {"file": "src/é.py", "line": None, "message": 'line\nend, then 5" wide \\d', "confidence": 0.5, "extra": [True]},
    {"file": "b.py", "line": 3, "message": "// no comment, } ]", "quote": '"findings": ['},
]
REPLY: dict[str, object] = {
    "watchdog": "general",
    "findings": FINDINGS,
    "reviewedFiles": ["src/pay.py", "b.py"],
    "skipped": [{"file": "src/é.py", "reason": "budget"}],
    "checks": [],
}
TEXT = json.dumps(REPLY, ensure_ascii=False)
SIGNS = [
    *"{}[]\"'“”:,\\/*# \n\t1a-",
    '{"',
    '"}',
    "//",
    "/*",
    "*/",
    "```",
    '"findings": [',
    "null",
    TEXT[:60],
    TEXT,
]

_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|[\"\\/bfnrt'])")
_NO_LETTER = re.compile(r"[\W_]+")


def _unescaped(text: str) -> str:
    def one(found: re.Match[str]) -> str:
        return "'" if found[1] == "'" else str(json.loads(f'"{found[0]}"'))

    return _ESCAPE.sub(one, text)


def _letters(text: str) -> str:
    return _NO_LETTER.sub("", text)


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, str):
        yield value
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield json.dumps(value)


def _findings(answer: Answer) -> list[object]:
    assert answer.reply is not None
    findings = answer.reply["findings"]
    assert isinstance(findings, list)
    return findings


def _check(text: str) -> None:
    answer = read_answer([text], "general")
    if answer.reply is None:
        assert answer.errors
        return
    assert load_json(artifact_bytes(answer.reply), "findings/general.json").value == answer.reply
    assert "reviewedFiles" in answer.reply or _findings(answer)
    heard = _letters(text) + " " + _letters(_unescaped(text))
    for said in _texts(_findings(answer)):
        assert _letters(said) in heard
    assert sum(isinstance(each, dict) for each in _findings(answer)) <= text.count("{")


@st.composite
def _damaged(draw: st.DrawFn) -> str:
    text = TEXT
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 30)))
        put = draw(st.sampled_from(["", text[start:end] * 2, *SIGNS]))
        text = text[:start] + put + text[end:]
    return text


@settings(max_examples=400, deadline=None)
@given(_damaged())
def test_nothing_is_invented_from_a_damaged_reply(text: str) -> None:
    _check(text)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(SIGNS), max_size=40).map("".join))
def test_nothing_is_invented_from_nonsense(text: str) -> None:
    _check(text)


@settings(max_examples=150, deadline=None)
@given(st.text(), st.text(), st.integers(0, 4))
def test_a_whole_reply_is_found_in_any_prose_without_signs_of_json(before: str, after: str, indent: int) -> None:
    prose = re.compile("[{}\ud800-\udfff]")
    text = f"{prose.sub('', before)}\n{json.dumps(REPLY, indent=indent)}{prose.sub('', after)}"
    answer = read_answer([text], "general")
    assert answer.reply == REPLY
    assert not answer.truncated


@pytest.mark.parametrize("indent", [None, 1])
def test_of_a_reply_cut_anywhere_just_the_whole_findings_are_kept(indent: int | None) -> None:
    def written(findings: list[dict[str, object]]) -> str:
        return json.dumps({**REPLY, "findings": findings}, ensure_ascii=False, indent=indent)

    text = written(FINDINGS)

    def shared(findings: list[dict[str, object]], more: list[dict[str, object]]) -> int:
        return next(
            at for at, (one, other) in enumerate(zip(written(findings), written(more), strict=False)) if one != other
        )

    longer = [*FINDINGS, FINDINGS[0]]
    # Two that go on with another finding or end the list differ right behind the last closing brace that they share.
    ends = [shared(longer[:at], longer[: at + 1]) for at in range(1, len(longer))]
    begins = text.index('"findings"') + len('"findings"')
    for at in range(len(text)):
        answer = read_answer([text[:at]], "general")
        whole = sum(end <= at for end in ends)
        assert answer.truncated is (begins <= at)
        assert (_findings(answer) if answer.reply else []) == FINDINGS[:whole]
