"""git is run on bytes, and nothing of the caller's changes what it says."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from houndsman.errors import ExitCode, GitError
from houndsman.git.runner import Git, require_git, safe_path, visible
from houndsman.git.samples import SampleRepository


@pytest.fixture(autouse=True)
def fresh_lookup() -> None:
    require_git.cache_clear()


def stub_git(folder: Path, says: str) -> None:
    folder.mkdir()
    program = folder / "git"
    program.write_text(f"#!{sys.executable}\nprint({says!r})\n")
    program.chmod(0o755)


def test_bytes_go_in_and_come_out_untouched(shop: SampleRepository) -> None:
    content = bytes(range(256)) + b"\r\n\n"
    object_id = Git(shop.path / ".git").text("hash-object", "-w", "--stdin", stdin=content)
    assert Git(shop.path / ".git").run("cat-file", "blob", object_id) == content


def test_an_unexpected_status_is_an_error_with_gits_own_words(shop: SampleRepository) -> None:
    with pytest.raises(GitError, match="git cat-file failed: fatal: Not a valid object name nonsense") as caught:
        Git(shop.path / ".git").run("cat-file", "blob", "nonsense")
    assert caught.value.exit_code is ExitCode.USAGE


def test_an_expected_status_is_an_answer(shop: SampleRepository) -> None:
    answer = Git(shop.path / ".git").ask("config", "--get", "no.such", ok=(0, 1))
    assert (answer.output, answer.status) == (b"", 1)


def test_control_characters_of_an_error_are_made_visible(shop: SampleRepository) -> None:
    with pytest.raises(GitError) as caught:
        Git(shop.path / ".git").run("rev-parse", "--verify", "x\x1b[31m")
    assert "\x1b" not in str(caught.value)
    assert visible("a\x1b[1m\x9bb\n\tc\x7f") == "a\\x1b[1m\\x9bb\n\tc\\x7f"


def test_variables_of_the_caller_do_not_reach_git(
    shop: SampleRepository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR"):
        monkeypatch.setenv(name, str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_EXTERNAL_DIFF", "false")
    monkeypatch.setenv("GIT_CONFIG_PARAMETERS", "'core.bare=nonsense'")
    shop.write("a", "1\n")
    assert shop.commit("one") == Git(shop.path / ".git").text("rev-parse", "HEAD")


def test_what_could_run_a_program_is_pinned_over_the_repositorys_own_configuration(
    shop: SampleRepository, tmp_path: Path
) -> None:
    trace = tmp_path / "ran"
    program = f"touch {trace};false"
    for name in ("core.fsmonitor", "core.editor", "core.pager", "core.sshCommand", "diff.external"):
        shop.git("config", name, program)
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    (hooks / "post-index-change").write_text(f"#!/bin/sh\n{program}\n")
    (hooks / "post-index-change").chmod(0o755)
    shop.git("config", "core.hooksPath", str(hooks))
    shop.write("a", "1\n")
    git = Git(shop.path / ".git", shop.path)
    git.run("add", "--all")
    git.run("status", "--porcelain")
    git.run("diff", "--no-ext-diff", "--cached")
    assert not trace.exists()


def test_an_isolated_git_reads_no_configuration_of_the_user(
    shop: SampleRepository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / ".gitconfig").write_text("[house]\n\tword = hound\n")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    ask = ("config", "--get", "house.word")
    assert Git(shop.path / ".git").text(*ask) == "hound"
    assert Git(shop.path / ".git", isolated=True).text(*ask, ok=(0, 1)) == ""


def test_a_path_that_looks_like_a_pattern_is_a_path(shop: SampleRepository) -> None:
    shop.write("a*", "1\n")
    shop.write("ab", "1\n")
    shop.write(":(top)x", "1\n")
    shop.commit("one")
    git = Git(shop.path / ".git", shop.path)
    assert git.run("ls-files", "-z", "--", "a*") == b"a*\0"
    assert git.run("ls-files", "-z", "--", ":(top)x") == b":(top)x\0"


def test_the_network_is_out_of_reach(shop: SampleRepository, tmp_path: Path) -> None:
    shop.commit("one")
    with pytest.raises(GitError, match="transport 'file' not allowed"):
        Git(None, cwd=tmp_path).run("clone", shop.path.as_uri(), "copy")


def test_a_missing_git_says_how_to_get_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(GitError, match="git cannot be run") as caught:
        Git(tmp_path).run("version")
    assert caught.value.hint is not None and "Install git 2.34" in caught.value.hint
    assert caught.value.exit_code is ExitCode.USAGE


@pytest.mark.parametrize(
    ("says", "error"),
    [
        ("git version 2.33.9", "git 2.33 is too old"),
        ("git version 1.99", "git 1.99 is too old"),
        ("hub 2.40", "`git version` answers"),
        ("git version 2.34.1", None),
        ("git version 2.39.5 (Apple Git-154)", None),
        ("git version 3.0.windows.1", None),
    ],
)
def test_the_version_is_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, says: str, error: str | None) -> None:
    stub_git(tmp_path / "bin", says)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    if error is None:
        assert require_git() >= (2, 34)
    else:
        with pytest.raises(GitError, match=error):
            require_git()


def test_a_missing_folder_is_not_taken_for_a_missing_git(tmp_path: Path) -> None:
    with pytest.raises(GitError, match="there is no such folder"):
        Git(tmp_path / "gone").run("rev-parse")


def test_git_never_reads_our_standard_input(shop: SampleRepository) -> None:
    script = (
        "from pathlib import Path; from houndsman.git.runner import Git; "
        f"print(Git(Path({str(shop.path / '.git')!r})).run('hash-object', '--stdin'))"
    )
    done = subprocess.run([sys.executable, "-c", script], input=b"words", capture_output=True, check=True)
    assert b"e69de29bb2d1d6434b8b29ae775ad8c2e48c5391" in done.stdout, "the id of nothing"


@pytest.mark.parametrize("relative", [".", "", "bin", "./bin"])
def test_git_is_not_looked_for_where_we_stand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, relative: str) -> None:
    stub_git(tmp_path / "bin", "git version 99.0")
    monkeypatch.chdir(tmp_path / "bin" if relative in (".", "") else tmp_path)
    monkeypatch.setenv("PATH", f"{relative}{os.pathsep}{os.environ['PATH']}")
    assert require_git() < (99, 0)
    assert b"99.0" not in Git(None).run("version")


def test_a_path_of_relative_folders_alone_is_the_systems_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", os.pathsep.join([".", "", "bin"]))
    assert safe_path() == os.defpath
