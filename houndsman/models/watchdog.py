"""What a watchdog is: the declaration that Python plugins and Markdown files both end in."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pathspec import GitIgnoreSpec
from pathspec.patterns.gitignore import GitIgnorePatternError
from pydantic import AfterValidator, Field, StringConstraints, model_validator

from houndsman.models.base import Model
from houndsman.models.severity import Severity

#: The watchdog that every review has. Nobody else may declare it.
GENERAL = "general"

#: The `agent` of a watchdog that a plugin's `houndsman_check` answers, without any model.
CODE_AGENT = "code"

_ID = re.compile(r"[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?\Z")


def _watchdog_id(value: str) -> str:
    if not _ID.match(value) or len(value) > 64:
        told = "must be 1 to 64 of a-z, 0-9, '.', '_' and '-', and begin and end with a letter or digit"
        raise ValueError(f"the id {value!r} {told}")
    return value


def _glob(value: str) -> str:
    try:
        patterns = GitIgnoreSpec.from_lines([value]).patterns
    except (GitIgnorePatternError, IndexError, re.error) as error:
        raise ValueError(f"the glob {value!r} does not compile: {error}") from None
    if all(getattr(pattern, "regex", None) is None for pattern in patterns):
        raise ValueError(f"the glob {value!r} does not compile, or can match nothing")
    return value


#: Also a file name in staging (`findings/<id>.json`), hence the narrow alphabet.
WatchdogId = Annotated[str, AfterValidator(_watchdog_id)]
Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
#: A rule's id is free text in one line; scanners' own codes must fit.
RuleId = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200, pattern=r"^[^\x00-\x1f]+$")
]
Glob = Annotated[str, AfterValidator(_glob)]


class Rule(Model):
    """One thing a watchdog enforces."""

    id: RuleId
    """Global name. The same id in two watchdogs is the same rule."""
    number: Annotated[int, Field(ge=1)]
    """Local name inside its watchdog, as it stands in the brief."""
    title: Words
    """One line."""
    severity: Severity
    """What a finding of this rule weighs."""
    text: str = ""
    """The rule in full, Markdown."""
    match: tuple[Words, ...] = ()
    """A scanner's codes that this rule stands for, exact or with a final `*`."""


class Watchdog(Model):
    """A declared reviewer."""

    id: WatchdogId
    title: Words
    paths: tuple[Glob, ...] = ("**",)
    """What it guards, as gitignore patterns: a file that matches is its business."""
    exclude: tuple[Glob, ...] = ()
    """What it does not guard although `paths` matches."""
    rules: tuple[Rule, ...] = ()
    checklist: tuple[Words, ...] = ()
    """Questions that every review must answer; they become C1, C2 and so on."""
    guidance: str = ""
    """What an expert would tell a new reviewer, Markdown."""
    agent: Words | None = None
    """Who answers: `code` for a plugin's own `houndsman_check`, else an agent's name; null leaves it to the run."""
    fan_out: Literal["file"] | None = None
    """`file`: one agent for each file of the brief; null: one for all of them."""
    max_files_per_brief: Annotated[int, Field(ge=1)] | None = None
    """Its own `budgets.maxFilesPerBrief`."""
    sees_excluded: bool = False
    """A code-only watchdog that also gets files which briefs leave out, such as a committed `.env`."""

    @model_validator(mode="after")
    def _rules_are_distinct(self) -> Watchdog:
        for name, values in (("number", [r.number for r in self.rules]), ("id", [r.id for r in self.rules])):
            twice = [value for at, value in enumerate(values) if value in values[:at]]
            if twice:
                raise ValueError(f"the rule {name} {twice[0]!r} is given twice in the watchdog {self.id!r}")
        return self

    @property
    def is_code_only(self) -> bool:
        """Whether a plugin's code answers, so that no brief is written."""
        return self.agent == CODE_AGENT

    def rule_named(self, name: str | int) -> Rule | None:
        """The rule of this id or number (`3`, `"3"`, `"R3"`, `"#3"`), or None. An id wins over a number."""
        text = str(name).strip()
        by_id = {rule.id.casefold(): rule for rule in self.rules} | {rule.id: rule for rule in self.rules}
        if text in by_id or text.casefold() in by_id:
            return by_id.get(text) or by_id[text.casefold()]
        digits = re.fullmatch(r"(?:[Rr]|#|[Rr]ule\s*)?(\d{1,6})", text)
        if digits is None:
            return None
        return next((rule for rule in self.rules if rule.number == int(digits[1])), None)
