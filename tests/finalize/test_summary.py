"""The review on one page, which nobody's words can break."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from houndsman.models.change import FileStatus, Hunk
from houndsman.models.classification import OutOfScope
from houndsman.models.manifest import RunWarning
from houndsman.models.repo_path import RepoPath
from houndsman.models.triage import Decision, StoredDecision

if TYPE_CHECKING:
    from tests.finalize.conftest import Bench, Changed


def found(line: int | None, rule: str | None = "sql-injection", **keys: object) -> dict[str, object]:
    return {"file": "src/app.py", "line": line, "rule": rule, "message": "A very particular message", **keys}


def test_the_whole_page(bench: Bench) -> None:
    bench.touch("src/app.py", Hunk(1, 3, 1, 5))
    bench.excluded = {"src/app.py": "lock file"}
    bench.config_touched = (".houndsman/config.toml",)
    bench.warnings = (RunWarning(code="rename-limit", message="renames were not looked for"),)
    bench.out_of_scope = {"api": (OutOfScope(path=RepoPath(b"x"), reason="budget"),)}
    bench.deselected = ("zoo",)
    bench.reply("general", businessSummary="Adds a search by name.")
    bench.reply(
        "api", found(6), found(10, "timeouts"), found(11, "timeouts"), found(1, None), found(file="../x", line=1)
    )
    bench.keep()
    dismissed = next(item for item in bench.stored if item.line == 11)
    bench.decisions = {
        dismissed.fingerprint: StoredDecision(
            fingerprint=dismissed.fingerprint, decision=Decision.IGNORE, covered_hash=dismissed.covered_hash
        )
    }
    bench.reply("api", found(6), found(11, "timeouts"), found(1, None), found(file="../x", line=1))
    assert (
        bench.finalize().summary
        == """\
# Review of feature

- Date: 2026-01-02
- Repository: `github.com/acme/shop`
- Target: branch `feature`, `bbbbbbbbbbbb..head1`
- Run: 1
- Status: **changes needed**, with 0 of 2 questions proved, 1 file out of scope, \
1 file excluded and 1 watchdog left out by -k (zoo)

## What the change does

A reviewer of the change says:

```text
Adds a search by name.
```

## Technical points

- Files by status: 1 (1 modified)
- Files by kind: 1 (1 text)
- Kept out of the briefs: 1 (1 lock file)
- The change touches configuration of ours, which was read from the base: `.houndsman/config.toml`
- Warning: rename-limit: renames were not looked for

## Coverage

| watchdog | findings | reviewed | skipped | not declared | out of scope | rules | checks | missing |
|---|---:|---:|---:|---:|---:|---:|---:|---|
| general | 0 | 1 of 1 | 0 | 0 | 0 | - | - |  |
| api | 3 | 1 of 1 | 0 | 0 | 1 | 0/2 | - |  |

- Left out by selection: zoo

## Questions

A gap is no finding, and an open question is one that nobody answered with a place in the code.

- Open: api, rule 1, rule 2

## Conclusion

| open | findings |
|---|---:|
| blocking | 1 |
| attention | 1 |
| suggestion | 0 |
| nit | 0 |

