"""New anchors in a set of their own or added to one: nothing twice, nothing lost, and no fingerprint."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from houndsman.golden.freeze import Frozen, extended, frozen, of_finding
from houndsman.golden.load import GoldenError, load_golden
from houndsman.models.finding import Anchor, Side
from houndsman.models.golden import GoldenAnchor, GoldenCase
from houndsman.models.repo_path import RepoPath
from houndsman.models.severity import Severity
from houndsman.models.triage import Decision, Message, Sighting, Status, TriageItem

ONE, OTHER = "1" * 40, "2" * 40


def _item(rule: str = "money/float", **more: object) -> TriageItem:
    item = TriageItem(
        id="abcdef",
        fingerprint="abcdef0123456789",
        file=RepoPath(b"a.py"),
        line=3,
        end_line=4,
        side=Side.NEW,
        rule=rule,
        severity=Severity.BLOCKING,
        message="Amounts are floats, and cents get lost on the way.",
        messages=(Message(watchdog="money", message="x"),),
        action="Use whole cents.",
        quote="price = 0.1",
        watchdogs=("money",),
        anchor=Anchor.EXACT,
        group=None,
        status=Status.OPEN,
        decision=Decision.EXECUTE,
        first_seen=Sighting(run=1, sha=ONE),
        last_seen=Sighting(run=1, sha=ONE),
        notes=(),
    )
    return item.model_copy(update=more)


def _defect(name: str, line: int = 3, code: str = "x = 1", commit: str = ONE) -> Frozen:
    return Frozen(GoldenAnchor(name, f"case@{commit[:4]}", "a.py", line, note=name, code=code), commit)


def _load(tmp_path: Path, text: str, name: str = "set.json") -> tuple[GoldenAnchor, ...]:
    (tmp_path / name).write_text(text, encoding="utf-8")
    return load_golden(tmp_path / name).anchors


def test_a_finding_becomes_a_defect_without_its_fingerprint(tmp_path: Path) -> None:
    text = frozen([of_finding(_item(), ONE, "price = 0.1\ntotal += price", "feature")])
    assert "abcdef" not in text
    (anchor,) = _load(tmp_path, text)
    assert (anchor.id, anchor.file, anchor.line, anchor.end_line) == ("float", "a.py", 3, 4)
    assert (anchor.rule, anchor.severity, anchor.category) == ("money/float", Severity.BLOCKING, None)
    assert anchor.code == "price = 0.1\ntotal += price"
    assert load_golden(tmp_path / "set.json").commit == ONE


def test_a_finding_without_a_rule_is_called_after_its_words(tmp_path: Path) -> None:
    item = _item("emergent/money", side=Side.OLD, line=None, end_line=None)
    (anchor,) = _load(tmp_path, frozen([of_finding(item, ONE, "", "feature")]))
    assert (anchor.id, anchor.category, anchor.rule) == ("amounts-are-floats-and-cents-get", "money", None)
    assert (anchor.line, anchor.side, anchor.code) == (None, Side.OLD, None)


def test_defects_of_several_commits_are_cases_of_their_own(tmp_path: Path) -> None:
    for name, lines in (("set.json", False), ("set.jsonl", True)):
        _load(tmp_path, frozen([_defect("a"), _defect("a", commit=OTHER)], lines=lines), name)
        golden = load_golden(tmp_path / name)
        assert [(case.name, case.commit) for case in golden.cases] == [("case@1111", ONE), ("case@2222", OTHER)]
        assert [anchor.id for anchor in golden.anchors] == ["a", "a-2"]


def test_the_same_defects_give_the_same_bytes() -> None:
    defects = [_defect("a"), _defect("b", 9)]
    assert frozen(defects) == frozen(list(defects))
    assert list(json.loads(frozen(defects))["expected"][0])[:3] == ["id", "file", "line"]


@pytest.mark.parametrize("lines", [False, True])
def test_only_what_is_not_there_is_added(tmp_path: Path, lines: bool) -> None:
    name = "set.jsonl" if lines else "set.json"
    before = frozen([_defect("a", 3), _defect("a", 8, "x  =  1")], lines=lines)
    known = _load(tmp_path, before, name)
    moved, again, third, other = _defect("a", 30), _defect("a", 8), _defect("a", 50), _defect("b", 9, "y = 1")
    addition = extended(before, [moved, again, third, other], known, Path(name))
    assert addition.known == ("a-2", "a")
    assert addition.added == ("a-3", "b")
    assert addition.text.startswith(before.rstrip("\n ]}"))
    after = _load(tmp_path, addition.text, name)
    assert [(anchor.id, anchor.line) for anchor in after] == [("a", 3), ("a-2", 8), ("a-3", 50), ("b", 9)]
    assert extended(addition.text, [moved, again, third, other], after, Path(name)).text == addition.text


def test_another_defect_under_a_taken_id_gets_the_next(tmp_path: Path) -> None:
    before = frozen([_defect("a")])
    addition = extended(before, [_defect("a", 9, "other = 2")], _load(tmp_path, before), Path("set.json"))
    assert addition.added == ("a-2",)


@pytest.mark.parametrize("name", ["my set.json", "my set.jsonl"])
def test_lines_of_two_commits_are_never_mixed(tmp_path: Path, name: str) -> None:
    before = frozen([_defect("a")], lines=name.endswith("l"))
    known, place = _load(tmp_path, before, name), Path("golden", name)
    with pytest.raises(GoldenError) as refused:
        extended(before, [_defect("b", code="z", commit=OTHER)], known, place)
    assert f"houndsman golden relocate 'golden/{name}' --to 222222222222 --write" in (refused.value.hint or "")
    assert extended(before, [_defect("a", commit=OTHER)], known, place).text == before


def test_a_fix_is_kept_out_of_a_set_of_findings_that_is_counted_in_another_commit(tmp_path: Path) -> None:
    before = frozen([_defect("a")])
    with pytest.raises(GoldenError) as refused:
        extended(before, [_fix("b", OTHER)], _load(tmp_path, before), Path("set.json"))
    assert refused.value.where == "set.json"
    assert "Write it to another file" in (refused.value.hint or "")


def _fix(name: str, commit: str, fix: str = "f" * 40) -> Frozen:
    anchor = GoldenAnchor(
        name, f"fix-{fix[:10]}", "a.py", 3, note=name, code=name, extra={"fix": fix, "proposed": True}
    )
    return Frozen(anchor, commit)


@pytest.mark.parametrize("name", ["set.json", "set.jsonl"])
def test_fixes_one_by_one_are_what_they_are_in_one_command(tmp_path: Path, name: str) -> None:
    lines = name.endswith("l")
    first, second = [_fix("a", ONE), _fix("b", ONE)], [_fix("c", OTHER, "e" * 40)]
    before = frozen(first, lines=lines)
    addition = extended(before, second, _load(tmp_path, before, name), Path(name))
    assert addition.text == frozen([*first, *second], lines=lines)
    assert addition.added == ("c",)


def test_a_set_without_entries_takes_a_fix_of_any_commit(tmp_path: Path) -> None:
    text = '{"version": 1, "commit": "' + ONE + '", "expected": []}\n'
    addition = extended(text, [_fix("a", OTHER)], _load(tmp_path, text), Path("set.json"))
    assert [case.commit for case in _cases(tmp_path, addition.text)] == [OTHER]


def test_a_set_of_cases_takes_any_commit(tmp_path: Path) -> None:
    before = frozen([_defect("a"), _defect("b", 9, commit=OTHER)])
    third = "3" * 40
    addition = extended(before, [_defect("c", 1, "new = 1", third)], _load(tmp_path, before), Path("set.json"))
    assert {case.commit for case in _cases(tmp_path, addition.text)} == {ONE, OTHER, third}


def _cases(tmp_path: Path, text: str) -> tuple[GoldenCase, ...]:
    _load(tmp_path, text)
    return load_golden(tmp_path / "set.json").cases


def test_an_empty_set_takes_its_first(tmp_path: Path) -> None:
    text = '{"version": 1, "commit": "' + ONE + '", "expected": []}\n'
    addition = extended(text, [_defect("a")], _load(tmp_path, text), Path("set.json"))
    assert [anchor.id for anchor in _load(tmp_path, addition.text)] == ["a"]
