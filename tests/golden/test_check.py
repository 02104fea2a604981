"""What is wrong with a golden set, before anybody is graded by it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from houndsman.git.repository import Repository
from houndsman.git.samples import SampleRepository
from houndsman.git.shadow import Shadow
from houndsman.golden.check import broken, check_golden
from houndsman.golden.commit_lines import CommitLines
from houndsman.golden.complaint import Complaint, Weight
from houndsman.golden.load import BrokenSetError, load_golden

ONE = {"id": "float", "file": "pay.py", "line": 3}
TWO = {"id": "race", "file": "cart.py", "line": 9}

Check = Callable[..., list[Complaint]]


@pytest.fixture
def check(tmp_path: Path) -> Check:
    """Complaints about a set of these entries, but that there is no repository."""

    def complaints(*entries: Mapping[str, object]) -> list[Complaint]:
        place = tmp_path / "set.jsonl"
        place.write_text("".join(json.dumps(entry) + "\n" for entry in entries), encoding="utf-8")
        return [each for each in check_golden(load_golden(place), None) if each.code != "not-checked"]

    return complaints


def test_a_sound_set(check: Check) -> None:
    assert check(ONE, TWO, {"case": "clean", "file": "ok.py", "expected": []}) == []


@pytest.mark.parametrize(
    ("entry", "code", "weight", "what"),
    [
        ({**TWO, "id": "float"}, "duplicate-id", Weight.ERROR, "'float' is taken (set.jsonl:1)"),
        ({**TWO, "file": "/home/me/cart.py"}, "path-outside", Weight.ERROR, "'/home/me/cart.py' is no path"),
        ({**TWO, "file": "a/../../cart.py"}, "path-outside", Weight.ERROR, "is no path"),
        ({**TWO, "match": " "}, "match-empty", Weight.ERROR, "'race' is empty"),
        ({**TWO, "match": "//"}, "match-empty", Weight.ERROR, "'race' is empty"),
        ({**TWO, "match": "/(/"}, "match-broken", Weight.ERROR, "'race' cannot be compiled"),
        ({**TWO, "match": "/(a|a)*$/"}, "match-endless", Weight.ERROR, "does not come to an end"),
        ({**ONE, "id": "twin"}, "not-apart", Weight.ERROR, "'twin' touches 'float' (set.jsonl:1)"),
        ({**ONE, "id": "hush", "ignored": True}, "ignored-equals-real", Weight.WARNING, "'hush'"),
        ({**ONE, "id": "near", "line": 5, "tolerance": 3}, "tolerance-covers", Weight.WARNING, "covers 'float'"),
        ({**TWO, "tolerence": 3}, "key-unknown", Weight.WARNING, "'tolerence' means nothing; did you mean 'tolerance'"),
        ({**TWO, "Severity": "high"}, "key-unknown", Weight.WARNING, "did you mean 'severity'"),
    ],
)
def test_each_complaint_has_its_place(
    check: Check, entry: Mapping[str, object], code: str, weight: Weight, what: str
) -> None:
    (complaint,) = check(ONE, entry)
    assert (complaint.code, complaint.place, complaint.weight) == (code, "set.jsonl:2", weight)
    assert what in complaint.what
    assert complaint.hint


def test_an_id_is_one_anchor_s_in_the_whole_set(check: Check) -> None:
    assert [each.code for each in check({**ONE, "case": "a"}, {**ONE, "case": "b"})] == ["duplicate-id"]


def test_what_has_no_place_is_noted_once(check: Check) -> None:
    entries = [{"id": f"d{number}", "file": None if number else "pay.py", "line": None} for number in range(5)]
    (complaint,) = check(ONE, *entries)
    assert (complaint.code, complaint.weight) == ("unanchored", Weight.NOTE)
    assert "'d0' (set.jsonl:2), 'd1' (set.jsonl:3), 'd2' (set.jsonl:4) and 2 more" in complaint.what


def test_what_a_relocation_left_without_a_line_is_its_own_note(check: Check) -> None:
    gone, bare = check(ONE, {**TWO, "line": None, "was": {"line": 9, "state": "vanished"}}, {"id": "lost"})
    assert [(each.code, each.weight) for each in (gone, bare)] == [("gone", Weight.NOTE), ("unanchored", Weight.NOTE)]
    assert ("'race' (set.jsonl:2)" in gone.what, "'lost'" in gone.what) == (True, False)
    assert "leave them as history" in gone.hint
    assert ("'race'" in bare.what, "'lost' (set.jsonl:3)" in bare.what) == (False, True)


@pytest.mark.parametrize(
    ("entries", "codes"), [([ONE], ["no-clean-case"]), ([ONE, {"case": "ok", "expected": []}], [])]
)
def test_a_threshold_that_no_reviewer_can_reach(check: Check, entries: list[object], codes: list[str]) -> None:
    header = {"version": 1, "thresholds": {"falseAlarms": 0.5}}
    found = check(header, *entries)
    assert [each.code for each in found] == codes
    assert all('{"case": "…", "expected": []}' in each.hint and each.weight is Weight.ERROR for each in found)


def test_every_entry_that_means_nothing_has_its_place(tmp_path: Path) -> None:
    place = tmp_path / "pay.json"
    entries = [{**ONE, "line": "x"}, TWO, {**TWO, "tolerance": -1}]
    place.write_text(json.dumps({"version": 1, "expected": entries}), encoding="utf-8")
    with pytest.raises(BrokenSetError) as caught:
        load_golden(place)
    found = broken(caught.value)
    assert [each.place for each in found] == ["pay.json: expected[0].line", "pay.json: expected[2].tolerance"]
    assert all(each.weight is Weight.ERROR and each.hint for each in found)


def test_keys_of_one_s_own_are_nobody_s_slip(check: Check) -> None:
    own = {"lines": [3, 9], "context": "Repo Level", "source": "GLM-4.7", "cwe": 362, "author": "me", "difficulty": 1}
    assert check({**ONE, **own}) == []


def test_a_slip_made_throughout_is_told_once(check: Check) -> None:
    assert [each.place for each in check({**ONE, "tolerence": 3}, {**TWO, "tolerence": 3})] == ["set.jsonl:1"]


def test_what_the_loader_put_up_with_is_told(check: Check) -> None:
    (complaint,) = check({**ONE, "severity": "urgent"})
    assert (complaint.code, complaint.weight) == ("golden-severity-unknown", Weight.WARNING)
    assert "set.jsonl:1" in complaint.what


def test_the_worst_comes_first_then_the_set_s_order(check: Check) -> None:
    entries = [
        {"id": "lost"},
        {**ONE, "match": "/(/", "severity": "urgent"},
        {**TWO, "tolerence": 1},
        {**TWO, "match": "x"},
    ]
    found = [(each.weight, each.code) for each in check(*entries)]
    assert found == [
        (Weight.ERROR, "match-broken"),
        (Weight.ERROR, "duplicate-id"),
        (Weight.WARNING, "key-unknown"),
        (Weight.WARNING, "golden-severity-unknown"),
        (Weight.NOTE, "unanchored"),
    ]


def test_a_set_against_its_repository(sample: SampleRepository, tmp_path: Path) -> None:
    sample.write("pay.py", "def pay():\n    total = 0.1\n    return total\n")
    commit = sample.commit("one")
    sample.write("pay.py", "gone\n")
    sample.commit("two")
    golden = {
        "version": 1,
        "commit": commit[:10],
        "expected": [
            {"id": "right", "file": "pay.py", "line": 2, "code": "total = 0.1"},
            {"id": "below", "file": "pay.py", "line": 4},
            {"id": "moved", "file": "pay.py", "line": 1, "code": "return total"},
            {"id": "nowhere", "file": "cart.py", "line": 1},
            {"id": "gone", "file": "old.py", "line": None, "was": {"file": "old.py", "line": 1}},
        ],
    }
    place = tmp_path / "pay.json"
    place.write_text(json.dumps(golden), encoding="utf-8")
    repository = Repository.discover(sample.path)
    with CommitLines(repository, Shadow.open(tmp_path / "shadow", repository)) as read:
        found = check_golden(load_golden(place), read)
    assert [(each.code, each.place, each.hint) for each in found] == [
        ("beyond-file", "pay.json: expected[1]", "Put the lines right, or the commit in which they are counted."),
        ("code-differs", "pay.json: expected[2]", "Its code stands at line 3: put the lines right."),
        (
            "file-missing",
            "pay.json: expected[3]",
            "Put the path right (relative to the repository's root, with `/`), or the commit.",
        ),
        (
            "gone",
            place.as_posix(),
            "Give them a line where the defect is still there; else delete them, or leave them as history.",
        ),
    ]