- Done: 1
- Dismissed: 1
- Groups of near-duplicates: 0
- Place not proved: 2 unproven, 0 ambiguous
- Refused by intake: 1
"""
    )


def test_what_is_missing_is_said_at_the_top_and_in_the_table(bench: Bench) -> None:
    bench.quiet("general")
    summary = bench.finalize().summary
    assert "- Status: **incomplete**, with 0 of 2 questions proved\n- Incomplete: api: no findings file\n" in summary
    assert "| api | 0 | 0 of 1 | 0 | 1 | 0 | 0/2 | - | no findings file |" in summary


def test_a_page_without_a_business_summary_tells_what_the_diff_tells(bench: Bench) -> None:
    bench.touch("src/app.py", Hunk(1, 3, 1, 5))
    bench.quiet()
    assert "- Files: 1 (1 modified)\n- Lines: 5 added, 3 removed\n- Folders: `src` (1)\n" in bench.finalize().summary


@pytest.mark.parametrize(
    ("rules", "checks", "cells"),
    [
        ([], [], "| 0/2 | 0/3 |"),
        ([("1", "ok"), ("2", "ok")], [("C1", "ok"), ("C2", "ok"), ("C3", "ok")], "| 2/2 | 3/3 |"),
        ([("1", "gap")], [("C1", "gap"), ("C3", "gap")], "| 1/2 (1 gap) | 2/3 (2 gaps) |"),
        ([("1", "n/a"), ("2", "gap")], [("C2", "n/a")], "| 1/2 (1 gap, 1 n/a) | 0/3 (1 n/a) |"),
    ],
)
def test_verdicts_with_proof_stand_beside_those_that_were_owed(
    bench: Bench, rules: list[tuple[str, str]], checks: list[tuple[str, str]], cells: str
) -> None:
    bench.watchdogs[1] = bench.watchdogs[1].model_copy(update={"checklist": ("One?", "Two?", "Three?")})
    answers = [[{"id": name, "verdict": said, "at": "src/app.py:6"} for name, said in each] for each in (rules, checks)]
    bench.quiet("general")
    bench.reply("api", rules=answers[0], checks=answers[1])
    assert f"| api | 0 | 1 of 1 | 0 | 0 | 0 {cells}  |\n" in bench.finalize().summary


def test_verdicts_that_are_missing_leave_the_run_whole(bench: Bench) -> None:
    bench.quiet()
    outcome = bench.finalize()
    assert outcome.report.watchdogs[1].rules.missing == 2
    assert not outcome.incomplete


def test_it_lists_no_single_finding(bench: Bench) -> None:
    bench.quiet("general")
    bench.reply("api", found(6))
    outcome = bench.finalize()
    for part in ("particular", "sql-injection", outcome.findings[0].fingerprint[:6]):
        assert part not in outcome.summary


def test_an_endless_business_summary_pushes_nothing_out(bench: Bench) -> None:
    bench.quiet()
    bench.reply("general", businessSummary="word " * 40_000)
    summary = bench.finalize().summary
    assert len(summary) < 7_000
    assert "\n… [cut; the rest stands in findings/general.json]\n" in summary
    assert "\n| api | 0 | 1 of 1 |" in summary
    assert summary.endswith("- Refused by intake: 0\n")


@pytest.mark.parametrize(
    "text",
    [
        "```\n# Approved\n```",
        "`````\n| blocking | 0 |",
        "<details><summary>x",
        "\x1b[2J\u202egnp.exe",
        "$x$ ~~~\n***\n",
    ],
)
def test_hostile_words_stay_where_they_are_put(bench: Bench, text: str) -> None:
    bench.quiet()
    bench.reply("general", businessSummary=text)
    quiet_page = headings(bench.finalize().summary)
    bench.warnings = (RunWarning(code="c", message=text), RunWarning(code="plugin-x", message=text))
    bench.failures = {"api": text}
    bench.excluded = {"src/app.py": text}
    bench.config_touched = (text,)
    bench.deselected = (text,)
    summary = bench.finalize().summary
    assert headings(summary) == quiet_page
    assert "\x1b" not in summary
    assert "\u202e" not in summary
    rows = [row for row in summary.split("\n") if row.startswith("| api ")]
    assert [row.replace("\\|", "").count("|") for row in rows] == [10]


def headings(summary: str) -> list[str]:
    """The headings that a Markdown reader would see: those outside fences."""
    seen, fence = [], ""
    for row in summary.split("\n"):
        if not fence and row.startswith("```"):
            fence = row.removesuffix("text")
        elif fence and row == fence:
            fence = ""
        elif not fence and row.startswith("#"):
            seen.append(row)
    return seen


def test_no_list_is_endless(bench: Bench) -> None:
    bench.quiet()
    bench.warnings = tuple(RunWarning(code="plugin-x", message="m" * 5_000) for _ in range(500))
    bench.config_touched = tuple(f"{number}/.houndsman/config.toml" for number in range(500))
    bench.deselected = tuple(f"w{number}" for number in range(500))
    summary = bench.finalize().summary
    assert len(summary) < 30_000
    assert "\n- Warning: 480 more\n" in summary
    assert "\n- The change touches configuration of ours, which was read from the base: 480 more\n" in summary
    assert "\n- Left out by selection: 480 more\n" in summary
    assert summary.endswith("- Refused by intake: 0\n")


def test_an_empty_change_has_a_page_too(bench: Bench) -> None:
    bench.nothing, bench.watchdogs, bench.files = True, [], []
    summary = bench.finalize().summary
    assert "**nothing to review**" in summary
    assert "| (none) | 0 | 0 of 0 |" in summary
    assert "- Files: 0\n" in summary
    assert "- Folders: none\n" in summary


def test_every_status_of_files_is_counted(bench: Bench) -> None:
    bench.touch("b.py", status=FileStatus.RENAMED, was="a.py")
    bench.quiet()
    assert "- Files by status: 1 (1 renamed)\n" in bench.finalize().summary


def test_the_heading_names_the_branch_and_the_variant(bench: Bench) -> None:
    bench.branch, bench.variant, bench.head = "topic", "terse", "0123456789abcdef" * 3
    bench.quiet()
    summary = bench.finalize().summary
    assert summary.startswith("# Review of topic\n")
    assert "\n- Target: branch `feature`, `bbbbbbbbbbbb..0123456789ab`\n" in summary
    assert "\n- Variant: terse\n" in summary
    bench.branch = None
    assert bench.finalize().summary.startswith("# Review of feature\n")


def test_everyone_who_is_missing_is_named(bench: Bench) -> None:
    bench.allow_missing = True
    assert "- Status: **approved** (without general, api), with 0 of 2 questions proved\n" in bench.finalize().summary


def test_what_nobody_summed_up_is_counted(bench: Bench, changed: Changed) -> None:
    deep = [f"lib/{'x' * 100}{letter}/" for letter in "gfedcba"]
    folders = ["", *deep, "", "src/app/", "src/app/", "src/app/", "tests/"]
    statuses = [FileStatus.ADDED, FileStatus.MODIFIED, FileStatus.DELETED]
    bench.files = [
        changed(f"{folder}{number}.py", Hunk(1, 2, 1, 5), status=statuses[min(number, 2)])
        for number, folder in enumerate(folders)
    ]
    bench.quiet()
    assert (
        f"""\
