"""Golden sets from files and folders, as people write them."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from houndsman.golden.load import BrokenSetError, GoldenError, load_golden
from houndsman.models.golden import GoldenAnchor, GoldenCase, Thresholds

SHARED = os.environ.get("HOUNDSMAN_SHARED")

ONE = {"id": "float", "file": "pay.py", "line": 3}
TWO = {"id": "race", "file": "cart.py", "line": 9, "end_line": 12, "tolerance": 2, "cwe": 362}


def root(*expected: object, **more: object) -> str:
    return json.dumps({"version": 1, "expected": expected, **more})


def lines(*entries: object) -> str:
    return "".join(json.dumps(entry) + "\n" for entry in entries)


def write(place: Path, content: str | bytes) -> Path:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(content.encode() if isinstance(content, str) else content)
    return place


def refused(place: Path) -> GoldenError:
    with pytest.raises(GoldenError) as caught:
        load_golden(place)
    assert caught.value.exit_code == 2
    assert caught.value.hint
    return caught.value


# One file


def test_an_object(tmp_path: Path) -> None:
    thresholds = {"recall": 0.5, "falseAlarms": 0}
    place = write(tmp_path / "pay.json", root(ONE, TWO, commit="abc1234", thresholds=thresholds, changedLines=40))
    golden = load_golden(place)
    assert golden.cases == (
        GoldenCase(
            "pay",
            (
                GoldenAnchor("float", "pay", "pay.py", 3, source="pay.json: expected[0]"),
                GoldenAnchor("race", "pay", "cart.py", 9, 12, 2, source="pay.json: expected[1]", extra={"cwe": 362}),
            ),
            frozenset({"pay.py", "cart.py"}),
            "abc1234",
            40,
        ),
    )
    assert (golden.path, golden.stem, golden.version, golden.commit) == (place.as_posix(), "pay", 1, "abc1234")
    assert golden.thresholds == Thresholds(0.5, None, 0.0)
    assert golden.warnings == ()


def test_lines_of_many_cases(tmp_path: Path) -> None:
    entries = [
        {**ONE, "pr": 12},
        {**TWO, "case": "b"},
        {"case": "clean", "file": "ok.py", "expected": []},
        {"id": "lost", "file": None, "line": None},
    ]
    golden = load_golden(write(tmp_path / "set.jsonl", lines(*entries)))
    assert [(case.name, case.clean) for case in golden.cases] == [
        ("12", False), ("b", False), ("clean", True), ("set", False),
    ]  # fmt: skip
    assert [anchor.source for anchor in golden.anchors] == ["set.jsonl:1", "set.jsonl:2", "set.jsonl:4"]
    assert [anchor.has_place for anchor in golden.anchors] == [True, True, False]


def test_a_header_speaks_for_all_lines(tmp_path: Path) -> None:
    header = {"version": 1, "commit": "abc", "case": "shop", "thresholds": {"recall": 1}}
    golden = load_golden(write(tmp_path / "set.jsonl", lines(header, ONE, {**TWO, "case": "b"})))
    assert [(case.name, case.commit) for case in golden.cases] == [("b", "abc"), ("shop", "abc")]
    assert (golden.commit, golden.thresholds.recall) == ("abc", 1.0)


@pytest.mark.parametrize("commits", [("abc", "def"), ("abc", None)])
def test_a_set_of_several_commits_has_none_of_its_own(tmp_path: Path, commits: Sequence[str | None]) -> None:
    entries = [{"id": str(at), "case": str(at), "commit": commit} for at, commit in enumerate(commits)]
    assert load_golden(write(tmp_path / "set.jsonl", lines(*entries))).commit is None


@pytest.mark.parametrize(
    "content",
    [
        "\ufeff" + lines(ONE),
        "\n\n" + lines(ONE) + "  \n\n",
        lines(ONE).replace("\n", "\r\n"),
        lines(ONE).strip(),
        lines({**ONE, "note": None, "end_line": None, "tolerance": 0}),
        lines({**ONE, "file": "./pay.py", "endLine": 3, "case": "set"}),
    ],
)
def test_spellings_of_the_same(tmp_path: Path, content: str) -> None:
    plain = load_golden(write(tmp_path / "set.jsonl", lines(ONE)))
    golden = load_golden(write(tmp_path / "other" / "set.jsonl", content))
    assert golden.hash == plain.hash
    assert [anchor._replace(source="") for anchor in golden.anchors] == [
        anchor._replace(source="") for anchor in plain.anchors
    ]


def test_the_hash_is_of_the_content(tmp_path: Path) -> None:
    entries = [{**ONE, "case": str(at % 3), "line": at, "id": None if at % 2 else str(at)} for at in range(1, 40)]
    place = write(tmp_path / "a.jsonl", lines(*entries))
    random.Random(4).shuffle(entries)
    shuffled = load_golden(write(tmp_path / "b.jsonl", lines(*entries)))
    whole = load_golden(write(tmp_path / "c.json", root(*entries)))
    first = load_golden(place)
    assert first.hash == shuffled.hash == whole.hash
    assert {(a.case, a.line, a.id) for a in first.anchors} == {(a.case, a.line, a.id) for a in shuffled.anchors}
    assert load_golden(write(tmp_path / "d.jsonl", lines(*entries[1:]))).hash != first.hash


def test_a_set_without_cases_has_the_same_hash_under_another_name(tmp_path: Path) -> None:
    named = [write(tmp_path / name, lines({**ONE, "id": None}, TWO)) for name in ("a.jsonl", "b.jsonl")]
    assert load_golden(named[0]).hash == load_golden(named[1]).hash


@pytest.mark.parametrize(
    ("content", "name", "case"), [(root(), "pay.json", "pay"), (root(case="clean"), "pay.json", "clean")]
)
def test_a_file_without_defects_is_a_clean_case(tmp_path: Path, content: str, name: str, case: str) -> None:
    golden = load_golden(write(tmp_path / name, content))
    assert golden.cases == (GoldenCase(case),)
    assert golden.cases[0].clean


def test_a_clean_file_may_say_what_it_is_about(tmp_path: Path) -> None:
    golden = load_golden(write(tmp_path / "pay.json", root(file="ok.py", commit="abc", changedLines=7)))
    assert golden.cases == (GoldenCase("pay", (), frozenset({"ok.py"}), "abc", 7),)


def test_a_character_beyond_the_first_plane_is_no_half_one(tmp_path: Path) -> None:
    (anchor,) = load_golden(write(tmp_path / "a.jsonl", lines({**ONE, "note": "🐕"}))).anchors
    assert anchor.note == "🐕"


@pytest.mark.parametrize(
    ("name", "content", "where", "what"),
    [
        ("a.json", root(ONE, {**TWO, "line": 0}), "a.json: expected[1].line", "`line` is 0"),
        ("a.json", root({**ONE, "tolerance": -1}), "a.json: expected[0].tolerance", "`tolerance` is -1"),
        ("a.json", root(3), "a.json: expected[0]", "3 is no anchor"),
        ("a.json", '{"version": 1, "expected": {}}', "a.json", "`expected` is {}"),
        ("a.json", '{"version": 2, "expected": []}', "a.json", "newer Houndsman"),
        ("a.json", '{"expected": []}', "a.json", "no object with `version`"),
        ("a.json", '{"version": 1}', "a.json", "no object with `expected`"),
        ("a.json", "[]", "a.json", "no object with `version`"),
        ("a.json", '{"version": 1,\n "expected": [,]}', "a.json:2:15", "not JSON"),
        ("a.json", lines(ONE, TWO), "a.json:2:1", "not JSON"),
        ("a.json", "", "a.json, column 1", "not JSON"),
        ("a.json", '{"version": 1, "expected": [], "expected": [1]}', "a.json", "'expected' stands twice"),
        ("a.json", '{"version": 1, "expected": [' + "[" * 100_000, "a.json", "nested too deeply"),
        ("a.json", root({**ONE, "note": "\ud800"}), "a.json", "half a character"),
        ("a.json", '{"version": ' + "1" * 5000 + "}", "a.json", "too long"),
        ("a.json", b'{"version": 1,\n "\xff"', "a.json:2", "not UTF-8"),
        ("a.jsonl", lines(ONE, {**TWO, "line": "9"}), "a.jsonl:2", "`line` is '9'"),
        ("a.jsonl", lines(ONE) + "\n{]\n", "a.jsonl:3, column 2", "not JSON"),
        ("a.jsonl", lines(ONE) + '{"id": "a"}, {"id": "b"}\n', "a.jsonl:2, column 12", "not JSON"),
        ("a.jsonl", '{"id": "a", "id": "b"}', "a.jsonl:1", "'id' stands twice"),
        ("a.jsonl", lines([ONE]), "a.jsonl:1", "is no anchor"),
        ("a.jsonl", lines({"version": 9}, ONE), "a.jsonl:1", "newer Houndsman"),
        ("a.jsonl", lines({"case": "a", "expected": [ONE]}), "a.jsonl:1", "`expected` is"),
        ("a.jsonl", lines({**ONE, "commit": "a"}, {**TWO, "commit": "b"}), "a.jsonl:2", "`commit` is 'b'"),
        ("a.jsonl", lines({"version": 1, "changedLines": 9}, {**ONE, "changedLines": 8}), "a.jsonl", "`changedLines`"),
        ("a.jsonl", "", "a.jsonl", "nothing in this golden set"),
        ("a.jsonl", lines({"version": 1, "commit": "abc"}), "a.jsonl", "nothing in this golden set"),
    ],
)
def test_what_is_broken_is_refused_at_its_place(
    tmp_path: Path, name: str, content: str | bytes, where: str, what: str
) -> None:
    error = refused(write(tmp_path / name, content))
    assert error.where == where
    assert what in error.what


def test_there_is_no_such_file(tmp_path: Path) -> None:
    assert "no such file" in refused(tmp_path / "pay.json").what


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "pay.json").symlink_to("pay.json")
    assert "it cannot be read" in refused(tmp_path / "pay.json").what


def test_a_slip_is_told_and_survived(tmp_path: Path) -> None:
    golden = load_golden(write(tmp_path / "a.json", root({**ONE, "endLine": 1}, {**TWO, "severity": "urgent"})))
    assert [(warning.code, warning.message.partition(": ")[2]) for warning in golden.warnings] == [
        ("golden-range-reversed", "a.json: expected[0]"),
        ("golden-severity-unknown", "a.json: expected[1]"),
    ]
    assert (golden.anchors[0].line, golden.anchors[0].end_line) == (1, 3)


# A folder


def test_a_folder_is_a_file_a_case(tmp_path: Path) -> None:
    write(tmp_path / "golden" / "pay.json", root(ONE, commit="abc"))
    write(tmp_path / "golden" / "old" / "cart.jsonl", lines({"version": 1, "commit": "def"}, TWO))
    write(tmp_path / "golden" / "old" / "v1.2.json", root())
    write(tmp_path / "golden" / "README.md", "not read")
    (tmp_path / "golden" / "folder.json").mkdir()
    golden = load_golden(tmp_path / "golden")
    assert [(case.name, case.commit) for case in golden.cases] == [
        ("old/cart", "def"), ("old/v1.2", None), ("pay", "abc"),
    ]  # fmt: skip
    assert [anchor.source for anchor in golden.anchors] == ["old/cart.jsonl:2", "pay.json: expected[0]"]
    assert (golden.stem, golden.commit, golden.warnings) == ("golden", None, ())


def test_a_stranger_s_file_breaks_nothing_and_is_named(tmp_path: Path) -> None:
    write(tmp_path / "pay.json", root(ONE))
    strangers: Mapping[str, str | bytes] = {
        "tsconfig.json": '{\n  // a comment\n  "strict": true,\n}',
        "package.json": '{"name": "x", "version": "1.0.0"}',
        "list.json": "[1, 2]",
        "latin.json": b'{"name": "\xe9"}',
        "findings.jsonl": lines({"file": "pay.py", "line": 3, "rule": "x", "message": "float"}),
        "labels.jsonl": lines({"pr": 1, "tool": "x", "label": "TP"}),
        "empty.jsonl": "",
    }
    for name, content in strangers.items():
        write(tmp_path / name, content)
    golden = load_golden(tmp_path)
    assert [case.name for case in golden.cases] == ["pay"]
    assert {warning.code for warning in golden.warnings} == {"golden-file-skipped"}
    assert [warning.message.partition(" ")[0] for warning in golden.warnings] == sorted(strangers)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("cart.json", '{"version": 1, "expected": [],}'),
        ("cart.json", b'{"version": 1, "expected": [], "note": "\xe9"}'),
        ("cart.json", '{"version": 2, "expected": []}'),
        ("cart.json", root({**ONE, "line": 0})),
        ("cart.jsonl", lines({"version": 1}, {**ONE, "line": 0})),
        ("cart.jsonl", lines({**ONE, "note": "x"}) + "{"),
    ],
)
def test_a_broken_golden_set_is_never_passed_over(tmp_path: Path, name: str, content: str | bytes) -> None:
    write(tmp_path / "pay.json", root(ONE))
    write(tmp_path / name, content)
    assert (refused(tmp_path).where or "").startswith(name)


@pytest.mark.parametrize("files", [{}, {"tsconfig.json": "{}"}, {"notes.txt": root(ONE)}])
def test_a_folder_without_a_set_is_an_error(tmp_path: Path, files: Mapping[str, str]) -> None:
    for name, content in files.items():
        write(tmp_path / name, content)
    assert "no golden set in this folder" in refused(tmp_path).what


def test_one_case_in_two_files_is_one_unless_they_contradict_each_other(tmp_path: Path) -> None:
    write(tmp_path / "a.json", root(ONE, case="shop", commit="abc"))
    write(tmp_path / "b.json", root(TWO, case="shop", commit="abc"))
    (case,) = load_golden(tmp_path).cases
    assert [anchor.id for anchor in case.anchors] == ["float", "race"]
    write(tmp_path / "b.json", root(TWO, case="shop", commit="def"))
    assert refused(tmp_path).where == "b.json: expected[0].commit"


def test_the_strictest_threshold_of_a_folder_holds(tmp_path: Path) -> None:
    write(tmp_path / "a.json", root(ONE, thresholds={"recall": 0.5}))
    write(tmp_path / "b.json", root(TWO, thresholds={"recall": 0.9, "falseAlarms": 0.1}))
    assert load_golden(tmp_path).thresholds == Thresholds(0.9, None, 0.1)


def test_a_folder_is_named_however_it_is_reached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "golden" / "pay.json", root(ONE))
    monkeypatch.chdir(tmp_path / "golden")
    here, there = load_golden(Path()), load_golden(tmp_path / "golden")
    assert (here.stem, here.path, here.hash) == ("golden", ".", there.hash)


# Public sets


@pytest.mark.skipif(SHARED is None, reason="HOUNDSMAN_SHARED names no folder of public data")
@pytest.mark.parametrize(
    ("name", "cases", "anchors", "placed"),
    [
        ("castle/converted/golden.jsonl", 1, 150, 150),
        ("aacr-bench/converted/golden.jsonl", 196, 1505, 1505),
        ("swe-review-bench/converted/golden.jsonl", 1, 32, 32),
        ("bc-bench/converted/golden.jsonl", 1, 235, 235),
        ("martian/converted/golden_unanchored.jsonl", 50, 137, 0),
    ],
)
def test_public_sets_are_read_as_they_are(name: str, cases: int, anchors: int, placed: int) -> None:
    golden = load_golden(Path(SHARED or "") / "data" / name)
    assert (len(golden.cases), len(golden.anchors)) == (cases, anchors)
    assert sum(anchor.has_place for anchor in golden.anchors) == placed
    assert golden.warnings == ()


# Several faults


def test_every_entry_that_means_nothing_is_named(tmp_path: Path) -> None:
    place = write(tmp_path / "set.jsonl", lines(ONE, {"line": 3}, TWO, [1], {**ONE, "tolerance": "x"}))
    error = refused(place)
    assert isinstance(error, BrokenSetError)
    assert [fault.where for fault in error.faults] == ["set.jsonl:2", "set.jsonl:4", "set.jsonl:5"]
    assert (error.where, "And 2 more entries are wrong" in str(error)) == ("set.jsonl:2", True)


def test_every_line_that_is_no_json_is_named(tmp_path: Path) -> None:
    error = refused(write(tmp_path / "set.jsonl", lines(ONE) + "{,}\n" + lines(TWO) + "[\n"))
    assert isinstance(error, BrokenSetError)
    assert [str(fault.where).split(",")[0] for fault in error.faults] == ["set.jsonl:2", "set.jsonl:4"]


def test_every_file_of_a_folder_says_its_faults(tmp_path: Path) -> None:
    for name in ("a", "b"):
        write(tmp_path / "set" / f"{name}.json", root(ONE, {"line": 1}))
    write(tmp_path / "set" / "c.json", root(TWO))
    error = refused(tmp_path / "set")
    assert isinstance(error, BrokenSetError)
    assert [fault.where for fault in error.faults] == ["a.json: expected[1].file", "b.json: expected[1].file"]


def test_one_fault_is_told_alone(tmp_path: Path) -> None:
    error = refused(write(tmp_path / "set.json", root(ONE, {"line": 1})))
    assert "more" not in (error.hint or "")
