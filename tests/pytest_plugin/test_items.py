"""Golden sets as pytest runs them: what is collected, how each item ends, and that pytest's own ways work on them."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from typing import TYPE_CHECKING

import pytest

from houndsman.models.severity import Severity

if TYPE_CHECKING:
    from tests.pytest_plugin.conftest import Project

FINDINGS = "--houndsman-findings=findings.json"


def _collected(project: Project, *words: str) -> list[str]:
    lines = project.run("--collect-only", "-q", *words).outlines
    return [line for line in lines if "::" in line]


# What is collected ---------------------------------------------------------------------------------------------------


def test_a_defect_is_an_item_and_an_ignored_one_is_none(project: Project) -> None:
    names = ["float-money", "lost-write", "odd-name"]
    assert _collected(project) == [f"golden/pay.json::{name}" for name in names]


def test_a_threshold_is_an_item_where_it_is_declared(project: Project) -> None:
    project.golden({"id": "recall", "file": "a.py", "line": 1}, thresholds={"recall": 0.5, "falseAlarms": 0})
    assert [each.partition("::")[2] for each in _collected(project)] == ["recall#2", "recall", "clean"]
    project.golden(thresholds={"precision": 0.5})
    assert [each.partition("::")[2] for each in _collected(project)] == ["precision"]


def test_lines_are_collected_where_they_are_named_or_listed(project: Project) -> None:
    project.write("golden/more.jsonl", '{"id": "one", "file": "a.py", "line": 1}\n')
    listed = "houndsman_golden=golden/*.jsonl"
    assert not [each for each in _collected(project) if "more" in each]
    assert _collected(project, "golden/more.jsonl") == ["golden/more.jsonl::one"]
    assert _collected(project, "golden/more.jsonl::one") == ["golden/more.jsonl::one"]
    assert [each for each in _collected(project, "-o", listed) if "more" in each] == ["golden/more.jsonl::one"]


def test_a_listed_file_may_have_any_name(project: Project) -> None:
    project.write("pay.defects", {"version": 1, "expected": [{"id": "one", "file": "a.py", "line": 1}]})
    project.write("pyproject.toml", '[tool.pytest.ini_options]\nhoundsman_golden = ["*.defects"]\n')
    assert "pay.defects::one" in _collected(project)


STRANGERS = {
    "tsconfig.json": '{\n  // "version" and "expected" of a compiler\n  "compilerOptions": {},\n}',
    "package.json": {"name": "shop", "version": "1.0.0", "expected": []},
    "broken.json": '{"version": 1, "expected": [',
    "case.json": {"version": 2, "input": 1, "expected": {"total": 3}},
    "empty.json": "",
    "answers.jsonl": '{"prompt": "x", "expected": "y"}\n',
}


def test_no_stranger_breaks_a_run(project: Project) -> None:
    for name, value in STRANGERS.items():
        project.write(f"web/{name}", value)
    project.write("test_own.py", "def test_own(): pass\n")
    ran = project.run("web", "test_own.py", "-W", "error", "--strict-markers", "--strict-config")
    assert ran.ret == 0
    assert ran.parseoutcomes() == {"passed": 1}
    ran.stdout.fnmatch_lines(["web/broken.json: passed over: it has the words*name it to see why*"])


def test_a_stranger_that_is_named_is_still_none_of_ours(project: Project) -> None:
    project.write("case.json", STRANGERS["case.json"])
    assert project.run("case.json").ret == pytest.ExitCode.USAGE_ERROR  # pytest's own: nobody collects it


def test_a_set_that_is_named_and_broken_is_an_error_with_its_place(project: Project) -> None:
    project.write("golden/pay.json", '{"version": 1,\n "expected": [{"id": "one",}]}')
    ran = project.run("golden/pay.json")
    assert ran.ret == pytest.ExitCode.INTERRUPTED
    ran.stdout.fnmatch_lines(["*ERROR collecting golden/pay.json*", "pay.json:2:*: it is not JSON*"])
    ran = project.run("-o", "houndsman_golden=golden/*.json")
    assert ran.parseoutcomes() == {"errors": 1}


def test_a_set_with_a_wrong_value_is_an_error_wherever_it_is_met(project: Project) -> None:
    project.golden({"id": "one", "file": "a.py", "line": "3"})
    ran = project.run()
    assert ran.parseoutcomes() == {"errors": 1}
    ran.stdout.fnmatch_lines(["*`line` is '3'*"])


def test_odd_ids_run_by_their_node_ids(project: Project) -> None:
    ids = ["a::b", "x[1]", "größe", "two words", "a:b"]
    project.golden(*({"id": id_, "file": "shop/pay.py", "line": 3} for id_ in ids))
    collected = _collected(project)
    assert [each.partition("::")[2] for each in collected] == ["a:b", "x[1]", "größe", "two words", "a:b#2"]
    for node in collected:
        assert _collected(project, node) == [node]


# How items end -------------------------------------------------------------------------------------------------------


def test_what_is_found_passes_and_what_is_missing_fails(project: Project) -> None:
    ran = project.run(FINDINGS, "-v")
    assert ran.ret == pytest.ExitCode.TESTS_FAILED
    ran.stdout.fnmatch_lines(
        [
            "golden/pay.json::float-money *PASSED*",
            "golden/pay.json::lost-write *FAILED*",
            "golden/pay.json::odd-name *FAILED*",
        ]
    )


def test_a_failure_shows_code_and_near_misses_and_no_traceback(project: Project) -> None:
    ran = project.run(FINDINGS, "-k", "lost-write", "-rf")
    ran.stdout.fnmatch_lines(
        [
            "*lost-write of pay.json*",
            "not found at shop/store.py:31-32: Renamed before it is on disk.",
            "  lost-write, blocking, tolerance 0 (pay.json: expected*1*)",
            "",
            "    31 | os.replace(new, old)",
            "    32 |     return",
            "",
            "The nearest of 2 findings:",
            "  shop/store.py:33  logic:late  This comes too late.",
            "    - it is 1 line below, and the tolerance is 0",
            "*golden sets*",
            "*FAILED golden/pay.json::lost-write - Failed: not found at shop/store.py*",
        ],
        consecutive=False,
    )
    assert not [line for line in ran.outlines if ".py:" in line and ("items.py" in line or "Traceback" in line)]


def test_the_summary_has_a_line_a_set(project: Project) -> None:
    project.golden({"id": "one", "file": "shop/pay.py", "line": 3}, name="golden/also.json")
    ran = project.run(FINDINGS)
    ran.stdout.fnmatch_lines(
        [
            "golden/also.json: recall 100.0 % (1 of 1), precision 50.0 % (1 of 2)*",
            "golden/pay.json: recall 33.3 % (1 of 3), precision 50.0 % (1 of 2), 1 outside (maybe true*",
        ]
    )


@pytest.mark.parametrize(
    ("thresholds", "outcomes"),
    [
        ({"recall": 0.5, "precision": 0.5}, {"passed": 3}),
        ({"recall": 0.51, "precision": 0.5}, {"passed": 2, "failed": 1}),
        ({"recall": 0.5, "precision": 0.51}, {"passed": 2, "failed": 1}),
        ({"falseAlarms": 0.0}, {"passed": 1, "failed": 1}),
        ({"falseAlarms": 1.0}, {"passed": 2}),
    ],
)
def test_thresholds_hold_or_fail(project: Project, thresholds: dict[str, float], outcomes: dict[str, int]) -> None:
    lines: list[dict[str, object]] = [
        {"version": 1, "thresholds": thresholds},
        {"case": "7", "id": "one", "file": "shop/pay.py", "line": 3},
        {"case": "7", "id": "missing", "file": "shop/pay.py", "line": 5},
        {"case": "8", "file": "shop/store.py", "expected": []},
    ]
    project.write("golden/set.jsonl", "".join(f"{json.dumps(line)}\n" for line in lines))
    found = project.outcomes("golden/set.jsonl", FINDINGS, "-k", "not missing")
    assert found == outcomes | {"deselected": 1}


def test_a_missed_threshold_says_by_how_much(project: Project) -> None:
    project.golden({"id": "one", "file": "a.py", "line": 3}, thresholds={"recall": 0.5, "precision": 1})
    ran = project.run(FINDINGS, "-k", "recall or precision")
    ran.stdout.fnmatch_lines(
        [
            "recall is 0 %, at least 50 % is wanted",
            "  0.0 %, 0 of 1 expected defects; 95 % interval 0.0 to 79.3 %",
            "precision is 0 %, at least 100 % is wanted",
        ]
    )


def test_a_threshold_of_nothing_is_not_reached(project: Project) -> None:
    project.golden({"id": "one", "file": "a.py", "line": 3}, thresholds={"precision": 0.1})
    project.write("findings.json", [])
    ran = project.run(FINDINGS, "-k", "precision")
    assert ran.parseoutcomes()["failed"] == 1
    ran.stdout.fnmatch_lines(["precision is undefined*"])


def test_findings_in_a_clean_case_are_listed(project: Project) -> None:
    project.golden(thresholds={"falseAlarms": 0})
    ran = project.run(FINDINGS)
    assert ran.parseoutcomes() == {"failed": 1}
    ran.stdout.fnmatch_lines(["*clean of pay.json*", "  pay: shop/pay.py:3  money/float  Cents as floats."])


def test_a_defect_without_a_place_fails(project: Project) -> None:
    """It can never be found; passing over it would be a silent green."""
    project.golden({"id": "vague", "note": "Somewhere."})
    ran = project.run(FINDINGS)
    assert ran.parseoutcomes() == {"failed": 1}
    ran.stdout.fnmatch_lines(["it has no place*", "*set `ignored` to true (pay.json: expected*0*"])


def test_findings_that_cannot_be_read_are_an_error_of_each_item(project: Project) -> None:
    project.write("findings.json", "not findings")
    ran = project.run(FINDINGS)
    assert ran.parseoutcomes() == {"errors": 3}
    ran.stdout.fnmatch_lines(["*ERROR at setup of float-money*", "*no format that is known*"])


# pytest's own ways ---------------------------------------------------------------------------------------------------


def test_k_selects_by_id_category_and_file(project: Project) -> None:
    assert project.outcomes(FINDINGS, "-k", "float")["passed"] == 1
    assert project.outcomes(FINDINGS, "-k", "cash") == {"passed": 1, "deselected": 2}
    assert project.outcomes(FINDINGS, "-k", "pay.json")["failed"] == 2


def test_m_selects_by_severity(project: Project) -> None:
    assert project.outcomes(FINDINGS, "--strict-markers", "-m", "blocking") == {
        "passed": 1,
        "failed": 1,
        "deselected": 1,
    }
    project.write("test_own.py", "def test_own(): pass\n")
    assert project.outcomes(FINDINGS, "-m", "houndsman")["deselected"] == 1


def test_every_severity_and_the_set_itself_are_known_markers(project: Project) -> None:
    known = project.run("--markers").outlines
    for name in ("houndsman", *Severity):
        assert [line for line in known if line.startswith(f"@pytest.mark.{name}:")]


def test_x_stops_at_the_first_failure(project: Project) -> None:
    assert project.outcomes(FINDINGS, "-x") == {"passed": 1, "failed": 1}


def test_lf_runs_what_failed(project: Project) -> None:
    project.run(FINDINGS)
    ran = project.run(FINDINGS, "--lf", "-v")
    assert ran.parseoutcomes()["failed"] == 2
    assert not [line for line in ran.outlines if "float-money" in line and "PASSED" in line]


def test_junit_has_a_test_case_an_item(project: Project) -> None:
    project.run(FINDINGS, "--junitxml=out.xml")
    cases = {case.get("name"): case for case in ElementTree.parse(project.root / "out.xml").iter("testcase")}
    assert list(cases) == ["float-money", "lost-write", "odd-name"]
    assert {case.get("classname") for case in cases.values()} == {"golden.pay.json"}
    failure = cases["lost-write"].find("failure")
    assert failure is not None and "os.replace(new, old)" in (failure.text or "")


def test_two_workers_run_the_same_items_and_the_summary_is_told_once(project: Project) -> None:
    project.golden(thresholds={"recall": 0.1}, name="golden/clean.json")
    project.write("web/broken.json", STRANGERS["broken.json"])
    ran = project.run_apart(FINDINGS, "-n", "2", "-v")
    assert ran.parseoutcomes() == {"passed": 1, "failed": 3}
    assert len([line for line in ran.outlines if line.startswith("golden/pay.json: recall 33.3 %")]) == 1
    assert len([line for line in ran.outlines if line.startswith("web/broken.json: passed over")]) == 1
    ran.stdout.fnmatch_lines(["not found at shop/store.py:31-32: Renamed before it is on disk."])


def test_collecting_scores_nothing(project: Project) -> None:
    ran = project.run("--collect-only", "-q", "--houndsman-findings=gone.json")
    assert ran.ret == 0
    assert not [line for line in ran.outlines if "recall" in line]
