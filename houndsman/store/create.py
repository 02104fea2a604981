"""Make the database where there is none: the tables as the code expects them, stamped with the revision they stand at.

In: the file, absent or without a table. Out: what all migrations would have made of it, at a fraction of their price: a
test holds the two together, and alembic is not imported. Whatever fails, there is still no table.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Column, Connection, MetaData, PrimaryKeyConstraint, String, Table, insert

from houndsman.store.engine import BUSY_SECONDS, schema_change, stored_revision
from houndsman.store.tables import REVISION, metadata

#: Where alembic looks up how far it has come, made as it would make it.
_STAMP = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)


def create(path: Path, *, busy_seconds: float = BUSY_SECONDS) -> str:
    """Make all tables in one transaction, where there is none yet. The caller holds the lock of the database file.

    Args:
        path: the database; absolute.
        busy_seconds: how long to wait for another process's transaction.

    Returns:
        The migration at which the database now stands: ours, or that of a process that was faster, which is left as is.

    Raises:
        StoreError: there are tables, and they are not ours.
    """
    with schema_change(path, busy_seconds=busy_seconds) as connection:
        revision = stored_revision(connection, path)
        if revision is None:
            _make_tables(connection)
        return revision or REVISION


def _make_tables(connection: Connection) -> None:
    for tables in (metadata, _STAMP.metadata):
        tables.create_all(connection, checkfirst=False)  # nothing is there: it need not ask for one after the other
    connection.execute(insert(_STAMP).values(version_num=REVISION))
