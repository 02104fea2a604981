"""`houndsman agreement`: three real programs answer the same brief, and what they agree on can be scored."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from houndsman.compare.agreement_report import AgreementReport
from houndsman.git.samples import SampleRepository
from houndsman.testing.command_line import Ran, environment_of
from tests.conftest import CommandLine

#: Says a finding at each of the lines that it is started with: `30:shared` under that rule, `10` under one of its own.
PROGRAM = """
import json, sys
sys.stdin.read()
name, *told = sys.argv[1:]
places = [(int(line), rule or name) for line, _, rule in (each.partition(":") for each in told)]
findings = [
    {"file": "shop.py", "line": line, "rule": "logic:" + rule, "message": f"Line {line} is wrong, says {name}.",
     "quote": f"price{line} = {'2' if line % 20 == 10 else '1'}", "impactClass": "correctness"}
    for line, rule in places
]
print(json.dumps({"watchdog": "general", "findings": findings, "reviewedFiles": ["merge.txt", "shop.py"]}))
"""

#: What each of them says; 10, 30, 50 and 70 are defects, and so is the marker that `debris` finds.
AGENTS = {"one": ["10", "30:shared", "50"], "two": ["11", "30:shared", "90"], "three": ["10", "50", "70", "90"]}


def prices(changed: int) -> str:
    return "".join(f"price{line} = {changed if line % 20 == 10 else 1}\n" for line in range(1, 100))


@contextmanager
def hunted_in(folder: Path) -> Iterator[CommandLine]:
    """Five lines of a file change, twenty lines apart, and a conflict marker comes in; each agent is sent out."""
    repository = SampleRepository.create(folder / "sample")
    repository.write("shop.py", prices(1))
    repository.commit("Before")
    repository.branch("feature")
    repository.write("shop.py", prices(2))
    repository.write("merge.txt", "<<<<<<< ours\n=======\n>>>>>>> theirs\n")
    repository.commit("After")
    houndsman = CommandLine(repository, folder / "home", repository.path)
    houndsman.blocked = ("python", "secrets")
    with pytest.MonkeyPatch.context() as patched:
        for name, value in environment_of(folder).items():
            if value is None:
                patched.delenv(name, raising=False)
            else:
                patched.setenv(name, value)
        script = folder / "agent.py"
        script.write_text(PROGRAM, encoding="utf-8")
        argvs = {name: [sys.executable, "-I", "-S", str(script), name, *told] for name, told in AGENTS.items()}
        tables = [f"[agents.{name}]\ncommand = {json.dumps(argv)}\n" for name, argv in argvs.items()]
        (folder / "user.toml").write_text("".join(tables), encoding="utf-8")
        for name in AGENTS:
            ran = houndsman("hunt", "--agent", name, "--variant", name)
            assert ran.code == 0, ran.err
        yield houndsman


@pytest.fixture(scope="module")
def hunted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CommandLine]:
    """For tests that only look."""
    with hunted_in(tmp_path_factory.mktemp("hunted")) as houndsman:
        yield houndsman


@pytest.fixture
def moving(tmp_path: Path) -> Iterator[CommandLine]:
    """For a test that goes on reviewing."""
    with hunted_in(tmp_path) as houndsman:
        yield houndsman


@pytest.fixture
def golden(tmp_path: Path) -> str:
    """The five defects."""
    places = [("shop.py", line) for line in (10, 30, 50, 70)] + [("merge.txt", 1)]
    expected = [{"id": f"{file}-{line}", "file": file, "line": line} for file, line in places]
    place = tmp_path / "set.json"
    place.write_text(json.dumps({"version": 1, "expected": expected}))
    return str(place)


def report(ran: Ran) -> AgreementReport:
    return AgreementReport.model_validate(ran.json())


def lists(houndsman: CommandLine, variants: str = "one,two,three") -> Path:
    """The folder of the lists, which are written."""
    (line,) = [line for line in houndsman("agreement", "--variants", variants).out.splitlines() if "report " in line]
    return Path(line.removeprefix("report ")).parent


def test_the_numbers_of_three_agents_are_those_worked_out_by_hand(hunted: CommandLine) -> None:
    """Six places: five changes in shop.py, and merge.txt. Answers of one, three, two: at 10 all yes; at 30, 50 and 90
    two yes; at 70 one; in merge.txt none, as code's finding counts for nobody. Of 18 answers 10 are yes: 324 - 100 - 64
    = 160 ordered pairs apart by chance. Four places are mixed: 4 x 4 / 2 = 8. Alpha is 1 - 8 x 17 / 160 = 0.15."""
    ran = hunted("agreement", "--variants", "one,two,three", "--json")
    told = report(ran)
    assert (ran.code, ran.err, told.why_no_alpha) == (0, "", "")
    assert told.alpha == pytest.approx(0.15)
    assert (told.units.total, told.units.read, told.units.found, told.units.elsewhere) == (6, 6, 5, 0)
    assert [(row.name, row.findings, row.alone, row.agents) for row in told.reviewers] == [
        ("one", 3, 0, ("one",)),
        ("three", 4, 1, ("three",)),
        ("two", 3, 0, ("two",)),
    ]
    pairs = {(row.a, row.b): (row.both, row.only_a, row.only_b, row.jaccard) for row in told.pairs}
    assert pairs == {
        ("one", "three"): (2, 1, 2, 2 / 5),
        ("one", "two"): (2, 1, 1, 2 / 4),
        ("three", "two"): (2, 2, 1, 2 / 5),
    }


@pytest.mark.parametrize(("name", "found", "reported"), [("union", 5, 10), ("majority", 4, 5), ("intersection", 2, 2)])
def test_each_list_can_be_scored(hunted: CommandLine, golden: str, name: str, found: int, reported: int) -> None:
    """Any: 10 three times, 30 once (all of it is equal), 50 and 90 twice, 70 and the marker once, of which 11 and both
    90s are wrong and the others prove each defect once. Most: 10, 30, 50, 90 and the marker. All: 10 and the marker."""
    scored = hunted("golden", golden, "--findings", str(lists(hunted) / f"{name}.json"), "--json").json()
    assert isinstance(scored, dict)
    assert (scored["recall"]["found"], scored["recall"]["expected"]) == (found, 5)
    strict = scored["precision"]["strict"]
    assert (strict["matched"], strict["reported"]) == (found, reported)
    assert scored["recall"]["value"] == found / 5


def test_a_list_can_be_compared_with_a_variant(hunted: CommandLine, golden: str) -> None:
    union = str(lists(hunted) / "union.json")
    ran = hunted("compare", "--a-findings", union, "--b", "one", "--golden", golden, "--json")
    told = ran.json()
    assert isinstance(told, dict)
    assert (ran.code, told["a"]["recall"], told["b"]["recall"]) == (0, 5 / 5, 4 / 5)


def test_the_last_line_is_how_far_all_agree(hunted: CommandLine) -> None:
    ran = hunted("agreement", "--variants", "one,two,three")
    assert ran.code == 0
    assert ran.out.splitlines()[-1] == (
        "agreement beyond chance: Krippendorff's alpha 0.15 (5 of 6 places of the change have a finding)"
    )
    assert "findings in the lists: union 10, majority 5, intersection 2\n" in ran.out
    assert f"report {lists(hunted) / 'agreement.md'}\n" in ran.out
    assert max(map(len, ran.out.replace(str(hunted.home), "").splitlines())) <= 100


def test_the_report_lies_beside_the_run_of_the_first_and_is_the_same_again(hunted: CommandLine) -> None:
    folder = lists(hunted, "two,one")
    names = [*(f"{name}.json" for name in ("agreement", "union", "majority", "intersection")), "agreement.md"]
    written = [(folder / name).read_bytes() for name in names]
    told = json.loads(written[0])
    (two,) = [row for row in told["reviewers"] if row["name"] == "two"]
    assert folder == hunted.home / "reviews" / two["reviewId"] / "runs" / "1"
    assert lists(hunted, "two,one") == folder
    assert [(folder / name).read_bytes() for name in names] == written


def test_the_tolerance_says_what_is_near(hunted: CommandLine) -> None:
    told = report(hunted("agreement", "--variants", "one,two", "--tolerance", "0", "--json"))
    assert [(row.both, row.only_a, row.only_b) for row in told.pairs] == [(1, 2, 2)]


def test_a_run_to_which_an_answer_is_missing_is_warned_of(moving: CommandLine) -> None:
    assert moving("hunt", "--variant", "nobody").code == 3
    ran = moving("agreement", "--variants", "one,nobody", "--json")
    assert (ran.code, "run 1 of nobody is incomplete" in ran.err) == (3, True)
    told = report(ran)
    assert (told.alpha, told.why_no_alpha) == (None, "no part of the change was read by two of them")
    assert [row.units for row in told.reviewers] == [0, 6]


def test_another_commit_and_a_run_that_nobody_finalized_are_warned_of(moving: CommandLine) -> None:
    moving.repository.write("shop.py", prices(2) + "\n")
    moving.repository.commit("Next")
    assert moving("hunt", "--agent", "two", "--variant", "two").code == 0
    moving.prepare("--variant", "one")
    ran = moving("agreement", "--variants", "one,two", "--json")
    assert (ran.code, "run 2 of one is not finalized: this is run 1" in ran.err) == (3, True)
    assert ("not all runs reviewed the same commit" in ran.err, report(ran).head) == (True, None)


@pytest.mark.parametrize(
    ("variants", "told"),
    [
        ("one", "agreement takes several variants"),
        ("one,one", "agreement takes several variants"),
        ("one,tow", "Did you mean 'two'?"),
        ("one,", "Name one with --variants; there are: the variant 'one'"),
    ],
)
def test_variants_that_cannot_be_set_beside_each_other(hunted: CommandLine, variants: str, told: str) -> None:
    ran = hunted("agreement", "--variants", variants)
    assert (ran.code, told in ran.err) == (2, True)


def test_the_page_says_who_reports_what(hunted: CommandLine) -> None:
    page = (lists(hunted) / "agreement.md").read_text(encoding="utf-8")
    (row,) = [line for line in page.splitlines() if "shop.py:70" in line]
    assert [cell.strip() for cell in row.strip("|").split("|")][4:] == ["", "x", ""]
    assert "merge.txt" not in page
