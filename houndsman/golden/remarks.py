"""What whoever reads a score must know before its numbers.

In: what was scored, and the judgement. Out: warnings in words, each with its count, the loudest first. Nothing fails.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from houndsman.golden.judge import Judgement
from houndsman.golden.placing import Stray
from houndsman.models.foreign import ForeignFinding
from houndsman.models.golden import GoldenSet
from houndsman.models.manifest import RunWarning

OTHER_COMMIT = "other-commit"
NO_COMMON_FILE = "no-common-file"
UNANCHORED = "unanchored"

_STRAYS: Mapping[Stray, tuple[str, str]] = {
    Stray.UNKNOWN_CASE: ("unknown-case", "a case that the golden set does not have"),
    Stray.UNHELD_FILE: ("no-case", "no case, and stand in a file that no case holds"),
    Stray.SHARED_FILE: ("ambiguous-case", "no case, and stand in a file that several cases hold"),
}

_SHOWN = 5  # names in a warning
_SHA = 12  # characters of a commit in a warning


def remarks(
    golden: GoldenSet, findings: Iterable[ForeignFinding], judged: Judgement, head: str | None = None
) -> tuple[RunWarning, ...]:
    """The warnings of a score.

    Args:
        golden: what was scored against.
        findings: what was scored.
        judged: what became of them.
        head: the commit that was reviewed, for findings that do not say.
    """
    told = (
        *_other_commit(golden, findings, judged, head),
        *_no_common_file(judged),
        *_strays(judged),
        *_unanchored(judged),
    )
    return tuple(RunWarning(code=code, message=message) for code, message in told)


def same_commit(one: str, other: str) -> bool:
    """Whether the two may name one commit: either may be abbreviated."""
    one, other = one.casefold(), other.casefold()
    return one.startswith(other) or other.startswith(one)


_Told = Iterator[tuple[str, str]]


def _other_commit(golden: GoldenSet, findings: Iterable[ForeignFinding], judged: Judgement, head: str | None) -> _Told:
    known = [case.commit or golden.commit for case in judged.cases]
    reviewed = Counter((commit, head) for commit in known if commit and head and not same_commit(commit, head))
    if reviewed:
        yield (
            OTHER_COMMIT,
            f"another commit was reviewed than the one in which the golden set counts its lines ({_pairs(reviewed)}; "
            f"{counted(reviewed.total(), 'case')} of {len(known)}): a defect that has moved counts as missing, and the "
            "finding that proves it as outside",
        )
    claimed = Counter((each.case, each.file, each.commit) for each in findings if each.commit)
    differing: Counter[tuple[str, str]] = Counter()
    for (case, file, commit), times in claimed.items():
        at = judged.placing.of(case, file)
        wanted = (known[at] if at >= 0 else None) or golden.commit
        if wanted and commit and not same_commit(wanted, commit):
            differing[wanted, commit] += times
    if differing:
        yield (
            OTHER_COMMIT,
            f"{counted(differing.total(), 'finding')} of {claimed.total()} that name a commit name another one than "
            f"the golden set ({_pairs(differing)}): where lines have moved in between, they are scored wrongly",
        )


def _no_common_file(judged: Judgement) -> _Told:
    counts = judged.total
    if counts.reported and counts.expected and not judged.known_files:
        yield (
            NO_COMMON_FILE,
            f"not one of {counted(counts.reported, 'finding')} stands in a file of the golden set: their paths are "
            "relative to another folder, which --root says, or the files were renamed since, and `houndsman golden "
            "relocate` carries the set along",
        )


def _strays(judged: Judgement) -> _Told:
    for why, (code, what) in _STRAYS.items():
        if times := judged.strays[why]:
            yield code, f"{counted(times, 'finding')} belong to no case and count as outside: they name {what}"


def _unanchored(judged: Judgement) -> _Told:
    findings, anchors = judged.total.unplaced, len(judged.unplaced_anchors)
    parts = ((findings, "finding"), (anchors, "defect"))
    told = " and ".join(counted(number, noun) for number, noun in parts if number)
    if told:
        has = "has" if findings + anchors == 1 else "have"
        yield UNANCHORED, f"{told} {has} no file or no line: listed, and counted in no number"


def counted(number: int, noun: str) -> str:
    """`1 case`, `2 cases`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _pairs(differing: Counter[tuple[str, str]]) -> str:
    """`abc instead of def`, the most frequent first."""
    ordered = sorted(differing.items(), key=lambda item: (-item[1], item[0]))
    shown = [f"{other[:_SHA]} instead of {wanted[:_SHA]}" for (wanted, other), _ in ordered[:_SHOWN]]
    return ", ".join(shown) + (f" and {len(ordered) - _SHOWN} more" if len(ordered) > _SHOWN else "")
