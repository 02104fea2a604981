"""The one door for plugins: discover, sort, skip the blocked, load each inside its own guard, register, validate.

Comes in: the entry points of the group `houndsman`, and what the user names with `-p`. Goes out: the `HookRelay` that
the stages call. A plugin that fails to load, or names a hook that does not exist, is a `PluginFailure` on it, and
the others go on. A name given with `-p` that is nothing is a `ConfigError`.
"""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import Distribution, EntryPoint, entry_points
from pathlib import Path
from typing import NamedTuple

import pluggy

from houndsman import hookspecs
from houndsman.errors import ConfigError
from houndsman.hook_relay import HookRelay, PluginFailure, PluginInfo, describe

GROUP = "houndsman"
PREFIX = "houndsman_"


class _Given(NamedTuple):
    """A plugin that is there already."""

    plugin: object


_Source = EntryPoint | Path | str | _Given


class _Candidate(NamedTuple):
    info: PluginInfo
    source: _Source


def hook_names() -> tuple[str, ...]:
    """Every hook, in the arrow's order."""
    return tuple(name for name in vars(hookspecs) if name.startswith(PREFIX))


def load_plugins(named: Iterable[str] = ()) -> HookRelay:
    """Load every plugin that is installed and not blocked, and those that the user names.

    Args:
        named: the values of `-p`: `no:NAME` blocks; anything else is a plugin's name, a module, or a path to a `.py`
            file. Code in the repository under review is loaded in no other way.

    Raises:
        ConfigError: a name given with `-p` that is neither a plugin nor a module nor a file, or a file whose name is
            another plugin's. A plugin that exists and fails is no error here but a failure on the relay.
    """
    return _loaded(_candidates(list(named)))


def load_alone(plugin: object, name: str) -> HookRelay:
    """A relay of `plugin` and nobody else, let in by the same door: for tests of one plugin.

    Args:
        plugin: what an entry point would name: a module, or any object with hooks.
        name: how it is called.
    """
    file = getattr(plugin, "__file__", None)
    return _loaded([_Candidate(PluginInfo(name, "-p", "", str(file or name)), _Given(plugin))])


def _loaded(candidates: Iterable[_Candidate]) -> HookRelay:
    manager = pluggy.PluginManager(hookspecs.PROJECT)
    manager.add_hookspecs(hookspecs)
    loaded: list[PluginInfo] = []
    failures: list[PluginFailure] = []
    for candidate in candidates:
        outcome = _load(manager, candidate)
        if isinstance(outcome, PluginFailure):
            failures.append(outcome)
        else:
            loaded.append(outcome)
    offenders = _check_pending(manager, {info.name: info for info in loaded})
    unknown = {failure.plugin for failure in offenders}
    relay = HookRelay(manager, [info for info in loaded if info.name not in unknown])
    for failure in (*failures, *offenders):
        relay.add_failure(failure)
    return relay


def _candidates(wanted: Sequence[str]) -> list[_Candidate]:
    """What to load, in order: what is installed and not blocked, then what the user names."""
    blocked = {name.removeprefix("no:") for name in wanted if name.startswith("no:")}
    candidates = list(_installed(blocked))
    known = {candidate.info.name for candidate in candidates}
    for name in dict.fromkeys(wanted):
        if name.startswith("no:") or name in known or name in blocked:
            continue
        candidate = _named(name)
        if candidate.info.name in known:
            hint = f"rename the file, or leave the other one out with -p no:{candidate.info.name}"
            raise ConfigError(f"there is another plugin {candidate.info.name!r} beside {name!r}", where="-p", hint=hint)
        known.add(candidate.info.name)
        candidates.append(candidate)
    return candidates


def _installed(blocked: set[str]) -> Iterator[_Candidate]:
    found = []
    named: dict[Distribution | None, tuple[str, str]] = {None: ("?", "?")}  # its metadata is parsed at every look
    for entry in entry_points(group=GROUP):
        if entry.name in blocked:
            continue
        distribution = entry.dist
        if distribution is not None and distribution not in named:
            metadata = distribution.metadata
            named[distribution] = metadata["Name"], metadata["Version"]
        found.append(_Candidate(PluginInfo(entry.name, *named[distribution], entry.value), entry))
    found.sort(key=lambda c: (not c.info.is_ours, c.info.distribution, c.info.name))
    seen: set[tuple[str, str]] = set()
    for candidate in found:
        key = candidate.info.distribution, candidate.info.name
        if key not in seen:  # an editable install beside its wheel lists itself twice
            seen.add(key)
            yield candidate


