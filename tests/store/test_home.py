from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from houndsman.errors import StoreError
from houndsman.store.home import Home, review_id


def test_home_is_where_the_environment_says(tmp_path: Path) -> None:
    assert Home.find({"HOUNDSMAN_HOME": str(tmp_path / "h")}).root == tmp_path / "h"


def test_a_relative_home_counts_from_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = Home.find({"HOUNDSMAN_HOME": "here"})
    monkeypatch.chdir("/")
    assert found.root == tmp_path / "here"


def test_a_tilde_that_no_shell_expanded_is_the_users_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert Home.find({"HOUNDSMAN_HOME": "~/h"}).root == tmp_path / "h"


def test_a_tilde_of_nobody_is_said(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="HOUNDSMAN_HOME"):
        Home.find({"HOUNDSMAN_HOME": "~nobody-of-this-name/h"})


@pytest.mark.parametrize("environ", [{}, {"HOUNDSMAN_HOME": ""}], ids=["unset", "empty"])
def test_without_the_variable_the_platform_decides(environ: dict[str, str]) -> None:
    root = Home.find(environ).root
    assert root.is_absolute()
    assert root.name == "houndsman"


@pytest.mark.parametrize("home", ["", "relative"])
def test_who_has_no_home_is_told_and_nothing_is_made_up(home: str) -> None:
    with pytest.raises(StoreError, match="names no home folder") as caught:
        Home.find({"HOUNDSMAN_HOME": "", "HOME": home})
    assert "HOUNDSMAN_HOME" in str(caught.value.hint)


def test_what_no_agent_may_touch_lies_beside_staging(home: Home) -> None:
    staging = home.staging("r-1")
    for place in (home.lock("r-1"), home.blobs("r-1")):
        assert place.parent == staging.parent
        assert place != staging


def test_runs_are_those_that_left_files(home: Home) -> None:
    home.review("r-1").mkdir(parents=True)
    assert not home.has_runs()
    home.run("r-1", 1).mkdir(parents=True)
    assert home.has_runs()


def test_finding_a_home_makes_nothing(home: Home) -> None:
    Home.find({"HOUNDSMAN_HOME": str(home.root)})
    assert not home.root.exists()


def test_a_home_is_its_owners_alone(home: Home) -> None:
    home.create()
    home.create()
    assert home.root.stat().st_mode & 0o777 == 0o700


def test_a_home_that_cannot_be_made_names_folder_and_remedy(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    home = Home(tmp_path / "file" / "home")
    with pytest.raises(StoreError) as caught:
        home.create()
    assert caught.value.where == str(home.root)
    assert "HOUNDSMAN_HOME" in str(caught.value)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_home_names_folder_and_remedy(home: Home) -> None:
    home.root.mkdir(mode=0o500)
    with pytest.raises(StoreError, match="HOUNDSMAN_HOME"):
        home.create()


@pytest.mark.parametrize(
    ("key", "slug"),
    [
        ("main", "main"),
        ("Feature/Login--Page", "feature-login-page"),
        ("sha:0123abcd", "sha-0123abcd"),
        ("../../etc/passwd", "etc-passwd"),
        ("日本語", "review"),
        ("", "review"),
        ("\udcff", "review"),
        ("x" * 99, "x" * 40),
        ("a" * 39 + "/b", "a" * 39),
    ],
)
def test_a_review_id_begins_with_a_safe_slug_of_its_key(key: str, slug: str) -> None:
    name = review_id("example.org/a", key, None)
    assert re.fullmatch(re.escape(slug) + "-[0-9a-f]{8}", name)


def test_a_review_id_is_the_same_tomorrow() -> None:
    assert review_id("example.org/a", "main", None) == "main-38ee067d"


def test_every_part_tells_reviews_apart() -> None:
    parts = [
        ("r", "k", None),
        ("r", "k", ""),
        ("r", "k", "None"),
        ("r", "K", None),
        ("rk", "", None),
        ("other", "k", None),
    ]
    assert len({review_id(*part) for part in parts}) == len(parts)


def test_everything_lies_under_the_root_where_the_design_says(tmp_path: Path) -> None:
    home = Home(tmp_path)
    places = {
        home.database: "houndsman.db",
        home.staging("r-1"): "work/r-1",
        home.reading_root("r-1"): "work/r-1/worktree",
        home.review("r-1"): "reviews/r-1",
        home.run("r-1", 3): "reviews/r-1/runs/3",
        home.own_roots("r-1"): "work/r-1.roots",
        home.sessions("r-1", 3): "work/r-1.sessions/3",
        home.sign_of_life("r-1"): "work/r-1.alive",
        home.desk: "desk",
    }
    assert {place: str(place.relative_to(tmp_path)) for place in places} == places


def test_the_lock_is_out_of_the_agents_reach(home: Home) -> None:
    assert not home.lock("r-1").is_relative_to(home.staging("r-1"))


def test_a_shadow_is_named_for_the_end_of_the_identity(home: Home) -> None:
    shadow = home.shadow("example.org/a-long-organisation-of-many-words/project")
    assert shadow.parent == home.root / "shadow"
    assert re.fullmatch(r"[a-z0-9-]{1,40}-project-[0-9a-f]{8}\.git", shadow.name)
    assert shadow != home.shadow("example.org/another/project")


def test_a_folder_that_is_all_ours_keeps_git_from_it(home: Home) -> None:
    home.create()
    note = home.root / ".gitignore"
    assert note.read_text() == "/*\n"
    note.write_text("/work/\n")
    home.create()
    assert note.read_text() == "/work/\n", "whoever changed it meant it"


def test_a_folder_that_held_something_before_is_left_as_it_is(home: Home) -> None:
    home.root.mkdir(parents=True)
    (home.root / "notes.txt").write_text("Mine.")
    home.create()
    assert not (home.root / ".gitignore").exists()
