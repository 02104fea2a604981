"""What a change is for, as far as code alone tells: read off its diff, without any model.

In: the change, the files that a reviewer may see, their contents, the authors' words. Out: a `BusinessSummary` of what
the change adds, alters or takes away, the same for the same change. Nothing fails: what cannot be read tells nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from houndsman.intent.line_signs import line_signs
from houndsman.intent.moved import Told, settled
from houndsman.intent.python_file import python_traces
from houndsman.intent.settings_signs import is_configuration, settings_signs
from houndsman.intent.sides import Blobs, Sides, read_sides
from houndsman.intent.signs import NAMES, Kind, Trace, differences
from houndsman.models.business import BusinessSummary, CommitWords, Fact
from houndsman.models.change import Change, ChangedFile, FileKind
from houndsman.models.repo_path import RepoPath
from houndsman.prompt.foreign import cut, one_line, visible
from houndsman.prompt.redact import redact

#: Facts of one kind. Of flows and invariants each one is owed a verdict with its proof.
MOST_FACTS = {Kind.FLOW: 20, Kind.INVARIANT: 20, Kind.CONTRACT: 30, Kind.STATE: 20}

#: Facts of one kind from one file.
MOST_FACTS_OF_FILE = 15

#: Characters of a title, and of a commit's message.
TITLE_CHARS = 240
MESSAGE_CHARS = 1_000

#: Bytes that are read in all, the most changed files first: a change of thousands of files has more facts than fit.
MOST_BYTES = 4 * 1024 * 1024

_PYTHON = frozenset({b".py", b".pyi"})
_TEST = re.compile(
    rb"(?:\A|/)(?:tests?|testing|__tests__|specs?)/|(?:\A|/)(?:test_[^/]*|conftest|tests)\.py\Z"
    rb"|_test\.(?:py|go)\Z|\.(?:test|spec)\.[cm]?[jt]sx?\Z"
)
_ASIDE = re.compile(
    rb"(?:\A|/)(?:docs?|examples?|\.github|\.gitlab|\.circleci)/"
    rb"|(?:\A|/)(?:tox\.ini|noxfile\.py|mypy\.ini|pytest\.ini|ruff\.toml|mkdocs\.ya?ml|codecov\.ya?ml)\Z"
    rb"|(?:\A|/)(?:\.pre-commit-config|\.readthedocs|\.gitlab-ci|\.travis|azure-pipelines)\.ya?ml\Z"
)


def derive(
    change: Change, visible_paths: Collection[RepoPath], blobs: Blobs, commits: Sequence[CommitWords] = ()
) -> BusinessSummary:
    """What `change` is for.

    Args:
        change: the parsed diff.
        visible_paths: the files that a brief may show; the others are not even read.
        blobs: the contents of both sides.
        commits: what the authors say, oldest first; secrets are taken out here.
    """
    told = settled(_told(change, visible_paths, blobs))
    of_kind = {kind: [each for each in told if each.trace.kind is kind] for kind in Kind}
    facts = {kind: _facts(kind, each) for kind, each in of_kind.items()}
    left_out = {kind: len(of_kind[kind]) - len(facts[kind]) for kind in Kind}
    return BusinessSummary(
        base=change.target.left,
        head=change.target.head,
        flows=facts[Kind.FLOW],
        invariants=facts[Kind.INVARIANT],
        contracts=facts[Kind.CONTRACT],
        states=facts[Kind.STATE],
        left_out={NAMES[kind]: count for kind, count in left_out.items() if count},
        commits=tuple(CommitWords(sha=each.sha, message=_message(each.message)) for each in commits),
    )


def is_test(path: RepoPath) -> bool:
    """Whether a file holds tests, which claim something and are no way through the code."""
    return _TEST.search(path.raw) is not None


def is_aside(path: RepoPath) -> bool:
    """Whether a file is about how the project is built, shown or explained, and no part of what it does."""
    return _ASIDE.search(path.raw) is not None


def _worth_reading(change: Change, visible_paths: Collection[RepoPath]) -> list[ChangedFile]:
    seen = frozenset(visible_paths)
    files = [file for file in change.files if file.kind is FileKind.TEXT and file.hunks and file.path in seen]
    return sorted(files, key=lambda file: (is_test(file.path), is_aside(file.path), -file.churn, file.path))


def _told(change: Change, visible_paths: Collection[RepoPath], blobs: Blobs) -> Iterator[Told]:
    read = 0
    for file in _worth_reading(change, visible_paths):
        if read > MOST_BYTES:
            return
        sides = read_sides(file, blobs)
        read += sum(len(side.content) for side in sides)
        yield from (Told(file, each) for each in _traces(sides, is_test=is_test(file.path)))


def _traces(sides: Sides, *, is_test: bool) -> list[Trace]:
    if sides.new.suffix in _PYTHON:
        traces = python_traces(sides, is_test=is_test)
        if traces is not None:
            return traces
    if is_configuration(sides.new):
        return [] if is_test else differences(sides, settings_signs(sides.old), settings_signs(sides.new))
    old, new = (line_signs(side, is_test=is_test) for side in sides)
    return differences(sides, old, new)


def _facts(kind: Kind, told: Sequence[Told]) -> tuple[Fact, ...]:
    """The facts of one kind: those that weigh most, by place."""
    of_file: Counter[RepoPath] = Counter()
    most = []
    for each in sorted(told, key=_weightiest):
        of_file[each.file.path] += 1
        if of_file[each.file.path] <= MOST_FACTS_OF_FILE:
            most.append(each)
    kept = sorted(most[: MOST_FACTS[kind]], key=_place)
    return tuple(_fact(f"{kind.value}{number}", each) for number, each in enumerate(kept, 1))


def _weightiest(told: Told) -> tuple[object, ...]:
    """What sorts the facts of one kind: those that more depends on, then those with more changed lines."""
    return is_aside(told.file.path), told.trace.rank, -told.trace.weight, *_place(told)


def _place(told: Told) -> tuple[bytes, tuple[int, ...], str]:
    return told.file.path.raw, told.trace.lines, told.trace.title


def _fact(own_id: str, told: Told) -> Fact:
    path = told.file.path_at_base if told.trace.is_removed else told.file.path
    return Fact(
        id=own_id,
        title=one_line(told.trace.title, TITLE_CHARS),
        at=tuple(f"{path}:{line}" for line in told.trace.lines),
        files=(told.file.path,),
    )


def _message(text: str) -> str:
    return cut(visible(redact(text)).strip(), MESSAGE_CHARS)[0].rstrip()
