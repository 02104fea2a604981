"""A watchdog in a Markdown file: what it may say, and what is refused where."""

from __future__ import annotations

import textwrap

import pytest

from houndsman.config.markdown import faults_of, line_of, read_watchdog
from houndsman.errors import ConfigError, ExitCode
from houndsman.models.severity import Severity
from houndsman.models.watchdog import Rule, Watchdog

NAME = ".houndsman/watchdogs/payments.md"

WHOLE = """\
---
title: Payments
paths: ["src/pay/**", "*.sql"]
exclude: ["**/tests/**"]
rules:
  - id: pay/rounding
    title: Sum exact, round once
    severity: blocking
    text: |
      Money is decimal.
    match: ["F8*"]
  - id: pay/log
    title: No card numbers in logs
    severity: attention
checklist:
  - Is every amount a decimal?
agent: claude
maxFilesPerBrief: 12
---

Amounts arrive in cents.

---
A rule below the text is text.
"""


def _read(text: str, name: str = NAME) -> Watchdog:
    return read_watchdog(textwrap.dedent(text).encode(), name)


def test_a_file_ends_in_the_same_model_as_python() -> None:
    assert _read(WHOLE) == Watchdog(
        id="payments",
        title="Payments",
        paths=("src/pay/**", "*.sql"),
        exclude=("**/tests/**",),
        rules=(
            Rule(
                id="pay/rounding",
                number=1,
                title="Sum exact, round once",
                severity=Severity.BLOCKING,
                text="Money is decimal.\n",
                match=("F8*",),
            ),
            Rule(id="pay/log", number=2, title="No card numbers in logs", severity=Severity.ATTENTION),
        ),
        checklist=("Is every amount a decimal?",),
        guidance="Amounts arrive in cents.\n\n---\nA rule below the text is text.",
        agent="claude",
        max_files_per_brief=12,
    )


@pytest.mark.parametrize("prefix", ["", "\ufeff"], ids=["plain", "bom"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"], ids=["unix", "windows"])
def test_line_ends_and_a_byte_order_mark_change_nothing(prefix: str, newline: str) -> None:
    assert read_watchdog((prefix + WHOLE.replace("\n", newline)).encode(), NAME) == _read(WHOLE)


def test_guidance_may_be_a_key_and_the_id_may_be_repeated() -> None:
    watchdog = _read("---\nid: payments\ntitle: T\nguidance: Look twice.\n---\n")
    assert watchdog.guidance == "Look twice."


@pytest.mark.parametrize(
    ("text", "line", "what", "hint"),
    [
        ("no front matter", 1, "there is no front matter", "---"),
        ("", 1, "there is no front matter", "---"),
        ("---\ntitle: T\n", 1, "the front matter is not closed", "---"),
        ("---\n---\ntext", 1, "the front matter holds no keys", "---"),
        ("---\n- a\n---\n", 1, "the front matter holds no keys", "---"),
        ("---\ntitle: T\nrules: [\n---\n", 3, "not YAML", None),
        ("---\ntitle: T\npaths: [*.py]\n---\n", 3, "not YAML", None),
        ("---\ntitle: T\npath: ['*.py']\n---\n", 3, "unknown key 'path'", "did you mean 'paths'?"),
        ("---\ntitle: T\nsees_excluded: true\n---\n", 3, "unknown key", "did you mean 'seesExcluded'?"),
        ("---\npaths: ['*.py']\n---\n", 1, "the key 'title' is missing", "title"),
        ("---\ntitle: T\ntitle: U\n---\n", 3, "the key 'title' is given twice", None),
        ("---\ntitle: T\npaths:\n  - '*.py'\n  - '!'\n---\n", 5, "the glob '!' does not compile", None),
        ("---\ntitle: T\nexclude: ['# no']\n---\n", 3, "the glob '# no'", None),
        ("---\ntitle: T\npaths: '*.py'\n---\n", 3, "paths", None),
        ("---\ntitle: T\nmaxFilesPerBrief: 0\n---\n", 3, "maxFilesPerBrief", None),
        ("---\ntitle: T\nid: other\n---\n", 3, "the id 'other' is not the file's name", "leave 'id' out"),
        ("---\ntitle: T\nagent: code\n---\n", 3, "only a Python plugin can be answered by code", "name an agent"),
        ("---\ntitle: T\nguidance: a\n---\nb\n", 3, "guidance is given twice", None),
    ],
)
def test_what_is_wrong_is_refused_with_file_and_line(text: str, line: int, what: str, hint: str | None) -> None:
    with pytest.raises(ConfigError) as caught:
        _read(text)
    assert caught.value.where == f"{NAME}:{line}"
    assert what in caught.value.what
    assert hint is None or hint in (caught.value.hint or "")
    assert caught.value.exit_code is ExitCode.USAGE


RULES = """\
---
title: T
rules:
  - id: one
    number: {first}
    title: One
    severity: nit
  - id: {second_id}
    number: {second}
    title: Two
    severity: {severity}
---
"""


@pytest.mark.parametrize(
    ("given", "line", "what"),
    [
        ({"second": "1"}, 9, "the rule number 1 is given twice in the watchdog 'payments'"),
        ({"second_id": "one"}, 8, "the rule id 'one' is given twice in the watchdog 'payments'"),
        ({"severity": "high"}, 11, "rules.1.severity is 'high', which is no severity"),
        ({"second": "0"}, 9, "rules.1.number"),
        ({"first": "one"}, 5, "rules.0.number"),
        ({"second_id": "''"}, 8, "rules.1.id"),
        ({"second": "2\n    numer: 3"}, 10, "unknown key 'numer'"),
        ({"second": "2\n    number: 3"}, 10, "the key 'number' is given twice"),
    ],
)
def test_a_wrong_rule_is_refused_at_its_own_line(given: dict[str, str], line: int, what: str) -> None:
    right = {"first": "1", "second": "2", "second_id": "two", "severity": "nit"}
    assert len(_read(RULES.format(**right)).rules) == 2
    with pytest.raises(ConfigError) as caught:
        _read(RULES.format(**{**right, **given}))
    assert caught.value.where == f"{NAME}:{line}"
    assert what in caught.value.what


def test_a_rule_without_a_number_among_numbered_ones_is_refused() -> None:
    with pytest.raises(ConfigError, match="the key 'number' is missing"):
        _read(RULES.format(first="4", second="2", second_id="b", severity="nit").replace("    number: 2\n", ""))


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("general.md", "the id 'general' is reserved"),
        ("Payments.md", "the id 'Payments' must be 1 to 64"),
        ("a b.md", "the id 'a b' must be 1 to 64"),
        ("-x.md", "the id '-x' must be 1 to 64"),
    ],
)
def test_the_file_name_is_the_id_and_must_be_one(name: str, what: str) -> None:
    with pytest.raises(ConfigError) as caught:
        _read("---\ntitle: T\n---\n", f".houndsman/watchdogs/{name}")
    assert caught.value.where == f".houndsman/watchdogs/{name}:1"
    assert what in caught.value.what


