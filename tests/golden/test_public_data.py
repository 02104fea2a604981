"""Published data sets get their published numbers: extracts always, the whole sets where they are at hand."""

from __future__ import annotations

import json
import os
import random
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from houndsman.exchange.read import Wanted, read_findings
from houndsman.exchange.reader import ReadOptions
from houndsman.golden.load import load_golden
from houndsman.golden.report import as_json
from houndsman.golden.score import Score, ScoreOptions, score
from houndsman.models.foreign import ForeignFinding
from houndsman.models.golden import GoldenSet

EXTRACTS = Path(__file__).with_name("extracts")

SHARED = os.environ.get("HOUNDSMAN_SHARED")

whole_sets = pytest.mark.skipif(SHARED is None, reason="HOUNDSMAN_SHARED names no folder of public data")

DATA = Path(SHARED or ".") / "data"


def read(place: Path, golden: GoldenSet, options: ReadOptions | None = None) -> tuple[ForeignFinding, ...]:
    files = frozenset().union(*(case.files for case in golden.cases))
    cases = frozenset(case.name for case in golden.cases)
    return read_findings(place, Wanted(options=options or ReadOptions(), known_paths=files, cases=cases)).findings


def scored(golden: GoldenSet, findings: tuple[ForeignFinding, ...], tolerance: int | None = None) -> Score:
    return score(golden, findings, ScoreOptions(resamples=2, tolerance=tolerance))


def of(golden: Path, findings: Path, tolerance: int | None = None) -> Score:
    known = load_golden(golden)
    return scored(known, read(findings, known), tolerance)


def numbers(told: Score) -> tuple[int, int, int, int]:
    """Found, expected, reported, duplicates."""
    return told.counts.matched, told.counts.expected, told.counts.reported, told.counts.duplicates


def with_matches(golden: GoldenSet, length: int | None) -> GoldenSet:
    """Each anchor asks for the first `length` characters of its own note; None asks for nothing."""
    cases = [
        replace(case, anchors=tuple(a._replace(match=a.note[:length] if length else None) for a in case.anchors))
        for case in golden.cases
    ]
    return replace(golden, cases=tuple(cases))


# Extracts


@pytest.mark.parametrize(
    ("golden", "report", "expected"),
    [
        ("swe-review-bench/golden.json", "claude-sonnet-4-5", (0, 32, 30, 0)),
        ("swe-review-bench/golden.json", "gpt-4o-mini", (3, 32, 49, 2)),
        ("castle/golden.jsonl", "gcc", (12, 24, 18, 5)),
        ("castle/golden.jsonl", "cppcheck", (11, 24, 16, 2)),
        ("aacr-bench/golden.json", "claude-code", (14, 66, 24, 0)),
    ],
)
def test_an_extract(golden: str, report: str, expected: tuple[int, int, int, int]) -> None:
    place = EXTRACTS / golden
    assert numbers(of(place, place.parent / f"{report}.json")) == expected


def hits(told: Score) -> Counter[tuple[str | None, int | None, str, bool]]:
    right = [match.finding for match in told.matches] + [repeat.finding for repeat in told.duplicates]
    wrong = [each.finding for each in told.outside]
    return Counter(
        [(f.file, f.line, f.message, True) for f in right] + [(f.file, f.line, f.message, False) for f in wrong]
    )


@pytest.mark.parametrize("reviewer", ["claude-sonnet-4-5", "gpt-4o-mini"])
def test_each_finding_of_the_extract_hits_what_it_was_published_to_hit(reviewer: str) -> None:
    folder = EXTRACTS / "swe-review-bench"
    published = json.loads((folder / f"{reviewer}.json").read_text(encoding="utf-8"))["findings"]
    expected = Counter((each["file"], each["line"], each["message"], each["isHit"]) for each in published)
    assert hits(of(folder / "golden.json", folder / f"{reviewer}.json")) == expected


