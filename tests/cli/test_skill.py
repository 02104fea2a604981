"""`houndsman skill`: installed for whom it is asked for or for whom is here, and checked so that a script can tell."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from houndsman import __version__

if TYPE_CHECKING:
    from tests.conftest import CommandLine

CLAUDE, AGENTS = ".claude/skills/houndsman/SKILL.md", ".agents/skills/houndsman/SKILL.md"


@pytest.fixture
def here(houndsman: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """A repository of somebody who has no agent program."""
    houndsman.repository.write("sub/a.py", "1\n")
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "me"))
    git = shutil.which("git")
    assert git is not None
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "git").symlink_to(git)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    return houndsman


def _states(houndsman: CommandLine, *words: str) -> dict[str, str]:
    rows = houndsman("skill", "check", "--json", *words).json()
    assert isinstance(rows, list)
    return {row["for"]: row["state"] for row in rows}


def test_it_is_installed_for_those_who_are_named(here: CommandLine) -> None:
    ran = here("skill", "install", "--for", "claude", "--for", "gemini", "--for", "agents-md")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[:3] == [
        f"wrote {CLAUDE} (claude)",
        f"wrote {AGENTS} (gemini)",
        "wrote AGENTS.md (agents-md)",
    ]
    again = here("skill", "install", "--for", "claude")
    assert (again.code, again.out) == (0, f"kept {CLAUDE} (claude)\n")


def test_unasked_it_is_installed_for_the_programs_that_are_here(here: CommandLine, tmp_path: Path) -> None:
    refused = here("skill", "install")
    assert (refused.code, refused.out) == (2, "")
    assert "no agent program was found here" in refused.err
    assert "--for claude, --for codex, --for gemini, --for opencode, --for agents-md" in refused.err
    (tmp_path / "me" / ".claude").mkdir(parents=True)
    Path(".opencode").mkdir()
    ran = here("skill", "install")
    assert ran.out.splitlines()[:2] == [f"wrote {CLAUDE} (claude)", f"wrote {AGENTS} (opencode)"]
    assert not Path("AGENTS.md").exists()


def test_it_goes_to_the_top_of_the_project_or_to_the_home_folder(
    here: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir("sub")
    assert here("skill", "install", "--for", "claude").code == 0
    assert (here.repository.path / CLAUDE).is_file()
    monkeypatch.chdir(tmp_path)
    outside = here("skill", "install", "--for", "claude")
    assert (outside.code, "use --user" in outside.err) == (2, True)
    assert here("skill", "install", "--for", "claude", "--for", "codex", "--user").code == 0
    assert {place.is_file() for place in (tmp_path / "me" / CLAUDE, tmp_path / "me" / AGENTS)} == {True}
    refused = here("skill", "install", "--for", "agents-md", "--user")
    assert (refused.code, "--user: " in refused.err) == (2, True)


def test_what_is_not_ours_or_edited_is_told_with_the_next_step(here: CommandLine) -> None:
    here("skill", "install", "--for", "claude")
    place = Path(CLAUDE)
    ours = place.read_text(encoding="utf-8")
    place.write_text(f"{ours}Mine.\n", encoding="utf-8")
    edited = here("skill", "install", "--for", "claude")
    assert (edited.code, "`--force` replaces it" in edited.err) == (2, True)
    assert here("skill", "install", "--for", "claude", "--force").out.startswith("updated ")
    assert place.read_text(encoding="utf-8") == ours
    place.write_text("Mine.\n", encoding="utf-8")
    foreign = here("skill", "install", "--for", "claude", "--force")
    assert (foreign.code, "Move it elsewhere" in foreign.err) == (2, True)


def test_check_tells_how_each_stands(here: CommandLine) -> None:
    here("skill", "install", "--for", "claude", "--for", "agents-md")
    Path("AGENTS.md").write_text(Path("AGENTS.md").read_text(encoding="utf-8").replace("Prepare", "Skip"))
    ran = here("skill", "check")
    table = {line.split()[0]: line.split(maxsplit=1)[1].split("  ")[0] for line in ran.out.splitlines()[2:]}
    assert table == {
        "claude": "current",
        "codex": "absent",
        "gemini": "absent",
        "opencode": "absent",
        "agents-md": "edited by hand",
    }
    assert __version__ in ran.out
    assert ran.code == 1
    assert ran.err == "not current: agents-md; run houndsman skill install --for agents-md\n"
    assert _states(here)["agents-md"] == "edited by hand"


def test_check_exits_with_0_only_if_all_that_is_wanted_is_current(here: CommandLine) -> None:
    nothing = here("skill", "check")
    assert (nothing.code, nothing.err) == (1, "nothing is installed; run houndsman skill install\n")
    here("skill", "install", "--for", "codex")
    assert here("skill", "check").code == 0
    assert here("skill", "check", "--for", "gemini").code == 0, "it reads the same file"
    assert here("skill", "check", "--for", "codex", "--for", "claude").code == 1
    at_home = here("skill", "check", "--user")
    assert (at_home.code, at_home.err) == (1, "nothing is installed; run houndsman skill install --user\n")
    assert "agents-md" not in _states(here, "--user")


def test_words_of_another_version_are_not_current(here: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as past:
        past.setattr("houndsman.skill.wording.procedure", lambda: "## 1. Another way\n")
        here("skill", "install", "--for", "claude")
    assert (here("skill", "check").code, _states(here)["claude"]) == (1, "other version")
    assert here("skill", "install", "--for", "claude").out.startswith("updated ")
    assert here("skill", "check").code == 0


def test_in_a_bare_repository_there_is_no_place(here: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    here.repository.git("config", "core.bare", "true")
    ran = here("skill", "install", "--for", "claude")
    assert (ran.code, "no files" in ran.err) == (2, True)
