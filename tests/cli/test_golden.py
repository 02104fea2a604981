"""`houndsman golden`: what is scored, what is printed and written, and with which code it ends."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import CommandLine, Ran

MARKER = {"id": "marker", "file": "merge.txt", "line": 1, "severity": "blocking"}
CALL = {"id": "call", "file": "src/call.py", "line": 1, "severity": "blocking"}
WORD = {"id": "word", "file": "README.md", "line": 3}
ABSENT = {"id": "absent", "file": "src/call.py", "line": 40}

Write = Callable[..., Path]


@pytest.fixture
def golden(tmp_path: Path) -> Write:
    """Write a golden set outside the repository, and say where it is."""

    def write(*anchors: dict[str, object], name: str = "set.json", **root: object) -> Path:
        place = tmp_path / name
        place.write_text(json.dumps({"version": 1, "expected": anchors} | root), encoding="utf-8")
        return place

    return write


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """Findings of somebody else: one at the marker, one again, one elsewhere."""
    place = tmp_path / "theirs.json"
    theirs = [("merge.txt", 1), ("merge.txt", 2), ("other.txt", 9)]
    place.write_text(json.dumps([{"file": file, "line": line, "message": "Bad."} for file, line in theirs]))
    return place


@pytest.fixture
def outside(houndsman: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """The command line in a folder that is in no repository."""
    (tmp_path / "outside").mkdir()
    monkeypatch.chdir(tmp_path / "outside")
    return houndsman


def _object(ran: Ran) -> dict[str, object]:
    value = ran.json()
    assert isinstance(value, dict)
    return value


def _at(value: object, *keys: str) -> object:
    for key in keys:
        assert isinstance(value, dict)
        value = value[key]
    return value


def _codes(report: object) -> list[str]:
    warnings = _at(report, "warnings")
    assert isinstance(warnings, list)
    return [str(_at(each, "code")) for each in warnings]


def _reports(command_line: CommandLine) -> dict[str, bytes]:
    places = sorted(command_line.home.glob("reviews/*/runs/*/golden-*"))
    return {place.relative_to(command_line.home).as_posix(): place.read_bytes() for place in places}


def _complete_next_run(command_line: CommandLine) -> None:
    """Hunt the current head, with nothing found by `general`."""
    command_line.answer(command_line.prepare(), "general")
    assert command_line("hunt").code == 0


# Which command -------------------------------------------------------------------------------------------------------


def test_a_set_without_a_command_is_scored(hunted: CommandLine, golden: Write) -> None:
    place = str(golden(MARKER, ABSENT))
    whole, short = hunted("golden", "score", place), hunted("golden", place)
    assert (short.code, whole.code) == (0, 0)
    assert short.out == whole.out
    assert hunted("golden", "--json", place).json() == hunted("golden", "score", "--json", place).json()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["scor"], "No such command 'scor'. Did you mean 'score'?"),
        (["chek", "set.json"], "No such command 'chek'. Did you mean 'check'?"),
        (["wholly"], "No such command 'wholly'."),
        (["nowhere.json"], "'nowhere.json' does not exist"),
        (["sets/nowhere"], "'sets/nowhere' does not exist"),
        (["score", "nowhere"], "'nowhere' does not exist"),
        (["--jsn", "set.json"], "No such option"),
    ],
)
def test_a_wrong_word_is_told_from_a_wrong_path(outside: CommandLine, words: list[str], told: str) -> None:
    ran = outside("golden", *words)
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err


def test_a_folder_needs_no_sign_of_a_path(outside: CommandLine, foreign: Path) -> None:
    Path("cases").mkdir()
    Path("cases", "one.json").write_text(json.dumps({"version": 1, "expected": [MARKER]}))
    ran = outside("golden", "cases", "--findings", str(foreign))
    assert ran.code == 0
    assert "1 of 1 expected defects" in ran.out


@pytest.mark.parametrize("words", [["golden", "--help"], ["golden", "score", "-h"], ["golden", "check", "--help"]])
def test_help_imports_nothing_that_only_a_score_needs(words: list[str]) -> None:
    program = (
        "import sys; from houndsman.cli.main import run; code = run(sys.argv[1:]); print(*sys.modules); exit(code)"
    )
    done = subprocess.run([sys.executable, "-P", "-c", program, *words], capture_output=True, text=True, check=True)
    assert "Usage: houndsman golden" in done.stdout
    assert not {"pydantic", "sqlalchemy", "git", "tabulate", "houndsman.desk"} & set(done.stdout.split())


# Runs of ours --------------------------------------------------------------------------------------------------------


def test_what_a_run_reported_is_scored_and_the_report_lies_beside_it(hunted: CommandLine, golden: Write) -> None:
    ran = hunted("golden", str(golden(MARKER, CALL, ABSENT)))
    assert ran.code == 0
    for told in ("66.7 %", "2 of 3 expected defects", "2 of 3 reported findings", "1 missing, 1 outside, 0 duplicates"):
        assert told in ran.out
    (review,) = [place.name for place in (hunted.home / "reviews").iterdir()]
    written = _reports(hunted)
    assert list(written) == [f"reviews/{review}/runs/1/golden-set.{suffix}" for suffix in ("json", "md")]
    assert f"report {hunted.home / f'reviews/{review}/runs/1/golden-set.md'}" in ran.out
    assert "\x1b" not in ran.out + ran.err


def test_json_is_the_report_that_is_written(hunted: CommandLine, golden: Write) -> None:
    report = _object(hunted("golden", "--json", str(golden(MARKER, CALL, WORD))))
    assert report == json.loads(_reports(hunted)[next(iter(_reports(hunted)))])
    run = _at(report, "run")
    head = hunted.repository.resolve("HEAD")
    expected = {"run": 1, "target": "feature", "variant": None, "head": head, "complete": True}
    assert isinstance(run, dict) and run.items() >= expected.items()
    matches = _at(report, "matches")
    assert isinstance(matches, list)
    ids = {str(item.file): item.id for item in hunted.findings()}
    assert {_at(each, "finding", "file"): _at(each, "finding", "id") for each in matches} == ids
    found = {
        _at(each, "expected"): (_at(each, "finding", "rule"), _at(each, "finding", "severity")) for each in matches
    }
    assert found == {
        "marker": ("debris/conflict-marker", "blocking"),
        "call": ("debris/debugger-call", "attention"),
        "word": ("emergent/wording", "nit"),
    }
    assert _at(report, "severityAgreement", "agreed") == 1
    assert _at(report, "by", "size", "up to 50", "recall", "found") == 3


def test_the_same_run_gives_the_same_bytes(hunted: CommandLine, golden: Write) -> None:
    place = str(golden(MARKER, CALL, ABSENT))
    first, written = hunted("golden", "--json", place), _reports(hunted)
    assert hunted("golden", "--json", place) == first
    assert _reports(hunted) == written


def test_every_variant_has_its_score(hunted: CommandLine, golden: Write) -> None:
    hunted.answer(hunted.prepare("--variant", "other"), "general")
    hunted("hunt", "--variant", "other")
    place = str(golden(MARKER, WORD))
    both = hunted("golden", "--json", place).json()
    assert isinstance(both, list)
    assert [_at(each, "run", "variant") for each in both] == [None, "other"]
    assert [_at(each, "recall", "found") for each in both] == [2, 1]
    assert len(_reports(hunted)) == 4
    printed = hunted("golden", place).out
    assert printed.index(str(_at(both[0], "run", "reviewId"))) < printed.index("(other)")
    one = _object(hunted("golden", "--json", place, "--variant", "other"))
    assert one == both[1]
    review = str(_at(both[0], "run", "reviewId"))
    assert _object(hunted("golden", "--json", place, "--review", review)) == both[0]


def test_a_variant_without_a_finalized_run_is_not_passed_over_in_silence(hunted: CommandLine, golden: Write) -> None:
    hunted.prepare("--variant", "other")
    place = str(golden(MARKER))
    ran = hunted("golden", place, "--json")
    assert ran.code == 3
    assert _at(ran.json(), "run", "variant") is None
    assert "unscored" in ran.err and "(variant 'other')" in ran.err
    assert hunted("golden", place, "--run", "1").code == 0


@pytest.mark.parametrize("option", ["--branch", "--head"])
def test_another_branch_can_be_named(hunted: CommandLine, golden: Write, option: str) -> None:
    hunted.repository.switch("main")
    place = str(golden(MARKER))
    assert hunted("golden", place).code == 2
    assert hunted("golden", place, option, "feature").code == 0


def test_a_head_that_is_no_branch_is_known_by_its_commit(hunted: CommandLine, golden: Write) -> None:
    hunted.repository.git("checkout", "--quiet", "--detach", "HEAD")
    hunted.answer(hunted.prepare(), "general")
    hunted("hunt")
    report = _object(hunted("golden", "--json", str(golden(MARKER, WORD))))
    assert _at(report, "recall", "found") == 1
    assert _at(report, "run", "target") != "feature"


def test_a_run_is_scored_as_it_was(hunted: CommandLine, golden: Write) -> None:
    """What was dismissed since counts, what was only carried over or is done does not, and lines are the run's own."""
    (call,) = hunted.findings("--file", "call.py")
    hunted("findings", "decide", call.id, "ignore")
    hunted.repository.write("src/call.py", "\n\nbreakpoint()\n")
    hunted.repository.remove("merge.txt")
    hunted.repository.commit("Next")
    _complete_next_run(hunted)
    place = str(golden(MARKER, CALL, WORD))
    first = _object(hunted("golden", "--json", place, "--run", "1"))
    assert (_at(first, "recall", "found"), _at(first, "precision", "strict", "reported")) == (3, 3)
    latest = _object(hunted("golden", "--json", place))
    assert _at(latest, "run", "run") == 2
    outside = _at(latest, "outside")
    assert isinstance(outside, list)
    assert [(_at(each, "file"), _at(each, "line")) for each in outside] == [("src/call.py", 3)]
    assert _at(latest, "recall", "found") == 0
    assert _object(hunted("golden", "--json", str(golden(CALL | {"line": 3}))))["missing"] == []


