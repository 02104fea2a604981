"""An agent sees what is on the list, and nothing else."""

from __future__ import annotations

import os

import pytest

from houndsman.agents.environment import allowed

OURS = {
    "PATH": "/usr/bin:/bin",
    "HOME": "/home/me",
    "LC_ALL": "C",
    "XDG_CONFIG_HOME": "/home/me/.config",
    "https_proxy": "http://proxy",
    "AWS_SECRET_ACCESS_KEY": "s",
    "GITHUB_TOKEN": "t",
    "ANTHROPIC_API_KEY": "a",
    "ANTHROPIC_BASE_URL": "u",
    "OPENAI_API_KEY": "o",
    "HOUNDSMAN_API_KEY": "h",
    "GIT_DIR": "/x",
    "PYTHONPATH": "/x",
    "LD_PRELOAD": "/x",
    "NODE_OPTIONS": "--require /x",
}
COMMON = {"PATH", "HOME", "LC_ALL", "XDG_CONFIG_HOME", "https_proxy"}


@pytest.mark.parametrize(
    ("names", "more"),
    [
        ((), set()),
        (("ANTHROPIC_*",), {"ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"}),
        (("OPENAI_API_KEY", "NOT_SET"), {"OPENAI_API_KEY"}),
        (("OPENAI_API",), set()),
    ],
)
def test_what_is_common_and_what_is_named(names: tuple[str, ...], more: set[str]) -> None:
    assert allowed(OURS, names).keys() == COMMON | more


@pytest.mark.parametrize(
    ("path", "kept"),
    [
        ("/usr/bin:.:/bin", "/usr/bin:/bin"),
        (":/bin:", "/bin"),
        ("node_modules/.bin:../x:/bin", "/bin"),
        (".", os.defpath),
        ("", os.defpath),
    ],
)
def test_programs_are_never_looked_up_where_it_works(path: str, kept: str) -> None:
    assert allowed({"PATH": path}, ()) == {"PATH": kept}
