"""`business-brief.md`: what is known of a change's purpose, and the task of whoever may say it better.

In: a summary, and where the agent reads and writes. Out: Markdown in which everything foreign is data.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from houndsman.models.business import BusinessSource, BusinessSummary, Fact
from houndsman.models.repo_path import RepoPath
from houndsman.prompt.foreign import Shown, block, inline, ours, path
from houndsman.prompt.render import render
from houndsman.prompt.reply import EXAMPLE_FILE

#: Characters of `text` that are asked for.
ASKED_CHARS = 1_500

_TITLE_CHARS = 300
_MESSAGE_CHARS = 1_000


def render_business_brief(
    summary: BusinessSummary, reading_root: Path, output: Path, language: str | None = None
) -> str:
    """The brief of the intent step.

    Args:
        summary: what is known so far.
        reading_root: the folder with the whole repository as of the change.
        output: the `business-summary.json` in staging that the agent writes.
        language: of the words to write, such as `pt-BR`; None for the agent's own choice.
    """
    kinds = {"Flows": summary.flows, "Invariants": summary.invariants}
    kinds |= {"Contracts": summary.contracts, "States": summary.states}
    return render(
        "business-brief.md.j2",
        base=inline(summary.base),
        head=inline(summary.head),
        source=ours(summary.source),
        worktree=path(RepoPath(os.fsencode(reading_root))),
        output=path(RepoPath(os.fsencode(output))),
        language=inline(language) if language else None,
        text=block(summary.text, None) if summary.text else None,
        kinds=[
            {
                "name": ours(name),
                "count": ours(summary.counts[name.lower()]),
                "facts": [_fact(fact) for fact in facts],
            }
            for name, facts in kinds.items()
        ],
        commits=[
            {"sha": inline(each.sha[:12]), "message": block(each.message, _MESSAGE_CHARS)} for each in summary.commits
        ],
        chars=ASKED_CHARS,
        example=block(example(summary), None, info="json"),
    )


def example(summary: BusinessSummary) -> str:
    """A valid answer of the intent step, for the change of `summary`."""
    answer = {
        "version": summary.version,
        "source": BusinessSource.AI,
        "base": summary.base,
        "head": summary.head,
        "text": "Customers may now split a payment between two cards. The order stays open until both are charged.",
        "flows": [{"title": "paying an order with two cards", "at": [f"{EXAMPLE_FILE}:12"]}],
        "invariants": [{"title": "the two parts add up to the order's total", "at": [f"{EXAMPLE_FILE}:40"]}],
        "contracts": [],
        "states": [{"title": "an order that is partly paid", "at": [f"{EXAMPLE_FILE}:7"]}],
    }
    return json.dumps(answer, indent=1, ensure_ascii=False)


def _fact(fact: Fact) -> dict[str, Shown]:
    return {
        "id": inline(fact.id),
        "title": inline(fact.title, _TITLE_CHARS),
        "at": ours(", ".join(inline(place, 400) for place in fact.at)),
    }
