"""The contract that agents are told: what must be there, and what must not."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from houndsman.models.reply import Reply

LEAST: dict[str, object] = {"watchdog": "one", "findings": [], "reviewedFiles": []}
FINDING: dict[str, object] = {"file": "a.py", "line": 3, "message": "m", "quote": "q"}


def test_nothing_found_is_a_whole_answer() -> None:
    reply = Reply.model_validate(LEAST)
    assert (reply.findings, reply.skipped, reply.checks, reply.rules, reply.usage) == ([], [], [], [], None)


@pytest.mark.parametrize("line", [3, None])
def test_a_finding_of_a_line_or_of_a_whole_file(line: int | None) -> None:
    reply = Reply.model_validate({**LEAST, "findings": [{**FINDING, "line": line}]})
    assert (reply.findings[0].line, reply.findings[0].side) == (line, "new")


@pytest.mark.parametrize("key", ["watchdog", "findings", "reviewedFiles"])
def test_what_every_answer_must_have(key: str) -> None:
    with pytest.raises(ValidationError, match=key):
        Reply.model_validate({name: value for name, value in LEAST.items() if name != key})


@pytest.mark.parametrize(
    "change",
    [
        {"line": "twelve"},
        {"side": "left"},
        {"impactClass": "bad"},
        {"file": None},
        {"colour": "red"},
    ],
)
def test_what_the_schema_does_not_allow(change: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Reply.model_validate({**LEAST, "findings": [{**FINDING, **change}]})


@pytest.mark.parametrize("verdict", ["ok", "gap", "n/a"])
def test_verdicts(verdict: str) -> None:
    reply = Reply.model_validate({**LEAST, "checks": [{"id": "C1", "verdict": verdict}]})
    assert reply.checks[0].verdict == verdict
