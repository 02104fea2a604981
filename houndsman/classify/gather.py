"""The declared watchdogs of a run, from plugins and from the project's files, each id once."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from houndsman.config.load import Declaration
from houndsman.errors import ConfigError
from houndsman.hook_relay import HookRelay, PluginFailure
from houndsman.models.config import Config
from houndsman.models.watchdog import CODE_AGENT, GENERAL, Watchdog


def gather(relay: HookRelay, config: Config, project: Sequence[Declaration]) -> tuple[Declaration, ...]:
    """Every watchdog, `general` first, then by id.

    Raises:
        ConfigError: two declarations of one id. A plugin that claims `general` fails alone instead.
    """
    declared: dict[str, Declaration] = {}
    for plugin, watchdog in relay.collect_lists("houndsman_watchdogs", Watchdog, config=config):
        if watchdog.id == GENERAL and not plugin.is_ours:
            told = "declares the reserved watchdog 'general'"
            relay.add_failure(PluginFailure(plugin.name, plugin.distribution, "houndsman_watchdogs", told))
            continue
        _add(declared, Declaration(watchdog, f"plugin {plugin.name}"))
    for declaration in project:
        _add(declared, declaration)
    return tuple(sorted(declared.values(), key=lambda d: (d.watchdog.id != GENERAL, d.watchdog.id)))


def unknown_agents(known: Collection[str], declared: Sequence[Declaration]) -> tuple[str, ...]:
    """Sentences about watchdogs that name an agent which is not among the `known` ones."""
    return tuple(
        f"{each.origin}: the watchdog {each.watchdog.id!r} names the agent {each.watchdog.agent!r}, which is not "
        f"among those of `houndsman agents`; its brief waits for whoever writes its findings file"
        for each in declared
        if each.watchdog.agent is not None and each.watchdog.agent not in (CODE_AGENT, *known)
    )


def _add(declared: dict[str, Declaration], new: Declaration) -> None:
    known = declared.get(new.watchdog.id)
    if known is not None:
        hint = f"rename one; a plugin is left out with -p no:NAME (the other stands in {known.origin})"
        raise ConfigError(f"the watchdog {new.watchdog.id!r} is declared twice", where=new.origin, hint=hint)
    declared[new.watchdog.id] = new
