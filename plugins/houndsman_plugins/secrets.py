"""Hunts credentials in what a change adds: keys, tokens, passwords, private keys, and new orders to overlook them.

A secret that was pushed once is a secret that was published: taking the line out again leaves it in the history, in
every clone and in every log of a build. The only cheap moment to find it is before the merge.

For example this added line is `aws-access-key`, blocking (the rule `secrets/service-token`)::

    client = boto3.client("s3", aws_access_key_id="AKIAIOSFODNN7EXAMPLE")

In: the changed lines of every text file, also of files that briefs leave out (a committed `.env`, a lock file). Out:
one finding for each value, named by the detector that knows it best. Neither the message nor the quote holds the
value: the quote is the line's beginning up to it, or empty where that proves nothing. Fails with
`houndsman.CheckUnavailable` where detect-secrets is missing or broken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from houndsman import Change, ChangedFile, RawFinding, ReadingRoot, RepoPath, Rule, Severity, Watchdog, hookimpl
from houndsman_plugins.secret_scan import ChangedLine, Hit, scan
from houndsman_plugins.suppressions import new_suppressions, removed_lines

PRIVATE_KEY = "private-key"
KEYWORD = "secret-keyword"
NEW_SUPPRESSION = "secrets/new-suppression"

#: Detectors that know the shape of one service's tokens.
SERVICE_TOKENS = (
    "artifactory-credentials",
    "aws-access-key",
    "azure-storage-account-access-key",
    "cloudant-credentials",
    "discord-bot-token",
    "github-token",
    "gitlab-token",
    "ibm-cloud-iam-key",
    "ibm-cos-hmac-credentials",
    "json-web-token",
    "mailchimp-access-key",
    "npm-tokens",
    "openai-token",
    "pypi-token",
    "sendgrid-api-key",
    "slack-token",
    "softlayer-credentials",
    "square-oauth-secret",
    "stripe-access-key",
    "telegram-bot-token",
    "twilio-api-key",
)
ENTROPY = ("base64-high-entropy-string", "hex-high-entropy-string")

#: Detectors of what is no secret.
_NOT_SECRET = frozenset({"public-ip-ipv4"})

WATCHDOG = Watchdog(
    id="secrets",
    title="Credentials in what the change adds",
    agent="code",
    sees_excluded=True,
    rules=(
        Rule(
            id="secrets/private-key",
            number=1,
            title="Private key",
            severity=Severity.BLOCKING,
            match=(PRIVATE_KEY,),
        ),
        Rule(
            id="secrets/service-token",
            number=2,
            title="Key or token of a known service",
            severity=Severity.BLOCKING,
            match=SERVICE_TOKENS,
        ),
        Rule(
            id="secrets/basic-auth",
            number=3,
            title="Password in a URL",
            severity=Severity.ATTENTION,
            match=("basic-auth-credentials",),
        ),
        Rule(
            id="secrets/keyword",
            number=4,
            title="Value assigned to a name that says it is secret",
            severity=Severity.ATTENTION,
            match=(KEYWORD,),
        ),
        Rule(
            id="secrets/high-entropy",
            number=5,
            title="Random-looking string",
            severity=Severity.SUGGESTION,
            match=ENTROPY,
        ),
        Rule(
            id=NEW_SUPPRESSION,
            number=6,
            title="New order to overlook a secret",
            severity=Severity.ATTENTION,
        ),
    ),
)

_ACTION = "Take it out of the change, revoke it where it was issued, and read it from the environment or a secret store"

_SUPPRESSION = re.compile(
    r"(?:#|//|/\*|--|;|'|<!--)\s*pragma:\s?(?:allow|white)list(?:[ -]nextline)?[ -]secret\b"
    r"|\bgitleaks:allow\b|\btrufflehog:ignore\b|\bggignore\b"
    r"|\"hashed_secret\":\s*\"[0-9a-f]{40}\"",
    re.IGNORECASE,
)


@hookimpl
def houndsman_watchdogs() -> list[Watchdog]:
    """Declare `secrets`."""
    return [WATCHDOG]


@hookimpl
def houndsman_check(watchdog: Watchdog, change: Change, reading_root: ReadingRoot) -> list[RawFinding] | None:
    """Every secret and every new suppression on the changed lines, by path, line and rule."""
    if watchdog.id != WATCHDOG.id:
        return None
    lines = {file.path: _changed(file, reading_root) for file in sorted(change.files, key=lambda file: file.path)}
    hits: dict[RepoPath, list[Hit]] = {path: [] for path in lines}
    for hit in scan(lines.items()):
        if hit.detector not in _NOT_SECRET:
            hits[hit.path].append(hit)
    return [
        finding
        for path, changed in lines.items()
        for finding in sorted(
            [*_secrets(path, changed, hits[path]), *_suppressions(change, change.by_path[path], changed)],
            key=lambda finding: (finding.line or 0, str(finding.rule)),
        )
    ]


def _changed(file: ChangedFile, reading_root: ReadingRoot) -> list[ChangedLine]:
    if file.path not in reading_root.exported or not any(hunk.new_count for hunk in file.hunks):
        return []
    lines = reading_root.lines(file.path)
    return [ChangedLine(number, lines[number - 1]) for number in file.changed_lines() if number <= len(lines)]


def _secrets(path: RepoPath, lines: list[ChangedLine], hits: list[Hit]) -> Iterator[RawFinding]:
    text = {line.number: line.text for line in lines} if hits else {}
    for number, on_line in groupby(hits, key=lambda hit: hit.line):
        yield from _on_line(path, text[number], list(on_line))


def _on_line(path: RepoPath, text: str, hits: list[Hit]) -> Iterator[RawFinding]:
    """One finding for each value on a line: of the detector that knows it best, unless it is plainly no secret."""
    kept: list[Hit] = []
    for hit in sorted(hits, key=_vagueness):
        if not _is_noise(path, text, hit) and not any(_overlap(hit, better) for better in kept):
            kept.append(hit)
    quote = _quote(text, hits)
    for hit in {hit.detector: hit for hit in kept}.values():
        yield RawFinding(
            file=path,
            line=hit.line,
            rule=hit.detector,
            message=f"This line adds what looks like a secret ({hit.detector.replace('-', ' ')})",
            action=_ACTION,
            quote=quote,
        )


def _vagueness(hit: Hit) -> tuple[int, str]:
    return (2 if hit.detector in ENTROPY else 1 if hit.detector == KEYWORD else 0, hit.detector)


def _overlap(one: Hit, other: Hit) -> bool:
    if one.start is None or one.end is None or other.start is None or other.end is None:
        return False
    return one.start < other.end and other.start < one.end


def _quote(text: str, hits: list[Hit]) -> str:
    """The line up to its first secret, if that is enough to prove a place (8 letters and digits); else nothing."""
    if any(hit.start is None for hit in hits):
        return ""
    # The header of a private key is not the key: only what follows is.
    safe = min((hit.end if hit.detector == PRIVATE_KEY else hit.start) or 0 for hit in hits)
    quote = text[:safe]
    return quote if sum(sign.isalnum() for sign in quote) >= 8 else ""


def _suppressions(change: Change, file: ChangedFile, lines: list[ChangedLine]) -> Iterator[RawFinding]:
    if not any(_SUPPRESSION.search(line.text) for line in lines):
        return
    for found in new_suppressions(_SUPPRESSION, lines, removed_lines(change, file)):
        yield RawFinding(
            file=file.path,
            line=found.line,
            rule=NEW_SUPPRESSION,
            message="This line tells secret scanners to overlook a value; the review scanned it all the same",
            action="Make sure that the value is no secret, or take both out",
            quote=found.text,
        )


# What is plainly no secret ------------------------------------------------------------------------------------------

#: Files made of digests: there, a random-looking string is the normal case. Every other detector still looks at them.
_LOCK_FILE = re.compile(
    r"(?:^|/)(?:[^/]*[.-]lock(?:file)?(?:\.(?:json|ya?ml|hcl))?|\.terraform\.lock\.hcl|npm-shrinkwrap\.json|go\.sum"
    r"|pnpm-lock\.yaml|Package\.resolved|Cartfile\.resolved|[^/]*sums?\.txt|[^/]*\.sha(?:1|256|512))$",
    re.IGNORECASE,
)
#: How far before a value its name may begin.
_NAME_CHARS = 200

#: A name or sign before a value which says that the value is a digest.
_DIGEST_BEFORE = re.compile(
    r"(?:sha\d*|md5|digest|checksum|integrity|hash(?:es|ed_secret)?|commit|rev(?:ision)?|etag|fingerprint|blake2?b?)"
    r"[\"']?\s*[:=@,(-]{0,2}\s*[\"'@]*$",
    re.IGNORECASE,
)
_DIGEST = re.compile(r"(?:sha(?:1|256|384|512)|md5)[-:]", re.IGNORECASE)
#: A name that holds something about a secret and not the secret.
_ABOUT_BEFORE = re.compile(
    r"(?:names?|refs?|files?|paths?|dirs?|urls?|uri|fields?|headers?|prefix|lengths?|policy|types?|ids?|enabled|required"
    r"|expiry|ttl|versions?|labels?|placeholder|hints?|regex|patterns?|messages?|text|title|env|var|hashed_secret)"
    r"[\"'\])]*\s*(?::=|=>|[:=(])?\s*[@\"'`]*$",
    re.IGNORECASE,
)
_PLACEHOLDER = re.compile(
    r"(?:none|null|nil|undefined|true|false|to-?do|required|optional|inherit|secrets?|passw(?:or)?d|api[_-]?key|token|string|str"
    r"|change[_-]?me|placeholder|redacted|dummy|example|xxx+|\*+|\.+|-+"
    r"|your[-_ ].*|<.*>|\{\{.*|%[({].*|\$.*|.*\.\.\.)[,;)\]}]*\Z",
    re.IGNORECASE,
)
#: A value that names a secret, such as a form's field `password1`; words of letters alone, at most one digit after.
_NAME_OF_ONE = re.compile(r"[a-z_-]*(?:passw(?:or)?d|pwd|secret|token|api[_-]?key)[a-z_-]*\d?\Z", re.IGNORECASE)
#: Shorter values are words of a test or a local set-up; nobody's real secret is guarded by them.
_LEAST_CHARS = 6
_REFERENCE = re.compile(r"[A-Za-z_][\w.:>-]*[(\[].*[)\]][,;]?\Z")
_PROSE = re.compile(r"[A-Z¿¡]\w*\s.*\w{2}|.*\s.*[.!?:…]\Z", re.DOTALL)


def _is_noise(path: RepoPath, text: str, hit: Hit) -> bool:
    """Whether a vague detector took something else for a secret. Detectors that know a token's shape are believed."""
    if hit.start is None or hit.end is None:
        return False
    before, value = text[max(0, hit.start - _NAME_CHARS) : hit.start], text[hit.start : hit.end]
    if hit.detector in ENTROPY:
        return bool(
            _LOCK_FILE.search(path.raw.decode("utf-8", "replace"))
            or _DIGEST_BEFORE.search(before)
            or _DIGEST.match(value)
        )
    if hit.detector == KEYWORD:
        unquoted = before[-1:] not in {'"', "'", "`"}
        return bool(
            len(value) < _LEAST_CHARS
            or _NAME_OF_ONE.match(value)
            or _ABOUT_BEFORE.search(before)
            or _PLACEHOLDER.match(value)
            or _PROSE.match(value)
            or (unquoted and _REFERENCE.match(value))
        )
    return False
