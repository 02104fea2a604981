"""What is told was kept, and what was not kept is said to be missing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from houndsman.finalize.ids import to_item
from houndsman.finalize.lineage import KeptReply, LineageInput, group_of, lineage, raw_words
from houndsman.matching.fingerprint import base_key, context_of
from houndsman.matching.folded_lines import FoldedLines
from houndsman.models.finding import Anchor
from houndsman.models.records import HistoryEntry, RunRecord, Told
from houndsman.models.severity import Severity
from houndsman.models.triage import Observation, Recognition, RunStatus

if TYPE_CHECKING:
    from houndsman.models.lineage import Lineage
    from tests.finalize.conftest import Bench

FILE = "runs/1/findings/api.json"
REPLY = b'{"findings": [{"file": "a"}, {"file": "b", "line": NaN}]}'


def digest(data: bytes) -> str:
    return sha256(data).hexdigest()


def kept(data: bytes = REPLY, name: str = FILE) -> KeptReply:
    return KeptReply(name, data)


def test_raw_words_are_the_entry_of_the_file_that_was_read() -> None:
    found = raw_words([kept()], digest(REPLY), FILE, 1)
    assert (found.file, found.index, found.words, found.missing) == (FILE, 1, {"file": "b", "line": None}, None)


def test_of_several_files_the_one_that_was_read_is_shown() -> None:
    later = kept(b'{"findings": []}')
    found = raw_words([later, kept(name="runs/1/findings/api.2.json")], digest(REPLY), FILE, 0)
    assert (found.file, found.words) == ("runs/1/findings/api.2.json", {"file": "a"})


@pytest.mark.parametrize(
    ("replies", "read", "index", "why"),
    [
        ([], digest(REPLY), 0, "the file is gone"),
        ([], None, 0, "the file is gone"),
        ([kept(REPLY + b" ")], digest(REPLY), 0, "the file is not the one that was read: it was changed since"),
        ([kept(name="api.2.json")], None, 0, "the file is not the one that was read: it was changed since"),
        ([kept(b"{")], digest(b"{"), 0, "not JSON: "),
        ([kept()], digest(REPLY), 2, "the file has no such entry"),
        ([kept(b"[]")], None, 0, "the file has no such entry"),
        ([kept(b'{"findings": 3}')], None, 0, "the file has no such entry"),
    ],
)
def test_words_that_cannot_be_vouched_for_are_not_shown(
    replies: Sequence[KeptReply], read: str | None, index: int, why: str
) -> None:
    found = raw_words(replies, read, FILE, index)
    assert found.words is None
    assert (found.missing or "").startswith(why)


@dataclass
class Keeper:
    """The lineage of the only finding of a bench's review, from what the store would keep."""

    bench: Bench
    observations: dict[int, Sequence[Observation]] = field(default_factory=dict)
    hashes: dict[tuple[int, str], str] = field(default_factory=dict)
    files: dict[tuple[int, str], list[KeptReply]] = field(default_factory=dict)
    history: Sequence[HistoryEntry] = ()
    lines: Sequence[bytes] | None = None
    unfinished: set[int] = field(default_factory=set)
    """Runs that were never finalized, as far as their record says."""

    def run(self) -> None:
        """Finalize, and keep what the store and the run's folder keep."""
        number = self.bench.run
        outcome = self.bench.keep()
        self.observations[number] = outcome.observations
        self.hashes |= {(number, name): value for name, value in outcome.reply_hashes.items()}
        for name, data in self.bench.replies.items():
            self.files[number, name] = [KeptReply(f"runs/{number}/findings/{name}.json", data)]

    def lineage(self) -> Lineage:
        stored = self.bench.stored[0]
        runs = [
            RunRecord("r", number, RunStatus.REVIEW_DONE, "h", "b", f"head{number}", None, "t", finalized_at, True)
            for number in range(1, self.bench.run + 1)
            for finalized_at in [None if number in self.unfinished else "t"]
        ]
        return lineage(
            LineageInput(
                stored=stored,
                review=[to_item(each, None, each.fingerprint[:6]) for each in self.bench.stored],
                runs=runs,
                observations={
                    run: [seen for seen in all_ if seen.fingerprint == stored.fingerprint]
                    for run, all_ in self.observations.items()
                },
                replies=lambda run, watchdog: self.files.get((run, watchdog), []),
                reply_hashes=self.hashes,
                history=self.history,
                first_lines=self.lines,
            )
        )


@pytest.fixture
def told(bench: Bench) -> Keeper:
    made = Keeper(bench)
    text = bench.new["src/app.py"]
    assert text is not None
    made.lines = text.encode().split(b"\n")
    return made


QUERY = "return db.run(query)"


