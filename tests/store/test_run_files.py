"""Files of a run: written whole, kept apart by run, and nothing of an agent's taken for more than it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from houndsman.errors import StoreError
from houndsman.models.classification import Classification
from houndsman.models.manifest import Manifest, ManifestBudgets
from houndsman.models.target import Target, TargetKind
from houndsman.store.home import Home
from houndsman.store.run_files import RunFiles, brief_place, findings_folder, latest_prepared

REVIEW = "feature-12345678"
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
    assert files.replies(["general", "money"]) == {"general": b"{}"}
    assert (files.folder / "findings" / "general.json").read_bytes() == b"{}"


def test_a_link_is_no_reply(home: Home, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("{}")
    findings_folder(home, REVIEW).mkdir(parents=True)
    (findings_folder(home, REVIEW) / "general.json").symlink_to(secret)
    assert RunFiles(home, REVIEW, 1).replies(["general"]) == {}


def test_answers_of_an_earlier_run_move_to_it(home: Home) -> None:
    files = RunFiles(home, REVIEW, 2)
    files.keep_reply("general", b"old")
    files.set_aside_earlier(1)
    assert files.replies(["general"]) == {}
    assert (home.run(REVIEW, 1) / "findings" / "general.json").read_bytes() == b"old"


def test_the_summary_and_the_intake_report_lie_with_the_run(home: Home) -> None:
    files = RunFiles(home, REVIEW, 3)
    files.write_intake({"version": 1})
    place = files.write_summary("# Review\n")
    assert place == home.run(REVIEW, 3) / "review-resume.md"
    assert place.is_absolute()
    assert (files.folder / "intake.json").read_bytes() == b'{\n "version": 1\n}\n'
