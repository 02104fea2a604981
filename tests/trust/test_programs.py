"""No program that git's configuration or the environment names is run, and neither steers what is read."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from houndsman.git.samples import SampleRepository

if TYPE_CHECKING:
    from tests.conftest import CommandLine
    from tests.trust.conftest import Attack

HOOKS = (
    "applypatch-msg", "commit-msg", "fsmonitor-watchman", "post-applypatch", "post-checkout", "post-commit",
    "post-index-change", "post-merge", "post-rewrite", "pre-applypatch", "pre-auto-gc", "pre-commit",
    "pre-merge-commit", "pre-push", "pre-rebase", "prepare-commit-msg", "reference-transaction",
)  # fmt: skip

#: Keys of git's configuration whose value is a program. `filter.*` and `diff.*` are reached through attributes.
SETTINGS = (
    "core.alternateRefsCommand", "core.askPass", "core.editor", "core.fsmonitor", "core.gitProxy", "core.pager",
    "core.sshCommand", "credential.helper", "diff.evil.command", "diff.evil.textconv", "diff.external",
    "filter.a=b.clean", "filter.evil.process", "filter.evil.smudge", "gpg.program",
    "hook.evil.command", "interactive.diffFilter", "merge.evil.driver", "pager.diff", "pager.log", "sequence.editor",
    "uploadpack.packObjectsHook",
)  # fmt: skip

#: Variables by which git is told to run a program.
VARIABLES = (
    "EDITOR", "GIT_ASKPASS", "GIT_EDITOR", "GIT_EXTERNAL_DIFF", "GIT_PAGER", "GIT_PROXY_COMMAND", "GIT_SSH",
    "GIT_SSH_COMMAND", "PAGER", "SSH_ASKPASS", "VISUAL",
)  # fmt: skip

ATTRIBUTES = "* filter=evil diff=evil merge=evil\n*.txt filter=a=b\n"

#: The ways to name a target, each with what makes it one.
TARGETS = {
    "branch": (),
    "commit": ("--commit", "HEAD"),
    "range": ("--range", "main..feature"),
    "staged": ("--staged",),
    "working tree": ("--working-tree",),
    "patch": ("--patch", "../change.patch"),
}

#: For the last of them; on top of the others' change.
PATCH = "--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-c\n+e\n"


class Traps:
    """Programs that leave a mark when they are run."""

    def __init__(self, folder: Path) -> None:
        self._marks = folder / "marks"
        self._programs = folder / "programs"
        self._marks.mkdir(parents=True)
        self._programs.mkdir()

    def program(self, name: str) -> str:
        """A program that leaves the mark `name`, and otherwise is the filter that changes nothing."""
        place = self._programs / name.replace("/", "-")
        place.write_text(f"#!/bin/sh\ntouch '{self._marks}/{place.name}'\nexec cat\n", encoding="utf-8")
        place.chmod(0o755)
        return str(place)

    def sprung(self) -> set[str]:
        """The marks that were left; they are taken away."""
        names = {mark.name for mark in self._marks.iterdir()}
        for name in names:
            (self._marks / name).unlink()
        return names

    def set_in(self, repository: SampleRepository, name: str, driver: str = "evil") -> None:
        """Lay one of each into a repository: hooks, and programs in its configuration."""
        (repository.path / ".git" / "hooks").mkdir(exist_ok=True)
        for hook in HOOKS:
            (repository.path / ".git" / "hooks" / hook).symlink_to(self.program(f"{name}-{hook}"))
        with (repository.path / ".git" / "config").open("a", encoding="utf-8") as file:
            file.write(self.settings(name).replace('"evil"', f'"{driver}"'))

    def settings(self, name: str) -> str:
        """Configuration that runs a trap wherever one can be named."""
        lines = []
        for key in SETTINGS:
            section, _, rest = key.partition(".")
            middle, _, last = rest.rpartition(".")
            lines.append(f'[{section} "{middle}"]' if middle else f"[{section}]")
            lines.append(f"{last} = {self.program(f'{name}-{key}')}")
        more = '[hook "evil"]\nevent = post-index-change\n[commit]\ngpgSign = true\n'
        return "\n".join(lines) + f"\n{more}[log]\nshowSignature = true\n[core]\nuntrackedCache = true\n"


@pytest.fixture
def traps(tmp_path: Path) -> Traps:
    """Traps of this test."""
    return Traps(tmp_path / "traps")


@pytest.fixture
def trapped(attack: Attack, traps: Traps, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """A change beside staged and unstaged work and a dirty submodule, with traps wherever git looks for programs."""
    command_line = attack({"b.txt": "b\n"}, {".gitattributes": ATTRIBUTES, "a.py": "a = 1\n", "b.txt": "c\n"})
    repository = command_line.repository
    library = SampleRepository.create(tmp_path / "library")
    library.write("lib.txt", "one\n")
    library.write(".gitattributes", "* filter=driver-of-the-library\n")
    library.commit("A library")
    inside = library.clone_to(repository.path / "library")
    repository.git("update-index", "--add", "--cacheinfo", f"160000,{library.resolve('HEAD')},library")
    repository.commit("Take a library", everything=False)
    inside.write("lib.txt", "two\n")
    repository.write("staged.txt", "a\n")
    repository.stage()
    repository.write("a.py", "a = 2\n")
    repository.write("untracked.txt", "a\n")
    traps.set_in(repository, "own")
    traps.set_in(inside, "library", "driver-of-the-library")
    (tmp_path / ".gitconfig").write_text(traps.settings("user"), encoding="utf-8")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    (tmp_path / "change.patch").write_text(PATCH, encoding="utf-8")
    for name in VARIABLES:
        monkeypatch.setenv(name, traps.program(f"variable-{name}"))
    traps.sprung()
    return command_line


def test_the_traps_are_live(trapped: CommandLine, traps: Traps) -> None:
    commands = (["add", "--all"], ["diff", "HEAD~1"], ["--paginate", "log", "-p"], ["commit", "-m", "a"], ["status"])
    for words in commands:
        subprocess.run(["git", *words], cwd=trapped.repository.path, capture_output=True, check=False)
    both = ("core.fsmonitor", "filter.evil.process", "post-index-change")
    expected = {f"{where}-{name}" for where in ("own", "library") for name in both}
    assert expected | {"own-filter.a=b.clean", "own-diff.evil.command", "own-diff.evil.textconv"} <= traps.sprung()


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_no_program_is_run(trapped: CommandLine, traps: Traps, target: tuple[str, ...]) -> None:
    assert trapped("prepare", *target).code == 0
    assert trapped("hunt", *target).code == 3
    assert trapped("finalize", *target).code == 3
    assert traps.sprung() == set()


def test_what_a_filter_would_have_made_is_not_what_is_reviewed(attack: Attack) -> None:
    """Not running a filter must not mean that its files are left out."""
    command_line = attack({}, {".gitattributes": "*.py filter=evil\n"})
    command_line.repository.git("config", "filter.evil.clean", "false")
    command_line.repository.git("config", "filter.evil.required", "true")
    command_line.repository.write("a.py", "a = 1\n")
    rows = command_line.prepare("--working-tree").files
    assert [(str(file.path), file.added) for file in rows] == [("a.py", 1)]


#: Variables that point git elsewhere or restyle what it says; `{}` is a folder of the test's.
STEERING = {
    "GIT_DIR": "{}/elsewhere",
    "GIT_WORK_TREE": "{}/elsewhere",
    "GIT_COMMON_DIR": "{}/elsewhere",
    "GIT_INDEX_FILE": "{}/elsewhere",
    "GIT_OBJECT_DIRECTORY": "{}/elsewhere",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES": "{}/elsewhere",
    "GIT_NAMESPACE": "elsewhere",
    "GIT_CEILING_DIRECTORIES": "{}",
    "GIT_EXEC_PATH": "{}/elsewhere",
    "GIT_CONFIG": "{}/elsewhere",
    "GIT_CONFIG_GLOBAL": "{}/elsewhere",
    "GIT_CONFIG_COUNT": "3",
    "GIT_CONFIG_KEY_0": "diff.noprefix",
    "GIT_CONFIG_VALUE_0": "true",
    "GIT_CONFIG_KEY_1": "core.bare",
    "GIT_CONFIG_VALUE_1": "true",
    "GIT_CONFIG_KEY_2": "remote.origin.url",
    "GIT_CONFIG_VALUE_2": "https://example.com/elsewhere",
    "GIT_CONFIG_PARAMETERS": "'diff.renames'='false' 'core.quotepath'='true'",
    "GIT_DIFF_OPTS": "--unified=5",
    "GIT_EXTERNAL_DIFF": "false",
    "GIT_PAGER": "false",
    "GIT_ATTR_SOURCE": "HEAD",
    "GIT_LITERAL_PATHSPECS": "0",
    "GIT_GLOB_PATHSPECS": "1",
    "GIT_ICASE_PATHSPECS": "1",
    "GIT_REPLACE_REF_BASE": "refs/heads/",
    "GIT_SHALLOW_FILE": "{}/elsewhere",
    "GIT_GRAFT_FILE": "{}/elsewhere",
    "GIT_DEFAULT_HASH": "sha256",
    "GIT_TRACE": "2",
    "GIT_TRACE2_EVENT": "{}/traced",
    "GIT_REDIRECT_STDOUT": "{}/traced",
    "LANGUAGE": "de",
    "LC_ALL": "de_DE.UTF-8",
}


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_the_callers_variables_steer_nothing(
    attack: Attack, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, target: tuple[str, ...]
) -> None:
    command_line = attack({"b.txt": "b\n"}, {"a.py": "a = 1\n", "b.txt": "c\n"})
    command_line.repository.write("b.txt", "d\n")
    command_line.repository.git("update-index", "b.txt")
    (tmp_path / "change.patch").write_text(PATCH, encoding="utf-8")
    manifest = command_line.prepare(*target)
    for name, value in STEERING.items():
        monkeypatch.setenv(name, value.format(tmp_path))
    assert command_line.prepare(*target) == manifest
    ran = command_line("hunt", *target)
    assert ran.code == 3
    assert "trace" not in ran.err
    assert not (tmp_path / "traced").exists()
    assert os.environ["GIT_DIR"] == f"{tmp_path}/elsewhere", "what was hidden for a while is there again"


def test_a_repository_that_the_change_brings_runs_nothing_either(
    attack: Attack, traps: Traps, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Inside a committed folder that looks like a bare repository git takes that for the one that is meant."""
    bare = SampleRepository.create(tmp_path / "bare")
    bare.write("a.md", "a\n")
    bare.commit("A")
    traps.set_in(bare, "brought")
    change: dict[str | bytes, str | bytes | Path | None] = {
        f"brought/{place.relative_to(bare.path / '.git')}": place.read_bytes()
        for place in sorted((bare.path / ".git").rglob("*"))
        if place.is_file() and place.name != "index"
    }
    change["brought/config"] = f"[core]\nrepositoryFormatVersion = 0\nbare = true\n{traps.settings('brought')}"
    change["brought/refs/keep"] = ""
    command_line = attack({}, {**change, "a.md": "a\n"})
    traps.sprung()
    monkeypatch.chdir(command_line.repository.path / "brought")
    for name, target in TARGETS.items():
        if name != "patch":
            command_line("hunt", *target)
    assert traps.sprung() == set()
