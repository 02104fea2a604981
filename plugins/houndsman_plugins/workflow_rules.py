"""The rules of the watchdog `workflows`: which of zizmor's audits each stands for, its weight, and what to do.

Only audits that need no network are listed; those of a later zizmor that no row names are suggestions.
"""

from __future__ import annotations

from houndsman import Severity
from houndsman_plugins.rule_table import Row, RuleTable
from houndsman_plugins.suppressions import NEW_SUPPRESSION

UNREADABLE = "workflows/unreadable"
EXCESSIVE_PERMISSIONS = "workflows/excessive-permissions"

_B, _A, _S = Severity.BLOCKING, Severity.ATTENTION, Severity.SUGGESTION

#: Audits that are a matter of taste.
TASTE = frozenset({"anonymous-definition", "concurrency-limits", "self-repository", "superfluous-actions"})

#: Audits that count although zizmor is never more than half sure of them. Of all others "low" confidence is left out:
#: it is what every plain `actions/checkout` gets.
WORTH_A_DOUBT = frozenset({"cache-poisoning"})

TABLE = RuleTable(
    "workflows",
    (
        Row(
            "unreadable",
            _A,
            "Workflow or action that cannot be read",
            "",
            "Correct it; until then nothing in this file could be checked",
        ),
        Row(
            "injection",
            _B,
            "A stranger's text that becomes part of a command",
            "github-env insecure-commands template-injection",
            "Hand it over in an environment variable (`env:`) and use that, in quotes, in the script",
        ),
        Row(
            "pasted-expression",
            _S,
            "An expression that becomes part of a command, of the author's own making",
            "template-injection:*",
            "Hand it over in an environment variable too (`env:`): what is harmless today may not stay so",
        ),
        Row(
            "dangerous-trigger",
            _A,
            "Trigger that runs with the repository's rights on a stranger's behalf",
            "dangerous-triggers",
            "Use `pull_request`; if it must be this trigger, never check out or run what the pull request brings",
        ),
        Row(
            "unsound-check",
            _A,
            "Condition that lets through what it should stop",
            "bot-conditions unsound-condition unsound-contains unsound-ternary",
            "Ask for what cannot be chosen by a stranger, and write the condition so that it can be false",
        ),
        Row(
            "excessive-permissions",
            _A,
            "More rights than the job needs",
            "excessive-permissions github-app undocumented-permissions",
            "Write `permissions: {}` for the workflow, and for each job what that job needs",
        ),
        Row(
            "exposed-secret",
            _A,
            "Secret that reaches more than the step that needs it",
            "hardcoded-container-credentials overprovisioned-secrets secrets-inherit secrets-outside-env"
            " unredacted-secrets",
            "Name each secret, and give it to the one step or job that needs it",
        ),
        Row(
            "kept-credentials",
            _A,
            "Checkout that leaves its token where later steps and artifacts find it",
            "artipacked",
            "Write `persist-credentials: false`",
        ),
        Row(
            "cache-poisoning",
            _A,
            "Release that is built from a cache which others can fill",
            "cache-poisoning",
            "Build what is published without a cache",
        ),
        Row(
            "untrusted-action",
            _A,
            "Action that is abandoned, or not the one it looks like",
            "archived-uses forbidden-uses impostor-commit insecure-url-scheme known-vulnerable-actions ref-confusion"
            " ref-version-mismatch stale-action-refs typosquat-uses",
            "Use an action that is maintained, by its own name",
        ),
        Row(
            "unpinned",
            _S,
            "Foreign code that can change without a commit here",
            "adhoc-packages unpinned-images unpinned-tools unpinned-uses",
            "Name a commit or a digest, with the version in a comment",
        ),
        Row(
            "hidden-meaning",
            _A,
            "Expression that hides what it does",
            "misfeature obfuscation",
            "Write plainly what is meant",
        ),
        Row(
            "long-lived-token",
            _S,
            "Token that lives on where a short-lived one would do",
            "use-trusted-publishing",
            "Publish by the registry's trusted publishing, which needs no stored token",
        ),
        NEW_SUPPRESSION,
    ),
)
