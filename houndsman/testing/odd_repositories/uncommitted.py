"""What is not committed: the index and the work tree, where git has more states than a commit can hold."""

from __future__ import annotations

from pathlib import Path

from houndsman.models.change import FileKind
from houndsman.testing.odd_repositories.case import (
    Collection,
    OddRepository,
    begin,
    changed,
    created,
    deleted,
    lines,
    renamed,
)

CASES = Collection()


@CASES.case
def staged_and_edited_again(folder: Path) -> OddRepository:
    """A file staged and edited since: `--staged` reviews what is in the index."""
    repository = begin(folder, {"a.py": lines(5)})
    repository.write("a.py", lines(6))
    repository.stage()
    repository.write("a.py", lines(9))
    repository.write("lying.py", "1\n")
    return OddRepository(repository.path, frozenset({changed("a.py", 1, 0)}), ("--staged",))


@CASES.case
def intent_to_add(folder: Path) -> OddRepository:
    """A file that `git add --intent-to-add` announced: nothing of it is staged yet."""
    repository = begin(folder)
    repository.write("soon.py", "1\n")
    repository.git("add", "--intent-to-add", "soon.py")
    repository.write("now.py", "1\n")
    repository.git("add", "now.py")
    return OddRepository(repository.path, frozenset({created("now.py", 1)}), ("--staged",))


@CASES.case
def working_tree(folder: Path) -> OddRepository:
    """Edits, deletions, moves, links and new files that nobody staged; ignored ones stay out."""
    repository = begin(
        folder, {"a.py": "1\n", "gone.py": lines(2, "gone"), "old.py": lines(9), ".gitignore": "*.log\n"}
    )
    repository.write("a.py", "2\n")
    repository.remove("gone.py")
    repository.move("old.py", "new.py")
    repository.write("noise.log", "1\n")
    repository.write(b"odd \xff.py", "1\n")
    repository.symlink("link", "a.py")
    rows = changed("a.py", 1, 1), deleted("gone.py", 2), renamed("old.py", "new.py"), created(b"odd \xff.py", 1)
    return OddRepository(repository.path, frozenset({*rows, created("link", 1, FileKind.SYMLINK)}), ("--working-tree",))


@CASES.case
def assumed_unchanged(folder: Path) -> OddRepository:
    """Files that git was told not to look at: what is edited there stays the user's own."""
    repository = begin(folder, {"assumed.py": "1\n", "skipped.py": "1\n", "seen.py": "1\n"})
    repository.git("update-index", "--assume-unchanged", "assumed.py")
    repository.git("update-index", "--skip-worktree", "skipped.py")
    for name in ("assumed.py", "skipped.py", "seen.py"):
        repository.write(name, "2\n")
    return OddRepository(repository.path, frozenset({changed("seen.py", 1, 1)}), ("--working-tree",))


@CASES.case
def split_index(folder: Path) -> OddRepository:
    """An index in two files, of which the larger is shared."""
    repository = begin(folder, {f"{number}.py": "1\n" for number in range(30)})
    repository.git("update-index", "--split-index")
    repository.write("7.py", "2\n")
    repository.git("-c", "core.splitIndex=true", "add", "7.py")
    return OddRepository(repository.path, frozenset({changed("7.py", 1, 1)}), ("--staged",))


@CASES.case
def conflicts_in_the_working_tree(folder: Path) -> OddRepository:
    """A merge with conflicts, reviewed as it lies there, markers and all."""
    repository = begin(folder, {"a.py": "1\n", "b.py": "1\n"})
    repository.write("a.py", "feature\n")
    repository.commit("Feature")
    repository.switch("main")
    repository.write("a.py", "main\n")
    repository.write("b.py", "main\n")
    repository.commit("Main")
    repository.switch("feature")
    repository.merge_with_conflicts("main")
    rows = frozenset({changed("a.py", 4, 0), changed("b.py", 1, 1)})
    return OddRepository(repository.path, rows, ("--working-tree",))
