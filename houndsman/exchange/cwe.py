"""Which weakness of the Common Weakness Enumeration a tool's word names.

In: `89`, `"89"`, `"CWE-89"`, `"external/cwe/cwe-089"`, `"CWE-89: SQL injection"`. Out: `CWE-89`, the one spelling of
categories. What names none is None.
"""

from __future__ import annotations

import re

_NAMED = re.compile(r"\bcwe[-_ :]?0*([1-9][0-9]{0,4})(?![0-9])", re.IGNORECASE)
_BARE = re.compile(r"\s*0*([1-9][0-9]{0,4})\s*\Z")


def cwe_named(word: object) -> str | None:
    """The weakness that a text with its name holds: a tag, a title, an id."""
    found = _NAMED.search(word) if isinstance(word, str) else None
    return f"CWE-{found[1]}" if found else None


def cwe_numbered(value: object) -> str | None:
    """The weakness that the value of a field for one names: its number, as number or text, or its name."""
    if isinstance(value, bool):
        return None
    bare = _BARE.match(str(value)) if isinstance(value, int | str) else None
    return f"CWE-{bare[1]}" if bare else cwe_named(value)
