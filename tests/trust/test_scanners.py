"""A change cannot switch a scanner off, and its try is seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import CommandLine, Tree
    from tests.trust.conftest import Attack

# Put together here, so that no scanner finds them here.
KEY = "AKIA" + "QYLPMN5HHHFPZAM2"
ALLOWED = "# pragma: allow" + "list secret"

SILENT_RUFF = (
    'exclude = ["*"]\nextend-exclude = ["**/*.py"]\n[lint]\nignore = ["ALL"]\nper-file-ignores = {"*" = ["ALL"]}\n'
)
BASELINE = """\
{"version": "1.5.0", "plugins_used": [], "filters_used": [{"path": "detect_secrets.filters.regex.should_exclude_line",
 "pattern": [".*"]}], "results": {}}
"""

#: What may silence ruff about `shop.py`; each is part of the change.
AGAINST_RUFF: dict[str, Tree] = {
    "ruff.toml": {"ruff.toml": SILENT_RUFF},
    ".ruff.toml": {".ruff.toml": SILENT_RUFF, "app/.ruff.toml": SILENT_RUFF},
    "pyproject": {"pyproject.toml": '[tool.ruff]\nexclude = ["*"]\n[tool.ruff.lint]\nignore = ["ALL"]\n'},
    ".gitignore": {".gitignore": "*.py\n*\n", "app/.gitignore": "*\n", ".ignore": "*\n"},
    "a folder that ruff leaves out": {"node_modules/shop.py": "import json\n"},
    "noqa": {"app/shop.py": "import json  # noqa\n"},
    "noqa with a code": {"app/shop.py": "import json  # noqa: F401\n"},
    "noqa for the file": {"app/shop.py": "# ruff: noqa\nimport json\n"},
    "flake8's noqa for the file": {"app/shop.py": "# flake8: noqa\nimport json\n"},
    "a cookie that nobody reads": {"app/shop.py": "# -*- coding: no-such-code -*-\nimport json\n"},
}


@pytest.mark.parametrize("silencer", AGAINST_RUFF.values(), ids=AGAINST_RUFF)
def test_ruff_is_not_silenced(attack: Attack, silencer: Tree) -> None:
    command_line = attack({}, {"app/shop.py": "import json\n", **silencer})
    command_line.blocked = ("secrets",)
    command_line("hunt", "-k", "python")
    assert "F401" in {item.rule for item in command_line.findings("--file", "shop.py")}


@pytest.mark.parametrize("name", ["noqa", "noqa with a code", "noqa for the file", "flake8's noqa for the file"])
def test_a_new_suppression_is_a_finding_itself(attack: Attack, name: str) -> None:
    command_line = attack({}, AGAINST_RUFF[name])
    command_line.blocked = ("secrets",)
    command_line("hunt", "-k", "python")
    assert "python/new-suppression" in {item.rule for item in command_line.findings()}


@pytest.fixture
def silenced_secrets(attack: Attack) -> CommandLine:
    """A hunt for secrets in a change that tries everything at once to hide its own."""
    hidden = f'key = "{KEY}"  {ALLOWED}\n'
    change: Tree = {
        "app/shop.py": hidden,
        ".env": f"KEY={KEY}\n",
        "yarn.lock": f"{KEY}\n",
        "docs/swagger.json": f'{{"key": "{KEY}"}}\n',
        "image.svg": f"<!-- {KEY} -->\n",
        ".secrets.baseline": BASELINE,
        "pyproject.toml": '[tool.detect-secrets]\nexclude-files = ".*"\n',
        ".gitignore": "*\n",
        ".gitattributes": "* -diff linguist-generated\n",
    }
    command_line = attack({}, change)
    command_line.blocked = ("python",)
    command_line("hunt", "-k", "secrets")
    return command_line


def test_detect_secrets_is_not_silenced(silenced_secrets: CommandLine) -> None:
    found = silenced_secrets.findings("--rule", "aws-access-key")
    assert {str(item.file) for item in found} == {"app/shop.py", ".env", "yarn.lock", "docs/swagger.json", "image.svg"}
    silenced = silenced_secrets.findings("--rule", "secrets/new-suppression")
    assert [str(item.file) for item in silenced] == ["app/shop.py"]
