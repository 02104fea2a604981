"""`houndsman plugins`."""

from __future__ import annotations

import click

from houndsman.cli.options import plugin_options
from houndsman.cli.output import as_json, say_failures, table
from houndsman.cli.streams import show
from houndsman.errors import ExitCode
from houndsman.plugin_manager import load_plugins


@click.command("plugins")
@plugin_options
@click.option("--json", "json_", is_flag=True, help="Print it for machines.")
def command(plugins: tuple[str, ...], json_: bool) -> ExitCode:
    """List plugins: what is loaded, from where, which version, what failed and why."""
    relay = load_plugins(plugins)
    failures = [
        {"plugin": each.plugin, "distribution": each.distribution, "stage": each.stage, "error": each.error}
        for each in relay.failures
    ]
    if json_:
        loaded = [
            {
                "name": each.name,
                "distribution": each.distribution,
                "version": each.version,
                "location": each.location,
                "hooks": list(each.hooks),
            }
            for each in relay.plugins
        ]
        show(as_json({"plugins": loaded, "failures": failures}))
    else:
        rows = [
            [
                each.name,
                each.distribution,
                each.version or "-",
                ", ".join(_short(hook) for hook in each.hooks),
                each.location,
            ]
            for each in relay.plugins
        ]
        show(table(["plugin", "from", "version", "hooks", "location"], rows))
    say_failures(relay.failures)
    return ExitCode.INCOMPLETE if failures else ExitCode.CLEAN


def _short(hook: str) -> str:
    return hook.removeprefix("houndsman_")
