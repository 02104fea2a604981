"""`kill -9` at any moment: the triage is as before or as after, no answer is lost, and the next call completes."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.faults.conftest import At, Undisturbed

#: Moments at which each command is killed, spread over all that it does.
KILLS = {("hunt", "reviewed"): 30, ("prepare", "reviewed"): 15, ("finalize", "answered"): 15, ("hunt", "fresh"): 15}

CASES = [(*case, share / kills) for case, kills in KILLS.items() for share in range(kills)]


def _answers(folder: Path) -> set[bytes]:
    return {place.read_bytes() for place in folder.rglob("findings/**/general*") if place.is_file()}


@pytest.mark.parametrize(
    ("command", "state", "share"), CASES, ids=lambda value: f"{value:.0%}" if isinstance(value, float) else value
)
def test_a_killed_command_loses_nothing_and_the_next_call_completes_it(
    scene: At, undisturbed: Undisturbed, command: str, state: str, share: float
) -> None:
    usual = undisturbed(command, state)
    here = scene(state)
    answers = _answers(here.home)
    ended = here.run(command, at=usual.at(share), act="kill")
    assert ended.status == -signal.SIGKILL
    assert here.triage() in (usual.before, usual.after), "never a mix"
    assert answers == _answers(here.home)
    if state == "reviewed":
        assert answers == _answers(here.runs(1))
        assert not _answers(here.runs(2)), "run 2 has no answer yet"
    assert here.run(command).status == usual.status
    assert here.files() == usual.files
    assert here.tables() == usual.tables


@pytest.mark.parametrize("share", range(6))
def test_a_finalize_after_a_killed_prepare_knows_whose_answers_there_are(
    scene: At, undisturbed: Undisturbed, share: int
) -> None:
    """It files run 1 again, or refuses; in either case run 1 keeps what was answered for it."""
    usual = undisturbed("prepare", "reviewed")
    here = scene("reviewed")
    before = here.tables()
    here.run("prepare", at=usual.at((share + 0.9) / 6), act="kill")
    ended = here.run("finalize")
    after = here.tables()
    assert before["observations"] == [row for row in after["observations"] if "', 1, '" in row]
    assert before["decisions"] == after["decisions"]
    if ended.status != 0:
        assert ended.status == 3
        assert "houndsman prepare" in ended.err or "missing general" in ended.err
    assert here.run("prepare").status == 0
    assert not _answers(here.staging)
    assert not _answers(here.runs(2))


@pytest.mark.parametrize("share", range(6))
def test_a_run_that_another_follows_has_the_files_of_its_last_finalize(
    scene: At, undisturbed: Undisturbed, share: int
) -> None:
    """After a killed finalize somebody hunts, which begins run 3 where the killed one had filed run 2 as complete."""
    usual = undisturbed("finalize", "answered")
    begun = min(usual.first("open .*intake.json"), usual.first("commit"))
    here = scene("answered")
    here.run("finalize", at=begun + (len(usual.moments) - begun) * share // 6, act="kill")
    assert here.run("hunt").status == (3 if here.runs(3).exists() else 0)
    mine = {name: text for name, text in here.files().items() if "/runs/2/" in name}
    assert mine == {name: text for name, text in usual.files.items() if "/runs/2/" in name}
