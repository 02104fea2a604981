"""The one door for plugins: discover, sort, skip the blocked, load each inside its own guard, register, validate.

Comes in: the entry points of the group `houndsman`, and what the user names with `-p`. Goes out: a `HookRelay` that the
stages call. A plugin that fails to load, names a hook that does not exist, or raises in a hook is a `PluginFailure`
with its name; the others go on, and whoever runs the review reports it as incomplete.
"""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import re
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import NamedTuple, TypeVar

import pluggy
from pydantic import ValidationError

from houndsman import hookspecs
from houndsman.errors import CheckUnavailable, ConfigError
from houndsman.prompt.redact import redact

GROUP = "houndsman"
OURS = "houndsman"
PREFIX = "houndsman_"

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class PluginInfo:
    """A plugin that was found."""

    name: str
    distribution: str
    """The distribution that brings it, or `-p` for one named by the user."""
    version: str
    location: str
    """The module, and the file where it is known."""
    hooks: tuple[str, ...] = ()
    """The hooks it implements; empty before it is loaded."""

    @property
    def is_ours(self) -> bool:
        """Whether it is built in."""
        return self.distribution == OURS


@dataclass(frozen=True, slots=True)
class PluginFailure:
    """A plugin that failed, and where."""

    plugin: str
    distribution: str
    stage: str
    """`load`, `register`, or the name of the hook that raised."""
    error: str
    """The exception, one line."""
    cause: BaseException | None = field(default=None, compare=False, repr=False)
    """The exception itself, where there was one: for whoever tells an author the line."""

    def order(self) -> tuple[bool, str, str, str]:
        """Ours first, then by plugin and stage."""
        return self.distribution != OURS, self.plugin, self.stage, self.error

    def __str__(self) -> str:
        place = {"load": "while loading", "register": "while registering"}.get(self.stage, f"in {self.stage}")
        return f"plugin {self.plugin!r} ({self.distribution}) failed {place}: {self.error}"


class Answer(NamedTuple):
    """What one plugin answered to a hook."""

    plugin: PluginInfo
    value: object


class Unavailable(NamedTuple):
    """A plugin's own word that it cannot answer on this machine."""

    plugin: PluginInfo
    reason: str


class Asked(NamedTuple):
    """Who answered first, and who was asked in vain before."""

    answer: Answer | None
    failures: tuple[PluginFailure, ...]
    unavailable: tuple[Unavailable, ...] = ()


class _Given(NamedTuple):
    """A plugin that is there already."""

    plugin: object


_Source = EntryPoint | Path | str | _Given


class _Candidate(NamedTuple):
    info: PluginInfo
    source: _Source


