"""`houndsman compare`: what is compared, what is printed and written, and with which code it ends."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import CommandLine, Ran

MARKER = "<<<<<<< ours\n=======\n>>>>>>> theirs\n"
FILES = [f"part{at:02}.txt" for at in range(21)]
HUNT = ("hunt", "--allow-missing")

Findings = Callable[..., str]


@pytest.fixture
def hunted(houndsman: CommandLine) -> CommandLine:
    """A conflict marker in each of 21 files; the variant `deep` finds them all, the review without a label none."""
    houndsman.blocked = ("python", "secrets")
    repository = houndsman.repository
    repository.write("README.md", "# A\n")
    repository.commit("Before")
    repository.branch("feature")
    for name in FILES:
        repository.write(name, MARKER)
    repository.commit("After")
    assert houndsman(*HUNT, "-k", "general").code == 0
    assert houndsman(*HUNT, "-k", "debris", "--variant", "deep").code == 0
    return houndsman


@pytest.fixture
def golden(tmp_path: Path) -> str:
    """Each file a case, with its marker as the one defect."""
    place = tmp_path / "parts.jsonl"
    place.write_text("".join(json.dumps({"case": name, "file": name, "line": 1}) + "\n" for name in FILES))
    return str(place)


@pytest.fixture
def single(tmp_path: Path) -> str:
    """All markers as the defects of one case."""
    place = tmp_path / "single.json"
    place.write_text(json.dumps({"version": 1, "expected": [{"id": name, "file": name, "line": 1} for name in FILES]}))
    return str(place)


@pytest.fixture
def findings(tmp_path: Path) -> Findings:
    """Write findings of somebody else, at the markers of the first so many files, and say where."""

    def write(name: str, found: int, wrong: int = 0) -> str:
        told = [{"file": file, "line": 1, "rule": "R1", "message": "Bad."} for file in FILES[:found]]
        told += [{"file": file, "line": 90, "rule": "R1", "message": "Bad."} for file in FILES[:wrong]]
        place = tmp_path / name
        place.write_text(json.dumps(told))
        return str(place)

    return write


@pytest.fixture
def outside(houndsman: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """The command line in a folder that is in no repository."""
    (tmp_path / "outside").mkdir()
    monkeypatch.chdir(tmp_path / "outside")
    return houndsman


def last_line(ran: Ran) -> str:
    return ran.out.splitlines()[-1]


def at(ran: Ran, *keys: str) -> object:
    value = ran.json()
    for key in keys:
        assert isinstance(value, dict)
        value = value[key]
    return value


# Runs of ours -------------------------------------------------------------------------------------------------------


def test_a_variant_that_finds_more_is_better(hunted: CommandLine, golden: str) -> None:
    ran = hunted("compare", "--b", "deep", "--golden", golden)
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0].startswith("A  unlabelled: run 1 of feature-")
    assert lines[1].startswith("B  deep: run 1 of feature-")
    assert "F1, mean of 21 cases" in ran.out and "+100.0 to +100.0" in ran.out
    assert "of 21 defects only A finds 0 and only B 21" in ran.out
    assert last_line(ran) == "B is better"


def test_turned_around_the_other_one_is_better(hunted: CommandLine, golden: str) -> None:
    """An empty label is the review without one."""
    assert last_line(hunted("compare", "--a", "deep", "--b", "", "--golden", golden)) == "A is better"


def test_a_variant_against_itself_is_no_difference(hunted: CommandLine, golden: str) -> None:
    ran = hunted("compare", "--a", "deep", "--b", "deep", "--golden", golden)
    assert (ran.code, last_line(ran)) == (0, "no difference shown (no case differs)")
    assert ran.out.splitlines()[-4] == "A and B are the same findings"
    assert "known or not" not in ran.out


def test_a_single_case_is_mcnemars(hunted: CommandLine, single: str) -> None:
    ran = hunted("compare", "--b", "deep", "--golden", single, "--json")
    assert at(ran, "verdict", "method") == "mcnemar"
    assert at(ran, "verdict", "mcnemar") == {"onlyA": 0, "onlyB": 21, "defects": 21, "p": 2 / 2**21}
    assert (at(ran, "score", "difference"), at(ran, "says")) == (None, "B is better")


def test_the_report_lies_beside_run_b_and_is_what_was_printed(hunted: CommandLine, golden: str) -> None:
    ran = hunted("compare", "--b", "deep", "--golden", golden, "--json")
    (kept,) = hunted.home.glob("reviews/*/runs/*/compare-unlabelled--deep.json")
    assert json.loads(kept.read_bytes()) == ran.json()
    assert kept.parents[2].name == at(ran, "b", "reviewId")
    page = kept.with_suffix(".md").read_text(encoding="utf-8")
    assert page.endswith("\nB is better\n") and "### Found by B alone (21)" in page
    before = kept.read_bytes()
    assert hunted("compare", "--b", "deep", "--golden", golden).code == 0
    assert kept.read_bytes() == before


def test_without_known_defects_it_is_told_what_changed(hunted: CommandLine) -> None:
    ran = hunted("compare", "--b", "deep")
    assert ran.code == 0
    assert "findings of B: 21 new, 0 gone, 0 kept, 0 of these with another severity" in ran.out
    assert ran.out.count("debris/conflict-marker") == 20 and "… and 1 more in the report" in ran.out
    assert last_line(ran) == "which is better takes known defects: --golden"
    assert at(hunted("compare", "--a", "deep", "--b", "", "--json"), "changes", "new") == []


def test_the_same_findings_are_kept_across_variants(hunted: CommandLine) -> None:
    assert hunted(*HUNT, "-k", "debris", "--variant", "again").code == 0
    ran = hunted("compare", "--a", "deep", "--b", "again")
    assert "findings of B: 0 new, 0 gone, 21 kept" in ran.out


def test_coverage_and_cost_are_told_as_far_as_they_are_known(hunted: CommandLine) -> None:
    usage = {"tokensIn": 1000, "tokensOut": 50, "tokensCached": 0, "cost": 0.25}
    hunted.answer(hunted.prepare("--variant", "paid", "-k", "debris"), "general", usage=usage)
    assert hunted("hunt", "-k", "debris", "--variant", "paid").code == 0
    ran = hunted("compare", "--b", "paid", "--json")
    assert at(ran, "b", "coverage") == {"answered": 2, "watchdogs": 2, "reviewed": 42, "files": 42}
    assert at(ran, "b", "spentARun") == {**usage, "seconds": None}
    assert at(ran, "a", "coverage") == {"answered": 0, "watchdogs": 1, "reviewed": 0, "files": 21}
    assert at(ran, "a", "spentARun", "tokensIn") is None  # nobody knows what a silent agent cost


def test_repeats_are_all_runs_that_reviewed_the_same(hunted: CommandLine, golden: str) -> None:
    assert hunted(*HUNT, "-k", "debris", "--variant", "deep", "--repeat", "2").code == 0
    ran = hunted("compare", "--b", "deep", "--golden", golden, "--json")
    assert [run["run"] for run in _list(at(ran, "b", "runs"))] == [1, 2, 3]
    assert at(ran, "stability", "b", "foundIn") == [0, 0, 0, 21]
    (kept,) = hunted.home.glob("reviews/*/runs/*/compare-unlabelled--deep.json")
    assert kept.parent.name == "3"
    hunted.repository.write("README.md", "# B\n")
    hunted.repository.commit("Next")
    assert hunted(*HUNT, "-k", "debris", "--variant", "deep").code == 0
    ran = hunted("compare", "--b", "deep", "--golden", golden, "--json")
    assert [run["run"] for run in _list(at(ran, "b", "runs"))] == [4]
    assert [warning["code"] for warning in _list(at(ran, "warnings"))] == ["other-head"]


def test_a_run_that_is_not_whole_is_loud_and_exits_with_3(hunted: CommandLine, golden: str) -> None:
    assert hunted("hunt", "-k", "debris", "--variant", "partial").code == 3
    ran = hunted("compare", "--b", "partial", "--golden", golden)
    assert ran.code == 3
    assert "B is not whole: somebody's answer is missing in run 1" in ran.err
    assert last_line(ran) == "B is better"


def test_incomplete_repeats_beside_whole_ones_are_left_out_and_exit_with_3(hunted: CommandLine) -> None:
    assert hunted("hunt", "-k", "debris", "--variant", "deep", "--repeat", "2").code == 3
    ran = hunted("compare", "--b", "deep", "--json")
    assert (ran.code, [run["run"] for run in _list(at(ran, "b", "runs"))]) == (3, [1])
    assert "B: left out, because somebody's answer is missing: runs 2, 3 [incomplete-repeat]" in ran.err


def test_a_run_that_was_only_prepared_is_told(hunted: CommandLine) -> None:
    hunted.prepare("--variant", "deep", "-k", "general")
    ran = hunted("compare", "--b", "deep")
    assert (ran.code, "B: run 2 is not finalized, and not compared [later-run]" in ran.err) == (3, True)
    hunted.prepare("--variant", "new")
    ran = hunted("compare", "--b", "new")
    assert (ran.code, "no run of the variant 'new' was finalized" in ran.err) == (2, True)


def test_the_list_has_every_run_and_says_which_are_compared(hunted: CommandLine) -> None:
    assert hunted("hunt", "-k", "debris", "--variant", "deep").code == 3
    hunted.prepare("--variant", "new")
    ran = hunted("compare", "--list")
    rows = [line.split() for line in ran.out.splitlines()[2:]]
    head = hunted.repository.resolve("HEAD")[:12]
    assert rows == [
        ["unlabelled", "1", head, "complete", "0", "yes"],
        ["deep", "1", head, "complete", "21", "yes"],
        ["deep", "2", head, "incomplete", "21", "no"],
        ["new", "1", head, "not", "finalized", "0", "no"],
    ]
    told = _list(hunted("compare", "--list", "--json").json())
    assert [(row["variant"], row["run"], row["findings"], row["compared"]) for row in told] == [
        (None, 1, 0, True),
        ("deep", 1, 21, True),
        ("deep", 2, 21, False),
        ("new", 1, 0, False),
    ]


def test_the_branch_is_chosen(hunted: CommandLine, golden: str) -> None:
    hunted.repository.switch("main")
    assert hunted("compare", "--b", "deep", "--golden", golden).code == 2
    assert hunted("compare", "--b", "deep", "--golden", golden, "--branch", "feature").code == 0
    ran = hunted("compare", "--b", "deep", "--branch", "feature", "--head", "feature")
    assert (ran.code, "--branch and --head are the same" in ran.err) == (2, True)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "there is no B to compare with"),
        (("--b", "deeep"), "the variant 'deeep' of this target was never hunted\n  Did you mean 'deep'?"),
        (("--b", "###"), "There are: the review without a variant, the variant 'deep'."),
        (("--b", "deep", "--metric", "recall"), "--metric has no meaning here\n  It goes with --golden."),
        (("--b", "deep", "--no-relocate"), "--no-relocate has no meaning here"),
        (("--b", "deep", "--format", "sarif"), "It goes with --a-findings or --b-findings."),
        (("--b", "deep", "--output", "x"), "the report is written beside that"),
        (("--b", "deep", "--scores-columns", "score=f1"), "--scores-columns has no meaning without --scores"),
    ],
)
def test_a_wrong_command_line_is_told_with_a_way_out(hunted: CommandLine, words: tuple[str, ...], told: str) -> None:
    ran = hunted("compare", *words)
    assert (ran.code, told in ran.err) == (2, True), ran.err


def test_without_a_review_of_its_own_a_label_is_needed_for_a(houndsman: CommandLine) -> None:
    houndsman.repository.write("a.txt", "a\n")
    houndsman.repository.commit("Before")
    houndsman.repository.branch("feature")
    houndsman.repository.write("a.txt", "b\n")
    houndsman.repository.commit("After")
    houndsman.blocked = ("python", "secrets")
    assert houndsman(*HUNT, "--variant", "x").code == 0
    ran = houndsman("compare", "--b", "x")
    assert (ran.code, "Name one with --a; there are: the variant 'x'." in ran.err) == (2, True)


def test_a_label_that_is_no_file_name_is_kept_apart(hunted: CommandLine) -> None:
    for label in ("a/b", "a b"):
        assert hunted(*HUNT, "-k", "debris", "--variant", label).code == 0
        assert hunted("compare", "--b", label).code == 0
    names = [place.name for place in hunted.home.glob("reviews/*/runs/*/compare-*.md")]
    assert len(set(names)) == 2 and all(name.startswith("compare-unlabelled--a-b-") for name in names)


# Findings of somebody else ------------------------------------------------------------------------------------------


def test_two_reports_need_no_repository(outside: CommandLine, golden: str, findings: Findings, tmp_path: Path) -> None:
    sides = ("--a-findings", findings("one.json", 3), "--b-findings", findings("two.json", 21))
    ran = outside("compare", *sides, "--golden", golden, "--output", str(tmp_path / "reports"))
    assert (ran.code, ran.err, last_line(ran)) == (0, "", "B is better")
    assert f"A  one: findings in {tmp_path / 'one.json'}" in ran.out
    written = {place.name for place in (tmp_path / "reports").iterdir()}
    assert written == {"compare-one--two.json", "compare-one--two.md"}
    assert not outside.home.exists()


def test_findings_given_again_are_repeats(outside: CommandLine, golden: str, findings: Findings) -> None:
    sides = [word for found in (3, 4, 5) for word in ("--a-findings", findings(f"a{found}.json", found))]
    ran = outside("compare", *sides, "--b-findings", findings("b.json", 4), "--golden", golden, "--json")
    assert at(ran, "stability", "a", "foundIn") == [16, 1, 1, 3]
    assert (at(ran, "score", "a"), at(ran, "score", "b")) == (pytest.approx(4 / 21), pytest.approx(4 / 21))
    assert at(ran, "verdict", "better") is None
    rows = {row["id"]: row["a"] for row in _list(at(ran, "defects"))}
    assert rows[f"{FILES[4]}#1"] == {"found": False, "hits": 1, "runs": 3}


def test_a_report_is_compared_with_a_run_of_ours(hunted: CommandLine, golden: str, findings: Findings) -> None:
    theirs = findings("theirs.json", 2, wrong=5)
    ran = hunted("compare", "--a-findings", theirs, "--b", "deep", "--golden", golden)
    assert (ran.code, last_line(ran)) == (0, "B is better")
    assert list(hunted.home.glob("reviews/*/runs/1/compare-theirs--deep.md"))
    ran = hunted("compare", "--a", "deep", "--b", "bot", "--b-findings", theirs, "--golden", golden)
    assert (last_line(ran), ran.out.splitlines()[1][:7]) == ("A is better", "B  bot:")


@pytest.mark.parametrize(
    ("metric", "line"),
    [("recall", "no difference shown (no case differs)"), ("precision", "A is better"), ("f1", "A is better")],
)
def test_the_metric_decides(outside: CommandLine, golden: str, findings: Findings, metric: str, line: str) -> None:
    sides = ("--a-findings", findings("a.json", 21), "--b-findings", findings("b.json", 21, wrong=15))
    assert last_line(outside("compare", *sides, "--golden", golden, "--metric", metric)) == line


def test_tolerance_and_seed_are_taken(outside: CommandLine, golden: str, findings: Findings) -> None:
    sides = ("--a-findings", findings("a.json", 0, wrong=21), "--b-findings", findings("b.json", 21))
    ran = outside("compare", *sides, "--golden", golden, "--tolerance", "100", "--seed", "7", "--json")
    assert (at(ran, "verdict", "better"), at(ran, "seed")) == (None, 7)


def test_two_reports_without_known_defects_are_known_by_place(outside: CommandLine, findings: Findings) -> None:
    ran = outside("compare", "--a-findings", findings("a.json", 3), "--b-findings", findings("b.json", 4))
    assert (ran.code, "[no-fingerprint]" in ran.err) == (0, True)
    assert "findings of B: 1 new, 0 gone, 3 kept" in ran.out


def test_reports_of_one_name_are_told_apart(outside: CommandLine, tmp_path: Path) -> None:
    for name in ("x", "y"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "findings.json").write_text("[]")
    x, y = (str(tmp_path / name / "findings.json") for name in ("x", "y"))
    ran = outside("compare", "--a-findings", x, "--b-findings", y, "--json")
    assert (at(ran, "a", "name"), at(ran, "b", "name")) == (x, y)


def test_standard_input_is_not_read_twice(outside: CommandLine) -> None:
    ran = outside("compare", "--a-findings", "-", "--b-findings", "-")
    assert (ran.code, "standard input can be read once only" in ran.err) == (2, True)


def test_runs_are_not_chosen_for_reports(outside: CommandLine, findings: Findings) -> None:
    place = findings("a.json", 1)
    ran = outside("compare", "--a-findings", place, "--b-findings", place, "--branch", "feature")
    assert (ran.code, "--branch has no meaning here" in ran.err) == (2, True)


# Scores made elsewhere ----------------------------------------------------------------------------------------------


@pytest.fixture
def scores(tmp_path: Path) -> str:
    place = tmp_path / "scores.csv"
    rows = [
        f"bot,{model},{run},case{case},{value + case % 3 / 10}"
        for model, value in (("small", 0.2), ("large", 0.6))
        for case in range(25)
        for run in (1, 2)
    ]
    place.write_text("\n".join(["agent,model,run,id,f1", *rows]) + "\n")
    return str(place)


COLUMNS = ("--scores-columns", "case=id,variant=agent+model,repeat=run,score=f1")


def test_scores_are_compared_without_findings(outside: CommandLine, scores: str, tmp_path: Path) -> None:
    ran = outside("compare", "--scores", scores, *COLUMNS, "--a", "bot+small", "--b", "bot+large", "--output", "out")
    assert (ran.code, ran.err, last_line(ran)) == (0, "", "B is better")
    assert "score, mean of 25 cases" in ran.out and "+40.0" in ran.out
    assert sorted(place.name for place in (tmp_path / "outside" / "out").iterdir()) == [
        "compare-bot+small--bot+large.json",
        "compare-bot+small--bot+large.md",
    ]


def test_the_variants_of_scores_are_listed(outside: CommandLine, scores: str) -> None:
    ran = outside("compare", "--scores", scores, *COLUMNS, "--list")
    assert [line.split() for line in ran.out.splitlines()[2:]] == [["bot+large", "25", "50"], ["bot+small", "25", "50"]]
    told = _list(outside("compare", "--scores", scores, *COLUMNS, "--list", "--json").json())
    assert told[0] == {"variant": "bot+large", "cases": 25, "scores": 50}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--b", "bot+large"), "--a: --scores needs two variants"),
        (("--a", "bot+large"), "--b: --scores needs two variants"),
        (("--a", "bot+smal", "--b", "bot+large"), "Did you mean 'bot+small'"),
        (("--a", "bot+small", "--b", "bot+large", "--branch", "x"), "--branch has no meaning here"),
        (("--a", "bot+small", "--b", "bot+large", "--metric", "f1"), "--metric has no meaning here"),
    ],
)
def test_wrong_words_about_scores_are_told(
    outside: CommandLine, scores: str, words: tuple[str, ...], told: str
) -> None:
    ran = outside("compare", "--scores", scores, *COLUMNS, *words)
    assert (ran.code, told in ran.err) == (2, True), ran.err


def test_a_column_that_is_not_there_is_told_with_the_nearest(outside: CommandLine, scores: str) -> None:
    ran = outside("compare", "--scores", scores, "--scores-columns", "case=id,variant=modl,score=f1", "--list")
    assert (ran.code, "there is no column 'modl'\n  Did you mean 'model'" in ran.err) == (2, True)


def _list(value: object) -> list[dict[str, object]]:
    assert isinstance(value, list)
    return value