def test_a_run_of_another_commit_is_scored_with_a_warning(hunted: CommandLine, golden: Write) -> None:
    base = hunted.repository.resolve("main")
    place = str(golden(MARKER, commit=base))
    for words in (("--no-relocate",), ()):
        ran = hunted("golden", place, *words)
        code = "other-commit" if words else "not-carried"  # what it counts there is not there
        assert (ran.code, f"[{code}]" in ran.err) == (0, True)
        assert code in _codes(_object(hunted("golden", "--json", place, *words)))
    gone = hunted("golden", str(golden(MARKER, commit="abc1234")))
    assert (gone.code, "[other-commit]" in gone.err) == (0, True)
    head = hunted.repository.resolve("HEAD")
    assert not hunted("golden", str(golden(MARKER, commit=head[:8]))).err


def test_a_run_that_is_not_whole_says_so_and_is_3(hunted: CommandLine, golden: Write) -> None:
    place = str(golden(MARKER))
    hunted.repository.write("src/more.py", "x = 1\n")
    hunted.repository.commit("More")
    hunted.prepare()
    later = hunted("golden", place, "--json")
    assert (later.code, _codes(later.json())) == (3, ["later-run"])
    assert "run 2 is not finalized" in later.err
    assert hunted("golden", place, "--run", "1").code == 0
    hunted("hunt")
    incomplete = hunted("golden", place, "--json", "--min-recall", "1", "--min-precision", "1")
    assert (incomplete.code, _codes(incomplete.json())) == (3, ["incomplete-run"])
    assert "run 2 is incomplete" in incomplete.err


