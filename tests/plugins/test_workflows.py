"""What `workflows` finds, and on which lines. What each rule finds is shown by the fixtures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from houndsman import RawFinding
from houndsman_plugins import workflows

if TYPE_CHECKING:
    from tests.plugins.conftest import Bench, Written

PATH = ".github/workflows/pay.yml"
INJECTED = 'run: echo "${{ github.event.issue.title }}"'
HEAD = "on: issues\npermissions: {}\njobs:\n  pay:\n    runs-on: x\n    steps:\n"
ACTION = f"name: pay\ndescription: Pay\nruns:\n  using: composite\n  steps:\n    - shell: bash\n      {INJECTED}\n"


def _check(bench: Bench, files: dict[str | bytes, str | Written]) -> list[RawFinding]:
    return bench.check(workflows.houndsman_check, workflows.WATCHDOG, files)


def _found(bench: Bench, files: dict[str | bytes, str | Written]) -> list[tuple[str, int | None, str]]:
    return [(str(f.file), f.line, str(f.rule)) for f in _check(bench, files)]


def test_only_changed_lines_are_reported(bench: Bench) -> None:
    text = f"{HEAD}      - {INJECTED}\n      - {INJECTED}\n      - {INJECTED}\n"
    assert _found(bench, {PATH: bench.file(text, changed=[8])}) == [(PATH, 8, "template-injection")]


def test_a_line_inside_a_script_is_the_one_reported(bench: Bench) -> None:
    text = f'{HEAD}      - run: |\n          make\n          echo "${{{{ github.event.issue.title }}}}"\n'
    assert _found(bench, {PATH: text}) == [(PATH, 9, "template-injection")]


@pytest.mark.parametrize("mark", ["# zizmor: ignore[template-injection]", "# zizmor: ignore[template-injection] fine"])
def test_ignore_comments_do_not_work_and_are_reported_themselves(bench: Bench, mark: str) -> None:
    found = _found(bench, {PATH: f"{HEAD}      - {INJECTED} {mark}\n"})
    assert found == [(PATH, 7, "template-injection"), (PATH, 7, "workflows/new-suppression")]


def test_an_expression_that_no_stranger_controls_weighs_less(bench: Bench) -> None:
    text = f"{HEAD}      - run: make ${{{{ env.TARGET }}}}\n        env: {{TARGET: '${{{{ vars.X }}}}'}}\n"
    [finding] = _check(bench, {PATH: text})
    assert str(finding.rule).startswith("template-injection:")


@pytest.mark.parametrize(("path", "count"), [("action.yml", 1), ("pay/action.yaml", 1), (f"{PATH[:-7]}action.yml", 0)])
def test_an_action_is_known_by_its_name_and_a_workflow_by_its_folder(bench: Bench, path: str, count: int) -> None:
    found = _found(bench, {path: ACTION})
    assert found.count((path, 7, "template-injection")) == count
    assert [rule for _, _, rule in found] == (["template-injection"] if count else ["workflows/unreadable"])


def test_one_file_that_cannot_be_read_hides_no_other(bench: Bench) -> None:
    files: dict[str | bytes, str | Written] = {
        ".github/workflows/a.yml": "on: push\njobs: [a\nx: 1\n",
        ".github/workflows/b.yml": "on: push\njobs: {a: {foo: 1}}\n",
        ".github/workflows/c.yml": f"{HEAD}      - {INJECTED}\n",
        ".github/workflows/d.yml": "",
    }
    assert _found(bench, files) == [
        (".github/workflows/a.yml", 3, "workflows/unreadable"),
        (".github/workflows/b.yml", None, "workflows/unreadable"),
        (".github/workflows/c.yml", 7, "template-injection"),
        (".github/workflows/d.yml", None, "workflows/unreadable"),
    ]


def test_why_a_file_cannot_be_read_is_said_without_the_name_of_our_copy(bench: Bench) -> None:
    [finding] = _check(bench, {PATH: "on: push\njobs: {a: {foo: 1}}\n"})
    assert "'foo' was unexpected" in finding.message
    assert "file:" not in finding.message


def test_a_file_called_action_that_is_none_is_passed_over(bench: Bench) -> None:
    assert _found(bench, {"game/action.yml": "name: jump\nkeys: [space]\n"}) == []
    assert _found(bench, {"action.yml": "name: jump\nruns: fast\n"}) == [("action.yml", None, "workflows/unreadable")]


@pytest.mark.parametrize(
    ("changed", "removed", "lines"),
    [([2], (), []), ([3, 6], (), [3, 6]), ([5], ("  permissions: {}",), [3, 6]), ([5], ("  permission: {}",), [])],
    ids=["elsewhere", "a job is new", "its permissions are gone", "something else is gone"],
)
def test_a_fault_of_a_whole_job_counts_where_the_job_is_new_or_has_lost_its_permissions(
    bench: Bench, changed: list[int], removed: tuple[str, ...], lines: list[int]
) -> None:
    job = "    runs-on: x\n    steps: [{run: make}]\n"
    text = f"on: push\njobs:\n  a:\n{job}  b:\n{job}"
    found = _found(bench, {PATH: bench.file(text, changed=changed, removed=removed)})
    jobs = [line for _, line, rule in found if rule == "excessive-permissions" and line != 1]
    assert jobs == lines


def test_what_zizmor_is_unsure_of_and_matters_of_taste_are_left_out(bench: Bench) -> None:
    sha = "11bd71901bbe5b1630ceea73d27597364c9af683"
    assert _found(bench, {PATH: f"{HEAD}      - uses: actions/checkout@{sha} # v4.2.2\n"}) == []


def test_a_fault_that_an_anchor_repeats_is_one_finding(bench: Bench) -> None:
    text = HEAD.replace("steps:", "steps: &steps") + f"      - {INJECTED}\n  b:\n    runs-on: x\n    steps: *steps\n"
    assert _found(bench, {PATH: text}) == [(PATH, 7, "template-injection")]
