"""What no brief shows: the built-in reasons, and the project's own. Pure.

An excluded file keeps its row in the manifest with the reason, and code-only watchdogs that declare `seesExcluded`
(such as `secrets`) still get it.
"""

from __future__ import annotations

from collections.abc import Sequence

from houndsman.classify.globs import Globs
from houndsman.classify.marks import Marks
from houndsman.models.change import ChangedFile, FileKind

#: Reason and patterns; the first reason whose patterns match is the one that is given.
BUILT_IN: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("environment file", (".env*",)),
    (
        "lock file",
        (
            "*.lock",
            "*.lockb",
            "*.lockfile",
            "go.sum",
            "npm-shrinkwrap.json",
            "package-lock.json",
            "packages.lock.json",
            "pnpm-lock.yaml",
        ),
    ),
    ("vendored", ("bower_components/", "node_modules/", "third_party/", "vendor/")),
    ("build output", ("build/", "dist/")),
    ("source map", ("*.map",)),
    ("minified", ("*.min.css", "*.min.js", "*.min.mjs")),
    (
        "generated",
        ("*.g.dart", "*.generated.*", "*.pb.go", "*_pb2.py", "*_pb2.pyi", "*_pb2_grpc.py", "__generated__/"),
    ),
    (
        "image",
        (
            "*.avif",
            "*.bmp",
            "*.gif",
            "*.heic",
            "*.icns",
            "*.ico",
            "*.jpeg",
            "*.jpg",
            "*.png",
            "*.tif",
            "*.tiff",
            "*.webp",
        ),
    ),
)


class Exclusions:
    """The reasons for which a file is in no brief."""

    def __init__(self, project: Sequence[str], marks: Marks) -> None:
        self._built_in = [(reason, Globs(patterns)) for reason, patterns in BUILT_IN]
        self._project = Globs(project) if project else None
        self._marks = marks

    def reason(self, file: ChangedFile) -> str | None:
        """Why `file` is excluded, or None."""
        for reason, globs in self._built_in:
            if globs.match(file.path):
                return reason
        if file.kind is FileKind.BINARY:
            return "binary"
        if self._project is not None and self._project.match(file.path):
            return "excluded by the project"
        if file.path in self._marks.vendored:
            return "vendored"
        return "generated" if file.path in self._marks.generated else None
