"""Foreign findings as a findings file: what intake makes of it is what the reader understood."""

from __future__ import annotations

import json

from houndsman.exchange.as_reply import as_reply
from houndsman.models.finding import Side
from houndsman.models.foreign import ForeignFinding
from houndsman.models.repo_path import RepoPath
from houndsman.models.severity import Severity


def _entries(*findings: ForeignFinding) -> list[dict[str, object]]:
    read = json.loads(as_reply("acme", findings))
    entries = read["findings"]
    assert isinstance(entries, list)
    return entries


def test_it_is_a_findings_file() -> None:
    paths = [RepoPath(b"a.py"), RepoPath(b"bad\xff.py")]
    assert json.loads(as_reply("acme", [], paths)) == {
        "watchdog": "acme",
        "findings": [],
        "reviewedFiles": ["a.py", '"bad\\377.py"'],
        "skipped": [],
        "checks": [],
        "rules": [],
    }


def test_every_word_has_its_key() -> None:
    (entry,) = _entries(
        ForeignFinding("a.py", 3, 5, Side.OLD, "R1", "Wrong.", "Mend it.", "x = 1", Severity.NIT),
    )
    assert entry == {
        "file": "a.py",
        "line": 3,
        "endLine": 5,
        "side": "old",
        "rule": "R1",
        "message": "Wrong.",
        "action": "Mend it.",
        "quote": "x = 1",
        "severity": "nit",
    }


def test_what_the_contract_has_no_key_for_is_kept_apart() -> None:
    """As keys beside ours, `impact_class` or `end_line` of a stranger would be taken for ours."""
    extra = {"end_line": 9, "cwe": [79]}
    (entry,) = _entries(ForeignFinding("a.py", 3, category="bug", case="7", id="A1", commit="abc", extra=extra))
    assert entry["foreign"] == {"category": "bug", "case": "7", "id": "A1", "commit": "abc", "extra": extra}
    assert entry["endLine"] is None


def test_what_has_no_place_keeps_its_order_and_its_nulls() -> None:
    entries = _entries(ForeignFinding(None, None, message="one"), ForeignFinding("a.py", None, message="two"))
    assert [(entry["file"], entry["line"], entry["message"]) for entry in entries] == [
        (None, None, "one"),
        ("a.py", None, "two"),
    ]


def test_the_same_findings_give_the_same_bytes() -> None:
    one, other = ForeignFinding("a.py", 1, extra={"b": 1, "a": 2}), ForeignFinding("a.py", 1, extra={"a": 2, "b": 1})
    assert as_reply("acme", [one]) == as_reply("acme", [other])
