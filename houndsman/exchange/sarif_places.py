"""Where a SARIF result stands.

In: one entry of `runs`, and a location of one of its results. Out: file and lines. A URI is resolved against its base
as far as the run says what that is; one that stays relative, such as below semgrep's `%SRCROOT%`, is relative to the
repository, and its percent signs are decoded; one that is absolute is left as it is for `roots.py`.
(SARIF 2.1.0, sections 3.4, 3.14.14 and 3.30.)
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

from houndsman.exchange.json_text import as_list, as_number, as_object, as_text
from houndsman.intake.lines import claimed_lines
from houndsman.models.repo_path import RepoPath

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")  # one letter is a Windows drive


class ResultPlace(NamedTuple):
    """File, lines and the code there."""

    file: str | None = None
    line: int | None = None
    end_line: int | None = None
    quote: str = ""


class Places:
    """The places of one run."""

    def __init__(self, run: Mapping[str, object]) -> None:
        self._bases = as_object(run.get("originalUriBaseIds"))
        self._artifacts = as_list(run.get("artifacts"))

    def of(self, location: Mapping[str, object]) -> ResultPlace:
        """What `location` points at; nothing where it only has logical names."""
        physical = as_object(location.get("physicalLocation"))
        file = self._file(as_object(physical.get("artifactLocation")))
        region = as_object(physical.get("region"))
        first, last = _lines(region)
        snippet = as_text(as_object(region.get("snippet")).get("text")) or ""
        return ResultPlace(file, first, last, snippet.strip("\r\n").rstrip())

    def _file(self, artifact: Mapping[str, object]) -> str | None:
        index = as_number(artifact.get("index"))
        if as_text(artifact.get("uri")) is None and index is not None and 0 <= index < len(self._artifacts):
            artifact = as_object(as_object(self._artifacts[int(index)]).get("location"))
        uri = as_text(artifact.get("uri"))
        if uri is None:
            return None
        resolved = self._resolved(uri, artifact.get("uriBaseId"))
        if _SCHEME.match(resolved):
            return resolved
        return RepoPath(unquote_to_bytes(resolved.encode("utf-8", "replace"))).text

    def _resolved(self, uri: str, base: object) -> str:
        """`uri` below its base, and that below its own, until one is absolute or unknown."""
        passed: set[str] = set()
        while isinstance(base, str) and base in self._bases and base not in passed:
            if _SCHEME.match(uri) or uri.startswith("/"):
                break
            passed.add(base)
            known = as_object(self._bases[base])
            folder = as_text(known.get("uri")) or ""
            uri = f"{folder.rstrip('/')}/{uri}" if folder else uri
            base = known.get("uriBaseId")
        return uri


def _lines(region: Mapping[str, object]) -> tuple[int | None, int | None]:
    """First and last line of a text region, with null for a last that is the first; nulls for any other region."""
    claim = claimed_lines(region.get("startLine"), region.get("endLine"))
    # The end column is the one behind the region: at column 1 the region ends with the line before.
    if claim.line is not None and claim.end is not None and region.get("endColumn") == 1:
        last = claim.end - 1
        return claim.line, last if last > claim.line else None
    return claim.line, claim.end
