"""What `shell` finds and what it passes over. What each rule finds is shown by the fixtures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from houndsman import CheckUnavailable, RawFinding
from houndsman_plugins import shell

if TYPE_CHECKING:
    from tests.plugins.conftest import Bench, FakeScanner, Written

BASH = "#!/bin/bash\n"


def _check(bench: Bench, files: dict[str | bytes, str | Written]) -> list[RawFinding]:
    return bench.check(shell.houndsman_check, shell.WATCHDOG, files)


def _found(bench: Bench, files: dict[str | bytes, str | Written]) -> list[tuple[str, int | None, str]]:
    return [(str(f.file), f.line, str(f.rule)) for f in _check(bench, files)]


def test_only_changed_lines_are_reported(bench: Bench) -> None:
    text = f"{BASH}lpr $1\nlpr $2\nlpr $3\n"
    assert _found(bench, {"a.sh": bench.file(text, changed=[3])}) == [("a.sh", 3, "SC2086")]


def test_the_same_fault_twice_on_a_line_is_one_finding(bench: Bench) -> None:
    assert _found(bench, {"a.sh": f"{BASH}lpr $1 $2\n"}) == [("a.sh", 2, "SC2086")]


@pytest.mark.parametrize(
    "directive",
    [
        "# shellcheck disable=SC2086",
        "#shellcheck disable=all",
        "#  shellcheck\tdisable=SC2000-SC3000 # why",
        "# shellcheck source=/dev/null disable=SC2086",
        "# shellcheck extended-analysis=false disable=SC2086",
        "#\u00a0shellcheck disable=SC2086",
    ],
)
def test_directives_do_not_work_and_are_reported_themselves(bench: Bench, directive: str) -> None:
    found = _found(bench, {"a.sh": f"{BASH}{directive}\nlpr $1\n"})
    assert ("a.sh", 2, "shell/new-suppression") in found
    assert ("a.sh", 3, "SC2086") in found


def test_a_directive_for_the_whole_file_does_not_work(bench: Bench) -> None:
    text = f"{BASH}# shellcheck disable=all\n\nlpr $1\n{{ # shellcheck disable=SC2086\nlpr $2; }}\n"
    found = _found(bench, {"a.sh": bench.file(text, changed=[4, 6])})
    assert found == [("a.sh", 4, "SC2086"), ("a.sh", 6, "SC2086")]


def test_a_directive_that_only_moves_is_not_new(bench: Bench) -> None:
    text = f"{BASH}  # shellcheck disable=SC2086\nlpr paid\n"
    assert _found(bench, {"a.sh": bench.file(text, removed=("# shellcheck  disable=SC2086",))}) == []


@pytest.mark.parametrize(
    ("path", "text", "codes"),
    [
        ("a.sh", "# shellcheck shell=sh\n[[ a ]]\n", {"SC3010"}),
        ("a.sh", "# shellcheck shell=bash\n[[ $1 ]]\n", set()),
        ("a.sh", "[[ $1 ]]\n", set()),
        ("a.bash", "[[ $1 ]]\n", set()),
        ("a.dash", "[[ $1 ]]\n", {"SC3010"}),
        ("home/.bashrc", "[[ $1 ]]\n", set()),
        ("home/.profile", "[[ $1 ]]\n", {"SC3010"}),
        ("a.sh", "#!/bin/sh\n# shellcheck shell=nosuch\n[[ $1 ]]\n", {"SC3010"}),
        ("a.sh", "#!/bin/sh\necho\n# shellcheck shell=bash\n[[ $1 ]]\n", {"SC3010"}),
        ("bin/pay", "#!/usr/bin/env bash\nlpr $1\n", {"SC2086"}),
        ("bin/pay", "#!/usr/bin/env python\nlpr $1\n", set()),
        ("bin/pay", "lpr $1\n", set()),
        ("bin/pay.py", "#!/bin/sh\nlpr $1\n", set()),
    ],
)
def test_the_shell_is_that_of_the_first_line_of_a_directive_or_of_the_name(
    bench: Bench, path: str, text: str, codes: set[str]
) -> None:
    assert codes <= {rule for _, _, rule in _found(bench, {path: text})} <= codes | {"SC2078", "SC2157"}


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        (f"{BASH}lpr paid\nif [ $1 ; then\n", [2]),
        (f"{BASH}lpr paid\nif [ $1 ; then\n", [3]),
        (f"{BASH}lpr paid\nif true; then\n", [2]),
    ],
)
def test_a_script_that_does_not_parse_is_one_finding_wherever_it_breaks(
    bench: Bench, text: str, changed: list[int]
) -> None:
    [finding] = _check(bench, {"a.sh": bench.file(text, changed=changed)})
    assert (finding.line, finding.rule) == (3, "SC1072")
    assert "Couldn't" in finding.message


def test_a_script_in_another_shell_was_not_checked_and_that_is_said(bench: Bench) -> None:
    text = "#!/bin/zsh\necho\necho\n"
    assert _found(bench, {"a.sh": bench.file(text, changed=[3])}) == [("a.sh", 1, "SC1071")]


def test_carriage_returns_are_reported_once(bench: Bench) -> None:
    text = "#!/bin/bash\r\necho a\r\necho b\r\necho c\r\n"
    assert _found(bench, {"a.sh": bench.file(text, changed=[3, 4])}) == [("a.sh", 3, "SC1017")]


def test_what_another_file_may_have_set_is_not_called_unset(bench: Bench) -> None:
    text = '\necho "$order"\ntotal=3\n'
    alone = _found(bench, {"a.sh": f"{BASH}{text}"})
    assert [rule for _, _, rule in alone] == ["SC2154", "SC2034"]
    assert _found(bench, {"a.sh": f"{BASH}. ./orders.sh\n{text}"}) == []
    assert _found(bench, {"a.sh": f'{BASH}. "$1"\n{text}'}) == []


def test_what_is_there_to_be_sourced_need_not_be_used(bench: Bench) -> None:
    assert _found(bench, {"a.sh": "total=3\npay() {\n  :\n}\n"}) == []


def test_no_copy_is_read_by_another(bench: Bench) -> None:
    # Whether shellcheck may follow the name of a copy or not, nothing is found because of it.
    files: dict[str | bytes, str | Written] = {
        "a.sh": f"{BASH}. ./000001.sh\nlpr $1\n",
        "b.sh": f"{BASH}# shellcheck disable=SC2086\nset -- 1\n",
    }
    assert ("a.sh", 3, "SC2086") in _found(bench, files)


def test_a_long_script_is_scanned_without_analysis_of_its_data_flow(bench: Bench) -> None:
    # With it a script of twice this length takes minutes.
    lines = "".join(f'x{n}=$1\nif [ "$x{n}" = a ]; then echo $x{n}; fi\n' for n in range(700))
    found = _found(bench, {"a.sh": bench.file(f"{BASH}{lines}", changed=[1399, 1401])})
    assert found == [("a.sh", 1399, "SC2086"), ("a.sh", 1401, "SC2086")]


def test_a_copy_that_shellcheck_could_not_read_is_an_error(bench: Bench, fake_scanner: FakeScanner) -> None:
    fake_scanner("shellcheck", script="print('{\"comments\": []}'); raise SystemExit(2)")
    with pytest.raises(CheckUnavailable, match="status 2"):
        _check(bench, {"a.sh": BASH})


def test_levels_of_style_are_not_reported(bench: Bench) -> None:
    assert _found(bench, {"a.sh": f'{BASH}echo $((${{#1}} + 1))\nx=`date`\necho "$x"\n'}) == []
