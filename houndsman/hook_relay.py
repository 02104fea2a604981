"""Calls hooks, each plugin's implementation apart, and says which plugin failed.

Comes in: the plugins that were loaded, a hook's name and its arguments. Goes out: what each plugin answered. One that
raises, or answers with the wrong type, is a `PluginFailure` with its name; the others go on, and whoever runs the
review reports it as incomplete. Only a Ctrl-C comes through.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

import pluggy
from pydantic import ValidationError

from houndsman.errors import CheckUnavailable
from houndsman.prompt.redact import redact

#: The distribution of the built-in plugins.
OURS = "houndsman"

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
                self._blame(hook, plugin, f"must return a list of {item.__name__}, not {shape(value)}")
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


def shape(value: object) -> str:
    """What a plugin returned, in words: `str`, or `a list of int, str`."""
    if isinstance(value, list | tuple):
        return f"a list of {', '.join(sorted({type(each).__name__ for each in value}))}"
    return type(value).__name__
