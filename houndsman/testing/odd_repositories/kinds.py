"""What can happen to a path beside an edit: it moves, changes its mode or its type, or holds what is no text."""

from __future__ import annotations

from pathlib import Path

from houndsman.git.samples import SampleRepository
from houndsman.models.change import FileKind
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
    retyped,
    settle,
)

CASES = Collection()

_BINARY = b"\x89PNG\r\n\0" + bytes(range(256))
_POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:{:064x}\nsize {}\n"


@CASES.case
def rename(folder: Path) -> OddRepository:
    """A file under a new name, nothing else: git writes no patch for it."""
    repository = begin(folder, {"old.py": lines(10), "other.py": "1\n"})
    repository.move("old.py", "src/new.py")
    repository.write("other.py", "2\n")
    return done(repository, renamed("old.py", "src/new.py"), changed("other.py", 1, 1))


@CASES.case
def rename_and_edit(folder: Path) -> OddRepository:
    """A file under a new name, edited and made executable."""
    repository = begin(folder, {"old.sh": lines(10)})
    repository.remove("old.sh")
    repository.write("new.sh", lines(10).replace("line 4\n", "LINE 4\n") + "end\n", executable=True)
    return done(repository, renamed("old.sh", "new.sh", 2, 1))


@CASES.case
def rename_swap(folder: Path) -> OddRepository:
    """Two files that exchange their names: two edits, as nothing was deleted."""
    repository = begin(folder, {"a.txt": lines(3, "a"), "b.txt": lines(4, "b")})
    repository.write("a.txt", lines(4, "b"))
    repository.write("b.txt", lines(3, "a"))
    return done(repository, changed("a.txt", 4, 3), changed("b.txt", 3, 4))


@CASES.case
def rename_into_the_place_of_another(folder: Path) -> OddRepository:
    """A file takes the name of one that moves on itself."""
    repository = begin(folder, {"a.txt": lines(9, "a"), "b.txt": lines(9, "b")})
    repository.move("b.txt", "c.txt")
    repository.move("a.txt", "b.txt")
    # `b.txt` was there and is: for git it was edited, and its earlier contents are those of a deleted name.
    return done(repository, deleted("a.txt", 9), changed("b.txt", 9, 9), created("c.txt", 9))


@CASES.case
def copy(folder: Path) -> OddRepository:
    """A copy is new code: a defect in it must be read again."""
    repository = begin(folder, {"a.py": lines(10)})
    repository.write("b.py", lines(10))
    repository.write("a.py", lines(11))
    return done(repository, changed("a.py", 1, 0), created("b.py", 10))


@CASES.case
def mode_only(folder: Path) -> OddRepository:
    """A file that became executable, and one that is so no more and was edited."""
    repository = begin(folder, {"tool.sh": "echo\n"})
    repository.write("other.sh", "1\n", executable=True)
    settle(repository)
    repository.write("tool.sh", "echo\n", executable=True)
    repository.write("other.sh", "2\n")
    return done(repository, changed("tool.sh", 0, 0, FileKind.MODE_ONLY), changed("other.sh", 1, 1))


@CASES.case
def file_to_link(folder: Path) -> OddRepository:
    """A file that became a symbolic link, and a link that became a file."""
    repository = begin(folder, {"file": "1\n2\n"})
    repository.symlink("link", "README.md")
    settle(repository)
    repository.symlink("file", "README.md")
    repository.write("link", "1\n2\n3\n")
    return done(repository, retyped("file", 1, 2, FileKind.SYMLINK), retyped("link", 3, 1, FileKind.TEXT))


@CASES.case
def file_to_folder(folder: Path) -> OddRepository:
    """A file whose name a folder took, and the other way round."""
    repository = begin(folder, {"file": "1\n2\n", "folder/inner": "a\nb\nc\n"})
    repository.remove("file")
    repository.write("file/inner", "new\n")
    repository.remove("folder/inner")
    repository.place("folder").rmdir()
    repository.write("folder", "other\n")
    rows = deleted("file", 2), created("file/inner", 1), deleted("folder/inner", 3), created("folder", 1)
    return done(repository, *rows)


@CASES.case
def binary(folder: Path) -> OddRepository:
    """Files with zero bytes: new, edited, renamed with an edit and without, gone, and turned into text."""
    repository = begin(folder, {"edited": _BINARY, "gone": b"\0gone", "old": _BINARY * 9, "to-text": b"\0"})
    repository.write("logo.png", _BINARY * 3)
    settle(repository)
    repository.move("logo.png", "images/logo.png")
    repository.write("edited", _BINARY + b"\0")
    repository.write("new", b"\0new")
    repository.remove("gone")
    repository.remove("old")
    repository.write("moved", _BINARY * 9 + b"more")
    repository.write("to-text", "text\n")
    no_text = FileKind.BINARY
    return done(
        repository,
        changed("edited", 0, 0, no_text),
        created("new", 0, no_text),
        deleted("gone", 0, no_text),
        renamed("old", "moved", 0, 0, no_text),
        renamed("logo.png", "images/logo.png", 0, 0, no_text),
        changed("to-text", 0, 0, no_text),
    )