@pytest.mark.parametrize(("tool", "flagged"), [("gcc", 1), ("cppcheck", 2)])
def test_clean_cases_of_the_extract(tool: str, flagged: int) -> None:
    alarms = of(EXTRACTS / "castle" / "golden.jsonl", EXTRACTS / "castle" / f"{tool}.json").false_alarms
    assert alarms.rate[:2] == (flagged, 16)


def test_a_greedy_choice_would_lose_two_defects_of_the_extract() -> None:
    """By lines alone; with `match` the pairs are those that people labelled as true."""
    golden = load_golden(EXTRACTS / "aacr-bench" / "golden.json")
    findings = read(EXTRACTS / "aacr-bench" / "claude-code.json", golden)
    told = scored(with_matches(golden, None), findings)
    assert numbers(told) == (17, 66, 24, 2)
    places = {(each.anchor.case, each.anchor.file) for each in told.matches}
    assert len(told.matches) == 2 + sum(_greedy(golden, findings, *place) for place in places)
    assert len(scored(golden, findings).matches) == sum(each.extra["label"] == "TP" for each in findings)


def _greedy(golden: GoldenSet, findings: tuple[ForeignFinding, ...], case: str, file: str | None) -> int:
    """How many defects of a file are proved if each takes the first free finding that touches it."""
    free = [each for each in findings if (each.case, each.file) == (case, file)]
    proved = 0
    for anchor in (each for each in golden.anchors if (each.case, each.file) == (case, file)):
        touching = (f for f in free if (anchor.line or 0) <= f.last and (f.line or 0) <= anchor.last)
        if (first := next(touching, None)) is not None:
            free.remove(first)
            proved += 1
    return proved


# Whole sets

EXPECTED: Mapping[str, Mapping[str, float]] = (
    json.loads((DATA / "expected_numbers.json").read_text(encoding="utf-8")) if SHARED else {}
)

SETS = {"srb": "swe-review-bench", "castle": "castle", "aacr": "aacr-bench"}

#: `set|anchors|reviewer|tolN`, and with `text-oracle` before the tolerance. What else is published is scored against
#: anchors that are no file of their own, or with findings cut to one line.
_KEY = re.compile(r"(srb|castle\|range|aacr\|all1505)\|(?!ALL)([^|]+)\|(text-oracle\|)?tol(\d)")


@whole_sets
@pytest.mark.parametrize("key", [key for key in EXPECTED if _KEY.fullmatch(key)])
def test_the_published_numbers(key: str) -> None:
    found = _KEY.fullmatch(key)
    assert found is not None
    name, reviewer, oracle, tolerance = found.groups()
    folder = DATA / SETS[name.partition("|")[0]] / "converted"
    golden = with_matches(load_golden(folder / "golden.jsonl"), 60 if oracle else None)
    findings = read(folder / f"findings.{reviewer if name == 'srb' else re.sub('[/-]', '_', reviewer)}.jsonl", golden)
    told = scored(golden, findings, int(tolerance))
    expected = EXPECTED[key]
    assert numbers(told) == tuple(expected[k] for k in ("tp_optimal", "anchors", "findings", "duplicates"))
    assert told.precision.any.hits == expected["findings_hitting_any"]
    rates = (told.recall, *told.precision)
    shown = [round(rate.value or 0, 4) for rate in rates]
    assert shown == [expected[k] for k in ("recall", "P_strict", "P_dup_neutral", "P_any")]


@whole_sets
def test_enough_numbers_are_published() -> None:
    assert sum(_KEY.fullmatch(key) is not None for key in EXPECTED) >= 30


@whole_sets
@pytest.mark.parametrize("reviewer", ["claude-sonnet-4-5", "gpt-4o-mini", "static"])
def test_each_finding_hits_what_it_was_published_to_hit(reviewer: str) -> None:
    folder = DATA / "swe-review-bench"
    lines = (folder / "findings.jsonl").read_text(encoding="utf-8").splitlines()
    published = [row for row in map(json.loads, lines) if row["reviewer"] == reviewer]
    expected = Counter(
        (f"{row['instance_id']}/{row['file']}", row["line_start"], row["message"], row["is_hit"]) for row in published
    )
    converted = folder / "converted"
    assert hits(of(converted / "golden.jsonl", converted / f"findings.{reviewer}.jsonl")) == expected


