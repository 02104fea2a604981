"""Options that several commands share, and the request that they make.

What only a command that runs needs is imported then: help texts are there at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from houndsman.errors import UsageError
from houndsman.models.severity import Severity

if TYPE_CHECKING:
    from houndsman.desk import Request
    from houndsman.exchange.reader import ReadOptions
    from houndsman.hunt.orders import Orders
    from houndsman.models.target import PatchText

Command = TypeVar("Command", bound=Callable[..., object])

_TARGET = (
    click.option("--base", metavar="REF", help="What the branch is compared with [origin/HEAD, main, master]."),
    click.option("--head", metavar="REF", help="The branch or commit to review instead of the current one."),
    click.option("--commit", metavar="SHA", help="Review one commit against its first parent."),
    click.option("--range", "range_", metavar="A..B", help="Review A..B, or A...B from where they parted."),
    click.option("--staged", is_flag=True, help="Review what is staged."),
    click.option("--working-tree", is_flag=True, help="Review the working tree, new files included."),
    click.option("--patch", metavar="FILE", help="Review a patch on top of HEAD, or of --base; - is standard input."),
)
_VARIANT = (
    click.option("--variant", metavar="LABEL", help="A label for this way of reviewing, kept apart from others."),
)
_SELECTION = (
    click.option(
        "-k", "expression", metavar="EXPR", help="Only watchdogs whose id matches, such as 'python or secrets'."
    ),
    click.option("--without-general", is_flag=True, help="Leave `general` out; the run is then incomplete."),
)
_PLUGINS = (
    click.option(
        "-p",
        "plugins",
        metavar="NAME",
        multiple=True,
        help="Load a plugin (name, module, file.py); -p no:NAME blocks it.",
    ),
)
_VERDICT = (
    click.option(
        "--fail-on",
        type=click.Choice([severity.value for severity in Severity]),
        help="Exit with 1 for open findings this severe or worse.",
    ),
    click.option("--allow-missing", is_flag=True, help="Unanswered watchdogs do not make the run incomplete."),
)
_READ = (
    click.option("--format", "format_", metavar="NAME", help="What the findings are written in [auto: recognised]."),
    click.option("--root", metavar="PREFIX", help="What absolute paths in the findings begin with."),
    click.option("--min-rank", type=float, help="SARIF: only results of this rank or more."),
    click.option(
        "--min-level", metavar="LEVEL", help="SARIF: only results this severe or worse: error, warning, note, or ours."
    ),
)
_AGENTS = (
    click.option("--agent", metavar="NAME", help="Who answers all briefs; `houndsman agents` lists them."),
    click.option(
        "--concurrency", metavar="N", type=click.IntRange(min=1), default=4, show_default=True, help="Agents at a time."
    ),
    click.option(
        "--max-cost", metavar="USD", type=click.FloatRange(min=0, min_open=True), help="What the run may cost."
    ),
    click.option("--max-tokens", metavar="N", type=click.IntRange(min=1), help="Tokens that the run may take."),
    click.option(
        "--timeout",
        metavar="SECONDS",
        type=click.FloatRange(min=0, min_open=True),
        help="Wall time that agents may take, all together.",
    ),
    click.option("--no-adversarial", is_flag=True, help="`general` has no session that attacks what the first passed."),
    click.option("--no-checklist", is_flag=True, help="No session is asked for verdicts alone."),
    click.option("--no-second-opinion", is_flag=True, help="Nobody looks again where little came from much."),
    click.option("-x", "stop_at_first", is_flag=True, help="Send nobody else out once a watchdog failed."),
    click.option("--lf", "only_owing", is_flag=True, help="Only watchdogs that failed or are missing in this run."),
)
_REVIEW = (click.option("--review", metavar="ID", help="The review by its id, instead of by its target."),)


def _all(*groups: tuple[Callable[[Command], Command], ...]) -> Callable[[Command], Command]:
    def decorate(command: Command) -> Command:
        for option in reversed([option for group in groups for option in group]):
            command = option(command)
        return command

    return decorate


def target_options(command: Command) -> Command:
    """Which review: `--base` to `--variant`."""
    return _all(_TARGET, _VARIANT)(command)


def all_variants_options(command: Command) -> Command:
    """Which target, for a command that is about several of its variants: `--base` to `--patch`."""
    return _all(_TARGET)(command)


def selection_options(command: Command) -> Command:
    """Who hunts: `-k`, `--without-general`."""
    return _all(_SELECTION)(command)


def plugin_options(command: Command) -> Command:
    """`-p`."""
    return _all(_PLUGINS)(command)


def config_options(command: Command) -> Command:
    """`--config-from`."""
    from houndsman.config.project import ConfigFrom

    return click.option(
        "--config-from",
        type=click.Choice([each.value for each in ConfigFrom]),
        default=ConfigFrom.BASE.value,
        show_default=True,
        help="Where the project's watchdogs and configuration are read.",
    )(command)


def verdict_options(command: Command) -> Command:
    """What fails: `--fail-on`, `--allow-missing`."""
    return _all(_VERDICT)(command)


def agents_options(command: Command) -> Command:
    """Who is sent out, and what they may spend: `--agent` to `--lf`."""
    return _all(_AGENTS)(command)


def read_options(command: Command) -> Command:
    """How somebody else's findings are read: `--format` to `--min-level`."""
    return _all(_READ)(command)


