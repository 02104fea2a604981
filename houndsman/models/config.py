"""What a user may configure. Reading, precedence and trust live in `config/`; this is the result."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from houndsman.models.base import Model
from houndsman.models.severity import Severity
from houndsman.models.watchdog import Glob, Words


class Priority(Model):
    """How much files of a pattern matter when a brief has room for only some. The first pattern that matches wins."""

    pattern: Glob
    bonus: Annotated[int, Field(strict=True)] = 0
    """Added to the risk."""
    max_risk_from_churn: Annotated[int, Field(ge=0, strict=True)] = 200
    """The most that changed lines can add, so that a reformatted folder does not crowd out a small one that matters."""


class Budgets(Model):
    """How large a brief may grow."""

    max_files_per_brief: Annotated[int, Field(ge=1, strict=True)] = 40
    max_excerpt_chars: Annotated[int, Field(ge=1, strict=True)] = 60_000
    """Characters of diff in one brief, shared among its files."""


class Config(Model):
    """The configuration of one run, read once and passed down."""

    project_name: Words = "this project"
    """How agents are told where they are."""
    exclusions: tuple[Glob, ...] = ()
    """gitignore patterns of files that no brief shows, besides the built-in ones."""
    budgets: Budgets = Budgets()
    priorities: tuple[Priority, ...] = ()
    fail_on: Severity | None = None
    """The least severity that makes the exit code 1."""
    language: Words | None = None
    """In which language agents write their messages, such as `Portuguese`."""
    base: Words | None = None
    """What a branch is compared with. Never taken from a project's own file."""
