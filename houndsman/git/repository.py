"""Find the user's repository, and answer the few questions about its refs.

In comes a folder, out comes a `Repository`: where its parts lie, and by which identity it is known on every machine.
git itself says where the repository is and whether its owner is trusted (GitPython asks nobody about that); GitPython
reads the remotes. No repository, or one that git distrusts, is a `GitError`. Nothing here writes.
"""

from __future__ import annotations

import configparser
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from houndsman.errors import GitError, NoRepositoryError
from houndsman.git.runner import Git, safe_path

_OBJECT_ID = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?\Z")
_URL = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*)://(?P<rest>.*)\Z", re.DOTALL)
_SCP = re.compile(r"(?:[^@/]*@)?(?P<host>\[[^\]]*\]|[^:/\[]+):(?P<path>.*)\Z", re.DOTALL)
_AUTHORITY = re.compile(r"(?:[^/]*@)?(?P<host>\[[^\]]*\]|[^:/]*)(?::(?P<port>\d*))?(?:/+(?P<path>.*))?\Z", re.DOTALL)
_DEFAULT_PORTS = {"ssh": "22", "https": "443", "http": "80", "git": "9418"}


@dataclass(frozen=True)
class Repository:
    """The user's repository. We only ever read it."""

    git_dir: Path
    common_dir: Path
    """Shared by all linked work trees; the same as `git_dir` where there are none."""
    work_tree: Path | None
    """The top of the work tree; None in a bare repository."""
    object_format: str
    """`sha1` or `sha256`."""
    identity: str
    """The normalised URL of `origin`, else the real path of the common directory."""
    name: str
    """For people: the last part of the identity."""

    @classmethod
    def discover(cls, start: Path) -> Repository:
        """The repository that the folder `start` is in. Raises `GitError` where there is none or git distrusts it."""
        outside = Git(None, cwd=start)
        object_format, inside = _asked(outside, start)
        git_dir = Path(outside.text("rev-parse", "--path-format=absolute", "--git-dir"))
        common_dir = Path(outside.text("rev-parse", "--path-format=absolute", "--git-common-dir")).resolve()
        work_tree = Path(outside.text("rev-parse", "--path-format=absolute", "--show-toplevel")) if inside else None
        here = str(common_dir)
        identity = normalised_origin(_origin(git_dir, work_tree), git_dir if work_tree is None else work_tree) or here
        name = common_dir.parent.name if identity == here and common_dir.name == ".git" else Path(identity).name
        return cls(
            git_dir,
            common_dir,
            work_tree,
            object_format,
            identity,
            name.removesuffix(".git") or here.strip("/") or here,
        )

    @cached_property
    def git(self) -> Git:
        """git on this repository, with the user's own configuration but for what could run a program."""
        return Git(self.git_dir, self.work_tree)

    @property
    def objects(self) -> Path:
        """Where the repository keeps its objects."""
        return self.common_dir / "objects"

    def resolve(self, rev: str) -> str | None:
        """The full id of the commit that `rev` names (a tag is followed), or None.

        Raises `GitError` where git has more to say than "no", such as for an ambiguous abbreviation.
        """
        if not rev or "\0" in rev:
            return None
        found = self.git.text("rev-parse", "--verify", "--quiet", "--end-of-options", f"{rev}^{{commit}}", ok=(0, 1))
        return found if _OBJECT_ID.match(found) else None

    def lists(self, places: Iterable[Path]) -> bool:
        """Whether git tracks anything at or under these places, or would list it as new."""
        if self.work_tree is None:
            return False
        top = self.work_tree.resolve()
        inside = [place for place in (each.resolve() for each in places) if place.is_relative_to(top)]
        names = [os.fsencode(place.relative_to(top)) for place in inside]
        return bool(names) and bool(
            self.git.run("ls-files", "--cached", "--others", "--exclude-standard", "-z", "--", *names)
        )

    def head_branch(self) -> str | None:
        """The branch that is checked out, born or not; None where HEAD is detached."""
        ref = self.git.run("symbolic-ref", "--quiet", "HEAD", ok=(0, 1)).decode("utf-8", "backslashreplace")
        return ref.removesuffix("\n").removeprefix("refs/heads/") or None

    def is_unborn(self) -> bool:
        """Whether HEAD is at a branch without any commit."""
        return self.head_branch() is not None and self.resolve("HEAD") is None

    def is_shallow(self) -> bool:
        """Whether history was cut off when the repository was cloned."""
        return self.git.text("rev-parse", "--is-shallow-repository") == "true"


