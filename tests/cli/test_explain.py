from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from houndsman.models.lineage import Lineage

if TYPE_CHECKING:
    from tests.conftest import CommandLine


def test_the_way_of_a_finding_is_told_from_the_words_to_the_triage(hunted: CommandLine) -> None:
    (item,) = hunted.findings("--watchdog", "general")
    hunted("findings", "decide", item.id, "ignore", "--reason", "wanted so")
    ran = hunted("explain", item.id)
    assert ran.code == 0
    for told in (
        f"{item.id}  nit  dismissed, decision ignore",
        "general: number 1 in runs/1/findings/general.json",
        '"severity": "trivial"',
        "another word for a severity was translated: trivial -> nit [severity-word]",
        "anchor    exact: the quote stands at the claimed line; line 3",
        "severity  claimed nit -> nit, by impact class wording",
        "merge key README.md, new side, line 3, rule emergent/wording, message 'a typing error. it says",
        "known     new",
        f"fingerprint {item.fingerprint}",
        "line      A wrod that is misspelt.",
        "above     # A",
        "first reported by run 1, last by run 1",
        "decision pending -> ignore: wanted so",
        "status open -> dismissed: as decided",
    ):
        assert told in ran.out
    assert "\x1b" not in ran.out


def test_json_holds_what_the_text_says(hunted: CommandLine) -> None:
    (item,) = hunted.findings("--watchdog", "general")
    value = hunted("explain", item.id, "--json").json()
    assert isinstance(value, list)
    (told,) = (Lineage.model_validate(each) for each in value)
    assert told.finding == item
    (run,) = told.runs
    (reported,) = run.reported
    words = json.loads((hunted.home / "reviews" / _review(hunted) / reported.raw.file).read_bytes())
    assert reported.raw.words == words["findings"][reported.raw.index]


def test_a_findings_file_that_was_changed_since_is_not_taken_for_the_words(hunted: CommandLine) -> None:
    (item,) = hunted.findings("--watchdog", "general")
    kept = hunted.home / "reviews" / _review(hunted) / "runs/1/findings/general.json"
    text = kept.read_text(encoding="utf-8")
    kept.write_text(text.replace("A typing error.", "A lie."), encoding="utf-8")
    told = hunted("explain", item.id).out
    assert "its words cannot be shown: the file is not the one that was read" in told
    assert "A lie." not in told
    kept.unlink()
    assert "its words cannot be shown: the file is gone" in hunted("explain", item.id).out


def test_a_run_that_brings_nothing_new_is_told_as_one_that_was_silent(hunted: CommandLine) -> None:
    (item,) = hunted.findings("--watchdog", "general")
    hunted.answer(hunted.prepare(), "general")
    hunted("hunt")
    told = hunted("explain", item.id).out
    assert "nobody reported it" in told
    assert "status open -> done: general reviewed its file again and did not report it" in told


def test_several_are_told_in_the_order_asked(hunted: CommandLine) -> None:
    ids = [item.id for item in hunted.findings()]
    told = hunted("explain", *reversed(ids)).out
    starts = [told.index(f"{each}  ") for each in reversed(ids)]
    assert starts == sorted(starts)


@pytest.mark.parametrize("asked", ["000000", "nothex"])
def test_an_id_that_nobody_has_is_refused(hunted: CommandLine, asked: str) -> None:
    ran = hunted("explain", asked)
    assert (ran.code, ran.out) == (2, "")


def _review(hunted: CommandLine) -> str:
    (folder,) = (hunted.home / "reviews").iterdir()
    return folder.name
