"""`houndsman findings`: what is listed, shown and decided."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from houndsman.models.triage import Decision, Status

if TYPE_CHECKING:
    from tests.conftest import CommandLine

MARKER, CALL, WORD = "merge.txt", "src/call.py", "README.md"


def test_the_list_is_worst_first_and_counts(hunted: CommandLine) -> None:
    ran = hunted("findings", "list")
    assert ran.code == 0
    rows = [line for line in ran.out.splitlines() if "debris" in line or "general" in line]
    assert [row.split()[1] for row in rows] == ["blocking", "attention", "nit"]
    assert "open: 1 blocking, 1 attention, 0 suggestion, 1 nit" in ran.out
    assert "\x1b" not in ran.out


@pytest.mark.parametrize(
    ("filters", "files"),
    [
        ([], [MARKER, CALL, WORD]),
        (["--severity", "attention"], [MARKER, CALL]),
        (["--severity", "nit"], [MARKER, CALL, WORD]),
        (["--rule", "conflict"], [MARKER]),
        (["--file", "src/"], [CALL]),
        (["--watchdog", "general"], [WORD]),
        (["--watchdog", "gen"], []),
        (["--status", "open"], [MARKER, CALL, WORD]),
        (["--status", "done"], []),
        (["--decision", "pending", "--watchdog", "debris"], [MARKER, CALL]),
        (["--decision", "ignore"], []),
    ],
)
def test_filters(hunted: CommandLine, filters: list[str], files: list[str]) -> None:
    assert [str(item.file) for item in hunted.findings(*filters)] == files
    listed = hunted("findings", "list", *filters).out
    assert [name for name in (MARKER, CALL, WORD) if name in listed] == files


def test_an_empty_list_says_so(hunted: CommandLine) -> None:
    assert hunted("findings", "list", "--status", "done").out == "no findings with these filters\n"
    assert hunted("findings", "list", "--status", "done", "--json").out == "[]\n"


def test_what_is_decided_stands_at_the_end_of_the_list(hunted: CommandLine) -> None:
    hunted("findings", "decide", hunted.findings("--file", MARKER)[0].id, "ignore")
    assert [str(item.file) for item in hunted.findings()] == [CALL, WORD, MARKER]


def test_a_finding_is_shown_whole(hunted: CommandLine) -> None:
    (item,) = hunted.findings("--watchdog", "general")
    ran = hunted("findings", "show", item.id)
    assert ran.code == 0
    for told in (
        "README.md:3",
        "emergent/wording",
        "A typing error.",
        "Write word.",
        "A wrod that is misspelt.",
        "trivial",
        "exact",
    ):
        assert told in ran.out
    assert item.fingerprint in ran.out
    assert "\x1b" not in ran.out


def test_several_are_shown_in_the_order_asked(hunted: CommandLine) -> None:
    ids = [item.id for item in hunted.findings()]
    shown = hunted("findings", "show", *reversed(ids)).out
    assert [line.split()[0] for line in shown.splitlines() if line[:1].isalnum()] == ids[::-1]


@pytest.mark.parametrize(("length", "code"), [(6, 0), (10, 0), (64, 0), (5, 2)])
def test_an_id_is_six_characters_or_more(hunted: CommandLine, length: int, code: int) -> None:
    (item,) = hunted.findings("--file", MARKER)
    assert hunted("findings", "show", item.fingerprint[:length]).code == code


@pytest.mark.parametrize("asked", ["000000", "nothex", "", "0" * 64])
@pytest.mark.parametrize("command", [["show"], ["decide"]])
def test_an_id_that_nobody_has_is_refused(hunted: CommandLine, command: list[str], asked: str) -> None:
    ran = hunted("findings", *command, asked, *(["ignore"] if command == ["decide"] else []))
    assert ran.code == 2
    assert "id" in ran.err


@pytest.mark.parametrize(
    ("decision", "status"),
    [("ignore", Status.DISMISSED), ("execute", Status.OPEN), ("pending", Status.OPEN)],
)
def test_a_decision(hunted: CommandLine, decision: str, status: Status) -> None:
    ids = [item.id for item in hunted.findings("--watchdog", "debris")]
    ran = hunted("findings", "decide", *ids, decision, "--reason", "talked over")
    assert ran.code == 0
    assert all(f"{each}  {decision}  {status}" in ran.out for each in ids)
    assert {(item.decision, item.status) for item in hunted.findings("--watchdog", "debris")} == {
        (Decision(decision), status)
    }


def test_decisions_are_taken_for_all_or_none(hunted: CommandLine) -> None:
    (item,) = hunted.findings("--file", MARKER)
    assert hunted("findings", "decide", item.id, "000000", "ignore").code == 2
    assert hunted.findings("--decision", "ignore") == []


@pytest.mark.parametrize("words", [["abcdef"], ["ignore"], ["abcdef", "dismiss"], ["ignore", "abcdef"]])
def test_a_decision_that_is_none_is_refused(hunted: CommandLine, words: list[str]) -> None:
    ran = hunted("findings", "decide", *words)
    assert ran.code == 2
    assert "execute" in ran.err


def test_a_review_can_be_named_by_its_id(hunted: CommandLine) -> None:
    review = hunted.prepare().review_id
    hunted.repository.switch("main")
    assert hunted("findings", "list").code == 2
    assert len(hunted.findings("--review", review)) == 3


def test_a_review_that_is_not_whole_says_so_and_passes_no_gate(hunted: CommandLine) -> None:
    assert hunted("findings", "list", "--status", "done", "--fail-on", "nit").code == 0
    hunted.repository.write("src/more.py", "x = 1\n")
    hunted.repository.commit("More")
    hunted.prepare()
    listed = hunted("findings", "list", "--status", "done")
    assert (listed.code, "is not finalized" in listed.err) == (0, True)
    assert hunted("findings", "list", "--status", "done", "--fail-on", "nit").code == 3


FORMATS = """
from houndsman import Exporter, hookimpl
@hookimpl
def houndsman_exporters():
    {body}
