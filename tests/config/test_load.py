"""Precedence, and how layers are merged."""

from __future__ import annotations

from pathlib import Path

import pytest

from houndsman.config.load import combine, load_user, user_file
from houndsman.config.project import ProjectFiles
from houndsman.errors import ConfigError
from houndsman.models.config import Config
from houndsman.models.severity import Severity

NOTHING = ProjectFiles(None, None, {})


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    """An environment whose user file says something."""
    file = tmp_path / "config.toml"
    file.write_text('failOn = "suggestion"\nlanguage = "French"\nbase = "user-base"\nexclusions = ["user/"]\n')
    return {"HOUNDSMAN_CONFIG": str(file)}


def _project(text: str) -> ProjectFiles:
    return ProjectFiles(text.encode(), None, {})


def test_command_line_over_environment_over_user_file_over_project(environ: dict[str, str]) -> None:
    project = _project('failOn = "blocking"\nlanguage = "German"\nprojectName = "Shop"\n')
    by_project = combine(load_user({"HOUNDSMAN_CONFIG": _empty(environ)}, {}), project, "folder").config
    assert (by_project.fail_on, by_project.language) == (Severity.BLOCKING, "German")
    by_user = combine(load_user(environ, {}), project, "folder").config
    assert (by_user.fail_on, by_user.language, by_user.project_name) == (Severity.SUGGESTION, "French", "Shop")
    environ |= {"HOUNDSMAN_FAIL_ON": "attention", "HOUNDSMAN_BASE": "env-base"}
    by_environment = load_user(environ, {})
    assert combine(by_environment, project, "folder").config.fail_on is Severity.ATTENTION
    assert by_environment.base == "env-base"
    by_hand = load_user(environ, {"failOn": "nit", "base": "hand-base"})
    assert combine(by_hand, project, "folder").config.fail_on is Severity.NIT
    assert by_hand.base == "hand-base"
    assert combine(by_hand, project, "folder").config.base == "hand-base"


def _empty(environ: dict[str, str]) -> str:
    file = Path(environ["HOUNDSMAN_CONFIG"]).with_name("empty.toml")
    file.touch()
    return str(file)


def test_what_is_not_given_on_the_command_line_does_not_count(environ: dict[str, str]) -> None:
    assert load_user(environ, {"failOn": None, "base": None}).base == "user-base"


def test_nobody_says_anything(environ: dict[str, str]) -> None:
    user = load_user({"HOUNDSMAN_CONFIG": _empty(environ)}, {})
    assert user.base is None
    assert combine(user, NOTHING, "folder").config == Config(project_name="folder")
    assert combine(user, NOTHING, "").config == Config()


def test_lists_add_up_and_tables_merge_key_by_key(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text(
        'exclusions = ["user/"]\n[budgets]\nmaxFilesPerBrief = 7\n[[priorities]]\npattern = "db/"\nbonus = 1\n'
    )
    project = _project(
        'exclusions = ["project/"]\n[budgets]\nmaxFilesPerBrief = 3\nmaxExcerptChars = 99\n'
        '[[priorities]]\npattern = "db/"\nbonus = 2\n'
    )
    config = combine(load_user({"HOUNDSMAN_CONFIG": str(file)}, {}), project, "").config
    assert config.exclusions == ("user/", "project/")
    assert (config.budgets.max_files_per_brief, config.budgets.max_excerpt_chars) == (7, 99)
    assert [priority.bonus for priority in config.priorities] == [1, 2], "the user's are asked first"


def test_a_users_own_exclusions_do_not_undo_the_projects(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text('exclusions = ["!fixtures/"]\n')
    config = combine(load_user({"HOUNDSMAN_CONFIG": str(file)}, {}), _project('exclusions = ["fixtures/"]'), "").config
    assert config.exclusions[-1] == "fixtures/", "the last pattern that matches decides"


@pytest.mark.parametrize(
    ("name", "value"), [("HOUNDSMAN_FAIL_ON", "high"), ("HOUNDSMAN_BASE", "  "), ("HOUNDSMAN_LANGUAGE", " ")]
)
def test_a_wrong_variable_is_named(environ: dict[str, str], name: str, value: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load_user({**environ, name: value}, {})
    assert caught.value.where == name


def test_a_wrong_user_file_is_named_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("\nfail_on = 'nit'\n")
    with pytest.raises(ConfigError) as caught:
        load_user({"HOUNDSMAN_CONFIG": str(file)}, {})
    assert caught.value.where == f"{file}:2"


def test_a_user_file_that_is_named_must_be_there_and_be_text(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    with pytest.raises(ConfigError, match="does not exist"):
        load_user({"HOUNDSMAN_CONFIG": str(file)}, {})
    file.write_bytes(b"projectName = '\xe9'")
    with pytest.raises(ConfigError, match="cannot be read"):
        load_user({"HOUNDSMAN_CONFIG": str(file)}, {})


def test_the_user_file_has_a_usual_place() -> None:
    assert user_file({}).name == "config.toml"
    assert user_file({}).parent.name == "houndsman"
    assert user_file({"HOUNDSMAN_CONFIG": "x.toml"}) == Path("x.toml")


def test_warnings_of_every_layer_arrive(environ: dict[str, str]) -> None:
    file = Path(environ["HOUNDSMAN_CONFIG"])
    file.write_text("[budgets]\nmaxFilesPerBrief = 0\n")
    configured = combine(load_user(environ, {}), _project("[budgets]\nmaxExcerptChars = 0\n"), "")
    assert [warning.message.partition(":")[0] for warning in configured.warnings] == [
        ".houndsman/config.toml",
        str(file),
    ]
    assert configured.config.budgets == Config().budgets


def test_the_projects_watchdogs_come_with_their_files(environ: dict[str, str]) -> None:
    files = {".houndsman/watchdogs/a.md": b"---\ntitle: A\n---\n", ".houndsman/watchdogs/b.md": b"---\ntitle: B\n---\n"}
    configured = combine(load_user(environ, {}), ProjectFiles(None, None, files), "")
    assert [(each.watchdog.id, each.origin) for each in configured.watchdogs] == [
        ("a", ".houndsman/watchdogs/a.md"),
        ("b", ".houndsman/watchdogs/b.md"),
    ]
