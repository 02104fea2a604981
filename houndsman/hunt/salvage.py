"""What is whole of a reply that breaks off.

In: its text, from the opening brace to where it does not go on. Out: the text of an object that holds only what is
whole: each key whose value ended, and of `findings` each finding whose closing brace is there. Nothing is closed for
the agent but the object itself and its list of findings. Pure; nothing fails.
"""

from __future__ import annotations

from houndsman.hunt.grammar import LOOSE
from houndsman.hunt.scan import REPLY_KEY


def whole_part(text: str) -> str:
    """The object that is left of `text`; without any key where no value ended."""
    depth = 0
    end, closing = 1, "}"  # of what is whole so far
    key = said = ""
    for token in LOOSE.tokens(text):
        if token.kind in ("{", "["):
            depth += 1
        elif token.kind in ("}", "]"):
            depth -= 1
            if depth == 1:
                end, closing = token.end, "}"
            elif depth == 2 and token.kind == "}" and key == REPLY_KEY:
                end, closing = token.end, "]}"
        elif depth == 1 and token.kind == ":":
            key = said.strip("\"'“”")
        elif depth == 1 and token.kind == ",":  # a number or a text may go on as long as nothing follows it
            end, closing = token.start, "}"
        said = text[token.start : token.end]
    return text[:end] + closing
