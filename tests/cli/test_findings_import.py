"""`houndsman findings import`: what a report adds to a run, what it replaces, and what its silence means."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from houndsman.models.finding import Anchor
from houndsman.models.severity import Severity
from houndsman.models.triage import Status, TriageItem

if TYPE_CHECKING:
    from tests.conftest import CommandLine

MARKER, CALL, WORD = "merge.txt", "src/call.py", "README.md"

Write = Callable[..., Path]


def _found(file: str, line: int | None, rule: str | None = "tool/one", **more: object) -> dict[str, object]:
    return {"file": file, "line": line, "rule": rule, "message": f"{rule} is broken.", **more}


CALL_FOUND = _found(CALL, 1, severity="error", quote="breakpoint()")
WORD_FOUND = _found(WORD, 3, "tool/two", quote="A wrod that is misspelt.")


@pytest.fixture
def report(tmp_path: Path) -> Write:
    """Write somebody's findings outside the repository, and say where they are."""

    def write(*findings: Mapping[str, object], name: str = "acme.json") -> Path:
        place = tmp_path / name
        place.write_text(json.dumps(findings), encoding="utf-8")
        return place

    return write


def _by_acme(command_line: CommandLine) -> dict[str, Status]:
    return {item.rule: item.status for item in command_line.findings("--watchdog", "acme")}


def _next_commit(command_line: CommandLine, call: str = "breakpoint()\n\n") -> None:
    """A head on which `general` finds nothing and `src/call.py` is another."""
    command_line.repository.write(CALL, call)
    command_line.repository.commit("Next")
    command_line.answer(command_line.prepare(), "general")
    assert command_line("hunt").code == 0


def _artifacts(command_line: CommandLine) -> dict[str, bytes]:
    places = [place for place in sorted((command_line.home / "reviews").rglob("*")) if place.is_file()]
    return {place.relative_to(command_line.home).as_posix(): place.read_bytes() for place in places}


def test_what_is_imported_is_a_watchdog_of_the_run_at_once(hunted: CommandLine, report: Write) -> None:
    before = hunted.findings()
    ran = hunted("findings", "import", str(report(CALL_FOUND, WORD_FOUND)))
    assert ran.code == 0
    (row,) = [line.split() for line in ran.out.splitlines() if line.startswith("acme")]
    assert row == ["acme", "2", "–", "–", "0", "imported"]
    assert "changes needed, with 0 of 8 questions proved: 1 blocking, 1 attention, 2 suggestion, 1 nit" in ran.out
    mine = hunted.findings("--watchdog", "acme")
    assert [(str(item.file), item.line, item.rule, item.anchor) for item in mine] == [
        (WORD, 3, "tool/two", Anchor.EXACT),
        (CALL, 1, "tool/one", Anchor.EXACT),
    ]
    others = [item for item in hunted.findings() if item.watchdogs != ("acme",)]
    assert [item.fingerprint for item in others] == [item.fingerprint for item in before]
    assert {item.status for item in others} == {Status.OPEN}


def test_the_run_stays_the_one_it_was(hunted: CommandLine, report: Write) -> None:
    before = _artifacts(hunted)
    hunted("findings", "import", str(report(CALL_FOUND)))
    after = _artifacts(hunted)
    changed = {name.rpartition("/runs/1/")[2] for name in after if after[name] != before.get(name)}
    assert changed == {"findings/acme.json", "hunt-report.json", "imports.json", "intake.json", "review-resume.md"}
    (summary,) = [data.decode() for name, data in after.items() if name.endswith("review-resume.md")]
    assert "| acme (imported) | 1 | - |" in summary
    assert "incomplete" not in summary
    assert len(hunted.findings("--watchdog", "acme")) == 1
    assert hunted("findings", "list", "--fail-on", "blocking").code == 1