class HookRelay:
    """Calls hooks, each plugin's implementation apart, and remembers which failed. Safe to share between threads."""

    def __init__(self, manager: pluggy.PluginManager, plugins: Iterable[PluginInfo]) -> None:
        self._manager = manager
        self._plugins = tuple(plugins)
        self._callers = {
            (hook, plugin.name): self._only(hook, plugin) for plugin in self._plugins for hook in plugin.hooks
        }
        self._failures: list[PluginFailure] = []
        self._lock = threading.Lock()

    @property
    def plugins(self) -> tuple[PluginInfo, ...]:
        """The registered plugins: ours first, then by distribution and name."""
        return self._plugins

    @property
    def failures(self) -> tuple[PluginFailure, ...]:
        """What failed so far, each plugin and stage once, in a fixed order."""
        with self._lock:
            return tuple(sorted(set(self._failures), key=PluginFailure.order))

    def add_failure(self, failure: PluginFailure) -> None:
        """Remember a failure that a caller found, such as a hook's answer of the wrong type."""
        with self._lock:
            self._failures.append(failure)

    def implements(self, hook: str) -> bool:
        """Whether any plugin has something to say to `hook`."""
        return any(hook in plugin.hooks for plugin in self._plugins)

    def collect(self, hook: str, **arguments: object) -> list[Answer]:
        """What each plugin answers, ours first. One that raises is left out and remembered."""
        answers = []
        for plugin in self._plugins:
            if hook in plugin.hooks:
                answer = self._call(hook, plugin, arguments)
                if isinstance(answer, Answer):
                    answers.append(answer)
        return answers

    def collect_lists(self, hook: str, item: type[Item], **arguments: object) -> list[tuple[PluginInfo, Item]]:
        """As `collect`, for hooks that answer with a list of `item`. Anything else is that plugin's failure."""
        found: list[tuple[PluginInfo, Item]] = []
        for plugin, value in self.collect(hook, **arguments):
            if not isinstance(value, list | tuple) or not all(isinstance(each, item) for each in value):
                self._blame(hook, plugin, f"must return a list of {item.__name__}, not {_shape(value)}")
                continue
            found.extend((plugin, each) for each in value)
        return found

    def first(self, hook: str, **arguments: object) -> Answer | None:
        """The first answer other than None; plugins from outside are asked before ours."""
        return self.ask(hook, **arguments).answer

    def ask(self, hook: str, **arguments: object) -> Asked:
        """As `first`, with the failures of those that were asked in vain.

        A plugin that says it cannot answer here (`CheckUnavailable`, from `houndsman_check`) silences nobody else.
        """
        failures: list[PluginFailure] = []
        unavailable: list[Unavailable] = []
        for plugin in reversed(self._plugins):
            if hook in plugin.hooks:
                answer = self._call(hook, plugin, arguments)
                if isinstance(answer, Answer):
                    return Asked(answer, tuple(failures), tuple(unavailable))
                if isinstance(answer, Unavailable):
                    unavailable.append(answer)
                elif answer is not None:
                    failures.append(answer)
        return Asked(None, tuple(failures), tuple(unavailable))

    def guarded(self, plugin: PluginInfo, stage: str, work: Callable[[], Item]) -> Item | None:
        """What `work`, something that `plugin` handed out earlier, returns; None where it raises, which is remembered.

        Args:
            plugin: whose it is.
            stage: how its failure is called.
            work: called once.
        """
        try:
            return work()
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - the plugin door
            self._blame(stage, plugin, describe(error), error)
            return None

    def _only(self, hook: str, plugin: PluginInfo) -> pluggy.HookCaller:
        """What calls `plugin`'s implementation alone, so that one that raises does not silence the others'."""
        others = [self._manager.get_plugin(other.name) for other in self._plugins if other.name != plugin.name]
        return self._manager.subset_hook_caller(hook, others)

    def _call(
        self, hook: str, plugin: PluginInfo, arguments: dict[str, object]
    ) -> Answer | PluginFailure | Unavailable | None:
        try:
            value = self._callers[hook, plugin.name](**arguments)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - the plugin door: a stranger's code may even call sys.exit
            if isinstance(error, CheckUnavailable) and hook == "houndsman_check":
                return Unavailable(plugin, " — ".join(filter(None, (error.what, error.hint))))
            return self._blame(hook, plugin, describe(error), error)
        if isinstance(value, list) and not self._is_first_result(hook):
            value = value[0] if value else None
        return None if value is None else Answer(plugin, value)

    def _is_first_result(self, hook: str) -> bool:
        spec = getattr(self._manager.hook, hook).spec
        return bool(spec is not None and spec.opts.get("firstresult"))

    def _blame(self, hook: str, plugin: PluginInfo, error: str, cause: BaseException | None = None) -> PluginFailure:
        failure = PluginFailure(plugin.name, plugin.distribution, hook, error, cause)
        self.add_failure(failure)
        return failure


def describe(error: BaseException) -> str:
    """An exception in one line, without addresses that differ from run to run, and without secrets."""
    said = str(error)
    if isinstance(error, ValidationError):  # pydantic's own words take lines, and end in links
        said = "; ".join(f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors())
        said = f"{error.title}: {said}"
    text = re.sub(r" at 0x[0-9a-fA-F]+", "", " ".join(redact(said).split()))
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


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
    for entry in entry_points(group=GROUP):
        if entry.name in blocked:
            continue
        distribution = entry.dist.name if entry.dist else "?"
        version = entry.dist.version if entry.dist else "?"
        found.append(_Candidate(PluginInfo(entry.name, distribution, version, entry.value), entry))
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


def _shape(value: object) -> str:
    if isinstance(value, list | tuple):
        return f"a list of {', '.join(sorted({type(each).__name__ for each in value}))}"
    return type(value).__name__
