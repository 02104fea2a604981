"""The kennel: changes in a line, findings of one watchdog alone, briefs, and a whole hunt."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from houndsman import CheckUnavailable, FileKind, FileStatus, HoundsmanError, RawFinding, Rule, Watchdog, hookimpl
from houndsman.errors import UsageError
from houndsman.models.severity import Severity
from houndsman.testing import Kennel, assert_findings
from houndsman_plugins import debris

PLUGIN = """
from houndsman import CheckUnavailable, RawFinding, Watchdog, hookimpl

@hookimpl
def houndsman_watchdogs():
    return [
        Watchdog(id="first", title="Lines", paths=("*.py",), exclude=("old/",), agent="code"),
        Watchdog(id="second", title="Nothing", agent="code"),
        Watchdog(id="asks", title="An agent"),
    ]

@hookimpl
def houndsman_check(watchdog, change, reading_root):
    if watchdog.id == "second":
        raise CheckUnavailable("there is no second", hint="Install one.")
    if any("crash" in line for file in change.files for line in reading_root.lines(file.path)):
        raise ZeroDivisionError("crashed as asked")
    return [
        RawFinding(file=str(reading_root.exported[file.path]), line=line, rule=1)
        for file in reversed(change.files)
        for line in file.changed_lines()
    ]
"""


class Declares:
    """A plugin that is an object, with one watchdog."""

    @hookimpl
    def houndsman_watchdogs(self) -> list[Watchdog]:
        rule = Rule(id="words/any", number=1, title="No word", severity=Severity.NIT)
        return [Watchdog(id="words", title="Words", agent="code", rules=(rule,))]

    @hookimpl
    def houndsman_check(self) -> list[RawFinding]:
        return [RawFinding(file="a.md", line=1, rule="words/any", message="A word")]


@pytest.fixture
def plugin(tmp_path: Path) -> Path:
    place = tmp_path / "lines.py"
    place.write_text(PLUGIN, encoding="utf-8")
    return place


# A change


def test_a_change_has_both_commits_and_every_file(kennel: Kennel) -> None:
    change = kennel.change(
        {
            "edited.py": ("total = 1\n", "total = 1.0\n"),
            "added.bin": b"\0",
            "link": Path("edited.py"),
            "gone": ("x\n", None),
        }
    )
    assert [(str(file.path), file.status, file.kind) for file in change.files] == [
        ("added.bin", FileStatus.ADDED, FileKind.BINARY),
        ("edited.py", FileStatus.MODIFIED, FileKind.TEXT),
        ("gone", FileStatus.DELETED, FileKind.TEXT),
        ("link", FileStatus.ADDED, FileKind.SYMLINK),
    ]
    assert list(change.files[1].changed_lines()) == [1]
    assert kennel.repository.resolve("main") == change.target.base
    assert kennel.repository.resolve("HEAD") == change.target.head


def test_a_second_change_is_measured_against_its_own_before(kennel: Kennel) -> None:
    kennel.change({"a.py": ("1\n", "2\n")})
    change = kennel.change({"b.py": ("1\n", "2\n")})
    assert [str(file.path) for file in change.files] == ["b.py"]
    manifest = kennel.houndsman.prepare()
    assert [str(file.path) for file in manifest.files] == ["b.py"]
    assert manifest.target.head == change.target.head


def test_a_case_is_two_folders(kennel: Kennel, tmp_path: Path) -> None:
    for name, text in (("before/a/x.py", "1\n"), ("before/gone", "1\n"), ("after/a/x.py", "2\n"), ("after/new", "")):
        place = tmp_path / "case" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    change = kennel.case(tmp_path / "case")
    assert [(str(file.path), str(file.status)) for file in change.files] == [
        ("a/x.py", "modified"),
        ("gone", "deleted"),
        ("new", "added"),
    ]
    with pytest.raises(FileNotFoundError, match=r"there is no folder .*nothing"):
        kennel.case(tmp_path / "nothing")


def test_odd_repositories_are_at_hand(kennel: Kennel) -> None:
    assert {row.path for row in kennel.odd("crlf").rows} == {b"odd.py", b"zz.py"}
    assert kennel.odd("crlf").place != kennel.odd("crlf").place
    with pytest.raises(UsageError, match="Did you mean 'crlf'"):
        kennel.odd("clrf")


# A watchdog alone


@pytest.mark.parametrize("named", [debris, "debris", Path(str(debris.__file__))], ids=["module", "installed", "file"])
def test_a_plugin_is_its_module_its_name_or_its_file(kennel: Kennel, named: ModuleType | str | Path) -> None:
    kennel.change({"shop.py": ("total = 1\n", "total = 1\nbreakpoint()\n")})
    found = kennel.check(named)
    assert_findings(found, [("shop.py", 2, "debris/debugger-call")])
    assert found[0].quote == "breakpoint()"


def test_a_plugin_may_be_an_object(kennel: Kennel) -> None:
    kennel.change({"a.md": "word\n"})
    assert_findings(kennel.check(Declares()), [("a.md", 1, "words/any")])


def test_it_gets_the_files_of_a_review_and_findings_are_in_order(kennel: Kennel, plugin: Path) -> None:
    kennel.change({"b.py": "1\n", "a.py": ("1\n", "1\n2\n3\n"), "old/c.py": "1\n", "d.txt": "1\n"})
    assert [(str(each.file), each.line) for each in kennel.check(plugin, "first")] == [
        ("a.py", 2),
        ("a.py", 3),
        ("b.py", 1),
    ]


def test_files_that_it_does_not_guard_are_no_clean_result(kennel: Kennel, plugin: Path) -> None:
    kennel.change({"old/c.py": "1\n", "a.png": "1\n"})
    with pytest.raises(UsageError) as refused:
        kennel.check(plugin, "first")
    assert refused.value.what == "'first' guards no file of the change: a.png (image), old/c.py (no glob matches)"
    assert refused.value.hint == "It guards *.py and not old/."


def test_what_a_plugin_raises_is_the_cause(kennel: Kennel, plugin: Path) -> None:
    kennel.change({"a.py": "crash\n"})
    with pytest.raises(HoundsmanError, match=r"'lines'.* in houndsman_check: ZeroDivisionError") as failed:
        kennel.check(plugin, "first")
    assert isinstance(failed.value.__cause__, ZeroDivisionError)


def test_a_plugin_that_cannot_be_loaded_says_why(kennel: Kennel, tmp_path: Path) -> None:
    kennel.change({"a.py": "1\n"})
    (tmp_path / "broken.py").write_text("1 / 0\n", encoding="utf-8")
    with pytest.raises(HoundsmanError, match="while loading") as failed:
        kennel.check(tmp_path / "broken.py")
    assert isinstance(failed.value.__cause__, ZeroDivisionError)


def test_a_plugin_that_cannot_answer_here_says_so(kennel: Kennel, plugin: Path) -> None:
    kennel.change({"a.py": "1\n"})
    with pytest.raises(CheckUnavailable, match=r"second: .*there is no second — Install one"):
        kennel.check(plugin, "second")


@pytest.mark.parametrize(
    ("named", "hint"),
    [(None, "Name one of first, second."), ("asks", 'Is `agent="code"` missing'), ("third", "first, second, asks")],
)
def test_a_watchdog_that_is_not_there_is_told_with_those_that_are(
    kennel: Kennel, plugin: Path, named: str | None, hint: str
) -> None:
    kennel.change({"a.py": "1\n"})
    with pytest.raises(UsageError, match=hint.replace("(", r"\(")):
        kennel.check(plugin, named)


def test_there_must_be_a_change_first(kennel: Kennel) -> None:
    with pytest.raises(UsageError, match=r"Begin with kennel\.change"):
        kennel.check("debris")
    with pytest.raises(UsageError, match=r"Begin with kennel\.change"):
        kennel.hunt()


def test_markdown_is_not_answered_by_code(kennel: Kennel, tmp_path: Path) -> None:
    kennel.change({"a.py": "1\n"})
    with pytest.raises(UsageError, match=r"kennel\.watchdog"):
        kennel.check(tmp_path / "payments.md")


# A watchdog that an agent answers

MARKDOWN = """\
---
title: Money is exact
paths: ["*.py"]
rules:
  - {id: money/float, title: No amount is a float, severity: blocking}
