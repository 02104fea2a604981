"""`houndsman compare`: two reviewers side by side, and which is better, or that nothing shows it.

What the command needs is imported when it runs, so that its help is there at once.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from houndsman.cli.options import (
    all_variants_options,
    format_of,
    read_options,
    reading_of,
    request_of,
    text_of,
)
from houndsman.cli.progress import progress
from houndsman.cli.streams import show
from houndsman.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from houndsman.compare.comparison import Comparison, Options
    from houndsman.compare.score_table import ScoreTable
    from houndsman.evaluation.comparing import Compared, Contender
    from houndsman.evaluation.run_comparing import ListedRun, RunComparer
    from houndsman.golden.score import ScoreOptions
    from houndsman.models.golden import GoldenSet

_FINDINGS = {"a": "a_findings", "b": "b_findings"}

#: Options that choose a run of ours, that are about somebody else's findings, and that are about known defects.
_OURS = {
    "branch": "--branch",
    "base": "--base",
    "head": "--head",
    "commit": "--commit",
    "range_": "--range",
    "staged": "--staged",
    "working_tree": "--working-tree",
    "patch": "--patch",
}
_THEIRS = {"format_": "--format", "root": "--root", "min_rank": "--min-rank", "min_level": "--min-level"}
_REPORTS = {"a_findings": "--a-findings", "b_findings": "--b-findings"}
_BY_DEFECTS = {
    "golden": "--golden",
    "metric": "--metric",
    "tolerance": "--tolerance",
    "no_relocate": "--no-relocate",
}

#: New and gone findings that are printed; the report has all.
_SHOWN = 20


@click.command("compare")
@all_variants_options
@click.option("--branch", metavar="REF", help="The branch whose variants are compared; same as --head.")
@click.option("--a", metavar="LABEL", help="The variant to compare with [the review without a label].")
@click.option("--b", metavar="LABEL", help="The variant that may be better.")
@click.option("--list", "list_", is_flag=True, help="List the variants with their runs, or those of --scores.")
@click.option("--a-findings", metavar="PATH", multiple=True, help="A is somebody else's findings; again for a repeat.")
@click.option("--b-findings", metavar="PATH", multiple=True, help="B is somebody else's findings; again for a repeat.")
@read_options
@click.option("--scores", metavar="FILE", help="Compare scores made elsewhere: a CSV of case,variant,repeat,score.")
@click.option(
    "--scores-columns", metavar="ROLE=COLUMN,...", help="Which columns mean what, as variant=agent+model,score=f1."
)
@click.option(
    "--golden",
    metavar="SET",
    type=click.Path(exists=True, path_type=Path),
    help="Known defects, to say which is better.",
)
@click.option("--metric", type=click.Choice(["f1", "recall", "precision"]), help="By what, with --golden [f1].")
@click.option("--tolerance", type=click.IntRange(min=0), help="Lines, for all defects, instead of each one's own.")
@click.option("--no-relocate", is_flag=True, help="Take defects at their lines, whichever commit was reviewed.")
@click.option("--seed", type=int, help="Of the bootstrap over cases.")
@click.option("--output", metavar="DIR", help="Where B is no run of ours: write the report there.")
@click.option("--json", "json_", is_flag=True, help="Print the report as JSON.")
def command(json_: bool, list_: bool, **options: object) -> ExitCode:
    """Compare two ways of reviewing, A and B.

    Two variants of a branch, somebody else's findings (--a-findings, --b-findings), or scores made elsewhere
    (--scores). Known defects (--golden) tell which is better; without them it is told what B reports more and less.
    """
    if options["scores"] is not None:
        return _scores(options, list_, json_)
    if options["scores_columns"] is not None:
        raise UsageError("--scores-columns has no meaning without --scores", hint="Name the file with --scores.")
    if list_:
        return _list(options, json_)
    return _told(_compared(options), json_)


def _compared(options: dict[str, object]) -> Compared:
    from houndsman.evaluation.comparing import compare
    from houndsman.golden.load import load_golden

    theirs = {side for side, name in _FINDINGS.items() if options[name]}
    _refuse_what_does_not_go(options, theirs)
    place = options["golden"]
    golden = load_golden(place) if isinstance(place, Path) else None
    if theirs == _FINDINGS.keys():
        a, b = (_contender(side, options, golden, None) for side in _FINDINGS)
        return _written(compare(a, b, golden, _how(options)), options)
    with progress() as tell, _comparer(options, tell) as comparer:
        a, b = (_contender(side, options, golden, comparer) for side in _FINDINGS)
        done = compare(a, b, golden, _how(options))
        return _written(done, options) if "b" in theirs else comparer.keep(done)


def _refuse_what_does_not_go(options: dict[str, object], theirs: set[str]) -> None:
    """Raise `UsageError` for options that do not go together, where the sides in `theirs` are somebody else's."""
    if options["golden"] is None:
        _refuse(options, _BY_DEFECTS, "It goes with --golden.")
    if not theirs:
        _refuse(options, _THEIRS, "It goes with --a-findings or --b-findings.")
    if theirs == _FINDINGS.keys():
        _refuse(options, _OURS, "It chooses runs of ours, and both sides are somebody else's.")
    if "b" not in theirs:
        _refuse(options, {"output": "--output"}, "B is a run of ours, and the report is written beside that.")
        if options["b"] is None:
            hint = "Name a variant with --b; `houndsman compare --list` shows them. Or name findings with --b-findings."
            raise UsageError("there is no B to compare with", hint=hint)
    places = [place for name in _FINDINGS.values() if isinstance(given := options[name], tuple) for place in given]
    if places.count("-") > 1:  # the second time it is empty, and looks like a reviewer that found nothing
        raise UsageError("standard input can be read once only", hint="Put the other findings into a file.")


