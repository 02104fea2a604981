"""How connections behave: what they enforce, when a writer takes its lock, and whose database it is."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError, OperationalError

from houndsman.errors import StoreError
from houndsman.store.engine import empty_engine, file_engine, for_writing, stored_revision
from houndsman.store.tables import metadata

PARENTS = ("CREATE TABLE parent (id INTEGER PRIMARY KEY)", "CREATE TABLE child (id INTEGER REFERENCES parent (id))")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database of two tables that are not ours."""
    place = tmp_path / "some.db"
    with sqlite3.connect(place) as connection:
        for statement in PARENTS:
            connection.execute(statement)
    connection.close()
    return place


def test_a_file_is_made_only_where_that_is_asked(tmp_path: Path) -> None:
    place = tmp_path / "new.db"
    engine = file_engine(place)
    with pytest.raises(OperationalError):
        engine.connect()
    assert not place.exists()
    making = file_engine(place, create=True)
    making.connect().close()
    assert place.exists()
    making.dispose()


@pytest.mark.parametrize("enforced", [True, False])
def test_foreign_keys_hold_but_for_a_migration(path: Path, enforced: bool) -> None:
    engine = file_engine(path, foreign_keys=enforced)
    orphan = text("INSERT INTO child VALUES (1)")
    with engine.connect() as connection:
        if enforced:
            with pytest.raises(IntegrityError):
                connection.execute(orphan)
        else:
            connection.execute(orphan)
    engine.dispose()


def test_a_writer_holds_the_lock_from_its_first_moment_and_a_reader_never(path: Path) -> None:
    engine = file_engine(path, busy_seconds=0)
    with for_writing(engine).connect() as writer, writer.begin():
        with engine.connect() as reader:
            assert reader.execute(text("SELECT count(*) FROM parent")).scalar() == 0
        with pytest.raises(OperationalError, match="locked"), for_writing(engine).connect() as second:
            second.begin()
    engine.dispose()


def test_empty_tables_can_be_read(path: Path) -> None:
    engine = empty_engine(metadata)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM findings")).scalar() == 0
        assert connection.execute(text("SELECT count(*) FROM decisions")).scalar() == 0
    engine.dispose()


def test_a_database_of_somebody_elses_is_refused_and_an_empty_one_is_new(path: Path, tmp_path: Path) -> None:
    foreign = file_engine(path)
    with foreign.connect() as connection, pytest.raises(StoreError, match="no database of houndsman's"):
        stored_revision(connection, path)
    foreign.dispose()
    empty = file_engine(tmp_path / "empty.db", create=True)
    with empty.connect() as connection:
        assert stored_revision(connection, tmp_path / "empty.db") is None
    empty.dispose()
