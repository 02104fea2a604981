"""Which marks apply to which file. What each of them hits and leaves alone is in the fixtures."""

from __future__ import annotations

import pytest

from houndsman_plugins import debris
from houndsman_plugins.debris_marks import holds_tests, is_command_line_program, marks_for


@pytest.mark.parametrize(
    ("path", "tests"),
    [
        ("tests/cart.py", True),
        ("src/test_cart.py", True),
        ("src/cart_test.go", True),
        ("src/cart.spec.ts", True),
        ("src/CartTest.java", True),
        ("spec/cart.rb", True),
        ("src/__tests__/cart.js", True),
        ("src/cart.py", False),
        ("src/contest.py", False),
        ("src/latest/cart.py", False),
        ("src/inspect.py", False),
        ("src/attest.ts", False),
    ],
)
def test_what_holds_tests(path: str, tests: bool) -> None:
    assert holds_tests(path) is tests


@pytest.mark.parametrize(
    ("path", "first_line", "program"),
    [
        ("src/run", "#!/usr/bin/env node", True),
        ("scripts/build.js", "", True),
        ("src/cli.ts", "", True),
        ("vite.config.js", "", True),
        ("src/app.js", "", False),
        ("src/client.ts", "", False),
        ("src/clinic/app.js", "// a comment", False),
    ],
)
def test_what_talks_to_a_terminal(path: str, first_line: str, program: bool) -> None:
    assert is_command_line_program(path, first_line) is program


def test_every_mark_is_of_a_declared_rule() -> None:
    declared = {rule.id for rule in debris.WATCHDOG.rules}
    for kind in ("py", "ts", "rb", "go", "rs", "php", "java", "cs", "swift", "exs"):
        marks = marks_for(kind, tests=True, command_line=False)
        assert marks, kind
        assert {mark.rule for mark in marks} <= declared


def test_a_language_that_nobody_knows_has_no_marks() -> None:
    assert marks_for("cob", tests=True, command_line=False) == ()


def test_words_of_tests_are_marks_in_tests_alone() -> None:
    def hits(tests: bool) -> bool:
        return any(mark.pattern.search('fit("charges once", ') for mark in marks_for("ts", tests, False))

    assert (hits(True), hits(False)) == (True, False)


@pytest.mark.parametrize(
    ("line", "possible"),
    [('print("debug", x)', True), ('print("DEBUG: x")', True), ('print("welcome")', False)],
)
def test_the_first_sight_knows_what_the_line_must_say(line: str, possible: bool) -> None:
    marks = [mark for mark in marks_for("py", False, False) if mark.says]
    assert any(mark.at_first_sight.search(line) for mark in marks) is possible
