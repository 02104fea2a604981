"""What debris looks like, language by language: the tables that the watchdog `debris` searches changed lines with.

In: the kind of a file (its suffix) and whether it holds tests. Out: the patterns that apply, each for the code or for
the comments of a line. A mark is listed only where it is hardly ever meant; what may be meant (a `print` in a script,
a test skipped on a condition) is left out on purpose, and `debris.md` says so.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from houndsman_plugins.code_and_comments import PYTHON, SCRIPT

DEBUGGER_CALL = "debris/debugger-call"
FOCUSED_TEST = "debris/focused-test"
SKIPPED_TEST = "debris/skipped-test"
LEFTOVER_PRINT = "debris/leftover-print"


class Mark(NamedTuple):
    """One thing to search a line for."""

    rule: str
    pattern: re.Pattern[str]
    """Matched against the line's code: comments and the insides of strings are blank."""
    says: str = ""
    """What stands in the line itself at the place of the match; a pattern on the text that `pattern` cannot see."""
    unless_before: str = ""
    """A pattern; the mark is meant where the code line above holds it."""

    @property
    def at_first_sight(self) -> re.Pattern[str]:
        """What raw text must hold for the mark to be possible: cheap to search many lines for at once."""
        return _at_first_sight(self.pattern.pattern, self.says)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


RUBY, GO, RUST, PHP, JVM = (
    _words("rb rake"),
    _words("go"),
    _words("rs"),
    _words("php"),
    _words("java kt kts scala groovy"),
)
CSHARP, ELIXIR, SWIFT = _words("cs"), _words("ex exs"), _words("swift")

_JS_SUITE = r"(?<![\w.$])(?:it|test|describe|context|suite|specify|fixture|bench)(?:\.\w+){0,2}?"
# A test is skipped for good where a name follows at once; a condition there means "skip it on this machine".
_NAMED = r"\s*\(\s*[\"'`]"

#: (rule, kinds, pattern, says, unless_before), for every file of these kinds.
_ANYWHERE: tuple[tuple[str, frozenset[str], str, str, str], ...] = (
    (DEBUGGER_CALL, PYTHON, r"(?<![\w.])(?<!def )breakpoint\s*\(", "", ""),
    (
        DEBUGGER_CALL,
        PYTHON,
        r"(?<![\w.])(?:i?pdb|pudb|wdb|rpdb|web_pdb|remote_pdb)\.(?:set_trace|breakpoint)\s*\(",
        "",
        "",
    ),
    (DEBUGGER_CALL, PYTHON, r"(?<![\w.])(?<!def )set_trace\s*\(", "", ""),
    (DEBUGGER_CALL, PYTHON, r"(?<![\w.])debugpy\.(?:breakpoint|wait_for_client)\s*\(", "", ""),
    (DEBUGGER_CALL, SCRIPT, r"(?:^|[;{}()]|\belse\b)[ \t]*debugger[ \t]*(?:;|\}|$)", "", ""),
    (DEBUGGER_CALL, RUBY, r"(?<![\w.])binding\.(?:pry|irb|break|b)\b(?!\s*=)", "", ""),
    (DEBUGGER_CALL, RUBY, r"^[ \t]*(?:byebug|debugger)[ \t]*(?:$|\bif\b|\bunless\b)", "", ""),
    (DEBUGGER_CALL, PHP, r"(?<![\w>:$\\])(?<!function )\\?(?:var_dump|dd|xdebug_break)\s*\(", "", ""),
    (DEBUGGER_CALL, RUST, r"(?<![\w:])(?:std::)?dbg!\s*[(\[{]", "", ""),
    (DEBUGGER_CALL, GO, r"(?<![\w.])(?:runtime\.Breakpoint|spew\.Dump)\s*\(", "", ""),
    (DEBUGGER_CALL, CSHARP, r"\bDebugger\.(?:Break|Launch)\s*\(", "", ""),
    (DEBUGGER_CALL, ELIXIR, r"(?<![\w.])IEx\.pry\b", "", ""),
    (FOCUSED_TEST, SCRIPT, _JS_SUITE + r"\.only\b", "", ""),
    (SKIPPED_TEST, PYTHON, r"(?<![\w.])(?:pytest\.)?mark\.skip\b", "", ""),
    (SKIPPED_TEST, PYTHON, r"@unittest\.skip\b", "", ""),
    (SKIPPED_TEST, SCRIPT, _JS_SUITE + r"\.skip(?:\.each\b|" + _NAMED + ")", "", ""),
    (SKIPPED_TEST, RUST, r"#\[ignore\b", "", ""),
    (SKIPPED_TEST, CSHARP, r"\[(?:Fact|Theory)\s*\([^)]{0,200}\bSkip\s*=", "", ""),
    (LEFTOVER_PRINT, PYTHON, r"(?<![\w.])print\s*\(", r"[rf]?[\"']\{[\w.\[\]]{1,80}=[^}]{0,80}\}[\"']\s*\)", ""),
    (LEFTOVER_PRINT, PYTHON, r"(?<![\w.])print\s*\(\s*(?:locals|globals)\s*\(\s*\)", "", ""),
)

