"""Which files are golden sets, and that no other file is in anybody's way."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from houndsman.pytest_plugin import claims
from houndsman.pytest_plugin.claims import HEAD, Claim, claim_of, is_listed

ANCHOR = {"id": "one", "file": "a.py", "line": 1}


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        (json.dumps({"version": 1, "expected": [ANCHOR]}), Claim.GOLDEN),
        (json.dumps({"expected": [ANCHOR], "version": 1}), Claim.GOLDEN),
        (json.dumps({"version": 1, "expected": []}), Claim.GOLDEN),
        (json.dumps({"version": 2, "expected": [{"note": "from a newer one"}]}), Claim.GOLDEN),
        (json.dumps({"version": 1, "expected": [ANCHOR, {"cents": 3}]}), Claim.NONE),
        (json.dumps({"version": "1.2.0", "expected": [ANCHOR]}), Claim.NONE),
        (json.dumps({"version": True, "expected": [ANCHOR]}), Claim.NONE),
        (json.dumps({"version": 1, "expected": {"status": 200}}), Claim.NONE),
        (json.dumps({"version": 1, "case": {"expected": [ANCHOR]}}), Claim.NONE),
        (json.dumps([{"version": 1, "expected": []}]), Claim.NONE),
        (json.dumps({"name": "a-package", "version": "1.0.0"}), Claim.NONE),
        ('// a comment\n{"compilerOptions": {}}', Claim.NONE),
        ('// a comment\n{"version": 1, "expected": []}', Claim.UNREADABLE),
        ('{"version": 1, "expected": [{"id": "one",}]}', Claim.UNREADABLE),
        ('{"version": 1, "expected": ' + 100_000 * "[", Claim.UNREADABLE),
        ("", Claim.NONE),
        ("\x00\x01", Claim.NONE),
    ],
)
def test_only_the_root_of_an_object_makes_a_golden_set(text: str, claim: Claim, tmp_path: Path) -> None:
    place = tmp_path / "some.json"
    place.write_text(text, encoding="utf-8")
    assert claim_of(place, to_the_end=False) is claim
    assert claim_of(place, to_the_end=True) is claim


@pytest.mark.parametrize(
    ("line", "claim"),
    [
        (ANCHOR, Claim.GOLDEN),
        ({"version": 1, "commit": "abc"}, Claim.GOLDEN),
        ({"case": "7", "expected": []}, Claim.GOLDEN),
        ({"file": "a.py", "line": 1, "message": "A finding."}, Claim.NONE),
        ({"prompt": "hello"}, Claim.NONE),
        ([1, 2], Claim.NONE),
    ],
)
def test_lines_are_known_by_the_first(line: object, claim: Claim, tmp_path: Path) -> None:
    place = tmp_path / "some.jsonl"
    place.write_text(f"\n{json.dumps(line)}\nnot JSON at all\n", encoding="utf-8")
    assert claim_of(place, to_the_end=True) is claim


def test_a_mark_of_the_byte_order_hides_nothing(tmp_path: Path) -> None:
    place = tmp_path / "some.json"
    place.write_text(json.dumps({"version": 1, "expected": [ANCHOR]}), encoding="utf-8-sig")
    assert claim_of(place, to_the_end=False) is Claim.GOLDEN


def test_a_file_that_nobody_named_is_looked_into_at_its_head_alone(tmp_path: Path) -> None:
    place = tmp_path / "some.json"
    place.write_text(json.dumps({"about": HEAD * "x", "version": 1, "expected": [ANCHOR]}), encoding="utf-8")
    assert claim_of(place, to_the_end=False) is Claim.NONE
    assert claim_of(place, to_the_end=True) is Claim.GOLDEN


def test_a_huge_file_that_nobody_named_is_not_parsed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims, "MOST", 100_000)
    place = tmp_path / "some.json"
    place.write_text(json.dumps({"version": 1, "expected": 10_000 * [ANCHOR]}), encoding="utf-8")
    assert claim_of(place, to_the_end=False) is Claim.TOO_LARGE
    assert claim_of(place, to_the_end=True) is Claim.GOLDEN


def test_what_cannot_be_read_is_somebody_elses(tmp_path: Path) -> None:
    assert claim_of(tmp_path / "gone.json", to_the_end=True) is Claim.NONE
    (tmp_path / "folder.json").mkdir()
    assert claim_of(tmp_path / "folder.json", to_the_end=False) is Claim.NONE


@pytest.mark.parametrize(
    ("glob", "path", "listed"),
    [
        ("golden/*.jsonl", "golden/pay.jsonl", True),
        ("./golden/*.jsonl", "golden/pay.jsonl", True),
        ("golden/*.jsonl", "golden/deep/pay.jsonl", False),
        ("golden/*.jsonl", "other/golden/pay.jsonl", False),
        ("golden/**/*.jsonl", "golden/pay.jsonl", True),
        ("golden/**/*.jsonl", "golden/a/b/pay.jsonl", True),
        ("**/golden.defects", "golden.defects", True),
        ("golden/**", "golden/a/b", True),
        ("golden/**", "golden", False),
        ("pay-?.json", "pay-1.json", True),
        ("pay-?.json", "pay-.json", False),
        ("pay[1].json", "pay[1].json", True),
        ("pay.json", "payXjson", False),
    ],
)
def test_globs_stop_at_folders(glob: str, path: str, listed: bool, tmp_path: Path) -> None:
    assert is_listed(tmp_path / path, tmp_path, ["elsewhere.json", glob]) is listed


def test_nothing_outside_the_root_folder_is_listed(tmp_path: Path) -> None:
    assert not is_listed(tmp_path.parent / "pay.json", tmp_path, ["**"])
    assert not is_listed(tmp_path / "pay.json", tmp_path, [])
