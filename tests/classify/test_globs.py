"""gitignore patterns against paths."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pathspec import GitIgnoreSpec

from houndsman.classify.globs import Globs
from houndsman.models.repo_path import RepoPath


@pytest.mark.parametrize(
    ("patterns", "path", "expected"),
    [
        (["**"], b"any/thing", True),
        (["*.py"], b"a.py", True),
        (["*.py"], b"deep/a.py", True),
        (["/*.py"], b"deep/a.py", False),
        (["src/*.py"], b"src/deep/a.py", False),
        (["src/**/*.py"], b"src/a.py", True),
        (["src/"], b"src/a.py", True),
        (["src/"], b"src", False),
        (["src"], b"deep/src/a.py", True),
        (["src/x"], b"deep/src/x", False),
        (["*.py", "!test_*.py"], b"test_a.py", False),
        (["!test_*.py", "*.py"], b"test_a.py", True),
        (["**", "!docs/"], b"docs/a.md", True),
        (["docs/", "!docs/keep.md"], b"docs/keep.md", False),
        (["*.PY"], b"a.py", False),
        (["*.py"], b"caf\xe9.py", True),
        (["caf?.py"], b"caf\xe9.py", True),
        (["café.py"], "café.py".encode(), True),
        (["a b.py"], b"a b.py", True),
        ([], b"a.py", False),
    ],
)
def test_the_last_pattern_that_matches_decides(patterns: list[str], path: bytes, expected: bool) -> None:
    assert Globs(patterns).match(RepoPath(path)) is expected


@pytest.mark.parametrize("pattern", ["*.py", "src/**/*.py", "src/", "**"])
def test_a_line_end_in_a_name_hides_no_file(pattern: str) -> None:
    assert Globs([pattern]).match(RepoPath(b"src/a\nb/c.py"))


PIECES = st.sampled_from(["a", "b", "a.py", "*.py", "*", "**", "?", "[ab]", "src"])
PATTERNS = st.builds(
    lambda start, pieces, end: start + "/".join(pieces) + end,
    st.sampled_from(["", "/"]),
    st.lists(PIECES, min_size=1, max_size=3),
    st.sampled_from(["", "/"]),
)
PATHS = st.lists(st.sampled_from(["a", "b", "a.py", "src", "c.txt"]), min_size=1, max_size=4).map("/".join)


@settings(derandomize=True, max_examples=300, deadline=None)
@given(st.lists(PATTERNS, max_size=4), PATHS)
def test_all_patterns_at_once_say_what_pathspec_says_one_by_one(patterns: list[str], path: str) -> None:
    assert Globs(patterns).match(RepoPath(path.encode())) is GitIgnoreSpec.from_lines(patterns).match_file(path)


def test_a_renamed_file_is_matched_by_either_name() -> None:
    globs = Globs(["old/"])
    assert globs.match_either(RepoPath(b"new/a"), RepoPath(b"old/a"))
    assert not globs.match_either(RepoPath(b"new/a"), None)
