"""On the planted repository recall rises with each session that follows, and `golden` and `compare` say by how much."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.golden.test_planted import GOLDEN, build

if TYPE_CHECKING:
    from tests.conftest import CommandLine

#: What each session sees of what no scanner does. Who attacks also repeats what was covered.
SEES = {
    "flow": ["bracket-end", "tenth-order", "month-from-zero"],
    "adversarial": ["bracket-end", "refund-twice", "number-race"],
    "secondOpinion": ["naive-now", "float-money"],
}

#: Which session it is told by its brief; it gives no verdict, so that its answer is thin.
PROGRAM = """
import json, sys
prompt = sys.stdin.read()
sees = json.loads(open(sys.argv[1]).read())
if "# A second opinion" in prompt:
    name = "secondOpinion"
elif "# Attack it" in prompt:
    name = "adversarial"
else:
    name = "flow"
found = [] if "verdicts alone" in prompt or "# What is still open" in prompt else sees[name]
listed = prompt.split("## Files")[-1].split("## Changed")[0].splitlines()
files = [line.split("`")[1] for line in listed if line.startswith("- `")]
print(json.dumps({"watchdog": "general", "findings": found, "reviewedFiles": files}))
"""

DEPTHS = {
    "1-flow": ("--no-adversarial", "--no-second-opinion"),
    "2-attacked": ("--no-second-opinion",),
    "3-deep": (),
}


@pytest.fixture
def hunted(houndsman: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """Hunted once by an agent, and twice again from the recording with fewer sessions."""
    build(houndsman.repository)
    expected = {each["id"]: each for each in json.loads(GOLDEN.read_text("utf-8"))["expected"]}
    told = {
        name: [
            {
                "file": expected[each]["file"],
                "line": expected[each]["line"],
                "rule": f"logic:{each}",
                "message": f"This is {each}.",
                "quote": expected[each].get("code", ""),
                "impactClass": "correctness",
            }
            for each in ids
        ]
        for name, ids in SEES.items()
    }
    (tmp_path / "sees.json").write_text(json.dumps(told), encoding="utf-8")
    (tmp_path / "agent.py").write_text(PROGRAM, encoding="utf-8")
    argv = json.dumps([sys.executable, str(tmp_path / "agent.py"), str(tmp_path / "sees.json")])
    (tmp_path / "agents.toml").write_text(f"[agents.mine]\ncommand = {argv}\n", encoding="utf-8")
    monkeypatch.setenv("HOUNDSMAN_CONFIG", str(tmp_path / "agents.toml"))
    houndsman.blocked = ("python", "secrets", "debris")
    ran = houndsman("hunt", "--agent", "mine", "--variant", "3-deep")
    assert ran.code == 0, ran.err
    recording = next(houndsman.home.glob("reviews/*/runs/1"))
    for variant in ("1-flow", "2-attacked"):
        ran = houndsman("hunt", "--agent", f"replay:{recording}", "--variant", variant, *DEPTHS[variant])
        assert ran.code == 0, ran.err
    return houndsman


def test_recall_rises_from_pass_to_pass_and_golden_says_how_much(hunted: CommandLine) -> None:
    scored = hunted("golden", str(GOLDEN), "--json").json()
    assert isinstance(scored, list)
    found = [each["recall"]["found"] for each in scored]
    assert found == [3, 5, 7], "each defect once, whoever reports it again"
    recalls = [each["recall"]["value"] for each in scored]
    assert recalls == [pytest.approx(each / scored[0]["recall"]["expected"]) for each in found]
    shown = hunted("golden", str(GOLDEN)).out
    assert all(variant in shown for variant in DEPTHS)


def test_compare_says_how_much_more_a_deeper_hunt_finds(hunted: CommandLine) -> None:
    ran = hunted(
        "compare", "--golden", str(GOLDEN), "--a", "1-flow", "--b", "3-deep", "--metric", "recall", "--json"
    ).json()
    assert isinstance(ran, dict)
    assert (ran["a"]["recall"], ran["b"]["recall"]) == (pytest.approx(3 / 35), pytest.approx(7 / 35))
    assert ran["cases"][0]["difference"] == pytest.approx(4 / 35)
    gained = {each["rule"] for each in ran["changes"]["new"]}
    assert gained == {f"logic:{each}" for each in (*SEES["adversarial"][1:], *SEES["secondOpinion"])}


def test_the_report_says_which_session_found_what(hunted: CommandLine) -> None:
    reports = [json.loads(place.read_text("utf-8")) for place in hunted.home.glob("reviews/*/runs/1/hunt-report.json")]
    found = {}
    for report in reports:
        (general,) = [each for each in report["watchdogs"] if each["watchdog"] == "general"]
        found[len(general["passes"])] = {each["name"]: each["findings"] for each in general["passes"]}
    deepest = found[max(found)]
    assert {name: deepest[name] for name in SEES} == {"flow": 3, "adversarial": 2, "secondOpinion": 2}
