"""Golden sets and findings for the tests of scoring: made by hand, and made up."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import strategies as st

from houndsman.models.finding import Side
from houndsman.models.foreign import ForeignFinding
from houndsman.models.golden import GoldenAnchor, GoldenCase, GoldenSet
from houndsman.models.manifest import RunWarning
from houndsman.models.severity import Severity


def anchor(name: str, line: int | None, end: int | None = None, *, case: str = "pay", file: str = "") -> GoldenAnchor:
    """An anchor in the file that is called after its case."""
    return GoldenAnchor(name, case, file or f"{case}.py", line, end)


def finding(
    line: int | None, end: int | None = None, *, file: str | None = "pay.py", words: str = ""
) -> ForeignFinding:
    """A finding that does not say its case."""
    return ForeignFinding(file, line, end, message=words)


def golden_set(
    *anchors: GoldenAnchor,
    clean: Iterable[str] = (),
    stem: str = "golden",
    commit: str | None = None,
    warnings: tuple[RunWarning, ...] = (),
) -> GoldenSet:
    """The anchors by case, and clean cases that hold the file called after them."""
    names = sorted({each.case for each in anchors} | set(clean))
    return GoldenSet(
        path=f"{stem}.json",
        stem=stem,
        hash="0" * 64,
        version=1,
        commit=commit,
        cases=tuple(_case(name, [each for each in anchors if each.case == name]) for name in names),
        warnings=warnings,
    )


def _case(name: str, anchors: list[GoldenAnchor]) -> GoldenCase:
    return GoldenCase(name, tuple(anchors), frozenset({f"{name}.py"} | {each.file for each in anchors if each.file}))


_LINES = st.one_of(st.none(), st.integers(1, 12))
_ENDS = st.integers(0, 3)
_CASES = ("cart", "pay", "tax")
_FILES = ("cart.py", "pay.py", "shared.py", None)


@st.composite
def _anchors(draw: st.DrawFn) -> GoldenAnchor:
    line, case = draw(_LINES), draw(st.sampled_from(_CASES))
    return GoldenAnchor(
        id=draw(st.sampled_from("abcd")),
        case=case,
        file=draw(st.sampled_from((f"{case}.py", "shared.py", None))),
        line=line,
        end_line=None if line is None else line + draw(_ENDS),
        tolerance=draw(st.integers(0, 2)),
        match=draw(st.sampled_from((None, None, "race"))),
        side=draw(st.sampled_from((None, *Side))),
        severity=draw(st.sampled_from((None, *Severity))),
        category=draw(st.sampled_from((None, "money"))),
        ignored=draw(st.sampled_from((False, False, True))),
    )


@st.composite
def _findings(draw: st.DrawFn) -> ForeignFinding:
    line = draw(_LINES)
    return ForeignFinding(
        file=draw(st.sampled_from(_FILES)),
        line=line,
        end_line=None if line is None else draw(st.sampled_from((None, line, line + 2))),
        side=draw(st.sampled_from((None, *Side))),
        rule=draw(st.sampled_from((None, "", "R1"))),
        message=draw(st.sampled_from(("", "a race", "a leak"))),
        severity=draw(st.sampled_from((None, *Severity))),
        case=draw(st.sampled_from((None, None, *_CASES, "elsewhere"))),
        commit=draw(st.sampled_from((None, "abc1234"))),
    )


@st.composite
def golden_sets(draw: st.DrawFn) -> GoldenSet:
    """Small sets of up to three cases, some of them clean."""
    anchors = draw(st.lists(_anchors(), max_size=8))
    return golden_set(*anchors, clean=draw(st.lists(st.sampled_from(_CASES), min_size=1)), commit="abc1234def")


def reports() -> st.SearchStrategy[list[ForeignFinding]]:
    """Small reports whose findings often stand at the same lines."""
    return st.lists(_findings(), max_size=10)


def ignored_anchors() -> st.SearchStrategy[GoldenAnchor]:
    """Anchors that are neutral, in any case."""
    return _anchors().map(lambda each: each._replace(ignored=True))