def test_a_severity_is_derived_and_the_claim_is_kept(hunted: CommandLine, report: Write) -> None:
    """A code that nobody declares is a suggestion, whatever its tool says; a declared one weighs what it declares."""
    known = _found(WORD, 1, "debris/conflict-marker", severity="note")
    wordless = _found(WORD, 1, None, severity="error")
    hunted("findings", "import", str(report(CALL_FOUND, known, wordless)))
    weights = {
        item.rule: (item.severity, item.messages[0].severity_claimed) for item in hunted.findings("--watchdog", "acme")
    }
    assert weights == {
        "tool/one": (Severity.SUGGESTION, "blocking"),
        "debris/conflict-marker": (Severity.BLOCKING, "suggestion"),
        "emergent/unclassified": (Severity.ATTENTION, "blocking"),
    }


def test_it_is_said_how_many_weigh_what_their_author_did_not_say(hunted: CommandLine, report: Write) -> None:
    wordless = _found(WORD, 1, None, severity="error")
    as_claimed = _found(WORD, 2, "tool/three", severity="note")
    ran = hunted("findings", "import", str(report(CALL_FOUND, wordless, as_claimed)))
    assert ran.err.splitlines()[-1] == (
        "2 of 3 findings of acme weigh what is derived here, not what it called them (1 from blocking to attention, "
        "1 from blocking to suggestion): a code that no rule declares is a suggestion, a finding without a rule "
        "attention"
    )
    assert "weigh" not in hunted("findings", "import", str(report(as_claimed))).err


def test_a_report_about_another_repository_is_told_to_be_one(hunted: CommandLine, report: Write) -> None:
    ran = hunted("findings", "import", str(report(_found("elsewhere/a.py", 1), _found("elsewhere/b.py", 1))))
    assert "warning no file of the report is in this repository (elsewhere/a.py, elsewhere/b.py)" in ran.err
    assert "[no-common-file]" in ran.err
    assert "no-common-file" not in hunted("findings", "import", str(report(CALL_FOUND, _found("else.py", 1)))).err


def test_the_same_finding_of_a_watchdog_and_a_tool_is_one(hunted: CommandLine, report: Write) -> None:
    hunted("findings", "import", str(report(_found(MARKER, 1, "debris/conflict-marker"))))
    (item,) = hunted.findings("--file", MARKER)
    assert item.watchdogs == ("acme", "debris")


def test_importing_again_changes_nothing(hunted: CommandLine, report: Write) -> None:
    place = str(report(CALL_FOUND, WORD_FOUND))
    first = hunted("findings", "import", place)
    artifacts, listed = _artifacts(hunted), hunted.findings()
    assert hunted("findings", "import", place) == first
    assert (_artifacts(hunted), hunted.findings()) == (artifacts, listed)


def test_a_corrected_report_replaces_the_one_before_it(hunted: CommandLine, report: Write) -> None:
    hunted("findings", "import", str(report(CALL_FOUND, WORD_FOUND)))
    hunted("findings", "import", str(report(WORD_FOUND)))
    assert _by_acme(hunted) == {"tool/one": Status.DONE, "tool/two": Status.OPEN}
    hunted("findings", "import", str(report(CALL_FOUND)))
    assert _by_acme(hunted) == {"tool/one": Status.OPEN, "tool/two": Status.DONE}
    assert {item.status for item in hunted.findings() if "acme" not in item.watchdogs} == {Status.OPEN}


def test_two_imports_stand_side_by_side(hunted: CommandLine, report: Write) -> None:
    hunted("findings", "import", str(report(CALL_FOUND)))
    ran = hunted("findings", "import", str(report(WORD_FOUND)), "--as", "second", "--json")
    data = ran.json()
    assert isinstance(data, dict)
    assert {row["watchdog"]: row["imported"] for row in data["coverage"]} == {
        "general": False,
        "debris": False,
        "acme": True,
        "second": True,
    }
    assert [item.watchdogs for item in hunted.findings("--rule", "tool/")] == [("second",), ("acme",)]


# Silence -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def later(hunted: CommandLine, report: Write) -> CommandLine:
    """Two findings were imported into run 1; run 2 is finalized without them."""
    hunted("findings", "import", str(report(CALL_FOUND, WORD_FOUND)))
    _next_commit(hunted)
    return hunted


def test_a_run_without_the_report_carries_its_findings_over(later: CommandLine) -> None:
    assert _by_acme(later) == {"tool/one": Status.OPEN, "tool/two": Status.OPEN}


