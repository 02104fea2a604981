"""What holds of every watchdog that gives its scanner copies of our own: no change has a say in what is found in it."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

import pytest

from houndsman import CheckUnavailable, FileStatus, RawFinding, Watchdog
from houndsman_plugins import shell, spelling, structure, workflows

if TYPE_CHECKING:
    from tests.plugins.conftest import Bench, FakeScanner, Written


class Case(NamedTuple):
    """A watchdog, and one line that it reports."""

    module: ModuleType
    program: str
    path: str
    rule: str
    before: str
    """What stands above the line, of three lines."""
    line: str
    settings: dict[str, str]
    """Files by which a repository steers the scanner, each of which would silence it."""


CASES = (
    Case(
        module=shell,
        program="shellcheck",
        path="pay.sh",
        rule="SC2086",
        before="#!/bin/bash\n\n# Pay.\n",
        line="lpr $1",
        settings={".shellcheckrc": "disable=all\n"},
    ),
    Case(
        module=workflows,
        program="zizmor",
        path=".github/workflows/pay.yml",
        rule="template-injection",
        before="permissions: {}\non: issues # Pay.\njobs: {a: {runs-on: x, steps: [\n",
        line=' {run: "${{ github.event.issue.title }}"}]}}',
        settings={"zizmor.yml": "rules: {template-injection: {disable: true}}\n", ".gitignore": "*\n"},
    ),
    Case(
        module=spelling,
        program="typos",
        path="pay.py",
        rule="spelling/typo",
        before="\n\n\n",
        line="recieve = 1",
        settings={
            "typos.toml": "files.extend-exclude = ['*']\n",
            "_typos.toml": "default.extend-words.recieve = 'recieve'\n",
            ".ignore": "*\n",
        },
    ),
    Case(
        module=structure,
        program="ast-grep",
        path="pay.py",
        rule="structure/float-equality",
        before="x = 1\n\n\n",
        line="print(x == 0.1)",
        settings={"sgconfig.yml": "ruleDirs: [nowhere]\n", ".gitignore": "*\n", ".ignore": "*\n"},
    ),
)

every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.program)


def _found(bench: Bench, case: Case, files: dict[str | bytes, str | Written]) -> list[tuple[str, int | None, str]]:
    findings: list[RawFinding] = bench.check(case.module.houndsman_check, case.module.WATCHDOG, files)
    return [(str(finding.file), finding.line, str(finding.rule)) for finding in findings]


@every_case
def test_another_watchdog_is_not_answered_for(bench: Bench, case: Case) -> None:
    change, root = bench.build({case.path: case.before + case.line})
    other = Watchdog(id="other", title="Other", agent="code")
    assert case.module.houndsman_check(other, change, root) is None


@every_case
def test_a_finding_quotes_its_line_and_says_what_to_do(bench: Bench, case: Case) -> None:
    text = f"{case.before}{case.line}\n"
    [finding] = bench.check(case.module.houndsman_check, case.module.WATCHDOG, {case.path: bench.file(text, [4])})
    assert (finding.line, finding.end_line, finding.rule, finding.quote) == (4, None, case.rule, case.line)
    assert finding.message
    assert finding.action


@every_case
def test_deleted_files_and_files_without_added_lines_are_silent(bench: Bench, case: Case) -> None:
    text = f"{case.before}{case.line}\n"
    assert _found(bench, case, {case.path: bench.file(text, status=FileStatus.DELETED)}) == []
    assert _found(bench, case, {case.path: bench.file(text, changed=[])}) == []


@every_case
def test_nothing_to_look_at_is_nothing_found(bench: Bench, case: Case) -> None:
    assert _found(bench, case, {}) == []


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.module is not workflows], ids=lambda case: case.program
)
@pytest.mark.parametrize("text", ["", "\n"], ids=["empty", "blank"])
def test_an_empty_file_is_clean(bench: Bench, case: Case, text: str) -> None:
    assert _found(bench, case, {case.path: text}) == []


@every_case
@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text,
        lambda text: text.removesuffix(b"\n"),
        lambda text: text.replace(b"# Pay.", b"# P\xe4y."),
        lambda text: text + b"# \xff\xfe caf\xe9\n",
        lambda text: text + b"# \xe2\x80\xa8 \xc2\x85\n",
    ],
    ids=["plain", "no newline at the end", "latin-1", "not utf-8", "line ends of others"],
)
def test_no_encoding_hides_a_line_or_moves_it(bench: Bench, case: Case, spoil: object) -> None:
    assert callable(spoil)
    text = spoil(f"{case.before}{case.line}\n".encode())
    assert (case.path, 4, case.rule) in _found(bench, case, {case.path: bench.file(text)})


@every_case
def test_a_byte_order_mark_and_carriage_returns_hide_nothing(bench: Bench, case: Case) -> None:
    text = f"\ufeff{case.before}{case.line}\n".replace("\n", "\r\n")
    found = bench.check(case.module.houndsman_check, case.module.WATCHDOG, {case.path: bench.file(text)})
    assert (4, case.rule, case.line) in {(finding.line, finding.rule, finding.quote) for finding in found}


@every_case
@pytest.mark.parametrize("folder", ["", "node_modules/", ".hidden/", "build/", "-h/", "two words/", "line\nbreak/"])
def test_no_name_and_no_settings_hide_a_file(bench: Bench, case: Case, folder: str) -> None:
    path = f"{folder}{case.path}"
    files: dict[str | bytes, str | Written] = {path: bench.file(f"{case.before}{case.line}\n", [4])}
    for name, text in case.settings.items():
        for place in {"", folder}:
            bench.build({f"{place}{name}": text})
    assert _found(bench, case, files) == [(path, 4, case.rule)]


@every_case
def test_a_name_that_is_no_utf8_hides_nothing(bench: Bench, case: Case) -> None:
    suffix = case.path.rpartition(".")[2]
    path = b"bad\xff." + suffix.encode()
    found = _found(bench, case, {path: bench.file(f"{case.before}{case.line}\n", [4])})
    assert found == [(f'"bad\\377.{suffix}"', 4, case.rule)]


@every_case
def test_settings_in_the_change_itself_do_not_count(bench: Bench, case: Case) -> None:
    files: dict[str | bytes, str | Written] = {case.path: bench.file(f"{case.before}{case.line}\n", [4])}
    known = case.module in (shell, spelling)  # the others are called for no such file
    files |= {name: bench.file(text) for name, text in case.settings.items()} if known else {}
    assert (case.path, 4, case.rule) in _found(bench, case, files)


@every_case
def test_two_runs_say_the_same_in_the_same_order(bench: Bench, case: Case) -> None:
    text = f"{case.before}{case.line}\n"
    files: dict[str | bytes, str | Written] = {f"dir{n % 3}/{n}/{case.path}": text for n in range(9)}
    first = _found(bench, case, files)
    assert first == _found(bench, case, files)
    assert [path for path, _, _ in first] == sorted(path for path, _, _ in first)


@every_case
def test_a_missing_scanner_is_said_and_never_an_empty_list(bench: Bench, no_scanners: None, case: Case) -> None:
    with pytest.raises(CheckUnavailable, match=f"'{case.program}' is not installed") as caught:
        _found(bench, case, {case.path: f"{case.before}{case.line}\n"})
    assert "pip install 'houndsman[watchdogs]'" in str(caught.value)


@every_case
@pytest.mark.parametrize(
    ("report", "complaint"),
    [
        ("oh no", "printed no JSON"),
        ("null", "cannot be read"),
        ('[{"comments": 1}]', "cannot be read"),
        ('{"comments": [{"file": "elsewhere.sh"}], "type": "error"}', "cannot be read"),
    ],
)
def test_a_report_that_cannot_be_trusted_is_an_error(
    bench: Bench, fake_scanner: FakeScanner, case: Case, report: str, complaint: str
) -> None:
    fake_scanner(case.program, prints=report)
    with pytest.raises(CheckUnavailable, match=complaint):
        _found(bench, case, {case.path: f"{case.before}{case.line}\n"})


@every_case
def test_a_scanner_that_fails_is_an_error(bench: Bench, fake_scanner: FakeScanner, case: Case) -> None:
    fake_scanner(case.program, script="import sys; print('[]'); sys.exit('broken')\n")
    if case.module is shell:  # 1 is its word for "there are findings"
        fake_scanner(case.program, script="import sys; print('{\"comments\": []}'); sys.exit(2)\n")
    with pytest.raises(CheckUnavailable, match="ended with status"):
        _found(bench, case, {case.path: f"{case.before}{case.line}\n"})
