"""The shadow repository: a bare one in our home that sees the user's objects and keeps ours.

In come the user's index and work tree, or a patch, out come commits: what is staged, what lies in the work tree, what a
patch makes are commits here, the same ids for the same contents, so that every target is two commits. Nothing is
written into the user's git directory, which may be read-only. Commands that read the change run here, outside any work
tree, where neither the change's attributes nor the user's configuration is looked at. Failures are `GitError`; an index
that is no tree (a merge with conflicts) and a patch that does not apply are a `TargetError`.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path

from houndsman.errors import GitError, TargetError
from houndsman.git.repository import Repository
from houndsman.git.runner import Git
from houndsman.git.trees import SUBMODULE
from houndsman.models.repo_path import RepoPath, c_quote
from houndsman.models.target import PatchText

#: `info/attributes` outranks every `.gitattributes`: `!name` says "as if never set", `-name` says "off".
_ATTRIBUTES = b"* !diff !merge -text -crlf -eol -ident -filter -working-tree-encoding\n"

_IDENTITY = {
    "GIT_AUTHOR_NAME": "Houndsman",
    "GIT_AUTHOR_EMAIL": "houndsman@localhost",
    "GIT_COMMITTER_NAME": "Houndsman",
    "GIT_COMMITTER_EMAIL": "houndsman@localhost",
}
_COMMITTED = re.compile(rb"^committer [^\n]*> (-?[0-9]+) ", re.MULTILINE)
_EPOCH = datetime.fromtimestamp(0, UTC)
_SHOWN = 10  # names in a message

#: Sections of configuration whose programs run as git reads a work tree or writes an index, and what turns each off.
#: Hooks can stand in the configuration since git 2.54, where `core.hooksPath` does not reach them.
_PROGRAMS = r"^(filter|hook)\."
_OFF = {
    "filter": (("clean", ""), ("process", ""), ("required", "false")),
    "hook": (("enabled", "false"),),
}


@dataclass(frozen=True)
class Shadow:
    """A shadow of one repository."""

    folder: Path

    @classmethod
    def open(cls, folder: Path, repository: Repository) -> Shadow:
        """The shadow of `repository` in `folder`: made where it is missing, and led to where the objects are now."""
        shadow = cls(folder.resolve())
        if not (shadow.folder / "HEAD").is_file():
            shadow.folder.mkdir(parents=True, exist_ok=True)
            shadow.git.run(
                "init", "--bare", "--quiet", "--template=", f"--object-format={repository.object_format}", "."
            )
        _keep(shadow.folder / "info" / "attributes", _ATTRIBUTES)
        _keep(shadow.folder / "objects" / "info" / "alternates", _alternate(repository.objects))
        return shadow

    @cached_property
    def git(self) -> Git:
        """git in here: no configuration of the user's, no work tree, no attributes of the change."""
        return Git(self.folder, isolated=True)

    def empty_commit(self) -> str:
        """The commit of the empty tree, which a root commit and an unborn branch are compared with."""
        return self._commit(self.git.text("mktree"), None, "Nothing")

    def staged_commit(self, repository: Repository) -> str:
        """A commit of what is staged, on top of HEAD. Raises `TargetError` for unmerged files."""
        with self._index_copy(repository) as git:
            _refuse_unmerged(git)
            # The blobs of an index that git wrote are there, or are left out of a partial clone on purpose.
            tree = git.text("write-tree", "--missing-ok")
        return self._commit(tree, repository.resolve("HEAD"), "What is staged")

    def working_tree_commit(self, repository: Repository) -> str:
        """A commit of the work tree on top of HEAD: tracked files, and untracked ones that are not ignored."""
        with self._index_copy(repository) as git:
            try:
                git.run("add", "--all", "--sparse")
            except GitError as error:
                hint = "Every file must be readable, and a repository inside must have a commit or be ignored."
                raise GitError(error.what, hint=f"{hint} `--staged` reviews the index alone.") from error
            tree = git.text("write-tree", "--missing-ok")
        return self._commit(tree, repository.resolve("HEAD"), "The work tree")

    def patch_commit(self, base: str, patch: PatchText) -> str:
        """A commit of `patch` on top of the commit `base`. Raises `TargetError` where it does not apply as a whole."""
        with tempfile.TemporaryDirectory(prefix="index-", dir=self.folder) as place:
            git = self.git.with_environment(GIT_INDEX_FILE=str(Path(place) / "index"))
            git.run("read-tree", "--end-of-options", base)
            if patch.content.strip():
                _apply(git, base, patch)
            tree = git.text("write-tree", "--missing-ok")
        return self._commit(tree, base, "A patch")

    def commit_time(self, commit: str) -> datetime:
        """The committer date, in UTC. A date that no calendar holds counts as 1970."""
        # From the object itself: `git log` also reads the parents, which a shallow clone may not have.
        header = self.git.run("cat-file", "commit", commit).partition(b"\n\n")[0]
        found = _COMMITTED.search(header)
        try:
            return datetime.fromtimestamp(int(found[1]), UTC) if found else _EPOCH
        except (ValueError, OverflowError, OSError):
            return _EPOCH

    def _commit(self, tree: str, parent: str | None, message: str) -> str:
        when = _EPOCH if parent is None else self.commit_time(parent)
        date = f"@{max(int(when.timestamp()), 0)} +0000"
        dated = self.git.with_environment(**_IDENTITY, GIT_AUTHOR_DATE=date, GIT_COMMITTER_DATE=date)
        return dated.text("commit-tree", *(() if parent is None else ("-p", parent)), "-m", message, tree)

    @contextmanager
    def _index_copy(self, repository: Repository) -> Iterator[Git]:
        """git on the user's work tree with a copy of the index, and with our folder to write objects to."""
        if repository.work_tree is None:
            hint = "Review a branch, a commit or a range instead."
            raise TargetError("a bare repository has neither an index nor a work tree", hint=hint)
        with tempfile.TemporaryDirectory(prefix="index-", dir=self.folder) as place:
            index = Path(place) / "index"
            original = repository.git_dir / "index"
            if original.is_file():
                shutil.copyfile(original, index)
                shutil.copystat(original, index)  # by its time git knows which entries may be older than they look
                index.chmod(0o600)
            git = repository.git.with_environment(
                GIT_INDEX_FILE=str(index), GIT_OBJECT_DIRECTORY=str(self.folder / "objects")
            )
            yield git.with_environment(**_programs_off(_with_submodules(repository.git))).with_settings(
                "add.ignoreErrors=false", "core.safecrlf=false", "core.untrackedCache=false"
            )


