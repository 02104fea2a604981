"""Bring a database to the schema of this code. Imported only where the two differ, since it imports alembic.

In: the file, which may be absent (though `create` makes a new one in less time). Out: the file at the newest revision,
with a backup of what was there before beside it. Fails with `StoreError` for a database of a newer houndsman; whatever
fails, the database is as it was.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.script.revision import ResolutionError
from alembic.util import CommandError
from sqlalchemy import Connection

from houndsman.errors import StoreError
from houndsman.store.engine import BUSY_SECONDS, schema_change, stored_revision

#: The folder that holds the history of the schema.
SCRIPTS = Path(__file__).with_name("migrations")


def upgrade(path: Path, *, scripts: Path = SCRIPTS, busy_seconds: float = BUSY_SECONDS) -> None:
    """Run the missing migrations, all in one transaction. The caller holds the lock of the database file.

    Args:
        path: the database; made where there is none.
        scripts: the folder with `versions/`.
        busy_seconds: how long to wait for another process's transaction.

    Raises:
        StoreError: the database is of a newer houndsman, or not ours, or its rows would not fit together afterwards.
    """
    history = ScriptDirectory(str(scripts))
    with schema_change(path, busy_seconds=busy_seconds) as connection:
        revision = stored_revision(connection, path)
        if revision == history.get_current_head():
            return  # another process was faster
        if revision is not None:
            _check_known(history, revision, path)
            _back_up(path, revision)
        _run(history, connection)
        _check_rows(connection, path)


def _check_known(history: ScriptDirectory, revision: str, path: Path) -> None:
    try:
        history.get_revision(revision)
    except (CommandError, ResolutionError) as error:
        raise StoreError(
            f"the database has schema {revision}, and this houndsman knows up to {history.get_current_head()}",
            where=str(path),
            hint="Upgrade houndsman: a newer one wrote it. Or set HOUNDSMAN_HOME to another folder.",
        ) from error


def _back_up(path: Path, revision: str) -> None:
    """Copy what is committed, by a second connection: ours already keeps other writers out."""
    backup = path.with_name(f"{path.name}.bak-{revision}")
    unfinished = path.with_name(f"{backup.name}.tmp")
    unfinished.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(unfinished)) as target:
        source.backup(target)
    unfinished.replace(backup)


def _run(history: ScriptDirectory, connection: Connection) -> None:
    context = MigrationContext.configure(
        connection,
        opts={"fn": lambda revision, _: history._upgrade_revs("head", revision), "render_as_batch": True},
    )
    with Operations.context(context):
        context.run_migrations()


def _check_rows(connection: Connection, path: Path) -> None:
    orphan = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    if orphan is not None:
        raise StoreError(
            f"a row of the table {orphan[0]!r} would be left without the {orphan[2]!r} it belongs to",
            where=str(path),
            hint="The database was left as it was. Go back to the houndsman that wrote it, and report this.",
        )
