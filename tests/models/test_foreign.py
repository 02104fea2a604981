"""A finding of anyone's."""

from __future__ import annotations

import pytest

from houndsman.models.foreign import ForeignFinding


@pytest.mark.parametrize(
    ("file", "line", "placed"),
    [("a.py", 1, True), ("a.py", None, False), (None, 3, False), (None, None, False)],
)
def test_a_place_is_a_file_and_a_line(file: str | None, line: int | None, placed: bool) -> None:
    assert ForeignFinding(file, line).has_place is placed


@pytest.mark.parametrize(("line", "end_line", "last"), [(3, None, 3), (3, 5, 5), (None, None, 0)])
def test_the_last_line_is_the_first_where_no_other_is_said(line: int | None, end_line: int | None, last: int) -> None:
    assert ForeignFinding("a.py", line, end_line).last == last


def test_findings_do_not_share_what_could_be_changed() -> None:
    with pytest.raises(TypeError):
        ForeignFinding("a.py", 1).extra["x"] = 1  # type: ignore[index]
