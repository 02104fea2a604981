"""The main job: a change is prepared, hunted, answered, finalized, and what it came to is said honestly."""

from __future__ import annotations

import re
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from houndsman.models.finding import Anchor
from houndsman.models.severity import Severity
from houndsman.models.triage import Status

if TYPE_CHECKING:
    from tests.conftest import CommandLine


@pytest.fixture(autouse=True)
def no_scanner(shop: CommandLine) -> None:
    """Starting one takes longer than all the rest."""
    shop.blocked = ("python", "secrets")


DEFECT = {
    "file": "orders.py",
    "line": 11,
    "rule": "logic:rounds-each-line",
    "message": "Each line is rounded before it is summed.",
    "action": "Round once.",
    "quote": "result += round(item.price * item.count * (100 - percent) / 100, 2)",
    "impactClass": "money",
}


def _summary(shop: CommandLine) -> str:
    (place,) = (shop.home / "reviews").glob("*/runs/1/review-resume.md")
    return place.read_text(encoding="utf-8")


def test_an_unanswered_brief_makes_a_hunt_incomplete_and_says_what_to_do(shop: CommandLine) -> None:
    ran = shop("hunt")
    assert ran.code == 3
    manifest = shop.prepare()
    staging = shop.staging(manifest)
    assert str(staging / "briefs" / "general.md") in ran.err
    assert str(staging / "findings" / "general.json") in ran.err
    assert "houndsman finalize" in ran.err
    assert "- Status: **incomplete**" in _summary(shop)
    assert "approved" not in ran.out + _summary(shop)


def test_an_allowed_gap_ends_with_0_and_stands_in_the_summary(shop: CommandLine) -> None:
    ran = shop("hunt", "--allow-missing")
    assert ran.code == 0
    assert "- Status: **approved** (without general)" in _summary(shop)
    assert "| general | 0 | 0 of 2 |" in _summary(shop)


def test_an_answer_completes_the_run_and_lands_in_the_triage(shop: CommandLine) -> None:
    shop("hunt")
    shop.answer(shop.prepare(), "general", DEFECT)
    ran = shop("finalize")
    assert ran.code == 0, ran.err
    (item,) = shop.findings()
    assert (str(item.file), item.line, item.rule) == ("orders.py", 11, "logic:rounds-each-line")
    assert (item.severity, item.anchor, item.status) == (Severity.BLOCKING, Anchor.EXACT, Status.OPEN)
    assert "- Status: **changes needed**" in _summary(shop)
    assert str(item.message) not in _summary(shop), "the summary lists no single finding"


def test_hunt_takes_an_answer_that_is_there_as_it_is(shop: CommandLine) -> None:
    shop.answer(shop.prepare(), "general", DEFECT)
    assert shop("hunt").code == 0
    assert [item.rule for item in shop.findings()] == ["logic:rounds-each-line"]


def test_a_clean_and_whole_review_is_approved_and_says_what_nobody_proved(shop: CommandLine) -> None:
    shop.answer(shop.prepare(), "general")
    ran = shop("hunt")
    assert ran.code == 0
    assert "approved, with 0 of 9 questions proved: 0 blocking, 0 attention, 0 suggestion, 0 nit" in ran.out


def test_an_answer_that_read_no_file_is_not_a_review(shop: CommandLine) -> None:
    shop.answer(shop.prepare(), "general", reviewedFiles=[])
    ran = shop("hunt")
    assert ran.code == 3
    assert "incomplete general: reviewed none of the 2 files of its brief" in ran.err


@pytest.mark.parametrize("broken", ["", "not json", "[]", '{"watchdog": "general"}'])
def test_an_answer_that_cannot_be_read_is_missing(shop: CommandLine, broken: str) -> None:
    shop.answer(shop.prepare(), "general").write_text(broken, encoding="utf-8")
    ran = shop("hunt", "--allow-missing")
    assert ran.code == 3
    assert "missing general:" in ran.err


@pytest.mark.parametrize(
    ("threshold", "answered", "code"),
    [
        ("blocking", True, 1),
        ("nit", True, 1),
        (None, True, 0),
        ("blocking", False, 3),  # incomplete outranks findings
    ],
)
def test_exit_codes_of_findings(shop: CommandLine, threshold: str | None, answered: bool, code: int) -> None:
    shop.repository.write("merge.txt", "<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n")
    shop.repository.commit("A conflict, as it came")
    if answered:
        shop.answer(shop.prepare(), "general")
    ran = shop("hunt", *(["--fail-on", threshold] if threshold else []))
    assert [item.rule for item in shop.findings()] == ["debris/conflict-marker"]
    assert ran.code == code


def test_the_threshold_of_a_milder_finding_is_not_met(shop: CommandLine) -> None:
    shop.answer(shop.prepare(), "general", {**DEFECT, "impactClass": "wording"})
    assert shop("hunt", "--fail-on", "suggestion").code == 0
    assert shop("finalize", "--fail-on", "nit").code == 1
    assert shop("findings", "list", "--fail-on", "nit").code == 1
    assert shop("findings", "list", "--fail-on", "attention").code == 0


