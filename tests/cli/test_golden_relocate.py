"""`houndsman golden relocate`, and scores against a set that is counted in another commit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import CommandLine, Ran

BODY = "".join(f"step_{number}(order)\n" for number in range(1, 9))
ENTRIES = [
    {"id": "moved", "file": "shop.py", "line": 2, "code": "step_2(order)"},
    {"id": "bare", "file": "shop.py", "line": 3, "endLine": 4},
    {"id": "gone", "file": "shop.py", "line": 8, "code": "step_8(order)"},
]


@pytest.fixture
def commits(houndsman: CommandLine) -> tuple[str, str]:
    """A file that is moved, gets two lines on top, and loses its last one."""
    repository = houndsman.repository
    repository.write("shop.py", BODY)
    repository.write(".keep", "")
    before = repository.commit("Before")
    repository.remove("shop.py")
    repository.write("store/shop.py", "import this\n\n" + BODY.replace("step_8(order)\n", ""))
    return before, repository.commit("After")


@pytest.fixture
def place(tmp_path: Path, commits: tuple[str, str]) -> Path:
    place = tmp_path / "set.json"
    _write(place, ENTRIES, commits[0])
    return place


def _write(place: Path, entries: list[dict[str, object]], commit: str) -> None:
    place.write_text(json.dumps({"version": 1, "commit": commit, "expected": entries}, indent=2), encoding="utf-8")


def _rows(ran: Ran) -> dict[str, dict[str, object]]:
    rows = ran.json()
    assert isinstance(rows, list)
    return {row["id"]: row for row in rows}


def test_each_anchor_has_its_row(houndsman: CommandLine, place: Path) -> None:
    before = place.read_bytes()
    ran = houndsman("golden", "relocate", str(place), "--to", "HEAD")
    assert ran.code == 3
    lines = {line.split()[0]: line.split() for line in ran.out.splitlines()[2:]}
    assert lines["moved"] == ["moved", "shop.py:2", "store/shop.py:4", "exact"]
    assert lines["bare"] == ["bare", "shop.py:3-4", "store/shop.py:5-6", "exact"]
    assert lines["gone"][:3] == ["gone", "shop.py:8", "vanished"]
    assert "its line was removed" in ran.out
    assert "1 of 3 anchors have no certain place" in ran.err
    assert place.read_bytes() == before


def test_rows_for_machines(houndsman: CommandLine, place: Path, commits: tuple[str, str]) -> None:
    rows = _rows(houndsman("golden", "relocate", str(place), "--to", commits[1], "--json"))
    assert rows["moved"] == {
        "id": "moved",
        "case": "set",
        "was": {"file": "shop.py", "line": 2, "endLine": None},
        "now": {"file": "store/shop.py", "line": 4, "endLine": None},
        "state": "exact",
        "drift": 0,
        "why": "",
    }
    assert (rows["gone"]["now"], rows["gone"]["state"]) == (None, "vanished")


def test_a_set_is_written_for_the_other_commit(houndsman: CommandLine, place: Path, commits: tuple[str, str]) -> None:
    _write(place, ENTRIES[:2], commits[0])
    ran = houndsman("golden", "relocate", str(place), "--to", "HEAD", "--write")
    assert (ran.code, "1 file rewritten" in ran.err) == (0, True)
    written = json.loads(place.read_text(encoding="utf-8"))
    assert written["commit"] == commits[1]
    assert written["expected"] == [
        ENTRIES[0] | {"file": "store/shop.py", "line": 4},
        ENTRIES[1] | {"file": "store/shop.py", "line": 5, "endLine": 6, "code": "step_3(order)\nstep_4(order)"},
    ]
    assert houndsman("golden", "check", str(place)).code == 0
    again = houndsman("golden", "relocate", str(place), "--to", "HEAD", "--write")
    assert (again.code, "0 files rewritten" in again.err) == (0, True)
    back = houndsman("golden", "relocate", str(place), "--to", commits[0], "--write")
    assert back.code == 0
    assert json.loads(place.read_text(encoding="utf-8"))["expected"][0] == ENTRIES[0]


def test_nothing_is_written_that_would_lose_a_defect(houndsman: CommandLine, place: Path) -> None:
    before = place.read_bytes()
    ran = houndsman("golden", "relocate", str(place), "--to", "HEAD", "--write")
    assert (ran.code, "nothing was written" in ran.err) == (3, True)
    assert place.read_bytes() == before


def test_a_vanished_one_can_be_kept_without_a_place(
    houndsman: CommandLine, place: Path, commits: tuple[str, str]
) -> None:
    ran = houndsman("golden", "relocate", str(place), "--to", "HEAD", "--write", "--keep-vanished")
    assert ran.code == 3
    gone = json.loads(place.read_text(encoding="utf-8"))["expected"][2]
    assert (gone["line"], gone["code"]) == (None, "step_8(order)")
    assert gone["was"].items() >= {"commit": commits[0], "file": "shop.py", "line": 8, "state": "vanished"}.items()
    assert houndsman("golden", "relocate", str(place), "--to", "HEAD").code == 0, "it has no place to carry"


@pytest.mark.parametrize(
    ("commit", "to", "told"),
    [
        (None, "HEAD", "the set names no commit"),
        ("abc1234", "HEAD", "'abc1234' is not in this repository"),
        ("HEAD", "nowhere", "'nowhere' is not in this repository"),
    ],
)
def test_a_commit_that_is_not_there_is_2(
    houndsman: CommandLine, place: Path, commit: str | None, to: str, told: str
) -> None:
    place.write_text(json.dumps({"version": 1, "commit": commit, "expected": ENTRIES}))
    ran = houndsman("golden", "relocate", str(place), "--to", to)
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err


# Scores ---------------------------------------------------------------------------------------------------------------


@pytest.fixture
def theirs(tmp_path: Path, commits: tuple[str, str]) -> Path:
    """Findings that name the later commit."""
    found = [{"file": "store/shop.py", "line": line, "message": "Bad.", "commit": commits[1]} for line in (4, 5)]
    (tmp_path / "theirs.json").write_text(json.dumps(found))
    return tmp_path / "theirs.json"


def test_a_score_takes_anchors_to_where_the_findings_are(houndsman: CommandLine, place: Path, theirs: Path) -> None:
    ran = houndsman("golden", str(place), "--findings", str(theirs))
    assert ran.code == 0
    assert "2 of 2 expected defects" in ran.out
    assert "[vanished]" in ran.err and "[other-commit]" not in ran.err
    told = houndsman("golden", str(place), "--findings", str(theirs), "--json").json()
    assert isinstance(told, dict)
    assert [match["relocated"] for match in told["matches"]] == ["exact", "exact"]
    assert told["relocation"]["vanished"] == 1


def test_a_score_can_take_them_as_they_are(houndsman: CommandLine, place: Path, theirs: Path) -> None:
    ran = houndsman("golden", str(place), "--findings", str(theirs), "--no-relocate")
    assert "0 of 3 expected defects" in ran.out
    assert "[other-commit]" in ran.err


def test_a_run_of_ours_is_scored_where_its_head_has_the_defects(hunted: CommandLine, tmp_path: Path) -> None:
    first = hunted.repository.resolve("HEAD")
    marker = {"id": "marker", "file": "merge.txt", "line": 1, "code": "<<<<<<< ours"}
    call = {"id": "call", "file": "src/call.py", "line": 1, "code": "breakpoint()"}
    place = tmp_path / "set.json"
    _write(place, [marker, call], first)
    hunted.repository.write("merge.txt", "one\ntwo\n" + hunted.repository.place("merge.txt").read_text())
    hunted.repository.remove("src/call.py")
    hunted.repository.commit("Next")
    hunted.answer(hunted.prepare(), "general")
    assert hunted("hunt").code == 0
    told = hunted("golden", str(place), "--json").json()
    assert isinstance(told, dict)
    assert [(match["expected"], match["relocated"]) for match in told["matches"]] == [("marker", "exact")]
    assert (told["recall"]["found"], told["recall"]["expected"], told["golden"]["expected"]) == (1, 1, 2)
    assert [warning["code"] for warning in told["warnings"]] == ["vanished"]
    assert told["golden"]["commit"] == first
    as_it_is = hunted("golden", str(place), "--no-relocate", "--json").json()
    assert isinstance(as_it_is, dict)
    assert (as_it_is["recall"]["found"], as_it_is["relocation"]) == (0, None)


def test_without_the_repository_a_score_says_so_loudly(
    houndsman: CommandLine, place: Path, theirs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "outside").mkdir()
    monkeypatch.chdir(tmp_path / "outside")
    ran = houndsman("golden", str(place), "--findings", str(theirs))
    assert (ran.code, "[other-commit]" in ran.err) == (0, True)
    assert "0 of 3 expected defects" in ran.out


def test_a_set_that_kept_what_vanished_is_sound(houndsman: CommandLine, place: Path) -> None:
    assert houndsman("golden", "relocate", str(place), "--to", "HEAD", "--write", "--keep-vanished").code == 3
    ran = houndsman("golden", "check", str(place))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.count("[gone]") == 1
    assert "0 errors, 0 warnings" in ran.out
