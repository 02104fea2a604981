"""What several rooms' tests share: a real repository, a change read from one, distributions, and the command line."""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from importlib.metadata import entry_points
from pathlib import Path
from typing import NamedTuple

import pytest

from houndsman.change.parse import parse_change
from houndsman.cli.main import run
from houndsman.git.diff import diff_bytes
from houndsman.git.runner import Git
from houndsman.git.samples import SampleRepository
from houndsman.models.change import Change
from houndsman.models.manifest import Manifest
from houndsman.models.target import ResolvedTarget, Target, TargetKind
from houndsman.models.triage import TriageItem
from houndsman.plugin_manager import GROUP, OURS, HookRelay, load_plugins

#: Contents by path; a `Path` is a symbolic link, None a file that is removed.
Tree = Mapping[str | bytes, str | bytes | Path | None]


class Ran(NamedTuple):
    """How one command line ended."""

    code: int
    out: str
    err: str

    def json(self) -> object:
        """What it printed, read as JSON."""
        value: object = json.loads(self.out)
        return value


class CommandLine:
    """`houndsman`, run in this process and in the folder of `repository`, with its own home and configuration."""

    def __init__(self, repository: SampleRepository, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.repository = repository
        self.home = home
        self.blocked: tuple[str, ...] = ()
        """Plugins to leave out of every run, such as a scanner whose start a test need not wait for."""
        self.scanners: tuple[str, ...] = ("shell", "spelling", "structure", "workflows")
        """Scanners of files that few tests are about, left out as well; they have tests of their own."""
        self._capsys = capsys

    def __call__(self, *words: str) -> Ran:
        """Run one command line."""
        self._capsys.readouterr()
        loads_plugins = words[:1] in (("prepare",), ("hunt",), ("finalize",))
        blocked = (*self.blocked, *self.scanners)
        code = run([*words, *(f"-pno:{name}" for name in blocked if loads_plugins)])
        out, err = self._capsys.readouterr()
        return Ran(code, out, err)

    def prepare(self, *words: str) -> Manifest:
        """The manifest that `houndsman prepare` prints."""
        return Manifest.model_validate(self("prepare", "--json", *words).json())

    def findings(self, *words: str) -> list[TriageItem]:
        """What `houndsman findings list` prints."""
        listed = self("findings", "list", "--json", *words).json()
        assert isinstance(listed, list)
        return [TriageItem.model_validate(each) for each in listed]

    def staging(self, manifest: Manifest) -> Path:
        """Where agents write."""
        return self.home / "work" / manifest.review_id

    def answer(self, manifest: Manifest, watchdog: str, *findings: Mapping[str, object], **more: object) -> Path:
        """Write a watchdog's findings file, as an agent does that read every file of its brief."""
        (owed,) = [each for each in manifest.watchdogs if each.id == watchdog]
        reply = {"watchdog": watchdog, "findings": findings, "reviewedFiles": [str(path) for path in owed.files]}
        place = self.staging(manifest) / "findings" / f"{watchdog}.json"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(json.dumps(reply | more), encoding="utf-8")
        return place


@pytest.fixture
def houndsman(
    sample: SampleRepository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> CommandLine:
    """The command line in `sample`."""
    (tmp_path / "user.toml").touch()
    monkeypatch.setenv("HOUNDSMAN_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HOUNDSMAN_CONFIG", str(tmp_path / "user.toml"))
    for name in ("HOUNDSMAN_BASE", "HOUNDSMAN_FAIL_ON", "HOUNDSMAN_LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(sample.path)
    return CommandLine(sample, tmp_path / "home", capsys)


@pytest.fixture
def sample(tmp_path: Path) -> SampleRepository:
    """An empty repository."""
    return SampleRepository.create(tmp_path / "sample")


@pytest.fixture
def git(sample: SampleRepository) -> Git:
    """git for `sample`."""
    return Git(sample.path / ".git", isolated=True)


@pytest.fixture
def read_change(git: Git) -> Callable[[str, str], Change]:
    """What differs between two commits of `sample`."""

    def read(left: str, head: str) -> Change:
        target = Target(kind=TargetKind.RANGE, key="range:left..head", base=left, head=head)
        resolved = ResolvedTarget(target=target, branch=None, head_time=datetime(2025, 6, 1, tzinfo=UTC))
        return parse_change(diff_bytes(git, left, head).output, resolved)

    return read


@pytest.fixture
def change_of(sample: SampleRepository, read_change: Callable[[str, str], Change]) -> Callable[[Tree, Tree], Change]:
    """Commit one tree and then another on top of it to `sample`, and read what differs."""
    return lambda before, after: read_change(_commit(sample, before), _commit(sample, after))


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Install a distribution: `install("acme", {"watch": SOURCE}, version="1.0")` brings the plugin `watch`.

    It is a folder on `sys.path` with its metadata, which is all that the import system asks of one.
    """
    made: list[str] = []

    def make(distribution: str, plugins: Mapping[str, str], version: str = "1.0") -> None:
        site = tmp_path / "site" / distribution
        # With underscores, as in a wheel: what stands before the first hyphen is taken for the name.
        info = site / f"{distribution.replace('-', '_')}-{version}.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: {version}\n")
        lines = [f"[{GROUP}]"]
        for name, source in plugins.items():
            module = f"{distribution}_{name}".replace("-", "_")
            (site / f"{module}.py").write_text(textwrap.dedent(source), encoding="utf-8")
            lines.append(f"{name} = {module}")
            made.append(module)
        (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
        monkeypatch.syspath_prepend(str(site))

    yield make
    for module in made:
        sys.modules.pop(module, None)


@pytest.fixture
def load() -> Callable[..., HookRelay]:
    """Load the plugins of the distributions that the test installed, and none of ours."""
    builtin = [f"no:{entry.name}" for entry in entry_points(group=GROUP) if entry.dist and entry.dist.name == OURS]
    return lambda *named: load_plugins([*builtin, *named])


def _commit(sample: SampleRepository, tree: Tree) -> str:
    for path, content in tree.items():
        if content is None:
            sample.remove(path)
        elif isinstance(content, Path):
            sample.symlink(path, str(content))
        else:
            sample.write(path, content)
    return sample.commit("step")
