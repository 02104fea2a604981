"""The repository that most of these tests review: a shop, and a change to it in which no scanner finds anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import CommandLine

ORDERS = """\
from decimal import Decimal


def total(items):
    return sum((item.price * item.count for item in items), Decimal(0))
"""

DISCOUNT = """\


def discounted(items, percent):
    result = Decimal(0)
    for item in items:
        result += round(item.price * item.count * (100 - percent) / 100, 2)
    return result
"""


@pytest.fixture
def shop(houndsman: CommandLine) -> CommandLine:
    """`main` holds a shop; `feature`, checked out, adds a function to `orders.py` and a line to `README.md`."""
    repository = houndsman.repository
    repository.write("orders.py", ORDERS)
    repository.write("settings.py", "PAGE = 20\n")
    repository.write("README.md", "# Shop\n")
    repository.commit("A shop")
    repository.branch("feature")
    repository.write("orders.py", ORDERS + DISCOUNT)
    repository.write("README.md", "# Shop\n\nNow with discounts.\n")
    repository.commit("Discounts")
    return houndsman
