"""Why the messages of an agent hold nothing that could be its reply, in words for its next turn.

In: the messages. Out: one sentence that says what was seen instead, and what to write. Pure; nothing fails.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_FINDING = re.compile(r"\"file\"\s*+:")
_AS_TEXT = re.compile(r"\\+[\"']findings\\+[\"']")
_YAML = re.compile(r"^findings:", re.MULTILINE)


def why_no_reply(messages: Sequence[str]) -> str:
    """What `messages` hold instead of a reply."""
    if not any(message.strip() for message in messages):
        return "there is no answer at all: write the JSON object that the brief asks for"
    if any(map(_AS_TEXT.search, messages)):
        return "the answer stands inside a text, as escaped JSON: write it as an object of its own"
    if any(map(_YAML.search, messages)):
        return "the answer is not JSON: write it as one JSON object, not as YAML"
    if any(map(_FINDING.search, messages)):
        return (
            "findings stand alone: put them into the list `findings` of one JSON object, together with `reviewedFiles`"
        )
    return "there is no JSON object with a list `findings`: write the one that the brief asks for, also to say nothing"