---
Amounts are decimals.
"""


@pytest.fixture
def money(tmp_path: Path) -> Path:
    place = tmp_path / "money.md"
    place.write_text(MARKDOWN, encoding="utf-8")
    return place


def test_an_agent_is_asked_and_its_answer_becomes_findings(kennel: Kennel, money: Path) -> None:
    assert kennel.watchdog(money) == "money"
    kennel.change({"shop.py": ("total = 1\n", "shop_total = 1.0\n")})
    assert "No amount is a float" in kennel.brief("money")
    reply = {"file": "shop.py", "line": 1, "rule": 1, "message": "A float", "quote": "shop_total = 1.0"}
    found = kennel.answer("money", {"findings": [reply]})
    assert_findings(found, [("shop.py", 1, "money/float")])
    assert (str(found[0].severity), str(found[0].anchor)) == ("blocking", "exact")


def test_whoever_gets_no_brief_is_told_who_does(kennel: Kennel, money: Path) -> None:
    kennel.watchdog(money)
    kennel.change({"shop.js": "let total = 1\n"})
    with pytest.raises(UsageError, match=r"'money' gets no brief\n  These do: general\. Look at its paths"):
        kennel.brief("money")
    with pytest.raises(UsageError, match=r"'money' gets no brief\n  These do: general\. Look at its paths"):
        kennel.answer("money", {})


def test_a_watchdog_comes_before_the_change(kennel: Kennel, money: Path) -> None:
    kennel.change({"shop.py": "1\n"})
    with pytest.raises(UsageError, match="comes too late"):
        kennel.watchdog(money)


# The whole of it


def test_a_hunt_is_the_real_one(kennel: Kennel) -> None:
    kennel.change({"shop.py": ("total = 1\n", "total = 1\nbreakpoint()\n")})
    kennel.houndsman.blocked = ("python", "secrets", "shell", "spelling", "structure", "workflows")
    ran = kennel.hunt("-k", "debris")
    assert ran.code == 3  # nobody answered for `general`
    assert "debris/debugger-call" in ran.out
    assert_findings(kennel.houndsman.findings(), [("shop.py", 2, "debris/debugger-call")])
    assert (kennel.home / "houndsman.db").is_file()
