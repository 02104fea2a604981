"""gitignore-style globs against repository paths. Pure.

Differs from git in one case: with `!`, a file below an excluded *folder* can be taken back (pathspec's documented
reading), where git would not look into the folder at all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pathspec import GitIgnoreSpec

from houndsman.models.repo_path import RepoPath

#: pathspec's name for the slash behind a folder, which only the order of negated patterns needs.
_FOLDER_GROUP = "(?P<ps_d>"


class Globs:
    """A list of patterns; the last one that matches a path decides."""

    def __init__(self, patterns: Sequence[str]) -> None:
        self._spec = GitIgnoreSpec.from_lines(patterns)
        self._union = _union(self._spec)

    def match(self, path: RepoPath) -> bool:
        """Whether `path` is meant. Bytes that are not UTF-8 match wildcards only."""
        text = path.raw.decode("utf-8", "surrogateescape")
        if self._union is not None:
            return self._union.search(text) is not None
        return self._spec.match_file(text)

    def match_either(self, path: RepoPath, old_path: RepoPath | None) -> bool:
        """Whether a file is meant that is, or before a rename was, at a matching path."""
        return self.match(path) or (old_path is not None and self.match(old_path))


def _union(spec: GitIgnoreSpec) -> re.Pattern[str] | None:
    """One expression for all patterns, which is several times faster than one after the other; None with a negation.

    Without one the order of patterns does not matter: a path is meant where any of them matches.
    """
    expressions = []
    for pattern in spec.patterns:
        if not pattern.include:
            return None
        regex = getattr(pattern, "regex", None)
        if regex is None:
            return None
        expressions.append(f"(?:{regex.pattern.replace(_FOLDER_GROUP, '(?:')})")
    # A name may hold a line end, which must not hide a file from who guards it.
    return re.compile("|".join(expressions), re.DOTALL) if expressions else None
