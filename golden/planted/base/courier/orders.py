"""Orders and what happens to them."""

from dataclasses import dataclass, field


@dataclass
class Order:
    """One customer's parcels."""

    number: int
    customer: str
    cents: int
    parcels: list[str] = field(default_factory=list)
    paid: bool = False


def pay(order: Order, cents: int) -> int:
    """Take a payment; return the change."""
    if cents < order.cents:
        raise ValueError("not enough")
    order.paid = True
    return cents - order.cents
