"""The schema that a provider holds an answer to.

In: the JSON schema that agents are told (`prompt/reply.py`), as text. Out: the same for "structured output", which asks
for more: every property is required, one that could be left out may be null instead, no object has other keys, and only
few keywords are known. Pure. What is no JSON object is a `ValueError`.

Source: https://platform.openai.com/docs/guides/structured-outputs#supported-schemas
"""

from __future__ import annotations

import json

JsonObject = dict[str, object]

_KEPT = ("type", "enum", "const", "description")


def strict_schema(schema: str) -> JsonObject:
    """`schema` in the form that strict structured output takes."""
    read = json.loads(schema)
    if not isinstance(read, dict):
        raise ValueError("a JSON schema is an object")
    strict = _strict(read)
    assert isinstance(strict, dict)
    if isinstance(read.get("$defs"), dict):
        strict["$defs"] = {name: _strict(each) for name, each in read["$defs"].items()}
    return strict


def _strict(schema: object) -> object:
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return {"$ref": schema["$ref"]}  # no other keyword may stand beside it
    strict: JsonObject = {key: schema[key] for key in _KEPT if key in schema}
    if "anyOf" in schema:
        strict["anyOf"] = [_strict(each) for each in schema["anyOf"]]
    if "items" in schema:
        strict["items"] = _strict(schema["items"])
    if schema.get("type") == "object":
        required = schema.get("required", [])
        properties = schema.get("properties", {})
        strict["properties"] = {
            name: _strict(each) if name in required else _nullable(_strict(each)) for name, each in properties.items()
        }
        strict["required"] = list(properties)
        strict["additionalProperties"] = False
    return strict


def _nullable(schema: object) -> object:
    if not isinstance(schema, dict):
        return schema
    choices = schema.get("anyOf")
    if not isinstance(choices, list):
        told = {"description": schema["description"]} if "description" in schema else {}
        bare = {key: value for key, value in schema.items() if key != "description"}
        return told | {"anyOf": [bare, {"type": "null"}]}
    if {"type": "null"} in choices:
        return schema
    return schema | {"anyOf": [*choices, {"type": "null"}]}