def claim(**keys: object) -> dict[str, object]:
    return {"file": "src/app.py", "line": 7, "rule": "sql-injection", "message": "Bind it.", "quote": QUERY, **keys}


def test_it_goes_from_the_words_to_the_merge(bench: Bench, told: Keeper) -> None:
    bench.reply("api", claim(endLine=8), claim(line="L2", rule=1, severity="high"))
    bench.reply("general", claim(file="./src/app.py", impactClass="security", quote=""))
    told.run()
    [run] = told.lineage().runs
    first, second, third = run.reported
    assert [each.watchdog for each in run.reported] == ["api", "api", "general"]
    assert second.raw.words == json.loads(json.dumps(claim(line="L2", rule=1, severity="high")))
    assert [note.code for note in second.notes] == ["line-text", "rule-by-number", "severity-word", "line-relocated"]
    assert (first.anchor, second.anchor, third.anchor) == ("exact", "relocated", "unproven")
    assert (second.severity_claimed, second.severity, second.weighed_by) == (
        "blocking", "blocking", "rule sql-injection of api",
    )  # fmt: skip
    assert [(each.line, each.end_line, each.impact_class) for each in run.reported] == [
        (7, 8, None), (7, None, None), (7, None, "security"),
    ]  # fmt: skip
    assert (run.severity, run.anchor) == ("blocking", "exact")
    assert run.merged_by is not None
    assert run.merged_by.to_json() == {
        "file": "src/app.py", "side": "new", "line": 7, "rule": "sql-injection", "message": None,
    }  # fmt: skip
    assert run.known_by is not None
    assert run.known_by.how is Recognition.NEW


def test_the_wording_is_in_the_key_only_where_it_decides(bench: Bench, told: Keeper) -> None:
    bench.quiet()
    bench.reply("api", claim(rule=None, message="Leaks  Names."))
    told.run()
    [run] = told.lineage().runs
    assert run.merged_by is not None
    assert run.merged_by.message == "leaks names"


def test_a_later_run_says_how_it_knew_the_finding_or_that_it_was_silent(bench: Bench, told: Keeper) -> None:
    bench.reply("general")
    bench.reply("api", claim())
    told.run()
    bench.next_run("head2")
    bench.quiet("general")
    bench.reply("api", claim())
    told.run()
    bench.next_run("head3")
    bench.reply("general")
    told.run()
    first, second, third = told.lineage().runs
    assert second.known_by is not None
    assert (second.known_by.how, second.known_by.run, second.known_by.sha) == (Recognition.PLACE, 1, "head1")
    assert (str(second.known_by.file), second.known_by.line) == ("src/app.py", 7)
    assert (third.run, third.reported, third.merged_by, third.known_by) == (3, (), None, None)
    assert first.reported


def test_runs_are_told_from_the_first_that_reported_it_as_far_as_they_came(bench: Bench, told: Keeper) -> None:
    bench.quiet()
    told.run()
    bench.next_run("head2")
    bench.quiet()
    bench.reply("api", claim())
    told.run()
    bench.run = 4
    told.unfinished = {2, 4}
    assert [run.run for run in told.lineage().runs] == [2, 3]


def test_the_worst_severity_and_the_best_proof_count(bench: Bench, told: Keeper) -> None:
    bench.quiet()
    bench.reply("api", claim(), claim())
    told.run()
    one, other = told.observations[1]
    told.observations[1] = [
        replace(one, severity=Severity.ATTENTION, anchor=Anchor.AMBIGUOUS),
        replace(other, severity=Severity.BLOCKING, anchor=Anchor.EXACT),
    ]
    [run] = told.lineage().runs
    assert (run.severity, run.anchor) == (Severity.BLOCKING, Anchor.EXACT)


def test_a_file_that_came_later_is_not_taken_for_the_one_that_was_read(bench: Bench, told: Keeper) -> None:
    bench.quiet()
    bench.reply("api", claim())
    told.run()
    [read] = told.files[1, "api"]
    told.files[1, "api"] = [
        KeptReply(read.name, b'{"findings": []}'),
        KeptReply("runs/1/findings/api.2.json", read.data),
    ]
    [reported] = told.lineage().runs[0].reported
    assert (reported.raw.file, reported.raw.words) == ("runs/1/findings/api.2.json", claim())


def test_what_was_not_kept_is_null(bench: Bench, told: Keeper) -> None:
    bench.quiet()
    bench.reply("api", claim())
    told.run()
    told.observations[1] = [replace(seen, file=None, weighed_by=None, recognised=None) for seen in told.observations[1]]
    told.hashes.clear()
    [run] = told.lineage().runs
    assert (run.merged_by, run.known_by, run.reported[0].weighed_by) == (None, None, None)
    assert run.reported[0].raw.words is not None, "the only file there is, by its own name"


