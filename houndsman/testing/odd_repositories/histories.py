"""Histories in which it is hard to say what is compared with what."""

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
    put,
    renamed,
)

CASES = Collection()


def _commit(repository: SampleRepository, name: str, content: str = "1\n") -> str:
    repository.write(name, content)
    return repository.commit(f"Write {name}")


@CASES.case
def added_then_renamed(folder: Path) -> OddRepository:
    """A file that the branch adds, edits and renames: one new file, not a rename of something that main never had."""
    repository = begin(folder)
    _commit(repository, "first.py", lines(5))
    _commit(repository, "first.py", lines(6))
    repository.move("first.py", "final.py")
    return done(repository, created("final.py", 6))


@CASES.case
def edited_and_taken_back(folder: Path) -> OddRepository:
    """A file that the branch edits and restores is no part of the change, and neither is one that came and went."""
    repository = begin(folder, {"a.py": "1\n"})
    _commit(repository, "a.py", "2\n")
    _commit(repository, "b.py")
    repository.write("a.py", "1\n")
    repository.remove("b.py")
    return done(repository)


@CASES.case
def empty_change(folder: Path) -> OddRepository:
    """Commits without contents: nothing to review, which is not the same as reviewed and found good."""
    return done(begin(folder))


@CASES.case
def main_goes_on(folder: Path) -> OddRepository:
    """What main got after the branch parted is no deletion by the branch."""
    repository = begin(folder, {"a.py": "1\n"})
    _commit(repository, "feature.py")
    repository.switch("main")
    _commit(repository, "main.py")
    _commit(repository, "a.py", "2\n")
    repository.switch("feature")
    return OddRepository(repository.path, frozenset({created("feature.py", 1)}))


@CASES.case
def merged_main(folder: Path) -> OddRepository:
    """A branch that merged main: what came from there is not the branch's."""
    repository = begin(folder)
    _commit(repository, "feature.py")
    repository.switch("main")
    _commit(repository, "main.py")
    repository.switch("feature")
    repository.merge("main")
    return OddRepository(repository.path, frozenset({created("feature.py", 1)}))


@CASES.case
def merge_commit(folder: Path) -> OddRepository:
    """A merge named by its id: what it brought to its first parent, rather than nothing."""
    repository = begin(folder)
    _commit(repository, "feature.py")
    repository.switch("main")
    _commit(repository, "main.py")
    merge = repository.merge("feature")
    return OddRepository(repository.path, frozenset({created("feature.py", 1)}), ("--commit", merge))


@CASES.case
def evil_merge(folder: Path) -> OddRepository:
    """A merge that changes what neither side had changed."""
    repository = begin(folder, {"a.py": "1\n"})
    _commit(repository, "feature.py")
    repository.switch("main")
    _commit(repository, "main.py")
    repository.switch("feature")
    repository.git("merge", "--quiet", "--no-commit", "--no-ff", "main")
    repository.write("a.py", "evil\n")
    return done(repository, created("feature.py", 1), changed("a.py", 1, 1))


@CASES.case
def octopus(folder: Path) -> OddRepository:
    """A merge of three branches."""
    repository = begin(folder)
    repository.switch("main")
    for name in ("one", "two"):
        repository.branch(name)
        _commit(repository, f"{name}.py")
        repository.switch("main")
    repository.switch("feature")
    _commit(repository, "feature.py")
    repository.git("merge", "--quiet", "--no-ff", "-m", "Octopus", "one", "two")
    rows = (created(f"{name}.py", 1) for name in ("feature", "one", "two"))
    return OddRepository(repository.path, frozenset(rows))


@CASES.case
def octopus_commit(folder: Path) -> OddRepository:
    """A merge of three branches, named by its id."""
    built = octopus(folder)
    rows = frozenset({created("one.py", 1), created("two.py", 1)})
    return OddRepository(built.place, rows, ("--commit", "HEAD"))