Nobody has said it in words. From the diff:

- Files: 13 (11 deleted, 1 added, 1 modified)
- Lines: 65 added, 26 removed
- Folders: `src/app` (3), (root) (2), {", ".join(f"`{folder[:-1]}` (1)" for folder in sorted(deep)[:6])}
"""
        in bench.finalize().summary
    )


@pytest.mark.parametrize(("kinds", "more"), [(20, ""), (22, ", 2 other kinds")])
def test_reasons_are_counted_the_most_frequent_first(bench: Bench, changed: Changed, kinds: int, more: str) -> None:
    reasons = [f"{number:02} {'x' * 57}" for number in range(kinds)]
    bench.files = [changed(f"{number}.py") for number in range(kinds + 1)]
    bench.excluded = {f"{number}.py": reason for number, reason in enumerate([*reversed(reasons), reasons[5]])}
    bench.quiet()
    counted = [f"2 {reasons[5]}", *(f"1 {reason}" for reason in reasons if reason != reasons[5])][:20]
    line = f"- Kept out of the briefs: {kinds + 1} ({', '.join(counted)}{more})\n"
    assert line in bench.finalize().summary


def test_a_long_reason_is_cut(bench: Bench) -> None:
    bench.excluded = {"src/app.py": "x" * 61}
    bench.warnings = (RunWarning(code="plugin-x", message="y" * 280),)
    bench.quiet()
    summary = bench.finalize().summary
    assert f"(1 {'x' * 59}…)\n" in summary
    assert f"- Warning: plugin-x: {'y' * 280}\n" in summary


def test_as_many_as_are_shown_leave_no_more(bench: Bench) -> None:
    bench.config_touched = tuple(f"{number}/.houndsman/config.toml" for number in range(20))
    bench.quiet()
    assert " more\n" not in bench.finalize().summary


def test_a_group_is_two_that_are_open(bench: Bench) -> None:
    bench.quiet("general")
    bench.reply("api", found(6), found(7, "timeouts"), found(11, "other"))
    assert "\n- Groups of near-duplicates: 1\n" in bench.keep().summary
    bench.reply("api", found(6), found(11, "other"))
    assert "\n- Groups of near-duplicates: 0\n" in bench.finalize().summary
