"""What was made of each findings file is kept, also where it became no finding."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from houndsman.finalize.report import intake_report
from houndsman.intake.notes import Repair, note
from houndsman.models.artifact import ARTIFACT_VERSION

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


def test_all_that_a_reply_says_is_kept(bench: Bench) -> None:
    bench.quiet()
    good = {"file": "src/app.py", "line": 6, "message": "m"}
    verdict = {"id": "C1", "verdict": "ok", "at": "src/app.py:6", "note": "seen"}
    bench.reply(
        "api", good, {**good, "line": "7"}, {**good, "mood": "grim"}, {**good, "confidence": 0}, "words",
        checks=[verdict], rules=[{**verdict, "id": "1"}], usage={"cost": 0.5}, model="x1",
        skipped=[{"file": "src/app.py", "reason": "budget"}], reviewed=["nowhere.py"],
    )  # fmt: skip
    report = intake_report(bench.finalize().intakes)
    assert report["version"] == ARTIFACT_VERSION
    general, api = cast("list[dict[str, object]]", report["watchdogs"])
    assert api == {
        "watchdog": "api",
        "notes": [
            note(Repair.REVIEWED_OUTSIDE_BRIEF, "nowhere.py").to_json(),
        ],
        "reviewedFiles": [],
        "skipped": [{"file": "src/app.py", "reason": "budget"}],
        "undeclared": [],
        "refused": [{"index": 4, "reason": "not an object", "raw": "words"}],
        "findings": [
            {"index": 1, "notes": [note(Repair.LINE_TEXT, "7").to_json()], "confidence": None, "extra": {}},
            {"index": 2, "notes": [], "confidence": None, "extra": {"mood": "grim"}},
            {"index": 3, "notes": [], "confidence": 0.0, "extra": {}},
        ],
        "checks": [verdict],
        "rules": [{**verdict, "id": "1"}],
        "extra": {"model": "x1"},
        "usage": {"tokensIn": None, "tokensOut": None, "tokensCached": None, "cost": 0.5},
    }
    assert (general["reviewedFiles"], general["usage"]) == (["src/app.py"], None)
    bench.reply("api", reviewed=[])
    assert intake_report(bench.finalize().intakes)["watchdogs"][1]["undeclared"] == ["src/app.py"]  # type: ignore[index]


def test_a_report_is_plain_data_and_the_same_twice(bench: Bench) -> None:
    bench.quiet()
    assert intake_report(bench.finalize().intakes) == intake_report(bench.finalize().intakes)
