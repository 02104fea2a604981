"""Secrets taken out of text before it is sent, recorded or shown. Pure.

These patterns are keyed (a fixed prefix, a known shape, a telling name), because a prompt full of holes is of no use;
the `secrets` watchdog is wider and reports what it finds. No pattern takes in what could be code: a change must not
hide its lines from the review by dressing them as a secret. Each is bounded, so that no text makes it slow.
"""

from __future__ import annotations

import re

#: Where a secret begins: with a word, or behind an escape of JSON, whose last letter would make one word of both.
_BEGIN = r"(?:\b|(?<=\\[bfnrt])|(?<=\\u[0-9A-Fa-f]{4}))"

#: Between two lines of a key: line ends (also as written inside a string), signs of a diff, quotes.
_BREAK = r"(?:\\{1,4}[nr]|[\s+\-\"',]){1,64}"

#: The lines are base64, the last may be short. An end that was cut off does not make the beginning less secret.
_PRIVATE_KEY = (
    r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,40}-----"
    rf"(?:{_BREAK}(?:Proc-Type|DEK-Info): [A-Za-z0-9,-]{{1,80}})*"
    rf"(?:{_BREAK}[A-Za-z0-9+/=]{{20,}})*"
    rf"(?:{_BREAK}(?:[A-Za-z0-9+/=]{{1,19}}{_BREAK})?-----END [A-Z0-9 ]{{0,40}}PRIVATE KEY[A-Z ]{{0,40}}-----)?"
)

_KEYED: tuple[tuple[str, str], ...] = (
    ("private-key", _PRIVATE_KEY),
    ("aws-access-key", _BEGIN + r"(?:AKIA|ASIA|AGPA|AIDA|AROA|ANPA)[A-Z0-9]{16}\b"),
    ("github-token", _BEGIN + r"(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})\b"),
    ("gitlab-token", _BEGIN + r"glpat-[A-Za-z0-9_-]{20,}"),
    ("slack-token", _BEGIN + r"xox[abeprs]-[A-Za-z0-9-]{10,}"),
    ("stripe-key", _BEGIN + r"[rs]k_(?:live|test)_[A-Za-z0-9]{16,}\b"),
    ("google-api-key", _BEGIN + r"AIza[A-Za-z0-9_-]{35}"),
    ("openai-key", _BEGIN + r"sk-(?:ant-|proj-)?[A-Za-z0-9_-]{20,}"),
    ("npm-token", _BEGIN + r"npm_[A-Za-z0-9]{36}\b"),
    ("pypi-token", _BEGIN + r"pypi-AgEIcHlwaS[A-Za-z0-9_-]{16,}"),
    ("jwt", _BEGIN + r"eyJ[A-Za-z0-9_-]{8,1024}\.eyJ[A-Za-z0-9_-]{8,4096}\.[A-Za-z0-9_-]{8,}"),
    ("url-password", r"(?<=://)[^\s/:@]{1,64}:[^\s/@]{3,256}(?=@)"),
    ("bearer-token", r"(?<=\b[Bb]earer )[A-Za-z0-9._~+/-]{20,}=*"),
)

#: A telling name, then a quoted value of eight characters or more. In JSON inside a text a backslash stands before each
#: quote.
_NAMED = re.compile(
    r"""(?ix)
    ((?:passw(?:or)?d|passphrase|secret|api[_-]?key|access[_-]?key|auth[_-]?token|private[_-]?token)[\w.-]{0,64}
     (?:\\{0,3}["'])?\s*(?:=>|:=|=|:)\s*)
    (\\{0,3}["'])([^"'\s]{8,256})\2
    """
)

#: What every one of these patterns needs: nearly all text has none of it, and is not worth the patterns' time.
_HINTS = (
    "PRIVATE KEY", "AKIA", "ASIA", "AGPA", "AIDA", "AROA", "ANPA", "ghp_", "gho_", "ghu_", "ghs_", "ghr_",
    "github_pat_", "glpat-", "xox", "k_live_", "k_test_", "AIza", "sk-", "npm_", "pypi-", "eyJ", "://", "earer ",
)  # fmt: skip
_NAMED_HINTS = ("passw", "passphrase", "secret", "key", "token")

_ALL_KEYED = re.compile("|".join(f"(?P<{name.replace('-', '_')}>{pattern})" for name, pattern in _KEYED))


def redact(text: str) -> str:
    """`text` with each secret replaced by `[redacted:<kind>]`."""
    if any(hint in text for hint in _HINTS):
        text = _ALL_KEYED.sub(lambda found: f"[redacted:{(found.lastgroup or '').replace('_', '-')}]", text)
    folded = text.lower()
    if any(hint in folded for hint in _NAMED_HINTS):
        text = _NAMED.sub(r"\1\2[redacted:named-secret]\2", text)
    return text
