"""The attributes that a commit's own `.gitattributes` files give to paths, such as `linguist-generated`.

In come a commit, paths and attribute names, out come values. Only that commit's files count: neither a work tree nor
the user's configuration has a say. A commit that git cannot read is a `GitError`.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from houndsman.git.runner import Git
from houndsman.git.trees import SYMLINK, TreeEntry, list_tree
from houndsman.models.repo_path import RepoPath


def attributes_at(
    git: Git,
    commit: str,
    paths: Iterable[RepoPath],
    names: Sequence[str],
    tree: Sequence[TreeEntry] | None = None,
) -> dict[RepoPath, dict[str, str]]:
    """The attributes `names` of `paths` as of `commit`, those that say something: `set`, `unset` or the value given.

    Args:
        git: of the shadow.
        commit: whose `.gitattributes` are read.
        paths: any paths, whether or not the commit has them.
        names: such as `linguist-generated`.
        tree: the commit's tree, if it was listed already.
    """
    # `check-attr --source` would do, but it came with git 2.40.
    files = [entry for entry in (list_tree(git, commit) if tree is None else tree) if _gives_attributes(entry)]
    asked = [path for path in paths if not {b"", b".", b".."} & set(path.parts)]  # git would end at such a path
    if not files or not asked:
        return {}
    with tempfile.TemporaryDirectory(prefix="attributes-") as place:
        indexed = git.with_environment(GIT_INDEX_FILE=str(Path(place) / "index"))
        records = (f"{entry.mode} blob {entry.object_id}\t".encode("ascii") + entry.path.raw for entry in files)
        indexed.run("update-index", "-z", "--index-info", stdin=b"\0".join(records) + b"\0")
        said = indexed.run(
            "check-attr", "--cached", "-z", "--stdin", *names, stdin=b"".join(path.raw + b"\0" for path in asked)
        )
    found: dict[RepoPath, dict[str, str]] = {}
    fields = said.split(b"\0")
    for path, name, value in zip(fields[0::3], fields[1::3], fields[2::3], strict=False):
        if value != b"unspecified":
            found.setdefault(RepoPath(path), {})[name.decode()] = value.decode("utf-8", "replace")
    return found


def _gives_attributes(entry: TreeEntry) -> bool:
    return entry.path.name == b".gitattributes" and entry.type == "blob" and entry.mode != SYMLINK
