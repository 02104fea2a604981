"""How a connection to the SQLite file is made, and how its transactions begin.

In: the file. Out: a SQLAlchemy engine. Nothing is opened, nor a file made, before the first connection.

Python's driver would begin transactions itself: late, and never for a SELECT or for DDL. It is told not to, and
SQLAlchemy begins them: readers when they first read, so that several queries see one state; writers at once
(`IMMEDIATE`), so that a lock is waited for at the start and never refused in the middle.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, MetaData, create_engine, event, inspect, select
from sqlalchemy.pool import QueuePool, StaticPool
from sqlalchemy.sql import column, table

from houndsman.errors import StoreError

#: Seconds that one process waits for another's transaction.
BUSY_SECONDS = 30.0

#: Pages kept in memory, in KiB: a million findings are written through their indexes without thrashing.
_CACHE_KIB = 64 * 1024

_BEGIN = "begin"


def file_engine(
    path: Path,
    *,
    create: bool = False,
    frozen: bool = False,
    foreign_keys: bool = True,
    busy_seconds: float = BUSY_SECONDS,
) -> Engine:
    """An engine on the file.

    Args:
        path: absolute.
        create: make the file where there is none; otherwise connecting fails.
        frozen: nobody can write to the folder. Otherwise SQLite makes a file there even to read.
        foreign_keys: enforce them. Only a migration may not: a table that is rebuilt would take its children along.
        busy_seconds: how long to wait for another process's transaction.
    """
    mode = "ro&immutable=1" if frozen else "rwc" if create else "rw"
    address = f"{path.as_uri()}?mode={mode}"

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(
            address, uri=True, timeout=busy_seconds, isolation_level=None, check_same_thread=False
        )
        connection.execute(f"PRAGMA foreign_keys = {'ON' if foreign_keys else 'OFF'}")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
        return connection

    engine = create_engine("sqlite://", creator=connect, poolclass=QueuePool)
    event.listen(engine, "begin", _begin)
    return engine


def empty_engine(metadata: MetaData) -> Engine:
    """An engine on empty tables in memory: what there is to read before anything was written."""
    engine = create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})
    metadata.create_all(engine, checkfirst=False)
    return engine


@contextmanager
def schema_change(path: Path, *, busy_seconds: float = BUSY_SECONDS) -> Iterator[Connection]:
    """A connection that may make and rebuild tables: all of the block in one transaction, with the write lock held.

    The file is made where there is none. Foreign keys are off from before the transaction: SQLite ignores the switch
    inside one, and a table that is rebuilt with them on takes its children along.
    """
    engine = file_engine(path, create=True, foreign_keys=False, busy_seconds=busy_seconds)
    try:
        with engine.connect() as connection:
            connection.connection.cursor().execute("PRAGMA journal_mode = WAL")
        with for_writing(engine).begin() as connection:
            yield connection
    finally:
        engine.dispose()


def for_writing(engine: Engine) -> Engine:
    """The same engine, whose transactions hold the write lock from their first moment."""
    return engine.execution_options(**{_BEGIN: "BEGIN IMMEDIATE"})


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get(_BEGIN, "BEGIN"))


def stored_revision(connection: Connection, path: Path) -> str | None:
    """The migration at which the database stands, or None where it has no tables at all.

    Raises:
        StoreError: there are tables, and they are not ours.
    """
    tables = inspect(connection).get_table_names()
    if not tables:
        return None
    if "alembic_version" in tables:
        revision = connection.execute(select(column("version_num")).select_from(table("alembic_version"))).scalar()
        if isinstance(revision, str):
            return revision
    raise StoreError(
        "this is no database of houndsman's",
        where=str(path),
        hint="Move the file away, or set HOUNDSMAN_HOME to another folder.",
    )
