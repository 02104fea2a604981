"""gitignore-style globs against repository paths. Pure.

Differs from git in one case: with `!`, a file below an excluded *folder* can be taken back (pathspec's documented
reading), where git would not look into the folder at all.
"""

from __future__ import annotations

from collections.abc import Sequence

from pathspec import GitIgnoreSpec

from houndsman.models.repo_path import RepoPath


class Globs:
    """A list of patterns; the last one that matches a path decides."""

    def __init__(self, patterns: Sequence[str]) -> None:
        self._all = any(pattern == "**" for pattern in patterns) and not any(p.startswith("!") for p in patterns)
        self._spec = GitIgnoreSpec.from_lines(patterns)

    def match(self, path: RepoPath) -> bool:
        """Whether `path` is meant. Bytes that are not UTF-8 match wildcards only."""
        return self._all or self._spec.match_file(path.raw.decode("utf-8", "surrogateescape"))

    def match_either(self, path: RepoPath, old_path: RepoPath | None) -> bool:
        """Whether a file is meant that is, or before a rename was, at a matching path."""
        return self.match(path) or (old_path is not None and self.match(old_path))
