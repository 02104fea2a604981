"""A two-commit repository in memory, and a reader of replies about it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence

import pytest

from houndsman.intake.context import Intake, IntakeContext
from houndsman.intake.notes import MEANINGS, Repair
from houndsman.intake.read import read_reply
from houndsman.models.finding import Finding, Note, Side
from houndsman.models.repo_path import RepoPath
from houndsman.models.severity import Severity
from houndsman.models.watchdog import Rule, Watchdog


class Files:
    """`Sources` over two dictionaries of text by path; None is a binary file."""

    def __init__(self, new: Mapping[str, str | None], old: Mapping[str, str | None] | None = None) -> None:
        self._sides = {
            Side.NEW: {RepoPath.parse(path): text for path, text in new.items()},
            Side.OLD: {RepoPath.parse(path): text for path, text in (new if old is None else old).items()},
        }

    def exists(self, path: RepoPath, side: Side) -> bool:
        return path in self._sides[side]

    def is_link(self, path: RepoPath, side: Side) -> bool:
        return False

    def lines(self, path: RepoPath, side: Side) -> Sequence[bytes] | None:
        text = self._sides[side].get(path)
        return None if text is None else text.encode().removesuffix(b"\n").split(b"\n") if text else []

    def paths(self, side: Side) -> Sequence[RepoPath]:
        return sorted(self._sides[side])


WATCHDOG = Watchdog(
    id="api",
    title="The API",
    rules=(
        Rule(id="sql-injection", number=1, title="No SQL from strings", severity=Severity.BLOCKING),
        Rule(id="Timeouts", number=2, title="Every call has a timeout", severity=Severity.ATTENTION),
    ),
)

TWELVE = "".join(f"line {number}\n" for number in range(1, 13))


class Desk:
    """Reads replies of one watchdog about `files`."""

    def __init__(self, watchdog: Watchdog = WATCHDOG) -> None:
        new = {"src/app.py": TWELVE, "a/own.py": TWELVE, "logo.png": None, "empty.txt": "", "src/new.py": "x\n"}
        old = {"src/app.py": TWELVE, "src/gone.py": TWELVE}
        self.context = IntakeContext(
            watchdog=watchdog,
            brief_files=(RepoPath(b"src/app.py"), RepoPath(b"src/new.py"), RepoPath(b"logo.png")),
            sources=Files(new, old),
            roots=("/home/dev/project", "/var/cache/reading-root/", "C:\\work\\project"),
        )

    def read_bytes(self, raw: bytes) -> Intake:
        return read_reply(raw, self.context)

    def read(self, *findings: object, **root: object) -> Intake:
        return self.read_bytes(json.dumps({"findings": list(findings), "reviewedFiles": [], **root}).encode())

    def one(self, **keys: object) -> Finding:
        """The finding that a good one becomes when it has `keys` instead."""
        good: dict[str, object] = {"file": "src/app.py", "line": 3, "rule": "sql-injection", "message": "bad"}
        intake = self.read({**good, **keys})
        assert not intake.refusals
        return intake.findings[0]


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def code_desk() -> Desk:
    return Desk(WATCHDOG.model_copy(update={"agent": "code"}))


@pytest.fixture
def told() -> Callable[[Iterable[Note]], list[str]]:
    """Notes in short: the code, with what was and what it became in place of what the code means."""
    return lambda notes: [note.code + note.text.removeprefix(MEANINGS[Repair(note.code)]) for note in notes]
