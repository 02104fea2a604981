"""How an artifact becomes bytes, and how it is hashed: the ground under "same input, same bytes"."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

#: Version of every artifact's layout; raised when a reader of the old layout would go wrong.
ARTIFACT_VERSION = 1

#: Keys of an artifact that say when and as which run it was made, not what it says. One of these names further inside
#: (the hash of a brief) is content like any other.
VOLATILE = frozenset({"createdAt", "run", "hash"})


def artifact_bytes(value: object) -> bytes:
    """`value` (plain JSON data) in the one written form: sorted keys, one space of indent, UTF-8, a final newline."""
    return (json.dumps(value, sort_keys=True, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "surrogatepass")


def content_hash(value: object, places: Mapping[str, str] | None = None) -> str:
    """sha256, in hex, of the compact form of `value` without its volatile keys.

    Args:
        value: plain JSON data.
        places: absolute paths of this machine and what stands for each, such as `{"/home/me/x": "{{root}}"}`. Longer
            paths are replaced first, so that one inside another keeps its own name.
    """
    told = {key: each for key, each in value.items() if key not in VOLATILE} if isinstance(value, dict) else value
    text = json.dumps(told, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    for place in sorted(places or {}, key=len, reverse=True):
        text = text.replace(json.dumps(place, ensure_ascii=False)[1:-1], (places or {})[place])
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
