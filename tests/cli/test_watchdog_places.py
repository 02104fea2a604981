"""Each thing has its line, in Markdown, in a plugin's source, and in what a plugin raised."""

from __future__ import annotations

from pathlib import Path

import pytest

from houndsman.cli.watchdog_places import MarkdownPlaces, PythonPlaces, place_of_error, shown
from houndsman.plugin_manager import load_plugins

MARKDOWN = """\
---
title: Pay
paths:
  - "*.py"
  - "*.sql"
rules:
  - id: pay/log
    title: No token
    severity: nit
---
Amounts are exact.

The gateway repeats a
webhook. Look twice.
"""


@pytest.mark.parametrize(
    ("key", "said", "line"),
    [
        (["title"], "", 2),
        (["paths", 1], "", 5),
        (["rules", 0], "pay/log", 7),
        (["nothing"], "", 1),
        (["guidance"], "", 11),
        (["guidance"], "The gateway repeats a webhook.", 13),
    ],
)
def test_in_markdown(key: list[str | int], said: str, line: int) -> None:
    assert MarkdownPlaces("pay.md", MARKDOWN.encode()).of(key, said) == f"pay.md:{line}"


def test_in_python_it_is_the_literal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("watch.py").write_text('"""About pay/log."""\nNAME = (\n    "pay/"\n    "log"\n)\n', encoding="utf-8")
    places = PythonPlaces(str(tmp_path / "watch.py"))
    assert places.of(["rules", 0], "pay/log") == "watch.py:3"
    assert places.of(["title"], "About") == "watch.py:1"
    assert places.of(["rules", 0], f"pay/{'made-up'}") == "watch.py"
    assert PythonPlaces("acme.watch").of(["id"], "acme") == "acme.watch"


def test_a_file_elsewhere_keeps_its_whole_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert shown("/etc/watch.py") == "/etc/watch.py"
    assert shown(str(tmp_path / "a" / "watch.py")) == "a/watch.py"


@pytest.mark.parametrize(
    ("source", "argument", "line"),
    [
        ("A = 1\nB = A / 0\n", "", 2),
        ("def f():\n    return {}['a']\n\nA = f()\n", "", 2),
        ("import re\nA = re.compile('(')\n", "", 2),  # our own line, not the library's
        ("A = 1\ndef f(:\n", "", 2),
        ("from houndsman import Watchdog\nW = Watchdog(\n    id='a',\n    titel='x',\n    title='A',\n)\n", "titel", 4),
        ("from houndsman import Watchdog\nW = Watchdog(\n    id='a',\n)\n", "title", 2),
    ],
)
def test_what_a_plugin_raised_has_the_line_of_its_own_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, argument: str, line: int
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("raising.py").write_text(source, encoding="utf-8")
    (failure,) = load_plugins(["raising.py"]).failures
    assert failure.cause is not None
    assert place_of_error(failure.cause, argument) == f"raising.py:{line}"


def test_what_was_never_raised_in_a_plugin_has_no_place() -> None:
    assert place_of_error(ValueError("never raised")) is None
