from __future__ import annotations

import pickle
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Barrier

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from houndsman.errors import BusyError, StoreError
from houndsman.models.records import FinalizeRecord, ReviewRecord, RunPlan
from houndsman.models.triage import Status
from houndsman.store.database import Database
from houndsman.store.home import Home
from houndsman.store.migrate import upgrade
from houndsman.store.store import Store


@pytest.fixture
def filled(home: Home, review: ReviewRecord, plan: RunPlan, record: FinalizeRecord) -> Home:
    with Store(home) as store:
        store.begin_run(review, plan)
        store.record_finalize(record)
    return home


def pragma(home: Home, name: str) -> object:
    database = Database(home)
    try:
        with database.reading() as connection:
            return connection.execute(text(f"PRAGMA {name}")).scalar()
    finally:
        database.close()


def test_reading_makes_nothing(store: Store, home: Home, review: ReviewRecord, plan: RunPlan) -> None:
    assert store.find_reviews(review.repository) == ()
    assert store.latest_run(review.review_id) is None
    assert store.stored_findings(review.review_id) == ()
    assert store.decisions(review.repository) == {}
    assert store.peek_run(review.review_id, plan).number == 1
    assert not home.root.exists()


def test_a_reader_sees_the_database_that_was_made_since(home: Home, review: ReviewRecord, plan: RunPlan) -> None:
    with Store(home) as reader, Store(home) as writer:
        assert reader.review_by_id(review.review_id) is None
        writer.begin_run(review, plan)
        assert reader.review_by_id(review.review_id) == review


def test_an_empty_file_that_a_killed_start_left_is_a_new_database(
    store: Store, home: Home, review: ReviewRecord, plan: RunPlan
) -> None:
    home.create()
    home.database.touch()
    assert store.find_reviews(review.repository) == ()
    assert store.begin_run(review, plan).is_new


@pytest.mark.parametrize(
    ("name", "value"), [("journal_mode", "wal"), ("synchronous", 1), ("foreign_keys", 1), ("busy_timeout", 30_000)]
)
def test_every_connection_is_set_up(filled: Home, name: str, value: object) -> None:
    assert pragma(filled, name) == value


def test_a_closed_store_leaves_one_file_and_opens_again(filled: Home, review: ReviewRecord) -> None:
    assert [path.name for path in filled.root.glob("houndsman.db-*")] == []
    store = Store(filled)
    store.close()
    assert store.review_by_id(review.review_id) == review
    store.close()


def test_a_folder_name_with_signs_of_an_address_is_no_trouble(
    tmp_path: Path, review: ReviewRecord, plan: RunPlan
) -> None:
    home = Home(tmp_path / "a?mode=memory&b#c %41")
    with Store(home) as store:
        store.begin_run(review, plan)
    assert home.database.is_file()


def test_a_home_that_cannot_be_made_names_folder_and_remedy(
    tmp_path: Path, review: ReviewRecord, plan: RunPlan
) -> None:
    (tmp_path / "file").write_text("")
    with Store(Home(tmp_path / "file" / "home")) as store, pytest.raises(StoreError, match="HOUNDSMAN_HOME") as caught:
        store.begin_run(review, plan)
    assert caught.value.where == str(tmp_path / "file" / "home")


def test_a_folder_in_the_place_of_the_database_is_said(store: Store, home: Home, review: ReviewRecord) -> None:
    home.database.mkdir(parents=True)
    with pytest.raises(StoreError, match="cannot be used"):
        store.review_by_id(review.review_id)


def test_readers_see_what_is_committed_while_another_writes(filled: Home, review: ReviewRecord) -> None:
    database, other = Database(filled), Database(filled)
    try:
        with database.writing() as writer, other.reading() as reader:
            writer.execute(text("DELETE FROM reviews"))
            assert reader.execute(text("SELECT count(*) FROM reviews")).scalar() == 1
    finally:
        database.close()
        other.close()


