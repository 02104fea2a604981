"""Who declares which watchdogs here, for the command that an author uses.

In: the current folder, the environment, and what `-p` names. Out: every declaration with where it comes from. Unlike a
review, which trusts only the commit that a change begins at, this reads the project's files as they lie in the working
tree: an author asks about what he has just written. Nothing of it is run. A wrong configuration is a `ConfigError`; a
Markdown file that cannot be read is one of `wrong_files`, and hides no other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from houndsman.config.complaints import nearest
from houndsman.config.load import combine, load_user
from houndsman.config.markdown import read_watchdog
from houndsman.config.project import ProjectFiles, at_commit, in_folder
from houndsman.errors import ConfigError, NoRepositoryError, UsageError
from houndsman.git.repository import Repository
from houndsman.git.trees import list_tree
from houndsman.hook_relay import HookRelay, PluginInfo
from houndsman.models.config import Config
from houndsman.models.repo_path import RepoPath
from houndsman.models.watchdog import Watchdog
from houndsman.plugin_manager import load_plugins

#: The kind of a watchdog of ours.
BUILT_IN = "built-in"

_NO_FILES = ProjectFiles(None, None, {})


class Source(NamedTuple):
    """A watchdog and who declares it: a plugin, or a Markdown file."""

    watchdog: Watchdog
    plugin: PluginInfo | None = None
    file: str = ""
    """The Markdown file, as messages show it; the plugin's file where there is one."""

    @property
    def kind(self) -> str:
        """`built-in`, `plugin` or `project`."""
        if self.plugin is None:
            return "project"
        return BUILT_IN if self.plugin.is_ours else "plugin"

    @property
    def said(self) -> str:
        """In words."""
        if self.plugin is None:
            return self.file
        if self.plugin.is_ours:
            return f"built-in plugin {self.plugin.name}"
        version = f" {self.plugin.version}" if self.plugin.version else ""
        return f"plugin {self.plugin.name} ({self.plugin.distribution}{version})"


@dataclass(frozen=True)
class Surroundings:
    """What there is to look at."""

    relay: HookRelay
    config: Config
    repository: Repository | None
    """None outside of one: then there are only plugins."""
    project: ProjectFiles

    @classmethod
    def of(cls, cwd: Path, environ: Mapping[str, str], plugins: Sequence[str]) -> Surroundings:
        """Look around from the folder `cwd`, and load the plugins."""
        user = load_user(environ, {})
        try:
            repository = Repository.discover(cwd)
        except NoRepositoryError:
            repository = None
        project = _NO_FILES if repository is None else _project_files(repository)
        name = "" if repository is None else repository.name
        config = combine(user, replace(project, watchdogs={}), name).config
        return cls(load_plugins(plugins), config, repository, project)

    @cached_property
    def by_plugins(self) -> tuple[Source, ...]:
        """What plugins declare, ours first. One that fails is left out and remembered on the relay."""
        found = self.relay.collect_lists("houndsman_watchdogs", Watchdog, config=self.config)
        return tuple(Source(watchdog, plugin, plugin.location) for plugin, watchdog in found)

    def by_files(self) -> tuple[Source, ...]:
        """What the project's Markdown files declare. Raises `ConfigError` for the first that is wrong."""
        for error in self.wrong_files.values():
            raise error
        return tuple(each for each in self._read_files.values() if isinstance(each, Source))

    @property
    def wrong_files(self) -> dict[str, ConfigError]:
        """By name, what is wrong with each Markdown file that declares nothing that can be read."""
        return {name: each for name, each in self._read_files.items() if isinstance(each, ConfigError)}

    def all(self) -> tuple[Source, ...]:
        """What plugins and sound files declare, by id."""
        files = (each for each in self._read_files.values() if isinstance(each, Source))
        return tuple(sorted((*self.by_plugins, *files), key=lambda source: source.watchdog.id))

    @cached_property
    def _read_files(self) -> dict[str, Source | ConfigError]:
        return {name: _read(name, raw) for name, raw in self.project.watchdogs.items()}

    @cached_property
    def paths(self) -> tuple[RepoPath, ...]:
        """The repository's files: what is tracked or could be; in a bare repository those of HEAD."""
        if self.repository is None:
            return ()
        if self.repository.work_tree is None:
            head = self.repository.resolve("HEAD")
            return () if head is None else tuple(entry.path for entry in list_tree(self.repository.git, head))
        listed = self.repository.git.run("ls-files", "-z", "--full-name", "--cached", "--others", "--exclude-standard")
        return tuple(sorted({RepoPath(raw) for raw in listed.split(b"\0") if raw}))


def _read(name: str, raw: bytes) -> Source | ConfigError:
    try:
        return Source(read_watchdog(raw, name), None, name)
    except ConfigError as error:
        return error


def _project_files(repository: Repository) -> ProjectFiles:
    if repository.work_tree is not None:
        return in_folder(repository.work_tree)
    head = repository.resolve("HEAD")
    return _NO_FILES if head is None else at_commit(repository.git, head)


def named(sources: Sequence[Source], watchdog: str) -> Source:
    """The source of the watchdog with this id. Raises `UsageError` with the nearest for one that is not declared."""
    found = [source for source in sources if source.watchdog.id == watchdog]
    if len(found) == 1:
        return found[0]
    if found:
        places = " and ".join(source.said for source in found)
        hint = "Rename one, or leave a plugin out with -p no:NAME."
        raise UsageError(f"the watchdog {watchdog!r} is declared twice: {places}", hint=hint)
    close = nearest(watchdog, [source.watchdog.id for source in sources])
    hint = f"Did you mean {close!r}?" if close else "`houndsman watchdogs list` lists them."
    hint += " One of a plugin that is not installed: name its file with -p FILE.py, or `pip install -e DIR`."
    raise UsageError(f"there is no watchdog {watchdog!r}", hint=hint)
