"""Ten fixes as people write them, each with what came along: the lines of the defect are proposed, and as a proposal.

`fixes/*.txt` holds a message, then each file as one diff with everything around: `+` and `-` as usual, and at lines
before the fix `!` for one that the fix changed and that was the defect, `>` for one beside which something was missing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from houndsman.classify.exclusions import Exclusions
from houndsman.classify.marks import Marks
from houndsman.git.runner import Git
from houndsman.git.samples import SampleRepository
from houndsman.git.sources import CommitSources
from houndsman.golden.from_fix import MOST, Fix, propose
from houndsman.models.change import Change, ChangedFile
from houndsman.models.golden import GoldenAnchor

FIXES = sorted((Path(__file__).parent / "fixes").glob("*.txt"))

#: At least so many of the ten must come first in what is proposed.
RIGHT = 8

#: What the harness itself leaves out of every brief.
NOBODYS = Exclusions((), Marks()).reason

ReadChange = Callable[[str, str], Change]


class Written(NamedTuple):
    """A fix, taken apart."""

    message: str
    before: dict[str, str]
    after: dict[str, str]
    right: set[tuple[str, int]]


def _read(place: Path) -> Written:
    message, *files = re.split(r"^=== (.+)\n", place.read_text(encoding="utf-8"), flags=re.MULTILINE)
    written = Written(message, {}, {}, set())
    for path, diff in zip(files[::2], files[1::2], strict=True):
        lines = [(line[:1] or " ", line[1:] + "\n") for line in diff.splitlines()]
        before = [(sign, line) for sign, line in lines if sign != "+"]
        written.before[path] = "".join(line for _, line in before)
        written.after[path] = "".join(line for sign, line in lines if sign not in "-!")
        written.right.update((path, number) for number, (sign, _) in enumerate(before, 1) if sign in "!>")
    return written


def _commit(sample: SampleRepository, tree: dict[str, str], message: str) -> str:
    for path, content in tree.items():
        sample.write(path, content)
    return sample.commit(message)


@pytest.fixture
def proposed(sample: SampleRepository, git: Git, read_change: ReadChange) -> Callable[..., tuple[GoldenAnchor, ...]]:
    """What is proposed for a fix from one tree to another."""

    def of(
        before: dict[str, str],
        after: dict[str, str],
        message: str,
        left_out: Callable[[ChangedFile], str | None] = NOBODYS,
    ) -> tuple[GoldenAnchor, ...]:
        parent, commit = _commit(sample, before, "Before"), _commit(sample, after, message)
        with CommitSources(git, parent, commit) as sources:
            return propose(Fix(commit, message, read_change(parent, commit)), sources, left_out)

    return of


def _lines(anchor: GoldenAnchor) -> set[tuple[str, int]]:
    return {(anchor.file or "", line) for line in range(anchor.line or 0, anchor.last + 1)}


Propose = Callable[..., tuple[GoldenAnchor, ...]]


def test_the_right_lines_come_first(proposed: Propose) -> None:
    assert len(FIXES) == 10
    wrong = {}
    for place in FIXES:
        fix = _read(place)
        assert fix.right
        found = proposed(fix.before, fix.after, fix.message)
        if not found or not _lines(found[0]) <= fix.right:
            wrong[place.stem] = [(each.file, each.line, each.end_line) for each in found]
    assert len(FIXES) - len(wrong) >= RIGHT, wrong


@pytest.mark.parametrize("place", FIXES, ids=[place.stem for place in FIXES])
def test_what_is_proposed_says_so(proposed: Propose, place: Path) -> None:
    fix = _read(place)
    found = proposed(fix.before, fix.after, fix.message)
    assert 1 <= len(found) <= MOST
    for anchor in found:
        assert anchor.extra["proposed"] is True
        assert anchor.note == fix.message.split("\n")[0]
        lines = fix.before[anchor.file or ""].split("\n")
        assert anchor.code == "\n".join(lines[(anchor.line or 0) - 1 : anchor.last])
    assert {anchor.file for anchor in found} <= {path for path, _ in fix.right} | {"portal/settings.py"}


def test_a_file_that_nobody_wrote_is_left_out(proposed: Propose) -> None:
    trees = ({"a.py": "x = 1\n", "b.py": "y = 1\n"}, {"a.py": "x = 2\n", "b.py": "y = 2\n"})
    found = proposed(*trees, "Fix", lambda file: "generated" if str(file.path) == "a.py" else None)
    assert [anchor.file for anchor in found] == ["b.py"]


def test_a_renamed_file_is_named_as_it_was(sample: SampleRepository, git: Git, read_change: ReadChange) -> None:
    body = "".join(f"line_{number} = {number}\n" for number in range(20))
    sample.write("old.py", body)
    parent = sample.commit("Before")
    sample.remove("old.py")
    sample.write("new.py", body.replace("= 7\n", "= 8\n"))
    commit = sample.commit("Fix the seventh line")
    with CommitSources(git, parent, commit) as sources:
        (anchor,) = propose(Fix(commit, "Fix", read_change(parent, commit)), sources, lambda file: None)
    assert (anchor.file, anchor.line, anchor.case) == ("old.py", 8, f"fix-{commit[:10]}")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"tests/test_a.py": "x = 1\n"}, {"tests/test_a.py": "x = 2\n"}),
        ({"a.py": "x = 1  # one\n"}, {"a.py": "x = 1\n"}),
        ({"a.py": "x = 'a'\n"}, {"a.py": 'x = "a"\n'}),
        ({"a.py": "x = 1\n"}, {"b.py": "y = 1\n"}),
        ({"a.py": "x = 1\n"}, {}),
    ],
    ids=["tests", "comments", "quotes", "new files", "nothing"],
)
def test_a_fix_that_changes_no_code_gives_none(
    proposed: Propose, before: dict[str, str], after: dict[str, str]
) -> None:
    assert proposed(before, after, "Fix") == ()
