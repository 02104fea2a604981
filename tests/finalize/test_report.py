"""What was made of each findings file is kept, also where it became no finding."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houndsman.finalize.report import intake_report

if TYPE_CHECKING:
    from tests.finalize.conftest import Bench


def test_refused_words_stay_with_their_reason(bench: Bench) -> None:
    bench.quiet("general")
    refused = {"file": "../x", "line": 1, "message": "m"}
    odd = {"file": "src/app.py", "line": "6", "message": "m", "mood": "grim", "confidence": 0.5}
    bench.reply("api", refused, odd, model="x1")
    report = intake_report(bench.finalize().intakes)
    api = next(each for each in report["watchdogs"] if each["watchdog"] == "api")  # type: ignore[attr-defined]
    assert [(each["index"], each["raw"]) for each in api["refused"]] == [(0, refused)]
    assert "outside" in api["refused"][0]["reason"]
    assert [(each["index"], each["extra"]) for each in api["findings"]] == [(1, {"mood": "grim"})]
    assert api["findings"][0]["notes"]
    assert api["findings"][0]["confidence"] == 0.5
    assert api["extra"] == {"model": "x1"}


def test_a_report_is_plain_data_and_the_same_twice(bench: Bench) -> None:
    bench.quiet()
    assert intake_report(bench.finalize().intakes) == intake_report(bench.finalize().intakes)
