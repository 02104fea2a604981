"""Sets as they are to be written: what their own check would refuse is not in them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from houndsman.golden.check import check_golden
from houndsman.golden.complaint import Weight
from houndsman.golden.freeze import Frozen
from houndsman.golden.frozen_set import Destination, frozen_set
from houndsman.golden.load import load_golden
from houndsman.models.golden import GoldenAnchor

ONE = "1" * 40

FILES = {"a.py": (b"x = 1", b"y = 2", b"x = 1")}


def _read(commit: str, file: str) -> Sequence[bytes] | None:
    return FILES.get(file)


def _defect(name: str, line: int = 1, file: str = "a.py", code: str | None = None) -> Frozen:
    return Frozen(GoldenAnchor(name, "case", file, line, note=name, code=code), ONE)


@pytest.mark.parametrize("name", ["set.json", "set.jsonl"])
@pytest.mark.parametrize(
    ("defects", "kept", "codes"),
    [
        ([_defect("a"), _defect("b", 2)], ["a", "b"], []),
        ([_defect("a"), _defect("b", file="gone.py")], ["a"], ["file-missing"]),
        ([_defect("a", 9), _defect("b", 2)], ["b"], ["beyond-file"]),
        ([_defect("a", 2, code="x = 1"), _defect("b", 2)], ["b"], ["code-differs"]),
        ([_defect("a", file="gone.py"), _defect("b", file="gone.py")], [], ["file-missing", "file-missing"]),
        ([_defect("a"), _defect("b"), _defect("c")], ["a"], ["not-apart", "not-apart"]),
        ([_defect("a"), _defect("a"), _defect("a", 2)], ["a", "a-2"], ["not-apart"]),
        ([_defect("a", file="gone.py")], [], ["file-missing"]),
    ],
)
def test_what_is_refused_is_left_out(
    tmp_path: Path, name: str, defects: list[Frozen], kept: list[str], codes: list[str]
) -> None:
    place = tmp_path / name
    found = frozen_set(defects, Destination(place), _read)
    assert (list(found.addition.added), [each.code for each in found.refused]) == (kept, codes)
    assert not place.exists()
    if kept:
        place.write_text(found.addition.text, encoding="utf-8")
        golden = load_golden(place)
        assert [anchor.id for anchor in golden.anchors] == list(found.addition.added)
        assert not [each for each in check_golden(golden, _read) if each.weight is Weight.ERROR]


def test_what_a_set_held_before_stays_whatever_is_wrong_with_it(tmp_path: Path) -> None:
    place = tmp_path / "set.json"
    wrong = frozen_set([_defect("old"), _defect("gone", file="b.py")], Destination(place), lambda *_: FILES["a.py"])
    place.write_text(wrong.addition.text, encoding="utf-8")
    found = frozen_set([_defect("new"), _defect("other", 2)], Destination(place, append=True), _read)
    assert [each.code for each in found.refused] == ["not-apart"]
    assert found.addition.added == ("other",)
    place.write_text(found.addition.text, encoding="utf-8")
    assert [anchor.id for anchor in load_golden(place).anchors] == ["old", "gone", "other"]


def test_without_a_file_it_is_a_set_of_its_own() -> None:
    found = frozen_set([_defect("a")], Destination(None), _read)
    assert '"expected"' in found.addition.text
