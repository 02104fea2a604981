"""The stage that sends out code-only watchdogs, each in a thread of its own.

Comes in: the classification and the changed files' head blobs on disk. Goes out: an outcome for each code-only
watchdog, and for each that answered a findings file in the contract's form, handed over the moment it is there. A
watchdog whose code raises has failed, one that says that it cannot run here is missing: the reason is kept, and neither
is ever "no findings". Interrupted, those at work are waited for a moment, and what they answer later is not kept:
nobody can end a thread, and it may never end.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path

from houndsman.hook_relay import Answer, HookRelay, PluginFailure, shape
from houndsman.models.artifact import artifact_bytes
from houndsman.models.change import Change
from houndsman.models.classification import Assignment, Classification
from houndsman.models.finding import RawFinding
from houndsman.models.plugins import ReadingRoot
from houndsman.models.records import HuntOutcome, WatchdogState
from houndsman.models.repo_path import RepoPath
from houndsman.models.watchdog import Watchdog
from houndsman.prompt.redact import redact

#: Code-only watchdogs wait for the programs that they start more than they compute.
CONCURRENCY = 4

#: How long checks at work may go on once the hunt is interrupted: programs that they wait for were told as well.
_GRACE_SECONDS = 2.0

_HOOK = "houndsman_check"


@dataclass(frozen=True)
class CheckOutcome:
    """How one watchdog's check ended."""

    watchdog: str
    record: HuntOutcome
    """Whether it answered and why not, as the store keeps it."""
    findings: int = 0


def hunt(
    change: Change,
    classification: Classification,
    reading_root: ReadingRoot,
    relay: HookRelay,
    keep: Callable[[str, bytes], None],
) -> tuple[CheckOutcome, ...]:
    """Run every code-only watchdog that has files.

    Args:
        change: the whole change; each check sees it narrowed to its files.
        classification: who has which files.
        reading_root: the head's version of these files.
        relay: where the checks are.
        keep: takes a watchdog's id and the bytes of its findings file, at once and before anybody looks at them.

    Returns:
        Outcomes in the order of the classification.
    """

    is_left = threading.Event()

    def one(assignment: Assignment) -> CheckOutcome:
        outcome, reply = _check(assignment, change, reading_root, relay)
        if reply is not None and not is_left.is_set():
            keep(assignment.watchdog.id, reply)
        return outcome

    try:
        return _each(one, [each for each in classification.assignments if each.watchdog.is_code_only])
    finally:
        is_left.set()


def _each(check: Callable[[Assignment], CheckOutcome], mine: Sequence[Assignment]) -> tuple[CheckOutcome, ...]:
    """What `check` says of each. Not a pool of the standard library: the end of the program waits for its threads."""
    outcomes = [Future[CheckOutcome]() for _ in mine]
    waiting = deque(zip(outcomes, mine, strict=True))

    def work() -> None:
        while waiting:
            try:
                outcome, assignment = waiting.popleft()
            except IndexError:  # another thread was faster
                return
            try:
                outcome.set_result(check(assignment))
            except BaseException as error:  # noqa: BLE001 - raised again where it is waited for
                outcome.set_exception(error)

    workers = [
        threading.Thread(target=work, name=f"watchdog_{number}", daemon=True)
        for number in range(min(CONCURRENCY, len(mine)))
    ]
    for worker in workers:
        worker.start()
    try:
        return tuple(outcome.result() for outcome in outcomes)
    finally:
        waiting.clear()
        until = time.monotonic() + _GRACE_SECONDS
        for worker in workers:
            worker.join(max(0.0, until - time.monotonic()))


def _check(
    assignment: Assignment, change: Change, reading_root: ReadingRoot, relay: HookRelay
) -> tuple[CheckOutcome, bytes | None]:
    watchdog = assignment.watchdog
    narrowed = change.narrowed(frozenset(assignment.files))
    answer, failures, unavailable = relay.ask(_HOOK, watchdog=watchdog, change=narrowed, reading_root=reading_root)
    if answer is None and failures:
        return _unanswered(watchdog, WatchdogState.FAILED, "; ".join(map(str, failures)))
    if answer is None:
        reasons = [each.reason if each.plugin.is_ours else f"{each.plugin.name}: {each.reason}" for each in unavailable]
        return _unanswered(watchdog, WatchdogState.MISSING, "; ".join(reasons) or "no plugin answered for it")
    findings = _findings(answer, reading_root, relay)
    if findings is None:
        told = f"plugin {answer.plugin.name!r} did not return a list of RawFinding"
        return _unanswered(watchdog, WatchdogState.FAILED, told)
    return CheckOutcome(watchdog.id, HuntOutcome(WatchdogState.ANSWERED), len(findings)), reply_bytes(
        assignment, findings
    )


def _unanswered(watchdog: Watchdog, state: WatchdogState, reason: str) -> tuple[CheckOutcome, None]:
    return CheckOutcome(watchdog.id, HuntOutcome(state, redact(reason))), None  # a scanner's complaint may quote a line


def _findings(answer: Answer, reading_root: ReadingRoot, relay: HookRelay) -> list[RawFinding] | None:
    value = answer.value
    if isinstance(value, list | tuple) and all(isinstance(each, RawFinding) for each in value):
        return [_in_repository(each, reading_root) for each in value]
    told = f"must return a list of RawFinding or None, not {shape(value)}"
    relay.add_failure(PluginFailure(answer.plugin.name, answer.plugin.distribution, _HOOK, told))
    return None


def _in_repository(finding: RawFinding, reading_root: ReadingRoot) -> RawFinding:
    """A scanner prints the place of the copy that it was given; the export is gone when intake reads it."""
    if isinstance(finding.file, RepoPath) or not Path(finding.file).is_absolute():
        return finding
    path = reading_root.locate(finding.file)
    return finding if path is None else finding.model_copy(update={"file": path})


def reply_bytes(assignment: Assignment, findings: Sequence[RawFinding]) -> bytes:
    """The findings file of a code-only watchdog: code reads every file it is given."""
    return artifact_bytes(
        {
            "watchdog": assignment.watchdog.id,
            "findings": [finding.to_json() for finding in findings],
            "reviewedFiles": [str(path) for path in assignment.files],
            "skipped": [],
            "checks": [],
            "rules": [],
        }
    )
