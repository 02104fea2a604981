"""`houndsman golden`: score a reviewer against known defects, and check a golden set.

What a command needs is imported when it runs, so that its help is there at once.
"""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from houndsman.cli.options import (
    format_of,
    read_options,
    reading_of,
    request_of,
    review_options,
    target_options,
    text_of,
)
from houndsman.cli.streams import say, show
from houndsman.errors import ExitCode, NoRepositoryError, UsageError, worst

if TYPE_CHECKING:
    from houndsman.evaluation.grading import Graded
    from houndsman.golden.complaint import Complaint
    from houndsman.golden.score import ScoreOptions
    from houndsman.models.golden import GoldenSet

#: Options that are about somebody else's findings, and options that choose a run of ours.
_FOREIGN = {
    "format_": "--format",
    "root": "--root",
    "min_rank": "--min-rank",
    "min_level": "--min-level",
    "output": "--output",
}
_OURS = {
    "branch": "--branch",
    "base": "--base",
    "head": "--head",
    "commit": "--commit",
    "range_": "--range",
    "staged": "--staged",
    "working_tree": "--working-tree",
    "patch": "--patch",
    "variant": "--variant",
    "review": "--review",
    "number": "--run",
}

_SHARE = click.FloatRange(0, 1)


#: Subcommands with a module of their own, which is imported to run one.
_ELSEWHERE = {"relocate": "golden_relocate", "freeze": "golden_freeze"}


