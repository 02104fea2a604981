"""Short names are unique in the repository."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from houndsman.finalize.ids import shortest_ids, to_item
from houndsman.models.triage import Decision, StoredDecision, TriageItem

if TYPE_CHECKING:
    from tests.finalize.conftest import Bench


def test_six_characters_are_enough_where_nothing_is_near() -> None:
    assert shortest_ids(["a" * 64], ["b" * 64]) == {"a" * 64: "a" * 6}


def test_ids_grow_as_far_as_the_nearest_neighbour_asks() -> None:
    one, other, far = "abcdef01" + "0" * 56, "abcdef02" + "0" * 56, "ff" * 32
    assert shortest_ids([one], [other, far]) == {one: "abcdef01"}
    assert shortest_ids([one, other], []) == {one: "abcdef01", other: "abcdef02"}
    assert shortest_ids([far], [one, other, far]) == {far: "ffffff"}


def test_a_fingerprint_that_is_in_the_repository_is_no_neighbour_of_itself() -> None:
    assert shortest_ids(["a" * 64], ["a" * 64, "a" * 64]) == {"a" * 64: "a" * 6}


def test_who_is_alone_needs_no_more_than_is_asked_for() -> None:
    assert shortest_ids(["a" * 64], [], least=1) == {"a" * 64: "a"}


def test_a_name_that_begins_another_is_written_out() -> None:
    assert shortest_ids(["abcdef01"], ["abcdef0123"]) == {"abcdef01": "abcdef01"}


@pytest.mark.parametrize("decision", [None, Decision.EXECUTE])
def test_readers_see_the_record_as_it_is(bench: Bench, decision: Decision | None) -> None:
    said = {"file": "src/app.py", "line": 7, "endLine": 8, "rule": "timeouts", "message": "m", "action": "a"}
    bench.reply("api", {**said, "quote": "return db.run(query)"}, {**said, "rule": "another"})
    stored = next(each for each in bench.keep().findings if each.rule == "timeouts")
    decided = decision and StoredDecision.model_validate(
        {"fingerprint": stored.fingerprint, "decision": decision, "covered_hash": None}
    )
    item = to_item(stored, decided or None, "abcdef")
    assert (item.id, item.decision) == ("abcdef", decision or Decision.PENDING)
    for name in TriageItem.model_fields.keys() - {"id", "decision"}:
        assert getattr(item, name) == getattr(stored, name)
        assert getattr(item, name), f"{name} is filled in, or nothing is shown here"
