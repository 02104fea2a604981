"""Whether anchors stand where their golden set says."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from houndsman.errors import GitError
from houndsman.golden.at_commit import check_at_commit
from houndsman.golden.complaint import Complaint, Weight
from houndsman.models.finding import Side
from houndsman.models.golden import GoldenAnchor, GoldenCase

FILE = (b"def pay():", b"    total = 0.1", b"", b"\ttotal  +=  tax", b"    return total", b"    total = 0.1  # again")
ANCHOR = GoldenAnchor("float", "pay", "pay.py", 2, source="pay.json: expected[0]")
SEVERAL = tuple(ANCHOR._replace(id=f"d{number}") for number in range(5))


def read(commit: str, path: str) -> Sequence[bytes] | None:
    if commit != "abc":
        raise GitError(f"the commit {commit!r} is not in this repository", hint="Fetch it.")
    return FILE if path == "pay.py" else None


def check(*anchors: GoldenAnchor, commit: str | None = "abc") -> list[Complaint]:
    return list(check_at_commit([GoldenCase("pay", anchors, commit=commit)], "golden/pay.json", read))


@pytest.mark.parametrize(
    "anchor",
    [
        ANCHOR,
        ANCHOR._replace(line=6),
        ANCHOR._replace(line=1, end_line=6),
        ANCHOR._replace(line=None),
        ANCHOR._replace(file=None, line=None),
        ANCHOR._replace(code="total = 0.1"),
        ANCHOR._replace(code="  total   = 0.1\n\n total += tax\n"),
        ANCHOR._replace(line=1, end_line=4, code="total += tax"),
        ANCHOR._replace(code=""),
        ANCHOR._replace(line=3, code="  \n"),
    ],
)
def test_what_stands_where_it_should(anchor: GoldenAnchor) -> None:
    assert check(anchor) == []


@pytest.mark.parametrize(
    ("anchor", "code", "what", "hint"),
    [
        (ANCHOR._replace(file="cart.py"), "file-missing", "no file 'cart.py' at 'abc'", "Put the path right"),
        (ANCHOR._replace(file="cart.py", line=None), "file-missing", "no file 'cart.py'", "Put the path right"),
        (ANCHOR._replace(line=7), "beyond-file", "only 6 lines, and so no line 7", "Put the lines right"),
        (ANCHOR._replace(end_line=7), "beyond-file", "so no lines 2 to 7", "Put the lines right"),
        (ANCHOR._replace(line=7, code="total += tax"), "beyond-file", "no line 7", "stands at line 4"),
        (ANCHOR._replace(line=4, code="total = 0.1"), "code-differs", "stands at line 4", "stands at line 2, 6"),
        (ANCHOR._replace(line=3, end_line=5, code="def pay"), "code-differs", "stands at line 3", "at line 1:"),
        (ANCHOR._replace(code="total = 0.2"), "code-differs", "stands at line 2", "Put the lines right"),
        (ANCHOR._replace(code="otal = 0.1"), "code-differs", "stands at line 2", "Put the lines right"),
    ],
)
def test_what_does_not(anchor: GoldenAnchor, code: str, what: str, hint: str) -> None:
    (complaint,) = check(anchor)
    assert (complaint.code, complaint.place, complaint.weight) == (code, "pay.json: expected[0]", Weight.ERROR)
    assert what in complaint.what
    assert hint in complaint.hint


@pytest.mark.parametrize(
    ("commit", "anchor", "reason"),
    [
        (None, ANCHOR, "no `commit` is given"),
        ("def", ANCHOR, "the commit 'def' is not in this repository"),
        ("abc", ANCHOR._replace(side=Side.OLD), "on the old side"),
        (None, ANCHOR._replace(side=Side.OLD), "no `commit` is given"),
    ],
)
def test_what_cannot_be_looked_at_is_said(commit: str | None, anchor: GoldenAnchor, reason: str) -> None:
    (complaint,) = check(anchor, commit=commit)
    assert (complaint.code, complaint.place, complaint.weight) == ("not-checked", "golden/pay.json", Weight.NOTE)
    assert reason in complaint.what
    assert "'float'" in complaint.what
    assert complaint.hint


def test_without_a_repository_nothing_is_looked_at() -> None:
    (complaint,) = check_at_commit([GoldenCase("pay", SEVERAL)], "golden", None)
    assert complaint.what == (
        "file, lines and code of 'd0', 'd1', 'd2' and 2 more were not checked: there is no repository here"
    )


def test_each_file_of_a_commit_is_read_once() -> None:
    asked = []

    def counting(commit: str, path: str) -> Sequence[bytes] | None:
        asked.append((commit, path))
        return FILE

    names = ["abc", "def", "abc", "def"]
    cases = [GoldenCase(str(number), SEVERAL, commit=commit) for number, commit in enumerate(names)]
    assert list(check_at_commit(cases, "golden", counting)) == []
    assert asked == [("abc", "pay.py"), ("def", "pay.py")]
