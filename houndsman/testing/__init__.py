"""The kit for whoever tests with Houndsman: a kennel, assertions, the command line, repositories that are hard to read.

`from houndsman.testing import Kennel, assert_findings`. Names are resolved on first use, because pytest imports this
package in every run of everybody who has Houndsman (`plugin.py`), and most of them do not test with it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from houndsman.hunt.recording import write_recording
    from houndsman.testing.assertions import assert_findings, assert_golden
    from houndsman.testing.command_line import CommandLine, Ran
    from houndsman.testing.distribution import write_distribution
    from houndsman.testing.kennel import Kennel

_HOMES = {
    "Kennel": "houndsman.testing.kennel",
    "assert_findings": "houndsman.testing.assertions",
    "assert_golden": "houndsman.testing.assertions",
    "CommandLine": "houndsman.testing.command_line",
    "Ran": "houndsman.testing.command_line",
    "write_distribution": "houndsman.testing.distribution",
    "write_recording": "houndsman.hunt.recording",
}

__all__ = ["Kennel", "assert_findings", "assert_golden", "CommandLine", "Ran", "write_distribution", "write_recording"]


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'houndsman.testing' has no attribute {name!r}")
    value: object = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