#: The same, only for files that hold tests: elsewhere these words mean something else.
_IN_TESTS: tuple[tuple[str, frozenset[str], str, str, str], ...] = (
    (FOCUSED_TEST, SCRIPT, r"(?<![\w.$])(?<!function )(?:fit|fdescribe|fcontext)" + _NAMED, "", ""),
    (FOCUSED_TEST, RUBY, r"(?<![\w.:])f(?:it|describe|context|specify|example)\b\s*[\"'(]", "", ""),
    (FOCUSED_TEST, RUBY, r"\bfocus:\s*true\b|,\s*:focus\b|:focus\s*=>\s*true\b", "", ""),
    (FOCUSED_TEST, GO, r"(?<![\w.])F(?:It|Describe|Context|Specify|Entry)\s*\(", "", ""),
    (FOCUSED_TEST, SWIFT, r"(?<![\w.])f(?:it|describe|context)\s*\(\s*\"", "", ""),
    (SKIPPED_TEST, PYTHON, r"@skip\b", "", ""),
    (SKIPPED_TEST, SCRIPT, r"(?<![\w.$])x(?:it|test|describe|context|specify)" + _NAMED, "", ""),
    (SKIPPED_TEST, RUBY, r"(?<![\w.:])x(?:it|describe|context|specify|example)\b\s*[\"'(]", "", ""),
    (SKIPPED_TEST, GO, r"(?<![\w.])[tb]\.Skip(?:Now|f)?\s*\(", "", r"\b(?:if|case|default)\b"),
    (SKIPPED_TEST, JVM, r"@(?:Disabled|Ignore)\b", "", ""),
)

_SAYS_DEBUG = r"[rbfuRBFU@$]{0,2}[\"'`]\s*(?:debug(?:ging)?\b|got here|here\b|wtf\b|xxx+|!!!+|>>>+)"

#: Calls that print, by kind; one counts where what it prints begins like the words of somebody who is debugging.
_PRINTS = (
    (PYTHON, r"(?<![\w.])print\s*\("),
    (SCRIPT, r"(?<![\w.])console\.\w+\s*\("),
    (RUBY, r"(?<![\w.])(?:puts|p|pp)\b[ (]"),
    (GO, r"(?<![\w.])(?:fmt\.Print(?:ln|f)?|println)\s*\("),
    (RUST, r"(?<![\w:])e?println!\s*\("),
    (PHP, r"(?<![\w>:$])(?:echo|print|error_log)\b[ (]"),
    (JVM, r"(?<![\w.])(?:System\.(?:out|err)\.print(?:ln|f)?|println)\s*\("),
    (CSHARP, r"(?<![\w.])Console\.Write(?:Line)?\s*\("),
    (SWIFT, r"(?<![\w.])(?:print|NSLog)\s*\("),
)

#: Printing to a browser's console, in code that is no command-line program, needs no further sign.
_CONSOLE = r"(?<![\w.$])console\.(?:log|debug|trace|dir|table)\s*\("

_TEST_PATH = re.compile(
    r"(?:^|/)(?:tests?|specs?|__tests__|e2e|cypress|testing)/"
    r"|(?:^|[/_.-])(?:tests?|specs?)\.[^/]+$"
    r"|(?:^|/)test_[^/]+$"
    r"|[a-z0-9](?:Tests?|Spec|IT)\.[^/]+$"
)
_COMMAND_LINE_PATH = re.compile(
    r"(?:^|/)(?:scripts?|bin|tools?|cli|examples?|bench(?:marks?)?)/|(?:^|/)(?:cli|[^/]*\.config|gulpfile|gruntfile)\.\w+$",
    re.IGNORECASE,
)


def holds_tests(path: str) -> bool:
    """Whether a file's path says that it holds tests."""
    return _TEST_PATH.search(path) is not None


def is_command_line_program(path: str, first_line: str) -> bool:
    """Whether a file talks to a terminal, where printing is its work."""
    return first_line.startswith("#!") or _COMMAND_LINE_PATH.search(path) is not None


@cache
def marks_for(kind: str, tests: bool, command_line: bool) -> tuple[Mark, ...]:
    """What to search a file for.

    Args:
        kind: its suffix in lower case.
        tests: whether it holds tests.
        command_line: whether it is a program for the terminal.
    """
    rows = _ANYWHERE + (_IN_TESTS if tests else ())
    marks = [Mark(rule, re.compile(code), says, before) for rule, kinds, code, says, before in rows if kind in kinds]
    marks += [Mark(LEFTOVER_PRINT, re.compile(code), _SAYS_DEBUG) for kinds, code in _PRINTS if kind in kinds]
    if kind in SCRIPT and not tests and not command_line:
        marks.append(Mark(LEFTOVER_PRINT, re.compile(_CONSOLE)))
    return tuple(marks)


@cache
def _at_first_sight(pattern: str, says: str) -> re.Pattern[str]:
    if not says:
        return re.compile(pattern, re.MULTILINE)
    return re.compile(rf"(?:{pattern})\s*(?i:{says})", re.MULTILINE)