def _snapshot(home: Path) -> tuple[dict[str, bytes], list[str]]:
    files = {
        str(place.relative_to(home)): place.read_bytes()
        for place in sorted(home.rglob("*"))
        if place.is_file() and not place.name.startswith("houndsman.db") and "shadow" not in place.parts
    }
    with sqlite3.connect(home / "houndsman.db") as database:
        rows = list(database.iterdump())
    database.close()
    return files, rows


@pytest.mark.parametrize("answered", [True, False])
def test_a_second_finalize_of_the_same_input_changes_nothing(shop: CommandLine, answered: bool) -> None:
    shop("hunt")
    if answered:
        shop.answer(shop.prepare(), "general", DEFECT)
    first = shop("finalize")
    before = _snapshot(shop.home)
    second = shop("finalize")
    assert second == first
    assert _snapshot(shop.home) == before


def test_finalize_reviews_the_prepared_commit_wherever_head_is_now(shop: CommandLine) -> None:
    manifest = shop.prepare()
    shop.answer(manifest, "general", DEFECT)
    shop.repository.write("orders.py", "# all gone\n")
    shop.repository.commit("Later")
    shop("finalize")
    (item,) = shop.findings()
    assert (item.line, item.anchor, item.last_seen.sha) == (11, Anchor.EXACT, manifest.target.head)


def test_nothing_to_review_is_never_approved(shop: CommandLine) -> None:
    shop.repository.switch("main")
    for words in (("hunt",), ("finalize",), ("prepare",)):
        ran = shop(*words)
        assert ran.code == 0, ran.err
        assert "nothing to review" in ran.out
        assert "approved" not in ran.out
    assert "- Status: **nothing to review**" in _summary(shop)


@pytest.mark.parametrize("how", ["configuration", "plugin"])
def test_a_change_that_is_excluded_as_a_whole_is_never_approved(
    shop: CommandLine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, how: str
) -> None:
    shop.blocked = ()  # secrets sees what briefs leave out, so somebody answers
    words: tuple[str, ...] = ()
    if how == "plugin":
        place = tmp_path / "none.py"
        place.write_text(
            "import houndsman\n\n@houndsman.hookimpl\ndef houndsman_classify_file(file, config):\n"
            "    return houndsman.FileVerdict(excluded='not ours')\n",
            encoding="utf-8",
        )
        words = ("-p", str(place))
    else:
        (tmp_path / "user.toml").write_text('exclusions = ["**"]\n', encoding="utf-8")
    for command in (("hunt", *words), ("finalize",)):
        ran = shop(*command)
        assert ran.code == 0, ran.err
        assert "nothing to review, with 2 files excluded: 0 blocking" in ran.out
        assert "approved" not in ran.out
    told = shop("finalize", "--json").json()
    assert isinstance(told, dict) and told["caveat"] == "with 2 files excluded"
    assert "- Status: **nothing to review**, with 2 files excluded" in _summary(shop)


def test_a_file_that_is_excluded_is_counted_beside_the_status(shop: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "user.toml").write_text('exclusions = ["*.md"]\n', encoding="utf-8")
    shop.answer(shop.prepare(), "general")
    (line,) = [line for line in shop("finalize").out.splitlines() if line.startswith("approved")]
    assert "1 file excluded" in line


def test_every_printed_path_is_absolute_and_there(shop: CommandLine) -> None:
    prepared = shop("prepare")
    hunted = shop("hunt")
    briefs = re.findall(r"^  (/.*briefs/\w+\.md)$", prepared.out, re.MULTILINE)
    summaries = re.findall(r"^summary (/.*)$", hunted.out, re.MULTILINE)
    stagings = re.findall(r"staging at\n  (/.*)$", prepared.out, re.MULTILINE)
    assert [len(briefs), len(summaries), len(stagings)] == [1, 1, 1]
    assert all(Path(place).exists() for place in (*briefs, *summaries, *stagings))


def test_the_table_of_prepare_names_each_watchdog_with_what_it_got(shop: CommandLine) -> None:
    shop.blocked = ()
    rows = [line.split() for line in shop("prepare").out.splitlines()]
    table = {row[0]: row[1:] for row in rows if row and row[0] in ("general", "debris", "python", "secrets")}
    assert list(table) == ["general", "debris", "python", "secrets"]
    assert table["general"][:3] == ["2", "9", "0"]
    assert int(table["general"][3]) > 100
    assert table["python"] == ["1", "7", "0", "-", "code"]


def test_a_real_process_says_the_same_as_the_one_under_test(shop: CommandLine) -> None:
    shop.blocked = shop.scanners = ()
    done = subprocess.run(
        [sys.executable, "-P", "-m", "houndsman", "hunt"],
        cwd=shop.repository.path,
        capture_output=True,
        text=True,
        check=False,
    )
    again = shop("hunt")
    assert (done.returncode, done.stdout, done.stderr) == (3, again.out, again.err)
