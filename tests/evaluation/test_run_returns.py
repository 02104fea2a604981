"""The return on each watchdog, from runs that were really finalized and decided."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from houndsman.cli.options import request_of
from houndsman.errors import UsageError
from houndsman.evaluation.returns import Return
from houndsman.evaluation.run_returns import Returning, ReturnReport
from houndsman.git.samples import SampleRepository
from houndsman.models.agent import End, Priced
from houndsman.models.passes import FOUND_BY, HUNT, SECOND_OPINION, Asked, PassRecord, Turn
from houndsman.models.records import HuntOutcome, WatchdogState
from houndsman.models.reply import Usage
from houndsman.store.home import Home
from houndsman.store.store import Store
from houndsman.testing.command_line import environment_of
from tests.conftest import CommandLine

LINES = [f"price{line} = {line}" for line in range(1, 100)]
ANSWERED = HuntOutcome(WatchdogState.ANSWERED)


def session(
    agent: str, turn: int, tokens: tuple[int, int], cost: float | None, end: End = End.OK, name: str = HUNT
) -> PassRecord:
    asked = Asked("general", name, "", turn, "0" * 64, agent, f"{agent}:1")
    priced = Priced.UNKNOWN if cost is None else Priced.REPORTED
    usage = Usage(tokens_in=tokens[0], tokens_out=tokens[1], cost=cost)
    return PassRecord(asked, 1, Turn.BRIEF, "t1", "t2", end, usage=usage, priced=priced, seconds=1.0)


CLAUDE = session("claude", 1, (1000, 200), 0.5), session("claude", 2, (300, 100), 0.25)
CODEX = session("codex", 1, (500, 50), None)


def review(
    houndsman: CommandLine, variant: str, lines: tuple[int, ...], *sessions: PassRecord, second: tuple[int, ...] = ()
) -> None:
    """A run of a variant: `general` reports these lines after these sessions, some by a second opinion, and `debris`
    the last line."""
    manifest = houndsman.prepare("--variant", variant)
    found = [
        _finding(line, f"logic:line-{line}") | {FOUND_BY: SECOND_OPINION if line in second else HUNT} for line in lines
    ]
    houndsman.answer(manifest, "general", *found)
    houndsman.answer(manifest, "debris", _finding(9, "1"))
    with Store(Home(houndsman.home)) as store:
        for record in sessions:
            store.write_passes(manifest.review_id, manifest.run, [replace(record, finished_at=None, end=None)])
            store.write_passes(manifest.review_id, manifest.run, [record])
        store.record_hunt(manifest.review_id, manifest.run, {"general": ANSWERED, "debris": ANSWERED})
    assert houndsman("finalize", "--variant", variant).code == 0


def _finding(line: int, rule: str) -> dict[str, object]:
    """At ten times the line: nothing is near another."""
    return {"file": "shop.py", "line": 10 * line, "rule": rule, "message": "Wrong.", "quote": LINES[10 * line - 1]}


@contextmanager
def shop_in(folder: Path) -> Iterator[CommandLine]:
    """Claude reports lines 1 to 4, codex 3 and 5 after gemini was given up; 1, 3, 5 and 9 are right, and 2 is wrong."""
    repository = SampleRepository.create(folder / "sample")
    repository.write("README.md", "# A\n")
    repository.commit("Before")
    repository.branch("feature")
    repository.write("shop.py", "\n".join(LINES) + "\n")
    repository.commit("After")
    houndsman = CommandLine(repository, folder / "home")
    houndsman.blocked = ("python", "secrets")
    with pytest.MonkeyPatch.context() as patched:
        for name, value in environment_of(folder).items():
            if value is None:
                patched.delenv(name, raising=False)
            else:
                patched.setenv(name, value)
        patched.chdir(repository.path)
        review(houndsman, "a", (1, 2, 3, 4), *CLAUDE)
        review(houndsman, "b", (3, 5), session("gemini", 1, (10, 0), 0.01, End.QUOTA), CODEX)
        for variant, decision, lines in (("a", "execute", (1, 3, 9)), ("a", "ignore", (2,)), ("b", "execute", (5,))):
            ids = [item.id for item in houndsman.findings("--variant", variant) if (item.line or 0) // 10 in lines]
            assert houndsman("findings", "decide", *ids, decision, "--variant", variant).code == 0
        yield houndsman


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CommandLine]:
    """For tests that only look."""
    with shop_in(tmp_path_factory.mktemp("shop")) as made:
        yield made


@pytest.fixture
def moving(tmp_path: Path) -> Iterator[CommandLine]:
    """For a test that goes on reviewing."""
    with shop_in(tmp_path) as made:
        yield made


@pytest.fixture
def told(shop: CommandLine) -> ReturnReport:
    return returned()


def returned(**options: object) -> ReturnReport:
    with Returning(request_of(options)) as desk:
        return desk.returned()


def short(row: Return) -> tuple[str, str | None, int, int, int, int]:
    return row.watchdog, row.agent, row.runs, row.reported, row.confirmed, row.unique_confirmed


def test_every_number_is_the_one_worked_out_by_hand(told: ReturnReport) -> None:
    """Four findings are confirmed: line 3 is claude's and codex's, 1 claude's, 5 codex's and 9 code's alone."""
    assert list(map(short, told.rows)) == [
        ("general", "claude", 1, 4, 2, 1),
        ("general", "codex", 1, 2, 2, 1),
        ("debris", "code", 2, 1, 1, 1),
        ("general", "gemini", 1, 0, 0, 0),
    ]
    assert [row.recall_lost for row in told.rows] == [1 / 4, 1 / 4, 1 / 4, 0]
    assert [row.dismissed_share for row in told.rows] == [1 / 3, 0, 0, None]
    assert [(row.sessions, row.tokens, row.tokens_each) for row in told.rows] == [
        (2, 1600, 800),
        (1, 550, 275),
        (0, 0, 0),
        (1, 10, None),
    ]
    assert [(row.cost, row.cost_each) for row in told.rows] == [(0.75, 0.375), (None, None), (0, 0), (0.01, None)]


