"""Every fault of a declaration is named with its place, in Markdown and in Python, and what is right is left alone."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import CommandLine

Install = Callable[..., None]
Row = tuple[str, str, str]

MD = ".houndsman/watchdogs/pay.md"

PLUGIN = """
from houndsman import Rule, Severity, Watchdog, hookimpl

WATCHDOG = Watchdog(
    id="pay",
    title="Pay",
    paths=("*.py",),
    {more}
    rules=(
        Rule(id="pay/log", number=1, title="No token in a log", severity=Severity.NIT),
        Rule(
            id="{id}",
            number={number},
            {title}
            severity=Severity.NIT,
        ),
    ),
)

@hookimpl
def houndsman_watchdogs(config):
    return [WATCHDOG]
"""

PAGE = "# pay\n\n## pay/log\n\n## pay/once\n"


def _plugin(more: str = "agent=None,", id: str = "pay/once", number: int = 2, title: str = "title='Once',") -> str:
    return PLUGIN.format(more=more, id=id, number=number, title=title)


@pytest.fixture
def here(houndsman: CommandLine) -> CommandLine:
    """A repository with a Python file."""
    houndsman.repository.write("a.py", "1\n")
    houndsman.repository.commit("A file")
    return houndsman


def _complaints(here: CommandLine, *words: str) -> list[Row]:
    rows = here("watchdogs", "check", *words, "--json").json()
    assert isinstance(rows, list)
    return [(each["weight"], each["place"], each["code"]) for each in rows]


def _markdown(here: CommandLine, text: str) -> None:
    here.repository.write(MD, textwrap.dedent(text))


# Markdown


def test_every_fault_of_markdown_is_an_error_with_its_line(here: CommandLine) -> None:
    _markdown(
        here,
        """\
        ---
        title: Pay
        path: ["*.py"]
        exclude: ["!"]
        rules:
          - id: pay/log
            number: 1
            severity: attention
        ---
        """,
    )
    ran = here("watchdogs", "check")
    assert ran.code == 2
    assert ran.out == textwrap.dedent(f"""\
        error {MD}:3: unknown key 'path' [declaration]
          did you mean 'paths'?
        error {MD}:4: the glob '!' does not compile: Invalid git pattern: '!' [declaration]
          Houndsman's docs/reference/configuration.md says what each key may hold
        error {MD}:6: the key 'title' is missing [declaration]
          keys: id, match, number, severity, text, title
        1 watchdog checked: 3 errors, 0 warnings, 0 notes
        """)


@pytest.mark.parametrize(("key", "line"), [("id: pay/log", 8), ("number: 1", 9)])
def test_a_rule_twice_is_an_error(here: CommandLine, key: str, line: int) -> None:
    id_, number = ("pay/log", 2) if key.startswith("id") else ("pay/other", 1)
    rules = f"- {{id: pay/log, number: 1, title: A, severity: nit}}\n  - id: {id_}\n    number: {number}"
    head = "---\ntitle: Pay\nguidance: Look.\npaths: ['*.py']\n\nrules:"
    here.repository.write(MD, f"{head}\n  {rules}\n    title: B\n    severity: nit\n---\n")
    assert _complaints(here) == [("error", f"{MD}:{line}", "declaration")]


def test_one_that_is_right_is_left_alone(here: CommandLine) -> None:
    _markdown(here, "---\ntitle: Pay\npaths: ['*.py']\n---\nLook twice.\n")
    ran = here("watchdogs", "check", "pay")
    assert (ran.code, ran.out, ran.err) == (0, "1 watchdog checked: 0 errors, 0 warnings, 0 notes\n", "")


def test_what_is_doubtful_is_a_warning_or_a_note_and_no_error(here: CommandLine) -> None:
    _markdown(
        here,
        """\
        ---
        title: Pay
        paths: ["*.py", "*.sql", "!vendor/"]
        exclude: ["/tests/"]
        agent: nobody
        seesExcluded: true
        rules:
          - id: pay/key
            title: A call that moves money carries an idempotency key
            severity: blocking
        checklist:
          - What happens at midnight?
          - Does every call that moves money carry an idempotency key?
        ---
        The gateway repeats itself.

        Every call that moves money carries an idempotency key.
        """,
    )
    assert here("watchdogs", "check").code == 0
    assert _complaints(here) == [
        ("warning", f"{MD}:5", "unknown-agent"),
        ("warning", f"{MD}:6", "no-effect"),
        ("warning", f"{MD}:13", "repeated-rule"),
        ("warning", f"{MD}:17", "repeated-rule"),
        ("note", f"{MD}:3", "matches-nothing"),
        ("note", f"{MD}:3", "matches-nothing"),
        ("note", f"{MD}:4", "matches-nothing"),
    ]
    told = here("watchdogs", "check").out
    assert f"checklist item C2 says again what rule 1 (pay/key, {MD}:8) says" in told
    assert "paths: '*.sql' matches no file of this repository" in told


@pytest.mark.parametrize(
    ("text", "code"), [("paths: []\nchecklist:\n  - Why?", "guards-nothing"), ("", "asks-nothing")]
)
def test_one_that_does_nothing_is_warned_of(here: CommandLine, text: str, code: str) -> None:
    here.repository.write(MD, f"---\ntitle: Pay\n{text}\n---\n")
    assert [row[2] for row in _complaints(here)] == [code]


def test_an_id_that_a_plugin_has_is_an_error(here: CommandLine) -> None:
    here.repository.write(".houndsman/watchdogs/debris.md", "---\ntitle: Pay\n---\nLook.\n")
    ran = here("watchdogs", "check", ".houndsman/watchdogs/debris.md")
    assert ran.code == 2
    assert "the id 'debris' is also that of built-in plugin debris [twice]" in ran.out


def test_a_file_anywhere_can_be_checked(here: CommandLine, tmp_path: Path) -> None:
    place = tmp_path / "drafts" / "pay.md"
    place.parent.mkdir()
    place.write_text("---\ntitel: Pay\n---\n", encoding="utf-8")
    assert (f"{place}:2", "declaration") in [row[1:] for row in _complaints(here, str(place))]


# Python


@pytest.fixture
def pay(here: CommandLine) -> Callable[..., list[Row]]:
    """Write a plugin and its page, and check it."""

    def check(source: str, page: str | None = PAGE) -> list[Row]:
        here.repository.write("pay.py", source)
        if page is not None:
            here.repository.write("pay.md", page)
        return _complaints(here, "pay.py")

    return check


def test_a_plugin_that_is_right_is_left_alone(pay: Callable[..., list[Row]]) -> None:
    assert pay(_plugin()) == []


@pytest.mark.parametrize(
    ("more", "rule", "line"),
    [
        ("pahts=(),", {}, 8),
        ("checklist='Why?',", {}, 8),
        ("exclude=('!',),", {}, 8),
        ("", {"title": ""}, 11),
        ("", {"title": "titel='Once',"}, 14),
        ("", {"title": "title='',"}, 14),
        ("", {"id": "pay/log"}, 4),
        ("", {"number": 1}, 4),
    ],
)
def test_a_declaration_that_does_not_hold_is_an_error_at_its_line(
    pay: Callable[..., list[Row]], more: str, rule: dict[str, str], line: int
) -> None:
    found = pay(_plugin(more, **rule))  # type: ignore[arg-type]
    assert ("error", f"pay.py:{line}", "declaration") in found
    assert {row[2] for row in found} == {"declaration"}


def test_a_wrong_argument_is_told_with_the_nearest(here: CommandLine) -> None:
    here.repository.write("pay.py", _plugin("cheklist=(),"))
    told = here("watchdogs", "check", "pay.py").out
    assert "error pay.py:8: a Watchdog has no 'cheklist' [declaration]\n  Did you mean 'checklist'?\n" in told


@pytest.mark.parametrize(
    ("source", "line"),
    [("1 / 0\n", 1), ("def f(:\n", 1), ("import houndsman\nhoundsman.Watchdogs\n", 2)],
)
def test_what_else_a_plugin_raises_is_an_error_at_its_line(
    pay: Callable[..., list[Row]], source: str, line: int
) -> None:
    assert pay(source) == [("error", f"pay.py:{line}", "plugin-failed")]


def test_code_that_nobody_wrote_is_an_error(pay: Callable[..., list[Row]]) -> None:
    assert pay(_plugin("agent='code',")) == [("error", "pay.py:5", "unanswered")]


def test_the_page_is_asked_for_and_each_rules_section(pay: Callable[..., list[Row]]) -> None:
    assert pay(_plugin(), page=None) == [("warning", "pay.py", "no-page")]
    assert pay(_plugin(), page="## pay/log\n") == [("warning", "pay.md", "no-section")]


def test_general_is_ours(pay: Callable[..., list[Row]]) -> None:
    found = pay(_plugin().replace('"pay"', '"general"'))
    assert {row[2] for row in found if row[0] == "error"} == {"reserved", "twice"}


def test_an_id_twice_in_one_plugin_is_an_error(pay: Callable[..., list[Row]]) -> None:
    found = pay(_plugin().replace("[WATCHDOG]", "[WATCHDOG, WATCHDOG]"))
    assert found == [("error", "pay.py:5", "twice")]


def test_an_id_that_the_project_has_is_an_error(here: CommandLine, pay: Callable[..., list[Row]]) -> None:
    here.repository.write(MD, "---\ntitle: Pay\n---\nLook.\n")
    assert pay(_plugin()) == [("error", "pay.py:5", "twice")]


def test_the_file_that_an_author_has_open_counts_where_it_is_installed_too(here: CommandLine, install: Install) -> None:
    install("acme", {"pay": _plugin("pahts=(),")})
    here.repository.write("pay.py", _plugin())
    here.repository.write("pay.md", PAGE)
    ran = here("watchdogs", "check", "pay.py")
    assert (ran.code, ran.err) == (0, "")


def test_an_installed_one_is_named_by_its_id_or_broken_by_its_plugin(here: CommandLine, install: Install) -> None:
    install("acme", {"good": _plugin(), "bad": "1 / 0\n"})
    ran = here("watchdogs", "check", "pay")
    assert ran.code == 3  # the other one is broken, and may be what was meant
    assert "no-page" in ran.out
    assert "plugin 'bad' (acme) failed" in ran.err
    ran = here("watchdogs", "check", "bad")
    assert (ran.code, ran.err) == (2, "")
    assert "acme_bad.py:1: ZeroDivisionError" in ran.out


# What is checked


def test_without_a_name_it_is_the_projects_own_and_those_of_p(here: CommandLine) -> None:
    here.repository.write(MD, "---\ntitle: Pay\npaths: ['*.py']\n---\nLook.\n")
    assert here("watchdogs", "check").out.startswith("1 watchdog checked")
    here.repository.write("own.py", _plugin().replace('"pay"', '"own"'))
    here.repository.write("own.md", PAGE)
    assert here("watchdogs", "check", "-p", "own.py").out.startswith("2 watchdogs checked: 0 errors, 0 warnings")


def test_the_built_in_ones_are_right_but_for_what_this_repository_lacks(here: CommandLine) -> None:
    listed = here("watchdogs", "list", "--json").json()
    assert isinstance(listed, list)
    for row in listed:
        assert {weight for weight, _, _ in _complaints(here, row["id"])} <= {"note"}, row["id"]


def test_nothing_to_check_is_not_all_right(here: CommandLine) -> None:
    ran = here("watchdogs", "check")
    assert (ran.code, ran.out) == (2, "")
    assert "there is nothing to check" in ran.err
    here.repository.write("empty.py", "")
    ran = here("watchdogs", "check", "empty.py")
    assert (ran.code, ran.out) == (2, "")
    assert "empty.py: the plugin declares no watchdog" in ran.err


@pytest.mark.parametrize("named", ["nobody", "nothing.py", "nothing.md"])
def test_a_name_of_nothing_is_refused(here: CommandLine, named: str) -> None:
    ran = here("watchdogs", "check", named)
    assert (ran.code, ran.out) == (2, "")
    assert named in ran.err
