"""Short names are unique in the repository."""

from __future__ import annotations

from houndsman.finalize.ids import shortest_ids


def test_six_characters_are_enough_where_nothing_is_near() -> None:
    assert shortest_ids(["a" * 64], ["b" * 64]) == {"a" * 64: "a" * 6}


def test_ids_grow_as_far_as_the_nearest_neighbour_asks() -> None:
    one, other, far = "abcdef01" + "0" * 56, "abcdef02" + "0" * 56, "ff" * 32
    assert shortest_ids([one], [other, far]) == {one: "abcdef01"}
    assert shortest_ids([one, other], []) == {one: "abcdef01", other: "abcdef02"}
    assert shortest_ids([far], [one, other, far]) == {far: "ffffff"}


def test_a_fingerprint_that_is_in_the_repository_is_no_neighbour_of_itself() -> None:
    assert shortest_ids(["a" * 64], ["a" * 64, "a" * 64]) == {"a" * 64: "a" * 6}
