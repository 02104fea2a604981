"""A database that cannot be read: set aside or refused, never written over, always said; and the runs' files stay."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.faults.conftest import At, Scene

COMMANDS = (["findings", "list"], ["prepare"], ["hunt"], ["finalize"], ["clean"])


def _garbage(database: Path) -> None:
    database.write_bytes(b"no database, but once one " * 4_000)


def _half(database: Path) -> None:
    database.write_bytes(database.read_bytes()[: database.stat().st_size // 2])


def _a_hundred_bytes(database: Path) -> None:
    database.write_bytes(database.read_bytes()[:100])


def _zeros(database: Path) -> None:
    database.write_bytes(bytes(database.stat().st_size))


def _nothing(database: Path) -> None:
    database.write_bytes(b"")
    Path(f"{database}-wal").write_bytes(b"committed once")


def _all_but_the_first_page(database: Path) -> None:
    raw = database.read_bytes()
    database.write_bytes(raw[:4096] + b"\xa5" * (len(raw) - 4096))


def _kept_of_runs(scene: Scene) -> dict[str, str]:
    return {name: text for name, text in scene.files().items() if "/runs/" in name}


@pytest.mark.parametrize("words", [["findings", "list"], ["hunt"]], ids=" ".join)
@pytest.mark.parametrize("damage", [_garbage, _half, _a_hundred_bytes, _zeros, _nothing, _all_but_the_first_page])
def test_a_damaged_database_is_set_aside_and_said(scene: At, words: list[str], damage: Callable[[Path], None]) -> None:
    here = scene("answered")
    damage(here.database)
    damaged, kept = here.database.read_bytes(), _kept_of_runs(here)
    ended = here.run(*words)
    assert (ended.status, ended.out) == (4, "")
    assert "set aside as houndsman.db.corrupt-1" in ended.err
    assert "Run the same command again" in ended.err
    assert (here.home / "houndsman.db.corrupt-1").read_bytes() == damaged
    assert not here.database.exists()
    assert _kept_of_runs(here) == kept


def test_after_a_database_is_lost_a_new_run_writes_over_no_earlier_one(scene: At) -> None:
    here = scene("answered")
    answer = (here.staging / "findings" / "general.json").read_bytes()
    _garbage(here.database)
    assert here.run("hunt").status == 4
    kept = _kept_of_runs(here)
    assert here.run("hunt").status == 3
    after = _kept_of_runs(here)
    review = here.review
    answered = f"reviews/{review}/runs/2/findings/general.json"
    assert {name: text for name, text in after.items() if "/runs/3/" not in name and name != answered} == kept
    assert after[answered].encode() == answer
    assert (here.runs(3) / "manifest.json").is_file()
    assert not (here.staging / "findings" / "general.json").exists()


def _of_another_program(database: Path) -> None:
    database.unlink()
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("CREATE TABLE bookmarks (url TEXT)")


def _of_a_newer_houndsman(database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
@pytest.mark.parametrize(
    ("exchange", "told"),
    [(_of_another_program, "no database of houndsman's"), (_of_a_newer_houndsman, "Upgrade houndsman")],
)
def test_a_database_that_is_not_ours_to_read_is_refused_and_left_alone(
    scene: At, words: list[str], exchange: Callable[[Path], None], told: str
) -> None:
    here = scene("answered")
    exchange(here.database)
    before = here.database.read_bytes(), here.files()
    ended = here.run(*words)
    assert (ended.status, ended.out) == (4, "")
    assert told in ended.err
    assert "HOUNDSMAN_HOME" in ended.err
    assert (here.database.read_bytes(), here.files()) == before
    assert not list(here.home.glob("houndsman.db.*-*"))
