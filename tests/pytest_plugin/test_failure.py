"""What a failing item says."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from houndsman.golden.load import load_golden
from houndsman.golden.nearest import Neighbourhood
from houndsman.golden.score import Score, ScoreOptions, score
from houndsman.models.foreign import ForeignFinding
from houndsman.pytest_plugin.failure import false_alarms, not_found, share


def _score(folder: Path, findings: list[ForeignFinding], *lines: Mapping[str, object]) -> Score:
    place = folder / "set.jsonl"
    place.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return score(load_golden(place), findings, ScoreOptions(resamples=0))


def _not_found(folder: Path, findings: list[ForeignFinding], **anchor: object) -> str:
    scored = _score(folder, findings, {"id": "lost", "file": "src/a.py", "line": 9, **anchor})
    (missing,) = scored.missing
    return not_found(missing, Neighbourhood(scored))


def test_a_defect_that_nobody_found_is_told_whole(tmp_path: Path) -> None:
    told = _not_found(
        tmp_path,
        [ForeignFinding("src/a.py", 12, rule="E501", message="Too\nlong."), ForeignFinding("b.py", 1)],
        endLine=10,
        note="It is gone after a crash.",
        severity="blocking",
        category="data",
        tolerance=1,
        code="os.replace(a, b)\n\treturn\n",
    )
    assert told.split("\n") == [
        "not found at src/a.py:9-10: It is gone after a crash.",
        "  lost, blocking, data, tolerance 1 (set.jsonl:1)",
        "",
        "     9 | os.replace(a, b)",
        "    10 | \treturn",
        "",
        "The nearest of 2 findings:",
        "  src/a.py:12  E501  Too long.",
        "    - it is 2 lines below, and the tolerance is 1",
    ]


def test_without_code_and_without_neighbours_little_is_said(tmp_path: Path) -> None:
    assert _not_found(tmp_path, [ForeignFinding("b.py", 1)]).split("\n") == [
        "not found at src/a.py:9",
        "  lost, tolerance 0 (set.jsonl:1)",
        "",
        "Of 1 finding none stands in this file, nor in another of its name.",
    ]


def test_foreign_words_steer_no_terminal_and_tell_no_secret(tmp_path: Path) -> None:
    key = "AKIA" + "IOSFODNN7EXAMPLQ"
    told = _not_found(
        tmp_path,
        [ForeignFinding("src/a.py", 1, rule="\x1b[2J", message=f"\x1b[31m {key}")],
        note="\x1b]0;title\x07",
        code=f"key = '{key}'\x1b[0m",
    )
    assert "\x1b" not in told and "\x07" not in told and key not in told


def test_long_code_is_cut(tmp_path: Path) -> None:
    told = _not_found(tmp_path, [], code="\n".join(f"line {at}" for at in range(1_000)))
    assert "       | …" in told.split("\n") and len(told) < 4_000


def test_false_alarms_name_their_cases(tmp_path: Path) -> None:
    clean = {"case": "quiet", "file": "b.py", "expected": []}
    findings = [ForeignFinding("b.py", line, message="Bad.") for line in range(1, 13)]
    told = false_alarms(
        _score(tmp_path, [*findings, ForeignFinding("a.py", 1)], clean, {"case": "loud", "file": "a.py"})
    )
    lines = told.split("\n")
    assert lines[0] == "  quiet: b.py:1  Bad."
    assert lines[-1] == "  … and 2 more"
    assert len(lines) == 11


def test_a_share_says_what_it_was_counted_from(tmp_path: Path) -> None:
    scored = _score(tmp_path, [ForeignFinding("a.py", 1)], {"id": "one", "file": "a.py", "line": 1})
    assert share(scored, "recall") == "  100.0 %, 1 of 1 expected defects; 95 % interval 20.7 to 100.0 %"
    assert share(scored, "precision").startswith("  100.0 %, 1 of 1 findings that count;")
