"""`houndsman golden freeze`: sets from triage and from fixes, that score what they were made of."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import CommandLine


def _decide(hunted: CommandLine, *files: str) -> None:
    for file in files:
        (item,) = hunted.findings("--file", file)
        assert hunted("findings", "decide", item.id, "execute").code == 0


def _expected(text: str) -> list[dict[str, object]]:
    expected = json.loads(text)["expected"]
    assert isinstance(expected, list)
    return expected


def test_what_was_decided_becomes_a_set(hunted: CommandLine) -> None:
    _decide(hunted, "merge.txt", "README.md")
    ran = hunted("golden", "freeze", "--from-triage")
    assert (ran.code, ran.err) == (0, "")
    assert json.loads(ran.out)["commit"] == hunted.repository.resolve("HEAD")
    found = {str(entry["file"]): entry for entry in _expected(ran.out)}
    assert found["README.md"] == {
        "id": "a-typing-error-it-says-31mwrod-0m",
        "file": "README.md",
        "line": 3,
        "severity": "nit",
        "category": "wording",
        "note": "A typing error.\nIt says \x1b[31mwrod\x1b[0m.",
        "code": "A wrod that is misspelt.",
    }
    assert found["merge.txt"]["rule"] == "debris/conflict-marker"
    assert str(found["merge.txt"]["code"]).startswith("<<<<<<< ours")
    for item in hunted.findings():
        assert item.fingerprint[:6] not in ran.out
    assert "\x1b" not in ran.out


def test_a_frozen_set_is_right_and_scores_its_own_run(hunted: CommandLine, tmp_path: Path) -> None:
    _decide(hunted, "merge.txt", "README.md")
    place = tmp_path / "set.json"
    ran = hunted("golden", "freeze", "--from-triage", "--output", str(place))
    assert (ran.code, ran.out) == (0, "")
    assert f"2 defects written to {place}" in ran.err
    assert hunted("golden", "check", str(place)).code == 0
    assert "2 of 2 expected defects" in hunted("golden", str(place)).out


def test_a_set_grows_and_is_never_lost(hunted: CommandLine, tmp_path: Path) -> None:
    place = tmp_path / "set.json"
    _decide(hunted, "merge.txt")
    words = ("golden", "freeze", "--from-triage", "--output", str(place))
    assert hunted(*words).code == 0
    first = place.read_text(encoding="utf-8")
    refused = hunted(*words)
    assert (refused.code, "there already" in refused.err) == (2, True)
    _decide(hunted, "README.md")
    grown = hunted(*words, "--append")
    assert (grown.code, "known conflict-marker" in grown.err, "1 defect written" in grown.err) == (0, True, True)
    assert _expected(place.read_text(encoding="utf-8"))[:1] == _expected(first)
    assert len(_expected(place.read_text(encoding="utf-8"))) == 2
    again = place.read_bytes()
    assert hunted(*words, "--append").code == 0
    assert place.read_bytes() == again
    assert hunted(*words, "--force").code == 0
    assert len(_expected(place.read_text(encoding="utf-8"))) == 2


def test_what_looks_like_a_secret_is_not_copied(hunted: CommandLine) -> None:
    secret = "gh" + "p_" + "a1B2" * 9
    hunted.repository.write("token.txt", f"use {secret} here\n")
    hunted.repository.commit("Token")
    found = {"file": "token.txt", "line": 1, "message": "Leaked.", "impactClass": "security", "quote": "use"}
    hunted.answer(hunted.prepare(), "general", found)
    hunted("hunt")
    _decide(hunted, "token.txt")
    ran = hunted("golden", "freeze", "--from-triage")
    assert secret not in ran.out
    assert "looks like a secret" in ran.err
    (entry,) = _expected(ran.out)
    assert "code" not in entry


def test_what_the_sets_own_check_would_refuse_is_left_out_and_named(hunted: CommandLine, tmp_path: Path) -> None:
    place = tmp_path / "report.json"
    theirs = [
        {"file": "nope/nope.py", "line": 1, "rule": "x/gone", "message": "Nowhere."},
        {"file": "README.md", "line": 3, "rule": "x/again", "message": "A wrod."},
    ]
    place.write_text(json.dumps(theirs), encoding="utf-8")
    assert hunted("findings", "import", str(place)).code == 0
    ids = [item.id for item in hunted.findings() if str(item.file) in ("nope/nope.py", "README.md")]
    assert len(ids) == 3
    assert hunted("findings", "decide", *ids, "execute").code == 0
    golden = tmp_path / "set.json"
    ran = hunted("golden", "freeze", "--from-triage", "--output", str(golden))
    assert (ran.code, "1 defect written" in ran.err) == (3, True)
    missing, same = [line for line in ran.err.splitlines() if "left out" in line]
    assert "'gone': there is no file 'nope/nope.py'" in missing and "[file-missing]" in missing
    assert "any finding that touches 'again' touches" in same and "[not-apart]" in same
    assert hunted("golden", "check", str(golden)).code == 0
    again = golden.read_bytes()
    assert hunted("golden", "freeze", "--from-triage", "--output", str(golden), "--append").code == 3
    assert golden.read_bytes() == again


def test_a_set_of_nothing_is_not_written(hunted: CommandLine, tmp_path: Path) -> None:
    place = tmp_path / "report.json"
    place.write_text(json.dumps([{"file": "nope.py", "line": 1, "message": "Nowhere."}]), encoding="utf-8")
    assert hunted("findings", "import", str(place)).code == 0
    _decide(hunted, "nope.py")
    ran = hunted("golden", "freeze", "--from-triage", "--output", str(tmp_path / "set.json"))
    assert (ran.code, (tmp_path / "set.json").exists()) == (3, False)


def test_nothing_decided_is_2(hunted: CommandLine) -> None:
    ran = hunted("golden", "freeze", "--from-triage")
    assert (ran.code, "was decided `execute`" in ran.err) == (2, True)


@pytest.fixture
def fixed(houndsman: CommandLine) -> CommandLine:
    """A repository with a fix, and after it a commit of documentation."""
    repository = houndsman.repository
    repository.write("pay.py", "def total(items):\n    return sum(items) * 1.1\n")
    repository.write("tests/test_pay.py", "def test_pay():\n    assert True\n")
    repository.commit("Begin")
    repository.write("pay.py", "def total(items):\n    return sum(items) * 110 // 100\n")
    repository.write("tests/test_pay.py", "def test_pay():\n    assert total([1]) == 1\n")
    repository.commit("Keep the total in whole cents\n\nFloats lost some.")
    repository.write("README.md", "# Pay\n")
    repository.commit("Write a page")
    return houndsman


def test_a_fix_gives_proposals_in_its_parent(fixed: CommandLine) -> None:
    ran = fixed("golden", "freeze", "--from-fix", "HEAD~1")
    assert (ran.code, ran.err) == (0, "")
    fix, parent = fixed.repository.resolve("HEAD~1"), fixed.repository.resolve("HEAD~2")
    assert json.loads(ran.out) == {
        "version": 1,
        "commit": parent,
        "expected": [
            {
                "id": "keep-the-total-in-whole-cents",
                "file": "pay.py",
                "line": 2,
                "note": "Keep the total in whole cents",
                "code": "    return sum(items) * 1.1",
                "fix": fix,
                "proposed": True,
            }
        ],
    }


def test_a_fix_without_code_is_said_and_leaves_the_answer_incomplete(fixed: CommandLine, tmp_path: Path) -> None:
    place = tmp_path / "fixes.jsonl"
    ran = fixed("golden", "freeze", "--from-fix", "HEAD~1", "--from-fix", "HEAD", "--output", str(place))
    assert (ran.code, "HEAD changes no code" in ran.err) == (3, True)
    assert fixed("golden", "check", str(place)).code == 0
    assert place.read_text(encoding="utf-8").count("\n") == 2


def test_proposals_are_told_by_check(fixed: CommandLine, tmp_path: Path) -> None:
    place = tmp_path / "fixes.json"
    assert fixed("golden", "freeze", "--from-fix", "HEAD~1", "--output", str(place)).code == 0
    assert "[proposed]" in fixed("golden", "check", str(place)).out


def test_fixes_of_several_commits_are_cases(fixed: CommandLine) -> None:
    fixed.repository.write("pay.py", "def total(items):\n    return sum(items) * 119 // 100\n")
    fixed.repository.commit("Tax is 19 %")
    expected = _expected(fixed("golden", "freeze", "--from-fix", "HEAD", "--from-fix", "HEAD~2").out)
    assert [entry["commit"] for entry in expected] == [fixed.repository.resolve(rev) for rev in ("HEAD~1", "HEAD~3")]
    assert len({entry["case"] for entry in expected}) == 2


@pytest.mark.parametrize("name", ["fixes.json", "fixes.jsonl"])
def test_fixes_added_one_by_one_are_the_set_of_one_command(fixed: CommandLine, tmp_path: Path, name: str) -> None:
    fixed.repository.write("pay.py", "def total(items):\n    return sum(items) * 119 // 100\n")
    fixed.repository.commit("Tax is 19 %")
    step, once = tmp_path / "golden" / "step" / name, tmp_path / "golden" / "once" / name
    words = ("golden", "freeze", "--append", "--output")
    for fix in ("HEAD~2", "HEAD"):
        assert fixed(*words, str(step), "--from-fix", fix).code == 0
    assert fixed(*words, str(once), "--from-fix", "HEAD~2", "--from-fix", "HEAD").code == 0
    assert step.read_bytes() == once.read_bytes()
    assert fixed("golden", "check", str(step)).code == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "say --from-triage or --from-fix"),
        (["--from-triage", "--from-fix", "HEAD"], "say --from-triage or --from-fix"),
        (["--from-fix", "HEAD", "--append"], "--append needs a file"),
        (["--from-fix", "HEAD", "--force"], "--force needs a file"),
        (["--from-fix", "HEAD", "--append", "--force", "--output", "x"], "exclude each other"),
        (["--from-fix", "nowhere"], "nowhere"),
        (["--from-triage"], "nothing was prepared"),
    ],
)
def test_what_cannot_be_is_2(fixed: CommandLine, words: list[str], told: str) -> None:
    ran = fixed("golden", "freeze", *words)
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err
