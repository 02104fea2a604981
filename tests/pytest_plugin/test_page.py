"""The how-to page shows what pytest really prints."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.pytest_plugin.conftest import Project

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "golden-sets-in-pytest.md"


def _blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def test_the_page_shows_what_pytest_really_prints(project: Project) -> None:
    (project.root / "golden" / "pay.json").unlink()
    for name, content in zip(("golden/shop.json", "findings.json"), _blocks("json"), strict=True):
        project.write(name, content)
    (shown,) = _blocks("console")
    command, *lines = shown.splitlines()
    ran = project.run(*command.removeprefix("$ pytest ").split())
    printed = [line.rstrip() for line in ran.outlines]
    start = printed.index(lines[0])
    end = next(at for at, line in enumerate(printed) if line.startswith("golden/shop.json: recall"))
    assert printed[start : end + 1] == lines


def test_the_page_names_every_option(project: Project) -> None:
    told = set(re.findall(r"--houndsman-[a-z]+", "\n".join(project.run("--help").outlines)))
    assert told == set(re.findall(r"--houndsman-[a-z]+", PAGE.read_text(encoding="utf-8")))
