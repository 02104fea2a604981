"""Who can be sent out, and who is asked for which watchdog, in which order.

In: the presets (ours and plugins'), the user's settings, and the agent that the command line names. Out: agents by
name, and for a watchdog the chain of those that are asked for it: the agent that was chosen, then its fallbacks. What
the user set up wrong is a `ConfigError`, an unknown name on the command line a `UsageError`. A watchdog that names an
agent which is not there has nobody: its brief waits.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from houndsman.agents.api import ApiAgent
from houndsman.agents.api_endpoint import MODEL, Endpoint, endpoint_from
from houndsman.agents.command_line import CommandLineAgent
from houndsman.agents.presets import PRESETS, command
from houndsman.errors import ConfigError, UsageError
from houndsman.git.runner import Git
from houndsman.models.agent import Agent
from houndsman.models.config import AgentSettings, Config
from houndsman.models.plugins import AgentPreset
from houndsman.models.watchdog import Watchdog

#: The agent that has no program: it asks a model API, which the environment names.
API = AgentPreset(id="api", title="A model API, OpenAI-compatible")


@dataclass(frozen=True)
class Recruit:
    """An agent that can be sent out."""

    name: str
    """As the configuration calls it."""
    preset: AgentPreset
    """What is started: its program; without one it is the model API."""
    settings: AgentSettings = field(default_factory=AgentSettings)

    @property
    def writes(self) -> bool:
        """Whether it may change files, so that it gets a reading root of its own."""
        return self.preset.program is not None and self.preset.program.writes

    @property
    def obeys(self) -> tuple[str, ...]:
        """Names of files of the change that it would take as instructions, so that they are kept from it."""
        return () if self.preset.program is None else self.preset.program.obeys

    def agent(self, ours: Mapping[str, str], desk: Path, git: Git, head: str) -> Agent:
        """The agent itself. One that asks a model API which is not set up is a `ConfigError`.

        Args:
            ours: our environment, of which a program sees what is allowed.
            desk: a lasting folder of ours, for programs that must not sit in the change.
            git: of the shadow.
            head: the commit under review, which a model behind an API reads through us.
        """
        if self.preset.program is not None:
            return CommandLineAgent(self.preset, desk, self.name, self.settings.model, ours)
        return ApiAgent(self.endpoint(ours), git, head, name=self.name)

    def endpoint(self, ours: Mapping[str, str]) -> Endpoint:
        """Where the model API is; what is not set up is a `ConfigError`."""
        model = self.settings.model
        return endpoint_from(ours if model is None else {**ours, MODEL: model})


@dataclass(frozen=True)
class Roster:
    """The agents that can be sent out."""

    recruits: Mapping[str, Recruit]
    """By name: ours first, then plugins', then the user's own."""
    only_names: frozenset[str] = frozenset()
    """Presets of plugins without a program: somebody else answers for them."""

    @property
    def names(self) -> frozenset[str]:
        """What a watchdog may have in `agent`, besides `code`."""
        return self.only_names | self.recruits.keys()

    def chain(self, name: str) -> tuple[Recruit, ...]:
        """The agent `name` and its fallbacks, in order; empty where it is nobody that can be sent out.

        A fallback that is not there, or that leads back, is a `ConfigError`.
        """
        chain: list[Recruit] = []
        after: str | None = name
        while after is not None:
            recruit = self.recruits.get(after)
            if recruit is None:
                if chain:
                    told = f"the agent {chain[-1].name!r} has the fallback {after!r}, which is not there"
                    raise ConfigError(told, where=f"agents.{chain[-1].name}.fallback", hint=self.hint(after))
                return ()
            if recruit in chain:
                told = f"the fallbacks of the agent {name!r} lead back to {after!r}"
                raise ConfigError(told, where=f"agents.{chain[-1].name}.fallback", hint="Let the last have none.")
            chain.append(recruit)
            after = recruit.settings.fallback
        return tuple(chain)

    def hint(self, name: str) -> str:
        """What to do where nobody is called `name`."""
        close = difflib.get_close_matches(name, self.recruits, n=1)
        return f"Did you mean {close[0]!r}?" if close else f"There are: {', '.join(self.recruits)}."


def roster(config: Config, plugins: Iterable[AgentPreset]) -> Roster:
    """Everybody who can be sent out.

    Args:
        config: with the user's settings.
        plugins: the presets that plugins add; one with the name of ours takes its place.
    """
    added = tuple(plugins)
    presets = {**PRESETS, API.id: API, **{preset.id: preset for preset in added if preset.program is not None}}
    recruits = {name: Recruit(name, preset) for name, preset in presets.items()}
    for name, settings in config.agents.items():
        recruits[name] = Recruit(name, _preset(name, settings, presets), settings)
    return Roster(recruits, frozenset(preset.id for preset in added) - recruits.keys())


def chosen(roster: Roster, watchdog: Watchdog, named: str | None, config: Config) -> tuple[Recruit, ...]:
    """Who is asked for `watchdog`; empty where its brief waits.

    Args:
        roster: everybody.
        watchdog: it may name an agent itself.
        named: the agent that the command line names, for every watchdog.
        config: the agent of those who name nobody.

    Raises:
        UsageError: the command line names nobody that can be sent out.
        ConfigError: the configuration does.
    """
    if watchdog.is_code_only:
        return ()
    if named is not None:
        return _known(roster, named, "--agent", UsageError)
    if watchdog.agent is not None:
        return roster.chain(watchdog.agent)
    return () if config.agent is None else _known(roster, config.agent, "agent", ConfigError)


def second(roster: Roster, config: Config) -> tuple[Recruit, ...]:
    """Who gives second opinions; empty where nobody is named for it.

    Raises:
        ConfigError: the configuration names nobody that can be sent out.
    """
    name = config.hunt.second_opinion_agent
    return () if name is None else _known(roster, name, "hunt.secondOpinionAgent", ConfigError)


def _known(roster: Roster, name: str, where: str, error: type[UsageError] | type[ConfigError]) -> tuple[Recruit, ...]:
    chain = roster.chain(name)
    if not chain and name not in roster.only_names:
        raise error(f"no agent is called {name!r}", where=where, hint=roster.hint(name))
    return chain


def _preset(name: str, settings: AgentSettings, presets: Mapping[str, AgentPreset]) -> AgentPreset:
    """What the user's agent is made from, with what else it may see."""
    if settings.command is not None:
        return command(settings.command, passes=settings.environment)
    source = settings.preset or name
    preset = presets.get(source)
    if preset is None:
        told = f"the agent {name!r} has no command, and no preset is called {source!r}"
        hint = f"Give it a `command`, or a `preset`: {', '.join(presets)}."
        raise ConfigError(told, where=f"agents.{name}", hint=hint)
    if preset.program is None:
        return preset
    passes = (*preset.program.passes, *settings.environment)
    return preset.model_copy(update={"program": preset.program.model_copy(update={"passes": passes})})