def test_without_a_finalized_run_there_is_nothing_to_score(hunted: CommandLine, golden: Write) -> None:
    place = str(golden(MARKER))
    missing = hunted("golden", place, "--run", "7")
    assert (missing.code, "no run 7 of feature-" in missing.err) == (2, True)
    hunted.repository.branch("unseen")
    hunted.repository.write("new.py", "x = 1\n")
    hunted.repository.commit("New")
    ran = hunted("golden", place)
    assert (ran.code, "nothing was prepared" in ran.err) == (2, True)
    hunted.prepare()
    ran = hunted("golden", place)
    assert (ran.code, "no run of unseen-" in ran.err) == (2, True)


@pytest.mark.parametrize(
    ("options", "thresholds", "code", "told"),
    [
        ([], {}, 0, ""),
        (["--min-recall", "0.5"], {}, 0, ""),
        (["--min-recall", "0.51"], {}, 1, "recall of {} is 50 %, at least 51 % is wanted"),
        (["--min-precision", "0.4"], {}, 1, "precision of {} is 33.33 %, at least 40 % is wanted"),
        ([], {"recall": 0.9}, 1, "recall of {} is 50 %, at least 90 % is wanted"),
        (["--min-recall", "0.5"], {"recall": 0.9}, 0, ""),
        (["--min-recall", "0.5"], {"recall": 0.9, "precision": 0.9}, 1, "precision of {} is"),
    ],
)
def test_a_threshold_that_is_missed_is_1(
    hunted: CommandLine, golden: Write, options: list[str], thresholds: dict[str, float], code: int, told: str
) -> None:
    ran = hunted("golden", str(golden(MARKER, ABSENT, thresholds=thresholds)), *options)
    assert ran.code == code
    assert told.format(ran.out.partition(", against")[0]) in ran.err


