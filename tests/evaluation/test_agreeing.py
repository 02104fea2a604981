"""Variants of a target set beside each other: what is taken from each, what is left out, and what is said of it.

Three real programs, and what their lists score, are in `tests/cli/test_agreement.py`."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from houndsman.cli.options import request_of
from houndsman.errors import BusyError, ExitCode, UsageError
from houndsman.evaluation.agreeing import Agreed, Agreeing
from houndsman.store.lock import held

if TYPE_CHECKING:
    from tests.conftest import CommandLine

MARKER = "<<<<<<< ours\n=======\n>>>>>>> theirs\n"
LINES = [f"price{line} = {line}" for line in range(1, 61)]


@pytest.fixture
def shop(houndsman: CommandLine) -> CommandLine:
    """A new file of sixty lines, which are three units, and a conflict marker; nobody has answered yet."""
    houndsman.blocked = ("python", "secrets")
    houndsman.repository.write("README.md", "# A\n")
    houndsman.repository.commit("Before")
    houndsman.repository.branch("feature")
    houndsman.repository.write("shop.py", "\n".join(LINES) + "\n")
    houndsman.repository.write("merge.txt", MARKER)
    houndsman.repository.commit("After")
    return houndsman


def review(shop: CommandLine, variant: str, *lines: int, target: tuple[str, ...] = (), **more: object) -> None:
    """A run of a variant: `general` reports these lines, and `debris` the marker."""
    words = target if variant == "" else (*target, "--variant", variant)
    manifest = shop.prepare(*words)
    found = [
        {"file": "shop.py", "line": at, "rule": f"logic:{variant}", "quote": LINES[at - 1], "message": "Wrong."}
        for at in lines
    ]
    debris = [{"file": "merge.txt", "line": 1, "rule": "1", "message": "A marker.", "quote": "<<<<<<< ours"}]
    shop.answer(manifest, "general", *found, **more)
    shop.answer(manifest, "debris", *debris)
    shop("finalize", *words)


def agree(*variants: str | None, **options: object) -> Agreed:
    with Agreeing(request_of(options)) as desk:
        return desk.agree(variants)


def test_what_plain_code_finds_in_every_variant_is_in_no_number(shop: CommandLine) -> None:
    review(shop, "a", 5)
    review(shop, "b", 6, 50)
    report = agree("a", "b").report
    assert [row.findings for row in report.reviewers] == [1, 2]
    assert [(each.file, each.by_code) for each in report.clusters] == [
        ("merge.txt", True),
        ("shop.py", False),
        ("shop.py", False),
    ]
    assert {name: row.findings for name, row in report.lists.items()} == {"union": 4, "majority": 2, "intersection": 2}


def test_code_that_only_one_variant_has_counts_for_it(shop: CommandLine) -> None:
    review(shop, "a", 5)
    shop.blocked = (*shop.blocked, "debris")
    manifest = shop.prepare("--variant", "b")
    shop.answer(manifest, "general")
    assert shop("finalize", "--variant", "b").code == 0
    assert [(row.name, row.findings) for row in agree("a", "b").report.reviewers] == [("a", 2), ("b", 0)]


def test_the_review_without_a_label_is_one_of_them(shop: CommandLine) -> None:
    review(shop, "", 5)
    review(shop, "a", 5)
    report = agree(None, "a").report
    assert [(row.name, row.variant) for row in report.reviewers] == [("a", "a"), ("unlabelled", None)]


def test_the_variant_of_the_request_does_not_narrow_what_is_looked_at(shop: CommandLine) -> None:
    review(shop, "a", 5)
    review(shop, "b", 5)
    assert len(agree("a", "b", variant="a").report.reviewers) == 2


def test_whoever_skips_a_file_is_not_silent_about_it(shop: CommandLine) -> None:
    """Four units: three of shop.py, one of merge.txt."""
    review(shop, "a", 5)
    skipped = [{"file": "shop.py", "reason": "budget"}]
    review(shop, "b", reviewedFiles=["merge.txt"], skipped=skipped)
    report = agree("a", "b").report
    assert ([row.units for row in report.reviewers], report.units.read) == ([4, 1], 1)


def test_without_the_commits_whole_files_are_the_units(shop: CommandLine) -> None:
    """What was reviewed in a working tree is a commit of ours alone."""
    shop.repository.write("shop.py", "\n".join(["", *LINES, "end"]) + "\n")
    for variant, line in (("a", 5), ("b", 50)):
        review(shop, variant, line, target=("--working-tree",))
    whole = agree("a", "b", working_tree=True).report
    shutil.rmtree(shop.home / "shadow")
    bare = agree("a", "b", working_tree=True).report
    assert [(report.units.total, [each.code for each in report.warnings]) for report in (whole, bare)] == [
        (2, []),
        (1, ["change-lost"]),
    ]


def test_a_lost_manifest_leaves_the_findings(shop: CommandLine) -> None:
    review(shop, "a", 5)
    review(shop, "b", 5)
    for place in (shop.home / "reviews").glob("*/runs/*/manifest.json"):
        place.unlink()
    report = agree("a", "b").report
    assert (report.alpha, report.pairs[0].both) == (None, 2)


def test_the_report_is_not_written_under_whoever_works_on_the_review(shop: CommandLine) -> None:
    review(shop, "a", 5)
    review(shop, "b", 5)
    with Agreeing(request_of({})) as desk:
        (review_id,) = [
            each.review_id for each in desk.store.find_reviews(desk.repository.identity) if each.variant == "a"
        ]
        with held(desk.home.lock(review_id), "another"), pytest.raises(BusyError, match="another"):
            desk.agree(["a", "b"])


def test_a_variant_of_which_nothing_was_finalized_is_said(shop: CommandLine) -> None:
    review(shop, "a", 5)
    shop.prepare("--variant", "b")
    with pytest.raises(UsageError, match="no run of the variant 'b' was finalized"):
        agree("a", "b")


def test_what_is_whole_ends_well(shop: CommandLine) -> None:
    review(shop, "a", 5)
    review(shop, "b", 5)
    done = agree("a", "b")
    assert (done.exit_code, done.report.warnings, done.page.name) == (ExitCode.CLEAN, (), "agreement.md")
