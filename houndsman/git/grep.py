"""Which files of a commit carry a marker near their top, such as "Code generated ... DO NOT EDIT".

In comes a POSIX extended regular expression, out come paths. Binary files are not looked into. A pattern that git
cannot compile is a `GitError`.
"""

from __future__ import annotations

from collections.abc import Collection

from houndsman.errors import GitError
from houndsman.git.runner import Git
from houndsman.models.repo_path import RepoPath

_FEW = 200  # paths that are named to git; with more of them it reads the whole tree faster than it matches names


def first_lines_matching(
    git: Git, commit: str, pattern: str, within_lines: int, paths: Collection[RepoPath]
) -> set[RepoPath]:
    """Those of `paths` in which one of the first `within_lines` lines of `commit`'s version matches `pattern`."""
    if not paths:
        return set()
    named = [path.raw for path in paths] if len(paths) <= _FEW else []
    output = git.run(
        "grep", "-z", "-n", "-I", "--no-color", "--no-column", "--full-name", "-E", "-e", pattern, commit, "--", *named,
        ok=(0, 1),
    )  # fmt: skip
    wanted = set(paths)
    found = {RepoPath(path) for path, line in _hits(output, f"{commit}:".encode("ascii")) if line <= within_lines}
    return found & wanted


def _hits(output: bytes, prefix: bytes) -> list[tuple[bytes, int]]:
    r"""Path and line of each `<commit>:<path>\0<line>\0<text>\n`."""
    hits = []
    at = 0
    while at < len(output):
        path_end = output.find(b"\0", at)
        line_end = output.find(b"\0", path_end + 1)
        if not output.startswith(prefix, at) or path_end < 0 or line_end < 0:
            raise GitError(f"git grep answers {output[at : at + 200]!r}, which does not read as a hit")
        hits.append((output[at + len(prefix) : path_end], int(output[path_end + 1 : line_end])))
        end = output.find(b"\n", line_end)
        at = len(output) if end < 0 else end + 1
    return hits
