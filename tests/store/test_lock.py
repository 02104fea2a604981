from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from houndsman.errors import BusyError, ExitCode, StoreError
from houndsman.store.home import Home
from houndsman.store.lock import held, is_held

HOLDER = """
import sys
from pathlib import Path
from houndsman.store.lock import held

with held(Path(sys.argv[1]), "houndsman hunt --agent claude"):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_lock_that_another_process_holds_names_the_holder(home: Home) -> None:
    lock = home.lock("r-1")
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(lock)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(BusyError) as caught, held(lock, "houndsman finalize"):
            pytest.fail("taken although held")
        said = str(caught.value)
        assert f"`houndsman hunt --agent claude` (process {holder.pid}, since 20" in said
        assert caught.value.exit_code is ExitCode.USAGE
        holder.kill()
    with held(lock, "houndsman finalize"):
        pass  # what a killed process held is free


def test_two_parts_of_one_process_exclude_each_other(home: Home) -> None:
    lock = home.lock("r-1")
    with held(lock, "first"), pytest.raises(BusyError, match=f"`first` .process {os.getpid()}"), held(lock, "second"):
        pytest.fail("taken although held")


def test_a_lock_is_free_after_an_error(home: Home) -> None:
    lock = home.lock("r-1")
    with pytest.raises(ValueError, match="in the middle"), held(lock, "first"):
        raise ValueError("in the middle")
    with held(lock, "second"):
        pass


def test_another_review_does_not_wait(home: Home) -> None:
    with held(home.lock("r-1"), "first"), held(home.lock("r-2"), "second"):
        pass


@pytest.mark.parametrize("said", [None, "not JSON", "[]", '{"pid": "x"}'])
def test_a_holder_without_a_readable_name_is_still_a_holder(home: Home, said: str | None) -> None:
    lock = home.lock("r-1")
    with held(lock, "first"):
        beside = lock.with_name(f"{lock.name}.json")
        beside.unlink() if said is None else beside.write_text(said)
        with pytest.raises(BusyError, match=r"in use(\n|$)"), held(lock, "second"):
            pytest.fail("taken although held")


def test_a_lock_that_cannot_be_made_names_the_remedy(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="HOUNDSMAN_HOME"), held(tmp_path / "file" / "r.lock", "first"):
        pytest.fail("taken although it cannot be")


def test_who_only_looks_is_told_whether_it_is_held(tmp_path: Path) -> None:
    lock = tmp_path / "review.lock"
    assert not is_held(lock)
    with held(lock, "houndsman hunt"):
        assert is_held(lock)
    assert not is_held(lock)
    with held(lock, "houndsman hunt"):
        pass