def test_queries_of_one_reading_see_one_state(filled: Home) -> None:
    database, other = Database(filled), Database(filled)
    try:
        with other.reading() as reader:
            before = reader.execute(text("SELECT count(*) FROM findings")).scalar()
            with database.writing() as writer:
                writer.execute(text("DELETE FROM findings"))
            assert reader.execute(text("SELECT count(*) FROM findings")).scalar() == before == 1
    finally:
        database.close()
        other.close()


def test_a_writer_that_waits_too_long_is_told_who_to_wait_for(filled: Home) -> None:
    database, impatient = Database(filled), Database(filled, busy_seconds=0.05)
    try:
        with database.writing(), pytest.raises(BusyError, match=r"0\.05 seconds"), impatient.writing():
            pytest.fail("two writers at once")
    finally:
        database.close()
        impatient.close()


def test_an_error_in_a_transaction_takes_all_of_it_back(filled: Home) -> None:
    database = Database(filled)
    try:
        with pytest.raises(ValueError, match="in the middle"), database.writing() as writer:
            writer.execute(text("DELETE FROM findings"))
            raise ValueError("in the middle")
        with database.reading() as reader:
            assert reader.execute(text("SELECT count(*) FROM findings")).scalar() == 1
    finally:
        database.close()


def test_a_fault_of_ours_is_not_explained_away(filled: Home) -> None:
    database = Database(filled)
    try:
        with pytest.raises(IntegrityError), database.writing() as writer:
            writer.execute(text("INSERT INTO watchdog_runs VALUES ('nobody', 1, 'general', 'answered', '', NULL)"))
    finally:
        database.close()


KILLED = """
import os, pickle, signal, sys
from pathlib import Path
from houndsman.store.database import Database
from houndsman.store.home import Home
from houndsman.store.transactions import record_finalize

record = pickle.loads(Path(sys.argv[2]).read_bytes())
with Database(Home(Path(sys.argv[1]))).writing() as connection:
    connection.exec_driver_sql("PRAGMA cache_size = 5")  # so that pages reach the disk before the end
    record_finalize(connection, record)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_kill_in_the_middle_leaves_the_state_before(
    filled: Home, review: ReviewRecord, record: FinalizeRecord, tmp_path: Path
) -> None:
    finding = record.findings[0]
    many = [replace(finding, status=Status.DONE)]
    many += [replace(finding, fingerprint=f"{number:064x}", message="m" * 200) for number in range(2_000)]
    (tmp_path / "record").write_bytes(pickle.dumps(replace(record, findings=many, complete=False)))
    done = subprocess.run([sys.executable, "-c", KILLED, str(filled.root), str(tmp_path / "record")])
    assert done.returncode == -signal.SIGKILL
    assert (filled.root / "houndsman.db-wal").stat().st_size > 100_000
    with Store(filled) as store:
        assert store.stored_findings(review.review_id) == tuple(record.findings)
        run = store.latest_run(review.review_id)
        assert run is not None
        assert run.complete is True


BEGINNER = """
import pickle, sys
from dataclasses import replace
from pathlib import Path
from houndsman.store.home import Home
from houndsman.store.store import Store

review, plan = pickle.loads(Path(sys.argv[2]).read_bytes())
with Store(Home(Path(sys.argv[1]))) as store:
    print(*[store.begin_run(review, replace(plan, fresh=True)).number for _ in range(20)])
