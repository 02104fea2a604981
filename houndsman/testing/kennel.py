"""A git repository to let watchdogs loose in: a change in one line of code, and what a watchdog says of it.

    def test_it_finds_the_planted_one(kennel: Kennel) -> None:
        kennel.change({"shop.py": ("total = 1\\n", "total = 1.0\\n")})
        assert_findings(kennel.check(PLUGIN), [("shop.py", 1, "money/float")])

In: files before and after, a plugin or a Markdown watchdog. Out: changes, findings, briefs, command lines. What a
plugin raises goes through to the test; what the test asks for and cannot have is a `UsageError` with the next step.
"""

from __future__ import annotations

import difflib
import json
import tempfile
from collections.abc import Mapping
from importlib.metadata import entry_points
from pathlib import Path

from houndsman.classify.classify import Selection, classify
from houndsman.classify.marks import read_marks
from houndsman.config.load import Declaration
from houndsman.config.project import WATCHDOGS
from houndsman.errors import CheckUnavailable, HoundsmanError, UsageError
from houndsman.git.blobs import BlobReader
from houndsman.git.reading_root import export
from houndsman.git.samples import SampleRepository
from houndsman.hook_relay import HookRelay, PluginFailure
from houndsman.hunt.dispatch import CheckOutcome, hunt
from houndsman.models.change import Change
from houndsman.models.classification import Classification
from houndsman.models.config import Config
from houndsman.models.finding import RawFinding
from houndsman.models.manifest import Manifest
from houndsman.models.records import WatchdogState
from houndsman.models.repo_path import RepoPath
from houndsman.models.triage import TriageItem
from houndsman.models.watchdog import Watchdog
from houndsman.plugin_manager import GROUP, load_alone, load_plugins
from houndsman.testing.command_line import CommandLine, Ran
from houndsman.testing.odd_repositories import CASES, OddRepository
from houndsman.testing.trees import Content, change_between, git_of, lay, read_tree

#: pytest shows the test's line and what was raised, not the way through here.
__tracebackhide__ = True

#: A file before and after the change; a plain content is a file that the change adds.
Edit = Content | tuple[Content, Content]


class Kennel:
    """A repository whose `main` is reviewed against a branch, and a `houndsman` with a home of its own."""

    def __init__(self, folder: Path) -> None:
        """Make an empty repository in `folder`.

        Args:
            folder: an empty or missing one; the command line's home lies in it, too.
        """
        self._folder = folder
        self.repository = SampleRepository.create(folder / "repository")
        self.home = folder / "home"
        self.houndsman = CommandLine(self.repository, self.home, self.repository.path)
        """The command line in the repository: `kennel.houndsman("findings", "list", "--json")`."""
        self._changes: list[Change] = []

    # A change

    def change(self, files: Mapping[str, Edit]) -> Change:
        """Commit a change: `main` as it was before, and a new branch, checked out, as it is after.

        Args:
            files: by path what a file was and what it becomes, `("total = 1\\n", "total = 2\\n")`. None for a file
                that is not there, a `Path` for a symbolic link; a plain text is a file that the change adds.

        Returns:
            The change as a watchdog gets it. Its commits are `change.target.base` and `change.target.head`.
        """
        pairs = {path: edit if isinstance(edit, tuple) else (None, edit) for path, edit in files.items()}
        if self._changes:
            self.repository.switch("main")
        lay(self.repository, {path: before for path, (before, _) in pairs.items()})
        base = self.repository.commit("Before")
        self.repository.branch("change" if not self._changes else f"change-{len(self._changes) + 1}")
        lay(self.repository, {path: after for path, (_, after) in pairs.items()})
        head = self.repository.commit("After")
        self._changes.append(change_between(self.repository, base, head))
        return self._changes[-1]

    def case(self, folder: Path) -> Change:
        """Commit the change that lies in `folder`: the files of `before/`, and those of `after/` in their place."""
        before, after = read_tree(folder / "before"), read_tree(folder / "after")
        return self.change({path: (before.get(path), after.get(path)) for path in sorted({*before, *after})})

    def odd(self, name: str) -> OddRepository:
        """One of the repositories that are hard to read, such as `crlf`; the reference lists them.

        It stands beside the kennel's own. Raises `UsageError` for a name that is not there.
        """
        if name not in CASES:
            close = difflib.get_close_matches(name, CASES, n=1)
            hint = f"Did you mean {close[0]!r}?" if close else "houndsman.testing.odd_repositories.CASES has them all."
            raise UsageError(f"there is no odd repository {name!r}", hint=hint)
        return CASES[name].build(Path(tempfile.mkdtemp(prefix="odd-", dir=self._folder)))

    # A watchdog that code answers

    def check(self, plugin: object, watchdog: str | None = None) -> list[RawFinding]:
        """What a watchdog that code answers finds in the latest change, by file and line; nobody else is asked.

        It gets the files that a review would give it, through the plugin's own hooks.

        Args:
            plugin: the plugin's module or object, its file, or the name of an installed one.
            watchdog: which of the plugin's watchdogs, where it has several that code answers.

        Raises:
            UsageError: there is no change yet, none of its files is guarded, or there is no such watchdog.
            CheckUnavailable: the plugin says that it cannot answer here.
            HoundsmanError: the plugin failed; the cause is what it raised.
        """
        change = self._latest()
        relay = _relay_of(plugin)
        classification = _sort(self.repository, change, _one_of(relay, watchdog), relay)
        replies: dict[str, bytes] = {}
        with tempfile.TemporaryDirectory(dir=self._folder) as place, BlobReader(git_of(self.repository)) as blobs:
            root = export(blobs, change.files, Path(place) / "export")
            (outcome,) = hunt(change, classification, root, relay, replies.__setitem__)
        _raise_failures(relay.failures)
        if outcome.watchdog not in replies:
            raise CheckUnavailable(_reason(outcome))
        raw = json.loads(replies[outcome.watchdog])["findings"]
        found = [_located(RawFinding.model_validate(each)) for each in raw]
        return sorted(found, key=lambda each: (RepoPath.parse(str(each.file)), each.line or 0))

    # A watchdog that an agent answers

    def watchdog(self, file: Path) -> str:
        """Put a Markdown watchdog into the repository, on `main`, where a review trusts it. Call it before `change`.

        Returns:
            Its id, the file's stem.
        """
        if self._changes:
            raise UsageError("the watchdog comes too late", hint="Call kennel.watchdog(…) before kennel.change(…).")
        self.repository.write(f"{WATCHDOGS}/{file.name}", file.read_bytes())
        return file.stem

    def brief(self, watchdog: str, *words: str) -> str:
        """The brief that an agent would get for `watchdog`.

        Args:
            watchdog: its id.
            words: options of `houndsman prepare`.

        Raises:
            UsageError: it gets none.
        """
        manifest = self.houndsman.prepare(*words)
        _refuse_unasked(manifest, watchdog)
        return self.houndsman.brief(manifest, watchdog)

    def answer(self, watchdog: str, reply: Mapping[str, object]) -> list[TriageItem]:
        """Answer for `watchdog` as an agent would, finalize, and return what became of its findings.

        Args:
            watchdog: its id.
            reply: the findings file, such as `{"findings": [{"file": …, "line": …, "rule": …, "quote": …}]}`. Files
                that it does not say are read: all of its brief.

        Raises:
            UsageError: it gets no brief of the latest change.
        """
        manifest = self.houndsman.prepare()
        _refuse_unasked(manifest, watchdog)
        self.houndsman.answer(manifest, watchdog, **{"findings": [], **reply})
        self.houndsman("finalize")
        return self.houndsman.findings("--watchdog", watchdog)

    # The whole of it

    def hunt(self, *words: str) -> Ran:
        """`houndsman hunt` on the latest change, with every plugin that is installed; `words` are its options."""
        self._latest()
        return self.houndsman("hunt", *words)

    def _latest(self) -> Change:
        if not self._changes:
            raise UsageError("there is nothing to review", hint='Begin with kennel.change({"a.py": (before, after)}).')
        return self._changes[-1]


