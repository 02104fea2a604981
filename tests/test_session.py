"""The arrow, called as a program calls it: what a stage hands on, what is kept, and who has to wait."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from houndsman.classify.classify import Selection
from houndsman.desk import Request
from houndsman.errors import BusyError, ExitCode, NoRepositoryError, UsageError
from houndsman.finalize.outcome import Verdict
from houndsman.git.samples import SampleRepository
from houndsman.models.severity import Severity
from houndsman.models.target import TargetRequest
from houndsman.models.triage import Decision, RunStatus, Status
from houndsman.session import Session
from houndsman.store.lock import held

Make = Callable[..., Request]
NO_SCANNER = tuple(f"no:{name}" for name in ("python", "secrets", "shell", "spelling", "structure", "workflows"))


@pytest.fixture
def request_for(sample: SampleRepository, tmp_path: Path) -> Make:
    """A request in a repository whose branch adds a conflict marker, with a home of its own and no scanner."""
    (tmp_path / "config.toml").touch()
    environ = {"HOUNDSMAN_HOME": str(tmp_path / "home"), "HOUNDSMAN_CONFIG": str(tmp_path / "config.toml")}
    sample.write("a.txt", "a\n")
    sample.commit("Before")
    sample.branch("feature")
    sample.write("merge.txt", "<<<<<<< ours\n=======\n>>>>>>> theirs\n")
    sample.commit("After")
    usual = Request(cwd=sample.path, environ=environ, plugins=NO_SCANNER)
    return lambda **said: replace(usual, **said)


def _answer(staging: Path, *files: str) -> None:
    reply = {"watchdog": "general", "findings": [], "reviewedFiles": files}
    (staging / "findings" / "general.json").write_text(json.dumps(reply), encoding="utf-8")


def test_each_stage_hands_on_what_the_next_needs(request_for: Make) -> None:
    with Session(request_for()) as session:
        prepared = session.prepare()
        assert [str(file.path) for file in prepared.change.files] == ["merge.txt"]
        assert prepared.classification.expected == ("general", "debris")
        assert prepared.exit_code is ExitCode.CLEAN
        _answer(prepared.staging, "merge.txt")
        done = session.hunt()
    assert done.manifest == prepared.manifest
    assert done.outcome.verdict is Verdict.CHANGES_NEEDED
    assert [(item.rule, item.severity) for item in done.items] == [("debris/conflict-marker", Severity.BLOCKING)]
    assert done.exit_code is ExitCode.CLEAN
    assert done.summary.read_text(encoding="utf-8") == done.outcome.summary


def test_the_store_knows_where_a_run_stands(request_for: Make) -> None:
    with Session(request_for()) as session:
        prepared = session.prepare()
        review = prepared.manifest.review_id
        run = session.store.latest_run(review)
        assert run is not None
        assert (run.number, run.status, run.complete) == (1, RunStatus.PREPARED, None)
        session.hunt()
        run = session.store.latest_run(review)
        assert run is not None
        assert (run.status, run.complete) == (RunStatus.REVIEW_DONE, False)
        _answer(prepared.staging, "merge.txt")
        session.finalize()
        run = session.store.latest_run(review)
        assert run is not None
        assert run.complete is True


def test_an_unfinished_run_goes_on_and_a_finished_one_is_followed_by_the_next(request_for: Make) -> None:
    with Session(request_for()) as session:
        first = session.prepare()
        assert session.prepare().manifest == first.manifest
        _answer(first.staging, "merge.txt")
        session.hunt()
        second = session.prepare()
    assert (first.manifest.run, second.manifest.run) == (1, 2)
    assert second.manifest.hash == first.manifest.hash
    assert not (second.staging / "findings" / "general.json").exists()


def test_another_command_on_the_same_review_does_not_wait_and_says_who_is_there(request_for: Make) -> None:
    with Session(request_for()) as session:
        prepared = session.prepare()
        with held(session.home.lock(prepared.manifest.review_id), "houndsman hunt"):
            for call in (session.prepare, session.hunt, session.finalize):
                with pytest.raises(BusyError, match="`houndsman hunt`"):
                    call()
            session.prepare(dry_run=True)
            with Session(request_for(variant="other")) as other:
                other.prepare()


def test_reading_the_triage_needs_no_lock(request_for: Make) -> None:
    with Session(request_for()) as session:
        review = session.hunt().manifest.review_id
        with held(session.home.lock(review), "houndsman hunt"):
            assert len(session.items(session.known_review())) == 1


def test_a_decision_is_the_repositorys_and_a_clone_with_the_same_origin_shares_it(
    request_for: Make, sample: SampleRepository, tmp_path: Path
) -> None:
    clone = sample.clone_to(tmp_path / "clone")
    sample.git("config", "remote.origin.url", "https://example.com/team/shop.git")
    clone.git("config", "remote.origin.url", "git@example.com:team/shop.git")
    with Session(request_for()) as session:
        (item,) = session.hunt().items
        (decided,) = session.decide([item.id], Decision.IGNORE, "wanted")
        assert (decided.status, decided.decision) == (Status.DISMISSED, Decision.IGNORE)
    clone.switch("feature")
    target = TargetRequest(base="origin/main")
    with Session(request_for(cwd=clone.path, variant="clone", target=target)) as session:
        (same,) = session.hunt().items
    assert (same.fingerprint, same.decision) == (item.fingerprint, Decision.IGNORE)


def test_a_finding_of_another_review_is_not_taken_for_ours(request_for: Make) -> None:
    with Session(request_for(variant="other")) as session:
        (item,) = session.hunt().items
    with Session(request_for(selection=Selection("general"))) as session:
        review = session.hunt().manifest.review_id
        with pytest.raises(UsageError, match="belongs to another review"):
            session.item(review, item.id)


def test_a_review_is_named_by_id_or_by_what_it_is_of(request_for: Make, sample: SampleRepository) -> None:
    with Session(request_for()) as session:
        review = session.prepare().manifest.review_id
        assert session.known_review() == review
    sample.switch("main")
    with Session(request_for()) as session, pytest.raises(UsageError, match="nothing was prepared for 'main'"):
        session.known_review()
    with Session(request_for(review=review)) as session:
        assert session.known_review() == review
    with Session(request_for(target=TargetRequest(head="feature"))) as session:
        assert session.known_review() == review


@pytest.mark.parametrize(("fail_on", "code"), [(None, ExitCode.CLEAN), ("blocking", ExitCode.FINDINGS)])
def test_what_fails(request_for: Make, fail_on: str | None, code: ExitCode) -> None:
    with Session(request_for(fail_on=fail_on)) as session:
        _answer(session.prepare().staging, "merge.txt")
        assert session.hunt().exit_code is code


def test_a_rewritten_history_is_said_and_not_guessed(request_for: Make, sample: SampleRepository) -> None:
    """The head of the earlier run is gone from the user's repository and from ours."""
    with Session(request_for()) as session:
        earlier = session.hunt().manifest.target.head
    sample.switch("main")
    sample.git("branch", "-D", "feature")
    sample.git("reflog", "expire", "--expire=now", "--all")
    sample.git("gc", "--quiet", "--prune=now")
    sample.branch("feature")
    sample.write("other.txt", "nothing of it is left\n")
    sample.commit("Another change")
    with Session(request_for()) as session:
        done = session.hunt()
        again = session.finalize()
    assert earlier not in (done.manifest.target.head, again.manifest.target.head)
    assert {item.status for item in done.items} <= {Status.OPEN, Status.DONE}
    if done.notices:
        assert earlier[:12] in done.notices[0]


def test_no_repository_no_session(request_for: Make, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    with pytest.raises(NoRepositoryError):
        Session(request_for(cwd=tmp_path / "outside"))
