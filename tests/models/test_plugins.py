"""What plugins are given and give: reading roots, sections, presets."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from houndsman.models.plugins import AgentPreset, ReadingRoot, Section
from houndsman.models.repo_path import RepoPath

HERE, ELSEWHERE, GONE = RepoPath(b"src/a.py"), RepoPath(b"bad\xff.py"), RepoPath(b"gone.py")


@pytest.fixture
def root(tmp_path: Path) -> ReadingRoot:
    """Two exported files; one lies under a neutral name."""
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.py").write_bytes(b"one\r\n\xe9\x0cx\nthree")
    (tmp_path / "neutral-1.py").write_bytes(b"")
    return ReadingRoot(tmp_path, {HERE: tmp_path / "src" / "a.py", ELSEWHERE: tmp_path / "neutral-1.py"})


def test_contents_are_exact_bytes(root: ReadingRoot) -> None:
    assert root.read(HERE) == b"one\r\n\xe9\x0cx\nthree"
    assert root.read(ELSEWHERE) == b""
    assert root.read(GONE) is None


def test_lines_end_at_a_newline_only(root: ReadingRoot) -> None:
    assert root.lines(HERE) == ["one\r", "\ufffd\x0cx", "three"]
    assert root.lines(GONE) == []


@pytest.mark.parametrize(
    ("place", "path"),
    [
        ("src/a.py", HERE),
        ("./src/a.py", HERE),
        ("src/../src/a.py", HERE),
        ("neutral-1.py", ELSEWHERE),
        ("src/b.py", None),
        ("a.py", None),
        ("../a.py", None),
        ("/etc/passwd", None),
    ],
)
def test_a_place_that_a_scanner_prints_is_located(root: ReadingRoot, place: str, path: RepoPath | None) -> None:
    assert root.locate(place) == path
    assert root.locate(root.path / place) == path


@pytest.mark.parametrize("title", ["", " "])
def test_sections_and_presets_have_titles(title: str) -> None:
    with pytest.raises(ValidationError):
        Section(title=title, text="")
    with pytest.raises(ValidationError):
        AgentPreset(id="owl", title=title)


def test_a_presets_id_is_made_like_a_watchdogs() -> None:
    with pytest.raises(ValidationError, match="must be 1 to 64"):
        AgentPreset(id="An Owl", title="Owl")
