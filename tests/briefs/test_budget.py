"""floor + ceil((ceiling - floor) x min(files, 40) / 40), for reads and for searches."""

from __future__ import annotations

import pytest

from houndsman.briefs.budget import exploration


@pytest.mark.parametrize(
    ("files", "ordinary", "general"),
    [(0, 6, 10), (1, 7, 11), (5, 7, 12), (6, 8, 13), (20, 10, 17), (39, 14, 24), (40, 14, 24), (6_000, 14, 24)],
)
def test_the_budget_grows_with_the_files_up_to_forty(files: int, ordinary: int, general: int) -> None:
    assert exploration("payments", files) == (ordinary, ordinary)
    assert exploration("general", files) == (general, general)