def test_what_it_was_counted_from_is_told(told: ReturnReport) -> None:
    assert (len(told.reviews), told.runs, told.reported, told.confirmed, told.dismissed) == (2, 2, 6, 4, 1)


def test_a_cost_that_nobody_knows_is_said(told: ReturnReport) -> None:
    assert [warning.message for warning in told.warnings] == [
        "1 of 1 sessions of general (codex) did not say what they cost"
    ]


@pytest.mark.parametrize(
    ("options", "agents"),
    [
        ({"variant": "a"}, ["claude", "code"]),
        ({"variant": "b"}, ["codex", "code", "gemini"]),
        ({"head": "feature"}, ["claude", "codex", "code", "gemini"]),
        ({"head": "feature", "variant": "a"}, ["claude", "code"]),
    ],
)
def test_the_options_choose_the_reviews(shop: CommandLine, options: dict[str, object], agents: list[str]) -> None:
    assert [row.agent for row in returned(**options).rows] == agents


def test_one_review_is_chosen_by_its_id(told: ReturnReport) -> None:
    assert returned(review=told.reviews[0]).reviews == told.reviews[:1]


def test_alone_in_its_review_a_finding_is_nobody_elses(shop: CommandLine) -> None:
    assert short(returned(variant="a").rows[0]) == ("general", "claude", 1, 4, 2, 2)


@pytest.mark.parametrize("options", [{"variant": "c"}, {"head": "main"}])
def test_a_review_that_is_not_there_is_said(shop: CommandLine, options: dict[str, object]) -> None:
    with pytest.raises(UsageError, match="no such review"):
        returned(**options)


def test_a_run_that_waits_for_answers_has_no_row_and_a_lost_manifest_no_price(moving: CommandLine) -> None:
    before = returned()
    moving.prepare("--variant", "waiting")
    assert returned().rows == before.rows
    for place in (moving.home / "reviews").glob("*/runs/*/manifest.json"):
        place.unlink()
    assert {(row.watchdog, row.agent): row.cost for row in returned().rows}["debris", None] is None


def test_a_second_opinion_of_another_agent_is_worth_what_it_found(moving: CommandLine) -> None:
    """Without the answer, nobody knows any more who found what."""
    both = session("claude", 1, (100, 0), 0.5), session("codex", 1, (50, 0), 0.25, name=SECOND_OPINION)
    review(moving, "c", (1, 4, 5), *both, second=(5,))
    rows = {(row.watchdog, row.agent): row for row in returned(variant="c").rows}
    claude, codex = rows["general", "claude"], rows["general", "codex"]
    assert [(row.reported, row.confirmed, row.cost) for row in (claude, codex)] == [(2, 1, 0.5), (1, 1, 0.25)]
    for place in (moving.home / "reviews").glob("*/runs/*/findings/general.json"):
        place.unlink()
    assert [row.agent for row in returned(variant="c").rows] == ["claude+codex", "code"]


def test_what_two_agents_name_differently_is_nobodys_own(moving: CommandLine) -> None:
    """Line 1 is claude's alone until somebody reports it as well, under a name of its own."""
    manifest = moving.prepare("--variant", "c")
    moving.answer(manifest, "general", _finding(1, "logic:another-name"))
    moving.answer(manifest, "debris")
    moving("finalize", "--variant", "c")
    rows = {(row.watchdog, row.agent): row for row in returned().rows}
    assert short(rows["general", "claude"])[4:] == (2, 0)
    assert short(rows["general", None]) == ("general", None, 1, 1, 0, 0)
