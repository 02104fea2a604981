"""Which of a run's findings the review knows already."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from houndsman.models.change import FileStatus, Hunk
from houndsman.models.repo_path import RepoPath
from houndsman.models.triage import Origin, Recognised, Recognition, Status, StoredFinding

if TYPE_CHECKING:
    from tests.finalize.conftest import Bench

#: `call(x)` at lines 4, 8 and 12 in equal surroundings; `only(y)` at 14.
TEXT = "top()\n\nbegin()\ncall(x)\nend()\n\nbegin()\ncall(x)\nend()\n\nbegin()\ncall(x)\nend()\nonly(y)\n"


def found(line: int | None, **keys: object) -> dict[str, object]:
    return {"file": "m.py", "line": line, "rule": "sql-injection", "message": "bad", **keys}


@pytest.fixture(autouse=True)
def files(bench: Bench) -> None:
    bench.new = bench.old = {"m.py": TEXT}
    bench.touch("m.py", Hunk(1, 14, 1, 14))
    bench.quiet()


def report(bench: Bench, *findings: dict[str, object]) -> tuple[StoredFinding, ...]:
    bench.quiet("general")
    bench.reply("api", *findings)
    return bench.keep().findings


def edit(bench: Bench, text: str, line_map: Callable[[int], int | None], path: str = "m.py") -> None:
    """The next run is on a head with `text`, whose lines moved as `line_map` says."""
    was = bench.head
    bench.next_run(f"head{bench.run + 1}")
    bench.new = {path: text}
    bench.touch(path, Hunk(1, 1, 1, 1))
    bench.moves.files[was, "m.py"] = (path, line_map)


def test_a_finding_keeps_its_name_when_lines_are_added_above(bench: Bench) -> None:
    [before] = report(bench, found(14))
    edit(bench, "new()\n" * 3 + TEXT, lambda line: line + 3)
    [after] = report(bench, found(17, message="other words"))
    assert after.fingerprint == before.fingerprint
    assert (after.line, after.message, after.status) == (17, "other words", Status.OPEN)
    assert (after.first_seen, after.last_seen.run, after.last_seen.sha) == (before.first_seen, 2, "head2")


def test_an_edit_of_a_neighbour_changes_nothing(bench: Bench) -> None:
    [before] = report(bench, found(14))
    edit(bench, TEXT.replace("end()\nonly(y)", "finish()\nonly(y)"), lambda line: None if line == 13 else line)
    [after] = report(bench, found(14))
    assert after.fingerprint == before.fingerprint


def test_an_edit_of_the_line_itself_makes_another_finding(bench: Bench) -> None:
    [before] = report(bench, found(14))
    edit(bench, TEXT.replace("only(y)", "only(z)"), lambda line: None if line == 14 else line)
    names = {item.fingerprint: item.status for item in report(bench, found(14))}
    assert names.pop(before.fingerprint) is Status.DONE
    assert list(names.values()) == [Status.OPEN]


def test_equal_places_are_told_apart_by_index_and_stored_ones_keep_theirs(bench: Bench) -> None:
    second = report(bench, found(8))[0]
    assert second.occurrence == 0
    bench.run += 1
    first, again = report(bench, found(4), found(8))
    assert (first.line, first.occurrence) == (4, 1)
    assert again.fingerprint == second.fingerprint


def test_a_place_that_was_not_reported_does_not_lend_its_name_to_its_twin(bench: Bench) -> None:
    [at_four] = report(bench, found(4))
    bench.run += 1
    by_line = {item.line: item for item in report(bench, found(8))}
    assert by_line[4].fingerprint == at_four.fingerprint
    assert by_line[4].status is Status.DONE
    assert by_line[8].occurrence == 1


def test_a_used_index_is_never_given_again(bench: Bench) -> None:
    report(bench, found(4), found(8))
    bench.run += 1
    report(bench, found(4))
    bench.run += 1
    occurrences = {item.line: item.occurrence for item in report(bench, found(12))}
    assert occurrences == {4: 0, 8: 1, 12: 2}


def test_code_that_moved_inside_its_file_takes_its_name_along(bench: Bench) -> None:
    [before] = report(bench, found(4))
    moved = "top()\n" + "fill()\n" * 6 + "begin()\ncall(x)\nend()\n"
    edit(bench, moved, lambda line: 1 if line == 1 else None)
    [after] = report(bench, found(9))
    assert after.fingerprint == before.fingerprint


def test_a_finding_that_was_absent_for_a_run_is_the_same_one(bench: Bench) -> None:
    [before] = report(bench, found(14))
    bench.run += 1
    [done] = report(bench)
    assert (done.status, done.last_seen.run) == (Status.DONE, 1)
    bench.run += 1
    [again] = report(bench, found(14))
    assert (again.fingerprint, again.status, again.first_seen.run, again.last_seen.run) == (
        before.fingerprint, Status.OPEN, 1, 3,
    )  # fmt: skip


@pytest.mark.parametrize("edited", [False, True])
def test_a_rename_between_runs_keeps_names_and_lineage(bench: Bench, edited: bool) -> None:
    [before] = report(bench, found(14))
    text = "\n" + TEXT if edited else TEXT
    edit(bench, text, (lambda line: None) if edited else (lambda line: line), path="renamed.py")
    bench.touch("renamed.py", status=FileStatus.RENAMED, was="m.py")
    known, fresh = report(bench, found(15 if edited else 14, file="renamed.py"), found(None, file="renamed.py"))[::-1]
    assert (known.fingerprint, known.lineage.text, known.file.text) == (before.fingerprint, "m.py", "renamed.py")
    assert fresh.lineage.text == "renamed.py"


def test_whole_file_findings_keep_their_names_whatever_the_text(bench: Bench) -> None:
    [before] = report(bench, found(None))
    edit(bench, "everything()\nelse()\n", lambda line: None)
    [after] = report(bench, found(None))
    assert (after.fingerprint, after.covered_hash) == (before.fingerprint, None)


def test_findings_in_files_without_lines_are_told_apart_and_known_again(bench: Bench) -> None:
    bench.new = {"m.py": None}
    before = report(bench, found(3), found(9))
    assert [item.occurrence for item in before] == [0, 1]
    bench.run += 1
    after = {item.line: item for item in report(bench, found(9))}
    assert after[9].fingerprint == before[1].fingerprint


def test_the_old_side_is_another_place(bench: Bench) -> None:
    new, old = report(bench, found(14), found(14, side="old"))
    assert new.fingerprint != old.fingerprint
    edit(bench, "new()\n" + TEXT, lambda line: line + 1)
    again = report(bench, found(15), found(14, side="old"))
    assert {(item.side, item.fingerprint) for item in again} == {
        (new.side, new.fingerprint),
        (old.side, old.fingerprint),
    }


def test_reworded_emergent_findings_of_one_line_are_paired_by_message_first(bench: Bench) -> None:
    leak, slow = (found(14, rule=None, message=text) for text in ("Leaks the name", "Slow on large tables"))
    names = {item.message: item.fingerprint for item in report(bench, leak, slow)}
    bench.run += 1
    reworded = found(14, rule=None, message="A table scan")
    again = {item.message: item.fingerprint for item in report(bench, reworded, leak)}
    assert again == {"Leaks the name": names["Leaks the name"], "A table scan": names["Slow on large tables"]}


@pytest.mark.parametrize(
    ("stored", "reported"),
    [(["Leaks"], ["A table scan", "Leaks"]), (["A table scan", "Leaks"], ["Leaks"])],
    ids=["one of two is known", "one of two is reported"],
)
def test_who_says_the_same_comes_first_also_where_one_side_has_no_choice(
    bench: Bench, stored: list[str], reported: list[str]
) -> None:
    before, after = (
        {
            item.message: item.fingerprint
            for item in report(bench, *(found(14, rule=None, message=said) for said in told))
        }
        for told in (stored, reported)
    )
    assert after["Leaks"] == before["Leaks"]


def test_a_known_finding_covers_what_it_always_did(bench: Bench) -> None:
    [before] = report(bench, found(4, endLine=5))
    bench.run += 1
    [after] = report(bench, found(4))
    assert (after.end_line, after.covered_hash) == (5, before.covered_hash)


def test_what_is_not_reported_is_moved_along_once_for_each_head(bench: Bench) -> None:
    [before] = report(bench, found(14))
    for count in (1, 2):
        edit(bench, "new()\n" * count + TEXT, lambda line: line + 1)
        bench.reply("general")
        [moved] = bench.keep().findings
        assert (moved.line, moved.last_seen, moved.status) == (14 + count, before.last_seen, Status.OPEN)
        assert bench.keep().findings == (moved,)


def test_a_range_that_is_not_reported_is_moved_along_as_one(bench: Bench) -> None:
    [before] = report(bench, found(4, endLine=5))
    edit(bench, "new()\n" * 3 + TEXT, lambda line: line + 3)
    bench.reply("general")
    [moved] = bench.keep().findings
    assert (moved.line, moved.end_line, moved.covered_hash) == (7, 8, before.covered_hash)
    bench.run += 1
    [again] = report(bench, found(7))
    assert (again.fingerprint, again.end_line) == (before.fingerprint, 8)


@pytest.mark.parametrize("path", ["m.py", "renamed.py", None], ids=["stays", "renamed", "lost"])
def test_what_was_found_on_the_old_side_keeps_its_line(bench: Bench, path: str | None) -> None:
    [before] = report(bench, found(14, side="old"))
    edit(bench, "new()\n" + TEXT, lambda line: line + 1, path=path or "m.py")
    if path is None:
        bench.moves.files["head1", "m.py"] = None
    bench.quiet("general")
    bench.reply("api", reviewed=[])
    [after] = bench.keep().findings
    assert (after.fingerprint, after.file.text, after.line) == (before.fingerprint, path or "m.py", 14)
    assert after.status is Status.OPEN


def test_a_known_finding_whose_range_changed_covers_what_it_claims_now(bench: Bench) -> None:
    [before] = report(bench, found(4, endLine=7))
    edit(
        bench, TEXT.replace("begin()\ncall(x)\nend()\n\nbegin()", "begin()\ncall(x)\nend()\n\nstart()", 1), lambda n: n
    )
    [after] = report(bench, found(4, endLine=5))
    assert (after.fingerprint, after.end_line) == (before.fingerprint, 5)
    assert after.covered_hash != before.covered_hash


def test_a_line_where_none_can_be_read_covers_no_more_than_it_claims(bench: Bench) -> None:
    bench.new = {"m.py": None}
    [before] = report(bench, found(None))
    bench.run += 1
    [after] = report(bench, found(3))
    assert (after.fingerprint, after.line, after.end_line) == (before.fingerprint, 3, None)


def test_nothing_is_asked_of_the_carrier_for_the_head_itself(bench: Bench) -> None:
    report(bench, found(4), found(14))
    bench.keep()
    assert bench.moves.asked == []


def recognised(bench: Bench) -> list[Recognised | None]:
    """How the run knew what `api` reported, by line."""
    return [seen.recognised for seen in sorted(bench.finalize().observations, key=lambda seen: seen.line or 0)]


def test_it_is_kept_how_a_run_knew_a_finding(bench: Bench) -> None:
    report(bench, found(4), found(14))
    edit(bench, "new()\n" + TEXT.replace("end()\nonly(y)", "end()\nmore()\nonly(y)"), lambda line: line + 1)
    bench.moves.files["head1", "m.py"] = ("m.py", lambda line: None if line == 4 else line + 2)
    bench.quiet("general")
    bench.reply("api", found(5), found(9), found(16))
    path = RepoPath(b"m.py")
    expected = [
        Recognised(Recognition.CONTENT, Origin(1, "head1", path, 4)),
        Recognised(Recognition.NEW),
        Recognised(Recognition.PLACE, Origin(1, "head1", path, 14)),
    ]
    assert recognised(bench) == expected
    bench.keep()
    assert recognised(bench) == expected, "finalizing again meets the moved records, and still says the same"


def test_what_an_earlier_houndsman_did_not_keep_is_not_made_up(bench: Bench) -> None:
    report(bench, found(14))
    edit(bench, "new()\n" + TEXT, lambda line: line + 1)
    report(bench, found(15))
    bench.recognised = {}
    assert recognised(bench) == [None]
