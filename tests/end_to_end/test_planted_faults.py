"""A secret, a conflict marker and an unused import: found where the change puts them, and nowhere else."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.conftest import CommandLine

# Assembled, so that no scanner takes this file for a leak. It is the key of AWS's own documentation.
SECRET = 'KEY = "' + "AKIA" + "IOSFODNN7" + 'EXAMPLE"\n'
CONFLICT = "<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> feature\n"
UNUSED = "import os\n"

FAULTS = {"settings.py": SECRET, "notes.txt": CONFLICT, "orders.py": UNUSED}


def test_the_three_are_found_on_changed_lines(houndsman: CommandLine) -> None:
    repository = houndsman.repository
    for name in FAULTS:
        repository.write(name, "# a line\n")
    repository.commit("Clean")
    repository.branch("feature")
    for name, fault in FAULTS.items():
        repository.write(name, "# a line\n" + fault)
    repository.commit("Faults")
    houndsman("hunt")
    found = {(str(item.file), item.line, *item.watchdogs) for item in houndsman.findings()}
    assert found == {("notes.txt", 2, "debris"), ("orders.py", 2, "python"), ("settings.py", 2, "secrets")}


def test_the_same_faults_on_untouched_lines_are_not_the_changes_business(houndsman: CommandLine) -> None:
    repository = houndsman.repository
    for name, fault in FAULTS.items():
        repository.write(name, "# a line\n" + fault)
    repository.commit("Faults")
    repository.branch("feature")
    for name, fault in FAULTS.items():
        repository.write(name, "# a line\n# and another\n" + fault)
    repository.commit("More lines")
    houndsman.answer(houndsman.prepare(), "general")
    ran = houndsman("hunt")
    assert ran.code == 0, ran.err
    assert houndsman.findings() == []
    assert "approved" in ran.out


def test_a_committed_env_file_is_in_no_brief_and_still_scanned(houndsman: CommandLine) -> None:
    repository = houndsman.repository
    repository.write("a.txt", "a\n")
    repository.commit("Clean")
    repository.branch("feature")
    repository.write(".env", SECRET)
    repository.commit("Environment")
    manifest = houndsman.prepare()
    (file,) = manifest.files
    assert file.excluded is not None
    assert [each.id for each in manifest.watchdogs] == ["secrets"]
    houndsman("hunt")
    assert [(str(item.file), item.watchdogs) for item in houndsman.findings()] == [(".env", ("secrets",))]
