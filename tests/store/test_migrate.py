from __future__ import annotations

import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from houndsman.errors import StoreError
from houndsman.models.records import FinalizeRecord, HistoryEntry, ReviewRecord, RunPlan, Told
from houndsman.store.create import create
from houndsman.store.home import Home
from houndsman.store.migrate import SCRIPTS, upgrade
from houndsman.store.store import Store
from houndsman.store.tables import REVISION, metadata

LATER = '''
"""Rebuilds a table that others refer to."""

import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "NOW"


def upgrade() -> None:
    with op.batch_alter_table("reviews") as batch:
        batch.alter_column("branch", new_column_name="head_branch", existing_type=sa.Text)
    AFTER
'''.replace("NOW", REVISION)

#: What a file keeps besides its tables.
SETTINGS = ("application_id", "auto_vacuum", "encoding", "journal_mode", "page_size", "user_version")


@pytest.fixture
def later(tmp_path: Path) -> Path:
    """The history of a houndsman with one migration more."""
    scripts = tmp_path / "migrations"
    shutil.copytree(SCRIPTS, scripts, ignore=shutil.ignore_patterns("__pycache__"))
    (scripts / "versions" / "9999_later.py").write_text(LATER.replace("AFTER", ""))
    return scripts


@pytest.fixture
def filled(home: Home, review: ReviewRecord, plan: RunPlan, record: FinalizeRecord) -> Path:
    """A database at our migration with a row in each table that refers to another."""
    with Store(home) as store:
        store.begin_run(review, plan)
        store.record_finalize(record)
    return home.database


def rows(database: Path, table: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(database)) as connection:
        return sorted(connection.execute(f"SELECT * FROM {table}"), key=repr)


def described(database: Path) -> tuple[dict[str, object], dict[str, object], dict[str, object]]:
    """All that SQLite keeps of a database: its settings, what made each table and index, and the rows of each table."""
    with closing(sqlite3.connect(database)) as connection:
        settings = {name: connection.execute(f"PRAGMA {name}").fetchone() for name in SETTINGS}
        made = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master").fetchall()
    statements: dict[str, object] = {name: (kind, table, _parts(sql)) for kind, name, table, sql in made}
    contents: dict[str, object] = {name: rows(database, name) for kind, name, *_ in made if kind == "table"}
    return settings, statements, contents


def _parts(sql: str | None) -> tuple[str, list[str], list[str]] | None:
    """The beginning of a statement, its columns in their order, and its constraints; None for the index of a key.

    Where a constraint stands among the columns says nothing: a column that is added stands behind it.
    """
    if sql is None:
        return None
    begin, _, inner = sql.rpartition(")")[0].partition("(")
    parts = [" ".join(part.split()) for part in re.split(r",(?![^()]*\))", inner)]
    constraints = sorted(part for part in parts if part.startswith("CONSTRAINT "))
    return begin, [part for part in parts if part not in constraints], constraints


def test_the_code_is_written_for_the_last_migration() -> None:
    assert ScriptDirectory(str(SCRIPTS)).get_heads() == [REVISION]


def test_migrations_make_the_tables_that_the_code_expects(tmp_path: Path) -> None:
    upgrade(tmp_path / "migrated.db")
    migrated = create_engine(f"sqlite:///{tmp_path / 'migrated.db'}")
    try:
        with migrated.connect() as connection:
            context = MigrationContext.configure(connection, opts={"compare_type": True})
            assert compare_metadata(context, metadata) == []
    finally:
        migrated.dispose()


def test_a_new_database_is_what_all_migrations_make(tmp_path: Path) -> None:
    create(tmp_path / "created.db")
    upgrade(tmp_path / "migrated.db")
    assert described(tmp_path / "created.db") == described(tmp_path / "migrated.db")


def test_a_later_migration_makes_the_same_of_a_new_database_as_of_a_migrated_one(tmp_path: Path, later: Path) -> None:
    create(tmp_path / "created.db")
    upgrade(tmp_path / "migrated.db")
    for name in ("created.db", "migrated.db"):
        upgrade(tmp_path / name, scripts=later)
    assert described(tmp_path / "created.db") == described(tmp_path / "migrated.db")
    assert rows(tmp_path / "created.db", "alembic_version") == [("9999",)]


def test_a_rebuilt_parent_keeps_its_children(filled: Path, later: Path) -> None:
    children = ("runs", "watchdog_runs", "findings", "observations")
    before = {table: rows(filled, table) for table in children}
    upgrade(filled, scripts=later)
    assert {table: rows(filled, table) for table in children} == before
    assert all(before.values())
    assert rows(filled, "alembic_version") == [("9999",)]


def test_what_was_there_is_backed_up_first(filled: Path, later: Path) -> None:
    before = rows(filled, "findings")
    upgrade(filled, scripts=later)
    backup = filled.with_name(f"houndsman.db.bak-{REVISION}")
    assert rows(backup, "alembic_version") == [(REVISION,)]
    assert rows(backup, "findings") == before


