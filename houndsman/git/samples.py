"""Build small, real repositories, the same to the last bit each time: for `houndsman demo`, for tests, for the kit.

In come names and contents, out comes a repository whose commits have the same ids on every machine: identity, dates,
branch and configuration are fixed, hooks and signatures are off. What git refuses is a `GitError`.

    repo = SampleRepository.create(tmp_path / "shop")
    repo.write("cart.py", "total = 0\\n")
    repo.commit("Count")
    repo.branch("feature")
    repo.write("cart.py", "total = 1\\n")
    head = repo.commit("Count from one")
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from houndsman.git.runner import Git

_START = datetime(2024, 1, 1, tzinfo=UTC)
_STEP = timedelta(hours=1)

_SETTINGS = (
    "commit.gpgSign=false",
    "core.autocrlf=false",
    f"core.excludesFile={os.devnull}",
    "core.safecrlf=false",
    "tag.gpgSign=false",
)
_IDENTITY = {
    "GIT_AUTHOR_NAME": "Sam Ple",
    "GIT_AUTHOR_EMAIL": "sam@example.com",
    "GIT_COMMITTER_NAME": "Sam Ple",
    "GIT_COMMITTER_EMAIL": "sam@example.com",
    "GIT_ALLOW_PROTOCOL": "file",  # clones of one sample into another
    "GIT_NO_LAZY_FETCH": "0",  # partial ones too
}


class SampleRepository:
    """A repository in a folder of its own, with a work tree. Paths are relative to its root, with `/`."""

    def __init__(self, folder: Path) -> None:
        """Take the repository that lies in `folder`; `create` makes one."""
        self.path = folder
        self._git = Git(folder / ".git", folder, isolated=True, environment=_IDENTITY, settings=_SETTINGS)
        self._now = _START

    @classmethod
    def create(
        cls, folder: Path, origin: str | None = None, object_format: str = "sha1", branch: str = "main"
    ) -> SampleRepository:
        """An empty repository in `folder`, which is made where it is missing.

        Args:
            folder: where.
            origin: URL of the remote `origin`; nothing is ever fetched from it.
            object_format: `sha1` or `sha256`.
            branch: the branch that the first commit begins.
        """
        folder.mkdir(parents=True, exist_ok=True)
        sample = cls(folder.resolve())
        sample.git("init", "--quiet", "--template=", f"--object-format={object_format}", f"--initial-branch={branch}")
        if origin is not None:
            sample.git("config", "remote.origin.url", origin)
            sample.git("config", "remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*")
        return sample

    def clone_to(self, folder: Path, depth: int | None = None, options: Sequence[str] = ()) -> SampleRepository:
        """A clone in `folder` whose `origin` is this repository.

        Args:
            folder: where.
            depth: a shallow clone of so many commits.
            options: further ones of `git clone`, such as `--filter=blob:none`.
        """
        shallow = () if depth is None else (f"--depth={depth}", "--no-single-branch")
        source = self.path.as_uri()
        outside = Git(None, isolated=True, environment=_IDENTITY, settings=_SETTINGS, cwd=self.path)
        outside.run("clone", "--quiet", "--template=", *shallow, *options, "--", source, os.fspath(folder))
        return SampleRepository(folder.resolve())

    # -- the work tree

    def write(self, path: str | bytes, content: str | bytes, executable: bool = False) -> None:
        """Put a file into the work tree, over a file or link of that name; text becomes UTF-8, as it is."""
        place = self._cleared(path)
        place.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
        place.chmod(0o755 if executable else 0o644)

    def symlink(self, path: str | bytes, target: str | bytes) -> None:
        """Put a symbolic link into the work tree, over a file or link of that name."""
        self._cleared(path).symlink_to(os.fsdecode(target))

    def remove(self, path: str | bytes) -> None:
        """Delete a file or link from the work tree."""
        self.place(path).unlink()

    def move(self, source: str | bytes, destination: str | bytes) -> None:
        """Rename a file in the work tree."""
        self.place(source).rename(self._cleared(destination))

    def place(self, path: str | bytes) -> Path:
        """Where `path` lies on disk."""
        return self.path / os.fsdecode(path)

    # -- history

    def stage(self) -> None:
        """Bring the index up to the work tree: additions, changes, deletions; ignored files stay out."""
        self.git("add", "--all")

    def commit(self, message: str, everything: bool = True) -> str:
        """The id of a new commit, even an empty one, an hour after the one before.

        Args:
            message: the whole message.
            everything: stage the work tree first; False commits the index as it is.
        """
        if everything:
            self.stage()
        self._dated(
            "commit", "--quiet", "--allow-empty", "--allow-empty-message", "--no-verify", f"--message={message}"
        )
        return self.resolve("HEAD")

    def branch(self, name: str) -> None:
        """Begin a branch here and switch to it."""
        self.git("switch", "--quiet", "--create", name)

    def switch(self, name: str) -> None:
        """Switch to a branch that exists, or detach at any other revision."""
        known = self.git("for-each-ref", "--format=%(refname)", f"refs/heads/{name}")
        self.git("switch", "--quiet", *(() if known else ("--detach",)), name)

    def merge(self, name: str, message: str | None = None) -> str:
        """The id of a merge commit that brings `name` into the current branch."""
        self._dated("merge", "--quiet", "--no-ff", "--no-verify", "-m", message or f"Merge {name}", name)
        return self.resolve("HEAD")

    def merge_with_conflicts(self, name: str) -> None:
        """Begin a merge of `name` into the current branch that stops at conflicts. Raises `GitError` for none."""
        self._git.run("merge", "--quiet", "--no-ff", "--no-edit", name, ok=(1,))

    def resolve(self, rev: str) -> str:
        """The full id of the commit that `rev` names."""
        return self._git.text("rev-parse", "--verify", "--end-of-options", f"{rev}^{{commit}}")

    def git(self, *args: str | bytes, stdin: bytes = b"") -> bytes:
        """Run git here and return its output; `GitError` where it fails."""
        return self._git.run(*args, stdin=stdin)

    def _dated(self, *args: str) -> None:
        date = f"{int(self._now.timestamp())} +0000"
        self._git.with_environment(GIT_AUTHOR_DATE=date, GIT_COMMITTER_DATE=date).run(*args)
        self._now += _STEP

    def _cleared(self, path: str | bytes) -> Path:
        place = self.place(path)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.unlink(missing_ok=True)
        return place