def review_options(command: Command) -> Command:
    """`--review`."""
    return _all(_REVIEW)(command)


def request_of(options: dict[str, object]) -> Request:
    """The request that a command's options make; options that the command does not have count as not given."""
    from houndsman.classify.classify import Selection
    from houndsman.config.project import ConfigFrom
    from houndsman.desk import Request
    from houndsman.models.target import TargetRequest

    def text(name: str) -> str | None:
        return text_of(options, name)

    plugins = options.get("plugins")
    return Request(
        cwd=Path.cwd(),
        environ=dict(os.environ),
        target=TargetRequest(
            base=text("base"),
            head=text("head"),
            commit=text("commit"),
            range=text("range_"),
            staged=bool(options.get("staged")),
            working_tree=bool(options.get("working_tree")),
            patch=_patch(text("patch")),
        ),
        variant=text("variant") or None,  # a script's empty variable is no label
        review=text("review"),
        selection=Selection(text("expression"), bool(options.get("without_general"))),
        plugins=tuple(str(name) for name in plugins) if isinstance(plugins, tuple) else (),
        config_from=ConfigFrom(text("config_from") or ConfigFrom.BASE),
        fail_on=text("fail_on"),
        allow_missing=bool(options.get("allow_missing")),
        orders=_orders(options),
    )


def _orders(options: dict[str, object]) -> Orders:
    from houndsman.hunt.ceilings import Ceiling
    from houndsman.hunt.orders import Orders
    from houndsman.models.hunt_notes import Depth

    def number(name: str) -> float | None:
        value = options.get(name)
        return value if isinstance(value, int | float) else None

    tokens, concurrency = number("max_tokens"), number("concurrency")
    ceiling = Ceiling(None if tokens is None else int(tokens), number("max_cost"), number("timeout"))
    orders = Orders(
        agent=text_of(options, "agent"),
        ceiling=ceiling,
        stop_at_first=bool(options.get("stop_at_first")),
        only_owing=bool(options.get("only_owing")),
        depth=Depth(
            adversarial=not options.get("no_adversarial"),
            checklist=not options.get("no_checklist"),
            second_opinion=not options.get("no_second_opinion"),
        ),
    )
    return orders if concurrency is None else replace(orders, concurrency=int(concurrency))


def reading_of(options: dict[str, object]) -> ReadOptions:
    """What `--min-rank` and `--min-level` ask of readers. Raises `UsageError` for a word that is no level."""
    from houndsman.exchange.reader import ReadOptions
    from houndsman.intake.severity_words import SEVERITY_WORDS

    rank, level = options.get("min_rank"), options.get("min_level")
    severity = None if level is None else SEVERITY_WORDS.get(str(level).casefold())
    if level is not None and severity is None:
        hint = f"Write error, warning or note as in SARIF, or one of ours: {', '.join(Severity)}."
        raise UsageError(f"{level!r} is no level", where="--min-level", hint=hint)
    return ReadOptions(None if rank is None else float(str(rank)), severity)


def text_of(options: dict[str, object], name: str) -> str | None:
    """The value of an option that is text; None where it was not given, or the command does not have it."""
    value = options.get(name)
    return None if value is None else str(value)


def format_of(options: dict[str, object]) -> str | None:
    """What `--format` names; None to recognise it."""
    named = text_of(options, "format_")
    return None if named in (None, "auto") else named


def _patch(name: str | None) -> PatchText | None:
    """The patch in the file `name`, or on standard input for `-`. Read here, once: the review is filed by its bytes."""
    from houndsman.models.target import PatchText

    if name is None:
        return None
    try:
        content = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        hint = "Name a file, or `-` for standard input."
        raise UsageError(f"the patch cannot be read: {error.strerror or error}", where=name, hint=hint) from error
    return PatchText(name="standard input" if name == "-" else name, content=content)
