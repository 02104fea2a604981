"""The how-to of hunting in depth is followed to the letter, in the folder that the demo leaves."""

from __future__ import annotations

import os
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from houndsman.cli.demo import ANSWERS, build
from houndsman.cli.main import run
from houndsman.hunt.recording import write_recording
from houndsman.models.config import Config
from houndsman.models.passes import ADVERSARIAL, BOOKKEEPING, CHECKLIST, FLOW, HUNT, SECOND_OPINION
from houndsman.models.watchdog import GENERAL

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "how-to" / "hunt-in-depth.md").read_text(encoding="utf-8")

#: Stands for lines that the page leaves out.
CUT = "…"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home of its own, in the demo's shop, with its recording beside it and the page's golden set in it."""
    build(tmp_path / "shop")
    write_recording(tmp_path / "recording", {GENERAL: ANSWERS})
    for name in [name for name in os.environ if name.startswith("HOUNDSMAN_")]:
        monkeypatch.delenv(name)
    (tmp_path / "config.toml").touch()
    monkeypatch.setenv("HOUNDSMAN_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setenv("HOUNDSMAN_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path / "shop")
    _, golden = blocks("json")
    (tmp_path / "shop" / "golden.json").write_text(golden, encoding="utf-8")
    yield tmp_path / "home"


def test_the_page_shows_what_houndsman_really_prints(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (hunts,), (summary,), (shown,) = blocks("sh"), blocks("text"), blocks("console")
    for line in hunts.splitlines():
        assert run(shlex.split(line)[1:]) == 0
    (deep,) = [page for page in home.glob("reviews/*/runs/1/review-resume.md") if "Variant: deep" in page.read_text()]
    assert summary in deep.read_text(encoding="utf-8")

    command, _, expected = shown.partition("\n")
    capsys.readouterr()
    assert run(shlex.split(command.removeprefix("$ houndsman "))) == 0
    told = capsys.readouterr()
    printed = (told.err + told.out).replace(str(home), "/home/you/.local/share/houndsman")
    parts = [re.escape(part.strip("\n")) for part in expected.split(f"\n{CUT}\n")]
    assert re.fullmatch("\n(?:.*\n)*".join(parts), printed.strip("\n")), printed


def test_the_page_has_every_session() -> None:
    told = re.findall(r"^\| `(\w+)` \| ", PAGE, re.MULTILINE)
    assert told == [HUNT, FLOW, BOOKKEEPING, ADVERSARIAL, CHECKLIST, SECOND_OPINION]


def test_its_configuration_is_right() -> None:
    (example,) = blocks("toml")
    config = Config.model_validate(tomllib.loads(example), by_alias=True, by_name=False)
    assert config.hunt.second_opinion_agent == "codex"


def test_its_switches_are_keys_of_the_configuration() -> None:
    keys = re.findall(r"`(hunt\.\w+ = false)`", PAGE)
    hunt = Config.model_validate(tomllib.loads("\n".join(keys)), by_alias=True, by_name=False).hunt
    assert not hunt.adversarial and not hunt.checklist and not hunt.second_opinion
