"""One defect told three times is one finding; two defects on one line are two."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import CommandLine

WATCHDOG = """\
---
title: {title}
paths: ["orders.py"]
rules:
  - id: money/rounding
    number: {number}
    title: Money is rounded once
    severity: attention
  - id: money/negative
    number: {other}
    title: A discount is between 0 and 100
    severity: blocking
---
Read the sums.
"""

QUOTE = "result += round(item.price * item.count * (100 - percent) / 100, 2)"


@pytest.fixture
def panel(houndsman: CommandLine) -> CommandLine:
    """A shop with three Markdown watchdogs on `main`, which know the same rules by different numbers."""
    from_main = {"billing": (1, 2), "ledger": (2, 1), "tax": (7, 9)}
    repository = houndsman.repository
    houndsman.blocked = ("python", "secrets")
    for name, (number, other) in from_main.items():
        text = WATCHDOG.format(title=name.title(), number=number, other=other)
        repository.write(f".houndsman/watchdogs/{name}.md", text)
    repository.write("orders.py", "RATE = 1\n")
    repository.commit("A shop")
    repository.branch("feature")
    body = (
        f"def discounted(items, percent):\n    result = 0\n    for item in items:\n        {QUOTE}\n    return result\n"
    )
    repository.write("orders.py", "RATE = 1\n\n\n" + body)
    repository.commit("Discounts")
    return houndsman


def test_one_defect_in_different_clothes_is_one_finding_with_three_watchdogs(panel: CommandLine) -> None:
    manifest = panel.prepare()
    assert [each.id for each in manifest.watchdogs] == ["general", "billing", "debris", "ledger", "tax"]
    absolute = panel.staging(manifest) / "worktree" / "orders.py"
    told = {"quote": QUOTE, "severity": "high"}
    panel.answer(manifest, "general")
    panel.answer(manifest, "billing", {**told, "file": "a/orders.py", "line": 7, "rule": 1, "message": "Too early."})
    panel.answer(
        manifest,
        "ledger",
        {**told, "file": str(absolute), "line": "7-8", "rule": "money/rounding", "message": "Cents are lost here"},
    )
    panel.answer(manifest, "tax", {**told, "file": "./orders.py", "line": "L5", "rule": "7", "message": "Rounds."})
    ran = panel("hunt")
    assert ran.code == 0, ran.err
    (item,) = panel.findings()
    assert item.watchdogs == ("billing", "ledger", "tax")
    assert (str(item.file), item.line, item.rule) == ("orders.py", 7, "money/rounding")
    assert item.severity == "attention", "the rule's, whatever the agents claim"
    assert [message.message for message in item.messages] == ["Too early.", "Cents are lost here", "Rounds."]
    assert item.message == "Too early."


def test_two_defects_of_different_rules_on_one_line_stay_two(panel: CommandLine) -> None:
    manifest = panel.prepare()
    for name in ("general", "ledger", "tax"):
        panel.answer(manifest, name)
    told = {"file": "orders.py", "line": 7, "quote": QUOTE}
    panel.answer(
        manifest, "billing", {**told, "rule": 1, "message": "Rounds."}, {**told, "rule": 2, "message": "Negative."}
    )
    panel("hunt")
    assert sorted((item.line, item.rule, str(item.severity)) for item in panel.findings()) == [
        (7, "money/negative", "blocking"),
        (7, "money/rounding", "attention"),
    ]


def test_near_duplicates_are_grouped_and_none_is_dropped(panel: CommandLine) -> None:
    manifest = panel.prepare()
    for name in ("ledger", "tax"):
        panel.answer(manifest, name)
    told = {"file": "orders.py", "line": 7, "quote": QUOTE, "impactClass": "money"}
    panel.answer(manifest, "general", {**told, "message": "Rounding each line before the sum loses cents"})
    panel.answer(manifest, "billing", {**told, "message": "Rounding each line before summing loses cents"})
    panel("hunt")
    items = panel.findings()
    assert len(items) == 2
    assert len({item.group for item in items} - {None}) == 1
