"""The declared watchdogs: each id once, `general` first and only ours."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from houndsman.classify.gather import gather, unknown_agents
from houndsman.config.load import Declaration
from houndsman.errors import ConfigError
from houndsman.hook_relay import HookRelay
from houndsman.models.config import Config
from houndsman.models.watchdog import Watchdog
from houndsman.plugin_manager import load_plugins

DECLARES = """
from houndsman import AgentPreset, Watchdog, hookimpl

@hookimpl
def houndsman_watchdogs(config):
    return [Watchdog(id=name, title="One") for name in {names!r}]

@hookimpl
def houndsman_agents(config):
    return [AgentPreset(id="owl", title="Owl")]
"""


def _file(name: str, agent: str | None = None) -> Declaration:
    return Declaration(Watchdog(id=name, title="One", agent=agent), f".houndsman/watchdogs/{name}.md")


def test_watchdogs_of_plugins_and_of_the_project_are_sorted_by_id(
    install: Callable[..., None], load: Callable[..., HookRelay]
) -> None:
    install("acme", {"dogs": DECLARES.format(names=["zeta", "beta"])})
    declared = gather(load(), Config(), [_file("alpha"), _file("gamma")])
    assert [(each.watchdog.id, each.origin) for each in declared] == [
        ("alpha", ".houndsman/watchdogs/alpha.md"),
        ("beta", "plugin dogs"),
        ("gamma", ".houndsman/watchdogs/gamma.md"),
        ("zeta", "plugin dogs"),
    ]


def test_general_stands_first() -> None:
    declared = gather(load_plugins(), Config(), [_file("alpha")])
    assert [each.watchdog.id for each in declared][:2] == ["general", "alpha"]


@pytest.mark.parametrize(
    ("names", "files", "where", "other"),
    [
        (["one", "one"], [], "plugin dogs", "plugin dogs"),
        (["one"], ["one"], ".houndsman/watchdogs/one.md", "plugin dogs"),
    ],
)
def test_an_id_declared_twice_is_refused_with_both_places(
    install: Callable[..., None],
    load: Callable[..., HookRelay],
    names: list[str],
    files: list[str],
    where: str,
    other: str,
) -> None:
    install("acme", {"dogs": DECLARES.format(names=names)})
    with pytest.raises(ConfigError, match="'one' is declared twice") as caught:
        gather(load(), Config(), [_file(name) for name in files])
    assert caught.value.where == where
    assert other in (caught.value.hint or "")


def test_a_stranger_that_claims_general_fails_alone(
    install: Callable[..., None], load: Callable[..., HookRelay]
) -> None:
    install("acme", {"thief": DECLARES.format(names=["general", "one"])})
    relay = load()
    assert [each.watchdog.id for each in gather(relay, Config(), [])] == ["one"]
    (failure,) = relay.failures
    assert (failure.plugin, failure.error) == ("thief", "declares the reserved watchdog 'general'")


def test_an_agent_that_nobody_knows_is_told() -> None:
    declared = [_file("a", "owl"), _file("b", "code"), _file("c"), _file("d", "raven")]
    (told,) = unknown_agents({"owl"}, declared)
    assert told.startswith(".houndsman/watchdogs/d.md: the watchdog 'd' names the agent 'raven'")