# Findings of somebody else -------------------------------------------------------------------------------------------


def test_somebody_elses_findings_need_no_repository(outside: CommandLine, golden: Write, foreign: Path) -> None:
    place = str(golden(MARKER, CALL, name="theirs.json.json"))
    ran = outside("golden", place, "--findings", str(foreign), "--tolerance", "1")
    assert ran.code == 0
    for told in ("1 of 2 expected defects", "1 of 3 reported findings", "1 missing, 1 outside, 1 duplicate"):
        assert told in ran.out
    assert "report" not in ran.out.splitlines()[-1]
    strict = _object(outside("golden", place, "--findings", str(foreign), "--json"))
    assert (_at(strict, "run"), _at(strict, "precision", "any", "matched")) == (None, 1)
    assert not outside.home.exists()


def test_without_findings_a_repository_is_needed(outside: CommandLine, golden: Write) -> None:
    ran = outside("golden", str(golden(MARKER)))
    assert (ran.code, "not a git repository" in ran.err) == (2, True)


def test_absolute_paths_are_placed_by_what_the_set_knows_or_by_a_root(
    outside: CommandLine, golden: Write, tmp_path: Path
) -> None:
    theirs = tmp_path / "absolute.json"
    theirs.write_text(json.dumps([{"file": "/build/7/merge.txt", "line": 1, "message": "Bad."}]))
    place = str(golden(MARKER))
    for root in ([], ["--root", "/build/7"]):
        assert "1 of 1 expected" in outside("golden", place, "--findings", str(theirs), *root).out


def test_findings_are_named_as_they_were_given(
    outside: CommandLine, golden: Write, foreign: Path, tmp_path: Path
) -> None:
    place = golden(MARKER, CALL, thresholds={"falseAlarms": 0})
    ran = outside("golden", str(place), "--findings", str(foreign), "--min-recall", "0.9")
    assert ran.out.startswith(f"{foreign}, against {place}")
    assert f"below its threshold: recall of {foreign} is 50 %, at least 90 % is wanted" in ran.err
    assert "not within its threshold: the share of clean cases" in ran.err
    assert "Add a case with no defects" in ran.err
    assert ran.code == 1


def test_the_report_goes_where_it_is_wanted(outside: CommandLine, golden: Write, foreign: Path) -> None:
    words = ("golden", str(golden(MARKER)), "--findings", str(foreign), "--output", "reports/today")
    assert outside(*words).out.endswith(f"report {Path('reports/today/golden-set--theirs.md')}\n")
    folder = Path("reports/today")
    written = {place.name: place.read_bytes() for place in folder.iterdir()}
    assert sorted(written) == ["golden-set--theirs.json", "golden-set--theirs.md"]
    assert outside(*words, "--json").json() == json.loads(written["golden-set--theirs.json"])
    assert {place.name: place.read_bytes() for place in folder.iterdir()} == written
    Path("file").touch()
    ran = outside(*words[:-1], "file")
    assert (ran.code, "cannot be written" in ran.err) == (2, True)


def test_the_seed_is_said_where_cases_are_drawn(outside: CommandLine, golden: Write, foreign: Path) -> None:
    place = golden(MARKER | {"case": "one"}, CALL | {"case": "two"}, WORD | {"case": "three"})
    usual = _object(outside("golden", str(place), "--findings", str(foreign), "--json"))
    ran = outside("golden", str(place), "--findings", str(foreign), "--seed", "7")
    assert "seed 7" in ran.out
    assert _at(_object(outside("golden", str(place), "--findings", str(foreign), "--seed", "7", "--json")), "seed") == 7
    assert _at(usual, "seed") != 7


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--run", "1", "--findings", "PLACE"], "--run has no meaning with --findings"),
        (["--branch", "x", "--findings", "PLACE"], "--branch has no meaning with --findings"),
        (["--variant", "x", "--findings", "PLACE"], "--variant has no meaning with --findings"),
        (["--staged", "--findings", "PLACE"], "--staged has no meaning with --findings"),
        (["--format", "sarif"], "--format has no meaning without --findings"),
        (["--min-rank", "0"], "--min-rank has no meaning without --findings"),
        (["--output", "x"], "--output has no meaning without --findings"),
        (["--branch", "x", "--head", "x"], "--branch and --head are the same"),
        (["--min-recall", "40"], "is not in the range"),
        (["--run", "0"], "is not in the range"),
        (["--tolerance", "-1"], "is not in the range"),
        (["--findings", "nowhere"], "nowhere: cannot be read"),
        (["--findings", "PLACE", "--min-level", "loud"], "'loud' is no level"),
        (["--findings", "PLACE", "--format", "yaml"], "no format is called 'yaml'"),
        (["--findings", "PLACE", "--format", "sarif"], "theirs.json"),
    ],
)
def test_what_does_not_go_together_is_said(
    outside: CommandLine, golden: Write, foreign: Path, words: list[str], told: str
) -> None:
    ran = outside("golden", str(golden(MARKER)), *(str(foreign) if word == "PLACE" else word for word in words))
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err


