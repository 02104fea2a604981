"""Everything that git can hold is read as git reads it, and as whoever made the case says that it is right."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from houndsman.errors import ExitCode
from houndsman.models.change import FileKind
from houndsman.models.finding import Anchor
from houndsman.models.manifest import NOTHING_TO_REVIEW, READY
from houndsman.testing.odd_repositories import CASES, OddRepository, Row, contents, refusals

if TYPE_CHECKING:
    from tests.conftest import CommandLine
    from tests.reading.conftest import GitSays

REFUSED = [case.name for case in refusals.CASES]
READ = [name for name in CASES if name not in REFUSED]


@pytest.mark.parametrize("odd_repository", READ, indirect=True)
def test_it_is_read_as_git_and_the_case_say(odd: OddRepository, houndsman: CommandLine, git_says: GitSays) -> None:
    manifest = houndsman.prepare(*odd.target)
    rows = {Row.of(file) for file in manifest.files}
    assert rows == odd.rows
    assert len(manifest.files) == len(rows)
    ours = houndsman.home.glob("shadow/*/objects")  # for commits that are not the user's
    # What git-lfs makes of a file is no affair of git's.
    plain = {row._replace(kind=FileKind.TEXT) if row.kind is FileKind.LFS else row for row in rows}
    assert plain == git_says(odd.place, manifest.target.left, manifest.target.head, ours)
    assert manifest.status == (READY if rows else NOTHING_TO_REVIEW)


@pytest.mark.parametrize("odd_repository", REFUSED, indirect=True)
def test_what_cannot_be_reviewed_is_refused_with_what_helps(odd: OddRepository, houndsman: CommandLine) -> None:
    assert odd.refusal is not None
    ran = houndsman("prepare", "--json", *odd.target)
    assert (ran.code, ran.out) == (ExitCode.USAGE, "")
    assert odd.refusal.says in ran.err
    assert odd.refusal.helps in ran.err.partition(odd.refusal.says)[2]


@pytest.mark.parametrize("odd_repository", [case.name for case in contents.CASES], indirect=True)
def test_a_quote_lands_on_its_line(odd: OddRepository, houndsman: CommandLine) -> None:
    assert odd.quotes
    manifest = houndsman.prepare(*odd.target)
    findings = {
        f"logic:quote-{number}-claimed-at-{claim}": (quote, claim)
        for number, quote in enumerate(odd.quotes)
        for claim in (quote.line, quote.line + 2, 99)
    }
    told = [
        {"file": quote.path.decode(), "line": claim, "quote": quote.text, "rule": rule, "message": "Here."}
        for rule, (quote, claim) in findings.items()
    ]
    houndsman.answer(manifest, "general", *told)
    houndsman("finalize", *odd.target)
    found = [item for item in houndsman.findings(*odd.target) if "general" in item.watchdogs]
    placed = {str(item.rule): (item.line, item.anchor) for item in found}
    assert {rule: line for rule, (line, _) in placed.items()} == {rule: q.line for rule, (q, _) in findings.items()}
    assert {anchor for _, anchor in placed.values()} <= {Anchor.EXACT, Anchor.RELOCATED}
