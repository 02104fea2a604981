"""`houndsman demo`: a small repository with planted defects, reviewed for real.

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
from pathlib import Path

import click

from houndsman.cli.finalize import report
from houndsman.cli.streams import show
from houndsman.desk import Request
from houndsman.errors import ExitCode
from houndsman.git.samples import SampleRepository
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

#: What a reviewer would write for `general`: the one planted defect that no scanner can see.
_ANSWER = {
    "watchdog": "general",
    "findings": [
        {
            "file": "orders.py",
            "line": 17,
            "rule": "logic:rounds-each-line",
            "message": "Each line is rounded before it is summed, so a discounted order is off by cents.",
            "action": "Sum exact decimals and round once.",
            "quote": "result += round(item.price * item.count * (100 - percent) / 100, 2)",
            "impactClass": "money",
        }
    ],
    "reviewedFiles": ["README.md", "orders.py", "settings.py"],
}

_HOW_TO_ANSWER = """
`general` hunts logic and domain faults, and is unanswered: no model was asked. So the run is incomplete, and
`houndsman hunt` would exit with 3. Any agent or person answers by reading the brief and writing one JSON file.
To answer for it yourself, with the one planted defect that no scanner can see, paste this:

cd {repository}
export HOUNDSMAN_HOME={home}
cat > {answer} <<'EOF'
{text}
EOF
{program} finalize
{program} findings list
"""


@click.command("demo")
def command() -> ExitCode:
    """Build a small repository with planted defects in a temporary folder, and review it for real."""
    folder = Path(tempfile.mkdtemp(prefix="houndsman-demo-")).resolve()
    repository, home = folder / "shop", folder / "home"
    build(repository)
    show(f"A shop, with planted defects on the branch {BRANCH}:\n  {repository}\n\n$ houndsman hunt")
    environ = {name: value for name, value in os.environ.items() if not name.startswith("HOUNDSMAN_")}
    own_config = folder / "config.toml"  # empty, so that the user's has no say
    own_config.touch()
    ours = {"HOUNDSMAN_HOME": str(home), "HOUNDSMAN_CONFIG": str(own_config)}
    with Session(Request(cwd=repository, environ={**environ, **ours})) as session:
        done = session.hunt()
    report(done, json_=False)
    show(f"\nThe summary:\n\n{done.summary.read_text(encoding='utf-8')}")
    show(
        _HOW_TO_ANSWER.format(
            repository=shlex.quote(str(repository)),
            home=shlex.quote(str(home)),
            answer=shlex.quote(str(done.staging / "findings" / "general.json")),
            text=json.dumps(_ANSWER, indent=1),
            program=_program(),
        ).rstrip()
    )
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
