"""The schema that a provider is given obeys the rules of strict output, and still lets every answer be said."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from houndsman.agents.api_schema import JsonObject, strict_schema
from houndsman.git.runner import Git
from houndsman.git.samples import SampleRepository
from houndsman.git.sources import CommitSources
from houndsman.intake.context import IntakeContext
from houndsman.intake.read import read_reply
from houndsman.models.repo_path import RepoPath
from houndsman.models.watchdog import Watchdog
from houndsman.prompt.reply import reply_schema
from houndsman.testing.trees import commit_tree

STRICT = strict_schema(reply_schema())


def every_schema(value: object) -> Iterator[JsonObject]:
    if isinstance(value, dict):
        yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from every_schema(each)


def test_every_property_is_required_and_no_other_is_allowed() -> None:
    objects = [each for each in every_schema(STRICT) if each.get("type") == "object"]
    assert len(objects) == 4
    for each in objects:
        assert isinstance(each["properties"], dict)
        assert each["required"] == list(each["properties"])
        assert each["additionalProperties"] is False


def test_no_keyword_is_left_that_strict_output_does_not_know() -> None:
    known = {"type", "enum", "const", "description", "anyOf", "items", "properties", "required", "$defs"}
    for each in every_schema(STRICT):
        if "type" in each and isinstance(each["type"], str):
            assert set(each) <= known | {"additionalProperties"}
        assert "$ref" not in each or list(each) == ["$ref"]


@pytest.mark.parametrize(
    ("told", "strict"),
    [
        (
            {"type": "string", "default": "", "description": "d"},
            {"description": "d", "anyOf": [{"type": "string"}, None]},
        ),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, {"anyOf": [{"type": "integer"}, None]}),
        (
            {"anyOf": [{"type": "integer"}, {"type": "string"}]},
            {"anyOf": [{"type": "integer"}, {"type": "string"}, None]},
        ),
        ({"$ref": "#/$defs/X", "description": "d"}, {"anyOf": [{"$ref": "#/$defs/X"}, None]}),
        (
            {"type": "array", "items": {"$ref": "#/$defs/X"}, "default": []},
            {"anyOf": [{"type": "array", "items": {"$ref": "#/$defs/X"}}, None]},
        ),
    ],
)
def test_what_could_be_left_out_may_be_null(told: JsonObject, strict: JsonObject) -> None:
    choices = strict["anyOf"]
    assert isinstance(choices, list)
    wanted = strict | {"anyOf": [{"type": "null"} if each is None else each for each in choices]}
    read = strict_schema(json.dumps({"type": "object", "properties": {"it": told}, "required": []}))
    assert read["properties"] == {"it": wanted}


def test_what_is_required_is_not_made_nullable() -> None:
    properties = STRICT["properties"]
    assert isinstance(properties, dict)
    assert properties["watchdog"] == {"type": "string"}


def test_an_answer_with_null_wherever_it_may_be_is_read_like_one_that_leaves_it_out(
    sample: SampleRepository, git: Git
) -> None:
    head = commit_tree(sample, {"a.py": "x = 1\n"})
    root, finding = (_nulls(each) for each in (STRICT["properties"], _properties_of("ReplyFinding")))
    said = {"file": "a.py", "line": 1, "message": "m", "quote": "x = 1"}
    whole = {"watchdog": "python", "findings": [said], "reviewedFiles": ["a.py"]}
    with CommitSources(git, head, head) as sources:
        context = IntakeContext(Watchdog(id="python", title="Python"), (RepoPath(b"a.py"),), sources, ())
        full, bare = (
            read_reply(json.dumps(answer).encode(), context)
            for answer in (root | whole | {"findings": [finding | said]}, whole)
        )
    assert full == bare
    assert len(full.findings) == 1


def _properties_of(name: str) -> object:
    definitions = STRICT["$defs"]
    assert isinstance(definitions, dict)
    return definitions[name]["properties"]


def _nulls(properties: object) -> dict[str, object]:
    """A null for every property that may be null."""
    assert isinstance(properties, dict)
    return {name: None for name, each in properties.items() if {"type": "null"} in each.get("anyOf", ())}


def test_what_is_no_object_is_refused() -> None:
    with pytest.raises(ValueError, match="object"):
        strict_schema("[]")