class _ScoreByDefault(click.Group):
    """`golden SET` is `golden score SET`; a word that is neither a command nor a path is still a wrong command."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*self.commands, *_ELSEWHERE]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _ELSEWHERE:
            return super().get_command(ctx, cmd_name)
        found = importlib.import_module(f"houndsman.cli.{_ELSEWHERE[cmd_name]}").command
        assert isinstance(found, click.Command)
        return found

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in self.list_commands(ctx) and args[0] not in ctx.help_option_names:
            self._refuse_typo(ctx, args[0])
            args = ["score", *args]
        return super().parse_args(ctx, args)

    def _refuse_typo(self, ctx: click.Context, word: str) -> None:
        looks_like_a_path = any(sign in word for sign in "/\\.") or word.startswith("-")
        if not looks_like_a_path and not Path(word).exists():
            close = difflib.get_close_matches(word, self.list_commands(ctx), n=1)
            hint = f" Did you mean {close[0]!r}?" if close else " There is no golden set of that name, either."
            raise click.UsageError(f"No such command {word!r}.{hint}", ctx)


@click.group("golden", cls=_ScoreByDefault)
def command() -> None:
    """Score a reviewer, ours or anyone's, against known defects.

    `houndsman golden SET` is `houndsman golden score SET`.
    """


@command.command("score")
@click.argument("place", metavar="SET", type=click.Path(exists=True, path_type=Path))
@target_options
@click.option("--branch", metavar="REF", help="The branch whose runs are scored; same as --head.")
@review_options
@click.option("--run", "number", type=click.IntRange(min=1), help="This run, instead of the latest that is finalized.")
@click.option("--findings", metavar="PATH", help="Score what is in this file or folder instead of runs of ours.")
@read_options
@click.option("--tolerance", type=click.IntRange(min=0), help="Lines, for all defects, instead of each one's own.")
@click.option("--no-relocate", is_flag=True, help="Take anchors at their lines, whichever commit was reviewed.")
@click.option("--seed", type=int, help="Of the bootstrap over cases.")
@click.option("--min-recall", type=_SHARE, help="Exit with 1 below this recall, 0 to 1.")
@click.option("--min-precision", type=_SHARE, help="Exit with 1 below this strict precision, 0 to 1.")
@click.option("--output", metavar="DIR", help="With --findings: write the report there.")
@click.option("--json", "json_", is_flag=True, help="Print the report as JSON; several variants are a list.")
def score_(place: Path, json_: bool, **options: object) -> ExitCode:
    """Score the runs of a branch, one a variant, or somebody else's findings, against the golden set SET.

    SET is a file, or a folder with a file for each case. The report is written beside each run that is scored.
    """
    from houndsman.cli.output import as_json, say_warnings
    from houndsman.golden.load import load_golden

    golden = load_golden(place)
    if options["findings"]:
        graded, codes = _of_others(golden, options), [ExitCode.CLEAN]
    else:
        graded, codes = _of_ours(golden, options)
    missed = [_missed(each, golden, options) for each in graded]
    for each in graded:
        say_warnings(each.score.warnings)
    if json_:
        data = [each.data for each in graded]
        show(as_json(data[0] if len(data) == 1 else data))
    else:
        show("\n\n".join(map(_printed, graded)))
    for told in missed:
        for words in told:
            say(words)
    codes += [each.exit_code for each in graded]
    return worst([*codes, *(ExitCode.FINDINGS for told in missed if told)])


@command.command("check")
@click.argument("place", metavar="SET", type=click.Path(exists=True, path_type=Path))
@click.option("--json", "json_", is_flag=True, help="Print the complaints as JSON.")
def check_(place: Path, json_: bool) -> ExitCode:
    """Say what is wrong with the golden set SET, each complaint with its place.

    In a repository, files and code are looked up in the commits that the set names. Exits with 2 for an error.
    """
    from houndsman.cli.output import as_json, complained, counted
    from houndsman.evaluation.run_grading import RunGrader
    from houndsman.golden.check import broken, check_golden
    from houndsman.golden.complaint import Weight
    from houndsman.golden.load import BrokenSetError, load_golden

    try:
        golden = load_golden(place)
    except BrokenSetError as error:
        faults = broken(error)
        unread = f"{place.as_posix()}: {counted(len(faults), 'error')}; all else is looked at once they are put right"
        show(as_json([each._asdict() for each in faults]) if json_ else "\n".join([*map(complained, faults), unread]))
        return ExitCode.USAGE
    try:
        with RunGrader(request_of({})) as grader:
            complaints = grader.check(golden)
    except NoRepositoryError:
        complaints = check_golden(golden, None)
    if json_:
        show(as_json([each._asdict() for each in complaints]))
    else:
        show("\n".join([*map(complained, complaints), _checked(golden, complaints)]))
    return ExitCode.USAGE if any(each.weight is Weight.ERROR for each in complaints) else ExitCode.CLEAN


def _of_others(golden: GoldenSet, options: dict[str, object]) -> tuple[Graded, ...]:
    """Score somebody else's findings."""
    from houndsman.evaluation.grading import grade_findings, write_grade
    from houndsman.exchange.read import Wanted

    _refuse(options, _OURS, "It chooses a run of ours, and --findings scores somebody else's: leave one of them out.")
    wanted = Wanted(format_of(options), reading_of(options), text_of(options, "root"))
    graded = grade_findings(golden, Path(str(options["findings"])), wanted, _scoring(options), Path.cwd())
    output = text_of(options, "output")
    return (graded if output is None else write_grade(graded, Path(output)),)


def _of_ours(golden: GoldenSet, options: dict[str, object]) -> tuple[tuple[Graded, ...], list[ExitCode]]:
    """Score runs of ours. A variant that has none to score is said, and leaves the answer incomplete."""
    from houndsman.cli.progress import progress
    from houndsman.evaluation.run_grading import RunGrader
    from houndsman.prompt.foreign import one_line

    _refuse(options, _FOREIGN, "It goes with --findings; the report on a run of ours is written beside the run.")
    branch, number = options.get("branch"), options["number"]
    if branch is not None and options.get("head") is not None:
        raise UsageError("--branch and --head are the same", hint="Name the branch once.")
    request = request_of(options if branch is None else options | {"head": branch})
    with progress() as tell, RunGrader(request, tell) as grader:
        graded, unscored = grader.grade(golden, _scoring(options), number if isinstance(number, int) else None)
    for told in unscored:
        say(click.style("unscored ", fg="yellow") + one_line(told, 400))
    # Whoever names a run knows that not every variant need have it.
    return graded, [ExitCode.INCOMPLETE if unscored and number is None else ExitCode.CLEAN]