def test_a_new_or_current_database_is_not_backed_up(filled: Path) -> None:
    upgrade(filled)
    assert list(filled.parent.glob("*.bak-*")) == []


@pytest.mark.parametrize(
    ("after", "error"),
    [
        ('raise ValueError("in the middle")', ValueError),
        ("op.execute(sa.text('DELETE FROM reviews'))", StoreError),
    ],
    ids=["it fails", "it orphans rows"],
)
def test_a_migration_that_fails_leaves_the_database_as_it_was(
    filled: Path, later: Path, after: str, error: type[Exception]
) -> None:
    (later / "versions" / "9999_later.py").write_text(LATER.replace("AFTER", after))
    before = rows(filled, "reviews"), rows(filled, "findings")
    with pytest.raises(error):
        upgrade(filled, scripts=later)
    assert (rows(filled, "reviews"), rows(filled, "findings")) == before
    assert rows(filled, "alembic_version") == [(REVISION,)]


def test_a_database_of_a_newer_houndsman_is_refused_and_kept(filled: Path, later: Path, home: Home) -> None:
    upgrade(filled, scripts=later)
    before = filled.read_bytes()
    with Store(home) as store, pytest.raises(StoreError, match="Upgrade houndsman") as caught:
        store.find_reviews("example.org/team/project")
    assert "9999" in str(caught.value)
    assert filled.read_bytes() == before


def test_a_database_that_is_not_ours_is_refused_and_kept(home: Home, review: ReviewRecord, plan: RunPlan) -> None:
    home.create()
    with closing(sqlite3.connect(home.database)) as connection:
        connection.execute("CREATE TABLE theirs (x)")
    with Store(home) as store, pytest.raises(StoreError, match="no database of houndsman's"):
        store.begin_run(review, plan)
    with closing(sqlite3.connect(home.database)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("theirs",)]


def test_an_up_to_date_database_needs_no_alembic(home: Home, filled: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from houndsman.store.home import Home;"
        "from houndsman.store.store import Store;"
        "store = Store(Home(Path(sys.argv[1]))); store.find_reviews('r'); store.record_hunt(sys.argv[2], 1, {});"
        "store.close(); print([name for name in sys.modules if name.startswith('alembic')])"
    )
    review = rows(filled, "reviews")[0][0]
    done = subprocess.run(
        [sys.executable, "-c", program, str(home.root), str(review)], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


def test_files_and_locks_need_no_database_library() -> None:
    program = (
        "import sys; import houndsman.store.home, houndsman.store.artifacts, houndsman.store.lock;"
        "print([name for name in sys.modules if name in ('sqlalchemy', 'sqlite3')])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_history_begins_with_what_was_known(first_scripts: Path, home: Home, review: ReviewRecord) -> None:
    """A database of the first houndsman keeps its rows, and says that what came before was not kept."""
    home.create()
    upgrade(home.database, scripts=first_scripts)
    with closing(sqlite3.connect(home.database)) as connection, connection:
        connection.execute(
            "INSERT INTO reviews VALUES (?, ?, ?, NULL, NULL, ?)",
            (review.review_id, review.repository, review.target_key, review.created_at),
        )
        connection.execute(
            "INSERT INTO runs VALUES (?, 1, 'review_done', 'h', 'a', 'b', NULL, 't', 't', 1)", (review.review_id,)
        )
        for name, status in (("aaaaaa", "open"), ("bbbbbb", "dismissed")):
            values = (review.review_id, name, "k", 0, "a.py", None, "a.py", 1, None, "new", "r", "nit", "m", "[]", "")
            more = ("", "[]", "exact", None, status, 1, "b", 1, "b", "b", "[]")
            connection.execute(f"INSERT INTO findings VALUES ({', '.join('?' * 26)})", values + more)
            connection.execute(
                "INSERT INTO observations VALUES (?, 1, 'w', ?, ?, 1, NULL, 'exact', 'nit', NULL, 'm', '[]')",
                (review.review_id, int(name == "bbbbbb"), name),
            )
        connection.execute(
            "INSERT INTO decisions VALUES (?, 'bbbbbb', 'ignore', NULL, 'by design', 'then')", (review.repository,)
        )
    with Store(home) as store:
        assert store.history(review.review_id, "aaaaaa") == ()
        assert store.history(review.review_id, "bbbbbb") == (
            HistoryEntry(Told.DECISION, None, None, None, "ignore", "by design", "then"),
            HistoryEntry(
                Told.STATUS, review.review_id, None, None, "dismissed", "as it stood when this history began", None
            ),
        )
        ((seen,),) = store.observations(review.review_id, "bbbbbb").values()
        assert (seen.message, seen.file, seen.weighed_by, seen.recognised) == ("m", None, None, None)
        assert store.reply_hashes(review.review_id) == {}
