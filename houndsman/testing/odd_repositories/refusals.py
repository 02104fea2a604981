"""What cannot be reviewed: refused with exit code 2, the reason, and what helps. Never an empty change, never clean."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

from houndsman.git.samples import SampleRepository
from houndsman.testing.odd_repositories.case import Collection, OddRepository, Refusal, begin
from houndsman.testing.odd_repositories.places import without_blobs

CASES = Collection()


def _refused(place: Path, says: str, helps: str, *target: str, environ: dict[str, str] | None = None) -> OddRepository:
    return OddRepository(place, target=target, refusal=Refusal(says, helps), environ=environ or {})


def _parted(folder: Path) -> SampleRepository:
    """`main` and `feature` have both gone on, by three commits each."""
    repository = begin(folder)
    for branch in ("feature", "main"):
        repository.switch(branch)
        for number in range(3):
            repository.write(f"{branch}.py", f"{number}\n")
            repository.commit(f"{branch} {number}")
    repository.switch("feature")
    return repository


@CASES.case
def shallow_clone(folder: Path) -> OddRepository:
    """History is cut off before the two branches meet."""
    clone = _parted(folder).clone_to(folder / "shallow", depth=1)
    return _refused(clone.path, "no common ancestor", "git fetch --unshallow", "--base", "origin/main")


@CASES.case
def shallow_clone_of_a_commit(folder: Path) -> OddRepository:
    """History is cut off right below the commit, which then looks like the first of all."""
    clone = _parted(folder).clone_to(folder / "shallow", depth=1)
    return _refused(clone.path, "the parent of the commit", "git fetch --deepen=1", "--commit", "HEAD")


@CASES.case
def unrelated_histories(folder: Path) -> OddRepository:
    """Two branches that never met."""
    repository = begin(folder)
    repository.git("switch", "--quiet", "--orphan", "stranger")
    repository.write("stranger.py", "1\n")
    repository.commit("Another root")
    return _refused(repository.path, "no common ancestor", "--range")


@CASES.case
def missing_base(folder: Path) -> OddRepository:
    """No branch that another could come from."""
    repository = begin(folder)
    repository.git("branch", "--quiet", "-D", "main")
    return _refused(repository.path, "no base branch found", "--base REF")


@CASES.case
def named_base_that_is_missing(folder: Path) -> OddRepository:
    """A base that was named and is not there, as where only one branch was fetched."""
    return _refused(begin(folder).path, "there is no commit 'origin/develop'", "git fetch", "--base", "origin/develop")


@CASES.case
def unborn_branch(folder: Path) -> OddRepository:
    """A repository without any commit."""
    repository = SampleRepository.create(folder / "repository")
    repository.write("a.py", "1\n")
    return _refused(repository.path, "has no commit yet", "--working-tree")


@CASES.case
def not_a_repository(folder: Path) -> OddRepository:
    """A folder like any other."""
    return _refused(folder, "not a git repository", "git init", environ={"GIT_CEILING_DIRECTORIES": str(folder.parent)})


@CASES.case
def broken_repository(folder: Path) -> OddRepository:
    """A git directory without a HEAD, which git does not know as one."""
    repository = begin(folder)
    (repository.path / ".git" / "HEAD").unlink()
    return _refused(repository.path, "not a git repository", "git init")


@CASES.case
def conflicts_in_the_index(folder: Path) -> OddRepository:
    """An index that holds two versions of files, which is no tree: the files are named."""
    repository = begin(folder, {"a.py": "1\n", "fine.py": "1\n", b"odd \xff.py": "1\n"})
    for branch in ("feature", "main"):
        repository.switch(branch)
        repository.write("a.py", f"{branch}\n")
        repository.write(b"odd \xff.py", f"{branch}\n")
        repository.commit(branch)
    repository.switch("feature")
    repository.merge_with_conflicts("main")
    says = 'the index holds unmerged files: a.py, "odd \\377.py"'
    return _refused(repository.path, says, "--working-tree", "--staged")


@CASES.case
def staged_in_a_bare_repository(folder: Path) -> OddRepository:
    """There is no index to review."""
    repository = begin(folder)
    repository.git("clone", "--quiet", "--bare", "--", repository.path.as_uri(), str(folder / "bare.git"))
    return _refused(folder / "bare.git", "a bare repository has neither", "a branch, a commit or a range", "--staged")


@CASES.case
def partial_clone_without_the_blobs(folder: Path) -> OddRepository:
    """A clone without the blobs that the diff needs: nothing is fetched behind the user's back."""
    repository = begin(folder, {"a.py": "1\n"})
    repository.write("a.py", "2\n")
    repository.commit("After")
    clone = without_blobs(repository, folder / "partial")
    return _refused(clone.path, "git diff failed", "git fetch --refetch --no-filter", "--base", "HEAD~1")


