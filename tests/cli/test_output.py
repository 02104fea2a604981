"""What is printed: tables that keep their cells as they are, and foreign text that cannot steer a terminal."""

from __future__ import annotations

import io
import sys
from collections import Counter
from collections.abc import Callable

import click
import pytest

from houndsman.cli.output import (
    as_json,
    complained,
    counted,
    counts,
    findings_table,
    place,
    say_failures,
    say_warnings,
    table,
)
from houndsman.golden.complaint import Complaint, Weight
from houndsman.hook_relay import PluginFailure
from houndsman.models.finding import Anchor, Side
from houndsman.models.manifest import RunWarning
from houndsman.models.repo_path import RepoPath
from houndsman.models.severity import Severity
from houndsman.models.triage import Decision, Message, Sighting, Status, TriageItem

Make = Callable[..., TriageItem]


@pytest.fixture
def item() -> Make:
    """A finding; what a test does not say is the same each time."""

    def make(**said: object) -> TriageItem:
        seen = Sighting(run=1, sha="a" * 40)
        usual = TriageItem(
            id="abc123",
            fingerprint="abc123" + "0" * 58,
            file=RepoPath(b"a.py"),
            line=3,
            end_line=None,
            side=Side.NEW,
            rule="some/rule",
            severity=Severity.NIT,
            message="Something.",
            messages=(Message(watchdog="general", message="Something."),),
            action="",
            quote="",
            watchdogs=("general",),
            anchor=Anchor.EXACT,
            group=None,
            status=Status.OPEN,
            decision=Decision.PENDING,
            first_seen=seen,
            last_seen=seen,
            notes=(),
        )
        return usual.model_copy(update=said)

    return make


@pytest.mark.parametrize("cell", ["1e5", "00123", "0x1F", "1_000", "-", "nan", "12"])
def test_a_cell_is_printed_as_it_is(cell: str) -> None:
    assert table(["id", "name"], [[cell, "a"], ["abc", "b"]]).splitlines()[2].split() == [cell, "a"]


def test_numbers_stand_to_the_right_and_words_to_the_left() -> None:
    lines = table(["word", "count"], [["a", 5], ["bcd", 1234]]).splitlines()
    assert [len(line) for line in lines] == [len(lines[0])] * 4
    assert (lines[2][0], lines[2][-1], lines[3][:3], lines[3][-4:]) == ("a", "5", "bcd", "1234")


def test_an_empty_table_is_its_headers() -> None:
    assert table(["word", "count"], []).split()[:2] == ["word", "count"]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """A terminal of so many columns."""

    def make(columns: int) -> None:
        monkeypatch.setattr(sys, "stdout", Terminal())
        monkeypatch.setenv("COLUMNS", str(columns))

    return make


ROWS = [["first", "one two three four five six seven eight nine ten"], ["second", "a/long/path/without/a/space.py"]]


@pytest.mark.parametrize("columns", [24, 30, 40, 56])
def test_a_table_is_folded_to_its_terminal(terminal: Callable[[int], None], columns: int) -> None:
    whole = table(["word", "text"], ROWS)
    terminal(columns)
    folded = table(["word", "text"], ROWS)
    assert max(map(len, whole.splitlines())) == 56
    assert max(map(len, folded.splitlines())) <= columns
    assert not _letters(whole) - _letters(folded), "nothing may be left out"
    assert (folded == whole) == (columns == 56)


def _letters(text: str) -> Counter[str]:
    return Counter(letter for letter in text if letter.isalnum())


def test_where_folding_would_spell_words_each_row_is_a_block(terminal: Callable[[int], None]) -> None:
    terminal(24)
    assert table(["word", "text"], ROWS).splitlines()[:3] == [
        "word  first",
        "text  one two three four",
        "      five six seven",
    ]


def test_a_path_is_folded_behind_its_signs(terminal: Callable[[int], None]) -> None:
    terminal(40)
    folded = table(["word", "text"], [["first", "see shop/payments/gateway-of-the-bank,orders.py now"]])
    assert [line[7:].strip() for line in folded.splitlines()[2:]] == [
        "see shop/payments/gateway-of-",
        "the-bank,orders.py now",
    ]


def test_a_word_without_signs_is_cut_where_the_line_ends(terminal: Callable[[int], None]) -> None:
    terminal(30)
    folded = table(["word", "text"], [["first", "a" * 50 + "."]])
    assert "".join(line[7:].strip() for line in folded.splitlines()[2:]) == "a" * 50 + "."
    assert max(map(len, folded.splitlines())) <= 30


