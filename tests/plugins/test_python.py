"""What `python` finds, and that nothing in a change steers it. What each rule finds is shown by the fixtures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from houndsman import CheckUnavailable, FileStatus, RawFinding, Watchdog
from houndsman_plugins import python

if TYPE_CHECKING:
    from tests.plugins.conftest import Bench, FakeScanner, Written

UNUSED = "import os\n"


def _check(bench: Bench, files: dict[str | bytes, str | Written]) -> list[RawFinding]:
    return bench.check(python.houndsman_check, python.WATCHDOG, files)


def _found(bench: Bench, files: dict[str | bytes, str | Written]) -> list[tuple[str, int | None, str]]:
    return [(str(f.file), f.line, str(f.rule)) for f in _check(bench, files)]


def test_another_watchdog_is_not_answered_for(bench: Bench) -> None:
    change, root = bench.build({"a.py": UNUSED})
    assert python.houndsman_check(Watchdog(id="other", title="Other", agent="code"), change, root) is None


def test_only_changed_lines_are_reported(bench: Bench) -> None:
    text = "import os\nimport re\nprint(undefined)\n"
    assert _found(bench, {"a.py": bench.file(text, changed=[2])}) == [("a.py", 2, "F401")]


def test_a_fault_that_spans_a_changed_line_is_reported_where_it_begins(bench: Bench) -> None:
    text = 'print(\n    "%s %s"\n    % (1,)\n)\n'
    [finding] = _check(bench, {"a.py": bench.file(text, changed=[3])})
    assert (finding.line, finding.end_line, finding.rule) == (2, 3, "F507")


def test_deleted_files_and_files_without_added_lines_are_silent(bench: Bench) -> None:
    files: dict[str | bytes, str | Written] = {
        "gone.py": bench.file(UNUSED, status=FileStatus.DELETED),
        "shorter.py": bench.file(UNUSED, changed=[]),
    }
    assert _found(bench, files) == []


def test_a_finding_has_ruff_s_code_the_line_and_an_action(bench: Bench) -> None:
    [finding] = _check(bench, {"a.py": "x = 1\r\nif x is 'a':\r\n    pass\r\n"})
    assert (finding.rule, finding.line, finding.end_line, finding.quote) == ("F632", 2, None, "if x is 'a':")
    assert finding.message
    assert finding.action


@pytest.mark.parametrize(
    "path",
    [
        "build/x.py",
        "dist/x.py",
        "venv/x.py",
        "node_modules/x.py",
        ".hidden/x.py",
        "ignored.py",
        "-h.py",
        "--config=x.py",
        "two words.py",
        "line\nbreak.py",
        "back\\slash.py",
        "module.pyi",
        "dir.py/x.py",
    ],
)
def test_no_name_and_no_ignore_file_hides_a_file(bench: Bench, path: str) -> None:
    files: dict[str | bytes, str | Written] = {
        path: UNUSED,
        ".gitignore": "ignored.py\n*.py\n",
        ".ignore": "*\n",
        "ruff.toml": "exclude = ['*']\nlint.select = []\n",
    }
    python_only = {name: text for name, text in files.items() if str(name).endswith((".py", ".pyi"))}
    bench.build(files)
    assert _found(bench, python_only) == [(path, 1, "F401")]


def test_a_name_that_is_no_utf8_hides_nothing(bench: Bench) -> None:
    assert _found(bench, {b"bad\xff.py": UNUSED}) == [('"bad\\377.py"', 1, "F401")]


@pytest.mark.parametrize(
    "settings",
    [
        {"pyproject.toml": "[tool.ruff]\nextend-exclude = ['*.py']\n[tool.ruff.lint]\nignore = ['ALL']\n"},
        {"ruff.toml": "lint.ignore = ['ALL']\n", ".ruff.toml": "exclude = ['*']\n"},
        {"ruff.toml": "this is no TOML ["},
    ],
)
def test_the_change_s_configuration_does_not_count(bench: Bench, settings: dict[str | bytes, str | Written]) -> None:
    bench.build(settings)
    assert _found(bench, {"a.py": UNUSED}) == [("a.py", 1, "F401")]


@pytest.mark.parametrize(
    "text",
    [
        "import os  # noqa\n",
        "import os  # noqa: F401\n",
        "import os  # NOQA:F401,E501\n",
        "import os  # ruff: noqa\n",
        "import os  # ruff: noqa: F401\n",
        "import os  # flake8: noqa\n",
        "import os  # ruff: ignore[F401]\n",
    ],
)
def test_suppressions_do_not_work_and_are_reported_themselves(bench: Bench, text: str) -> None:
    assert _found(bench, {"a.py": text}) == [("a.py", 1, "F401"), ("a.py", 1, "python/new-suppression")]


def test_a_suppression_that_only_moves_is_not_new(bench: Bench) -> None:
    text = "try:\n    x = 1  # noqa: S608\nfinally:\n    y = 2  # noqa: S608\n"
    found = _found(bench, {"a.py": bench.file(text, removed=("x = 1  # noqa:  S608",))})
    assert found == [("a.py", 4, "python/new-suppression")]


def test_a_file_that_does_not_parse_is_reported_wherever_it_breaks(bench: Bench) -> None:
    text = "x = 1\ndef f(:\n    pass\n"
    assert _found(bench, {"a.py": bench.file(text, changed=[1])}) == [("a.py", 2, "invalid-syntax")]


def test_a_file_that_breaks_at_its_end_is_reported_at_its_last_line(bench: Bench) -> None:
    [finding] = _check(bench, {"a.py": "x = (1,\n"})
    assert (finding.line, finding.quote) == (1, "x = (1,")


def test_the_newest_syntax_is_no_fault(bench: Bench) -> None:
    text = "type Total[T] = list[T]\n\n\ndef f[T](x: T) -> T:\n    match x:\n        case _:\n            return x\n"
    assert _found(bench, {"a.py": text}) == []


@pytest.mark.parametrize(
    "raw",
    [
        b"# -*- coding: latin-1 -*-\nx = '\xe9'\nimport os\n",
        b"x = '\xe9'\ny = 1\nimport os\n",
        b"\xef\xbb\xbfx = 1\ny = 1\nimport os\n",
        b"# coding: no-such-codec\ny = 1\nimport os\n",
    ],
    ids=["latin-1 with a cookie", "not utf-8", "byte order mark", "unknown codec"],
)
def test_no_encoding_hides_a_file(bench: Bench, raw: bytes) -> None:
    assert ("a.py", 3, "F401") in _found(bench, {"a.py": bench.file(raw)})


def test_lines_are_counted_as_git_counts_them(bench: Bench) -> None:
    # ruff, like Python, ends a line at a lone carriage return too.
    text = "x = 1\ry = 2\rz = 3\nimport os\n"
    assert _found(bench, {"a.py": bench.file(text, changed=[2])}) == [("a.py", 2, "F401")]


def test_a_package_s_face_may_import_for_others(bench: Bench) -> None:
    files: dict[str | bytes, str | Written] = {"pkg/__init__.py": "import os\nprint(undefined)\n"}
    assert _found(bench, files) == [("pkg/__init__.py", 2, "F821")]


def test_modules_of_the_change_are_never_imported(bench: Bench, tmp_path: Path) -> None:
    trap = f"open({str(tmp_path / 'sprung')!r}, 'w').close()\n"
    _check(bench, dict.fromkeys(["ruff.py", "ruff/__main__.py", "json.py", "click.py", "sitecustomize.py"][1:], trap))
    assert not (tmp_path / "sprung").exists()


def test_two_runs_say_the_same_in_the_same_order(bench: Bench) -> None:
    text = "import os\nimport re, sys\nprint(undefined)  # noqa\n"
    files: dict[str | bytes, str | Written] = {f"dir{n % 3}/f{n}.py": text for n in range(12)}
    first = _check(bench, files)
    assert first == _check(bench, files)
    places = [(str(f.file), f.line or 0, str(f.rule)) for f in first]
    assert places == sorted(places)


def test_a_missing_scanner_is_said_and_never_an_empty_list(bench: Bench, no_scanners: None) -> None:
    with pytest.raises(CheckUnavailable, match="'ruff' is not installed") as caught:
        _check(bench, {"a.py": UNUSED})
    assert "pip install 'houndsman[watchdogs]'" in str(caught.value)


ROW = '{"code": "%s", "message": "m", "filename": "%s/module.py", "location": {"row": 1}, "end_location": {"row": 1}}'


@pytest.mark.parametrize(
    ("report", "complaint"),
    [
        ("[" + ROW % ("E902", "000000") + "]", "E902"),
        ("[" + ROW % ("panic", "000000") + "]", "panic"),
        ("[" + ROW % ("F401", "000007") + "]", "cannot be read"),
        ('[{"code": "F401"}]', "cannot be read"),
        ("null", "cannot be read"),
        ("oh no", "printed no JSON"),
    ],
)
def test_a_report_that_cannot_be_trusted_is_an_error(
    bench: Bench, fake_scanner: FakeScanner, report: str, complaint: str
) -> None:
    fake_scanner("ruff", prints=report, helps="--target-version [possible values: py312, py313]")
    with pytest.raises(CheckUnavailable, match=complaint):
        _check(bench, {"a.py": UNUSED})


def test_a_quote_is_what_an_anchor_reads_whatever_the_file_calls_its_encoding(bench: Bench) -> None:
    [finding] = _check(bench, {"a.py": bench.file(b"# coding: latin-1\nimport os  # \xe9\n")})
    assert (finding.line, finding.quote) == (2, "import os  # \ufffd")
