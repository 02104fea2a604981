"""The schema and the example that agents are told."""

from __future__ import annotations

import json

import pytest

from houndsman.models.owed import Owed
from houndsman.models.reply import Asks, Reply
from houndsman.models.severity import IMPACT_SEVERITY
from houndsman.prompt.reply import EXAMPLE_FILE, reply_example, reply_schema


def test_the_example_is_a_valid_answer() -> None:
    reply = Reply.model_validate_json(reply_example("payments"))
    assert reply.watchdog == "payments"
    assert reply.findings[0].file == EXAMPLE_FILE


def test_the_schema_has_every_key_of_an_answer_but_what_the_harness_fills_in() -> None:
    schema = json.loads(reply_schema())
    keys = {field.alias for field in Reply.model_fields.values()}
    assert set(schema["properties"]) == keys - {"usage"}
    assert "Usage" not in schema["$defs"]
    assert set(schema["required"]) == {"watchdog", "findings", "reviewedFiles"}


def test_the_schema_names_every_impact_class() -> None:
    finding = json.loads(reply_schema())["$defs"]["ReplyFinding"]["properties"]
    (named,) = (each["enum"] for each in finding["impactClass"]["anyOf"] if "enum" in each)
    assert named == list(IMPACT_SEVERITY)


def test_the_schema_says_each_thing_once() -> None:
    assert '"title"' not in reply_schema()
    assert '"description"' in reply_schema()


@pytest.mark.parametrize(
    ("owed", "asked"),
    [
        (None, {"checks", "rules"}),
        (Owed(("F1",), ("1",)), {"checks", "rules"}),
        (Owed(("C1",), ()), {"checks"}),
        (Owed((), ("1",)), {"rules"}),
        (Owed(), set()),
    ],
)
def test_what_is_not_owed_is_neither_shown_nor_asked(owed: Owed | None, asked: set[str]) -> None:
    schema = json.loads(reply_schema(owed=owed))
    assert {"checks", "rules"} & set(schema["properties"]) == asked
    assert ("Verdict" in schema["$defs"]) == bool(asked)
    example = json.loads(reply_example("payments", owed=owed))
    assert {"checks", "rules"} & set(example) == asked
    assert {"findings", "reviewedFiles", "skipped"} <= set(example)
    assert not {"checks", "rules"} & set(json.loads(reply_example("payments", Asks.FINDINGS, owed)))
