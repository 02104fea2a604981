"""`compare-<a>--<b>.md`: a comparison on one page, warnings on top and the verdict as its last line.

In: a comparison. Out: Markdown; the same input gives the same bytes. Every foreign text is capped and kept in its cell,
and so is every list; the whole lists stand in the JSON. Nothing fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from tabulate import tabulate

from houndsman.compare.cases import ScoredCase
from houndsman.compare.changes import Changes, SeenFinding
from houndsman.compare.comparison import Comparison
from houndsman.compare.defects import Defect
from houndsman.compare.headline import (
    change_line,
    defect_lines,
    estimates,
    last_line,
    number_rows,
    reasons,
    repeat_rows,
    same_line,
    side_line,
    signed,
)
from houndsman.golden.headline import percent
from houndsman.prompt.foreign import sentence

_T = TypeVar("_T")

_LISTED = 200  # rows of a list whose length somebody else decides
_NAME = 80  # characters of a name
_TEXT = 120  # characters of what somebody says
_WARNING = 600


def render_page(of: Comparison) -> str:
    """The page of `of`."""
    sections = [
        f"# {sentence(of.a.name, _NAME)} (A) against {sentence(of.b.name, _NAME)} (B)",
        *(f"> **Warning, {sentence(each.code)}:** {sentence(each.message, _WARNING)}" for each in of.warnings),
        "\n".join(f"- {line}" for line in _facts(of)),
        _table(["", "A", "B", "B less A", "95 %"], [list(row) for row in number_rows(of)], right=(1, 2, 3, 4)),
        *_bullets(reasons(of)),
        *_by_defect(of),
        *_by_finding(of),
        *_by_case(of),
        last_line(of),
    ]
    return "\n\n".join(sections) + "\n"


def _facts(of: Comparison) -> Iterator[str]:
    yield f"A: {sentence(side_line(of.a), _WARNING)}"
    yield f"B: {sentence(side_line(of.b), _WARNING)}"
    if of.golden is not None:
        golden = of.golden
        yield f"Golden set: {sentence(golden.path)}, version {golden.version}, sha256 {golden.hash}"
    if of.source is not None:
        yield f"Scores: {sentence(of.source)}"
    if of.cases is not None:
        yield f"Interval: {of.options.resamples} resamples of the cases, seed {of.options.seed}"


def _by_defect(of: Comparison) -> Iterator[str]:
    known = of.defects
    if known is None:
        return
    yield "## Defects"
    yield from _bullets(sentence(line, _WARNING) for line in defect_lines(of))
    assumptions = dict.fromkeys(told.assumption for told in estimates(of) if told.assumption)
    if assumptions:
        yield "What these estimates take for granted:"
        yield from _bullets(assumptions)
    headers = ["defect", "case", "place", "severity", "A found it", "B found it"]
    yield from _listed("Found by A alone", headers, known.only_a, _defect)
    yield from _listed("Found by B alone", headers, known.only_b, _defect)
    for letter, repeats in (("A", known.repeats_a), ("B", known.repeats_b)):
        if repeats is not None:
            yield f"### The runs of {letter}"
            columns = ["runs", "found by any (pass@k)", "gained", "found by all (pass^k)", "defects found by so many"]
            yield _table(columns, repeat_rows(repeats), right=range(5))
    unsteady = [row for row in known.rows if any(0 < each.hits < each.runs for each in (row.a, row.b))]
    yield from _listed("Found by some runs and not by others", headers, unsteady, _defect)


def _by_finding(of: Comparison) -> Iterator[str]:
    line = change_line(of)
    if of.changes is None or line is None:
        return
    yield "## Findings"
    yield f"{line[0].upper()}{line[1:]}."
    same = same_line(of)
    if same is not None:
        yield f"{same}."
    yield from _findings(of.changes)


def _findings(of: Changes) -> Iterator[str]:
    headers = ["id", "place", "severity", "rule", "message", "runs"]
    yield from _listed("New: B reports them and A does not", headers, of.new, _new)
    yield from _listed("Gone: A reports them and B does not", headers, of.gone, _gone)
    headers = ["id", "place", "A", "B", "rule", "message"]
    yield from _listed("Kept, with another severity", headers, of.reweighed, _reweighed)


def _by_case(of: Comparison) -> Iterator[str]:
    if of.cases is None or len(of.cases.paired) < 2:
        return
    shares = of.cases.are_shares

    def row(case: ScoredCase) -> list[str]:
        means = [percent(mean) if shares else f"{mean:.4g}" for mean in (case.mean_a, case.mean_b)]
        repeats = f"{len(case.scores.a)} and {len(case.scores.b)}"
        return [sentence(case.name, _NAME), *means, signed(case.scores.difference, shares=shares), repeats]

    yield f"## Cases ({len(of.cases.paired)})"
    yield "The ones that differ most come first."
    ordered = sorted(of.cases.paired, key=lambda case: (-abs(case.scores.difference), case.name))
    yield _table(["case", "A", "B", "B less A", "repeats"], [row(case) for case in ordered[:_LISTED]], right=(1, 2, 3))
    yield from _rest(ordered)


def _defect(defect: Defect) -> list[str]:
    anchor = defect.anchor
    place = _place(anchor.file, anchor.line)
    severity = anchor.severity or ""
    return [sentence(anchor.id, _NAME), sentence(anchor.case, _NAME), place, severity, str(defect.a), str(defect.b)]


def _new(each: SeenFinding) -> list[str]:
    return _seen(each, each.severity_b or "", f"{each.hits_b} of {each.runs_b}")


def _gone(each: SeenFinding) -> list[str]:
    return _seen(each, each.severity_a or "", f"{each.hits_a} of {each.runs_a}")


def _seen(each: SeenFinding, severity: str, runs: str) -> list[str]:
    finding = each.finding
    words = [sentence(finding.rule or "", _NAME), sentence(finding.message, _TEXT)]
    return [sentence(finding.id or "", _NAME), _place(finding.file, finding.line), severity, *words, runs]


def _reweighed(each: SeenFinding) -> list[str]:
    identity, place, _, rule, message, _ = _seen(each, "", "")
    return [identity, place, each.severity_a or "", each.severity_b or "", rule, message]


def _place(file: str | None, line: int | None) -> str:
    return sentence(file or "", _TEXT) + ("" if line is None else f":{line}")


def _listed(title: str, headers: Sequence[str], items: Sequence[_T], row: Callable[[_T], list[str]]) -> Iterator[str]:
    """A section with a row an item, or nothing where there is none."""
    if items:
        yield f"### {title} ({len(items)})"
        yield _table(headers, [row(item) for item in items[:_LISTED]])
        yield from _rest(items)


def _rest(items: Sequence[object]) -> Iterator[str]:
    if len(items) > _LISTED:
        yield f"… and {len(items) - _LISTED} more, which stand in the JSON beside this page."


def _bullets(lines: Iterable[str]) -> Iterator[str]:
    told = "\n".join(f"- {line[0].upper()}{line[1:]}" for line in lines)
    if told:
        yield told


def _table(headers: Sequence[str], rows: Sequence[Sequence[str]], right: Iterable[int] = ()) -> str:
    """A table of Markdown; cells are one line each with no markup in them. Columns in `right` hold numbers."""
    numeric = frozenset(right)
    align = ["right" if at in numeric else "left" for at in range(len(headers))]
    return tabulate(rows, headers, tablefmt="pipe", disable_numparse=True, colalign=align)
