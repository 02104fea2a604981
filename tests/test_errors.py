from __future__ import annotations

from collections.abc import Iterator

import pytest

from houndsman import errors
from houndsman.errors import PRECEDENCE, ExitCode, HoundsmanError, worst


def tree(root: type[HoundsmanError]) -> Iterator[type[HoundsmanError]]:
    yield root
    for child in root.__subclasses__():
        yield from tree(child)


@pytest.mark.parametrize(
    ("where", "hint", "text"),
    [
        (None, None, "it broke"),
        ("a.toml:3", None, "a.toml:3: it broke"),
        (None, "Mend it.", "it broke\n  Mend it."),
        ("a.toml:3", "Mend it.", "a.toml:3: it broke\n  Mend it."),
    ],
)
def test_an_error_says_where_what_and_what_next(where: str | None, hint: str | None, text: str) -> None:
    error = HoundsmanError("it broke", where=where, hint=hint)
    assert str(error) == text
    assert (error.what, error.where, error.hint) == ("it broke", where, hint)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("UsageError", 2),
        ("ConfigError", 2),
        ("GitError", 2),
        ("TargetError", 2),
        ("BusyError", 2),
        ("IncompleteError", 3),
        ("CheckUnavailable", 3),
        ("StoreError", 4),
        ("ChangeParseError", 4),
        ("HoundsmanError", 4),
    ],
)
def test_each_error_carries_its_exit_code(name: str, code: int) -> None:
    kind = getattr(errors, name)
    assert issubclass(kind, HoundsmanError)
    assert kind.exit_code == code


def test_no_error_passes_for_success_or_for_findings() -> None:
    passing = {ExitCode.CLEAN, ExitCode.FINDINGS}
    assert [kind.__name__ for kind in tree(HoundsmanError) if kind.exit_code in passing] == []


def test_every_code_has_its_place_in_the_precedence() -> None:
    assert sorted(PRECEDENCE) == sorted(ExitCode)


@pytest.mark.parametrize(
    ("codes", "expected"),
    [
        ([], 0),
        ([0, 0], 0),
        ([0, 1], 1),
        ([1, 3], 3),
        ([3, 1, 2], 2),
        ([2, 4], 4),
        ([4, 130, 0], 130),
    ],
)
def test_the_worst_code_wins(codes: list[int], expected: int) -> None:
    assert worst(ExitCode(code) for code in codes) == expected
