"""Which case a finding belongs to."""

from __future__ import annotations

import pytest

from houndsman.golden.placing import Placing, Stray
from tests.golden.making import anchor, golden_set

SEVERAL = golden_set(
    anchor("a", 1, case="cart"), anchor("b", 1, case="pay"), anchor("c", 1, case="pay", file="cart.py"), clean=["tax"]
)
ONE_NAMED = golden_set(anchor("a", 1, case="pr-7"))
ONE_UNNAMED = golden_set(anchor("a", 1, case="golden"), stem="golden")


@pytest.mark.parametrize(
    ("case", "file", "belongs"),
    [
        pytest.param("pay", "pay.py", 1, id="to the one it names"),
        pytest.param("tax", "pay.py", 2, id="to the one it names, wherever its file is"),
        pytest.param("pay", None, 1, id="to the one it names, without a file"),
        pytest.param(None, "pay.py", 1, id="to the one that holds its file"),
        pytest.param(None, "tax.py", 2, id="to a clean one that holds its file"),
        pytest.param("pr-7", "pay.py", Stray.UNKNOWN_CASE, id="to none that it names, though one holds its file"),
        pytest.param(None, "cart.py", Stray.SHARED_FILE, id="to neither of two that hold its file"),
        pytest.param(None, "else.py", Stray.UNHELD_FILE, id="to none if none holds its file"),
        pytest.param(None, None, Stray.UNHELD_FILE, id="to none without a word"),
    ],
)
def test_among_several_cases(case: str | None, file: str | None, belongs: int) -> None:
    assert Placing(SEVERAL).of(case, file) == belongs


@pytest.mark.parametrize(
    ("case", "file", "belongs"),
    [
        pytest.param(None, "else.py", 0, id="a file that it does not hold"),
        pytest.param(None, None, 0, id="no file"),
        pytest.param("pr-7", "else.py", 0, id="its name"),
        pytest.param("pr-8", "pr-7.py", Stray.UNKNOWN_CASE, id="another name"),
    ],
)
def test_the_only_case_holds_whatever_names_no_other(case: str | None, file: str | None, belongs: int) -> None:
    assert Placing(ONE_NAMED).of(case, file) == belongs


def test_a_set_that_names_no_case_takes_no_notice_of_the_names_of_others() -> None:
    assert Placing(ONE_UNNAMED).of("516", "else.py") == 0


def test_a_file_is_held_by_any_case() -> None:
    placing = Placing(SEVERAL)
    assert [placing.holds(file) for file in ("cart.py", "tax.py", "else.py")] == [True, True, False]