def normalised_origin(url: str | None, relative_to: Path) -> str | None:
    """One name for a remote however it is spelled, without credentials.

    Scheme, user, password, default port, `.git` and final slashes go; the host is in lower case:
    `git@Host:a/b.git` and `https://token@host/a/b/` are both `host/a/b`. A path on this machine (also as `file://`)
    stays a path, made absolute from `relative_to` as git does. None for no URL.
    """
    if not url or not url.strip("/"):
        return None
    url = re.sub(r"\A(?:[A-Za-z0-9]+::)+", "", url)  # a remote helper's prefix, `helper::address`
    spelled = _URL.match(url)
    if spelled and spelled["scheme"].lower() == "file":
        return _local("/" + spelled["rest"].partition("/")[2], relative_to)
    if spelled:
        return _remote(spelled["scheme"].lower(), spelled["rest"].partition("?")[0])
    scp = _SCP.match(url)
    # git's own rule: a colon makes it a host only before the first slash.
    if scp and not re.match(r"[A-Za-z]:[\\/]", url):
        return _trimmed(f"{scp['host'].lower()}/{scp['path'].lstrip('/')}")
    return _local(url, relative_to)


def _remote(scheme: str, rest: str) -> str | None:
    parts = _AUTHORITY.match(rest)
    if parts is None:
        return _trimmed(rest.rpartition("@")[2])
    port = parts["port"] or ""
    shown = f":{port}" if port and port != _DEFAULT_PORTS.get(scheme.rpartition("+")[2]) else ""
    return _trimmed(f"{parts['host'].lower()}{shown}/{parts['path'] or ''}")


def _local(path: str, relative_to: Path) -> str | None:
    return _trimmed(os.path.normpath(relative_to / path))


def _trimmed(name: str) -> str | None:
    return name.rstrip("/").removesuffix(".git").rstrip("/") or None


def _asked(outside: Git, start: Path) -> tuple[str, bool]:
    """The object format, and whether `start` is inside a work tree."""
    try:
        said = outside.text("rev-parse", "--show-object-format", "--is-inside-work-tree")
    except GitError as error:
        if "not a git repository" not in error.what:
            raise
        hint = "Change into one with `cd`, or make one with `git init`."
        raise NoRepositoryError(
            "not a git repository, nor is any folder above it", where=str(start), hint=hint
        ) from error
    object_format, _, inside = said.partition("\n")
    return object_format, inside == "true"


def _origin(git_dir: Path, work_tree: Path | None) -> str | None:
    """The first URL of `origin` as it is configured, before any `insteadOf`: that differs from machine to machine."""
    with _environment_made_safe():
        # Here, to keep start-up light; and importing it runs git, whose absence is ours to report.
        os.environ["GIT_PYTHON_REFRESH"] = "quiet"
        import git

        try:
            with git.Repo(work_tree or git_dir, expand_vars=False) as repository:
                return _first_url(repository.config_reader().get_values('remote "origin"', "url", ""))
        except (git.GitError, configparser.Error, ValueError, OSError):
            # GitPython reads fewer forms of repository and of configuration than git.
            return Git(git_dir).text("config", "--get-all", "remote.origin.url", ok=(0, 1)).split("\n")[0] or None


def _first_url(values: list[str | int | float | bool]) -> str | None:
    return str(values[0]) if values and values[0] else None


@contextmanager
def _environment_made_safe() -> Iterator[None]:
    """GitPython takes `GIT_DIR` and its like from the environment, as a hook sets them, and git from all of `PATH`.

    The environment is the whole process's: discovery comes before any thread.
    """
    before = dict(os.environ)
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        del os.environ[name]
    os.environ["PATH"] = safe_path()
    try:
        yield
    finally:
        for name in os.environ.keys() - before.keys():
            del os.environ[name]
        os.environ.update(before)