def _refuse_unasked(manifest: Manifest, watchdog: str) -> None:
    asked = [each.id for each in manifest.watchdogs if each.brief is not None]
    if watchdog not in asked:
        raise UsageError(f"{watchdog!r} gets no brief", hint=f"These do: {', '.join(asked)}. Look at its paths.")


def _relay_of(plugin: object) -> HookRelay:
    """The hooks of one plugin and of no other."""
    if str(plugin).endswith(".md"):
        hint = "Test it with kennel.watchdog(FILE), kennel.brief(ID) and kennel.answer(ID, REPLY)."
        raise UsageError("a Markdown watchdog is answered by an agent, not by code", where=str(plugin), hint=hint)
    if isinstance(plugin, str | Path):
        name = str(plugin)
        others = [f"no:{entry.name}" for entry in entry_points(group=GROUP) if entry.name != name]
        relay = load_plugins([*others, name])
    else:
        relay = load_alone(plugin, getattr(plugin, "__name__", type(plugin).__name__).rpartition(".")[2])
    _raise_failures(relay.failures)
    return relay


def _one_of(relay: HookRelay, wanted: str | None) -> Watchdog:
    declared = [watchdog for _, watchdog in relay.collect_lists("houndsman_watchdogs", Watchdog, config=Config())]
    _raise_failures(relay.failures)
    by_code = {watchdog.id: watchdog for watchdog in declared if watchdog.is_code_only}
    if wanted is None and len(by_code) == 1:
        return next(iter(by_code.values()))
    if wanted in by_code:
        return by_code[wanted]
    if wanted is None and by_code:
        raise UsageError("the plugin has several watchdogs", hint=f"Name one of {', '.join(sorted(by_code))}.")
    told = "no watchdog" if wanted is None else f"no watchdog {wanted!r}"
    hint = f'It declares: {", ".join(each.id for each in declared) or "none"}. Is `agent="code"` missing?'
    raise UsageError(f"{told} of the plugin is answered by code", hint=hint)


def _sort(repository: SampleRepository, change: Change, watchdog: Watchdog, relay: HookRelay) -> Classification:
    marks = read_marks(git_of(repository), change)
    declared = [Declaration(watchdog, "the test")]
    classification = classify(change, declared, Config(), marks, Selection(), relay)
    if classification.assignments:
        return classification
    rows = [f"{row.path} ({row.excluded or 'no glob matches'})" for row in classification.files]
    hint = f"It guards {', '.join(watchdog.paths)} and not {', '.join(watchdog.exclude) or 'more'}."
    raise UsageError(f"{watchdog.id!r} guards no file of the change: {', '.join(rows)}", hint=hint)


def _raise_failures(failures: tuple[PluginFailure, ...]) -> None:
    if failures:
        raise HoundsmanError(str(failures[0])) from failures[0].cause


def _reason(outcome: CheckOutcome) -> str:
    assert outcome.record.state is not WatchdogState.ANSWERED
    return f"{outcome.watchdog}: {outcome.record.reason}"


def _located(finding: RawFinding) -> RawFinding:
    """With the file as a path of the repository, whatever the plugin called it by."""
    return finding.model_copy(update={"file": RepoPath.parse(str(finding.file))})
