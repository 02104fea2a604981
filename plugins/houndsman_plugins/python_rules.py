"""The rules of the watchdog `python`: which of ruff's codes it stands for, how much each weighs, and what to do.

In: a code of ruff. Out: the rule it belongs to, by the longest prefix. What ruff is asked to look for is made from
the same table, so that nothing it may say is without a rule. Only stable codes that ruff 0.8 knows are listed.
"""

from __future__ import annotations

from functools import cache

from houndsman import Severity
from houndsman_plugins.rule_table import Row, RuleTable
from houndsman_plugins.suppressions import NEW_SUPPRESSION

#: How ruff names what it cannot parse. It says so unasked, and cannot be asked for it.
UNPARSED = "invalid-syntax"

#: How ruff says that it could not read a file. Not asked for, it goes on as if the file were clean.
UNREAD = "E902"

_B, _A, _S = Severity.BLOCKING, Severity.ATTENTION, Severity.SUGGESTION

TABLE = RuleTable(
    "python",
    (
        Row(
            "syntax-error",
            _B,
            "Code that does not compile",
            "invalid-syntax F404 F407 F622 F701 F702 F704 F706 F707",
            "Correct the syntax; until then nothing else in this file could be checked",
        ),
        Row(
            "undefined-name",
            _A,
            "Name that does not exist where it is used",
            "F722 F821 F822 F823 PLE0118 PLE0604 PLE0605",
            "Define or import the name, or correct its spelling",
        ),
        Row(
            "unused-import",
            _S,
            "Import that nothing uses",
            "F401",
            "Remove the import, or use what was meant to be used",
        ),
        Row(
            "unused-variable",
            _S,
            "Value that is computed and never used",
            "F841 F842",
            "Use the value, or drop the assignment; a result that is ignored is often a check that was forgotten",
        ),
        Row(
            "redefinition",
            _A,
            "Definition that silently replaces another",
            "F402 F811 PIE794 PIE796",
            "Rename one of the two, or remove the one that never takes effect",
        ),
        Row(
            "format-string",
            _A,
            "Format that does not fit its arguments",
            "F501 F502 F503 F504 F505 F506 F507 F508 F509 F521 F522 F523 F524 F525 PLE1205 PLE1206 PLE1300 PLE1307",
            "Make the placeholders and the arguments agree",
        ),
        Row(
            "wrong-comparison",
            _A,
            "Condition that compares the wrong things",
            "F632 F634 B015 PLR0124 PLW0711",
            "Compare values with ==, and write the condition that was meant",
        ),
        Row(
            "mutable-default",
            _A,
            "Mutable value shared where each use expects its own",
            "B006 B039 RUF008 RUF024",
            "Use None (or a default factory) and make the value inside",
        ),
        Row(
            "loop-capture",
            _A,
            "Loop variable or iterator used after it moved on",
            "B020 B023 B031",
            "Bind the value at once, for example as a default argument",
        ),
        Row(
            "broken-error-path",
            _A,
            "Error handling that raises, hides or returns the wrong thing",
            "B012 B016 B025 B029 B030 F901",
            "Catch and raise exception classes, and leave `finally` without return, break or continue",
        ),
        Row(
            "swallowed-error",
            _S,
            "Exception that disappears without a trace",
            "E722 S110 S112",
            "Name the exceptions that are expected, and log or raise the others",
        ),
        Row(
            "vacuous-assertion",
            _A,
            "Assertion that cannot fail",
            "F631 B017 PLW0129 RUF018",
            "Assert what the test is about: the exact exception, the condition itself",
        ),
        Row(
            "no-effect",
            _A,
            "Statement that does nothing",
            "B002 B018 B032 PLW0127 PLW2101",
            "Call, assign or return what was meant, or remove the line",
        ),
        Row(
            "duplicate-key",
            _A,
            "Key or element written twice",
            "F601 F602 B033 B035",
            "Remove the double: only the last one counts",
        ),
        Row(
            "blocking-in-async",
            _A,
            "Coroutine that blocks its loop, or a task that nobody holds",
            "ASYNC210 ASYNC220 ASYNC221 ASYNC222 ASYNC251 RUF006",
            "Await the asynchronous counterpart, and keep a reference to each task",
        ),
        Row(
            "unsafe-call",
            _A,
            "Call that an attacker's input can take over",
            "S102 S202 S306 S307 S501 S506 S507 S602 S605 S608 S701",
            "Use the safe counterpart: parameters instead of string building, a list instead of a shell, a safe loader",
        ),
        Row(
            "api-misuse",
            _A,
            "Call or protocol used against its contract",
            "PLE* B003 B004 B005 B026 B034 PLW0245 PLW1501 PLW1509 RUF016",
            "See the documentation of what is called; it does not do what this line expects",
        ),
        Row(
            "hidden-character",
            _B,
            "Invisible character that makes code read as what it is not",
            "PLE2502 PLE2510 PLE2512 PLE2513 PLE2514 PLE2515",
            "Write the character as an escape, or remove it",
        ),
        NEW_SUPPRESSION,
    ),
)


@cache
def selection() -> tuple[str, ...]:
    """What to ask ruff for."""
    codes = {pattern.removesuffix("*") for rule in TABLE.rules for pattern in rule.match}
    return tuple(sorted((codes - {UNPARSED}) | {UNREAD}))
