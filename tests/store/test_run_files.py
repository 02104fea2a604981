"""Files of a run: written whole, kept apart by run, and nothing of an agent's taken for more than it is."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from houndsman.errors import StoreError
from houndsman.models.business import BusinessSource, BusinessSummary, CommitWords, Fact
from houndsman.models.classification import Classification
from houndsman.models.finding import Note
from houndsman.models.hunt_notes import Depth, HuntedWatchdog, HuntNotes, TouchedFile
from houndsman.models.hunt_report import HuntReport, Totals
from houndsman.models.imported import Import
from houndsman.models.manifest import Manifest, ManifestBudgets
from houndsman.models.records import RunSlot
from houndsman.models.repo_path import RepoPath
from houndsman.models.target import Target, TargetKind
from houndsman.store.home import Home
from houndsman.store.run_files import (
    Replies,
    RunFiles,
    brief_place,
    findings_folder,
    latest_kept,
    latest_prepared,
    recorded_clock,
)

REVIEW = "feature-12345678"
NEW = RunSlot(2, is_new=True, previous=1, created_at=None)
CLASSIFICATION = Classification(files=(), assignments=())
MANIFEST = Manifest(
    review_id=REVIEW,
    run=1,
    repository="example.com/shop",
    branch="feature",
    variant=None,
    target=Target(kind=TargetKind.BRANCH, key="feature", base="a" * 40, head="b" * 40),
    status="ready",
    files=(),
    watchdogs=(),
    budgets=ManifestBudgets(max_files_per_brief=40, max_excerpt_chars=60_000, reads=6, searches=6),
    created_at="2026-01-02T03:04:05Z",
    hash="c" * 64,
)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


def test_what_was_prepared_is_read_back(home: Home) -> None:
    RunFiles(home, REVIEW, 1).write_prepared(MANIFEST, CLASSIFICATION, {"general": "# Brief\n"})
    assert latest_prepared(home, REVIEW) == (MANIFEST, CLASSIFICATION)
    assert brief_place(home, REVIEW, "general").read_text() == "# Brief\n"
    assert findings_folder(home, REVIEW).is_dir()


def test_a_brief_of_an_earlier_prepare_does_not_stay(home: Home) -> None:
    files = RunFiles(home, REVIEW, 1)
    files.write_prepared(MANIFEST, CLASSIFICATION, {"general": "one", "money": "two"})
    files.write_prepared(MANIFEST, CLASSIFICATION, {"general": "one"})
    assert not brief_place(home, REVIEW, "money").exists()


def test_nothing_prepared_says_what_to_run(home: Home) -> None:
    with pytest.raises(StoreError, match="houndsman prepare"):
        latest_prepared(home, REVIEW)


def test_replies_are_those_asked_for_and_a_copy_stays_with_the_run(home: Home) -> None:
    files = RunFiles(home, REVIEW, 1)
    files.keep_reply("general", b"{}")
    files.keep_reply("stranger", b"{}")
    assert files.replies(["general", "money"]) == Replies({"general": b"{}"}, {})
    assert (files.folder / "findings" / "general.json").read_bytes() == b"{}"


def test_a_link_is_no_reply(home: Home, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("{}")
    findings_folder(home, REVIEW).mkdir(parents=True)
    (findings_folder(home, REVIEW) / "general.json").symlink_to(secret)
    found = RunFiles(home, REVIEW, 1).replies(["general"])
    assert found == Replies({}, {"general": "the findings file is a symbolic link"})


def test_what_is_no_file_is_no_reply_and_said(home: Home) -> None:
    (findings_folder(home, REVIEW) / "general.json").mkdir(parents=True)
    os.mkfifo(findings_folder(home, REVIEW) / "money.json")
    found = RunFiles(home, REVIEW, 1).replies(["general", "money"])
    assert found.answers == {}
    assert found.unreadable == {
        "general": "the findings file is a folder",
        "money": "the findings file is no regular file",
    }


def test_answers_of_an_earlier_run_move_to_it(home: Home) -> None:
    files = RunFiles(home, REVIEW, 2)
    files.keep_reply("general", b"old")
    RunFiles(home, REVIEW, 1).write_prepared(MANIFEST, CLASSIFICATION, {})
    files.set_aside_earlier(NEW)
    assert files.replies(["general"]).answers == {}
    assert (home.run(REVIEW, 1) / "findings" / "general.json").read_bytes() == b"old"


def test_answers_stay_with_the_run_that_the_manifest_names_though_a_later_one_has_begun(home: Home) -> None:
    """A prepare of run 2 was killed after the run began; that of run 3 finds what was answered for run 1."""
    RunFiles(home, REVIEW, 1).write_prepared(MANIFEST, CLASSIFICATION, {})
    files = RunFiles(home, REVIEW, 3)
    files.keep_reply("general", b"old")
    files.set_aside_earlier(replace(NEW, number=3, previous=2))
    assert (home.run(REVIEW, 1) / "findings" / "general.json").read_bytes() == b"old"


def test_answers_of_the_run_that_goes_on_stay_in_staging(home: Home) -> None:
    files = RunFiles(home, REVIEW, 1)
    files.write_prepared(MANIFEST, CLASSIFICATION, {})
    files.keep_reply("general", b"{}")
    files.set_aside_earlier(replace(NEW, number=1, is_new=False))
    assert files.replies(["general"]).answers == {"general": b"{}"}


@pytest.mark.parametrize("damage", ["", '{"version": 1', None])
@pytest.mark.parametrize(("is_new", "kept_with"), [(True, 1), (False, 2)])
def test_where_the_manifest_is_lost_answers_are_those_of_the_run_that_was_prepared_last(
    home: Home, is_new: bool, kept_with: int, damage: str | None
) -> None:
    files = RunFiles(home, REVIEW, 2)
    (files if not is_new else RunFiles(home, REVIEW, 1)).write_prepared(MANIFEST, CLASSIFICATION, {})
    place = home.review(REVIEW) / "manifest.json"
    place.unlink() if damage is None else place.write_text(damage)
    files.keep_reply("general", b"{}")
    files.set_aside_earlier(replace(NEW, is_new=is_new))
    files.replies(["general"])
    assert (home.run(REVIEW, kept_with) / "findings" / "general.json").read_bytes() == b"{}"


def test_what_nobody_was_asked_for_is_run_0s(home: Home) -> None:
    files = RunFiles(home, REVIEW, 1)
    files.keep_reply("general", b"early")
    files.set_aside_earlier(RunSlot(1, is_new=True, previous=None, created_at=None))
    assert (home.run(REVIEW, 0) / "findings" / "general.json").read_bytes() == b"early"


@pytest.mark.parametrize("name", ["manifest.json", "classification.json"])
@pytest.mark.parametrize("content", ["{}", "[]", "null", '{"version": 1, "files": 3}'])
def test_json_that_is_no_artifact_is_damage_and_says_what_to_run(home: Home, name: str, content: str) -> None:
    RunFiles(home, REVIEW, 1).write_prepared(MANIFEST, CLASSIFICATION, {})
    (home.review(REVIEW) / name).write_text(content)
    with pytest.raises(StoreError, match="damaged") as caught:
        latest_prepared(home, REVIEW)
    assert caught.value.where == str(home.review(REVIEW) / name)
    assert "houndsman prepare" in str(caught.value.hint)


def test_the_latest_run_that_has_files(home: Home) -> None:
    assert latest_kept(home, REVIEW) == 0
    for number in (2, 10):
        RunFiles(home, REVIEW, number).write_intake({})
    (home.review(REVIEW) / "runs" / "notes").mkdir()
    assert latest_kept(home, REVIEW) == 10


def test_the_summary_and_the_intake_report_lie_with_the_run(home: Home) -> None:
    files = RunFiles(home, REVIEW, 3)
    files.write_intake({"version": 1})
    place = files.write_summary("# Review\n")
    assert place == home.run(REVIEW, 3) / "review-resume.md"
    assert place.is_absolute()
    assert (files.folder / "intake.json").read_bytes() == b'{\n "version": 1\n}\n'


def test_an_import_replaces_the_one_of_its_name_and_belongs_to_its_run(home: Home) -> None:
    files = RunFiles(home, REVIEW, 1)
    assert files.imports() == ()
    for each in (
        Import(watchdog="zeta", source="z.xml"),
        Import(watchdog="acme", source="old.json"),
        Import(watchdog="acme", source="new.json", formats=("houndsman",), complete=True),
    ):
        files.keep_import(each)
    assert [(each.watchdog, each.source) for each in files.imports()] == [("acme", "new.json"), ("zeta", "z.xml")]
    assert RunFiles(home, REVIEW, 2).imports() == ()


def test_damaged_imports_are_no_empty_ones(home: Home) -> None:
    files = RunFiles(home, REVIEW, 1)
    files.keep_import(Import(watchdog="acme", source="a.json"))
    (files.folder / "imports.json").write_text('{"version": 1, "imports": [{}]}')
    with pytest.raises(StoreError, match=r"imports\.json"):
        files.imports()


def test_a_run_knows_its_own_manifest(home: Home) -> None:
    RunFiles(home, REVIEW, 1).write_prepared(MANIFEST, CLASSIFICATION, {})
    later = MANIFEST.model_copy(update={"run": 2})
    RunFiles(home, REVIEW, 2).write_prepared(later, CLASSIFICATION, {})
    assert [RunFiles(home, REVIEW, number).manifest() for number in (1, 2)] == [MANIFEST, later]
    with pytest.raises(StoreError):
        RunFiles(home, REVIEW, 3).manifest()


def test_a_report_lies_beside_what_the_run_came_to(home: Home) -> None:
    files = RunFiles(home, REVIEW, 1)
    place = files.write_report("golden-set.md", b"# Score\n")
    assert (place, place.read_bytes()) == (files.folder / "golden-set.md", b"# Score\n")


def test_what_was_made_of_the_answers_reads_back(home: Home) -> None:
    files = RunFiles(home, REVIEW, 1)
    files.write_intake({"version": 1, "watchdogs": []})
    assert files.intake() == {"version": 1, "watchdogs": []}
    with pytest.raises(StoreError):
        RunFiles(home, REVIEW, 2).intake()


def test_a_part_of_an_answer_is_one_as_long_as_it_lies_there(home: Home) -> None:
    files = RunFiles(home, REVIEW, 1)
    files.keep_part("general", b"half")
    files.keep_reply("general", b"half")
    assert files.parts(files.answers(["general"]).answers) == {"general"}
    files.keep_reply("general", b"whole")
    assert files.parts(files.answers(["general", "money"]).answers) == set()
    assert RunFiles(home, REVIEW, 2).parts({"general": b"half"}) == set(), "it was that of another run"


def test_a_whole_answer_with_the_words_of_a_part_is_whole(home: Home) -> None:
    files = RunFiles(home, REVIEW, 1)
    files.keep_part("general", b"words")
    files.keep_reply("general", b"words")
    files.forget_part("general")
    assert files.parts(files.answers(["general"]).answers) == set()
    files.forget_part("general")


def test_what_is_no_answer_is_dropped_and_nothing_is_none_either(home: Home) -> None:
    files = RunFiles(home, REVIEW, 1)
    files.keep_reply("general", b"prose")
    files.drop_reply("general")
    files.drop_reply("general")
    assert files.answers(["general"]) == Replies({}, {})


def test_who_only_looks_at_answers_leaves_no_copy(home: Home) -> None:
    files = RunFiles(home, REVIEW, 1)
    files.keep_reply("general", b"whole")
    assert files.answers(["general"]).answers == {"general": b"whole"}
    assert not files.folder.exists()


def test_a_recorded_run_has_its_clock_wherever_it_lies(home: Home, tmp_path: Path) -> None:
    RunFiles(home, REVIEW, 1).write_prepared(MANIFEST, CLASSIFICATION, {})
    moved = home.run(REVIEW, 1).rename(tmp_path / "elsewhere")
    assert recorded_clock(moved) == MANIFEST.created_at
    assert recorded_clock(tmp_path) is None


HUNT_NOTES = HuntNotes(
    depth=Depth(second_opinion=False),
    watchdogs=(
        HuntedWatchdog(
            watchdog="general",
            repairs=(Note(code="fence", text="ç"),),
            tree_changes=(TouchedFile(path="a.py", kind="added", undone=True),),
            second_opinion="thin",
        ),
    ),
    models=("general",),
)

BUSINESS = BusinessSummary(
    source=BusinessSource.AI,
    base="a" * 40,
    head="b" * 40,
    text="Finds users.",
    flows=(Fact(id="F1", title="GET /users", at=("a.py:1",), files=(RepoPath(b"bad\xff.py"),)),),
    commits=(CommitWords(sha="b" * 40, message="one"),),
)


def test_what_a_hunt_knows_besides_is_read_back(home: Home) -> None:
    files = RunFiles(home, REVIEW, 1)
    assert files.hunt_notes() is None
    files.write_hunt_notes(HUNT_NOTES)
    assert files.hunt_notes() == HUNT_NOTES
    assert (files.folder / "hunt.json").is_file()
    assert RunFiles(home, REVIEW, 2).hunt_notes() is None


def test_what_an_earlier_hunt_saw_of_a_tree_stays_seen(home: Home) -> None:
    files = RunFiles(home, REVIEW, 1)
    first, second = (TouchedFile(path=name, kind="added", undone=True) for name in ("a", "b"))
    files.note(HuntedWatchdog(watchdog="money", tree_changes=(first,)))
    files.note(HuntedWatchdog(watchdog="general", second_opinion="found nothing"))
    files.note(HuntedWatchdog(watchdog="money", tree_changes=(first, second)))
    notes = files.hunt_notes()
    assert notes is not None
    assert [(each.watchdog, each.tree_changes) for each in notes.watchdogs] == [
        ("general", ()),
        ("money", (first, second)),
    ]


def test_what_the_change_is_for_is_read_back(home: Home) -> None:
    files = RunFiles(home, REVIEW, 1)
    assert files.business() is None
    files.write_business(BUSINESS, for_good=False)
    assert files.business() == BUSINESS
    assert (files.folder / "business-summary.json").is_file()


def test_the_report_on_the_hunt_stands_with_the_run(home: Home) -> None:
    report = HuntReport(
        run=3, created_at="t", depth=None, business_summary=None, watchdogs=(), totals=Totals(by_pass={})
    )
    place = RunFiles(home, REVIEW, 3).write_hunt_report(report)
    assert place == home.run(REVIEW, 3) / "hunt-report.json"
    assert HuntReport.model_validate_json(place.read_bytes()) == report


@pytest.mark.parametrize("name", ["hunt.json", "business-summary.json"])
def test_what_is_damaged_is_not_taken_for_absent(home: Home, name: str) -> None:
    files = RunFiles(home, REVIEW, 1)
    files.folder.mkdir(parents=True)
    (files.folder / name).write_text('{"version": "one"}')
    with pytest.raises(StoreError, match="damaged"):
        _ = files.hunt_notes() if name == "hunt.json" else files.business()
