"""What several rooms' tests share, made from the kit: a real repository, a change, distributions, the command line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from houndsman.git.runner import Git
from houndsman.git.samples import SampleRepository
from houndsman.hook_relay import OURS, HookRelay
from houndsman.models.change import Change
from houndsman.plugin_manager import GROUP, load_plugins
from houndsman.testing import command_line
from houndsman.testing.command_line import Ran, environment_of
from houndsman.testing.distribution import write_distribution
from houndsman.testing.plugin import kennel
from houndsman.testing.trees import Tree, change_between, commit_tree, git_of

__all__ = ["CommandLine", "Ran", "Tree", "kennel"]


class CommandLine(command_line.CommandLine):
    """The kit's, without scanners that few tests are about; those have tests of their own."""

    scanners: tuple[str, ...] = ("shell", "spelling", "structure", "workflows")

    def left_out(self) -> tuple[str, ...]:
        return (*self.blocked, *self.scanners)


@pytest.fixture
def houndsman(sample: SampleRepository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """The command line in `sample`, which is the current folder."""
    for name, value in environment_of(tmp_path).items():
        if value is None:
            monkeypatch.delenv(name, raising=False)
        else:
            monkeypatch.setenv(name, value)
    monkeypatch.chdir(sample.path)
    return CommandLine(sample, tmp_path / "home")


@pytest.fixture
def sample(tmp_path: Path) -> SampleRepository:
    """An empty repository."""
    return SampleRepository.create(tmp_path / "sample")


@pytest.fixture
def git(sample: SampleRepository) -> Git:
    """git for `sample`."""
    return git_of(sample)


@pytest.fixture
def read_change(sample: SampleRepository) -> Callable[[str, str], Change]:
    """What differs between two commits of `sample`."""
    return lambda left, head: change_between(sample, left, head)


@pytest.fixture
def change_of(sample: SampleRepository) -> Callable[[Tree, Tree], Change]:
    """Commit one tree and then another on top of it to `sample`, and read what differs."""
    return lambda before, after: change_between(sample, commit_tree(sample, before), commit_tree(sample, after))


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Install a distribution: `install("acme", {"watch": SOURCE}, version="1.0")` brings the plugin `watch`."""
    made: list[str] = []

    def make(distribution: str, plugins: Mapping[str, str], version: str = "1.0") -> None:
        site = tmp_path / "site" / distribution
        made.extend(write_distribution(site, distribution, plugins, version))
        monkeypatch.syspath_prepend(str(site))

    yield make
    for module in made:
        sys.modules.pop(module, None)


@pytest.fixture
def load() -> Callable[..., HookRelay]:
    """Load the plugins of the distributions that the test installed, and none of ours."""
    builtin = [f"no:{entry.name}" for entry in entry_points(group=GROUP) if entry.dist and entry.dist.name == OURS]
    return lambda *named: load_plugins([*builtin, *named])
