"""Fields of a request that a program wrote: what is there in the shape that is wanted, else its empty form."""

from __future__ import annotations

JsonObject = dict[str, object]


def an_object(value: object) -> JsonObject:
    """`value` where it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def a_list(value: object) -> list[object]:
    """`value` where it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def a_text(value: object) -> str:
    """`value` where it is a string, else an empty one."""
    return value if isinstance(value, str) else ""


def objects(value: object) -> list[JsonObject]:
    """The objects of a list."""
    return [each for each in a_list(value) if isinstance(each, dict)]


def texts(content: object) -> list[str]:
    """The texts of a message's content: a string, or a list of parts of which those with a `text` count."""
    if isinstance(content, str):
        return [content]
    return [part["text"] for part in objects(content) if isinstance(part.get("text"), str) and part["text"]]  # type: ignore[misc]
