"""A set on disk for another commit: what has moved is put right, and nothing else changes."""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from houndsman.golden.load import GoldenError, load_golden
from houndsman.golden.relocate import Relocated, State, not_carried, vanished
from houndsman.golden.rewrite import Move, is_gone, is_lines, replace_file, rewrite, rewritten
from houndsman.models.golden import GoldenAnchor

SET = """\
{
 "version": 1, "commit": "abc1234",
 "expected": [
  {"id": "one", "file": "a.py", "line": 3, "note": "ü", "mine": [1,  2]},
  {"id": "two", "line": 5, "endLine": 6, "file": "a.py", "code": "x\\ny"},

  {
   "id": "three",
   "file": "a.py",
   "line": 9, "end_line": 9
  }
 ]
}
"""

NEW = "f" * 40


def _moves(place: Path, **found: Relocated | tuple[str, int, int | None]) -> dict[str, Move]:
    moves = {}
    for anchor in load_golden(place).anchors:
        told = found.get(anchor.id, (anchor.file or "", anchor.line or 0, anchor.end_line))
        if not isinstance(told, Relocated):
            told = Relocated(anchor, anchor._replace(file=told[0], line=told[1], end_line=told[2]), State.EXACT)
        moves[anchor.source] = Move(told._replace(was=anchor), "their code", "abc1234")
    return moves


@pytest.fixture
def place(tmp_path: Path) -> Path:
    place = tmp_path / "set.json"
    place.write_text(SET, encoding="utf-8")
    return place


def test_only_what_moved_is_another(place: Path) -> None:
    moves = _moves(place, one=("a.py", 4, None), two=("b.py", 7, 9), three=("a.py", 9, None))
    place.chmod(0o640)
    assert rewrite(place, moves, NEW) == (place,)
    expected = (
        SET.replace("abc1234", NEW)
        .replace(
            '"line": 3, "note": "ü", "mine": [1,  2]', '"line": 4, "note": "ü", "mine": [1,  2], "code": "their code"'
        )
        .replace('"line": 5, "endLine": 6, "file": "a.py"', '"line": 7, "endLine": 9, "file": "b.py"')
        .replace('"line": 9, "end_line": 9\n', '"line": 9, "end_line": 9,\n   "code": "their code"\n')
    )
    assert place.read_text(encoding="utf-8") == expected
    assert stat.S_IMODE(place.stat().st_mode) == 0o640
    assert rewrite(place, _moves(place), NEW) == ()


def test_code_that_may_not_be_copied_is_left_out(place: Path) -> None:
    moves = {source: move._replace(code="") for source, move in _moves(place, one=("a.py", 4, None)).items()}
    rewrite(place, moves, NEW)
    assert load_golden(place).anchors[0].code is None
    assert '"code": ""' not in place.read_text(encoding="utf-8")


def test_a_range_that_was_one_line_gets_its_end(place: Path) -> None:
    rewrite(place, _moves(place, one=("a.py", 4, 6)), NEW)
    assert '"line": 4, "endLine": 6, "note"' in place.read_text(encoding="utf-8")
    assert load_golden(place).anchors[0].end_line == 6


def test_code_with_lines_between_is_written_anew(place: Path) -> None:
    two = load_golden(place).anchors[1]
    found = Relocated(two, two._replace(end_line=7), State.DRIFTED, 1, "1 line was put between its own")
    rewrite(place, _moves(place, two=found), NEW)
    assert load_golden(place).anchors[1].code == "their code"


def test_who_has_no_place_any_more_loses_nothing_but_its_line(place: Path) -> None:
    one, two, _ = load_golden(place).anchors
    ambiguous = Relocated(two, two._replace(line=8), State.AMBIGUOUS, why="two places")
    rewrite(place, _moves(place, one=vanished(one, "its line was removed"), two=ambiguous), NEW)
    after = load_golden(place)
    assert [anchor.line for anchor in after.anchors] == [None, None, 9]
    assert after.anchors[0].extra == {
        "mine": [1, 2],
        "was": {"commit": "abc1234", "file": "a.py", "line": 3, "state": "vanished", "why": "its line was removed"},
    }
    was = after.anchors[1].extra["was"]
    assert isinstance(was, Mapping)
    assert (was["line"], was["endLine"], was["state"]) == (5, 6, "ambiguous")
    assert (after.anchors[1].code, after.anchors[1].file) == ("x\ny", "a.py")
    assert after.commit == NEW
    again = place.read_bytes()
    rewrite(place, {a.source: Move(not_carried(a, "no place"), "", NEW) for a in after.anchors}, NEW)
    assert place.read_bytes() == again