def _named(name: str) -> _Candidate:
    if name.endswith(".py"):
        file = Path(name).absolute()
        if not file.is_file():
            raise ConfigError(f"there is no plugin file {name!r}", where="-p")
        return _Candidate(PluginInfo(file.stem, "-p", "", str(file)), file)
    try:
        # Of a dotted name only the first part, because looking further already runs the package's code.
        exists = importlib.util.find_spec(name.partition(".")[0]) is not None
    except ValueError:
        exists = False
    if not exists:
        hint = "`houndsman plugins` lists what is installed; a file is named by its path, such as -p tools/watch.py"
        raise ConfigError(f"there is no plugin and no module {name!r}", where="-p", hint=hint)
    return _Candidate(PluginInfo(name, "-p", "", name), name)


def _load(manager: pluggy.PluginManager, candidate: _Candidate) -> PluginInfo | PluginFailure:
    info = candidate.info
    if manager.has_plugin(info.name):
        return PluginFailure(info.name, info.distribution, "register", "another distribution has a plugin of this name")
    stage = "load"
    try:
        plugin = _import(candidate.source)
        stage = "register"
        _refuse_what_would_not_be_called(plugin)
        manager.register(plugin, name=info.name)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - the plugin door: importing a stranger may even call sys.exit
        if manager.has_plugin(info.name):
            manager.unregister(name=info.name)
        return PluginFailure(info.name, info.distribution, stage, describe(error), error)
    callers = manager.get_hookcallers(plugin) or []
    hooks = tuple(sorted(caller.name for caller in callers))
    file = getattr(plugin, "__file__", None)
    return PluginInfo(info.name, info.distribution, info.version, str(file or info.location), hooks)


def _import(source: _Source) -> object:
    if isinstance(source, _Given):
        return source.plugin
    if isinstance(source, EntryPoint):
        return source.load()
    if isinstance(source, str):
        return importlib.import_module(source)
    spec = importlib.util.spec_from_file_location(f"houndsman_named_{source.stem}", source)
    if spec is None or spec.loader is None:
        raise ImportError(f"cannot load {source}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # before it runs, as dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def _refuse_what_would_not_be_called(plugin: object) -> None:
    """Refuse what pluggy takes in silence and never calls, or calls to no effect."""
    if plugin is None:
        raise TypeError("the entry point names None")
    hash(plugin)  # plugins are told apart by it
    for name in dir(plugin):
        if not name.startswith(PREFIX):
            continue
        value = getattr(plugin, name)
        options = getattr(value, f"{hookspecs.PROJECT}_impl", None)
        if options is None and callable(value):
            raise TypeError(f"{name} is not marked with @houndsman.hookimpl")
        if options is not None and (options["wrapper"] or options["hookwrapper"]):
            raise TypeError(f"{name} is a wrapper, and each plugin is called apart: there is nothing to wrap")


def _check_pending(manager: pluggy.PluginManager, loaded: Mapping[str, PluginInfo]) -> list[PluginFailure]:
    """Unregister, one after the other, each plugin with a hook that does not exist."""
    failures = []
    while True:
        try:
            manager.check_pending()
        except pluggy.PluginValidationError as error:
            name = manager.get_name(error.plugin) or ""
            callers = manager.get_hookcallers(error.plugin) or ()
            unknown = sorted(caller.name for caller in callers if not caller.has_spec())
            manager.unregister(name=name)
            told = "; ".join(_no_such_hook(hook) for hook in unknown)
            failures.append(PluginFailure(name, loaded[name].distribution, "register", told))
        else:
            return failures


def _no_such_hook(name: str) -> str:
    close = difflib.get_close_matches(name, hook_names(), n=1)
    return f"there is no hook {name!r}" + (f"; did you mean {close[0]!r}?" if close else "")
