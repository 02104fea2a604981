"""A new database: where it is made, and whom it leaves alone. What it is like, `test_migrate` compares."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from houndsman.errors import StoreError
from houndsman.store.create import create
from houndsman.store.home import Home
from houndsman.store.migrate import upgrade
from houndsman.store.store import Store
from houndsman.store.tables import REVISION

#: What has been done to an empty file; None: there is none.
NO_TABLE = {
    "absent": None,
    "without a byte": "",
    "without a table": "PRAGMA journal_mode = WAL; CREATE TABLE gone (x); DROP TABLE gone",
}


def selected(path: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


@pytest.mark.parametrize("before", NO_TABLE.values(), ids=NO_TABLE)
def test_where_there_is_no_table_all_are_made(tmp_path: Path, before: str | None) -> None:
    path = tmp_path / "houndsman.db"
    if before is not None:
        path.touch()
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript(before)
    assert create(path) == REVISION
    assert selected(path, "SELECT version_num FROM alembic_version") == [(REVISION,)]
    assert selected(path, "SELECT count(*) FROM findings") == [(0,)]
    assert selected(path, "PRAGMA journal_mode") == [("wal",)]


def test_what_another_process_made_meanwhile_is_told_and_left_as_it_is(tmp_path: Path, first_scripts: Path) -> None:
    path = tmp_path / "houndsman.db"
    upgrade(path, scripts=first_scripts)
    before = path.read_bytes()
    assert create(path) == "0001"
    assert path.read_bytes() == before


def test_tables_of_somebody_elses_are_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "houndsman.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE theirs (x)")
    with pytest.raises(StoreError, match="no database of houndsman's"):
        create(path)
    assert selected(path, "SELECT name FROM sqlite_master") == [("theirs",)]


KILLED = """
import os, signal, sys
from pathlib import Path
from sqlalchemy import Engine, event
from houndsman.store.database import Database
from houndsman.store.home import Home

@event.listens_for(Engine, "before_cursor_execute")
def kill(connection, cursor, statement, *_):
    if statement.startswith("INSERT INTO alembic_version"):
        os.kill(os.getpid(), signal.SIGKILL)

with Database(Home(Path(sys.argv[1]))).writing():
    pass
"""


def test_a_kill_before_the_stamp_leaves_no_table_and_the_next_start_makes_them(home: Home) -> None:
    done = subprocess.run([sys.executable, "-c", KILLED, str(home.root)])
    assert done.returncode == -signal.SIGKILL
    assert selected(home.database, "SELECT name FROM sqlite_master") == []
    assert create(home.database) == REVISION


def test_a_new_database_needs_no_alembic(home: Home) -> None:
    program = (
        "import sys; from pathlib import Path; from houndsman.store.database import Database;"
        "from houndsman.store.home import Home; database = Database(Home(Path(sys.argv[1])));"
        "database.writing().__enter__(); print([name for name in sys.modules if name.startswith('alembic')])"
    )
    done = subprocess.run([sys.executable, "-c", program, str(home.root)], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
    with Store(home) as store:
        assert store.find_reviews("anybody") == ()
