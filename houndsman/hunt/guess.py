"""The last resort for an object that no grammar reads: quotes inside a text that are not escaped, missing commas.

In: the text of a message and where a reply in it begins. Out: the value that json-repair makes of it, if it is made of
the same letters and digits in the same order, and of the same brackets. So nothing is invented and nothing lost; what
is guessed is only where a text ends. Anything else is None: then the whole findings are salvaged and the rest is asked
for.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from houndsman.hunt.repair import TooDeep, settled
from houndsman.hunt.scan import REPLY_KEY

#: Characters of a reply that may be guessed at: it takes a second for two million, and no reply is so long.
LONGEST = 200_000

_BRACKET = re.compile(r"[^\"{}\[\]]*+(?:(?P<text>\"[^\"\\\n]*+(?:\\.[^\"\\\n]*+)*+\")|(?P<mark>[{}\[\]]))")
_ESCAPE = re.compile(r"\\(?:u(?P<code>[0-9a-fA-F]{4})|[\"\\/bfnrt])")
_NO_LETTER = re.compile(r"[\W_]+")


class Guess(NamedTuple):
    """What an unreadable object probably says."""

    value: dict[str, object]
    end: int
    """Where it ends in the message."""


def guess(text: str, start: int) -> Guess | None:
    """What the object that begins at `start` of `text` says; None where that is anybody's guess."""
    for end in _ends(text, start):
        value = _repaired(text[start:end])
        if isinstance(value, dict) and _holds_findings(value) and _is_made_of(value, text[start:end]):
            return Guess(value, end)
    return None


def _holds_findings(value: dict[str, object]) -> bool:
    """Whether there are findings and nothing else among them: nobody has found nothing because that was guessed."""
    findings = value.get(REPLY_KEY)
    return (
        isinstance(findings, list)
        and bool(findings)
        and all(isinstance(each, dict) and isinstance(each.get("file"), str) for each in findings)
    )


def _ends(text: str, start: int) -> Iterator[int]:
    """Where the object may end: at the bracket that closes its first one, or at the last brace of its code block."""
    limit = min(len(text), start + LONGEST)
    depth, at = 0, start
    while bracket := _BRACKET.match(text, at, limit):
        at = bracket.end()
        if bracket["mark"]:
            depth += 1 if bracket["mark"] in "{[" else -1
            if depth == 0:
                yield at
                break
    fence = text.find("```", start, limit)
    last = text.rfind("}", start, limit if fence < 0 else fence) + 1
    if last not in (0, at):
        yield last


def _repaired(text: str) -> object:
    import json_repair  # start-up: hardly any reply needs it

    try:
        value = json_repair.loads(text, skip_json_loads=True)
        return settled(value, Counter())
    except (ValueError, RecursionError, TooDeep):  # it gives up on what is nested deeply
        return None


def _is_made_of(value: object, text: str) -> bool:
    """Whether the letters and digits of `text` are those of `value`, and each of its brackets opens or closes an object
    or a list of `value`, or stands in a text of it."""
    texts = list(_texts(value))
    if _letters(text) != _NO_LETTER.sub("", " ".join(texts)).casefold():
        return False
    objects, lists = _containers(value)
    signs = zip("{}[]", (objects, objects, lists, lists), strict=True)
    return all(text.count(sign) == count + sum(each.count(sign) for each in texts) for sign, count in signs)


def _letters(text: str) -> str:
    plain = _ESCAPE.sub(lambda found: chr(int(found["code"], 16)) if found["code"] else " ", text)
    return _NO_LETTER.sub("", plain).casefold()


def _containers(value: object) -> tuple[int, int]:
    """How many objects and lists `value` is made of."""
    if not isinstance(value, dict | list):
        return 0, 0
    inner = [_containers(each) for each in (value.values() if isinstance(value, dict) else value)]
    own = (1, 0) if isinstance(value, dict) else (0, 1)
    return own[0] + sum(each[0] for each in inner), own[1] + sum(each[1] for each in inner)


def _texts(value: object) -> Iterator[str]:
    """Every key, text and number of `value`, in the order in which they were written."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
    else:
        yield value if isinstance(value, str) else json.dumps(value)