def test_bytes_that_are_not_utf_8_are_refused() -> None:
    with pytest.raises(ConfigError, match="not UTF-8"):
        read_watchdog(b"---\ntitle: caf\xe9\n---\n", NAME)


def test_yaml_cannot_make_objects() -> None:
    with pytest.raises(ConfigError, match="not YAML"):
        _read("---\ntitle: !!python/object/apply:os.getcwd []\n---\n")


def test_every_fault_is_named_at_once_by_line() -> None:
    text = """\
    ---
    title: Payments
    paths: ["a/**", "!"]
    rulez: []
    rules:
      - id: pay/log
        severity: attention
    ---
    """
    faults = faults_of(textwrap.dedent(text).encode(), NAME)
    assert [(fault.where, fault.what) for fault in faults] == [
        (f"{NAME}:3", "the glob '!' does not compile: Invalid git pattern: '!'"),
        (f"{NAME}:4", "unknown key 'rulez'"),
        (f"{NAME}:6", "the key 'title' is missing"),
    ]
    assert faults[1].hint == "did you mean 'rules'?"


@pytest.mark.parametrize(
    ("text", "place"), [("---\ntitle: A\nid: b\n---\n", "3"), ("no front matter", "1"), ("---\nagent: [\n---\n", "2")]
)
def test_what_stops_the_reading_is_the_only_fault(text: str, place: str) -> None:
    (fault,) = faults_of(text.encode(), NAME)
    assert fault.where == f"{NAME}:{place}"


def test_a_right_file_has_no_fault_and_its_keys_have_lines() -> None:
    raw = WHOLE.encode()
    assert faults_of(raw, NAME) == ()
    lines = WHOLE.split("\n")
    assert lines[line_of(raw, ["rules", 1, "title"]) - 1].strip() == "title: No card numbers in logs"
    assert lines[line_of(raw, ["paths", 1]) - 1].startswith("paths")
    assert lines[line_of(raw, ["checklist", 0]) - 1].strip() == "- Is every amount a decimal?"
    assert lines[line_of(raw, ["guidance"]) - 1] == "Amounts arrive in cents."
    by_key = b"---\ntitle: A\nguidance: Look twice.\n---\n"
    assert line_of(by_key, ["guidance"]) == 3
