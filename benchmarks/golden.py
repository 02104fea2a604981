"""Score findings against golden anchors: the matching alone, then the whole command, beside floors of the same run.

Goals: matching at most 1.5 x the lower floor, the command at most 1.2 x a Python that starts and reads both files as
JSON, and linear growth over the sizes (one crowded file apart). The floors of the matching find the largest number of
pairs and nothing else; ours also takes the nearest pairs, and settles ties. Where it misses the goal, `--profile` says
what the time is spent on.
"""

from __future__ import annotations

import argparse
import cProfile
import heapq
import json
import pstats
import random
import sys
import tempfile
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from measure import median_seconds, ratio, run, table

from houndsman.matching.assignment import Pair, Span, assign

COUNTS = (1_000, 10_000, 100_000)
GOAL = 1.5
COMMAND_GOAL = 1.2

#: What each finding says.
SAID = {
    "rule": "logic:lost-write",
    "severity": "high",
    "message": "What is written here is lost when the process ends.",
}

#: What any scorer has to do: start, and read both files.
FLOOR = """
import json, sys
for name in sys.argv[1:]:
    with open(name, encoding="utf-8") as file:
        [json.loads(line) for line in file]
"""


class File(NamedTuple):
    """The anchors and findings of one file, in canonical order."""

    anchors: list[Span]
    findings: list[Span]
    tolerance: int


class Shape(NamedTuple):
    """How a set of a given number of findings is spread, and the floors that are fair to it."""

    name: str
    make: Callable[[int], list[File]]
    floors: tuple[Callable[[File], int], ...]


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=COUNTS[-1], help="leave out larger counts")
    parser.add_argument("--profile", action="store_true", help="show where the largest sets spend their time")
    options = parser.parse_args()
    counts = [count for count in COUNTS if count <= options.most]
    _print_matching(counts)
    _print_command(counts)
    if options.profile:
        for shape in SHAPES:
            _profile(shape, counts[-1])


def _print_matching(counts: Sequence[int]) -> None:
    floors = [floor.__name__ for floor in FLOORS]
    headers = ["set", "findings", "anchors", "matched", *floors, "ours", "ratio", "goal", "", "a finding"]
    table("Golden: the matching alone", headers, [_matching(shape, count) for shape in SHAPES for count in counts])


def _matching(shape: Shape, count: int) -> list[str]:
    """Ours beside the floors, on the same set; all have to find as many pairs."""
    files = shape.make(count)
    matched = sum(len(_ours(file)) for file in files)
    floors = {}
    for floor in shape.floors:
        found = sum(map(floor, files))
        if found != matched:
            raise SystemExit(
                f"{shape.name}, {count:,} findings: {floor.__name__} matched {found}, we matched {matched}"
            )
        floors[floor] = median_seconds(lambda floor=floor: list(map(floor, files)))  # type: ignore[misc]
    ours, best = median_seconds(lambda: list(map(_ours, files))), min(floors.values())
    return [
        shape.name,
        f"{count:,}",
        f"{sum(len(file.anchors) for file in files):,}",
        f"{matched:,}",
        *(f"{1000 * floors[floor]:.1f} ms" if floor in floors else "" for floor in FLOORS),
        f"{1000 * ours:.1f} ms",
        ratio(ours, best),
        f"{GOAL:g} x",
        "met" if ours <= GOAL * best else "missed",
        f"{1e6 * ours / count:.1f} us",
    ]


def _print_command(counts: Sequence[int]) -> None:
    headers = ["set", "findings", "anchors", "floor", "golden", "ratio", "goal", "", "a finding"]
    table("Golden: the whole command", headers, [_command(shape, count) for shape in SHAPES[:2] for count in counts])


def _command(shape: Shape, count: int) -> list[str]:
    """`houndsman golden` beside the floor, each a process of its own, on the same two files."""
    with tempfile.TemporaryDirectory(prefix="houndsman-bench-") as place:
        golden, findings = Path(place) / "golden.jsonl", Path(place) / "findings.jsonl"
        anchors = _written(shape.make(count), golden, findings)
        names = [str(golden), str(findings)]
        floor = median_seconds(lambda: run([sys.executable, "-c", FLOOR, *names]))
        command = [sys.executable, "-P", "-m", "houndsman", "golden", names[0], "--findings", names[1]]
        ours = median_seconds(lambda: run(command))
    return [
        shape.name,
        f"{count:,}",
        f"{anchors:,}",
        f"{floor:.2f} s",
        f"{ours:.2f} s",
        ratio(ours, floor),
        f"{COMMAND_GOAL:g} x",
        "met" if ours <= COMMAND_GOAL * floor else "missed",
        f"{1e6 * ours / count:.1f} us",
    ]