def test_a_column_that_can_be_spared_goes_where_there_is_no_room(terminal: Callable[[int], None]) -> None:
    def headers() -> list[str]:
        return table(["word", "text"], ROWS, spare="text").splitlines()[0].split()

    assert headers() == ["word", "text"]  # no terminal
    terminal(56)
    assert headers() == ["word", "text"]
    terminal(55)
    assert headers() == ["word"]


def test_json_is_in_the_one_written_form() -> None:
    assert as_json({"b": 1, "a": "ü"}) == '{\n "a": "ü",\n "b": 1\n}'


@pytest.mark.parametrize(
    ("path", "line", "told"),
    [(b"a.py", 3, "a.py:3"), (b"a.py", None, "a.py"), (b"caf\xe9.py", 3, '"caf\\351.py":3')],
)
def test_the_place_of_a_finding(item: Make, path: bytes, line: int | None, told: str) -> None:
    assert place(item(file=RepoPath(path), line=line)) == told


@pytest.mark.parametrize("with_status", [True, False])
@pytest.mark.parametrize(
    ("anchor", "line", "told"),
    [
        (Anchor.EXACT, 3, "a.py:3"),
        (Anchor.RELOCATED, 3, "a.py:3"),
        (Anchor.AMBIGUOUS, 3, "a.py:3 ?"),
        (Anchor.UNPROVEN, 3, "a.py:3 ?"),
        (Anchor.UNPROVEN, None, "a.py"),
    ],
)
def test_a_place_that_nothing_proves_is_marked_and_the_mark_is_explained(
    item: Make, anchor: Anchor, line: int | None, told: str, with_status: bool
) -> None:
    printed = findings_table([item(anchor=anchor, line=line), item()], with_status=with_status).splitlines()
    assert f"  {told}  " in printed[2].replace("   ", "  ")
    assert "?" not in printed[3]
    assert printed[4:] == (["? a place that no quote of the code proves"] if "?" in told else [])


def test_foreign_text_cannot_steer_the_terminal(item: Make) -> None:
    hostile = item(
        file=RepoPath(b"a\x1b[2J.py"), rule="r\x1b]0;title\x07", message="one\ntwo\x1b[31m red\r\x9b5n \u202eevil"
    )
    printed = findings_table([hostile])
    rows = printed.split("\n")
    assert len(rows) == 3, "one finding, one line"
    assert not {"\x1b[2J", "\x1b]", "\x07", "\x9b", "\r", "\u202e"} & set(_pieces(printed))


def _pieces(text: str) -> list[str]:
    """Every character, and every pair and run that a terminal would take for an order."""
    return [*text, *(text[at : at + 2] for at in range(len(text))), *(text[at : at + 4] for at in range(len(text)))]


def test_a_long_message_is_cut_for_the_table(item: Make) -> None:
    assert len(findings_table([item(message="word " * 100)]).splitlines()[2]) < 200


def test_counts_are_of_open_findings_alone(item: Make) -> None:
    items = [item(), item(severity=Severity.BLOCKING), item(severity=Severity.BLOCKING, status=Status.DISMISSED)]
    assert counts(items) == "1 blocking, 0 attention, 0 suggestion, 1 nit"


def test_a_broken_plugin_is_said_once(capsys: pytest.CaptureFixture[str]) -> None:
    failure = PluginFailure("watch", "acme", "load", "ValueError: no")
    say_failures([failure])
    say_warnings([RunWarning(code="plugin-failed", message=str(failure)), RunWarning(code="git", message="careful")])
    out, err = capsys.readouterr()
    assert not out
    assert err.splitlines() == [f"broken {failure}", "warning careful [git]"]


def test_a_complaint_is_a_line_and_its_next_step_another() -> None:
    complaint = Complaint("twice", "a.md:3", "it says\x1b[2J\nit twice", "Say it once.", Weight.WARNING)
    assert click.unstyle(complained(complaint)) == "warning a.md:3: it says\\x1b[2J it twice [twice]\n  Say it once."
    assert "\n" not in complained(complaint._replace(hint=""))


def test_one_is_not_many() -> None:
    assert [counted(number, "case") for number in (0, 1, 2)] == ["0 cases", "1 case", "2 cases"]
