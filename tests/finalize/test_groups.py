"""A group lasts as long as its members do, and each link says why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houndsman.finalize.groups import link_note, linked_with
from houndsman.models.change import Hunk
from houndsman.models.finding import Note
from houndsman.models.triage import Status, StoredFinding

if TYPE_CHECKING:
    from tests.finalize.conftest import Bench

ROUNDS = "Rounding each line before the sum loses cents"
REWORDED = "Rounding each line before summing loses cents"
SLOW = "The query runs once for each of the rows"
TEXT = "".join(f"call_{number}()\n" for number in range(1, 31))


def said(line: int, message: str = ROUNDS, rule: str = "logic:a") -> dict[str, object]:
    return {"file": "m.py", "line": line, "quote": f"call_{line}()", "rule": rule, "message": message}


def report(bench: Bench, *findings: dict[str, object]) -> dict[str, StoredFinding]:
    """What the review holds after a run in which `general` reports `findings`, by rule."""
    bench.new = bench.old = {"m.py": TEXT}
    bench.touch("m.py", Hunk(1, 30, 1, 30))
    bench.quiet()
    bench.reply("general", *findings)
    return {item.rule: item for item in bench.keep().findings}


def links(item: StoredFinding) -> list[tuple[str, str]]:
    return [link for link in map(linked_with, item.notes) if link is not None]


def test_each_of_two_names_the_other_and_says_why(bench: Bench) -> None:
    found = report(bench, said(4), said(6, REWORDED, "logic:b"))
    one, other = found["logic:a"], found["logic:b"]
    assert one.group == other.group == f"g-{min(one.fingerprint, other.fingerprint)[:8]}"
    why = "2 lines apart; messages 91 % alike"
    assert links(one) == [(other.fingerprint[:12], why)]
    assert links(other) == [(one.fingerprint[:12], why)]


def test_who_is_alone_has_no_group_and_no_note(bench: Bench) -> None:
    found = report(bench, said(4), said(20, REWORDED, "logic:b"))
    assert [(item.group, item.notes) for item in found.values()] == [(None, ())] * 2


def test_a_label_outlives_wording_and_shifts(bench: Bench) -> None:
    before = report(bench, said(4), said(6, REWORDED, "logic:b"))["logic:a"].group
    bench.next_run("head2")
    bench.moves.files["head1", "m.py"] = ("m.py", lambda line: line + 3)
    moved = report(bench, said(4, REWORDED), said(5, ROUNDS, "logic:b"), said(7, ROUNDS, "logic:c"))
    assert before is not None
    assert {item.group for item in moved.values()} == {before}


def test_a_label_outlives_the_member_that_it_was_named_after(bench: Bench) -> None:
    found = report(bench, said(4), said(6, rule="logic:b"), said(8, rule="logic:c"))
    (label,) = {item.group for item in found.values()}
    named_after = min(found.values(), key=lambda item: item.fingerprint)
    rest = [item for item in found.values() if item is not named_after]
    bench.next_run("head1")
    after = report(bench, *(said(item.line or 0, rule=item.rule) for item in rest))
    assert {item.group for item in after.values()} == {label}


def test_a_link_with_a_silent_one_stays_as_it_was(bench: Bench) -> None:
    before = report(bench, said(4), said(6, rule="logic:b"))
    bench.next_run("head1")
    after = report(bench, said(4))
    assert after["logic:b"].status is Status.DONE
    assert after["logic:a"].group == after["logic:b"].group == before["logic:a"].group
    assert links(after["logic:a"]) == links(before["logic:a"])
    assert links(after["logic:b"]) == links(before["logic:b"])


def test_two_that_are_reported_apart_are_apart(bench: Bench) -> None:
    report(bench, said(4), said(6, rule="logic:b"))
    bench.next_run("head1")
    after = report(bench, said(4), said(6, "Nobody closes the file", "logic:b"))
    assert [(item.group, links(item)) for item in after.values()] == [(None, [])] * 2


def test_where_a_group_falls_apart_the_oldest_keeps_the_label(bench: Bench) -> None:
    (label,) = {item.group for item in report(bench, said(4), said(7, rule="logic:b")).values()}
    bench.next_run("head1")
    (again,) = {
        item.group for item in report(bench, said(4), said(7, rule="logic:b"), said(10, rule="logic:c")).values()
    }
    assert again == label
    bench.next_run("head1")
    apart = report(
        bench, said(4), said(5, rule="logic:d"), said(7, SLOW, rule="logic:b"), said(10, SLOW, rule="logic:c")
    )
    assert apart["logic:a"].group == apart["logic:d"].group
    assert apart["logic:b"].group == apart["logic:c"].group
    assert {apart["logic:a"].group, apart["logic:b"].group} > {label}


def test_groups_are_the_same_when_the_run_is_finalized_again(bench: Bench) -> None:
    found = report(bench, said(4), said(6, rule="logic:b"), said(20, rule="logic:c"), said(21, rule="logic:d"))
    assert report(bench, *(said(item.line or 0, rule=item.rule) for item in reversed(found.values()))) == found


def test_a_crowd_is_told_to_each_and_not_all_to_one(bench: Bench) -> None:
    """Each of a hundred inside one long range is linked with it; it does not carry a hundred notes."""
    wide = {**said(1, rule="logic:wide"), "endLine": 30, "impactClass": "money", "quote": ""}
    crowd = [
        {**said(line, f"Case {line}{n} of another kind", f"logic:{line}-{n}"), "impactClass": "money"}
        for line in range(5, 30, 4)
        for n in "abcde"
    ]
    found = report(bench, wide, *crowd)
    assert len({item.group for item in found.values()}) == 1
    assert all(1 <= len(links(item)) <= 21 for item in found.values())
    assert len(links(found["logic:wide"])) == 20


def test_a_note_reads_back_as_it_was_written() -> None:
    note = link_note("0123456789abcdef", ["the same line", "both may harm money"])
    assert linked_with(note) == ("0123456789ab", "the same line; both may harm money")


def test_other_notes_are_no_links() -> None:
    assert linked_with(Note(code="line-text", text="it says: 0123456789ab: x")) is None
    assert linked_with(Note(code="grouped", text="a plugin's own words")) is None


def test_of_three_the_silent_ones_link_stays_and_the_reported_ones_is_judged_again(bench: Bench) -> None:
    before = report(bench, said(4), said(6, rule="logic:b"), said(8, rule="logic:c"))
    bench.next_run("head1")
    after = report(bench, said(4, "Nobody closes the file"), said(6, rule="logic:b"))
    assert (after["logic:a"].group, links(after["logic:a"])) == (None, [])
    assert after["logic:b"].group == after["logic:c"].group == before["logic:b"].group
    assert [name for name, _ in links(after["logic:b"])] == [after["logic:c"].fingerprint[:12]]


def test_silent_ones_stay_linked_with_each_other(bench: Bench) -> None:
    before = report(bench, said(4), said(6, rule="logic:b"), said(8, rule="logic:c"))
    bench.next_run("head1")
    after = report(bench, said(4))
    assert {item.group for item in after.values()} == {before["logic:a"].group}
    assert all(links(after[rule]) == links(before[rule]) for rule in before)


def test_where_groups_become_one_the_silent_ones_take_its_label(bench: Bench) -> None:
    near, far = [said(2, rule="logic:b"), said(4)], [said(6, SLOW, "logic:c"), said(8, SLOW, "logic:i")]
    before = report(bench, *near, *far)
    assert before["logic:a"].group == before["logic:b"].group != before["logic:c"].group == before["logic:i"].group
    eldest = min(before.values(), key=lambda item: item.fingerprint)
    assert eldest.rule == "logic:i", "a silent one keeps its label"
    assert before["logic:a"].fingerprint < before["logic:c"].fingerprint, "of those who speak one has the other label"
    bench.next_run("head1")
    after = report(bench, said(4), said(6, rule="logic:c"))
    assert {item.group for item in after.values()} == {eldest.group}


def test_a_label_outlives_newcomers_that_come_first(bench: Bench) -> None:
    before = report(bench, said(4), said(6, rule="logic:b"))
    bench.next_run("head1")
    after = report(bench, said(4), said(6, rule="logic:b"), *(said(5, rule=f"logic:new-{n}") for n in range(9)))
    assert min(after.values(), key=lambda item: item.fingerprint).rule.startswith("logic:new")
    assert {item.group for item in after.values()} == {before["logic:a"].group}


def test_a_label_that_another_group_kept_is_not_given_again(bench: Bench) -> None:
    alone = report(bench, said(4))["logic:a"]
    bench.next_run("head1")
    younger = report(bench, said(4), said(6, rule="logic:later"))["logic:later"]
    assert younger.fingerprint < alone.fingerprint, "the group is named after the younger one"
    bench.next_run("head1")
    after = report(bench, said(4), said(3, rule="logic:w"), said(6, SLOW, "logic:later"), said(8, SLOW, "logic:new"))
    assert younger.fingerprint < after["logic:new"].fingerprint
    assert after["logic:a"].group == after["logic:w"].group == f"g-{younger.fingerprint[:8]}"
    assert after["logic:later"].group == after["logic:new"].group == f"g-{younger.fingerprint[:9]}"


def test_a_label_that_a_group_gave_up_in_this_run_is_not_given_again(bench: Bench) -> None:
    eldest = [said(2), said(4, rule="logic:b")]
    named = report(bench, *eldest, said(6, SLOW, "logic:c"), said(9, SLOW, "logic:e"))["logic:e"]
    assert named.group == f"g-{named.fingerprint[:8]}"
    bench.next_run("head1")
    alone = report(bench, *eldest, said(6, SLOW, "logic:c"), said(8, SLOW, "logic:d"), said(9, "Leaks", "logic:e"))
    assert (alone["logic:c"].group, alone["logic:e"].group) == (named.group, None)
    bench.next_run("head1")
    closes = "Nobody closes the file that is opened here"
    joined = [said(6, rule="logic:c"), said(8, rule="logic:d")]
    after = report(bench, *eldest, *joined, said(9, closes, "logic:e"), said(11, closes, "logic:w"))
    assert {after[f"logic:{name}"].group for name in "abcd"} == {alone["logic:a"].group}
    assert after["logic:e"].group == after["logic:w"].group == f"g-{named.fingerprint[:9]}"


def test_who_was_not_told_of_all_is_told_by_those_that_are_silent(bench: Bench) -> None:
    """Of fifty in one range only twenty stand in its notes; the others know it, and remain its near-duplicates."""
    wide = {**said(1, rule="logic:wide"), "endLine": 30, "impactClass": "money", "quote": ""}
    crowd = {
        f"logic:{line}-{n}": {
            **said(line, f"Case {line}{n} of another kind", f"logic:{line}-{n}"),
            "impactClass": "money",
        }
        for line in range(5, 30, 5)
        for n in "abcdefghij"
    }
    before = report(bench, wide, *crowd.values())
    known = {name for name, _ in links(before["logic:wide"])}
    named = [rule for rule, item in before.items() if item.fingerprint[:12] in known]
    bench.next_run("head1")
    harmless = [{**said_, "impactClass": "style"} for rule, said_ in crowd.items() if rule in named]
    after = report(bench, wide, *harmless)
    silent = {item.fingerprint[:12] for rule, item in after.items() if rule not in (*named, "logic:wide")}
    told = {name for name, _ in links(after["logic:wide"])}
    assert len(told) == 20
    assert told <= silent
    bench.next_run("head1")
    [unnamed, *_] = [rule for rule, item in before.items() if item.fingerprint[:12] in silent - told]
    again = report(bench, crowd[unnamed])
    assert again[unnamed].group == again["logic:wide"].group
    assert links(again[unnamed]) == links(before[unnamed])
