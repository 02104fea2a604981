"""Each code-only watchdog ends in an outcome: answered, failed with the reason, never silently clean."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from houndsman.errors import StoreError
from houndsman.git.blobs import BlobReader
from houndsman.git.reading_root import export
from houndsman.git.runner import Git
from houndsman.hook_relay import HookRelay
from houndsman.hunt.dispatch import CheckOutcome, hunt, reply_bytes
from houndsman.models.change import Change
from houndsman.models.classification import Assignment, Classification
from houndsman.models.finding import RawFinding
from houndsman.models.plugins import ReadingRoot
from houndsman.models.records import HuntOutcome, WatchdogState
from houndsman.models.repo_path import RepoPath
from houndsman.models.watchdog import Watchdog

CHECKS = """
from houndsman import CheckUnavailable, RawFinding, hookimpl

@hookimpl
def houndsman_check(watchdog, change, reading_root):
    match watchdog.id:
        case "clean":
            return []
        case "finds":
            return [
                RawFinding(file=file.path, line=1, message=reading_root.lines(file.path)[0], rule="r")
                for file in change.files
            ]
        case "raises":
            raise RuntimeError("the scanner\\nwent away")
        case "exits":
            raise SystemExit(0)
        case "lacks":
            raise CheckUnavailable("the scanner is not installed", hint="pip install scanner")
        case "words":
            return "nothing found"
        case "mixed":
            return [RawFinding(file="a.py", message="m"), {"file": "a.py"}]
    return None
