"""Files are written whole, all or none, only where they are ours, and never outside of the project."""

from __future__ import annotations

from pathlib import Path

import pytest

from houndsman.errors import UsageError
from houndsman.skill.install import Deed, install, standing
from houndsman.skill.stamp import State
from houndsman.skill.targets import Place, Target, in_project

ALL = list(Target)
CLAUDE, AGENTS = ".claude/skills/houndsman/SKILL.md", ".agents/skills/houndsman/SKILL.md"


@pytest.fixture
def top(tmp_path: Path) -> Path:
    """The top of a project, as it may be spelled: a link may lead to it."""
    (tmp_path / "real").mkdir()
    (tmp_path / "project").symlink_to("real")
    return tmp_path / "project"


def _places(top: Path, *targets: Target) -> list[Place]:
    return [in_project(target, top) for target in targets or ALL]


def _files(top: Path) -> list[str]:
    return sorted(place.relative_to(top).as_posix() for place in top.rglob("*") if not place.is_dir())


def test_a_file_that_several_programs_read_is_written_once(top: Path) -> None:
    done = install(_places(top))
    assert [(each.path.relative_to(top).as_posix(), each.targets, each.deed) for each in done] == [
        (CLAUDE, (Target.CLAUDE,), Deed.WROTE),
        (AGENTS, (Target.CODEX, Target.GEMINI, Target.OPENCODE), Deed.WROTE),
        ("AGENTS.md", (Target.AGENTS_MD,), Deed.WROTE),
    ]
    assert _files(top) == [AGENTS, CLAUDE, "AGENTS.md"]
    assert {standing(place).state for place in _places(top)} == {State.CURRENT}


def test_what_is_current_is_not_touched(top: Path) -> None:
    install(_places(top))
    before = {name: (top / name).stat().st_mtime_ns for name in _files(top)}
    assert {each.deed for each in install(_places(top))} == {Deed.KEPT}
    assert {name: (top / name).stat().st_mtime_ns for name in _files(top)} == before


