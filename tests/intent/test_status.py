"""The line that prepare prints of a change's purpose."""

from __future__ import annotations

import pytest

from houndsman.intent.status import must_dispatch, status_line
from houndsman.models.business import BusinessSource, BusinessSummary, Fact
from houndsman.models.repo_path import RepoPath

FACT = Fact(id="F1", title="x", at=("a:1",), files=(RepoPath(b"a"),))
SILENT = BusinessSummary(base="b", head="h")


@pytest.mark.parametrize(
    ("update", "text_files", "line"),
    [
        (
            {},
            3,
            "intent: deterministic; nothing could be read off 3 text files: "
            "dispatch the intent step (business-brief.md) before the briefs",
        ),
        (
            {"states": (FACT,)},
            1,
            "intent: deterministic; nothing could be read off 1 text file: "
            "dispatch the intent step (business-brief.md) before the briefs",
        ),
        (
            {},
            0,
            "intent: deterministic; 0 flows, 0 invariants, 0 contracts, 0 states; "
            "intent step not needed: no text to review",
        ),
        (
            {"flows": (FACT,), "contracts": (FACT, FACT)},
            1,
            "intent: deterministic; 1 flow, 0 invariants, 2 contracts, 0 states; "
            "intent step not needed: enough was read off the diff",
        ),
        (
            {"flows": (FACT,), "left_out": {"flows": 56, "states": 2}},
            1,
            "intent: deterministic; 1 of 57 flows, 0 invariants, 0 contracts, 0 of 2 states; "
            "intent step not needed: enough was read off the diff",
        ),
        (
            {"source": BusinessSource.AI},
            3,
            "intent: ai; 0 flows, 0 invariants, 0 contracts, 0 states; "
            "intent step not needed: the ai said what the change is for",
        ),
    ],
)
def test_the_line(update: dict[str, object], text_files: int, line: str) -> None:
    summary = SILENT.model_copy(update=update)
    assert status_line(summary, text_files) == line
    assert must_dispatch(summary, text_files) is ("dispatch the intent step" in line)
