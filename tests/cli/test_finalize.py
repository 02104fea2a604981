"""`houndsman finalize`: which review it takes, and what it prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.conftest import CommandLine


def test_it_prints_verdict_and_summary(hunted: CommandLine) -> None:
    ran = hunted("finalize")
    assert ran.code == 0
    assert "changes needed, with 0 of 8 questions proved: 1 blocking, 1 attention, 0 suggestion, 1 nit" in ran.out
    assert ran.out.rstrip().endswith("review-resume.md")


def test_a_review_is_named_by_its_id_from_anywhere_in_the_repository(hunted: CommandLine) -> None:
    (review,) = [place.name for place in (hunted.home / "reviews").iterdir()]
    hunted.repository.switch("main")
    assert hunted("finalize").code == 2
    assert hunted("finalize", "--review", review).code == 0


def test_json_says_how_whole_the_run_is_beside_the_triage(hunted: CommandLine) -> None:
    told = hunted("finalize", "--json").json()
    assert isinstance(told, dict)
    assert (told["status"], told["incomplete"], told["run"]) == ("changes needed", [], 1)
    assert told["caveat"] == "with 0 of 8 questions proved"
    listed = hunted("findings", "list", "--json").json()
    assert isinstance(listed, list)
    assert sorted(told["findings"], key=lambda each: each["id"]) == sorted(listed, key=lambda each: each["id"])
    assert sorted(str(each["file"]) for each in told["findings"]) == ["README.md", "merge.txt", "src/call.py"]
    assert [(each["watchdog"], each["missing"]) for each in told["coverage"]] == [("general", None), ("debris", None)]


def test_a_stray_file_in_staging_is_said_and_not_read(hunted: CommandLine) -> None:
    manifest = hunted.prepare()
    stray = hunted.answer(manifest, "general").with_name("stranger.json")
    stray.write_text('{"watchdog": "stranger", "findings": []}', encoding="utf-8")
    ran = hunted("finalize")
    assert ran.code == 0 and "stranger.json: no watchdog of this run is called so; not read" in ran.err
    assert {name for item in hunted.findings() for name in item.watchdogs} == {"debris", "general"}


def test_a_place_without_a_quote_is_marked_in_each_table(hunted: CommandLine) -> None:
    defect = {"file": "README.md", "line": 3, "message": "A typing error.", "impactClass": "wording"}
    hunted.answer(hunted.prepare(), "general", defect)
    legend = "\n? a place that no quote of the code proves\n"
    for printed in (hunted("finalize").out, hunted("findings", "list").out):
        assert "README.md:3 ?" in printed and legend in printed


def test_code_answers_for_itself(hunted: CommandLine) -> None:
    hunted.repository.write("src/next.py", "x = 1\n")
    hunted.repository.commit("Next")
    hunted.answer(hunted.prepare(), "general")
    ran = hunted("finalize")
    assert ran.code == 0
    assert "Write the answer there" not in ran.err
