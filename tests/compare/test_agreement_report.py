"""The report, and the lists: what a findings file of ours must say to be read like any other."""

from __future__ import annotations

from pathlib import Path

from houndsman.compare.agreement import Agreement, Reviewer, agreement
from houndsman.compare.agreement_report import AgreementReport, Subject, findings_file, lists_of, report_of
from houndsman.compare.units import Units
from houndsman.exchange.read import Wanted, read_findings
from houndsman.models.artifact import artifact_bytes
from houndsman.models.change import Hunk
from houndsman.models.finding import Side
from houndsman.models.foreign import ForeignFinding
from houndsman.models.manifest import RunWarning
from houndsman.models.severity import Severity

UNITS = Units({"a.py": [Hunk(10, 1, 10, 1), Hunk(30, 1, 30, 1)]})
HEAD = "a" * 40
WHOLE = ForeignFinding(
    "a.py",
    10,
    12,
    Side.NEW,
    "logic:x",
    "It is “wrong”.",
    "Right it.",
    "x = 1",
    Severity.BLOCKING,
    id="abc123",
)
BARE = ForeignFinding("a.py", None, side=Side.OLD, rule="emergent/style", message="No.")
WARNING = RunWarning(code="incomplete-run", message="Something is missing.")


def two() -> Agreement:
    read = frozenset({"a.py"})
    one = Reviewer("one", (WHOLE, BARE), read=read, variant="one", review="r-1", run=3, agents=("claude",))
    other = Reviewer("two", (WHOLE._replace(rule="logic:y", line=11, end_line=None, id="def456"),), read=read)
    return agreement([other, one], UNITS, 3)


def test_what_a_reader_of_findings_makes_of_a_list_is_what_is_in_it(tmp_path: Path) -> None:
    of = two()
    place = tmp_path / "union.json"
    place.write_bytes(artifact_bytes(findings_file(of, of.union, HEAD)))
    read = read_findings(place, Wanted())
    assert (read.formats, read.warnings) == (("houndsman",), ())
    assert [finding._replace(source="", extra={}) for finding in read.findings] == [
        item.finding._replace(commit=HEAD) for item in of.union
    ]
    assert [finding.extra["reviewers"] for finding in read.findings] == [["one"], ["one"], ["two"]]


def test_an_empty_list_is_read_as_no_findings(tmp_path: Path) -> None:
    place = tmp_path / "intersection.json"
    place.write_bytes(artifact_bytes(findings_file(two(), (), HEAD)))
    read = read_findings(place, Wanted())
    assert (read.findings, read.warnings) == ((), ())


def test_the_report_names_reviewers_and_not_positions() -> None:
    report = report_of(two(), Subject("feature", HEAD, (WARNING,)))
    assert [(row.name, row.run, row.findings, row.alone, row.units) for row in report.reviewers] == [
        ("one", 3, 2, 1, 2),
        ("two", None, 1, 0, 2),
    ]
    (pair,) = report.pairs
    assert (pair.a, pair.b, pair.both, pair.only_a, pair.only_b, pair.jaccard) == ("one", "two", 1, 1, 0, 1 / 2)
    assert [(each.reviewers, [member.id for member in each.members]) for each in report.clusters] == [
        (("one",), [None]),
        (("one", "two"), ["abc123", "def456"]),
    ]
    assert (report.head, report.warnings) == (HEAD, (WARNING,))


def test_the_lists_are_named_with_their_lengths() -> None:
    of = two()
    report = report_of(of, Subject("feature", HEAD, ()))
    assert {name: (row.file, row.findings) for name, row in report.lists.items()} == {
        "union": ("union.json", 3),
        "majority": ("majority.json", 1),
        "intersection": ("intersection.json", 1),
    }
    assert list(lists_of(of)) == list(report.lists)


def test_the_report_survives_being_written() -> None:
    report = report_of(two(), Subject("feature", None, (WARNING,)))
    assert AgreementReport.model_validate(report.to_json()) == report
