"""A set of one commit becomes one of cases, and nothing that it says is lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from houndsman.golden.by_case import by_case
from houndsman.golden.load import load_golden

COMMIT, FIX = "abc1234", "f" * 40

TEXT = """\ufeff{
  "commit": "abc1234",
  "version": 1, "mine": [1, {"x": 2}],
  "thresholds": {"recall": 0.5},
  "expected": [
    {"id": "a", "file": "a.py", "line": 1, "fix": "FIX", "proposed": true, "owner": "ü"},
    {
      "line": 9, "file": "b.py",
      "id": "b"
    },
    {"case": "own", "expected": [], "commit": "abc1234"}
  ]
}
""".replace("FIX", FIX)


def _converted(folder: Path, text: str, name: str = "pay.json") -> str:
    place = folder / name
    place.write_text(text, encoding="utf-8")
    after = by_case(text, place, load_golden(place).anchors, COMMIT)
    place.write_text(after, encoding="utf-8")
    return after


def test_each_entry_says_its_case_and_commit_and_all_else_stays(tmp_path: Path) -> None:
    after = _converted(tmp_path, TEXT)
    assert after == (
        TEXT.replace('  "commit": "abc1234",\n  "version"', '  "version"')
        .replace('"id": "a"', f'"id": "a", "case": "fix-{FIX[:10]}", "commit": "abc1234"')
        .replace('"id": "b"', '"id": "b", "case": "pay", "commit": "abc1234"')
    )
    golden = load_golden(tmp_path / "pay.json")
    assert [(case.name, case.commit, case.clean) for case in golden.cases] == [
        (f"fix-{FIX[:10]}", COMMIT, False),
        ("own", COMMIT, True),
        ("pay", COMMIT, False),
    ]


@pytest.mark.parametrize("root", [{"case": "mine"}, {"pr": 7}, {"changedLines": 40}])
def test_a_case_of_which_the_set_says_more_keeps_its_entries(tmp_path: Path, root: dict[str, object]) -> None:
    entry = {"id": "a", "file": "a.py", "line": 1, "fix": FIX}
    before = json.dumps({"version": 1, "commit": COMMIT, "expected": [entry], **root})
    (tmp_path / "pay.json").write_text(before, encoding="utf-8")
    was = load_golden(tmp_path / "pay.json")
    _converted(tmp_path, before)
    now = load_golden(tmp_path / "pay.json")
    assert [case.name for case in now.cases] == [case.name for case in was.cases]
    assert (now.cases[0].changed_lines, now.warnings) == (was.cases[0].changed_lines, ())


def test_a_file_of_lines_loses_the_commit_of_its_header(tmp_path: Path) -> None:
    before = f'\n{{"version": 1, "commit": "{COMMIT}"}}\n\n{{"id": "a", "file": "a.py", "line": 1}}\n'
    assert _converted(tmp_path, before, "pay.jsonl") == (
        f'\n{{"version": 1}}\n\n{{"id": "a", "case": "pay", "commit": "{COMMIT}", "file": "a.py", "line": 1}}\n'
    )
