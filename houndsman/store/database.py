"""The one SQLite file: opened late, brought up to date, and never lost.

In: the home folder. Out: connections inside a transaction, for reading or for writing. Reading makes nothing: where
there is no database yet, it reads an empty one. What SQLite says of the file becomes a `StoreError`; a damaged file is
set aside under a name of its own, and the error says where.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from houndsman.errors import BusyError, StoreError
from houndsman.store.create import create
from houndsman.store.engine import BUSY_SECONDS, empty_engine, file_engine, for_writing, stored_revision
from houndsman.store.home import Home
from houndsman.store.tables import REVISION, metadata

_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_REFUSED = frozenset(
    {
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_READONLY,
    }
)

#: What SQLite keeps beside its file. The log holds committed transactions and goes wherever the file goes.
_COMPANIONS = ("-wal", "-shm")


class Database:
    """The database of a home folder. Connections may be asked for from several threads."""

    def __init__(self, home: Home, *, busy_seconds: float = BUSY_SECONDS) -> None:
        self._home = home
        self._path = home.database
        self._busy_seconds = busy_seconds
        self._engine: Engine | None = None
        self._for_writing: Engine | None = None
        self._empty: Engine | None = None
        self._opening = threading.Lock()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection on which all queries of the block see one state.

        Raises:
            StoreError: the database cannot be read, is damaged, or is of a newer houndsman.
        """
        with self._explained(), self._opened(create=False).connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A connection that holds the write lock; the block is written whole, or not at all where it raises.

        Raises:
            StoreError: as for reading, or the home folder cannot be written to.
            BusyError: another process holds the write lock for longer than we wait.
        """
        with self._explained(), self._writer().begin() as connection:
            yield connection

    def close(self) -> None:
        """Close every connection. The next use opens the database again."""
        with self._opening:
            for engine in (self._engine, self._empty):
                if engine is not None:
                    engine.dispose()
            self._engine = self._for_writing = self._empty = None

    def _writer(self) -> Engine:
        """`_opened` for writing; made once, as that costs as much as a small transaction."""
        engine = self._opened(create=True)
        with self._opening:
            if self._for_writing is None:
                self._for_writing = for_writing(engine)
            return self._for_writing

    def _opened(self, *, create: bool) -> Engine:
        """An engine on a database that stands at our revision, or on an empty one where there is none to read."""
        with self._opening:
            if self._engine is None:
                revision, engine = self._found()
                if revision is None and not create:
                    self._empty = self._empty or empty_engine(metadata)
                    return self._empty
                if engine is None:
                    self._bring_up(revision)
                self._engine = engine or self._connected()
            return self._engine

    def _connected(self) -> Engine:
        """An engine on the file; where the folder is read-only, one that writes nothing to read what is there."""
        frozen = not os.access(self._path.parent, os.W_OK) and not Path(f"{self._path}-wal").exists()
        return file_engine(self._path, frozen=frozen, busy_seconds=self._busy_seconds)

    def _found(self) -> tuple[str | None, Engine | None]:
        """The revision of the database, and where that is ours the engine that looked."""
        if not self._path.exists():
            return None, None
        if self._was_emptied():  # before SQLite opens it, and throws away the log of what is no longer there
            raise self._set_aside()
        engine, revision = self._connected(), None
        try:
            with engine.connect() as connection:
                revision = stored_revision(connection, self._path)
        finally:
            if revision != REVISION:
                engine.dispose()
        return revision, engine if revision == REVISION else None

    def _bring_up(self, revision: str | None) -> None:
        """Make the database that is not there, and migrate one that stands elsewhere, whoever made it."""
        self._home.create()
        with self._locked():
            if revision is None:
                revision = create(self._path, busy_seconds=self._busy_seconds)
            if revision != REVISION:
                from houndsman.store.migrate import upgrade  # start-up: alembic costs more than all of a small review

                upgrade(self._path, busy_seconds=self._busy_seconds)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Alone with the file itself: making it, migrating it, setting it aside."""
        lock = FileLock(self._path.with_name(f"{self._path.name}.lock"))
        try:
            lock.acquire(timeout=self._busy_seconds)
        except Timeout:
            raise self._busy() from None
        try:
            yield
        finally:
            lock.release()

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Say in our words what SQLite or the file system says of the file; a fault of ours passes as it is."""
        try:
            yield
        except (DBAPIError, sqlite3.Error) as error:
            code = _code(error)
            if code in _DAMAGED:
                self.close()
                raise self._set_aside() from error
            if code in _BUSY:
                raise self._busy() from error
            if code in _REFUSED:
                raise self._refused(getattr(error, "orig", error)) from error
            raise
        except OSError as error:  # of the lock, the backup, or setting aside
            raise self._refused(error) from error

    def _refused(self, error: BaseException) -> StoreError:
        return StoreError(
            f"the database cannot be used ({error})",
            where=str(self._path),
            hint="Free some space or mend the permissions, or set HOUNDSMAN_HOME to a folder you can write.",
        )

    def _busy(self) -> BusyError:
        return BusyError(
            f"another process has been writing to the database for {self._busy_seconds:g} seconds",
            where=str(self._path),
            hint="Wait until it is done, or end it, and run the same command again.",
        )

    def _was_emptied(self) -> bool:
        """Whether the file holds nothing although runs were kept. Before the first run, a killed start leaves it so."""
        return self._path.is_file() and not self._path.stat().st_size and self._home.has_runs()

    def _set_aside(self) -> StoreError:
        """Move the damaged file where nothing will overwrite it, and say so."""
        with self._locked():
            if not (self._was_emptied() or _is_damaged(self._path)):
                return StoreError(
                    "the database was damaged, and another process has put a new one in its place",
                    where=str(self._path),
                    hint="Run the same command again.",
                )
            number = 1
            while (place := self._path.with_name(f"{self._path.name}.corrupt-{number}")).exists():
                number += 1
            self._path.rename(place)
            for companion in _COMPANIONS:
                with suppress(FileNotFoundError):
                    Path(f"{self._path}{companion}").rename(f"{place}{companion}")
        return StoreError(
            f"the database is damaged and was set aside as {place.name}",
            where=str(self._path),
            hint="Run the same command again to begin with an empty one; what every run found is still under reviews/. "
            f"Earlier decisions may be saved with `sqlite3 {place.name} .recover`, or from a houndsman.db.bak-*.",
        )


def _code(error: DBAPIError | sqlite3.Error) -> int:
    """SQLite's primary result code; 0 where the driver itself complains."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    code: int = getattr(cause, "sqlite_errorcode", 0)
    return code & 0xFF


def _is_damaged(path: Path) -> bool:
    """Whether the file, looked at afresh, is not in order."""
    if not path.exists():
        return False
    try:
        with closing(sqlite3.connect(path)) as connection:
            return bool(connection.execute("PRAGMA integrity_check(1)").fetchall() != [("ok",)])
    except sqlite3.DatabaseError as error:
        return _code(error) in _DAMAGED