"""


def _plugin(place: Path, body: str) -> str:
    place.write_text(FORMATS.replace("{body}", body), encoding="utf-8")
    return str(place)


def test_a_plugin_that_fails_to_say_its_formats_is_named(hunted: CommandLine, tmp_path: Path) -> None:
    ran = hunted("findings", "list", "--format", "mine", "-p", _plugin(tmp_path / "own.py", "raise ValueError('no')"))
    assert ran.code == 2
    assert "own" in ran.err and "houndsman_exporters" in ran.err and "ValueError: no" in ran.err


def test_a_format_that_two_plugins_add_is_nobodys(hunted: CommandLine, tmp_path: Path) -> None:
    body = "return [Exporter('csv', 'CSV', lambda items: b'')]"
    named = [f"-p{_plugin(tmp_path / name, body)}" for name in ("one.py", "two.py")]
    ran = hunted("findings", "list", "--format", "csv", *named)
    assert ran.code == 2
    assert "several plugins add the format 'csv': one, two" in ran.err


def test_a_named_plugin_that_is_broken_is_told_of_without_a_format(hunted: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("def :", encoding="utf-8")
    ran = hunted("findings", "list", "-p", str(tmp_path / "broken.py"))
    assert (ran.code, "broken" in ran.err, "src/call.py:1" in ran.out) == (3, True, True)
    assert hunted("findings", "list", "-p", str(tmp_path / "missing.py")).code == 2


def test_with_a_filter_what_is_shown_is_counted_beside_the_review(hunted: CommandLine) -> None:
    ran = hunted("findings", "list", "--watchdog", "general")
    told = "open: 0 blocking, 0 attention, 0 suggestion, 1 nit"
    assert ran.out.splitlines()[-1] == f"{told} of 1 blocking, 1 attention, 0 suggestion, 1 nit in the review"


@pytest.mark.parametrize(
    "fault", ["1 / 0", "raise SystemExit(0)", "return 'words'"], ids=["raises", "exits", "is no bytes"]
)
def test_a_format_that_fails_is_its_plugins_fault(hunted: CommandLine, tmp_path: Path, fault: str) -> None:
    plugin = tmp_path / "formats.py"
    plugin.write_text(
        "from houndsman import Exporter, hookimpl\n"
        f"def render(items):\n    {fault}\n"
        "@hookimpl\ndef houndsman_exporters():\n    return [Exporter('csv', 'CSV', render)]\n",
        encoding="utf-8",
    )
    ran = hunted("findings", "list", "--format", "csv", "-p", str(plugin))
    assert (ran.code, ran.out) == (3, "")
    assert "formats" in ran.err and "csv" in ran.err


def test_reviews_to_name_are_offered_where_there_are_some(hunted: CommandLine) -> None:
    hunted.repository.switch("main")
    offered = hunted("findings", "list").err
    assert "or name one with --review (there are: feature-" in offered


def test_no_review_is_offered_where_there_is_none(houndsman: CommandLine) -> None:
    houndsman.repository.write("a.txt", "a\n")
    houndsman.repository.commit("First")
    ran = houndsman("findings", "list")
    assert (ran.code, ran.err.splitlines()[-1]) == (2, "  Run `houndsman hunt` or `houndsman prepare` first.")
