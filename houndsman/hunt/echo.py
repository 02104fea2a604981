"""What a reply repeats from the example in its brief: that is an echo and says nothing about the change.

In: a reply as it came. Out: the same without what stands in the example. However the example is laid out, its values
are recognised: a finding by its file and its message or quote, anything else by being equal. Pure; nothing fails.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache

from houndsman.prompt.reply import EXAMPLE_FILE, reply_example


def without_example(reply: Mapping[str, object]) -> dict[str, object]:
    """`reply` without the entries of its lists that the example has, too; equal to `reply` where there are none."""
    example = _example()
    return {
        key: [item for item in value if not _is_of_example(item, example[key])]
        if isinstance(value, list) and key in example
        else value
        for key, value in reply.items()
    }


@cache
def _example() -> dict[str, list[object]]:
    example = json.loads(reply_example(""))  # it differs in nothing but the watchdog
    return {key: value for key, value in example.items() if isinstance(value, list)}


def _is_of_example(item: object, entries: list[object]) -> bool:
    return any(item == entry or _is_finding_of_example(item, entry) for entry in entries)


def _is_finding_of_example(item: object, entry: object) -> bool:
    if not isinstance(item, dict) or not isinstance(entry, dict) or "message" not in entry:
        return False
    if _folded(item.get("file")) != EXAMPLE_FILE:
        return False
    return any(_folded(item.get(key)) == _folded(entry[key]) for key in ("message", "quote"))


def _folded(value: object) -> str | None:
    """A text with its white space as single spaces."""
    return " ".join(value.split()) if isinstance(value, str) else None
