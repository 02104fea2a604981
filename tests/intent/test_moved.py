"""What moved from one file to another is told once at most."""

from __future__ import annotations

import pytest

from houndsman.testing.trees import Tree
from tests.intent.conftest import Derive, told

PAY = "def pay(card):\n    return charge(card)\n"
ORDER = "class Order(Base):\n    total: int\n\n    def pay(self):\n        return 1\n"
TEST = "def test_pay():\n    r = pay()\n    assert r == 1\n"
REST = "def kept():\n    return 'long enough for nobody to take the rest for a rename'\n" * 5


@pytest.mark.parametrize(
    ("before", "after", "facts"),
    [
        pytest.param(PAY, PAY, ["K function pay(card): moved from a.py @ 1,2"], id="a function"),
        pytest.param(ORDER, ORDER, ["K class Order(Base) with total, pay: moved from a.py @ 1"], id="a class"),
        pytest.param("LIMIT = 7\n", "LIMIT = 7\n", ["K constant LIMIT: moved from a.py @ 1"], id="a constant"),
        pytest.param(
            PAY,
            PAY.replace("charge", "bill"),
            ["F function pay(card): added @ 1,2", "K function pay(card): removed (stood there before) @ 1"],
            id="another of the same name",
        ),
    ],
)
def test_code(derived: Derive, before: str, after: str, facts: list[str]) -> None:
    assert told(derived({"a.py": before + REST, "b.py": REST}, {"a.py": REST, "b.py": after + REST})) == facts


@pytest.mark.parametrize(
    ("after", "facts"),
    [
        (TEST, []),
        (TEST.replace("pay()", "pay(card)").replace("r ", "rv "), []),
        (
            TEST.replace("== 1", "== 2"),
            ["I test test_pay: moved from tests/test_a.py with 1 assertion: assert r == 2 @ 1,3"],
        ),
    ],
)
def test_tests(derived: Derive, after: str, facts: list[str]) -> None:
    before: Tree = {"tests/test_a.py": TEST + REST, "tests/test_b.py": REST}
    assert told(derived(before, {"tests/test_a.py": REST, "tests/test_b.py": after + REST})) == facts


def test_where_it_went_is_not_guessed_among_several(derived: Derive) -> None:
    before: Tree = {"a.py": PAY + REST, "b.py": REST, "c.py": REST}
    after: Tree = {"a.py": REST, "b.py": PAY + REST, "c.py": PAY + REST}
    assert [fact.partition(": ")[2].partition(" ")[0] for fact in told(derived(before, after))] == [
        "added",
        "added",
        "removed",
    ]
