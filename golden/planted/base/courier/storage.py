"""Orders in the database."""

import sqlite3

from courier.orders import Order


def connect(path: str) -> sqlite3.Connection:
    """Open the database."""
    return sqlite3.connect(path)


def save(db: sqlite3.Connection, order: Order) -> None:
    """Write an order."""
    db.execute("INSERT INTO orders VALUES (?, ?, ?)", (order.number, order.customer, order.cents))
    db.commit()


def of_customer(db: sqlite3.Connection, customer: str) -> list[int]:
    """Numbers of a customer's orders."""
    rows = db.execute("SELECT number FROM orders WHERE customer = ?", (customer,))
    return [number for (number,) in rows]
