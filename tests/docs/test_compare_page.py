"""The how-to of comparing is followed to the letter, and the reference has every key of the report."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from houndsman.cli.demo import build
from houndsman.cli.main import run
from houndsman.compare.comparison import Options, compare_by_scores
from houndsman.compare.report import as_json
from houndsman.compare.score_table import ScoreTable

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "how-to" / "compare-two-reviewers.md").read_text(encoding="utf-8")

#: Stands for lines that the page leaves out.
CUT = "…"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home of its own, in the folder of the demo's shop with the files that the page shows."""
    build(tmp_path / "shop")
    for name in [name for name in os.environ if name.startswith("HOUNDSMAN_")]:
        monkeypatch.delenv(name)
    (tmp_path / "config.toml").touch()
    monkeypatch.setenv("HOUNDSMAN_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setenv("HOUNDSMAN_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path / "shop")
    (golden,), (scores,) = blocks("json"), blocks("text")
    (tmp_path / "shop" / "golden.json").write_text(golden, encoding="utf-8")
    (tmp_path / "shop" / "scores.csv").write_text(scores, encoding="utf-8")
    yield tmp_path / "home"


def test_the_page_shows_what_houndsman_really_prints(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (hunts,) = blocks("sh")
    for line in hunts.splitlines():
        assert run(shlex.split(line)[1:]) == 0
    shown = blocks("console")
    assert len(shown) == 4
    for block in shown:
        command, _, expected = block.partition("\n")
        capsys.readouterr()
        assert run(shlex.split(command.removeprefix("$ houndsman "))) == 0
        told = capsys.readouterr()
        printed = (told.err + told.out).replace(str(home), "/home/you/.local/share/houndsman")
        parts = [re.escape(part.strip("\n")) for part in expected.split(f"\n{CUT}\n")]
        assert re.fullmatch("\n(?:.*\n)*".join(parts), printed.strip("\n")), printed


def test_the_reference_has_every_key_of_a_comparison() -> None:
    table = ScoreTable("s.csv", {"x": {"a": [1.0], "b": [0.5]}})
    report = as_json(compare_by_scores(table, "x", "x", Options()))
    reference = (DOCS / "reference" / "artifacts.md").read_text(encoding="utf-8")
    found = re.search(r"^## Comparison$(.*?)(?=^## )", reference, re.MULTILINE | re.DOTALL)
    assert found
    nested = [key for name in ("verdict", "score", "a") for key in _keys(report[name])]
    assert not [key for key in [*report, *nested] if f"`{key}`" not in found[1] and f"`{key}[]`" not in found[1]]


def _keys(value: object) -> list[str]:
    assert isinstance(value, dict)
    return list(value)
