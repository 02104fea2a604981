"""Repositories that do not lie as usual: parts elsewhere, parts missing, a current folder that is not the top."""

from __future__ import annotations

from pathlib import Path

from houndsman.git.samples import SampleRepository
from houndsman.testing.odd_repositories.case import (
    Collection,
    OddRepository,
    begin,
    changed,
    created,
    deleted,
    done,
    lines,
    renamed,
)

CASES = Collection()


def _change(folder: Path) -> tuple[SampleRepository, OddRepository]:
    """An edited file, a deleted, a renamed and a new one, in folders."""
    repository = begin(folder, {"src/a.py": "1\n", "docs/b.md": lines(2, "gone"), "src/old.py": lines(8)})
    repository.write("src/a.py", "2\n")
    repository.remove("docs/b.md")
    repository.move("src/old.py", "lib/new.py")
    repository.write("top.py", "1\n")
    rows = changed("src/a.py", 1, 1), deleted("docs/b.md", 2), renamed("src/old.py", "lib/new.py"), created("top.py", 1)
    return repository, done(repository, *rows)


@CASES.case
def subdirectory(folder: Path) -> OddRepository:
    """A current folder below the top: the review is of the whole repository, with paths from its top."""
    repository, built = _change(folder)
    return OddRepository(repository.path / "src", built.rows)


@CASES.case
def inside_git_directory(folder: Path) -> OddRepository:
    """The git directory itself as current folder, where a hook runs."""
    repository, built = _change(folder)
    return OddRepository(repository.path / ".git", built.rows)


@CASES.case
def linked_worktree(folder: Path) -> OddRepository:
    """A linked work tree, where `.git` is a file."""
    repository, built = _change(folder)
    repository.switch("main")
    repository.git("worktree", "add", "--quiet", str(folder / "linked"), "feature")
    return OddRepository(folder / "linked", built.rows)


@CASES.case
def git_directory_elsewhere(folder: Path) -> OddRepository:
    """A work tree whose git directory lies beside it, as a submodule's does."""
    repository, built = _change(folder)
    (repository.path / ".git").rename(folder / "kept")
    (repository.path / ".git").write_text("gitdir: ../kept\n")
    return built


@CASES.case
def bare(folder: Path) -> OddRepository:
    """A repository without a work tree, as on a server."""
    repository, built = _change(folder)
    repository.git("clone", "--quiet", "--bare", "--", repository.path.as_uri(), str(folder / "bare.git"))
    return OddRepository(folder / "bare.git", built.rows)


@CASES.case
def alternates(folder: Path) -> OddRepository:
    """A clone that borrows its objects from another repository, which borrows from a third."""
    repository, built = _change(folder)
    second = repository.clone_to(folder / "second", options=[f"--reference={repository.path}"])
    third = second.clone_to(folder / "third", options=[f"--reference={second.path}"])
    return OddRepository(third.path, built.rows, ("--base", _base(third)))


@CASES.case
def sparse_checkout(folder: Path) -> OddRepository:
    """A work tree that holds only some folders: the change is what was committed, shown or not."""
    repository, built = _change(folder)
    repository.git("sparse-checkout", "set", "--cone", "docs")
    return built


@CASES.case
def sparse_working_tree(folder: Path) -> OddRepository:
    """The work tree of a sparse checkout: files that are not checked out are not deleted."""
    repository, _ = _change(folder)
    repository.git("sparse-checkout", "set", "--cone", "src")
    repository.write("src/a.py", "3\n")
    repository.write("src/more.py", "1\n")
    rows = frozenset({changed("src/a.py", 1, 1), created("src/more.py", 1)})
    return OddRepository(repository.path, rows, ("--working-tree",))


@CASES.case
def partial_clone(folder: Path) -> OddRepository:
    """A clone without blobs, with those of the two commits fetched: nothing more is needed, and nothing is fetched."""
    repository, built = _change(folder)
    clone = without_blobs(repository, folder / "partial")
    for rev in (_base(repository), "feature"):
        clone.git("switch", "--quiet", "--detach", rev)
    clone.git("switch", "--quiet", "feature")
    repository.path.rename(folder / "gone")  # whoever asks for more gets nothing
    return OddRepository(clone.path, built.rows, ("--base", _base(clone)))


@CASES.case
def shallow_clone_of_enough(folder: Path) -> OddRepository:
    """A shallow clone that goes back far enough."""
    repository, built = _change(folder)
    clone = repository.clone_to(folder / "shallow", depth=2)
    return OddRepository(clone.path, built.rows, ("--base", "origin/main"))


@CASES.case
def commit_graph_and_packs(folder: Path) -> OddRepository:
    """Objects and refs packed, with a commit graph and bitmaps, as after `git gc`."""
    repository, built = _change(folder)
    repository.git("repack", "-a", "-d", "-q", "--write-bitmap-index")
    repository.git("pack-refs", "--all")
    repository.git("commit-graph", "write", "--reachable")
    return built


@CASES.case
def folder_with_an_odd_name(folder: Path) -> OddRepository:
    """A repository in a folder whose own name needs quoting everywhere."""
    repository, built = _change(folder)
    place = folder / 'a "quoted"\n folder é'
    repository.path.rename(place)
    return OddRepository(place, built.rows)


def without_blobs(repository: SampleRepository, place: Path) -> SampleRepository:
    """A partial clone of `repository` in `place`, with only the blobs of what is checked out."""
    repository.git("config", "uploadpack.allowFilter", "true")
    repository.git("config", "uploadpack.allowAnySHA1InWant", "true")
    return repository.clone_to(place, options=["--filter=blob:none"])


def _base(repository: SampleRepository) -> str:
    """The commit that `main` and `feature` parted at."""
    return repository.resolve("feature~1")
