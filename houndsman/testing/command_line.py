"""`houndsman`, run in this process: as quick as a function call, and as real as the program.

In: the words of a command line. Out: the exit code and what was printed, as `Ran`. Nothing is raised: like the program,
it says what went wrong and returns its code. What a test asks of it and cannot have is a `UsageError`, or fails.
"""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from houndsman.cli.main import run
from houndsman.config.load import ENVIRONMENT
from houndsman.errors import UsageError
from houndsman.git.samples import SampleRepository
from houndsman.models.manifest import Manifest
from houndsman.models.triage import TriageItem

#: pytest shows the test's line and what was raised, not the way through here.
__tracebackhide__ = True

#: Commands that take `-p`.
_LOADING = ("prepare", "hunt", "finalize")


class Ran(NamedTuple):
    """How one command line ended."""

    code: int
    out: str
    err: str

    def json(self) -> object:
        """What it printed, read as JSON."""
        value: object = json.loads(self.out)
        return value


class CommandLine:
    """`houndsman` in a repository, with a home of its own.

    The home is where the environment says; `environment_of` names the variables that lead there.
    """

    def __init__(self, repository: SampleRepository, home: Path, folder: Path | None = None) -> None:
        """Take a repository and a home.

        Args:
            repository: what is reviewed.
            home: the home folder, for `staging`.
            folder: where the commands run; None for wherever the process is.
        """
        self.repository = repository
        self.home = home
        self.blocked: tuple[str, ...] = ()
        """Plugins to leave out of every run, such as a scanner whose start a test need not wait for."""
        self._folder = folder

    def __call__(self, *words: str) -> Ran:
        """Run one command line."""
        left_out = [f"-pno:{name}" for name in self.left_out()] if words[:1] and words[0] in _LOADING else []
        out, err = _stream(), _stream()
        with (
            contextlib.nullcontext() if self._folder is None else contextlib.chdir(self._folder),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
        ):
            code = run([*words, *left_out])
        return Ran(code, _written(out), _written(err))

    def left_out(self) -> tuple[str, ...]:
        """The plugins that no run loads."""
        return self.blocked

    def prepare(self, *words: str) -> Manifest:
        """The manifest that `houndsman prepare` prints."""
        return Manifest.model_validate(self._json("prepare", "--json", *words))

    def findings(self, *words: str) -> list[TriageItem]:
        """What `houndsman findings list` prints."""
        listed = self._json("findings", "list", "--json", *words)
        assert isinstance(listed, list)
        return [TriageItem.model_validate(each) for each in listed]

    def staging(self, manifest: Manifest) -> Path:
        """Where agents write."""
        return self.home / "work" / manifest.review_id

    def brief(self, manifest: Manifest, watchdog: str) -> str:
        """The brief that was written for `watchdog`."""
        return (self.staging(manifest) / "briefs" / f"{watchdog}.md").read_text(encoding="utf-8")

    def answer(self, manifest: Manifest, watchdog: str, *findings: Mapping[str, object], **more: object) -> Path:
        """Write a watchdog's findings file, as an agent does that read every file of its brief.

        Args:
            manifest: of the run.
            watchdog: who answers.
            findings: as an agent writes them.
            more: further keys of the file, or others in place of the usual.
        """
        owed = next((each for each in manifest.watchdogs if each.id == watchdog), None)
        if owed is None:
            others = ", ".join(each.id for each in manifest.watchdogs)
            raise UsageError(f"{watchdog!r} has nothing to review", hint=f"These have: {others}. Look at its paths.")
        reply = {"watchdog": watchdog, "findings": findings, "reviewedFiles": [str(path) for path in owed.files]}
        place = self.staging(manifest) / "findings" / f"{watchdog}.json"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(json.dumps(reply | more), encoding="utf-8")
        return place

    def _json(self, *words: str) -> object:
        ran = self(*words)
        assert ran.out, f"houndsman {' '.join(words)} exits with {ran.code}:\n{ran.err}"
        return ran.json()


def environment_of(folder: Path) -> dict[str, str | None]:
    """What to set (None: to unset) so that a `houndsman` has home and configuration under `folder`, and no other."""
    config = folder / "user.toml"
    config.touch()
    return {**dict.fromkeys(ENVIRONMENT), "HOUNDSMAN_HOME": str(folder / "home"), "HOUNDSMAN_CONFIG": str(config)}


def _stream() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="", write_through=True)


def _written(stream: io.TextIOWrapper) -> str:
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue().decode("utf-8", "replace")