def _contender(side: str, options: dict[str, object], golden: GoldenSet | None, desk: RunComparer | None) -> Contender:
    """A (`a`) or B (`b`): somebody else's findings where the options name them, else a variant of ours."""
    from houndsman.evaluation.comparing import Report, contend_with_findings
    from houndsman.exchange.read import Wanted

    label, places = text_of(options, side), options[_FINDINGS[side]]
    if isinstance(places, tuple) and places:
        wanted = Wanted(format_of(options), reading_of(options), text_of(options, "root"))
        paths = [Path(str(place)) for place in places]
        report = Report(label or _stem(side, options), paths, wanted)
        return contend_with_findings(report, golden, _scoring(options), Path.cwd())
    assert desk is not None  # only two sides of somebody else's need none
    return desk.contend(label or None, golden, _scoring(options))


def _stem(side: str, options: dict[str, object]) -> str:
    """What findings are called that nobody named: as their file, as far as that tells the two apart."""
    named = {each: options[name] for each, name in _FINDINGS.items()}
    firsts = {each: Path(str(places[0])) for each, places in named.items() if isinstance(places, tuple) and places}
    stems = {place.stem for place in firsts.values()}
    return firsts[side].stem if len(stems) == len(firsts) else firsts[side].as_posix()


def _scores(options: dict[str, object], list_: bool, json_: bool) -> ExitCode:
    """Compare, or list, scores made elsewhere."""
    from houndsman.compare.score_table import parse_columns, read_scores
    from houndsman.evaluation.comparing import compare_scores

    _refuse(
        options,
        _OURS | _THEIRS | _BY_DEFECTS | _REPORTS,
        "--scores compares what was scored already: leave one of them out.",
    )
    table = read_scores(Path(str(options["scores"])), parse_columns(text_of(options, "scores_columns")))
    if list_:
        return _list_scores(table, json_)
    a, b = text_of(options, "a"), text_of(options, "b")
    if a is None or b is None:
        hint = "`--list` shows the variants of the file."
        raise UsageError("--scores needs two variants", where="--a" if a is None else "--b", hint=hint)
    return _told(_written(compare_scores(table, a, b, _how(options)), options), json_)


def _list(options: dict[str, object], json_: bool) -> ExitCode:
    from houndsman.cli.output import as_json

    _refuse(options, _REPORTS | _BY_DEFECTS | _THEIRS, "--list shows runs of ours, or with --scores a table.")
    with _comparer(options, lambda doing: None) as comparer:
        rows = comparer.listed()
    if json_:
        show(as_json([_listed(row) for row in rows]))
        return ExitCode.CLEAN
    from houndsman.cli.output import table
    from houndsman.evaluation.comparing import UNLABELLED
    from houndsman.prompt.foreign import one_line

    cells = [
        [
            one_line(row.variant or UNLABELLED, 60),
            row.run,
            row.head[:12],
            row.state,
            row.findings,
            "yes" if row.compared else "no",
        ]
        for row in rows
    ]
    show(table(["variant", "run", "head", "state", "findings", "compared"], cells))
    return ExitCode.CLEAN