@CASES.case
def empty_file(folder: Path) -> OddRepository:
    """Files without contents that come, go, are filled and are emptied: some have no hunk at all."""
    repository = begin(folder, {"gone": "", "filled": "", "emptied": "1\n2\n"})
    repository.remove("gone")
    repository.write("new", "")
    repository.write("new.sh", "", executable=True)
    repository.write("filled", "1\n")
    repository.write("emptied", "")
    repository.write("blank", "\n")
    rows = [changed("filled", 1, 0), changed("emptied", 0, 2), created("new.sh", 0), created("blank", 1)]
    return done(repository, *rows, renamed("gone", "new"))  # for git it has all the lines that the other had


def _module(repository: SampleRepository, path: str) -> SampleRepository:
    module = SampleRepository.create(repository.path / path)
    module.write("lib.c", "int one;\n")
    module.commit("One")
    return module


@CASES.case
def submodule_added(folder: Path) -> OddRepository:
    """A new submodule: one row, whatever is in it."""
    repository = begin(folder)
    _module(repository, "vendor/lib")
    repository.write(".gitmodules", '[submodule "lib"]\n\tpath = vendor/lib\n\turl = ../lib\n')
    return done(repository, created("vendor/lib", 1, FileKind.SUBMODULE), created(".gitmodules", 3))


@CASES.case
def submodule_moved(folder: Path) -> OddRepository:
    """One submodule at another commit, one under another path, and one whose work tree is dirty, which is no change."""
    repository = begin(folder)
    one, two, dirty = (_module(repository, path) for path in ("vendor/one", "vendor/two", "vendor/dirty"))
    two.commit("A commit of its own")
    settle(repository)
    one.commit("Two")
    dirty.write("lib.c", "int dirty;\n")
    two.path.rename(repository.path / "third")
    return done(
        repository,
        changed("vendor/one", 1, 1, FileKind.SUBMODULE),
        renamed("vendor/two", "third", 0, 0, FileKind.SUBMODULE),
    )


@CASES.case
def submodule_removed(folder: Path) -> OddRepository:
    """A submodule that is gone, and one that a file took the place of."""
    repository = begin(folder)
    for path in ("vendor/gone", "vendor/filed"):
        _module(repository, path)
    settle(repository)
    for path in ("vendor/gone", "vendor/filed"):
        repository.git("rm", "--quiet", "--cached", path)
        repository.place(path).rename(folder / path.rpartition("/")[2])
    repository.write("vendor/filed", "1\n2\n")
    gone = deleted("vendor/gone", 1, FileKind.SUBMODULE)
    return done(repository, gone, retyped("vendor/filed", 2, 1, FileKind.TEXT))


@CASES.case
def lfs_pointer(folder: Path) -> OddRepository:
    """Pointers of git-lfs, whose contents are elsewhere; no filter is run for them."""
    repository = begin(folder, {".gitattributes": "*.bin filter=lfs diff=lfs merge=lfs -text\n"})
    for name, number in (("model.bin", 1), ("old.bin", 2), ("moved.bin", 7)):
        repository.write(name, _POINTER.format(number, 10))
    settle(repository)
    repository.write("model.bin", _POINTER.format(3, 20))
    repository.write("added.bin", _POINTER.format(4, 30))
    repository.move("moved.bin", "models/moved.bin")
    repository.remove("old.bin")
    repository.write("new.bin", _POINTER.format(5, 10))
    repository.write("no-pointer.bin", _POINTER.format(6, 10) + "and more\n")
    lfs = FileKind.LFS
    return done(
        repository,
        changed("model.bin", 2, 2, lfs),
        created("added.bin", 3, lfs),
        renamed("old.bin", "new.bin", 1, 1, lfs),
        renamed("moved.bin", "models/moved.bin", 0, 0, lfs),
        created("no-pointer.bin", 4),
    )


@CASES.case
def link_out_of_the_tree(folder: Path) -> OddRepository:
    """Links to a file of the host, above the tree, to nothing and to themselves: their contents are a name."""
    (folder / "outside.txt").write_text("of the host\n")
    repository = begin(folder)
    repository.symlink("absolute", str(folder / "outside.txt"))
    repository.symlink("above", "../outside.txt")
    repository.symlink("nowhere", "no/such/file")
    repository.symlink("itself", "itself")
    repository.symlink("folder", "..")
    names = "absolute", "above", "nowhere", "itself", "folder"
    return done(repository, *(created(name, 1, FileKind.SYMLINK) for name in names))