@whole_sets
@pytest.mark.parametrize(("tool", "flagged"), [("gcc", 20), ("cppcheck", 22), ("flawfinder", 41)])
def test_false_alarms_in_a_hundred_clean_files(tool: str, flagged: int, tmp_path: Path) -> None:
    converted = DATA / "castle" / "converted"
    defects = map(json.loads, (converted / "golden.jsonl").read_text(encoding="utf-8").splitlines())
    clean = json.loads((converted / "clean_files.json").read_text(encoding="utf-8"))
    rows = [*({**row, "case": row["file"]} for row in defects)]
    rows += [{"case": file, "file": file, "expected": []} for file in clean]
    place = tmp_path / "cases.jsonl"
    place.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    told = of(place, converted / f"findings.{tool}.jsonl")
    assert told.false_alarms.rate[:2] == (flagged, 100)
    assert numbers(told) == numbers(of(converted / "golden.jsonl", converted / f"findings.{tool}.jsonl"))


def places(told: Score) -> Counter[tuple[object, ...]]:
    """Where each finding stands, in which list, and at which defect."""
    at: list[tuple[object, ...]] = [("match", e.anchor.id, e.finding.file, e.finding.line) for e in told.matches]
    at += [("duplicate", e.anchor.id, e.finding.file, e.finding.line) for e in told.duplicates]
    return Counter([*at, *(("outside", None, e.finding.file, e.finding.line) for e in told.outside)])


@whole_sets
@pytest.mark.parametrize(
    ("raw", "converted", "min_rank"),
    [
        ("flawfinder.csv", "flawfinder", None),
        ("flawfinder.sarif", "flawfinder", 0.1),
        ("cppcheck.xml", "cppcheck", None),
        ("gcc.jsonl", "gcc", None),
        ("clang", "clang", None),
    ],
)
def test_what_a_tool_wrote_scores_as_its_converted_lines_do(raw: str, converted: str, min_rank: float | None) -> None:
    folder = DATA / "castle"
    golden = load_golden(folder / "converted" / "golden.jsonl")
    clean = json.loads((folder / "converted" / "clean_files.json").read_text(encoding="utf-8"))
    golden = replace(golden, cases=tuple(replace(case, files=case.files | set(clean)) for case in golden.cases))
    written = read(folder / "tool_outputs" / raw, golden, ReadOptions(min_rank=min_rank))
    lines = read(folder / "converted" / f"findings.{converted}.jsonl", golden)
    assert places(scored(golden, written)) == places(scored(golden, lines))


@whole_sets
def test_shuffling_changes_no_number() -> None:
    converted = DATA / "aacr-bench" / "converted"
    golden = load_golden(converted / "golden.jsonl")
    findings = read(converted / "findings.Claude_Code_Claude_4.5_Sonnet.jsonl", golden)
    told = as_json(scored(golden, findings))
    for seed in range(3):
        shuffled = random.Random(seed).sample(findings, len(findings))
        assert as_json(scored(golden, tuple(shuffled))) == told


@whole_sets
@pytest.mark.parametrize("report", ["castle/converted/findings.gcc.jsonl", "aacr-bench/converted/findings.human.jsonl"])
def test_a_set_without_places_against_any_findings(report: str) -> None:
    told = of(DATA / "martian" / "converted" / "golden_unanchored.jsonl", DATA / report)
    assert len(told.unanchored_expected) == 137
    assert told.recall.value is None
    assert "unanchored" in [warning.code for warning in told.warnings]


@whole_sets
@pytest.mark.parametrize("name", ["castle", "aacr-bench", "swe-review-bench"])
def test_findings_without_a_place_or_a_word_against_any_set(name: str) -> None:
    report = DATA / "osprey-coderabbit" / "converted" / "findings_no_body.jsonl"
    told = of(DATA / name / "converted" / "golden.jsonl", report)
    assert len(told.unanchored_findings) == 101
    assert told.counts.reported == 342 - 101
    assert "unanchored" in [warning.code for warning in told.warnings]
