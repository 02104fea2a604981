"""Where the paths of a stranger's report are in the repository."""

from __future__ import annotations

import unicodedata

import pytest

from houndsman.exchange.roots import OUTSIDE_ROOT, UNKNOWN_ROOT, Roots, Unplaced, place_findings
from houndsman.models.foreign import ForeignFinding

KNOWN = frozenset({"src/pay.py", "pay.py", "lib/deep/cart.py", "a/inner.py", "src/a b.py", "Café.py", "back\\slash.py"})


@pytest.mark.parametrize(
    ("path", "placed"),
    [
        # relative: as it is, in the plain form
        ("src/pay.py", "src/pay.py"),
        ("./src/pay.py", "src/pay.py"),
        ("src//./x/../pay.py", "src/pay.py"),
        ("src\\pay.py", "src/pay.py"),
        ("back\\slash.py", "back\\slash.py"),
        ("deep/cart.py", "deep/cart.py"),  # a suffix alone is no proof
        ("../src/pay.py", "../src/pay.py"),
        ("other.py", "other.py"),
        ('"bad\\377.py"', '"bad\\377.py"'),
        ("src/a%20b.py", "src/a%20b.py"),
        # the prefixes of a diff, only where the rest is known
        ("a/src/pay.py", "src/pay.py"),
        ("b/src/pay.py", "src/pay.py"),
        ("a/inner.py", "a/inner.py"),
        ("b/other.py", "b/other.py"),
        # absolute: the longest known path that it ends with
        ("/home/ada/shop/src/pay.py", "src/pay.py"),
        ("/home/ada/shop/pay.py", "pay.py"),
        ("/lib/deep/cart.py", "lib/deep/cart.py"),
        ("/home/ada/../ada/shop/src/./pay.py", "src/pay.py"),
        ("C:\\shop\\src\\pay.py", "src/pay.py"),
        ("\\\\server\\share\\src\\pay.py", "src/pay.py"),
        ("file:///src/pay.py", "src/pay.py"),
        ("file:///home/ada/src/a%20b.py", "src/a b.py"),
        ("file://localhost/home/src/pay.py", "src/pay.py"),
        ("file://server/share/src/pay.py", "src/pay.py"),
        ("file:///C:/shop/src/pay.py", "src/pay.py"),
        ("FILE:/home/src/pay.py", "src/pay.py"),
        # another Unicode form of a name
        (unicodedata.normalize("NFD", "Café.py"), "Café.py"),
        ("/home/" + unicodedata.normalize("NFD", "Café.py"), "Café.py"),
    ],
)
def test_paths_without_a_root(path: str, placed: str) -> None:
    assert Roots(None, KNOWN).place(path) == (placed, None)


@pytest.mark.parametrize(
    ("path", "kept"),
    [
        ("/home/ada/shop/other.py", "/home/ada/shop/other.py"),
        ("/home/ada/shop/xsrc/cart.py", "/home/ada/shop/xsrc/cart.py"),
        ("/home/shop/mypay.py", "/home/shop/mypay.py"),  # whole parts only
        ("file:///home/a%20b/other.py", "/home/a b/other.py"),
        ("c:\\shop\\other.py", "C:/shop/other.py"),
        ("/", "/"),
    ],
)
def test_an_absolute_path_that_nobody_knows_is_kept_and_told(path: str, kept: str) -> None:
    assert Roots(None, KNOWN).place(path) == (kept, UNKNOWN_ROOT)


@pytest.mark.parametrize(
    ("root", "path", "placed", "why_not"),
    [
        ("/build", "/build/src/pay.py", "src/pay.py", None),
        ("/build/", "/build/new/other.py", "new/other.py", None),
        ("/build/./x/..", "/build//src/pay.py", "src/pay.py", None),
        ("file:///build", "/build/src/pay.py", "src/pay.py", None),
        ("/build", "file:///build/src/a%20b.py", "src/a b.py", None),
        ("C:\\build", "c:/build/src/pay.py", "src/pay.py", None),
        ("/", "/src/pay.py", "src/pay.py", None),
        ("build", "build/src/pay.py", "src/pay.py", None),
        ("build", "./build/other.py", "other.py", None),
        ("src", "src/pay.py", "pay.py", None),  # asked for, and known
        ("lib", "lib/deep/cart.py", "lib/deep/cart.py", None),  # known as it is, and not without
        ("/build", "src/pay.py", "src/pay.py", None),
        ("/build", "b/src/pay.py", "src/pay.py", None),
        ("/build", "/builds/src/pay.py", "/builds/src/pay.py", OUTSIDE_ROOT),
        ("/build", "/usr/include/stdio.h", "/usr/include/stdio.h", OUTSIDE_ROOT),
        ("/build", "/build", "/build", OUTSIDE_ROOT),
    ],
)
def test_a_root_that_is_named_is_taken_off(root: str, path: str, placed: str, why_not: Unplaced | None) -> None:
    assert Roots(root, KNOWN).place(path) == (placed, why_not)


def test_known_paths_may_come_in_any_collection() -> None:
    assert Roots(None, ["src/pay.py"]).place("/x/src/pay.py") == ("src/pay.py", None)


def test_findings_are_placed_and_every_one_that_is_not_is_told() -> None:
    told: list[tuple[str, str]] = []
    paths = ["/x/src/pay.py", "src/pay.py", "/y/other.py", None, "/y/other.py", "./pay.py"]
    findings = [ForeignFinding(path, 1, message="m", source=f"r:{at}") for at, path in enumerate(paths)]
    placed = place_findings(findings, Roots(None, KNOWN), lambda code, _, place: told.append((code, place)))
    assert [finding.file for finding in placed] == [
        "src/pay.py",
        "src/pay.py",
        "/y/other.py",
        None,
        "/y/other.py",
        "pay.py",
    ]
    assert [finding._replace(file=None) for finding in placed] == [each._replace(file=None) for each in findings]
    assert told == [("unknown-root", "r:2"), ("unknown-root", "r:4")]
