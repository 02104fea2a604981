"""Ask git what differs between two commits, in one process and in one form.

In come two commits, out come git's raw records and its patches, NUL-separated, exactly as `change.parse` expects them.
No configuration or attribute changes the form. Where git gave up looking for renames, a warning says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from houndsman.git.runner import Git
from houndsman.models.repo_path import RepoPath

#: Renames are looked for among up to this many deleted and added files (git's default is 1,000).
RENAME_LIMIT = 3000

# Without context git leaves the common end of two versions out of the comparison. In about one file of 2,000 it then
# finds another diff, as good as the one that `git diff --numstat` counts; ours equals `git diff --numstat -U0`.
#
# Copies (-C) are deliberately not looked for: a copied defect is new code and must be read as such.
_OPTIONS = (
    "--raw",
    "--patch",
    "-z",
    "--unified=0",
    "--inter-hunk-context=0",
    "--find-renames=50%",
    f"-l{RENAME_LIMIT}",
    "-O/dev/null",
    "--diff-algorithm=myers",
    "--no-indent-heuristic",
    "--full-index",
    "--no-abbrev",
    "--no-ext-diff",
    "--no-textconv",
    "--no-color",
    "--no-color-moved",
    "--no-relative",
    "--src-prefix=a/",
    "--dst-prefix=b/",
    "--submodule=short",
    "--ignore-submodules=none",
)


class DiffOutput(NamedTuple):
    """What git printed."""

    output: bytes
    warnings: tuple[str, ...]
    """One line each, for people; such as that renames may show as a deletion and an addition."""


def diff_bytes(git: Git, left: str, right: str, paths: Sequence[RepoPath] = ()) -> DiffOutput:
    """The difference from commit `left` to commit `right`.

    Args:
        git: of a repository that has both, the shadow's where the change is not trusted.
        left: full id of a commit.
        right: full id of a commit.
        paths: only these files and folders; all for none. A rename across their border shows as half of one.
    """
    answer = git.ask("diff", *_OPTIONS, "--end-of-options", left, right, "--", *(path.raw for path in paths))
    warnings = []
    if "rename detection was skipped" in answer.errors:
        warnings.append(
            f"so many files were added and deleted (over {RENAME_LIMIT}) that git did not look for renames with edits; "
            "some may show as a deletion and an addition"
        )
    return DiffOutput(answer.output, tuple(warnings))