def test_silence_of_a_later_report_is_no_fix(later: CommandLine, report: Write) -> None:
    ran = later("findings", "import", str(report(WORD_FOUND)))
    assert ran.code == 0
    assert "1 earlier finding of acme not in this report, and still open" in ran.err
    assert "--complete" in ran.err
    assert _by_acme(later) == {"tool/one": Status.OPEN, "tool/two": Status.OPEN}


def test_silence_of_a_report_on_every_file_is_one(later: CommandLine, report: Write) -> None:
    ran = later("findings", "import", str(report(WORD_FOUND)), "--complete")
    assert (ran.code, ran.err) == (0, "")
    assert _by_acme(later) == {"tool/one": Status.DONE, "tool/two": Status.OPEN}
    (row,) = [line.split() for line in ran.out.splitlines() if line.startswith("acme")]
    assert row == ["acme", "1", "3/3", "–", "0", "imported"]


def test_a_complete_report_speaks_for_nobody_else(hunted: CommandLine, report: Write) -> None:
    """What `general` said too, and then did not look at again, is not the tool's to settle."""
    shared = _found(CALL, 1, "logic:stops", quote="breakpoint()")
    manifest = hunted.prepare()
    hunted.answer(manifest, "general", shared)
    hunted("hunt")
    hunted("findings", "import", str(report(shared)), "--complete")
    (item,) = hunted.findings("--rule", "logic:stops")
    assert item.watchdogs == ("acme", "general")
    hunted.repository.write(CALL, "breakpoint()\n\n")
    hunted.repository.commit("Next")
    skipped = [{"file": file, "reason": "budget"} for file in (MARKER, CALL, WORD)]
    hunted.answer(hunted.prepare(), "general", reviewedFiles=[], skipped=skipped)
    hunted("hunt")
    hunted("findings", "import", str(report()), "--complete")
    (after,) = hunted.findings("--rule", "logic:stops")
    assert after.status is Status.OPEN
    assert {item.status for item in hunted.findings("--watchdog", "debris")} == {Status.OPEN}


# The name ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "words", "name"),
    [
        ("acme.json", [], "acme"),
        ("Acme Scan.v2.json", [], "acme-scan"),
        ("acme.json", ["--as", "acme-2.1"], "acme-2.1"),
        ("_acme_.json", [], "acme"),
    ],
)
def test_it_goes_by_the_name_of_the_file_or_the_one_it_is_given(
    hunted: CommandLine, report: Write, file: str, words: list[str], name: str
) -> None:
    assert hunted("findings", "import", str(report(CALL_FOUND, name=file)), *words).code == 0
    assert [item.watchdogs for item in hunted.findings("--rule", "tool/one")] == [(name,)]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--as", "general"], "'general' is a watchdog of this run"),
        (["--as", "debris"], "'debris' is a watchdog of this run"),
        (["--as", "Acme"], "'Acme' is no name for a watchdog"),
        (["--as", ""], "'' is no name for a watchdog"),
        (["--as", "../up"], "'../up' is no name for a watchdog"),
        (["--as", "a" * 65], "is no name for a watchdog"),
        (["--format", "yaml"], "no format is called 'yaml'"),
        (["--format", "sarif"], "acme.json"),
        (["--min-level", "loud"], "'loud' is no level"),
        (["--review", "nobody"], "nothing was prepared for 'nobody'"),
    ],
)
def test_what_cannot_be_leaves_the_run_as_it_was(
    hunted: CommandLine, report: Write, words: list[str], told: str
) -> None:
    before = _artifacts(hunted)
    ran = hunted("findings", "import", str(report(CALL_FOUND)), *words)
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err
    assert _artifacts(hunted) == before


def test_a_watchdog_that_was_left_out_keeps_its_name(hunted: CommandLine, report: Write) -> None:
    hunted("prepare", "--variant", "narrow", "-k", "not debris")
    ran = hunted("findings", "import", str(report(CALL_FOUND)), "--as", "debris", "--variant", "narrow")
    assert (ran.code, "'debris' is a watchdog of this run" in ran.err) == (2, True)


