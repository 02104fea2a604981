"""What the authors of a change say of it: the messages of its commits.

In: git for the shadow, and a target. Out: ids and messages, oldest first, as they stand. A history that git cannot
walk is a `GitError`.
"""

from __future__ import annotations

from houndsman.git.runner import Git
from houndsman.models.business import CommitWords
from houndsman.models.target import Target, TargetKind

#: The newest ones of a long history.
MOST_COMMITS = 20

#: Bytes of one message; a longer one is no message.
_LONGEST = 64 * 1024

_AUTHORED = frozenset({TargetKind.BRANCH, TargetKind.COMMIT, TargetKind.RANGE})


def commit_words(git: Git, target: Target) -> tuple[CommitWords, ...]:
    """The messages between the two commits of `target`, merges left out.

    None for what is staged, for a work tree and for a patch: those commits are ours and say nothing.
    """
    if target.kind not in _AUTHORED:
        return ()
    listed = git.run(
        "log",
        "-z",
        "--no-merges",
        "--no-decorate",
        "--no-patch",
        "--encoding=UTF-8",
        f"--max-count={MOST_COMMITS}",
        "--format=%H%n%B",
        "--end-of-options",
        f"{target.left}..{target.head}",
    )
    records = [record for record in listed.split(b"\0") if record]
    return tuple(_words(record) for record in reversed(records))


def _words(record: bytes) -> CommitWords:
    sha, _, message = record.partition(b"\n")
    return CommitWords(sha=sha.decode("ascii"), message=message[:_LONGEST].decode("utf-8", "replace").strip())
