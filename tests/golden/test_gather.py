"""The cases of a golden set, from its entries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from houndsman.golden.entry import BadEntry
from houndsman.golden.gather import Gathered, with_ids
from houndsman.golden.root import Root
from houndsman.models.golden import GoldenCase

ROOT = Root("set")


def gather(*entries: Mapping[str, object], root: Root = ROOT) -> Gathered:
    gathered = Gathered()
    for number, entry in enumerate(entries, 1):
        gathered.add(entry, root, f"set.jsonl:{number}")
    return gathered


def cases(*entries: Mapping[str, object], root: Root = ROOT) -> tuple[GoldenCase, ...]:
    return gather(*entries, root=root).cases()


def test_cases_are_by_name_and_anchors_as_they_came() -> None:
    made = cases(
        {"case": "b", "id": "2", "file": "b.py", "line": 9},
        {"case": "a", "id": "1", "file": "a.py", "line": 1},
        {"case": "b", "id": "3", "file": "b.py", "line": 1},
    )
    assert [(case.name, [anchor.id for anchor in case.anchors]) for case in made] == [("a", ["1"]), ("b", ["2", "3"])]


def test_a_case_without_defects() -> None:
    (named, nameless) = cases({"case": "clean", "file": "./ok.py", "expected": []}, {"file": "fine.py", "expected": []})
    assert named == GoldenCase("clean", files=frozenset({"ok.py"}))
    assert nameless == GoldenCase("set", files=frozenset({"fine.py"}))
    assert named.clean


def test_a_case_knows_its_files_its_commit_and_its_size() -> None:
    root = Root("set", commit="abc")
    (case,) = cases(
        {"id": "1", "file": "a.py", "line": 1},
        {"file": "b.py", "expected": [], "changedLines": 12},
        {"id": "2"},
        root=root,
    )
    assert (case.files, case.commit, case.changed_lines) == (frozenset({"a.py", "b.py"}), "abc", 12)


def test_entries_may_name_the_commit_of_their_case() -> None:
    made = cases({"case": "a", "id": "1", "commit": "abc"}, {"case": "b", "id": "2", "commit": "def"}, {"id": "3"})
    assert [case.commit for case in made] == ["abc", "def", None]


@pytest.mark.parametrize(
    ("key", "one", "other"), [("commit", "abc", "def"), ("changedLines", 12, 13), ("changedLines", 0, 1)]
)
def test_entries_of_a_case_must_agree(key: str, one: object, other: object) -> None:
    with pytest.raises(BadEntry, match=f"`{key}`") as caught:
        gather({"id": "1", key: one}, {"id": "2"}, {"id": "3", key: other})
    assert caught.value.key == key


def test_a_commit_of_an_entry_must_agree_with_its_file() -> None:
    with pytest.raises(BadEntry, match="`commit` is 'def' here and 'abc'"):
        gather({"id": "1", "commit": "def"}, root=Root("set", commit="abc"))


@pytest.mark.parametrize("expected", [[{"id": "1"}], None, {}, 0])
def test_an_entry_is_no_set_of_its_own(expected: object) -> None:
    with pytest.raises(BadEntry, match="`expected` is"):
        gather({"case": "a", "expected": expected})


def test_the_size_of_the_file_is_its_own_case_s() -> None:
    root = Root("set", changed_lines=40)
    gathered = gather({"id": "1"}, {"id": "2", "case": "other"}, root=root)
    gathered.size(root, "set.json")
    assert [(case.name, case.changed_lines) for case in gathered.cases()] == [("other", None), ("set", 40)]
    assert not gathered.warnings.told()


def test_a_size_that_is_nobody_s_is_told() -> None:
    root = Root("set", changed_lines=40)
    gathered = gather({"id": "1", "case": "other"}, root=root)
    gathered.size(root, "set.json")
    assert [warning.code for warning in gathered.warnings.told()] == ["golden-size-unused"]


def _ids(entries: Sequence[Mapping[str, object]]) -> dict[object, str]:
    made = with_ids(cases(*entries))
    return {(anchor.file, anchor.line): anchor.id for case in made for anchor in case.anchors}


def test_ids_are_made_up_by_place_whatever_the_order() -> None:
    entries = [{"file": "b.py", "line": 1}, {"file": "a.py", "line": 9}, {"file": "a.py", "line": 3}]
    expected = {("a.py", 3): "set#1", ("a.py", 9): "set#2", ("b.py", 1): "set#3"}
    assert _ids(entries) == expected
    assert _ids(entries[::-1]) == expected


def test_an_id_that_is_made_up_is_nobody_else_s() -> None:
    entries: list[Mapping[str, object]] = [
        {"file": "a.py", "line": 1},
        {"file": "b.py", "line": 1, "id": "set#1"},
        {"file": "c.py", "line": 1, "id": "own"},
        {"file": "d.py", "line": 1},
    ]
    assert list(_ids(entries).values()) == ["set#2", "set#1", "own", "set#3"]


def test_equal_anchors_still_have_an_id_each() -> None:
    (case,) = with_ids(cases({"file": "a.py", "line": 1}, {"file": "a.py", "line": 1}))
    assert [anchor.id for anchor in case.anchors] == ["set#1", "set#2"]