def test_a_file_of_lines(tmp_path: Path) -> None:
    place = tmp_path / "set.jsonl"
    lines = [
        '{"version": 1, "commit": "abc1234"}',
        "",
        '{"id": "one", "file": "a.py", "line": 3}',
        '{"case": "clean", "file": "b.py", "expected": []}',
    ]
    place.write_bytes("\r\n".join(lines).encode())
    rewrite(place, _moves(place, one=("a.py", 8, None)), NEW)
    lines[0] = lines[0].replace("abc1234", NEW)
    lines[2] = '{"id": "one", "file": "a.py", "line": 8, "code": "their code"}'
    assert place.read_bytes() == "\r\n".join(lines).encode()


def test_entries_with_commits_of_their_own_are_put_right_one_by_one() -> None:
    text = '{"case": "x", "commit": "abc", "file": "a.py", "line": 1}\n{"case": "y", "commit": "abd", "expected": []}\n'
    assert rewritten(text, "set.jsonl", {}, NEW) == text.replace("abc", NEW).replace("abd", NEW)


def test_in_a_folder_only_golden_sets_are_touched(place: Path) -> None:
    (place.parent / "findings.jsonl").write_text('{"file": "a.py", "line": 3, "message": "x", "commit": "abc1234"}\n')
    (place.parent / "tsconfig.json").write_text('{"commit": "abc1234"}')
    (place.parent / "deep").mkdir()
    other = place.parent / "deep" / "clean.json"
    other.write_text('{"version": 1, "commit": "abc1234", "expected": []}')
    assert rewrite(place.parent, _moves(place.parent, one=("a.py", 4, None)), NEW) == (other, place)
    assert json.loads(other.read_text())["commit"] == NEW
    assert "abc1234" in (place.parent / "findings.jsonl").read_text()
    assert "abc1234" in (place.parent / "tsconfig.json").read_text()


def test_a_link_stays_one_and_what_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "real.json").write_text("old")
    (tmp_path / "link.json").symlink_to("real.json")
    replace_file(tmp_path / "link.json", b"new")
    assert (tmp_path / "real.json").read_text() == "new"
    assert (tmp_path / "link.json").is_symlink()
    (tmp_path / "folder.json").mkdir()
    with pytest.raises(GoldenError, match="cannot be written") as refused:
        replace_file(tmp_path / "folder.json", b"new")
    assert "Free some space" not in (refused.value.hint or "")
    assert len(list(tmp_path.iterdir())) == 3, "nothing half written stays"


def test_the_folder_of_a_file_is_made(tmp_path: Path) -> None:
    replace_file(tmp_path / "golden" / "deep" / "pay.json", b"new")
    assert (tmp_path / "golden" / "deep" / "pay.json").read_bytes() == b"new"
    with pytest.raises(GoldenError, match="cannot be written") as refused:
        replace_file(tmp_path / "golden" / "deep" / "pay.json" / "below.json", b"new")
    assert "in a folder that is there" in (refused.value.hint or "")


@pytest.mark.skipif(sys.platform == "win32" or os.getuid() == 0, reason="somebody who may write anywhere")
def test_a_folder_that_is_closed_is_for_its_owner_to_mend(tmp_path: Path) -> None:
    (tmp_path / "closed").mkdir(mode=0o500)
    with pytest.raises(GoldenError, match="cannot be written") as refused:
        replace_file(tmp_path / "closed" / "pay.json", b"new")
    assert "mend the permissions" in (refused.value.hint or "")


def test_who_lost_its_line_in_a_relocation(tmp_path: Path) -> None:
    place = tmp_path / "set.jsonl"
    place.write_text(
        '{"file": "a", "line": null, "was": {"line": 1}}\n{"file": "a"}\n{"file": "a", "line": 1, "was": 1}\n'
    )
    assert [is_gone(each) for each in load_golden(place).anchors] == [True, False, False]


def test_which_files_hold_an_anchor_a_line() -> None:
    assert is_lines("a/SET.JSONL") and is_lines("a.ndjson")
    assert not is_lines("a.json")


def test_an_anchor_without_id_is_known_by_where_it_stands(tmp_path: Path) -> None:
    place = tmp_path / "set.json"
    place.write_text('{"version": 1, "commit": "a", "expected": [{"file": "a", "line": 1}, {"file": "a", "line": 2}]}')
    second: GoldenAnchor = load_golden(place).anchors[1]
    move = Move(Relocated(second, second._replace(line=7), State.EXACT), "", "a")
    rewrite(place, {second.source: move}, NEW)
    assert [anchor.line for anchor in load_golden(place).anchors] == [1, 7]
