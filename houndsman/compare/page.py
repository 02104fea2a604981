"""`compare-<a>--<b>.md`: a comparison on one page, warnings on top and the verdict as its last line.

In: a comparison. Out: Markdown; the same input gives the same bytes. Every foreign text is capped and kept in its cell,
and so is every list; the whole lists stand in the JSON. Nothing fails.
"""

from __future__ import annotations

from collections.abc import Iterator

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
from houndsman.golden.page_parts import at_length, bullets, named, rows_of, said, section, table, warned, where
from houndsman.prompt.foreign import sentence


def render_page(of: Comparison) -> str:
    """The page of `of`."""
    sections = [
        f"# {named(of.a.name)} (A) against {named(of.b.name)} (B)",
        *warned(of.warnings),
        "\n".join(f"- {line}" for line in _facts(of)),
        table(["", "A", "B", "B less A", "95 %"], [list(row) for row in number_rows(of)], right=(1, 2, 3, 4)),
        *bullets(reasons(of)),
        *_by_defect(of),
        *_by_finding(of),
        *_by_case(of),
        last_line(of),
    ]
    return "\n\n".join(sections) + "\n"


def _facts(of: Comparison) -> Iterator[str]:
    yield f"A: {at_length(side_line(of.a))}"
    yield f"B: {at_length(side_line(of.b))}"
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
    yield from bullets(at_length(line) for line in defect_lines(of))
    assumptions = dict.fromkeys(told.assumption for told in estimates(of) if told.assumption)
    if assumptions:
        yield "What these estimates take for granted:"
        yield from bullets(assumptions)
    headers = ["defect", "case", "place", "severity", "A found it", "B found it"]
    yield from section("### Found by A alone", headers, known.only_a, _defect)
    yield from section("### Found by B alone", headers, known.only_b, _defect)
    for letter, repeats in (("A", known.repeats_a), ("B", known.repeats_b)):
        if repeats is not None:
            yield f"### The runs of {letter}"
            columns = ["runs", "found by any (pass@k)", "gained", "found by all (pass^k)", "defects found by so many"]
            yield table(columns, repeat_rows(repeats), right=range(5))
    unsteady = [row for row in known.rows if any(0 < each.hits < each.runs for each in (row.a, row.b))]
    yield from section("### Found by some runs and not by others", headers, unsteady, _defect)


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
    yield from section("### New: B reports them and A does not", headers, of.new, _new)
    yield from section("### Gone: A reports them and B does not", headers, of.gone, _gone)
    headers = ["id", "place", "A", "B", "rule", "message"]
    yield from section("### Kept, with another severity", headers, of.reweighed, _reweighed)


def _by_case(of: Comparison) -> Iterator[str]:
    if of.cases is None or len(of.cases.paired) < 2:
        return
    shares = of.cases.are_shares

    def row(case: ScoredCase) -> list[str]:
        means = [percent(mean) if shares else f"{mean:.4g}" for mean in (case.mean_a, case.mean_b)]
        repeats = f"{len(case.scores.a)} and {len(case.scores.b)}"
        return [named(case.name), *means, signed(case.scores.difference, shares=shares), repeats]

    yield f"## Cases ({len(of.cases.paired)})"
    yield "The ones that differ most come first."
    ordered = sorted(of.cases.paired, key=lambda case: (-abs(case.scores.difference), case.name))
    yield from rows_of(["case", "A", "B", "B less A", "repeats"], ordered, row, right=(1, 2, 3))


def _defect(defect: Defect) -> list[str]:
    anchor = defect.anchor
    place, severity = where(anchor.file, anchor.line), anchor.severity or ""
    return [named(anchor.id), named(anchor.case), place, severity, str(defect.a), str(defect.b)]


def _new(each: SeenFinding) -> list[str]:
    return _seen(each, each.severity_b or "", f"{each.hits_b} of {each.runs_b}")


def _gone(each: SeenFinding) -> list[str]:
    return _seen(each, each.severity_a or "", f"{each.hits_a} of {each.runs_a}")


def _seen(each: SeenFinding, severity: str, runs: str) -> list[str]:
    finding = each.finding
    words = [named(finding.rule), said(finding.message)]
    return [named(finding.id), where(finding.file, finding.line), severity, *words, runs]


def _reweighed(each: SeenFinding) -> list[str]:
    identity, place, _, rule, message, _ = _seen(each, "", "")
    return [identity, place, each.severity_a or "", each.severity_b or "", rule, message]