"""


def test_processes_that_start_at_once_share_one_new_database(
    home: Home, review: ReviewRecord, plan: RunPlan, tmp_path: Path
) -> None:
    (tmp_path / "records").write_bytes(pickle.dumps((review, plan)))
    command = [sys.executable, "-c", BEGINNER, str(home.root), str(tmp_path / "records")]
    started = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    numbers = [int(number) for process in started for number in process.communicate()[0].split()]
    assert sorted(numbers) == list(range(1, 61))


def test_stores_that_open_at_once_share_one_new_database(home: Home, review: ReviewRecord, plan: RunPlan) -> None:
    together = Barrier(6)

    def begin(_: int) -> int:
        with Store(home) as store:
            together.wait()
            return store.begin_run(review, replace(plan, fresh=True)).number

    with ThreadPoolExecutor(6) as pool:
        assert sorted(pool.map(begin, range(6))) == [1, 2, 3, 4, 5, 6]


def test_a_database_that_another_houndsman_makes_first_is_brought_up_to_date(
    tmp_path: Path, first_scripts: Path, review: ReviewRecord, plan: RunPlan
) -> None:
    """It comes between our look, which found none, and our making one."""

    class Overtaken(Home):
        def create(self) -> None:
            super().create()
            upgrade(self.database, scripts=first_scripts)

    home = Overtaken(tmp_path / "home")
    with Store(home) as store:
        assert store.begin_run(review, plan).is_new
        assert store.latest_run(review.review_id) is not None
    assert (home.root / "houndsman.db.bak-0001").is_file()


def test_threads_share_one_store(store: Store, review: ReviewRecord, plan: RunPlan) -> None:
    def begin(_: int) -> int:
        number = store.begin_run(review, replace(plan, fresh=True)).number
        assert store.run(review.review_id, number) is not None
        return number

    with ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(begin, range(40))) == list(range(1, 41))


def test_a_file_without_a_byte_is_damage_once_there_were_runs(filled: Home, review: ReviewRecord) -> None:
    """Its log is not thrown away: it may hold what was committed last."""
    filled.run(review.review_id, 1).mkdir(parents=True)
    filled.database.write_bytes(b"")
    (filled.root / "houndsman.db-wal").write_bytes(b"committed once")
    with Store(filled) as store, pytest.raises(StoreError, match="set aside"):
        store.review_by_id(review.review_id)
    assert (filled.root / "houndsman.db.corrupt-1").read_bytes() == b""
    assert (filled.root / "houndsman.db.corrupt-1-wal").read_bytes() == b"committed once"


def overwrite_all(path: Path) -> None:
    path.write_bytes(b"this was a database once " * 400)


def overwrite_pages(path: Path) -> None:
    raw = path.read_bytes()
    path.write_bytes(raw[:4096] + b"\xa5" * (len(raw) - 4096))


@pytest.mark.parametrize("damage", [overwrite_all, overwrite_pages])
def test_a_damaged_database_is_set_aside_whole_and_said(
    filled: Home, review: ReviewRecord, plan: RunPlan, damage: Callable[[Path], None]
) -> None:
    for number in (1, 2):
        damage(filled.database)
        damaged = filled.database.read_bytes()
        with Store(filled) as store:
            with pytest.raises(StoreError, match=f"set aside as houndsman.db.corrupt-{number}") as caught:
                store.begin_run(review, plan)
            assert "Run the same command again" in str(caught.value)
            assert (filled.root / f"houndsman.db.corrupt-{number}").read_bytes() == damaged
            assert not filled.database.exists()
            assert store.begin_run(review, plan).number == 1


def test_the_log_of_a_damaged_database_goes_with_it(filled: Home, review: ReviewRecord) -> None:
    overwrite_all(filled.database)
    log = filled.root / "houndsman.db-wal"
    log.write_bytes(b"committed once")
    with Store(filled) as store, pytest.raises(StoreError, match="set aside"):
        store.review_by_id(review.review_id)
    assert (filled.root / "houndsman.db.corrupt-1-wal").read_bytes() == b"committed once"
    assert not log.exists()


def test_damage_that_another_process_has_dealt_with_is_not_dealt_with_twice(
    filled: Home, review: ReviewRecord, plan: RunPlan, tmp_path: Path
) -> None:
    whole = filled.database.read_bytes()
    database = Database(filled)
    try:
        with pytest.raises(StoreError, match="another process has put a new one"), database.reading():
            filled.database.write_bytes(whole)
            with closing(sqlite3.connect(tmp_path / "damaged.db")) as damaged:
                (tmp_path / "damaged.db").write_bytes(b"no database " * 100)
                damaged.execute("SELECT * FROM sqlite_master")
    finally:
        database.close()
    assert not list(filled.root.glob("*corrupt*"))
    assert filled.database.exists()