"""


ANSWERED = HuntOutcome(WatchdogState.ANSWERED)


@pytest.fixture
def change(change_of: Callable[..., Change]) -> Change:
    """Two files."""
    return change_of({"kept": "x\n"}, {"a.py": "first\n", "b.py": "second\n"})


@pytest.fixture
def reading_root(git: Git, change: Change, tmp_path: Path) -> ReadingRoot:
    """Their head blobs."""
    with BlobReader(git) as reader:
        return export(reader, change.files, tmp_path / "blobs")


def _assigned(name: str, *files: str, agent: str | None = "code") -> Assignment:
    paths = tuple(RepoPath.parse(file) for file in files or ("a.py", "b.py"))
    return Assignment(watchdog=Watchdog(id=name, title=name, agent=agent), origin="test", files=paths)


@pytest.fixture
def run(
    change: Change, reading_root: ReadingRoot, install: Callable[..., None], load: Callable[..., HookRelay]
) -> Callable[..., tuple[tuple[CheckOutcome, ...], dict[str, bytes], HookRelay]]:
    """Hunt with assignments; what comes back: outcomes, what was kept, and the relay."""

    def hunt_them(
        *assignments: Assignment, plugins: dict[str, str] | None = None
    ) -> tuple[tuple[CheckOutcome, ...], dict[str, bytes], HookRelay]:
        install("acme", {"checks": CHECKS} if plugins is None else plugins)
        relay = load()
        kept: dict[str, bytes] = {}
        outcomes = hunt(
            change, Classification(files=(), assignments=assignments), reading_root, relay, kept.__setitem__
        )
        return outcomes, kept, relay

    return hunt_them


Run = Callable[..., tuple[tuple[CheckOutcome, ...], dict[str, bytes], HookRelay]]


@pytest.mark.parametrize(
    ("name", "state", "reason"),
    [
        ("raises", "failed", "plugin 'checks' (acme) failed in houndsman_check: RuntimeError: the scanner went away"),
        ("exits", "failed", "plugin 'checks' (acme) failed in houndsman_check: SystemExit: 0"),
        ("lacks", "missing", "checks: the scanner is not installed — pip install scanner"),
        ("nobody", "missing", "no plugin answered for it"),
        ("words", "failed", "plugin 'checks' did not return a list of RawFinding"),
        ("mixed", "failed", "plugin 'checks' did not return a list of RawFinding"),
    ],
)
def test_who_has_no_answer_says_why_and_leaves_no_file(run: Run, name: str, state: str, reason: str) -> None:
    (bad, good), kept, _ = run(_assigned(name), _assigned("clean"))
    assert (bad.watchdog, bad.record) == (name, (state, reason))
    assert (good.watchdog, good.record) == ("clean", ANSWERED)
    assert set(kept) == {"clean"}


@pytest.mark.parametrize(
    ("name", "is_blamed"),
    [("raises", True), ("exits", True), ("words", True), ("mixed", True), ("lacks", False), ("nobody", False)],
)
def test_a_plugin_is_blamed_for_what_is_its_fault(run: Run, name: str, is_blamed: bool) -> None:
    _, _, relay = run(_assigned(name))
    assert [failure.plugin for failure in relay.failures] == (["checks"] if is_blamed else [])


@pytest.mark.parametrize(("name", "returned"), [("words", "str"), ("mixed", "a list of RawFinding, dict")])
def test_a_plugin_is_told_what_it_returned(run: Run, name: str, returned: str) -> None:
    _, _, relay = run(_assigned(name))
    (failure,) = relay.failures
    assert failure.error == f"must return a list of RawFinding or None, not {returned}"


def test_the_answer_is_the_contracts_file(run: Run) -> None:
    (outcome,), kept, relay = run(_assigned("finds", "b.py"))
    assert (outcome.record, outcome.findings) == (ANSWERED, 1)
    assert relay.failures == ()
    reply = json.loads(kept["finds"])
    assert (reply["watchdog"], reply["reviewedFiles"], reply["skipped"]) == ("finds", ["b.py"], [])
    (finding,) = reply["findings"]
    assert (finding["file"], finding["line"], finding["message"]) == ("b.py", 1, "second")


def test_a_check_sees_only_its_files_and_the_others_go_on(run: Run) -> None:
    outcomes, kept, _ = run(_assigned("finds", "a.py"), _assigned("raises"), _assigned("clean"))
    assert [outcome.watchdog for outcome in outcomes] == ["finds", "raises", "clean"]
    assert [each["file"] for each in json.loads(kept["finds"])["findings"]] == ["a.py"]
    assert json.loads(kept["clean"])["findings"] == []


def test_watchdogs_that_agents_answer_are_not_asked(run: Run) -> None:
    outcomes, kept, _ = run(_assigned("general", agent=None), _assigned("finds", agent="owl"))
    assert outcomes == () and kept == {}


def test_an_outsider_may_answer_when_another_raises(run: Run) -> None:
    raises = CHECKS.replace('case "clean":\n            return []', 'case "clean":\n            return 1 / 0')
    (outcome,), kept, relay = run(_assigned("clean"), plugins={"a": CHECKS, "b": raises})
    assert outcome.record == ANSWERED and set(kept) == {"clean"}
    assert [failure.plugin for failure in relay.failures] == ["b"], "and the run is incomplete all the same"


def test_checks_run_beside_each_other_in_threads_of_their_own(
    change: Change, reading_root: ReadingRoot, install: Callable[..., None], load: Callable[..., HookRelay]
) -> None:
    # Each waits until the other has begun: one after the other they would wait for ever.
    install(
        "acme",
        {
            "meet": """
            import threading
            from houndsman import hookimpl

            barrier = threading.Barrier(2, timeout=30)

            @hookimpl
            def houndsman_check(watchdog):
                barrier.wait()
                return []
            """
        },
    )
    told: list[tuple[str, str]] = []
    classification = Classification(files=(), assignments=(_assigned("one"), _assigned("two")))

    def keep(name: str, reply: bytes) -> None:
        told.append((name, threading.current_thread().name.partition("_")[0]))

    outcomes = hunt(change, classification, reading_root, load(), keep)
    assert [outcome.record for outcome in outcomes] == [ANSWERED, ANSWERED]
    assert sorted(told) == [("one", "watchdog"), ("two", "watchdog")]


def test_an_answer_that_cannot_be_kept_is_not_an_answer(
    change: Change, reading_root: ReadingRoot, install: Callable[..., None], load: Callable[..., HookRelay]
) -> None:
    install("acme", {"checks": CHECKS})

    def full_disk(name: str, reply: bytes) -> None:
        raise OSError("no space left")

    with pytest.raises(OSError, match="no space left"):
        hunt(change, Classification(files=(), assignments=(_assigned("clean"),)), reading_root, load(), full_disk)


def test_a_reply_is_written_the_same_each_time_and_names_paths_in_their_outside_form() -> None:
    assignment = Assignment(
        watchdog=Watchdog(id="one", title="One", agent="code"), origin="test", files=(RepoPath(b"bad\xff.py"),)
    )
    findings = [RawFinding(file=RepoPath(b"bad\xff.py"), line=3, rule=1, message="m", quote="é")]
    reply = reply_bytes(assignment, findings)
    assert reply == reply_bytes(assignment, findings)
    assert reply.endswith(b"}\n")
    data = json.loads(reply)
    assert data["reviewedFiles"] == ['"bad\\377.py"']
    assert data["findings"][0]["file"] == '"bad\\377.py"'
    assert data["findings"][0]["endLine"] is None
    assert "é".encode() in reply


def test_what_cannot_be_kept_is_raised(
    change: Change, reading_root: ReadingRoot, install: Callable[..., None], load: Callable[..., HookRelay]
) -> None:
    def full(watchdog: str, reply: bytes) -> None:
        raise StoreError("the disk is full")

    install("acme", {"checks": CHECKS})
    with pytest.raises(StoreError, match="the disk is full"):
        hunt(change, Classification(files=(), assignments=(_assigned("clean"),)), reading_root, load(), full)
