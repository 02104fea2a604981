"""Names that break a reader of text: quoted by git, cut at spaces, taken for options, not text at all.

Each case edits, adds, deletes and renames a file of the name, and edits one of that name at the top.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from houndsman.testing.odd_repositories.case import (
    Collection,
    OddCase,
    OddRepository,
    begin,
    changed,
    created,
    deleted,
    done,
    lines,
    renamed,
)

NAMES: dict[str, tuple[bytes, str]] = {
    "quoted": (b'say "hi".txt', "In quotes and with escapes where git writes it."),
    "begins-with-quote": (b'"all of it".txt', "The plain name looks like the quoted form of another."),
    "nfc": ("caf\u00e9 \u00fcber \u65e5\u672c.py".encode(), "Letters beyond ASCII, composed."),
    "nfd": ("cafe\u0301 u\u0308ber.py".encode(), "The same letters decomposed: another name for git."),
    "space": (b"two  words .txt", "Spaces inside and at the end; git closes such a name with a tab."),
    "leading-space": (b" first.txt", "A space in front."),
    "tab": (b"tab\there.txt", "The tab that ends a name elsewhere."),
    "newline": (b"line\nend.txt", "The line end that ends a record elsewhere."),
    "carriage-return": (b"icon\r", "As some systems really name a file."),
    "backslash": (b"back\\slash\\n.txt", "No separator, and no escape."),
    "leading-dash": (b"--output=x.txt", "Looks like an option."),
    "not-utf-8": (b"caf\xe9 \xff.py", "Latin-1 bytes, which are no UTF-8."),
    "dev-null": (b"a/b/dev/null", "Ends like the name that stands for nothing."),
    "like-a-header": (b"x b/x\n--- a/y\n+++ b/z\n@@ -1 +1 @@", "The name holds the lines of a patch."),
    "pathspec-magic": (b":(exclude,top)*?[a].txt", "A pattern, if git is let to take it for one."),
    "rename-arrow": (b"{old => new}/a => b.txt", "Looks like git's short form of a rename."),
}


def _build(name: bytes, folder: Path) -> OddRepository:
    kept = lines(9, "kept")
    repository = begin(folder, {name: "1\n", b"gone/" + name: "2\n3\n", b"old/" + name: kept, b"edit/" + name: "4\n"})
    repository.write(name, "one\n")
    repository.write(b"edit/" + name, "4\n5\n")
    repository.write(b"more/" + name, "6\n7\n8\n")
    repository.remove(b"gone/" + name)
    repository.move(b"old/" + name, b"new/" + name)
    repository.write(b"new/" + name, kept + "and one\n")
    return done(
        repository,
        changed(name, 1, 1),
        changed(b"edit/" + name, 1, 0),
        created(b"more/" + name, 3),
        deleted(b"gone/" + name, 2),
        renamed(b"old/" + name, b"new/" + name, 1, 0),
    )


CASES = Collection()
for _name, (_raw, _about) in NAMES.items():
    CASES.put(OddCase(f"path-{_name}", _about, partial(_build, _raw)))


@CASES.case
def path_nfc_and_nfd(folder: Path) -> OddRepository:
    """Two files whose names look the same and are not."""
    composed, decomposed = "\u00e9.txt".encode(), "e\u0301.txt".encode()
    repository = begin(folder, {composed: "1\n", decomposed: "2\n"})
    repository.write(composed, "one\n")
    repository.remove(decomposed)
    return done(repository, changed(composed, 1, 1), deleted(decomposed, 1))


@CASES.case
def path_differs_in_case_only(folder: Path) -> OddRepository:
    """Renamed from one case to the other, beside a folder that differs from another in case."""
    repository = begin(folder, {"Name.py": lines(5, "name"), "lib/a.py": "1\n", "Lib/b.py": "2\n"})
    repository.move("Name.py", "name.py")
    repository.write("Lib/b.py", "two\n")
    return done(repository, renamed("Name.py", "name.py"), changed("Lib/b.py", 1, 1))