def _written(files: Sequence[File], golden: Path, findings: Path) -> int:
    """Both files as JSON lines; how many anchors there are."""
    anchors = 0
    with golden.open("w", encoding="utf-8") as known, findings.open("w", encoding="utf-8") as found:
        for number, file in enumerate(files):
            path = f"src/part{number % 97:02}/file{number:05}.py"
            for first, last in file.anchors:
                anchors += 1
                anchor = {"id": f"defect-{anchors}", "file": path, "line": first, "endLine": last}
                known.write(json.dumps(anchor | {"tolerance": file.tolerance, "severity": "blocking"}) + "\n")
            for first, last in file.findings:
                where = {"file": path, "line": first, "endLine": last}
                found.write(json.dumps(where | SAID) + "\n")
    return anchors


def _profile(shape: Shape, count: int) -> None:
    print(f"\nProfile: {shape.name}, {count:,} findings\n")
    files, profile = shape.make(count), cProfile.Profile()
    profile.runcall(lambda: list(map(_ours, files)))
    pstats.Stats(profile).strip_dirs().sort_stats("tottime").print_stats(12)


def _ours(file: File) -> list[Pair]:
    return assign(file.anchors, [file.tolerance] * len(file.anchors), file.findings)


def augmenting(file: File) -> int:
    """Floor: the most pairs, by one augmenting path (Kuhn 1955) after another."""
    longest = max((last - first for first, last in file.findings), default=0)
    firsts = [first for first, _ in file.findings]
    anchor_of: dict[int, int] = {}
    finding_of: dict[int, int] = {}
    for start, (first, last) in enumerate(file.anchors):
        came: dict[int, int] = {}
        waiting = [(start, first, last)]
        while waiting:
            anchor, first, last = waiting.pop()
            nearest = bisect_left(firsts, first - file.tolerance - longest)
            for finding in range(nearest, bisect_right(firsts, last + file.tolerance)):
                if finding in came or file.findings[finding].last < first - file.tolerance:
                    continue
                came[finding] = anchor
                if finding in anchor_of:
                    waiting.append((anchor_of[finding], *file.anchors[anchor_of[finding]]))
                    continue
                while finding >= 0:
                    anchor_of[finding] = came[finding]
                    finding_of[came[finding]], finding = finding, finding_of.get(came[finding], -1)
                waiting.clear()
                break
    return len(anchor_of)


def sweep(file: File) -> int:
    """Floor: the most pairs, in one sweep by last lines.

    Whatever ends first is paired with what ends first of all that touch it, since nothing that is left touches that one
    and not the others (Glover 1967, here with ranges on both sides).
    """
    wide = [Span(first - file.tolerance, last + file.tolerance) for first, last in file.anchors]
    sides = (wide, file.findings)
    orders = [sorted(range(len(side)), key=lambda at: side[at].first) for side in sides]
    ends = sorted((span.last, side, at) for side in (0, 1) for at, span in enumerate(sides[side]))
    active: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    begun, done, pairs = [0, 0], (set[int](), set[int]()), 0
    for line, side, at in ends:
        if at in done[side]:
            continue
        done[side].add(at)
        other = 1 - side
        spans, order, open_ones = sides[other], orders[other], active[other]
        while begun[other] < len(order) and spans[order[begun[other]]].first <= line:
            one = order[begun[other]]
            begun[other] += 1
            heapq.heappush(open_ones, (spans[one].last, one))
        while open_ones:
            _, one = heapq.heappop(open_ones)
            if one not in done[other]:
                done[other].add(one)
                pairs += 1
                break
    return pairs


def _spread(count: int) -> list[File]:
    """A hundred findings and ten anchors a file of a thousand lines."""
    words = random.Random(count)
    return [File(_spans(words, 10, 1_000), _spans(words, 100, 1_000), 3) for _ in range(count // 100)]


def _crowded(count: int) -> list[File]:
    """All in one file of two thousand lines: at the largest count, 5.5 million pairs touch."""
    words = random.Random(count)
    return [File(_points(words, count // 10, 2_000), _points(words, count, 2_000), 5)]


def _ranges(count: int) -> list[File]:
    """The same with ranges, hardly two of which are equal."""
    words = random.Random(count)
    return [File(_spans(words, count // 10, 20_000), _spans(words, count, 20_000), 5)]


def _contested(count: int) -> list[File]:
    """As many anchors as findings, in one file: where the nearest finding is mostly someone else's."""
    words = random.Random(count)
    return [File(_points(words, count // 10, 2_000), _points(words, count // 10, 2_000), 5)]


def _points(words: random.Random, count: int, lines: int) -> list[Span]:
    return sorted(Span(line, line) for line in (words.randint(1, lines) for _ in range(count)))


def _spans(words: random.Random, count: int, lines: int) -> list[Span]:
    """One line in two, else up to ten."""
    starts = [words.randint(1, lines) for _ in range(count)]
    return sorted(Span(start, start + words.choice((0, words.randrange(10)))) for start in starts)


FLOORS = (augmenting, sweep)
SHAPES = (
    Shape("many files", _spread, FLOORS),
    Shape("one file", _crowded, (sweep,)),
    Shape("one file, ranges", _ranges, (sweep,)),
    Shape("one file, contested", _contested, (sweep,)),
)


if __name__ == "__main__":
    main()
