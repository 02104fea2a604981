"""What a parcel costs, in cents."""

#: Upper end of each bracket, in grams and included, and its price.
BRACKETS = ((1_000, 490), (5_000, 790), (20_000, 1_490))

REMOTE_SURCHARGE = 600


class TooHeavy(ValueError):
    """The parcel must go by freight."""


def price(grams: int, remote: bool = False) -> int:
    """The price of a parcel."""
    for limit, cents in BRACKETS:
        if grams <= limit:
            return cents + (REMOTE_SURCHARGE if remote else 0)
    raise TooHeavy(f"{grams} g")
