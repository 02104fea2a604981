"""A repository in which a hunt finds three things of three severities, without starting any scanner."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import CommandLine

MARKER = "<<<<<<< ours\n=======\n>>>>>>> theirs\n"


@pytest.fixture
def hunted(houndsman: CommandLine) -> CommandLine:
    """A conflict marker (blocking), a debugger call (attention) and a word of `general` (nit), on a branch, hunted."""
    houndsman.blocked = ("python", "secrets")
    repository = houndsman.repository
    repository.write("README.md", "# A\n")
    repository.commit("Before")
    repository.branch("feature")
    repository.write("README.md", "# A\n\nA wrod that is misspelt.\n")
    repository.write("merge.txt", MARKER)
    repository.write("src/call.py", "breakpoint()\n")
    repository.commit("After")
    word = {
        "file": "README.md",
        "line": 3,
        "message": "A typing error.\nIt says \x1b[31mwrod\x1b[0m.",
        "action": "Write word.",
        "quote": "A wrod that is misspelt.",
        "impactClass": "wording",
        "severity": "trivial",
    }
    houndsman.answer(houndsman.prepare(), "general", word)
    houndsman("hunt")
    return houndsman
