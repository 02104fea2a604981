"""What a user may configure. Reading, precedence and trust live in `config/`; this is the result."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator

from houndsman.models.base import Model
from houndsman.models.preset import Argument, VariableName
from houndsman.models.severity import Severity
from houndsman.models.watchdog import Glob, WatchdogId, Words


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


class HuntSettings(Model):
    """How deep a hunt goes: which sessions may follow the first one of a watchdog."""

    adversarial: Annotated[bool, Field(strict=True)] = True
    """`general` has one more that attacks what the first one passed."""
    checklist: Annotated[bool, Field(strict=True)] = True
    """Verdicts that are still open are asked for again, and those of `general` in a session of their own."""
    second_opinion: Annotated[bool, Field(strict=True)] = True
    """A watchdog that came back with little from where much may go wrong is answered once more."""
    second_opinion_agent: Words | None = None
    """Who is asked then; null: the same agent, in a new session."""


class AgentSettings(Model):
    """An agent as the user set it up: a preset with other settings, or a command of the user's own."""

    preset: WatchdogId | None = None
    """What it is made from; null for the preset of its own name, or where `command` is given."""
    command: Annotated[tuple[Argument, ...], Field(min_length=1)] | None = None
    """The program and its arguments, for an agent that no preset knows."""
    model: Words | None = None
    """The model that it is told to use; null leaves it to the program."""
    environment: tuple[VariableName, ...] = ()
    """Environment variables that it may see besides the preset's."""
    fallback: Words | None = None
    """The agent that is asked where this one cannot answer."""
    max_tokens: Annotated[int, Field(ge=1, strict=True)] | None = None
    """In and out, in one run."""
    max_cost: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = None
    """US dollars, in one run."""
    timeout: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = None
    """Seconds that its sessions may take in one run, added up."""

    @model_validator(mode="after")
    def _is_made_from_one_thing(self) -> Self:
        if self.preset is not None and self.command is not None:
            raise ValueError("an agent is made from a preset or from a command, not from both")
        return self


class Config(Model):
    """The configuration of one run, read once and passed down."""

    project_name: Words = "this project"
    """How agents are told where they are."""
    exclusions: tuple[Glob, ...] = ()
    """gitignore patterns of files that no brief shows, besides the built-in ones."""
    budgets: Budgets = Budgets()
    hunt: HuntSettings = HuntSettings()
    priorities: tuple[Priority, ...] = ()
    fail_on: Severity | None = None
    """The least severity that makes the exit code 1."""
    language: Words | None = None
    """In which language agents write their messages, such as `Portuguese`."""
    base: Words | None = None
    """What a branch is compared with. Never taken from a project's own file."""
    agent: Words | None = None
    """Who answers the briefs of watchdogs that name nobody; null: they wait for whoever writes the findings file."""
    agents: dict[WatchdogId, AgentSettings] = Field(default_factory=dict)
    """Agents by name. Never taken from a project's own file: it would choose which program runs."""
