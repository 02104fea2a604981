"""Plugins as their authors write them, for tests of how they are loaded and called, and what became of them."""

from __future__ import annotations

from collections.abc import Callable

from houndsman.hook_relay import HookRelay
from houndsman.models.config import Config
from houndsman.models.watchdog import Watchdog

Install = Callable[..., None]
Load = Callable[..., HookRelay]

#: One hook of the plugin that a test is about.
HOOK = """
from houndsman import CheckUnavailable, FileVerdict, Watchdog, hookimpl

{mark}
def {name}({arguments}):
    {body}
"""


def hook(
    body: str = "return []", name: str = "houndsman_watchdogs", arguments: str = "config", mark: str = "@hookimpl"
) -> str:
    """The source of a plugin with one hook."""
    return HOOK.format(body=body, name=name, arguments=arguments, mark=mark)


def declares(watchdog: str) -> str:
    """The source of a plugin that declares a watchdog."""
    return hook(f"return [Watchdog(id={watchdog!r}, title='One')]")


GOOD = declares("good")


def failures_of(relay: HookRelay) -> list[tuple[str, str, str]]:
    """Plugin, stage and error of each failure."""
    return [(failure.plugin, failure.stage, failure.error) for failure in relay.failures]


def watchdogs_of(relay: HookRelay) -> list[tuple[str, str]]:
    """The watchdogs, each with the name of its plugin."""
    found = relay.collect_lists("houndsman_watchdogs", Watchdog, config=Config())
    return [(plugin.name, watchdog.id) for plugin, watchdog in found]
