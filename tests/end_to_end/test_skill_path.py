"""A review that an agent drives by the skill, and `houndsman hunt`, come to the same with the same replies."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import CommandLine

WATCHDOG = """---
title: Money
paths: ["*.py"]
rules:
  - id: money/once
    title: Paid once
    severity: blocking
checklist: ["Is it a decimal?"]
---
Count.
"""

#: Finds something in each session; the verdicts come where they are asked for.
PROGRAM = """
import json, re, sys
prompt = sys.stdin.read()
name = re.search(r'"watchdog": "([^"]+)"', prompt)[1]
finding = {"file": "pay.py", "line": 2, "rule": "1" if name == "money" else "logic:twice", "message": "Paid twice.",
           "quote": "    return order * 2", "impactClass": "money"}
ids = sorted(set(re.findall(r"^- [*][*]([FIC][0-9]+)[*][*] ", prompt, re.M)))
owed = "## Checklist" in prompt
checks = [{"id": each, "verdict": "ok", "at": "pay.py:1", "note": ""} for each in ids] if owed else []
rules = [{"id": "1", "verdict": "gap", "at": "pay.py:2", "note": ""}] if owed and name == "money" else []
found = [] if "verdicts alone" in prompt else [finding]
reply = {"watchdog": name, "findings": found, "reviewedFiles": ["pay.py"], "checks": checks, "rules": rules}
if name == "general" and not owed:
    reply["businessSummary"] = "Payments double."
print(json.dumps(reply))
"""


@pytest.fixture
def pay(houndsman: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """A change of one file that `general`, `money` and `debris` guard."""
    houndsman.blocked = ("python", "secrets")
    repository = houndsman.repository
    repository.write(".houndsman/watchdogs/money.md", WATCHDOG)
    repository.write("pay.py", "def charge(order):\n    return order\n")
    repository.commit("Before")
    repository.branch("feature")
    repository.write("pay.py", "def charge(order, times=2):\n    return order * 2\n    breakpoint()\n")
    repository.commit("Pay twice")
    (tmp_path / "agent.py").write_text(PROGRAM, encoding="utf-8")
    argv = json.dumps([sys.executable, str(tmp_path / "agent.py")])
    (tmp_path / "agents.toml").write_text(f"[agents.mine]\ncommand = {argv}\n", encoding="utf-8")
    monkeypatch.setenv("HOUNDSMAN_CONFIG", str(tmp_path / "agents.toml"))
    return houndsman


def _results(pay: CommandLine) -> dict[str, str]:
    """Briefs, triage and summary, without the home's own path."""
    (run,) = pay.home.glob("reviews/*/runs/1")
    kept = {place.name: place.read_text("utf-8") for place in pay.home.glob("reviews/*/briefs/*.md")}
    kept["summary"] = (run / "review-resume.md").read_text("utf-8")
    kept["triage"] = pay("findings", "list", "--json").out
    return {name: text.replace(str(pay.home), "~") for name, text in kept.items()}


def test_the_skill_and_the_hunt_come_to_the_same(
    pay: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert pay("hunt", "--agent", "mine").code == 0
    hunted = _results(pay)
    replies = {place.name: place.read_bytes() for place in pay.home.glob("work/*/findings/*.json")}
    assert {"general.json", "money.json", "debris.json"} <= replies.keys()
    shutil.rmtree(pay.home)

    prepared = pay("prepare", "--json")
    manifest = prepared.json()
    assert isinstance(manifest, dict) and "intent step not needed" in prepared.err
    review = manifest["reviewId"]
    for watchdog in manifest["watchdogs"]:
        if watchdog["brief"]:  # its sub-agent reads the brief, and writes its answer
            place = Path(watchdog["brief"]).parents[1] / "findings" / f"{watchdog['id']}.json"
            assert str(place) in Path(watchdog["brief"]).read_text("utf-8")
            place.write_bytes(replies[place.name])
            assert pay("status", "ping", "--review", review).code == 0
    finalized = pay("finalize", "--review", review)
    assert finalized.code == 0, finalized.err
    assert _results(pay) == hunted
    assert "Payments double." in hunted["summary"] and "money/once" in hunted["triage"]
