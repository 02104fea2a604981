"""What a brief has room for: nobody is crowded out, and what did not fit is named."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from houndsman.models.manifest import Manifest, ManifestWatchdog

if TYPE_CHECKING:
    from tests.conftest import CommandLine

WATCHDOG = "---\ntitle: Everything\npaths: ['*']\nmaxFilesPerBrief: {at_most}\n---\n"
CONFIG = """\
[[priorities]]
pattern = "client/"
maxRiskFromChurn = 120

[[priorities]]
pattern = "db/"
bonus = 300
"""


@pytest.fixture
def quick(houndsman: CommandLine) -> CommandLine:
    """The command line without the watchdogs that code answers."""
    houndsman.blocked = ("python", "secrets", "debris")
    return houndsman


def _watchdog(manifest: Manifest, name: str) -> ManifestWatchdog:
    (found,) = [each for each in manifest.watchdogs if each.id == name]
    return found


def test_one_huge_file_leaves_each_small_one_an_excerpt(quick: CommandLine) -> None:
    repository = quick.repository
    repository.write(".houndsman/watchdogs/all.md", WATCHDOG.format(at_most=100))
    repository.commit("Before")
    repository.branch("feature")
    repository.write("huge.txt", "".join(f"line {at} of a huge file\n" for at in range(115_000)))
    assert repository.place("huge.txt").stat().st_size > 2_900_000
    for at in range(60):
        repository.write(f"small/{at:02}.txt", f"the only line of number {at:02}\n")
    repository.commit("After")
    manifest = quick.prepare()
    watchdog = _watchdog(manifest, "all")
    assert len(watchdog.files) == 61
    text = Path(watchdog.brief or "").read_text(encoding="utf-8")
    for at in range(60):
        assert f"+the only line of number {at:02}\n" in text
    assert "+line 0 of a huge file\n" in text
    assert "… [excerpt truncated — open the file for the rest]" in text
    assert len(text) < 100_000


@pytest.mark.parametrize(("files", "lines", "kept"), [(40, 50, 40), (41, 1, 15), (16, 126, 15)])
def test_general_is_cut_above_40_files_or_2000_lines(quick: CommandLine, files: int, lines: int, kept: int) -> None:
    quick.repository.commit("Before")
    quick.repository.branch("feature")
    for at in range(files):
        quick.repository.write(f"{at:02}.txt", "".join(f"{at} {row}: {'word ' * 30}\n" for row in range(lines)))
    quick.repository.commit("After")
    general = _watchdog(quick.prepare(), "general")
    assert len(general.files) == kept
    assert {skipped.reason for skipped in general.out_of_scope} <= {"out-of-flow"}
    assert len(general.files) + len(general.out_of_scope) == files
    if kept == 15:
        text = Path(general.brief or "").read_text(encoding="utf-8")
        assert text.count(": word word") * len("word ") * 30 <= 15 * 2_000


def test_a_reformatted_folder_stays_below_the_one_that_matters(quick: CommandLine) -> None:
    repository = quick.repository
    repository.write(".houndsman/watchdogs/all.md", WATCHDOG.format(at_most=1))
    repository.write(".houndsman/config.toml", CONFIG)
    repository.commit("Before")
    repository.branch("feature")
    repository.write("client/app.js", "reformatted();\n" * 2000)
    repository.write("db/migration.sql", "drop table orders;\n")
    repository.commit("After")
    watchdog = _watchdog(quick.prepare(), "all")
    assert [str(path) for path in watchdog.files] == ["db/migration.sql"]
    assert [(str(each.path), each.reason) for each in watchdog.out_of_scope] == [("client/app.js", "budget")]