@CASES.case
def missing_object(folder: Path) -> OddRepository:
    """A repository that lost an object."""
    repository = begin(folder, {"a.py": "1\n"})
    repository.write("a.py", "2\n")
    repository.commit("After")
    lost = repository.git("rev-parse", "HEAD:a.py").decode().strip()
    (repository.path / ".git" / "objects" / lost[:2] / lost[2:]).unlink()
    return _refused(repository.path, "git diff failed", "git")


@CASES.case
def missing_git(folder: Path) -> OddRepository:
    """No git on the search path."""
    (folder / "bin").mkdir()
    return _refused(begin(folder).path, "git cannot be run", "Install git", environ={"PATH": str(folder / "bin")})


@CASES.case
def git_too_old(folder: Path) -> OddRepository:
    """A git that lacks what we ask of it."""
    place = folder / "bin" / "git"
    place.parent.mkdir()
    place.write_text(f"#!/bin/sh\necho {shlex.quote('git version 2.20.1')}\n")
    place.chmod(0o755)
    path = f"{place.parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    return _refused(begin(folder).path, "git 2.20 is too old", "Install git 2.34 or newer", environ={"PATH": path})


def _patch_refused(folder: Path, patch: bytes, says: str, helps: str = "--base REF") -> OddRepository:
    """`a.py` of two lines, and a patch that does not apply to it."""
    (folder / "a.patch").write_bytes(patch)
    return _refused(begin(folder, {"a.py": "1\n2\n"}).path, says, helps, "--patch", str(folder / "a.patch"))


@CASES.case
def patch_that_does_not_apply(folder: Path) -> OddRepository:
    """A patch made from another commit: the file and the place are named, and nothing of the patch is taken."""
    good = b"--- /dev/null\n+++ b/b.py\n@@ -0,0 +1 @@\n+1\n"
    patch = good + b"--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,2 @@\n 1\n-two\n+three\n"
    return _patch_refused(folder, patch, "patch failed: a.py:1")


@CASES.case
def patch_that_is_none(folder: Path) -> OddRepository:
    """A file that holds no patch is not an empty change."""
    return _patch_refused(folder, b"What I wanted to send\n", "No valid patches in input")


@CASES.case
def patch_cut_off(folder: Path) -> OddRepository:
    """A patch that ends in the middle of a hunk."""
    return _patch_refused(folder, b"--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,2 @@\n 1\n-2\n", "corrupt patch at line 6")


@CASES.case
def patch_out_of_the_tree(folder: Path) -> OddRepository:
    """A patch that would write beside the repository."""
    patch = b"diff --git a/../b.py b/../b.py\nnew file mode 100644\n--- /dev/null\n+++ b/../b.py\n@@ -0,0 +1 @@\n+1\n"
    return _patch_refused(folder, patch, "invalid path '../b.py'")


@CASES.case
def patch_of_binary_files_without_their_contents(folder: Path) -> OddRepository:
    """What `git diff` prints without `--binary` says that files differ, and not how."""
    patch = (
        b"diff --git a/a.bin b/a.bin\nnew file mode 100644\nindex 0000000..1111111\n"
        b"Binary files /dev/null and b/a.bin differ\n"
    )
    return _patch_refused(folder, patch, "cannot apply binary patch to 'a.bin'", "git diff --binary")


@CASES.case
def patch_that_is_not_there(folder: Path) -> OddRepository:
    """The file named does not exist."""
    place = str(folder / "no.patch")
    return _refused(begin(folder).path, "the patch cannot be read", "standard input", "--patch", place)