def test_another_versions_words_are_replaced_in_place(top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as past:
        past.setattr("houndsman.skill.wording.procedure", lambda: "## 1. Another way\n")
        install(_places(top))
    assert {standing(place).state for place in _places(top)} == {State.OTHER_VERSION}
    assert {each.deed for each in install(_places(top))} == {Deed.UPDATED}
    assert {standing(place).state for place in _places(top)} == {State.CURRENT}


def test_a_file_that_is_not_ours_is_never_replaced_and_nothing_is_written_by_half(top: Path) -> None:
    place = top / AGENTS
    place.parent.mkdir(parents=True)
    place.write_text("Mine.\n", encoding="utf-8")
    for force in (False, True):
        with pytest.raises(UsageError, match="houndsman did not write it") as refused:
            install(_places(top), force=force)
        assert (refused.value.where, refused.value.exit_code) == (str(place), 2)
    assert _files(top) == [AGENTS]
    assert place.read_text(encoding="utf-8") == "Mine.\n"


@pytest.mark.parametrize("target", [Target.CLAUDE, Target.AGENTS_MD])
def test_what_was_edited_by_hand_stays_unless_the_user_insists(top: Path, target: Target) -> None:
    (place,) = _places(top, target)
    install([place])
    ours = place.path.read_text(encoding="utf-8")
    place.path.write_text(ours.replace("Prepare", "Skip", 1), encoding="utf-8")
    with pytest.raises(UsageError, match="edited by hand"):
        install([place])
    assert standing(place).state is State.EDITED
    assert [each.deed for each in install([place], force=True)] == [Deed.UPDATED]
    assert place.path.read_text(encoding="utf-8") == ours


def test_all_else_in_agents_md_keeps_its_bytes_and_its_mode(top: Path) -> None:
    (place,) = _places(top, Target.AGENTS_MD)
    theirs = b"\xef\xbb\xbf# Rules\r\n\r\nnot UTF-8: \xff\xfe\r\n"
    place.path.write_bytes(theirs)
    place.path.chmod(0o640)
    install([place])
    assert place.path.read_bytes().startswith(theirs + b"\r\n<!-- houndsman skill ")
    assert place.path.stat().st_mode & 0o777 == 0o640
    assert _files(top) == ["AGENTS.md"]


def test_a_broken_section_names_its_file(top: Path) -> None:
    (place,) = _places(top, Target.AGENTS_MD)
    place.path.write_text("# Rules\n<!-- houndsman skill end -->\n", encoding="utf-8")
    for act in (lambda: install([place], force=True), lambda: [standing(place)]):
        with pytest.raises(UsageError, match="no pair") as refused:
            act()
        assert refused.value.where == str(place.path)


@pytest.mark.parametrize("link", [".agents", ".agents/skills", ".agents/skills/houndsman", AGENTS])
def test_nothing_is_written_through_a_link_out_of_the_project(top: Path, tmp_path: Path, link: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    leads_to = outside / "file.md" if link == AGENTS else outside
    (top / link).parent.mkdir(parents=True, exist_ok=True)
    (top / link).symlink_to(leads_to)
    with pytest.raises(UsageError, match="nothing is written through a symbolic link"):
        install(_places(top), force=True)
    assert not list(outside.iterdir())
    assert not (top / CLAUDE).exists()


def test_nothing_is_written_into_gits_own_folder(top: Path) -> None:
    """A line of a hook that begins with a backtick is run."""
    hook = top / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(parents=True)
    hook.write_text("#!/bin/sh\n", encoding="utf-8")
    (top / "AGENTS.md").symlink_to(".git/hooks/pre-commit")
    with pytest.raises(UsageError, match="nothing is written through a symbolic link"):
        install(_places(top, Target.AGENTS_MD), force=True)
    assert hook.read_text(encoding="utf-8") == "#!/bin/sh\n"


def test_a_folder_whose_name_begins_like_the_projects_is_outside(top: Path, tmp_path: Path) -> None:
    (tmp_path / "real-other").mkdir()
    (top / "AGENTS.md").symlink_to("../real-other/AGENTS.md")
    with pytest.raises(UsageError, match="symbolic link"):
        install(_places(top, Target.AGENTS_MD))


def test_a_link_within_the_project_is_followed_and_stays_one(top: Path) -> None:
    (top / ".agents").mkdir()
    (top / ".claude").symlink_to(".agents")
    (top / "CLAUDE.md").write_text("# Rules\n", encoding="utf-8")
    (top / "AGENTS.md").symlink_to("CLAUDE.md")
    done = install(_places(top))
    assert [each.targets for each in done] == [
        (Target.CLAUDE, Target.CODEX, Target.GEMINI, Target.OPENCODE),
        (Target.AGENTS_MD,),
    ]
    assert (top / "AGENTS.md").is_symlink()
    assert (top / "CLAUDE.md").read_text(encoding="utf-8").startswith("# Rules\n\n<!-- houndsman skill ")
    assert {standing(place).state for place in _places(top)} == {State.CURRENT}


def test_a_link_to_itself_leads_nowhere(top: Path) -> None:
    (top / "AGENTS.md").symlink_to("AGENTS.md")
    with pytest.raises(UsageError):
        install(_places(top, Target.AGENTS_MD))


@pytest.mark.parametrize("folder", [AGENTS, "AGENTS.md"])
def test_a_folder_in_the_place_of_the_file_is_in_the_way(top: Path, folder: str) -> None:
    (top / folder).mkdir(parents=True)
    with pytest.raises(UsageError, match="in the way"):
        install(_places(top))


def test_a_file_in_the_place_of_a_folder_is_in_the_way(top: Path) -> None:
    (top / ".agents").write_text("", encoding="utf-8")
    with pytest.raises(UsageError, match="in the way"):
        install(_places(top))
    assert _files(top) == [".agents"]