def _refuse(options: dict[str, object], names: dict[str, str], hint: str) -> None:
    """Raise `UsageError` where one of `names` was given that does not go with the others."""
    asked = ((option, options.get(name)) for name, option in names.items())
    given = [option for option, value in asked if value is not None and value is not False]
    if given:
        with_or_without = "with" if names is _OURS else "without"
        raise UsageError(f"{given[0]} has no meaning {with_or_without} --findings", hint=hint)


def _scoring(options: dict[str, object]) -> ScoreOptions:
    from houndsman.golden.score import ScoreOptions

    seed, tolerance = options["seed"], options["tolerance"]
    usual = ScoreOptions(
        tolerance=tolerance if isinstance(tolerance, int) else None, relocate=not options["no_relocate"]
    )
    return replace(usual, seed=seed) if isinstance(seed, int) else usual


def _missed(graded: Graded, golden: GoldenSet, options: dict[str, object]) -> tuple[str, ...]:
    """What to say of thresholds that the score does not reach: those of the command line, else those of the set."""
    from houndsman.golden.score import missed_thresholds
    from houndsman.models.golden import Thresholds

    asked = {"recall": options["min_recall"], "precision": options["min_precision"]}
    given = {name: value for name, value in asked.items() if isinstance(value, float)}
    wanted, whose = golden.thresholds._replace(**given), _whose(graded)
    low = missed_thresholds(graded.score, wanted._replace(false_alarms=None), whose)
    alarms = missed_thresholds(graded.score, Thresholds(false_alarms=wanted.false_alarms), whose)
    told = [*(("below", words) for words in low), *(("not within", words) for words in alarms)]
    return tuple(click.style(how, fg="red") + f" its threshold: {words}" for how, words in told)


def _whose(graded: Graded) -> str:
    """What was scored, in a few words."""
    from houndsman.prompt.foreign import one_line

    if graded.run is None:
        return one_line(graded.findings or "these findings")
    variant = graded.run["variant"]
    return f"{graded.run['reviewId']}, run {graded.run['run']}" + (f" ({one_line(str(variant))})" if variant else "")


def _printed(graded: Graded) -> str:
    """The numbers, and what to look at next."""
    from houndsman.cli.output import counted, table
    from houndsman.golden.headline import headline

    scored = graded.score
    rows = [[row.name, row.value, row.interval, row.counts] for row in headline(scored)]
    duplicates = counted(len(scored.duplicates), "duplicate")
    lines = [
        f"{_whose(graded)}, against {_named(scored.golden)}",
        table(["", "value", "95 % interval", "counted"], rows),
        "",
        f"{len(scored.missing)} missing, {len(scored.outside)} outside, {duplicates}",
    ]
    if scored.outside:
        lines.append("outside means that no known defect is there: such a finding may be true and untriaged")
    if len(scored.cases) > 1:
        lines.append(f"intervals are by case, as far as cases can be drawn: seed {scored.seed}")
    if graded.report is not None:
        lines.append(f"report {graded.report}")
    return "\n".join(lines)


def _checked(golden: GoldenSet, complaints: Sequence[Complaint]) -> str:
    from houndsman.cli.output import counted

    errors = sum(each.weight == "error" for each in complaints)
    warnings = sum(each.weight == "warning" for each in complaints)
    return f"{_named(golden)}: {counted(errors, 'error')}, {counted(warnings, 'warning')}"


def _named(golden: GoldenSet) -> str:
    from houndsman.cli.output import counted
    from houndsman.prompt.foreign import one_line

    defects = counted(sum(not anchor.ignored for anchor in golden.anchors), "defect")
    return f"{one_line(golden.path)} ({defects} in {counted(len(golden.cases), 'case')})"
