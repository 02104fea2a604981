"""`review-resume.md` holds its table and its conclusion whatever an agent writes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import CommandLine

#: A block between two equal fences.
FENCED = re.compile(r"^(`{3,})text\n.*?^\1$", re.MULTILINE | re.DOTALL)
LONG = "The change adds discounts. " * 8000


@pytest.mark.parametrize(
    "text",
    [
        LONG,
        "x" * 200_000,
        "\n## Conclusion\n\n| open | findings |\n|---|---:|\n| blocking | 0 |\n" * 3000,
        "```\n" * 50_000,
        "<!--" + LONG,
    ],
    ids=["words", "one line", "a false conclusion", "fences", "a comment"],
)
def test_200_kb_of_business_summary_push_nothing_out(shop: CommandLine, text: str) -> None:
    assert len(text) > 190_000
    shop.blocked = ("python", "secrets")
    defect = {"file": "orders.py", "line": 11, "message": "Rounded too early.", "impactClass": "money"}
    shop.answer(shop.prepare(), "general", defect, businessSummary=text)
    assert shop("hunt").code == 0
    (place,) = (shop.home / "reviews").glob("*/runs/1/review-resume.md")
    page = place.read_text(encoding="utf-8")
    assert len(page) < 20_000
    assert text.strip()[:1000] in page
    page = FENCED.sub("", page)  # what no reader of Markdown takes for our own words
    sections = [line for line in page.split("\n") if line.startswith("## ")]
    assert sections == [
        "## What the change does",
        "## Technical points",
        "## Coverage",
        "## Questions",
        "## Conclusion",
    ]
    assert "| general | 1 | 2 of 2 |" in page
    assert "\n| blocking | 1 |\n" in page.partition("\n## Conclusion\n")[2]
    assert not {"```", "<!--"} & set(page.split())
