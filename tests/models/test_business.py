"""What a change is for: who says it, and whose business which part is."""

from __future__ import annotations

import pytest

from houndsman.models.business import BusinessSource, BusinessSummary, CommitWords, Fact
from houndsman.models.repo_path import RepoPath

A, B, C = (RepoPath(name) for name in (b"a.py", b"b.py", b"\xff.py"))


def fact(own_id: str, *files: RepoPath) -> Fact:
    """A fact of those files."""
    return Fact(id=own_id, title=own_id, at=tuple(f"{file}:1" for file in files), files=files)


SUMMARY = BusinessSummary(
    base="b",
    head="h",
    text="Words.",
    flows=(fact("F1", A), fact("F2", B), fact("F3", A, B)),
    invariants=(fact("I1", B),),
    contracts=(fact("K1", A),),
    states=(fact("S1", C),),
    commits=(CommitWords(sha="c", message="m"),),
)


@pytest.mark.parametrize(
    ("files", "ids"),
    [
        ((), []),
        ((A,), ["F1", "F3", "K1"]),
        ((B,), ["F2", "F3", "I1"]),
        ((C,), ["S1"]),
        ((A, B, C), ["F1", "F2", "F3", "I1", "K1", "S1"]),
        ((RepoPath(b"other"),), []),
    ],
)
def test_a_slice_holds_what_is_read_off_its_files_and_ids_stay(files: tuple[RepoPath, ...], ids: list[str]) -> None:
    mine = SUMMARY.slice_for(files)
    assert [each.id for each in (*mine.flows, *mine.invariants, *mine.contracts, *mine.states)] == ids
    assert (mine.text, mine.commits, mine.base, mine.head) == ("Words.", SUMMARY.commits, "b", "h")


def test_ranks() -> None:
    worst, middle, best = BusinessSource.DETERMINISTIC, BusinessSource.REVIEWER, BusinessSource.AI
    assert best.outranks(middle) and middle.outranks(worst) and best.outranks(worst)
    assert not any(each.outranks(each) for each in BusinessSource)
    assert not worst.outranks(best)


def test_it_is_read_back_as_it_was_written() -> None:
    assert BusinessSummary.model_validate(SUMMARY.to_json()) == SUMMARY


def test_where_facts_were_left_out_the_count_says_of_how_many() -> None:
    cut = SUMMARY.model_copy(update={"left_out": {"flows": 54}})
    assert cut.counts == {"flows": "3 of 57", "invariants": "1", "contracts": "1", "states": "1"}
    assert BusinessSummary.model_validate(cut.to_json()) == cut
