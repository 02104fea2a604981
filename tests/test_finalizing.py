"""The end of the arrow: what came back, what counts of it, and what is kept."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from houndsman.desk import Request
from houndsman.errors import ExitCode
from houndsman.finalizing import Answers
from houndsman.git.samples import SampleRepository
from houndsman.hunt.orders import Orders
from houndsman.models.business import BusinessSource
from houndsman.models.passes import Asked, PassRecord, Turn
from houndsman.models.records import HuntOutcome, WatchdogState
from houndsman.session import Session
from houndsman.stage_results import Finalized, Prepared
from houndsman.store.run_files import Replies

Make = Callable[..., Request]
SCANNERS = ("python", "secrets", "shell", "spelling", "structure", "workflows")


@pytest.fixture
def request_for(sample: SampleRepository, tmp_path: Path) -> Make:
    """A request for a change of one file that `general` and `debris` guard."""
    (tmp_path / "config.toml").touch()
    environ = {"HOUNDSMAN_HOME": str(tmp_path / "home"), "HOUNDSMAN_CONFIG": str(tmp_path / "config.toml")}
    sample.write("pay.py", "def pay(order):\n    return order\n")
    sample.commit("Before")
    sample.branch("feature")
    sample.write("pay.py", "def pay(order, twice=False):\n    breakpoint()\n    return order\n")
    sample.commit("After")
    usual = Request(cwd=sample.path, environ=environ, plugins=tuple(f"no:{name}" for name in SCANNERS))
    return lambda **said: replace(usual, **said)


def answered(prepared: Prepared, **more: object) -> None:
    reply = {"watchdog": "general", "findings": [], "reviewedFiles": ["pay.py"], **more}
    (prepared.staging / "findings" / "general.json").write_text(json.dumps(reply), encoding="utf-8")


def kept(session: Session, done: Finalized, name: str) -> dict[str, object]:
    place = session.home.run(done.manifest.review_id, done.manifest.run) / name
    loaded = json.loads(place.read_text("utf-8"))
    assert isinstance(loaded, dict)
    return loaded


def test_code_answers_where_nobody_hunted(request_for: Make) -> None:
    with Session(request_for()) as session:
        answered(session.prepare())
        done = session.finalize()
        assert done.exit_code is ExitCode.CLEAN
        assert [item.watchdogs for item in done.items] == [("debris",)]
        again = session.finalize()
    assert again.outcome == done.outcome


def test_code_that_answered_is_not_run_again(request_for: Make, tmp_path: Path) -> None:
    plugin = tmp_path / "counted.py"
    plugin.write_text(
        "import pathlib\nfrom houndsman import Watchdog, hookimpl\n"
        "@hookimpl\ndef houndsman_watchdogs():\n    return [Watchdog(id='counted', title='C', agent='code')]\n"
        "@hookimpl\ndef houndsman_check(watchdog):\n"
        "    if watchdog.id != 'counted':\n        return None\n"
        f"    with open({str(tmp_path / 'count')!r}, 'a') as file:\n        file.write('x')\n    return []\n",
        encoding="utf-8",
    )
    with Session(request_for(plugins=(*request_for().plugins, str(plugin)))) as session:
        session.hunt()
        session.finalize()
    assert (tmp_path / "count").read_text() == "x"


def test_the_report_is_kept_beside_the_run(request_for: Make) -> None:
    with Session(request_for()) as session:
        answered(session.prepare(), checks=[{"id": "C1", "verdict": "ok", "at": "pay.py:3"}])
        done = session.finalize()
        report = kept(session, done, "hunt-report.json")
    watchdogs = report["watchdogs"]
    assert isinstance(watchdogs, list)
    (general,) = [each for each in watchdogs if each["watchdog"] == "general"]
    assert general["checks"]["verified"] == 1
    assert general["checks"]["expected"] > 8, "eight items, and what the change is for"
    assert report["depth"] is None, "no agent was sent"


def test_what_a_reviewer_says_of_the_change_is_kept_for_the_next_run_once_the_run_is_whole(request_for: Make) -> None:
    with Session(request_for()) as session:
        prepared = session.prepare()
        assert prepared.business.summary.source is BusinessSource.DETERMINISTIC
        answered(prepared, businessSummary="Orders may be paid twice.")
        done = session.finalize()
        summary = kept(session, done, "business-summary.json")
        assert (summary["source"], summary["text"]) == ("reviewer", "Orders may be paid twice.")
        report = kept(session, done, "hunt-report.json")["businessSummary"]
        assert isinstance(report, dict)
        assert (report["source"], report["decision"]) == ("reviewer", "replaced")
        assert "Orders may be paid twice." in done.outcome.summary
        following = session.prepare()
    assert following.manifest.run == done.manifest.run + 1
    assert following.business.summary.text == "Orders may be paid twice."
    assert following.briefs == prepared.briefs, "a reviewer's words change no brief"


def test_while_the_run_goes_on_its_briefs_stay_what_they_were(request_for: Make) -> None:
    with Session(request_for(plugins=(*request_for().plugins, "no:debris"))) as session:
        prepared = session.prepare()
        answered(prepared, businessSummary="Orders may be paid twice.", reviewedFiles=[])
        assert session.finalize().exit_code is ExitCode.INCOMPLETE
        again = session.prepare()
    assert again.manifest == prepared.manifest


def test_somebody_who_says_it_before_the_hunt_is_heard(request_for: Make) -> None:
    with Session(request_for()) as session:
        prepared = session.prepare()
        said = {"source": "ai", "text": "Orders may be paid twice."}
        (prepared.staging / "business-summary.json").write_text(json.dumps(said), encoding="utf-8")
        again = session.prepare()
    assert again.business.summary.source is BusinessSource.AI
    assert again.business.summary.flows == prepared.business.summary.flows
    assert "Orders may be paid twice." in again.briefs["general"]
    assert "`businessSummary`: what" not in again.briefs["general"]


def test_what_cannot_be_used_is_told(request_for: Make) -> None:
    with Session(request_for()) as session:
        prepared = session.prepare()
        (prepared.staging / "business-summary.json").write_text("not JSON", encoding="utf-8")
        again = session.prepare()
        third = session.prepare()
    assert [each.code for each in again.manifest.warnings] == ["business-summary-refused"]
    assert again.business.summary == prepared.business.summary
    assert third.manifest == prepared.manifest, "and begins no other run: what was answered stays"
    assert (again.manifest.run, again.manifest.hash) == (prepared.manifest.run, prepared.manifest.hash)


def test_what_an_agent_left_whose_hunt_was_killed_is_no_whole_answer(request_for: Make) -> None:
    with Session(request_for()) as session:
        prepared = session.prepare()
        review, run = prepared.manifest.review_id, prepared.manifest.run
        session.store.record_hunt(review, run, {"general": HuntOutcome(WatchdogState.EXPECTED)})
        asked = Asked("general", "hunt", "", 1, "0" * 64, "mine", "mine")
        session.store.write_passes(review, run, [PassRecord(asked, 1, Turn.BRIEF, "2026-01-01T00:00:00Z")])
        answered(prepared)
        done = session.finalize()
    assert done.exit_code is ExitCode.INCOMPLETE
    missing = {each.watchdog: each.missing for each in done.outcome.report.watchdogs}
    assert missing == {"general": "only a part of its answer is there", "debris": None}


def test_a_link_in_its_place_is_not_read(request_for: Make, tmp_path: Path) -> None:
    secret = tmp_path / "secret.json"
    secret.write_text(json.dumps({"source": "ai", "text": "A secret."}), encoding="utf-8")
    with Session(request_for()) as session:
        prepared = session.prepare()
        place = prepared.staging / "business-summary.json"
        place.unlink()
        place.symlink_to(secret)
        again = session.prepare()
    assert again.business.summary == prepared.business.summary
    assert not place.is_symlink(), "and our own file is there again"


def test_an_answer_counts_although_a_later_hunt_for_it_failed() -> None:
    failed = {"a": "it crashed", "c": "gone"}
    answers = Answers(Replies({"a": b"{}", "b": b"{}"}, {}), failed, frozenset({"a"}))
    assert answers.outlived(failed, []) == ["a failed now (it crashed); its earlier answer to this run counts"]
    assert answers.outlived({}, []) == [], "nobody was sent out now: the failure is an older one"
    assert answers.outlived(failed, ["a"]) == [], "what lies there cannot be read either"
    assert answers.reasons() == {"b": "only a part of its answer is there", "c": "gone"}


def test_a_findings_file_that_was_mended_by_hand_outlived_nothing(request_for: Make) -> None:
    with Session(request_for()) as session:
        place = session.prepare().staging / "findings" / "general.json"
        told = []
        for written in ("", "null", json.dumps({"findings": [], "reviewedFiles": ["pay.py"]})):
            place.write_text(written, encoding="utf-8")
            done = session.finalize()
            told.append(next(each.missing for each in done.outcome.coverage if each.watchdog == "general"))
            assert done.notices == ()
        place.write_text("", encoding="utf-8")
        session.finalize()
        place.write_text(written, encoding="utf-8")
        assert session.hunt().notices == (), "nor did a hunt that did not ask for it"
    assert [reason is None for reason in told] == [False, False, True]


def test_what_is_written_while_agents_are_out_comes_too_late(request_for: Make, tmp_path: Path) -> None:
    script = tmp_path / "agent.py"
    script.write_text("import sys; sys.stdin.read(); print('no answer')", encoding="utf-8")
    command = json.dumps([sys.executable, str(script)])
    (tmp_path / "config.toml").write_text(f"[agents.mine]\ncommand = {command}\n", encoding="utf-8")
    with Session(request_for(orders=Orders(agent="mine"))) as session:
        first = session.hunt()
        assert first.exit_code is ExitCode.INCOMPLETE
        place = session.home.staging(first.manifest.review_id) / "business-summary.json"
        place.write_text(json.dumps({"source": "ai", "text": "Planted."}), encoding="utf-8")  # and we were killed
        again = session.prepare()
    assert again.manifest == first.manifest
    assert again.business.summary.text is None