def test_the_lines_of_a_fingerprint_are_hashed_again(bench: Bench, told: Keeper) -> None:
    bench.quiet()
    bench.reply("api", claim())
    told.run()
    identity = told.lineage().identity
    assert (identity.above, identity.start, identity.below) == (
        "query = \"SELECT * FROM users WHERE name = '\" + name + \"'\"", QUERY, "def fetch(url):",
    )  # fmt: skip
    assert (identity.rule, str(identity.path), identity.occurrence) == ("sql-injection", "src/app.py", 0)
    assert identity.lines_missing is None


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (None, "can no longer be read"),
        ([b"too short"], "can no longer be read"),
        ([b"another file"] * 12, "not the ones in the fingerprint"),
    ],
)
def test_lines_that_do_not_give_the_fingerprint_are_not_shown(
    bench: Bench, told: Keeper, lines: Sequence[bytes] | None, why: str
) -> None:
    bench.quiet()
    bench.reply("api", claim())
    told.run()
    told.lines = lines
    identity = told.lineage().identity
    assert (identity.above, identity.start, identity.below) == (None, None, None)
    assert why in (identity.lines_missing or "")


def test_lines_are_of_no_use_where_nobody_knows_which_it_was(bench: Bench, told: Keeper) -> None:
    bench.quiet()
    bench.reply("api", claim())
    told.run()
    told.observations.clear()
    assert "can no longer be read" in (told.lineage().identity.lines_missing or "")


def test_lines_that_are_no_utf_8_are_told_by_their_bytes(bench: Bench, told: Keeper) -> None:
    bench.quiet()
    bench.reply("api", claim())
    [stored] = bench.finalize().findings
    told.run()
    told.lines = [b"\xff = top()"] * 6 + [b"price = '\xf6'", b"end()"]
    key = base_key(stored.rule, stored.lineage, context_of(FoldedLines(told.lines), 7))
    bench.stored = (replace(stored, base_key=key),)
    identity = told.lineage().identity
    assert (identity.above, identity.start, identity.below) == ("\\xff = top()", "price = '\\xf6'", "end()")


@pytest.mark.parametrize(
    ("claimed", "why"),
    [(claim(line=None, quote=""), "the whole file is meant"), (claim(file="nowhere.py"), "could not be read")],
)
def test_a_fingerprint_without_lines_says_so(bench: Bench, told: Keeper, claimed: dict[str, object], why: str) -> None:
    bench.quiet()
    bench.reply("api", claimed)
    told.run()
    assert why in (told.lineage().identity.lines_missing or "")


def test_secrets_are_told_as_such(bench: Bench, told: Keeper) -> None:
    token = "ghp_" + "a" * 36
    bench.new = {"src/app.py": f"top()\nsend('{token}')\nend()\n"}
    bench.quiet()
    bench.reply("api", claim(line=2, quote="", message=f"It sends {token}"))
    told.run()
    told.lines = (bench.new["src/app.py"] or "").encode().split(b"\n")
    text = json.dumps(told.lineage().to_json())
    assert token not in text
    assert text.count("[redacted:github-token]") > 2


def test_history_is_told_in_order(bench: Bench, told: Keeper) -> None:
    bench.quiet()
    bench.reply("api", claim())
    told.run()
    told.history = [
        HistoryEntry(Told.DECISION, "r", None, "pending", "ignore", "by design", "then"),
        HistoryEntry(Told.STATUS, "r", 2, "open", "done", "its file is gone", "later"),
    ]
    assert [(each.about, each.run, each.was, each.became, each.why, each.at) for each in told.lineage().history] == [
        ("decision", None, "pending", "ignore", "by design", "then"),
        ("status", 2, "open", "done", "its file is gone", "later"),
    ]


def test_a_group_has_all_members_and_each_link_once(bench: Bench, told: Keeper) -> None:
    bench.quiet()
    harm = {"impactClass": "security"}
    bench.reply("api", claim(**harm), claim(rule="timeouts", **harm), claim(line=8, rule="x", quote="", **harm))
    told.run()
    group = told.lineage().group
    assert group is not None
    assert [(member.rule, member.status) for member in group.members] == [
        ("sql-injection", "open"), ("timeouts", "open"), ("x", "open"),
    ]  # fmt: skip
    assert len(group.links) == 2
    assert {name for link in group.links for name in (link.one, link.other)} == {each.id for each in group.members}
    assert all("both may harm security" in link.why for link in group.links)


def test_who_is_alone_has_no_group(bench: Bench, told: Keeper) -> None:
    bench.quiet()
    bench.reply("api", claim())
    told.run()
    (item,) = (to_item(each, None, "abcdef") for each in bench.stored)
    assert group_of(item, [item]) is None
