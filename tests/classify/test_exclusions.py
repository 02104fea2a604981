"""Why a file is in no brief."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from houndsman.classify.exclusions import BUILT_IN, Exclusions
from houndsman.classify.marks import Marks
from houndsman.models.change import ChangedFile, FileKind
from houndsman.models.repo_path import RepoPath

EXAMPLES = {
    ".env": "environment file",
    "app/.env.production": "environment file",
    "poetry.lock": "lock file",
    "web/package-lock.json": "lock file",
    "pnpm-lock.yaml": "lock file",
    "go.sum": "lock file",
    "bun.lockb": "lock file",
    "node_modules/left-pad/index.js": "vendored",
    "vendor/lib.go": "vendored",
    "a/third_party/x.c": "vendored",
    "dist/app.js": "build output",
    "web/build/index.html": "build output",
    "app.js.map": "source map",
    "jquery.min.js": "minified",
    "a.min.css": "minified",
    "api_pb2.py": "generated",
    "api.pb.go": "generated",
    "model.g.dart": "generated",
    "src/__generated__/q.ts": "generated",
    "logo.png": "image",
    "deep/photo.jpeg": "image",
    "src/app.py": None,
    "environment.py": None,
    "distribution/a.py": None,
    "builder.py": None,
    "vendors.py": None,
    "locksmith.py": None,
    "logo.svg": None,
    "dist": None,
}


@pytest.mark.parametrize(("path", "reason"), EXAMPLES.items())
def test_the_built_in_reasons(changed_file: Callable[..., ChangedFile], path: str, reason: str | None) -> None:
    assert Exclusions([], Marks()).reason(changed_file(path)) == reason


def test_every_built_in_reason_has_an_example() -> None:
    assert {reason for reason, _ in BUILT_IN} == set(EXAMPLES.values()) - {None}


@pytest.mark.parametrize(
    ("kind", "reason"),
    [(kind, "binary" if kind is FileKind.BINARY else None) for kind in FileKind],
)
def test_of_the_kinds_only_binary_is_a_reason(
    changed_file: Callable[..., ChangedFile], kind: FileKind, reason: str | None
) -> None:
    assert Exclusions([], Marks()).reason(changed_file("data.bin", kind=kind)) == reason


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("fixtures/a.json", "excluded by the project"),
        ("fixtures/real/a.json", None),
        ("fixtures/real/poetry.lock", "lock file"),
        ("src/a.json", None),
    ],
)
def test_the_projects_patterns_add_to_the_built_in_ones(
    changed_file: Callable[..., ChangedFile], path: str, reason: str | None
) -> None:
    assert Exclusions(["fixtures/", "!fixtures/real/"], Marks()).reason(changed_file(path)) == reason


def test_marks_of_the_base_are_reasons(changed_file: Callable[..., ChangedFile]) -> None:
    marks = Marks(
        generated=frozenset({RepoPath(b"gen.py"), RepoPath(b"both.py")}),
        vendored=frozenset({RepoPath(b"lib.py"), RepoPath(b"both.py")}),
    )
    given = {path: Exclusions([], marks).reason(changed_file(path)) for path in ("gen.py", "lib.py", "both.py", "a.py")}
    assert given == {"gen.py": "generated", "lib.py": "vendored", "both.py": "vendored", "a.py": None}
