"""`houndsman golden relocate`: where the anchors of a golden set stand in another commit, and the set rewritten for it.

What the command needs is imported when it runs, so that its help is there at once.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from houndsman.cli.options import request_of
from houndsman.cli.streams import say, show
from houndsman.errors import ExitCode

if TYPE_CHECKING:
    from houndsman.evaluation.upkeep import Carriage
    from houndsman.golden.relocate import Relocated
    from houndsman.models.golden import GoldenAnchor

_COLOURS = {"exact": "green", "drifted": "yellow", "ambiguous": "red", "vanished": "red"}


@click.command("relocate")
@click.argument("place", metavar="SET", type=click.Path(exists=True, path_type=Path))
@click.option("--to", metavar="REV", required=True, help="The commit to carry the anchors to.")
@click.option("--write", is_flag=True, help="Rewrite the set for that commit; nothing else in it changes.")
@click.option("--keep-vanished", is_flag=True, help="Write even so: whoever has no place any more is kept without one.")
@click.option("--json", "json_", is_flag=True, help="Print the table as JSON.")
def command(place: Path, to: str, write: bool, keep_vanished: bool, json_: bool) -> ExitCode:
    """Say where the anchors of the golden set SET stand in another commit.

    Exits with 3 where somebody has to look: an anchor that vanished, is ambiguous, or could not be carried. With such a
    one nothing is written, unless --keep-vanished says so.
    """
    from houndsman.cli.output import as_json
    from houndsman.cli.progress import progress
    from houndsman.evaluation.upkeep import Upkeep
    from houndsman.golden.load import load_golden
    from houndsman.golden.rewrite import rewrite
    from houndsman.golden.rows import relocated_row

    golden = load_golden(place)
    with progress() as tell, Upkeep(request_of({}), tell) as upkeep:
        carriage = upkeep.relocate(golden, to)
    found = [move.found for move in carriage.moves]
    show(as_json([relocated_row(each) for each in found]) if json_ else _printed(found))
    if write and (keep_vanished or not carriage.lost):
        written = rewrite(place, {move.found.was.source: move for move in carriage.moves}, carriage.commit)
        say(f"{len(written)} file{'' if len(written) == 1 else 's'} rewritten for {carriage.commit[:12]}")
    return _verdict(carriage, write and not keep_vanished)


def _verdict(carriage: Carriage, refused: bool) -> ExitCode:
    """Say what somebody has to look at."""
    if carriage.lost:
        what = f"{len(carriage.lost)} of {len(carriage.moves)} anchors have no certain place in {carriage.commit[:12]}"
        hint = "; nothing was written: place or remove them by hand, or say --keep-vanished" if refused else ""
        say(click.style("left ", fg="red") + what + hint)
    if carriage.left:
        say(click.style("left ", fg="yellow") + f"{len(carriage.left)} could not be carried and stay as they are")
    return ExitCode.INCOMPLETE if carriage.lost or carriage.left else ExitCode.CLEAN


def _printed(found: list[Relocated]) -> str:
    from houndsman.cli.output import table
    from houndsman.prompt.foreign import one_line

    rows = [
        [
            one_line(each.was.id, 60),
            _place(each.was),
            "" if each.state is None or each.state == "vanished" else _place(each.now),
            click.style(each.told, fg=_COLOURS.get(each.state or "")),
            one_line(each.why),
        ]
        for each in found
    ]
    return table(["id", "was", "now", "state", "why"], rows)


def _place(anchor: GoldenAnchor) -> str:
    from houndsman.prompt.foreign import one_line

    lines = "" if anchor.line is None else f":{anchor.line}" + (f"-{anchor.end_line}" if anchor.end_line else "")
    return one_line(f"{anchor.file or ''}{lines}")