def test_nothing_prepared_says_what_to_run(houndsman: CommandLine, report: Write) -> None:
    houndsman.repository.commit("One")
    ran = houndsman("findings", "import", str(report(CALL_FOUND)))
    assert (ran.code, "nothing was prepared" in ran.err, "houndsman hunt" in ran.err) == (2, True, True)


# What is in a report -------------------------------------------------------------------------------------------------


def test_any_format_is_read(hunted: CommandLine, tmp_path: Path) -> None:
    place = tmp_path / "style.xml"
    place.write_text(
        '<?xml version="1.0"?><checkstyle version="8"><file name="src/call.py">'
        '<error line="1" severity="warning" message="Stops here." source="check.Stop"/></file></checkstyle>'
    )
    assert hunted("findings", "import", str(place)).code == 0
    (item,) = hunted.findings("--watchdog", "style")
    assert (str(item.file), item.line, item.message) == (CALL, 1, "Stops here.")


def test_standard_input_needs_a_name(hunted: CommandLine, report: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    data = report(CALL_FOUND).read_bytes()

    def piped() -> None:
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))

    piped()
    unnamed = hunted("findings", "import", "-")
    assert (unnamed.code, "what comes on standard input has no name" in unnamed.err) == (2, True)
    assert "--as" in unnamed.err
    piped()
    assert hunted("findings", "import", "-", "--as", "acme").code == 0
    assert len(hunted.findings("--watchdog", "acme")) == 1


def test_a_file_of_which_no_name_can_be_made_says_so(hunted: CommandLine, report: Write) -> None:
    ran = hunted("findings", "import", str(report(CALL_FOUND, name="日本.json")))
    assert (ran.code, "gives no name" in ran.err, "--as" in ran.err) == (2, True, True)


def test_an_empty_report_closes_nothing_and_is_never_green(hunted: CommandLine, tmp_path: Path, report: Write) -> None:
    assert hunted("findings", "import", str(report(CALL_FOUND))).code == 0
    before = _artifacts(hunted)
    for name in ("zero.sarif", "zero.txt"):
        place = tmp_path / name
        place.touch()
        for words in ([], ["--format", "gcc"], ["--format", "sarif"], ["--format", "houndsman", "--complete"]):
            ran = hunted("findings", "import", str(place), "--as", "acme", *words)
            assert (ran.code, ran.out, str(place) in ran.err) == (2, "", True)
    assert _artifacts(hunted) == before
    said = ("--as", "acme", "--complete", "--allow-empty")
    assert hunted("findings", "import", str(tmp_path / "zero.txt"), *said).code == 0
    assert _by_acme(hunted) == {"tool/one": Status.DONE}


def test_paths_outside_are_refused_one_at_a_time(hunted: CommandLine, report: Write) -> None:
    theirs = report(CALL_FOUND, _found("/etc/passwd", 1), _found("../up.py", 1), {"message": "No place at all."})
    ran = hunted("findings", "import", str(theirs))
    assert ran.code == 0
    assert len(hunted.findings("--watchdog", "acme")) == 1
    for told in ("acme, finding 2: outside", "acme, finding 3: outside", "acme, finding 4: no file"):
        assert told in ran.err


def test_a_report_of_which_nothing_could_be_taken_is_no_clean_one(hunted: CommandLine, report: Write) -> None:
    ran = hunted("findings", "import", str(report(_found("/etc/passwd", 1))))
    assert ran.code == 3
    assert "acme: all it reported was refused" in ran.err
    assert hunted("findings", "import", str(report(CALL_FOUND))).code == 0


def test_absolute_paths_of_another_machine_are_placed(hunted: CommandLine, report: Write) -> None:
    place = str(report(_found("/ci/build/src/call.py", 1)))
    for root in ([], ["--root", "/ci/build"]):
        hunted("findings", "import", place, *root)
        assert [str(item.file) for item in hunted.findings("--watchdog", "acme")] == [CALL]


