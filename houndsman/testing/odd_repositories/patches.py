"""Patches in files, in the forms in which people hand them over; none of them is committed."""

from __future__ import annotations

from pathlib import Path

from houndsman.git.samples import SampleRepository
from houndsman.models.change import FileKind
from houndsman.testing.odd_repositories.case import (
    Collection,
    OddRepository,
    Row,
    begin,
    changed,
    created,
    deleted,
    lines,
    renamed,
)

CASES = Collection()


def _change(folder: Path, *options: str) -> tuple[SampleRepository, bytes, frozenset[Row]]:
    """A repository back at the state before a change, the change as a patch of `git diff OPTIONS`, and its rows."""
    repository = begin(
        folder, {"a.py": lines(9), b"od d\t\xff.py": "1\n", "gone.py": "1\n2\n", "old.py": lines(7, "old")}
    )
    repository.write("a.py", lines(9).replace("line 5\n", "LINE 5\n"))
    repository.write(b"od d\t\xff.py", "2\r\n3")
    repository.remove("gone.py")
    repository.move("old.py", "new.py")
    repository.write("tool.sh", "", executable=True)
    repository.write("data.bin", b"\0" + bytes(range(256)))
    repository.symlink("link", "a.py")
    repository.commit("After")
    patch = repository.git("diff", "--no-color", "--src-prefix=a/", "--dst-prefix=b/", *options, "main", "feature")
    repository.switch("main")
    rows = {
        changed("a.py", 1, 1),
        changed(b"od d\t\xff.py", 2, 1),
        deleted("gone.py", 2),
        renamed("old.py", "new.py"),
        created("tool.sh", 0),
        created("data.bin", 0, FileKind.BINARY),
        created("link", 1, FileKind.SYMLINK),
    }
    return repository, patch, frozenset(rows)


def _handed_over(folder: Path, repository: SampleRepository, patch: bytes, rows: frozenset[Row]) -> OddRepository:
    place = folder / "the change.patch"
    place.write_bytes(patch)
    return OddRepository(repository.path, rows, ("--patch", str(place)))


@CASES.case
def patch(folder: Path) -> OddRepository:
    """A patch of everything that one can hold, on top of HEAD."""
    return _handed_over(folder, *_change(folder, "--binary", "-M"))


@CASES.case
def patch_without_context(folder: Path) -> OddRepository:
    """A patch without context lines, as `git diff -U0` makes it, and without renames."""
    return _handed_over(folder, *_change(folder, "--binary", "-U0", "--no-renames"))


@CASES.case
def patch_made_from_another_commit(folder: Path) -> OddRepository:
    """HEAD has gone on; the patch is on top of the commit that is named as its base."""
    repository, text, rows = _change(folder, "--binary", "-M")
    repository.branch("onward")
    repository.write("a.py", "another\n")
    repository.commit("Onward")
    built = _handed_over(folder, repository, text, rows)
    return OddRepository(built.place, built.rows, (*built.target, "--base", "main"))


@CASES.case
def patch_in_a_mail(folder: Path) -> OddRepository:
    """Two commits as `git format-patch` mails them, the second on top of the first."""
    repository = begin(folder, {"a.py": lines(9)})
    for number in (3, 4):
        repository.write("a.py", lines(9).replace(f"line {number}\n", "changed\n"))
        repository.commit(f"Change line {number}\n\n- with a list\n")
    mails = repository.git("format-patch", "--stdout", "main..feature")
    repository.switch("main")
    return _handed_over(folder, repository, mails, frozenset({changed("a.py", 1, 1)}))


@CASES.case
def patch_of_crlf_lines(folder: Path) -> OddRepository:
    """Lines that end with a carriage return, which white-space rules would strip or refuse."""
    repository = begin(folder, {"a.txt": "1\r\n2\r\n3\r\n"})
    repository.write("a.txt", "1\r\ntwo \t \r\n3\r\n")
    repository.commit("After")
    text = repository.git("diff", "main", "feature")
    repository.switch("main")
    return _handed_over(folder, repository, text, frozenset({changed("a.txt", 1, 1)}))


@CASES.case
def patch_of_plain_diff(folder: Path) -> OddRepository:
    """What `diff -u` writes, without a word of git's."""
    text = b"--- a/a.py\t2024-01-01\n+++ b/a.py\t2024-01-02\n@@ -1,2 +1,3 @@\n 1\n+1.5\n 2\n"
    return _handed_over(folder, begin(folder, {"a.py": "1\n2\n"}), text, frozenset({changed("a.py", 1, 0)}))


@CASES.case
def patch_that_is_empty(folder: Path) -> OddRepository:
    """What `git diff` prints where nothing differs: an empty change."""
    return _handed_over(folder, begin(folder), b"", frozenset())


@CASES.case
def patch_beside_uncommitted_work(folder: Path) -> OddRepository:
    """Edits in the index and the work tree are neither reviewed nor in the way."""
    repository, text, rows = _change(folder, "--binary", "-M")
    repository.write("a.py", "staged\n")
    repository.stage()
    repository.write("a.py", "lying\n")
    return _handed_over(folder, repository, text, rows)