def _apply(git: Git, base: str, patch: PatchText) -> None:
    # Without context git takes a place on trust only if it is told to; with it, the context has to be there.
    bare = () if _has_context(patch.content) else ("--unidiff-zero",)
    answer = git.ask("apply", "--cached", "--whitespace=nowarn", *bare, "-", stdin=patch.content, ok=(0, 1, 128))
    if answer.status:
        said = answer.errors.removeprefix("error: ").replace("\nerror: ", "; ")
        hint = "Name the commit that it was made from with `--base REF`; make it with `git diff --binary A B`."
        raise TargetError(f"the patch does not apply to {base[:12]}: {said}", where=patch.name, hint=hint)


def _has_context(patch: bytes) -> bool:
    return b"\n " in patch[patch.find(b"\n@@ ") :]


def _refuse_unmerged(git: Git) -> None:
    entries = git.run("ls-files", "--unmerged", "-z").split(b"\0")
    names = sorted({entry.partition(b"\t")[2] for entry in entries if entry})
    if names:
        shown = ", ".join(str(RepoPath(name)) for name in names[:_SHOWN])
        more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
        hint = "Resolve and stage them first, or review the files as they lie there with `--working-tree`."
        raise TargetError(f"the index holds unmerged files: {shown}{more}", hint=hint)


def _with_submodules(git: Git) -> Iterator[Git]:
    """`git`, and git for each checked-out submodule, in whose work tree `git add` asks for the status."""
    yield git
    assert git.work_tree is not None  # else there is no index to copy
    for entry in git.run("ls-files", "--stage", "-z").split(b"\0"):
        facts, _, path = entry.partition(b"\t")
        place = git.work_tree / os.fsdecode(path)
        if facts.startswith(SUBMODULE.encode("ascii")) and (place / ".git").exists() and not place.is_symlink():
            yield from _with_submodules(Git(place / ".git", place))


def _programs_off(gits: Iterable[Git]) -> dict[str, str]:
    """Variables that keep every configured filter driver and hook from running its program.

    As variables and not as `-c name=value`, where a driver's name with `=` in it would be read otherwise. git hands
    them on to the git that it starts in a submodule.
    """
    names: set[bytes] = set()
    for git in gits:
        names.update(git.run("config", "--name-only", "-z", "--get-regexp", _PROGRAMS, ok=(0, 1)).split(b"\0"))
    drivers = sorted({os.fsdecode(name.rpartition(b".")[0]) for name in names if name.count(b".") > 1})
    pairs = [(f"{driver}.{key}", value) for driver in drivers for key, value in _OFF[driver.partition(".")[0]]]
    variables = {"GIT_CONFIG_COUNT": str(len(pairs))}
    for at, (key, value) in enumerate(pairs):
        variables[f"GIT_CONFIG_KEY_{at}"] = key
        variables[f"GIT_CONFIG_VALUE_{at}"] = value
    return variables


def _alternate(objects: Path) -> bytes:
    raw = os.fsencode(objects)
    return (c_quote(raw).encode("ascii") if b"\n" in raw else raw) + b"\n"


def _keep(file: Path, content: bytes) -> None:
    """Let `file` hold `content`; a reader meanwhile sees the old or the new, never a half."""
    if file.is_file() and file.read_bytes() == content:
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as new:
        new.write(content)
    Path(new.name).replace(file)