@CASES.case
def criss_cross(folder: Path) -> OddRepository:
    """Two branches that merged each other: two merge bases, of which git takes the later one."""
    repository = begin(folder)
    one = _commit(repository, "feature.py")
    repository.switch("main")
    two = _commit(repository, "main.py")
    repository.merge(one, "Take the feature as it was")
    repository.switch("feature")
    repository.merge(two, "Take main as it was")
    _commit(repository, "late.py")
    return OddRepository(repository.path, frozenset({created("feature.py", 1), created("late.py", 1)}))


@CASES.case
def root_commit(folder: Path) -> OddRepository:
    """The first commit of all, which has no parent."""
    repository = SampleRepository.create(folder / "repository")
    put(repository, {"a.py": "1\n", "b/c.py": "1\n2\n"})
    repository.commit("Root")
    return OddRepository(repository.path, frozenset({created("a.py", 1), created("b/c.py", 2)}), ("--commit", "HEAD"))


@CASES.case
def sha256(folder: Path) -> OddRepository:
    """Object names of 64 digits."""
    repository = begin(folder, {"a.py": "1\n", "gone": "", "old.py": lines(9)}, object_format="sha256")
    repository.write("a.py", "2\n")
    repository.remove("gone")
    repository.move("old.py", "new.py")
    return done(repository, changed("a.py", 1, 1), deleted("gone", 0), renamed("old.py", "new.py"))


@CASES.case
def replaced_objects(folder: Path) -> OddRepository:
    """Replace refs under which the head looks like another commit, and a file of it like another."""
    repository = begin(folder, {"a.py": "1\n"})
    head = _commit(repository, "a.py", "2\n")
    repository.switch(repository.resolve("main"))
    harmless = _commit(repository, "harmless.py")
    repository.switch("feature")
    repository.git("replace", head, harmless)
    repository.git("replace", _object(repository, "feature:a.py"), _object(repository, "main:a.py"))
    return OddRepository(repository.path, frozenset({changed("a.py", 1, 1)}))


def _object(repository: SampleRepository, rev: str) -> str:
    return repository.git("rev-parse", "--verify", rev).decode("ascii").strip()


@CASES.case
def grafted_history(folder: Path) -> OddRepository:
    """A file of grafts that says where commits come from, on this machine only."""
    repository = begin(folder)
    _commit(repository, "first.py")
    built = OddRepository(repository.path, frozenset({created("first.py", 1), created("second.py", 1)}))
    middle = repository.resolve("HEAD")
    _commit(repository, "second.py")
    # As if main had been at the middle of the branch.
    (repository.path / ".git" / "info").mkdir(exist_ok=True)
    (repository.path / ".git" / "info" / "grafts").write_text(f"{repository.resolve('main')} {middle}\n")
    return built


@CASES.case
def branch_named_like_a_file(folder: Path) -> OddRepository:
    """`README.md` is a file and a branch."""
    repository = begin(folder)
    repository.branch("README.md")
    repository.write("a.py", "1\n")
    built = done(repository, created("a.py", 1))
    return OddRepository(built.place, built.rows, ("--head", "README.md", "--base", "main"))


@CASES.case
def tag_of_the_same_name(folder: Path) -> OddRepository:
    """Tags that bear the names of both branches and are at other commits."""
    repository = begin(folder)
    _commit(repository, "a.py")
    repository.git("tag", "main")
    _commit(repository, "b.py")
    repository.git("tag", "feature", "refs/heads/main")
    return OddRepository(repository.path, frozenset({created("a.py", 1), created("b.py", 1)}))


@CASES.case
def tag_of_the_same_name_as_the_named_branches(folder: Path) -> OddRepository:
    """The same, with both branches named on the command line."""
    built = tag_of_the_same_name(folder)
    return OddRepository(built.place, built.rows, ("--head", "feature", "--base", "main"))


@CASES.case
def detached_head(folder: Path) -> OddRepository:
    """HEAD at a commit and at no branch, as continuous integration checks out."""
    repository = begin(folder)
    _commit(repository, "a.py")
    repository.switch(repository.resolve("HEAD"))
    return OddRepository(repository.path, frozenset({created("a.py", 1)}))
