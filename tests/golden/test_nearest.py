"""Near misses: the right ones, and every reason that stands between a finding and a defect."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from houndsman.golden.load import load_golden
from houndsman.golden.nearest import SHOWN, NearMiss, Neighbourhood
from houndsman.golden.score import Score, ScoreOptions, score
from houndsman.models.finding import Side
from houndsman.models.foreign import ForeignFinding


def _score(folder: Path, findings: list[ForeignFinding], *anchors: dict[str, object]) -> Score:
    place = folder / "set.jsonl"
    place.write_text("".join(f"{json.dumps(anchor)}\n" for anchor in anchors), encoding="utf-8")
    return score(load_golden(place), findings, ScoreOptions(resamples=0))


def _near(folder: Path, findings: list[ForeignFinding], *anchors: dict[str, object]) -> list[NearMiss]:
    """The near misses of the last anchor."""
    scored = _score(folder, findings, *anchors)
    (missing,) = [each for each in scored.missing if each.id == anchors[-1]["id"]]
    return Neighbourhood(scored).near(missing)


DEFECT: dict[str, object] = {"id": "lost", "file": "src/a.py", "line": 10, "endLine": 12}


@pytest.mark.parametrize(
    ("finding", "more", "reason"),
    [
        (ForeignFinding("src/a.py", 9), {}, "it is 1 line above, and the tolerance is 0"),
        (ForeignFinding("src/a.py", 2, 6), {"tolerance": 3}, "it is 4 lines above, and the tolerance is 3"),
        (ForeignFinding("src/a.py", 20, 25), {}, "it is 8 lines below, and the tolerance is 0"),
        (
            ForeignFinding("src/a.py", 11, side=Side.OLD),
            {"side": "new"},
            "its lines are those of the old side, the defect's those of the new one",
        ),
        (
            ForeignFinding("src/a.py", 11, message="Nothing about it."),
            {"match": "fsync"},
            "it does not say what `match` asks for: fsync",
        ),
        (
            ForeignFinding("src/a.py", 11, message="Nothing about it."),
            {"match": "/fsync|flush/"},
            "it does not say what `match` asks for: /fsync|flush/",
        ),
        (
            ForeignFinding("src/a.py", 13),
            {"tolerance": 1, "match": "fsync"},
            "it does not say what `match` asks for: fsync",
        ),
        (ForeignFinding("src/a.py", None), {}, "it names no line"),
        (ForeignFinding("web/src/a.py", 11), {}, "it stands in another file"),
        (ForeignFinding("a.py", 11), {}, "it stands in another file"),
    ],
)
def test_a_finding_says_why_it_is_not_the_one(
    finding: ForeignFinding, more: dict[str, object], reason: str, tmp_path: Path
) -> None:
    assert _near(tmp_path, [finding], DEFECT | more) == [NearMiss(finding, (reason,))]


def test_all_reasons_are_said(tmp_path: Path) -> None:
    finding = ForeignFinding("src/a.py", 30, side=Side.OLD)
    (miss,) = _near(tmp_path, [finding], DEFECT | {"side": "new", "match": "fsync"})
    assert [reason.split()[0] for reason in miss.reasons] == ["it", "its", "it"]


def test_a_finding_that_proves_another_defect_is_taken(tmp_path: Path) -> None:
    finding = ForeignFinding("src/a.py", 11)
    nearer = {"id": "nearer", "file": "src/a.py", "line": 11}
    (miss,) = _near(tmp_path, [finding], nearer, DEFECT)
    assert miss.reasons == ("it proves nearer already, and a finding proves one defect",)


def test_a_finding_of_another_case_is_told(tmp_path: Path) -> None:
    other = {"case": "8", "id": "other", "file": "src/b.py", "line": 1}
    (miss,) = _near(tmp_path, [ForeignFinding("src/a.py", 11, case="8")], other, DEFECT | {"case": "7"})
    assert miss.reasons == ("it belongs to the case 8",)
    (miss,) = _near(tmp_path, [ForeignFinding("src/a.py", 11, case="9")], other, DEFECT | {"case": "7"})
    assert miss.reasons == ("it belongs to no case of the set",)


def test_the_nearest_come_first_and_there_are_few(tmp_path: Path) -> None:
    findings = [ForeignFinding("src/a.py", line) for line in (500, 15, 1, 14, 13, 200)]
    near = _near(tmp_path, findings, DEFECT)
    assert [miss.finding.line for miss in near] == [13, 14, 15]
    assert len(near) == SHOWN


def test_lines_of_this_file_outrank_what_has_none_and_what_stands_elsewhere(tmp_path: Path) -> None:
    here, lineless, there = (
        ForeignFinding("src/a.py", 900),
        ForeignFinding("src/a.py", None),
        ForeignFinding("lib/a.py", 10),
    )
    assert [miss.finding for miss in _near(tmp_path, [there, lineless, here], DEFECT)] == [here, lineless]
    assert [miss.finding for miss in _near(tmp_path, [there, lineless], DEFECT)] == [lineless]
    assert [miss.finding for miss in _near(tmp_path, [there, ForeignFinding("b.py", 10)], DEFECT)] == [there]
    assert _near(tmp_path, [ForeignFinding("b.py", 10), ForeignFinding(None, None)], DEFECT) == []


def test_no_finding_is_forgotten(tmp_path: Path) -> None:
    findings = [
        ForeignFinding("src/a.py", 11),
        ForeignFinding("src/a.py", 11, message="again"),
        ForeignFinding("src/a.py", 90),
        ForeignFinding("src/a.py", 50),
        ForeignFinding(None, None),
    ]
    ignored = {"id": "neutral", "file": "src/a.py", "line": 50, "ignored": True}
    assert Neighbourhood(_score(tmp_path, findings, DEFECT, ignored)).findings == len(findings)


def test_of_many_without_a_line_few_are_shown(tmp_path: Path) -> None:
    lineless = [ForeignFinding("src/a.py", None, message=str(at)) for at in range(9)]
    near = _near(tmp_path, [ForeignFinding("src/a.py", 14), *lineless], DEFECT)
    assert [miss.finding.line for miss in near] == [14, None, None]


def test_what_proves_something_is_as_near_as_what_does_not(tmp_path: Path) -> None:
    others: list[dict[str, object]] = [{"file": "src/a.py", "line": line} for line in range(1_000, 1_200)]
    findings = [ForeignFinding("src/a.py", line) for line in (*range(1_000, 1_200), 13)]
    near = _near(tmp_path, findings, *others, DEFECT)
    assert [miss.finding.line for miss in near] == [13, 1_000, 1_001]


def test_among_very_many_the_nearest_is_found(tmp_path: Path) -> None:
    findings = [ForeignFinding("src/a.py", 1, message=str(at)) for at in range(500)]
    findings += [ForeignFinding("src/a.py", line) for line in range(1_000, 3_000)]
    near = _near(tmp_path, findings, {"id": "lost", "file": "src/a.py", "line": 999})
    assert [miss.finding.line for miss in near] == [1000, 1001, 1002]


@pytest.mark.parametrize("most", [1, 2])
def test_as_many_as_are_asked_for(tmp_path: Path, most: int) -> None:
    scored = _score(tmp_path, [ForeignFinding("src/a.py", line) for line in (20, None, 30, 2)], DEFECT)
    found = Neighbourhood(scored).near(scored.missing[0], most)
    assert [miss.finding.line for miss in found] == [2, 20][:most]