def test_a_format_may_be_named_or_left_to_be_recognised(outside: CommandLine, golden: Write, foreign: Path) -> None:
    words = ("golden", str(golden(MARKER)), "--findings", str(foreign), "--json")
    assert outside(*words, "--format", "auto").json() == outside(*words).json()


def test_nothing_that_a_set_says_steers_the_terminal(outside: CommandLine, golden: Write, foreign: Path) -> None:
    place = golden(MARKER | {"id": "\x1b[31mred"}, ABSENT | {"match": "/(/"}, name="\x1b[31mset.json")
    for words in (["check", str(place)], [str(golden(MARKER, name="\x1b[2Jset.json")), "--findings", str(foreign)]):
        ran = outside("golden", *words)
        assert "\x1b" not in ran.out + ran.err
        assert "x1b" in ran.out


# check ---------------------------------------------------------------------------------------------------------------


def test_a_set_is_checked_in_the_commit_that_it_names(hunted: CommandLine, golden: Write) -> None:
    head = hunted.repository.resolve("HEAD")
    right = hunted("golden", "check", str(golden(MARKER, CALL, commit=head)))
    assert (right.code, right.err) == (0, "")
    assert right.out.endswith("(2 defects in 1 case): 0 errors, 0 warnings\n")
    wrong = hunted("golden", "check", str(golden(MARKER, ABSENT, {"file": "no.py", "line": 1}, commit=head)))
    assert wrong.code == 2
    errors = [line for line in wrong.out.splitlines() if line.startswith("error ")]
    assert any("expected[1]" in line for line in errors) and any("no.py" in line for line in errors)
    assert not list(hunted.home.glob("reviews/*/runs/*/golden-*"))


def test_outside_a_repository_it_says_what_was_not_checked(outside: CommandLine, golden: Write) -> None:
    ran = outside("golden", "check", str(golden(MARKER, commit="abc1234")))
    assert ran.code == 0
    assert "not checked" in ran.out
    assert outside("golden", "check", str(golden(MARKER, MARKER))).code == 2


def test_complaints_for_machines(outside: CommandLine, golden: Write) -> None:
    told = outside("golden", "check", "--json", str(golden(MARKER, CALL | {"id": "marker"}))).json()
    assert isinstance(told, list)
    assert (_at(told[0], "code"), _at(told[0], "weight")) == ("duplicate-id", "error")
    assert "expected[1]" in str(_at(told[0], "place"))


def test_a_set_that_cannot_be_read_is_2_with_its_place(outside: CommandLine, golden: Write, foreign: Path) -> None:
    place = str(golden({"file": "a.py", "line": 0}))
    ran = outside("golden", place, "--findings", str(foreign))
    assert (ran.code, ran.out) == (2, "")
    assert "expected[0].line" in ran.err
    checked = outside("golden", "check", place)
    assert (checked.code, checked.err) == (2, "")
    assert checked.out.startswith("error set.json: expected[0].line: ")


def test_check_names_every_entry_that_means_nothing(outside: CommandLine, golden: Write) -> None:
    place = golden({**MARKER, "line": "x"}, CALL, {**WORD, "tolerance": -1})
    ran = outside("golden", "check", str(place))
    assert ran.code == 2
    assert ran.out.count("[broken]") == 2
    assert ran.out.endswith("2 errors; all else is looked at once they are put right\n")
    listed = outside("golden", "check", str(place), "--json").json()
    assert isinstance(listed, list)
    assert [each["place"] for each in listed] == ["set.json: expected[0].line", "set.json: expected[2].tolerance"]
    assert "houndsman golden check" in outside("golden", str(place), "--findings", str(place)).err
