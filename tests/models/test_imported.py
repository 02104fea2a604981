"""An import beside the watchdogs of a run."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from houndsman.models.change import FileKind, FileStatus
from houndsman.models.classification import Assignment, Classification, ClassifiedFile
from houndsman.models.imported import Import, with_imports
from houndsman.models.repo_path import RepoPath
from houndsman.models.watchdog import Watchdog

GENERAL = Watchdog(id="general", title="General")


def _classification(*paths: bytes) -> Classification:
    rows = tuple(
        ClassifiedFile(
            path=RepoPath(path),
            old_path=None,
            status=FileStatus.ADDED,
            kind=FileKind.TEXT,
            added=1,
            removed=0,
            risk=0,
            watchdogs=(),
            excluded=None,
        )
        for path in paths
    )
    asked = (Assignment(watchdog=GENERAL, origin="test", files=tuple(RepoPath(path) for path in paths)),)
    return Classification(files=rows, assignments=asked, declared=(GENERAL,))


def test_imports_are_asked_after_the_others_and_change_nothing_of_them() -> None:
    before = _classification(b"a.py")
    after = with_imports(before, (Import(watchdog="acme", source="acme.xml"), Import(watchdog="zeta", source="z")))
    assert after.expected == ("general", "acme", "zeta")
    assert [each.id for each in after.declared] == ["general", "acme", "zeta"]
    assert after.assignments[0] is before.assignments[0]
    assert before.expected == ("general",)


@pytest.mark.parametrize(("complete", "files"), [(False, []), (True, ["a.py", "b.py"])])
def test_a_report_covers_what_it_is_said_to_cover(complete: bool, files: list[str]) -> None:
    imported = Import(watchdog="acme", source="acme.xml", complete=complete)
    assignment = imported.assignment(_classification(b"b.py", b"a.py"))
    assert [str(path) for path in assignment.files] == files
    assert (assignment.origin, assignment.watchdog.is_code_only, assignment.watchdog.rules) == ("acme.xml", True, ())


@pytest.mark.parametrize("name", ["", "Acme", "a/b", "-a", "a" * 65])
def test_its_name_is_a_watchdogs(name: str) -> None:
    with pytest.raises(ValidationError):
        Import(watchdog=name, source="acme.xml")
