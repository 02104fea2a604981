"""The evaluator's way, from a hunt to a grade: what a score says is what the review holds."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import CommandLine

ROUNDS = {
    "file": "orders.py",
    "line": 11,
    "rule": "logic:rounds-each-line",
    "message": "Each line is rounded before the sum.",
    "quote": "result += round(item.price * item.count * (100 - percent) / 100, 2)",
    "impactClass": "money",
}
VAGUE = {"file": "README.md", "line": 3, "message": "Which discounts?", "impactClass": "wording"}

ANCHORS = [
    {"id": "rounds", "file": "orders.py", "line": 11, "match": "rounded", "severity": "attention", "category": "money"},
    {"id": "negative", "file": "orders.py", "line": 8, "note": "A percent above 100 pays the customer."},
]


@pytest.fixture
def answered(shop: CommandLine) -> CommandLine:
    """The shop, hunted; `general` reports the rounding fault and something vague."""
    shop.blocked = ("python", "secrets")
    shop.answer(shop.prepare(), "general", ROUNDS, VAGUE)
    assert shop("hunt").code == 0
    return shop


@pytest.fixture
def golden(answered: CommandLine, tmp_path: Path) -> Path:
    """Two known defects of the shop, in the commit that was reviewed."""
    place = tmp_path / "shop.json"
    root = {"version": 1, "commit": answered.repository.resolve("HEAD"), "expected": ANCHORS}
    place.write_text(json.dumps(root), encoding="utf-8")
    return place


def _object(value: object) -> dict[str, object]:
    assert isinstance(value, dict)
    return value


def test_a_run_and_what_it_lists_have_the_same_score(answered: CommandLine, golden: Path, tmp_path: Path) -> None:
    """Ours and anyone's go by the same rules."""
    ran = answered("golden", str(golden), "--json")
    assert (ran.code, ran.err) == (0, "")
    listed = tmp_path / "listed.json"
    listed.write_text(answered("findings", "list", "--json").out, encoding="utf-8")
    ours, theirs = (
        _object(ran.json()),
        _object(answered("golden", str(golden), "--findings", str(listed), "--json").json()),
    )
    assert _object(ours["recall"]).items() >= {"value": 0.5, "found": 1, "expected": 2}.items()
    for key in ("golden", "recall", "precision", "f1", "severityAgreement", "falseAlarms", "missing", "cases"):
        assert theirs[key] == ours[key]
    # Our own run knows how large the change is; a list of findings does not.
    assert [list(_object(_object(each["by"])["size"])) for each in (ours, theirs)] == [["up to 50"], ["unknown"]]


def test_a_linter_beside_an_agent_is_graded_with_it(answered: CommandLine, golden: Path, tmp_path: Path) -> None:
    linted = tmp_path / "lint.sarif"
    result = {
        "ruleId": "L8",
        "level": "warning",
        "message": {"text": "A percent above 100."},
        "locations": [
            {"physicalLocation": {"artifactLocation": {"uri": "orders.py"}, "region": {"startLine": 8}}},
        ],
    }
    run = {"tool": {"driver": {"name": "lint"}}, "results": [result]}
    linted.write_text(json.dumps({"version": "2.1.0", "runs": [run]}), encoding="utf-8")
    assert answered("findings", "import", str(linted)).code == 0
    gate = ("--min-recall", "1", "--min-precision", "0.6")
    assert answered("golden", str(golden), *gate).code == 0
    alone = answered("golden", str(golden), "--findings", str(linted), *gate)
    assert (alone.code, f"recall of {linted} is 50 %" in alone.err) == (1, True)


def test_the_process_says_it_all(answered: CommandLine, golden: Path, tmp_path: Path) -> None:
    """As a script sees it: the report on standard output, warnings and what was missed on standard error, the code."""
    elsewhere = json.loads(golden.read_text()) | {"commit": "0" * 40}
    golden.write_text(json.dumps(elsewhere), encoding="utf-8")
    command = [sys.executable, "-P", "-m", "houndsman", "golden", str(golden), "--json", "--min-recall", "1"]
    done = subprocess.run(command, cwd=answered.repository.path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert json.loads(done.stdout)["recall"]["found"] == 1
    assert "[other-commit]" in done.stderr and "run 1 is 50 %, at least 100 % is wanted" in done.stderr
    (page,) = answered.home.glob("reviews/*/runs/1/golden-shop.md")
    assert page.read_text(encoding="utf-8").index("other-commit") < page.read_text(encoding="utf-8").index("50.0 %")
