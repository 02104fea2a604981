"""Which lines `debris` reports, and what it says of them. What each rule finds is shown by the fixtures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from houndsman import FileStatus, RawFinding, Watchdog
from houndsman_plugins import debris

if TYPE_CHECKING:
    from tests.plugins.conftest import Bench, Written

CONFLICT = "a\n<<<<<<< ours\nb\n=======\nc\n>>>>>>> theirs\nd\n"


def _check(bench: Bench, files: dict[str | bytes, str | Written]) -> list[RawFinding]:
    return bench.check(debris.houndsman_check, debris.WATCHDOG, files)


def _found(bench: Bench, files: dict[str | bytes, str | Written]) -> list[tuple[str, int | None, str]]:
    return [(str(f.file), f.line, str(f.rule).removeprefix("debris/")) for f in _check(bench, files)]


def test_another_watchdog_is_not_answered_for(bench: Bench) -> None:
    change, root = bench.build({"a.py": "breakpoint()\n"})
    assert debris.houndsman_check(Watchdog(id="other", title="Other", agent="code"), change, root) is None


def test_only_changed_lines_are_reported(bench: Bench) -> None:
    text = "breakpoint()\nx = 1\nbreakpoint()\n# TODO 2020-01-01\n<<<<<<< ours\n"
    assert _found(bench, {"a.py": bench.file(text, changed=[3])}) == [("a.py", 3, "debugger-call")]


def test_deleted_files_and_files_without_added_lines_are_silent(bench: Bench) -> None:
    files: dict[str | bytes, str | Written] = {
        "gone.py": bench.file("breakpoint()\n", status=FileStatus.DELETED),
        "shorter.py": bench.file("breakpoint()\n", changed=[]),
    }
    assert _found(bench, files) == []


def test_a_finding_quotes_its_line_and_says_what_to_do(bench: Bench) -> None:
    [finding] = _check(bench, {"a.py": "def f():\r\n    breakpoint()\r\n"})
    assert finding.quote == "    breakpoint()"
    assert finding.message
    assert finding.action


@pytest.mark.parametrize(
    ("changed", "line"), [(range(1, 8), 2), ([4], 4), ([6], 6), ([3], None)], ids=["all", "middle", "last", "between"]
)
def test_a_conflict_is_one_finding_at_its_first_changed_marker(
    bench: Bench, changed: list[int], line: int | None
) -> None:
    found = [(f.line, f.end_line) for f in _check(bench, {"a.txt": bench.file(CONFLICT, changed=changed)})]
    assert found == ([] if line is None else [(line, 6)])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("guide.rst", "Title\n=======\n"),
        ("guide.md", "Title\n=======\n\n<<<<<<< not closed\n"),
        ("a.py", 'x = """\n=======\n"""\n'),
        ("a.diff", "+<<<<<<< ours\n+=======\n+>>>>>>> theirs\n"),
        ("a.c", "x <<<<<<< y\n=======\nz >>>>>>> w\n"),
        ("a.txt", ">>>>>>> theirs\n=======\n<<<<<<< ours\n"),
        ("a.py", "<<<<<<<< eight\n========\n>>>>>>>> eight\n"),
    ],
)
def test_what_only_looks_like_a_conflict_is_none(bench: Bench, name: str, text: str) -> None:
    assert _found(bench, {name: text}) == []


def test_a_skipped_test_that_only_moves_is_not_new(bench: Bench) -> None:
    skip = '@pytest.mark.skip(reason="flaky")'
    text = f"class Tests:\n    {skip}\n    def test_a(self): ...\n\n    {skip}\n    def test_b(self): ...\n"
    assert _found(bench, {"test_a.py": bench.file(text, removed=(skip,))}) == [("test_a.py", 5, "skipped-test")]


def test_words_that_only_tests_use_count_only_in_tests(bench: Bench) -> None:
    files: dict[str | bytes, str | Written] = {
        "src/fit.js": 'fit("curve");\nxit("door");\n',
        "src/room.java": "@Ignore\nString name;\n",
        "tests/curve.js": 'fit("curve");\n',
        "src/test/java/RoomTest.java": "@Disabled\nvoid total() {}\n",
    }
    assert _found(bench, files) == [
        ("src/test/java/RoomTest.java", 1, "skipped-test"),
        ("tests/curve.js", 1, "focused-test"),
    ]


@pytest.mark.parametrize("condition", ["\tif testing.Short() {\n", "\tif !online {\n\n"])
def test_go_skips_on_a_condition_are_meant(bench: Bench, condition: str) -> None:
    plain = 'func TestA(t *testing.T) {\n\tt.Skip("later")\n}\n'
    meant = f'func TestB(t *testing.T) {{\n{condition}\t\tt.Skip("slow")\n\t}}\n}}\n'
    assert _found(bench, {"a_test.go": plain, "b_test.go": meant}) == [("a_test.go", 2, "skipped-test")]


@pytest.mark.parametrize(
    "path",
    ["scripts/seed.ts", "bin/run.js", "src/cli/main.ts", "vite.config.ts", "src/a.test.ts", "src/__tests__/a.ts"],
)
def test_printing_is_the_work_of_scripts_and_nobody_s_business_in_tests(bench: Bench, path: str) -> None:
    assert _found(bench, {path: "console.log(total);\n"}) == []


def test_dates_are_measured_by_the_head_commit_not_by_the_clock(bench: Bench) -> None:
    # The head is of 2025-06-01: the first has passed, the second has not, although the clock is far beyond it.
    text = "# remove after 2025-05-31\n# remove after 2025-06-02\n# TODO 2025-02-31 is no date\n"
    assert _found(bench, {"a.py": text}) == [("a.py", 1, "expired-date")]


@pytest.mark.parametrize(
    ("comment", "expired"),
    [
        ("TODO(ana, 2024-01-01): drop this", True),
        ("FIXME by 2024-01-01", True),
        ("Remove this shim after 2024-01-01", True),
        ("expires: 2024-01-01", True),
        ("valid until 2024-01-01", True),
        ("remove-by 2024-01-01", True),
        ("released on 2024-01-01", False),
        ("see RFC of 2024-01-01; removed the old one", False),
        ("TODO: handle id 1-2024-01-01-7", False),
    ],
)
def test_only_a_promise_with_a_date_expires(bench: Bench, comment: str, expired: bool) -> None:
    assert bool(_found(bench, {"a.py": f"x = 1  # {comment}\n"})) is expired


def test_odd_names_are_scanned_and_come_back_unharmed(bench: Bench) -> None:
    names: list[str | bytes] = ["-rf.py", b'"quoted".py', "line\nbreak.py", b"bad\xff.py", "dir/ünï.py"]
    found = _check(bench, dict.fromkeys(names, "breakpoint()\n"))
    assert {f.file for f in found} == set(bench.build(dict.fromkeys(names, ""))[1].exported)


def test_findings_come_by_path_line_and_rule(bench: Bench) -> None:
    text = "breakpoint()  # TODO 2020-01-01\nbreakpoint()\n"
    found = _found(bench, {"b.py": text, "a.py": text})
    assert found == sorted(found)
    assert len(found) == 6


def test_a_file_that_is_no_utf8_and_does_not_parse_is_still_read(bench: Bench) -> None:
    broken = bench.file(b"# caf\xe9\ndef f(:\n    breakpoint()\n")
    assert _found(bench, {"a.py": broken}) == [("a.py", 3, "debugger-call")]