def test_a_finding_outside_the_change_is_kept(hunted: CommandLine, report: Write) -> None:
    hunted.repository.write("src/more.py", "x = 1\n")
    hunted.repository.commit("More")
    hunted("findings", "import", str(report(_found("src/more.py", 1))))
    assert [str(item.file) for item in hunted.findings("--watchdog", "acme")] == ["src/more.py"]


def test_lines_of_another_commit_are_warned_of(hunted: CommandLine, report: Write) -> None:
    head, base = hunted.repository.resolve("HEAD"), hunted.repository.resolve("main")
    same = hunted("findings", "import", str(report(CALL_FOUND | {"commit": head[:10]})))
    assert "another commit" not in same.err
    other = hunted("findings", "import", str(report(CALL_FOUND | {"commit": base}, WORD_FOUND)))
    assert f"1 of 2 findings are counted in another commit ({base[:12]})" in other.err


# With the rest -------------------------------------------------------------------------------------------------------


def _raw_words(command_line: CommandLine, item: TriageItem) -> Mapping[str, object]:
    told = command_line("explain", "--json", item.id).json()
    lineage = told[0] if isinstance(told, list) else told
    assert isinstance(lineage, dict)
    words = lineage["runs"][0]["reported"][0]["raw"]["words"]
    assert isinstance(words, dict)
    return words


def test_explain_has_the_words_of_the_report(hunted: CommandLine, report: Write) -> None:
    hunted("findings", "import", str(report(CALL_FOUND | {"id": "A-7", "cwe": "CWE-489"})))
    (item,) = hunted.findings("--watchdog", "acme")
    words = _raw_words(hunted, item)
    assert words.items() >= {"message": "tool/one is broken.", "severity": "blocking"}.items()
    assert "A-7" in str(words["foreign"]) and "CWE-489" in str(words["foreign"])


def test_a_later_finalize_of_the_run_knows_the_import(hunted: CommandLine, report: Write) -> None:
    hunted.repository.write("src/more.py", "x = 1\n")
    hunted.repository.commit("More")
    manifest = hunted.prepare()
    ran = hunted("findings", "import", str(report(CALL_FOUND)))
    assert (ran.code, "missing general" in ran.err) == (3, True)
    hunted.answer(manifest, "general")
    assert hunted("hunt").code == 0
    assert _by_acme(hunted) == {"tool/one": Status.OPEN}
    assert hunted.prepare().run == manifest.run + 1


def test_a_run_that_may_miss_answers_stays_complete(hunted: CommandLine, report: Write) -> None:
    hunted("hunt", "--variant", "quick", "--allow-missing")
    ran = hunted("findings", "import", str(report(CALL_FOUND)), "--variant", "quick")
    assert ran.code == 0
    assert "(without general)" in ran.out


def test_an_import_that_is_gone_is_missing_and_says_how_to_mend_it(hunted: CommandLine, report: Write) -> None:
    hunted("findings", "import", str(report(CALL_FOUND)))
    (answer,) = hunted.home.glob("work/*/findings/acme.json")
    answer.unlink()
    ran = hunted("finalize")
    assert ran.code == 3
    assert "missing acme: no findings file" in ran.err
    assert "houndsman findings import FILE --as acme" in ran.err
    assert _by_acme(hunted) == {"tool/one": Status.OPEN}


def test_a_gate_counts_what_was_imported(hunted: CommandLine, report: Write) -> None:
    for item in hunted.findings():
        hunted("findings", "decide", item.id, "ignore")
    place = str(report(CALL_FOUND))
    assert hunted("findings", "import", place, "--fail-on", "attention").code == 0
    assert hunted("findings", "import", place, "--fail-on", "suggestion").code == 1


def test_what_was_imported_counts_in_a_score(hunted: CommandLine, report: Write, tmp_path: Path) -> None:
    golden = tmp_path / "set.json"
    golden.write_text(json.dumps({"version": 1, "expected": [{"file": WORD, "line": 1, "match": "tool/two"}]}))
    assert "0 of 1 expected" in hunted("golden", str(golden)).out
    hunted("findings", "import", str(report(_found(WORD, 1, "tool/two"))))
    assert "1 of 1 expected" in hunted("golden", str(golden)).out
