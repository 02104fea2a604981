"""Which `at` proves that somebody looked, at a real commit."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from houndsman.git.repository import Repository
from houndsman.git.samples import SampleRepository
from houndsman.git.shadow import Shadow
from houndsman.git.sources import CommitSources
from houndsman.intake.proof import LINK, NO_LINE, NO_PLACE, NO_SUCH_FILE, NO_SUCH_LINE, NO_TEXT, OLD_ONLY, Prover
from houndsman.models.repo_path import RepoPath

ROOTS = ("/home/dev/project", "/var/cache/reading-root/", "C:\\work\\project")
OUTSIDE = "outside the repository"


@pytest.fixture(scope="module")
def prover(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Prover]:
    folder = tmp_path_factory.mktemp("proof")
    shop = SampleRepository.create(folder / "shop")
    shop.write("gone.py", "1\n2\n3\n")
    left = shop.commit("one")
    shop.remove("gone.py")
    shop.write("src/app.py", "".join(f"{number}\n" for number in range(1, 13)))
    shop.write("a/own.py", "1\n")
    shop.write("docs/a:b#c.md", "1\n2\n3\n")
    shop.write("docs/notes:7", "1\n2\n3\n")
    shop.write("docs/ação.md", "1\n")
    shop.write(b"bad\xff.py", "1\n")
    shop.write("windows.bat", "1\r\n2\r\n3")
    shop.write("mac.txt", "1\r2\r3\r")
    shop.write("empty.txt", "")
    shop.write("logo.png", b"\x89PNG\0\n\n\n")
    shop.symlink("link.py", "src/app.py")
    shop.symlink("folder", "src")
    shop.symlink("passwd", "/etc/passwd")
    SampleRepository.create(shop.path / "sub").commit("inner")
    head = shop.commit("two")
    shop.write("untracked.py", "1\n")
    shadow = Shadow.open(folder / "shadow", Repository.discover(shop.path))
    with CommitSources(shadow.git, left, head) as sources:
        yield Prover(sources, ROOTS)


@pytest.mark.parametrize(
    ("at", "line"),
    [
        ("src/app.py:1", 1),
        ("src/app.py:12", 12),
        ("src/app.py:L12", 12),
        ("src/app.py#L12", 12),
        ("src/app.py#12", 12),
        ("src/app.py: line 3", 3),
        ("src/app.py:3-5", 3),
        ("src/app.py#L3-L5", 3),
        ("src/app.py:5-3", 3),
        ("src/app.py:3:5", 3),
        ("src/app.py:3:99", 3),
        ("`src/app.py:3`", 3),
        ("`src/app.py`:3", 3),
        (" src/app.py:3\r\n", 3),
        ("<src/app.py:3>", 3),
        ("./src/app.py:3", 3),
        ("src//app.py:3", 3),
        ("src/../src/app.py:3", 3),
        ("a/src/app.py:3", 3),
        ("b/src/app.py:3", 3),
        ("src\\app.py:3", 3),
        (".\\src\\app.py:3", 3),
        ("/home/dev/project/src/app.py:3", 3),
        ("/var/cache/reading-root/src/app.py:3", 3),
        ("C:\\work\\project\\src\\app.py:3", 3),
        ("file:///home/dev/project/src/app.py#L3", 3),
        ("file:///var/cache/reading-root/src/app.py:3", 3),
        ("windows.bat:3", 3),
        ("mac.txt:1", 1),
    ],
)
def test_a_line_that_there_is_proves_however_it_is_written(prover: Prover, at: str, line: int) -> None:
    proof = prover.prove(at)
    assert (proof.holds, proof.line, proof.reason) == (True, line, None)


@pytest.mark.parametrize(
    ("at", "path"),
    [
        ("a/own.py:1", b"a/own.py"),
        ("docs/a:b#c.md:3", b"docs/a:b#c.md"),
        ("docs/notes:7:3", b"docs/notes:7"),
        ("docs/ac\u0327a\u0303o.md:1", "docs/ação.md".encode()),
        ('"bad\\377.py":1', b"bad\xff.py"),
    ],
)
def test_an_odd_name_is_the_file_that_has_it(prover: Prover, at: str, path: bytes) -> None:
    assert prover.prove(at)[:2] == (RepoPath(path), int(at[-1]))


@pytest.mark.parametrize(
    ("at", "reason"),
    [
        (None, NO_PLACE),
        ("", NO_PLACE),
        (" `` ", NO_PLACE),
        ("src/app.py", NO_LINE),
        ("src/app.py:", NO_LINE),
        ("src/app.py:somewhere", NO_LINE),
        ("src/app.py:3 and below", NO_LINE),
        ("src/app.py:1.5", NO_LINE),
        ("the tests", NO_LINE),
        (":3", "no file"),
        ("src/app.py:0", NO_SUCH_LINE),
        ("src/app.py:-3", NO_SUCH_LINE),
        ("src/app.py:13", NO_SUCH_LINE),
        ("src/app.py:3-13", NO_SUCH_LINE),
        ("src/app.py:0-3", NO_SUCH_LINE),
        ("src/app.py:999999999999999999", NO_SUCH_LINE),
        ("windows.bat:4", NO_SUCH_LINE),
        ("mac.txt:2", NO_SUCH_LINE),
        ("empty.txt:1", NO_SUCH_LINE),
        ("src/other.py:1", NO_SUCH_FILE),
        ("app.py:1", NO_SUCH_FILE),
        ("untracked.py:1", NO_SUCH_FILE),
        ("src:1", NO_SUCH_FILE),
        ("SRC/APP.PY:1", NO_SUCH_FILE),
        ("folder/app.py:1", NO_SUCH_FILE),
        ("sub/README:1", NO_SUCH_FILE),
        ("/home/dev/project/src/other.py:1", NO_SUCH_FILE),
        (f"{'x' * 5_000}:1", NO_SUCH_FILE),
        ("gone.py:1", OLD_ONLY),
        ("logo.png:1", NO_TEXT),
        ("sub:1", NO_TEXT),
        ("link.py:1", LINK),
        ("folder:1", LINK),
        ("passwd:1", LINK),
        ("folder/../src/app.py:1", LINK),
        ("/home/dev/project/folder/../src/app.py:1", LINK),
        ("../src/app.py:1", OUTSIDE),
        ("/etc/passwd:1", OUTSIDE),
        ("/home/dev/project/../other/app.py:1", OUTSIDE),
        ("file://elsewhere/home/dev/project/src/app.py:1", OUTSIDE),
        ("src/app.py\0:1", OUTSIDE),
    ],
)
def test_what_is_no_line_of_the_change_proves_nothing(prover: Prover, at: str | None, reason: str) -> None:
    proof = prover.prove(at)
    assert (proof.holds, proof.path, proof.line, proof.reason) == (False, None, None, reason)
