"""The way from a scanner's lines back to those of the change."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from houndsman import FileStatus
from houndsman_plugins import copies

if TYPE_CHECKING:
    from tests.plugins.conftest import Bench, Written


def _copy(bench: Bench, content: str | bytes | Written, name: str = "a.txt") -> copies.Copy:
    change, root = bench.build({name: bench.file(content) if isinstance(content, bytes) else content})
    return copies.read(change.files[0], root, "copy")


@pytest.mark.parametrize(
    ("text", "lines", "count"),
    [
        ("a\nb\n", ["a", "b", ""], 2),
        ("a\nb", ["a", "b"], 2),
        ("a\r\nb\r\n", ["a", "b", ""], 2),
        ("a\rb\x0cc\u2028d\n", ["a\rb\x0cc\u2028d", ""], 1),
        ("", [""], 1),
    ],
)
def test_a_line_ends_as_git_ends_it(bench: Bench, text: str, lines: list[str], count: int) -> None:
    copy = _copy(bench, text.encode())
    assert (copy.lines, copy.count) == (lines, count)


@pytest.mark.parametrize(
    ("line", "end_line", "expected"),
    [(2, None, (2, None)), (2, 2, (2, None)), (2, 3, (2, 3)), (2, 9, (2, 3)), (9, 9, (3, None)), (0, None, (1, None))],
)
def test_a_finding_stays_inside_the_file(
    bench: Bench, line: int, end_line: int | None, expected: tuple[int, int | None]
) -> None:
    finding = _copy(bench, b"one\ntwo\nthree\n").finding(line, "rule", "message", "action", end_line)
    assert (finding.line, finding.end_line) == expected
    assert finding.quote == ("one", "two", "three")[expected[0] - 1]


def test_a_span_is_changed_where_any_of_its_lines_is(bench: Bench) -> None:
    copy = _copy(bench, bench.file("one\ntwo\nthree\n", changed=[2]))
    assert [copy.is_changed(1), copy.is_changed(2), copy.is_changed(1, 3), copy.is_changed(3, 3)] == [
        False,
        True,
        True,
        False,
    ]
    assert list(copy.changed()) == [(2, "two")]


def test_only_files_with_new_lines_and_contents_are_checked_by_path(bench: Bench) -> None:
    files: dict[str | bytes, str | Written] = {
        "b": "x\n",
        "a": "x\n",
        "gone": bench.file("x\n", status=FileStatus.DELETED),
        "shorter": bench.file("x\n", changed=[]),
    }
    change, root = bench.build(files)
    assert [str(file.path) for file in copies.to_check(change, root)] == ["a", "b"]


@pytest.mark.parametrize(
    ("name", "suffix"), [("a.Py", ".py"), ("a.test.ts", ".ts"), ("a.d/b", ""), (".bashrc", ".bashrc"), ("a.", ".")]
)
def test_a_suffix_is_the_last_one_of_the_name(bench: Bench, name: str, suffix: str) -> None:
    assert copies.suffix_of(_copy(bench, b"x\n", name).file) == suffix


def test_a_copy_is_written_as_utf8_with_its_own_line_ends(tmp_path: Path) -> None:
    copies.write(tmp_path, "folder/name", "caf\u00e9\r\nx\ry\n")
    assert (tmp_path / "folder" / "name").read_bytes() == b"caf\xc3\xa9\r\nx\ry\n"
