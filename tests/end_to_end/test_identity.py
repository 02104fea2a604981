"""On real commits: a finding keeps its identity whatever happens around its line, and loses it with that line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import pytest

from houndsman.finalize.groups import linked_with
from houndsman.models.triage import Decision, Status, TriageItem

if TYPE_CHECKING:
    from houndsman.git.samples import SampleRepository
    from tests.conftest import CommandLine

LINE = "result += round(item.price * item.count, 2)"
BODY = f"def total(items):\n    result = 0\n    for item in items:\n        {LINE}\n    return result\n"
TEXT = f"RATE = 1\n\n\n{BODY}\n\ndef page(number):\n    return number * RATE\n"

#: The same shape twice: the fault stands at lines 3 and 8, between equal neighbours.
TWICE = (
    "def one(x):\n    check(x)\n    send(x, retry=False)\n    return x\n\n"
    "def two(x):\n    check(x)\n    send(x, retry=False)\n    return x\n"
)

Change = Callable[["SampleRepository"], None]


def claim(line: int | None = 7, file: str = "orders.py", **keys: object) -> dict[str, object]:
    said = {"rule": "logic:rounds-each-line", "message": "Rounded before the sum.", "quote": LINE}
    return {"file": file, "line": line, **said, **keys}


def hunt(houndsman: CommandLine, *findings: Mapping[str, object]) -> list[TriageItem]:
    """What the review holds after a run in which `general` reports `findings` of the current head."""
    houndsman.answer(houndsman.prepare("-k", "general"), "general", *findings)
    ran = houndsman("finalize")
    assert ran.code == 0, ran.err
    return sorted(houndsman.findings(), key=lambda item: (item.status != Status.OPEN, item.line or 0))


def commit(repository: SampleRepository, path: str, text: str) -> None:
    repository.write(path, text)
    repository.commit("Next")


@pytest.fixture
def branch(houndsman: CommandLine) -> CommandLine:
    """`feature` adds `orders.py` to a repository."""
    houndsman.repository.write("README.md", "# Shop\n")
    houndsman.repository.commit("A shop")
    houndsman.repository.branch("feature")
    commit(houndsman.repository, "orders.py", TEXT)
    return houndsman


def _rewrite(text: str, path: str = "orders.py", was: str | None = None) -> Change:
    def change(repository: SampleRepository) -> None:
        if was is not None:
            repository.move(was, path)
        commit(repository, path, text)

    return change


MOVED = f"RATE = 1\n\n\ndef page(number):\n    return number * RATE\n\n\n{BODY}"


@pytest.mark.parametrize(
    ("change", "again"),
    [
        (_rewrite("# Orders\n# of a shop\n\n" + TEXT), claim(10)),
        (_rewrite(TEXT.replace("    ", "\t").replace(" += ", "  +=  ")), claim(7)),
        (_rewrite(TEXT, "billing.py", "orders.py"), claim(7, "billing.py")),
        (_rewrite(TEXT.replace("RATE = 1", "RATE = 2\nSIZE = 3"), "billing.py", "orders.py"), claim(8, "billing.py")),
        (_rewrite(MOVED), claim(11)),
        (_rewrite(TEXT.replace("    return result", "    return result or None")), claim(7)),
        (lambda repository: None, claim(message="Cents are lost on the way.", severity="critical")),
        (lambda repository: None, claim(endLine=8)),
        (lambda repository: None, claim(line=1)),
    ],
    ids=[
        "a line shift",
        "white space",
        "a rename",
        "a rename and an edit elsewhere",
        "a move inside the file",
        "an edit of a neighbour",
        "another wording",
        "another end",
        "another agent's wrong line",
    ],
)
def test_a_finding_is_the_same_after(branch: CommandLine, change: Change, again: dict[str, object]) -> None:
    [before] = hunt(branch, claim())
    change(branch.repository)
    [after] = hunt(branch, again)
    assert (after.fingerprint, after.id) == (before.fingerprint, before.id)
    assert (str(after.file), after.status, after.first_seen.run, after.last_seen.run) == (
        again["file"], Status.OPEN, 1, 2,
    )  # fmt: skip


def test_a_change_of_the_line_itself_makes_another_finding(branch: CommandLine) -> None:
    [before] = hunt(branch, claim())
    commit(branch.repository, "orders.py", TEXT.replace("item.count, 2)", "item.count, 3)"))
    new, old = hunt(branch, claim(quote=LINE.replace("2)", "3)")))
    assert (old.fingerprint, old.status) == (before.fingerprint, Status.DONE)
    assert (new.status, new.first_seen.run) == (Status.OPEN, 2)
    assert new.fingerprint != before.fingerprint


def test_fixing_the_first_of_two_equal_places_leaves_the_other_alone(branch: CommandLine) -> None:
    commit(branch.repository, "orders.py", TWICE)
    send = "send(x, retry=False)"
    first, second = hunt(branch, claim(3, quote=send), claim(8, quote=send))
    assert first.fingerprint != second.fingerprint
    commit(branch.repository, "orders.py", TWICE.replace(send, "send(x, retry=True)", 1))
    left, fixed = hunt(branch, claim(8, quote=send))
    assert (left.fingerprint, left.status) == (second.fingerprint, Status.OPEN)
    assert (fixed.fingerprint, fixed.status) == (first.fingerprint, Status.DONE)
    commit(
        branch.repository, "orders.py", TWICE.replace(send, "send(x, retry=True)", 1) + TWICE[:56].replace("one", "six")
    )
    items = {item.line: item for item in hunt(branch, claim(8, quote=send), claim(12, quote=send))}
    assert items[8].fingerprint == second.fingerprint
    assert items[12].fingerprint not in {first.fingerprint, second.fingerprint}, "an index is never given again"


HISTORIES: dict[str, Change] = {}


def _history(name: str) -> Callable[[Change], Change]:
    return lambda change: HISTORIES.setdefault(name, change)


@_history("an amended commit")
def _amend(repository: SampleRepository) -> None:
    repository.write("README.md", "# A shop\n")
    repository.stage()
    repository.git("commit", "--quiet", "--amend", "--no-edit")


@_history("a rebase onto a moved base")
def _rebase(repository: SampleRepository) -> None:
    repository.switch("main")
    commit(repository, "LICENSE", "Free.\n")
    repository.switch("feature")
    repository.git("rebase", "--quiet", "main")


@_history("a squash")
def _squash(repository: SampleRepository) -> None:
    commit(repository, "notes.txt", "one more\n")
    repository.git("reset", "--quiet", "--soft", "main")
    repository.commit("All of it")


def _prune(repository: SampleRepository) -> None:
    repository.git("reflog", "expire", "--expire=now", "--expire-unreachable=now", "--all")
    repository.git("gc", "--quiet", "--prune=now")


@pytest.mark.parametrize("history", HISTORIES)
def test_a_rewritten_history_changes_no_identity_and_no_dismissal(branch: CommandLine, history: str) -> None:
    [before] = hunt(branch, claim())
    branch("findings", "decide", before.id, "ignore")
    HISTORIES[history](branch.repository)
    [after] = hunt(branch, claim())
    assert after.last_seen.sha != before.last_seen.sha
    assert (after.fingerprint, after.status, after.decision) == (
        before.fingerprint, Status.DISMISSED, Decision.IGNORE,
    )  # fmt: skip


@pytest.mark.parametrize("above", ["", "# Orders\n"], ids=["at its place", "moved"])
def test_a_head_that_git_threw_away_is_said_and_loses_nothing(branch: CommandLine, above: str) -> None:
    [before] = hunt(branch, claim())
    branch("findings", "decide", before.id, "ignore")
    branch.repository.write("orders.py", above + TEXT)
    branch.repository.git("reset", "--quiet", "--soft", "main")
    branch.repository.commit("Orders, once more")
    _prune(branch.repository)
    branch.answer(branch.prepare("-k", "general"), "general", claim(8 if above else 7))
    ran = branch("finalize")
    assert ran.code == 0
    assert f"the earlier head {before.last_seen.sha[:12]} is gone" in ran.err
    [after] = branch.findings()
    assert (after.fingerprint, after.status) == (before.fingerprint, Status.DISMISSED)
    told = branch("explain", after.id)
    assert told.code == 0
    assert f"as that of run 1: orders.py:7 in {before.last_seen.sha[:12]}" in told.out
    assert "can no longer be read" in told.out


@pytest.mark.parametrize("reported", [True, False], ids=["reported again", "not reported again"])
def test_a_dismissal_holds_until_its_lines_change(branch: CommandLine, reported: bool) -> None:
    loop = {"quote": "for item in items:"}
    [item] = hunt(branch, claim(6, endLine=8, **loop))
    branch("findings", "decide", item.id, "ignore")
    commit(branch.repository, "orders.py", "\n" + TEXT.replace("number * RATE", "number"))
    [held] = hunt(branch, *([claim(7, **loop)] if reported else []))
    assert (held.status, held.end_line) == (Status.DISMISSED, 9)
    commit(branch.repository, "orders.py", "\n" + TEXT.replace("return result", "return result or 0"))
    [lapsed] = hunt(branch, claim(7, endLine=9, **loop))
    assert (lapsed.fingerprint, lapsed.status, lapsed.decision) == (item.fingerprint, Status.OPEN, Decision.PENDING)


def test_near_duplicates_are_all_shown_with_the_reason_and_keep_their_group(branch: CommandLine) -> None:
    told = [
        claim(rule="logic:a", message="Each line is rounded before the sum, so cents are lost", impactClass="money"),
        claim(rule="logic:b", message="Each line is rounded before summing, so cents are lost", impactClass="money"),
        claim(8, rule="logic:c", message="The wrong amount is returned", impactClass="money", quote="return result"),
    ]
    items = hunt(branch, *told)
    (group,) = {item.group for item in items}
    shown = branch("findings", "show", items[0].id).out
    assert f"group {group}: 3 that probably say the same" in shown
    assert all(shown.count(f"{item.id}  blocking  open") for item in items)
    one, other, third = (item.id for item in items)
    assert {f"{one} and {other}" in shown, f"{other} and {one}" in shown} == {True, False}
    assert "the same line; both may harm money; messages 9" in shown
    assert "1 line apart; both may harm money" in shown
    assert shown.count(third) >= 2
    commit(branch.repository, "orders.py", "# Orders\n" + TEXT)
    moved = [{**each, "line": line} for each, line in zip(told, (8, 8, 9), strict=True)]
    again = hunt(branch, *moved)
    assert [(item.fingerprint, item.group) for item in again] == [(item.fingerprint, group) for item in items]
    assert all(any(linked_with(note) for note in item.notes) for item in again)
    silent = hunt(branch, moved[0])
    assert len(silent) == 3
    assert {item.group for item in silent} == {group}
