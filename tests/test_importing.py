"""Importing as a program does it: what is on disk when, and who has to wait."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from houndsman.desk import Request
from houndsman.errors import BusyError, ExitCode, IncompleteError, UsageError
from houndsman.exchange.reader import ForeignFormatError
from houndsman.git.samples import SampleRepository
from houndsman.importing import Importer, Report
from houndsman.models.triage import Status
from houndsman.session import Session
from houndsman.store.lock import held
from houndsman.store.run_files import RunFiles

NO_SCANNER = tuple(f"no:{name}" for name in ("python", "secrets", "shell", "spelling", "structure", "workflows"))


@pytest.fixture
def importer(sample: SampleRepository, tmp_path: Path) -> Callable[..., Importer]:
    """An importer in a repository whose branch, prepared and hunted, adds one file."""
    (tmp_path / "config.toml").touch()
    environ = {"HOUNDSMAN_HOME": str(tmp_path / "home"), "HOUNDSMAN_CONFIG": str(tmp_path / "config.toml")}
    sample.write("a.txt", "a\n")
    sample.commit("Before")
    sample.branch("feature")
    sample.write("b.txt", "b\n")
    sample.commit("After")
    usual = Request(cwd=sample.path, environ=environ, plugins=NO_SCANNER)
    with Session(usual) as session:
        session.hunt()
    return lambda **said: Importer(replace(usual, **said))


@pytest.fixture
def report(tmp_path: Path) -> Report:
    """A report of one finding."""
    place = tmp_path / "acme.json"
    place.write_text(json.dumps([{"file": "b.txt", "line": 1, "rule": "b", "message": "Is b."}]))
    return Report(place, "acme")


def test_a_report_is_kept_and_known_before_it_is_looked_at(
    importer: Callable[..., Importer], report: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed in the finalize, the run is finalized with it by the next command."""

    def killed(*args: object, **named: object) -> None:
        raise KeyboardInterrupt

    with importer() as first, monkeypatch.context() as patched:
        patched.setattr("houndsman.finalizing.finalize", killed)
        with pytest.raises(KeyboardInterrupt):
            first.take_in(report)
    with importer() as second:
        done = second.finalize()
    assert [(item.rule, item.watchdogs) for item in done.items] == [("b", ("acme",))]


def test_killed_between_the_two_writes_the_same_import_completes_it(
    importer: Callable[..., Importer], report: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*args: object) -> None:
        raise KeyboardInterrupt

    with importer() as first, monkeypatch.context() as patched:
        patched.setattr(RunFiles, "keep_import", killed)
        with pytest.raises(KeyboardInterrupt):
            first.take_in(report)
    with importer() as second:
        unread = second.finalize()
        assert any("acme.json" in told for told in unread.notices)
        assert unread.items == ()
        assert [item.status for item in second.take_in(report).items] == [Status.OPEN]


def test_a_review_in_use_is_left_alone(importer: Callable[..., Importer], report: Report) -> None:
    with importer() as one:
        review = one.known_review()
        with held(one.home.lock(review), "another"), pytest.raises(BusyError, match="another"):
            one.take_in(report)
        assert RunFiles(one.home, review, 1).imports() == ()


def test_a_run_that_was_begun_and_not_prepared_takes_nothing_in(
    importer: Callable[..., Importer], report: Report, sample: SampleRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*args: object) -> None:
        raise KeyboardInterrupt

    sample.write("c.txt", "c\n")
    sample.commit("More")
    with importer() as one:
        with monkeypatch.context() as patched:
            patched.setattr(RunFiles, "write_prepared", killed)
            with pytest.raises(KeyboardInterrupt):
                one.prepare()
        with pytest.raises(IncompleteError, match="houndsman prepare"):
            one.take_in(report)


@pytest.mark.parametrize("words", ["", " \n"])
def test_an_empty_report_is_nobodys_word_that_nothing_was_found(
    importer: Callable[..., Importer], report: Report, words: str
) -> None:
    with importer(allow_missing=True) as one:
        found = one.take_in(report).items
        assert found
        report.place.write_text(words)
        with pytest.raises(UsageError, match="empty") as caught:
            one.take_in(report)
        assert caught.value.where == str(report.place)
        with pytest.raises(ForeignFormatError, match="a report in sarif never is"):
            one.take_in(replace(report, format="sarif", allow_empty=True))
        with pytest.raises(UsageError, match="empty"):  # to say how it is written is not to say that it may be empty
            one.take_in(replace(report, format="gcc", complete=True))
        assert [item.status for item in one.finalize().items] == [Status.OPEN]
        done = one.take_in(replace(report, format="gcc", complete=True, allow_empty=True))
        assert (done.exit_code, [item.status for item in done.items]) == (ExitCode.CLEAN, [Status.DONE])


@pytest.mark.parametrize(
    ("name", "may_be"),
    [("a.sarif", False), ("a.XML", False), ("a.json", False), ("a.csv", False), ("a.jsonl", True), ("a.txt", True)],
)
def test_what_a_file_is_called_tells_whether_it_may_be_empty(
    importer: Callable[..., Importer], report: Report, name: str, may_be: bool
) -> None:
    place = report.place.with_name(name)
    place.touch()
    with importer(allow_missing=True) as one:
        with pytest.raises(UsageError, match="empty") as caught:
            one.take_in(replace(report, place=place))
        assert ("--allow-empty" in (caught.value.hint or "")) is may_be
        if may_be:
            assert one.take_in(replace(report, place=place, allow_empty=True)).exit_code == ExitCode.CLEAN
        else:
            with pytest.raises(UsageError, match="empty"):
                one.take_in(replace(report, place=place, allow_empty=True))


def test_one_empty_file_of_a_folder_is_named(importer: Callable[..., Importer], report: Report, tmp_path: Path) -> None:
    folder = tmp_path / "reports"
    folder.mkdir()
    report.place.rename(folder / "a.json")
    (folder / "b.sarif").touch()
    with importer(allow_missing=True) as one, pytest.raises(UsageError, match="empty") as caught:
        one.take_in(replace(report, place=folder, complete=True))
    assert caught.value.where == str(folder / "b.sarif")


def test_an_unreadable_report_is_told_from_an_empty_one(
    importer: Callable[..., Importer], report: Report, tmp_path: Path
) -> None:
    with importer(allow_missing=True) as one:
        report.place.write_text("no report at all")
        with pytest.raises(ForeignFormatError):
            one.take_in(report)
        report.place.write_text('{"findings": []}')
        done = one.take_in(report)
    assert (done.items, done.exit_code) == ((), ExitCode.CLEAN)
    assert [row.findings for row in done.outcome.coverage if row.imported] == [0]
