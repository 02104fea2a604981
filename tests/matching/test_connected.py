"""Connections add up, and the least position speaks for all."""

from __future__ import annotations

from houndsman.matching.connected import Connected


def test_connections_add_up_and_the_least_comes_first() -> None:
    connected = Connected(6)
    assert connected.join(4, 5)
    assert connected.join(2, 4)
    assert connected.join(3, 0)
    assert [connected.first(at) for at in range(6)] == [0, 1, 2, 0, 2, 2]


def test_it_says_whether_the_two_were_apart() -> None:
    connected = Connected(3)
    assert [connected.join(*pair) for pair in ((0, 1), (1, 2), (0, 2), (2, 2))] == [True, True, False, False]
