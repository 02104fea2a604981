"""`houndsman demo`: a small repository with planted defects, reviewed for real but for `general`, whose answers are
a recording.

The repository, its home and its origin are made in a temporary folder, and stay there so that you can go on. Its
commits have the same ids on every machine.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from houndsman.cli.finalize import report
from houndsman.cli.streams import show
from houndsman.desk import Request
from houndsman.errors import ExitCode
from houndsman.git.samples import SampleRepository
from houndsman.hunt.orders import Orders
from houndsman.hunt.recording import write_recording
from houndsman.models.passes import ADVERSARIAL, BOOKKEEPING, FLOW
from houndsman.models.watchdog import GENERAL
from houndsman.session import Session

ORIGIN = "https://example.com/houndsman/demo.git"
BRANCH = "feature/discounts"

_ORDERS = '''\
"""Orders of a small shop."""

from decimal import Decimal


def total(items):
    """The sum of an order, in euros."""
    return sum((item.price * item.count for item in items), Decimal(0))
'''

_ORDERS_CHANGED = '''\
"""Orders of a small shop."""

import json
from decimal import Decimal


def total(items):
    """The sum of an order, in euros."""
    return sum((item.price * item.count for item in items), Decimal(0))


def discounted(items, percent):
    """The sum of an order after a discount."""
    breakpoint()
    result = Decimal(0)
    for item in items:
        result += round(item.price * item.count * (100 - percent) / 100, 2)
    return result
'''

_SETTINGS = '''\
"""Where the shop's services are."""

PAYMENTS_URL = "https://payments.example.com"
'''

# Assembled, so that no scanner takes our own source for a leak. The key is the one in AWS's documentation.
_KEY = "AKIA" + "IOSFODNN7" + "EXAMPLE"

_SETTINGS_CHANGED = f'''\
{_SETTINGS}AWS_ACCESS_KEY_ID = "{_KEY}"
'''

_README = """\
# Shop

A shop that sells by the piece.
"""

_README_CHANGED = """\
# Shop

<<<<<<< HEAD
A shop that sells by the piece.
=======
A shop that sells by the piece, with discounts.
>>>>>>> feature/discounts
"""

_FILES = ["README.md", "orders.py", "settings.py"]

#: The one planted defect that no scanner can see.
_ROUNDING = {
    "file": "orders.py",
    "line": 17,
    "rule": "logic:rounds-each-line",
    "message": "Each line is rounded before it is summed, so a discounted order is off by cents.",
    "action": "Sum exact decimals and round once.",
    "quote": "result += round(item.price * item.count * (100 - percent) / 100, 2)",
    "impactClass": "money",
}

#: What nobody planted, and whoever tries to break the function comes to.
_PERCENT = {
    "file": "orders.py",
    "line": 12,
    "rule": "logic:percent-unbounded",
    "message": "Any percent is taken: at 150 an order of 10.00 comes to -5.00, and the shop owes its customer money.",
    "action": "Refuse what is not between 0 and 100.",
    "quote": "def discounted(items, percent):",
    "impactClass": "correctness",
}

#: By id of a flow or a checklist item of `general`: verdict, proof, note.
_VERDICTS = {
    "F1": ("gap", "orders.py:14", "It stops in a debugger before it has worked out anything."),
    "C1": ("gap", "orders.py:17", "Three items of 0.33 at 10 % off come to 0.90, and 0.89 is right."),
    "C2": (
        "gap",
        "orders.py:12",
        "No items come to 0, as they should; a percent below 0 or above 100 is taken as it is.",
    ),
    "C3": ("ok", "orders.py:18", "Nothing is written; an error of an item reaches the caller."),
    "C4": ("ok", "orders.py:15", "The sum is its own, and begins anew with each call."),
    "C5": ("ok", "orders.py:7", "`total` is as it was, and nothing calls `discounted` yet."),
    "C6": ("n/a", None, "Nothing is stored."),
    "C7": ("gap", "orders.py:17", "`total` sums exact amounts, `discounted` rounded ones."),
    "C8": ("gap", "settings.py:4", "Whoever reads the repository has the key, and is not asked who he is."),
}


def _answer(findings: Sequence[Mapping[str, object]], **more: object) -> str:
    return json.dumps({"watchdog": GENERAL, "findings": findings, "reviewedFiles": _FILES, **more}, indent=1)


#: What `general` says in each of its sessions. Written by hand, and said to be.
ANSWERS = {
    FLOW: _answer([_ROUNDING]),
    BOOKKEEPING: _answer(
        [],
        checks=[
            {"id": name, **dict(zip(("verdict", "at", "note"), said, strict=True))} for name, said in _VERDICTS.items()
        ],
    ),
    ADVERSARIAL: _answer([_PERCENT]),
}

_HOW_TO_GO_ON = """
`general` hunts logic and domain faults, in three sessions. Its answers here are a recording: no model was asked, and a
person wrote them for this shop. An agent of yours answers for real: `houndsman hunt --agent NAME`; `houndsman agents`
lists them.
To look at what was found, and to hunt once more from the recording, paste this:

cd {repository}
export HOUNDSMAN_HOME={home}
{program} findings list
{program} hunt --agent replay:1
"""


@click.command("demo")
def command() -> ExitCode:
    """Build a small repository with planted defects in a temporary folder, and review it; `general` is a recording."""
    folder = Path(tempfile.mkdtemp(prefix="houndsman-demo-")).resolve()
    repository, home = folder / "shop", folder / "home"
    build(repository)
    agent = write_recording(folder / "recording", {GENERAL: ANSWERS})
    show(f"A shop, with planted defects on the branch {BRANCH}:\n  {repository}\n\n$ houndsman hunt --agent {agent}")
    environ = {name: value for name, value in os.environ.items() if not name.startswith("HOUNDSMAN_")}
    own_config = folder / "config.toml"  # empty, so that the user's has no say
    own_config.touch()
    ours = {"HOUNDSMAN_HOME": str(home), "HOUNDSMAN_CONFIG": str(own_config)}
    with Session(Request(cwd=repository, environ={**environ, **ours}, orders=Orders(agent=agent))) as session:
        done = session.hunt()
    report(done, json_=False)
    show(f"\nThe summary:\n\n{done.summary.read_text(encoding='utf-8')}")
    places = {"repository": shlex.quote(str(repository)), "home": shlex.quote(str(home)), "program": _program()}
    show(_HOW_TO_GO_ON.format(**places).rstrip())
    return ExitCode.CLEAN


def _program() -> str:
    """How to call us from another folder: by name only where that finds us."""
    found = shutil.which("houndsman")
    own = Path(sys.executable).with_name("houndsman")
    if found is not None and own.exists() and Path(found).samefile(own):
        return "houndsman"
    return shlex.quote(str(own)) if own.exists() else f"{shlex.quote(sys.executable)} -P -m houndsman"


def build(folder: Path) -> None:
    """The demo's repository in `folder`: `main`, and a branch with the planted defects."""
    shop = SampleRepository.create(folder, origin=ORIGIN)
    for name, text in (("README.md", _README), ("orders.py", _ORDERS), ("settings.py", _SETTINGS)):
        shop.write(name, text)
    shop.commit("A shop")
    shop.branch(BRANCH)
    changed = (("README.md", _README_CHANGED), ("orders.py", _ORDERS_CHANGED), ("settings.py", _SETTINGS_CHANGED))
    for name, text in changed:
        shop.write(name, text)
    shop.commit("Discounts")