def _listed(row: ListedRun) -> dict[str, object]:
    told = row._asdict()
    return {"reviewId": told.pop("review"), **told}


def _list_scores(known: ScoreTable, json_: bool) -> ExitCode:
    from houndsman.cli.output import as_json, table
    from houndsman.prompt.foreign import one_line

    rows: list[dict[str, object]] = [
        {"variant": name, "cases": len(cases), "scores": sum(map(len, cases.values()))}
        for name, cases in known.variants.items()
    ]
    if json_:
        show(as_json(rows))
    else:
        cells = [[one_line(str(row["variant"])), row["cases"], row["scores"]] for row in rows]
        show(table(["variant", "cases", "scores"], cells))
    return ExitCode.CLEAN


def _told(compared: Compared, json_: bool) -> ExitCode:
    from houndsman.cli.output import as_json, say_warnings

    say_warnings(compared.comparison.warnings)
    show(as_json(compared.data) if json_ else _printed(compared))
    return compared.exit_code


def _printed(compared: Compared) -> str:
    """The numbers, what they rest on, and as the last line what they come to."""
    from houndsman.cli.output import table
    from houndsman.compare.headline import (
        change_line,
        defect_lines,
        last_line,
        number_rows,
        reasons,
        same_line,
        side_line,
    )

    of = compared.comparison
    lines = [f"A  {side_line(of.a)}", f"B  {side_line(of.b)}"]
    rows = number_rows(of)
    if rows:
        lines += ["", table(["", "A", "B", "B less A", "95 % interval"], rows)]
    lines += ["", *filter(None, [*reasons(of), *defect_lines(of), change_line(of), *_findings(of), same_line(of)])]
    if compared.report is not None:
        lines.append(f"report {compared.report}")
    return "\n".join([*lines, "", last_line(of)])


def _findings(of: Comparison) -> list[str]:
    """Without known defects, what B reports more and less is the answer."""
    from houndsman.cli.output import table
    from houndsman.prompt.foreign import one_line

    if of.verdict is not None or of.changes is None:
        return []
    marked = [("new", each) for each in of.changes.new] + [("gone", each) for each in of.changes.gone]
    rows = [
        [
            mark,
            each.finding.id or "",
            each.severity_b or each.severity_a or "",
            one_line(each.finding.file or "") + ("" if each.finding.line is None else f":{each.finding.line}"),
            one_line(each.finding.rule or "", 48),
            one_line(each.finding.message, 72),
        ]
        for mark, each in marked[:_SHOWN]
    ]
    shown = [table(["", "id", "severity", "place", "rule", "message"], rows)] if rows else []
    return shown + ([f"… and {len(marked) - _SHOWN} more in the report"] if len(marked) > _SHOWN else [])


def _written(compared: Compared, options: dict[str, object]) -> Compared:
    from houndsman.evaluation.comparing import write_comparison

    output = text_of(options, "output")
    return compared if output is None else write_comparison(compared, Path(output))


def _comparer(options: dict[str, object], tell: Callable[[str], None]) -> RunComparer:
    from houndsman.evaluation.run_comparing import RunComparer

    branch = options.get("branch")
    if branch is not None and options.get("head") is not None:
        raise UsageError("--branch and --head are the same", hint="Name the branch once.")
    return RunComparer(request_of(options if branch is None else options | {"head": branch}), tell)


def _how(options: dict[str, object]) -> Options:
    from houndsman.compare.comparison import Options
    from houndsman.compare.metric import Metric
    from houndsman.statistics.bootstrap import SEED

    seed = options["seed"]
    return Options(Metric(text_of(options, "metric") or Metric.F1), seed if isinstance(seed, int) else SEED)


def _scoring(options: dict[str, object]) -> ScoreOptions:
    from houndsman.golden.score import ScoreOptions

    tolerance = options["tolerance"]
    carried = not options["no_relocate"]
    return ScoreOptions(tolerance=tolerance if isinstance(tolerance, int) else None, relocate=carried)


def _refuse(options: dict[str, object], names: dict[str, str], hint: str) -> None:
    """Raise `UsageError` where one of `names` was given that does not go with the others."""
    asked = ((option, options.get(name)) for name, option in names.items())
    given = [option for option, value in asked if value is not None and value is not False and value != ()]
    if given:
        raise UsageError(f"{given[0]} has no meaning here", hint=hint)
