"""Which files of the project count, and from which commit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from houndsman.config.project import ConfigFrom, ProjectFiles, at_commit, in_folder, may_touch, read_project
from houndsman.errors import ConfigError
from houndsman.git.runner import Git
from houndsman.git.samples import SampleRepository
from houndsman.models.change import Change

CONFIG = ".houndsman/config.toml"
DOG = ".houndsman/watchdogs/dog.md"
DOG_TEXT = "---\ntitle: Dog\n---\n"
TABLE = "[tool.houndsman]\nfailOn = 'nit'\n"

ChangeOf = Callable[..., Change]


@pytest.mark.parametrize("read", ["commit", "folder"])
def test_configuration_and_watchdogs_are_found_and_nothing_else(sample: SampleRepository, git: Git, read: str) -> None:
    tree = {
        CONFIG: "failOn = 'nit'\n",
        DOG: DOG_TEXT,
        ".houndsman/watchdogs/deep/cat.md": DOG_TEXT,
        ".houndsman/watchdogs/notes.txt": "x",
        ".houndsman/other.md": "x",
        "pyproject.toml": "[project]\n",
        "sub/pyproject.toml": TABLE,
        "sub/.houndsman/config.toml": "x",
    }
    for name, text in tree.items():
        sample.write(name, text)
    commit = sample.commit("one")
    found = at_commit(git, commit) if read == "commit" else in_folder(sample.path)
    assert found == ProjectFiles(b"failOn = 'nit'\n", b"[project]\n", {DOG: DOG_TEXT.encode()})
    document = found.document()
    assert document is not None and document.name == CONFIG


def test_a_project_without_any_of_it(sample: SampleRepository, git: Git) -> None:
    sample.write("a", "x")
    commit = sample.commit("one")
    assert at_commit(git, commit) == in_folder(sample.path) == ProjectFiles(None, None, {})
    assert at_commit(git, commit).document() is None


@pytest.mark.parametrize(
    "text",
    [
        TABLE,
        "[ tool.houndsman ]\nfailOn = 'nit'\n",
        "[tool]\nhoundsman.failOn = 'nit'\n",
        "tool.houndsman.failOn = 'nit'\n",
        "[tool.houndsman.budgets]\nmaxFilesPerBrief = 3\n",
        "[[tool.houndsman.priorities]]\npattern = 'a'\n",
    ],
)
def test_a_table_in_pyproject_counts_however_it_is_written(text: str) -> None:
    document = ProjectFiles(None, text.encode(), {}).document()
    assert document is not None
    assert document.table == ("tool", "houndsman")


@pytest.mark.parametrize("text", [b"[tool.ruff]\n", b"name = 'caf\xe9'\n", b"broken = [\n", b"# houndsman\n"])
def test_a_pyproject_that_is_not_about_us_may_be_anything(text: bytes) -> None:
    assert ProjectFiles(None, text, {}).document() is None
    document = ProjectFiles(b"failOn = 'nit'", text, {}).document()
    assert document is not None and document.name == CONFIG


def test_both_files_at_once_are_an_error_at_the_table() -> None:
    with pytest.raises(ConfigError) as caught:
        ProjectFiles(b"", f"\n{TABLE}".encode(), {}).document()
    assert caught.value.where == "pyproject.toml:2"
    assert CONFIG in caught.value.what


def test_bytes_that_are_not_utf_8_are_refused() -> None:
    with pytest.raises(ConfigError) as caught:
        ProjectFiles(b"projectName = '\xe9'", None, {}).document()
    assert caught.value.where == CONFIG


def test_a_byte_order_mark_is_no_fault() -> None:
    document = ProjectFiles("\ufefffailOn = 'nit'".encode(), None, {}).document()
    assert document is not None and document.text.startswith("failOn")


@pytest.mark.parametrize("read", ["commit", "folder"])
@pytest.mark.parametrize("name", [".houndsman", ".houndsman/watchdogs", CONFIG, DOG])
def test_links_are_never_followed(sample: SampleRepository, git: Git, tmp_path: Path, read: str, name: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "config.toml").write_text("failOn = 'nit'\n")
    (outside / "dog.md").write_text(DOG_TEXT)
    sample.symlink(name, str(outside / "config.toml" if name.endswith((".toml", ".md")) else outside))
    commit = sample.commit("link")
    found = at_commit(git, commit) if read == "commit" else in_folder(sample.path)
    assert (found.config, dict(found.watchdogs)) == (None, {})
    with pytest.raises(ConfigError) as caught:
        found.document()
    assert caught.value.where == name
    assert "symbolic link" in caught.value.what


# Trust


def test_project_files_are_read_from_the_left_commit(sample: SampleRepository, git: Git, change_of: ChangeOf) -> None:
    change = change_of({CONFIG: "failOn = 'nit'\n"}, {CONFIG: "exclusions = ['**']\n"})
    reading = read_project(git, change, sample.path, ConfigFrom.BASE)
    assert reading.files.config == b"failOn = 'nit'\n"
    assert [str(path) for path in reading.touched] == [CONFIG]
    assert reading.warnings == (), "it is said already, as touched"


def test_from_the_worktree_only_where_the_user_says_so(sample: SampleRepository, git: Git, change_of: ChangeOf) -> None:
    change = change_of({CONFIG: "failOn = 'nit'\n"}, {"a": "x"})
    sample.write(CONFIG, "failOn = 'blocking'\n")
    trusted = read_project(git, change, sample.path, ConfigFrom.BASE)
    assert trusted.files.config == b"failOn = 'nit'\n"
    (warning,) = trusted.warnings
    assert warning.code == "config-not-read"
    assert CONFIG in warning.message and "--config-from worktree" in warning.message
    tried = read_project(git, change, sample.path, ConfigFrom.WORKTREE)
    assert tried.files.config == b"failOn = 'blocking'\n"
    assert tried.warnings == ()


def test_a_bare_repository_has_only_commits(git: Git, change_of: ChangeOf) -> None:
    change = change_of({CONFIG: "failOn = 'nit'\n"}, {"a": "x"})
    assert read_project(git, change, None, ConfigFrom.BASE).files.config == b"failOn = 'nit'\n"


@pytest.mark.parametrize(
    ("before", "after", "touched"),
    [
        ({"a": "1"}, {"a": "2"}, []),
        ({"a": "1"}, {DOG: DOG_TEXT}, [DOG]),
        ({DOG: DOG_TEXT}, {DOG: None}, [DOG]),
        ({DOG: DOG_TEXT}, {DOG: DOG_TEXT.replace("\n", "\r\n")}, []),
        ({"pyproject.toml": "[project]\n"}, {"pyproject.toml": "[project]\nname = 'x'\n"}, []),
        ({"pyproject.toml": TABLE}, {"pyproject.toml": f"[project]\n{TABLE}"}, []),
        ({"pyproject.toml": TABLE}, {"pyproject.toml": TABLE.replace("nit", "blocking")}, ["pyproject.toml"]),
        ({"pyproject.toml": TABLE}, {"pyproject.toml": f"{TABLE}= broken"}, ["pyproject.toml"]),
        ({".houndsman/notes": "x"}, {".houndsman/notes": "y"}, []),
    ],
)
def test_a_change_of_what_these_files_say_is_told(
    sample: SampleRepository,
    git: Git,
    change_of: ChangeOf,
    before: dict[str, str],
    after: dict[str, str | None],
    touched: list[str],
) -> None:
    reading = read_project(git, change_of(before, after), sample.path, ConfigFrom.BASE)
    assert [str(path) for path in reading.touched] == touched


def test_a_hostile_link_in_the_change_is_told_and_does_not_stop_the_review(
    sample: SampleRepository, git: Git, change_of: ChangeOf
) -> None:
    change = change_of({CONFIG: "failOn = 'nit'\n"}, {CONFIG: Path("/etc/passwd")})
    reading = read_project(git, change, None, ConfigFrom.BASE)
    assert reading.files.document() is not None
    assert [str(path) for path in reading.touched] == [CONFIG]


def test_a_linked_pyproject_is_no_error_and_is_told(sample: SampleRepository, git: Git, change_of: ChangeOf) -> None:
    change = change_of({"real.toml": TABLE, "pyproject.toml": Path("real.toml")}, {"b": "y"})
    reading = read_project(git, change, sample.path, ConfigFrom.BASE)
    assert reading.files.document() is None
    (warning,) = reading.warnings
    assert "pyproject.toml is a symbolic link" in warning.message


@pytest.mark.parametrize(
    ("path", "expected"),
    [(CONFIG, True), (DOG, True), ("pyproject.toml", True), (".houndsman", True), ("sub/pyproject.toml", False)],
)
def test_what_may_touch_them(change_of: ChangeOf, path: str, expected: bool) -> None:
    assert may_touch(change_of({"a": "x"}, {path: "x"})) is expected


def test_a_rename_away_touches_them_too(change_of: ChangeOf) -> None:
    assert may_touch(change_of({DOG: DOG_TEXT * 9}, {DOG: None, "docs/dog.md": DOG_TEXT * 9}))
