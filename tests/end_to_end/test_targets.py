"""Every way to say what is reviewed, up to the findings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from houndsman.errors import ExitCode
from houndsman.git.samples import SampleRepository
from houndsman.models.target import TargetKind

if TYPE_CHECKING:
    from tests.conftest import CommandLine

Words = Callable[[SampleRepository], list[str]]
MARKER = "<<<<<<< ours\n=======\n>>>>>>> theirs\n"


@pytest.fixture
def history(houndsman: CommandLine) -> CommandLine:
    """`main` of two commits; from the first, `feature` of two, checked out; one file staged and one left lying."""
    houndsman.blocked = ("python", "secrets")
    repository = houndsman.repository
    repository.write("root.txt", MARKER)
    repository.commit("Root")
    repository.branch("feature")
    repository.write("one.txt", MARKER)
    repository.commit("One")
    repository.write("two.txt", MARKER)
    repository.commit("Two")
    repository.switch("main")
    repository.write("main.py", "breakpoint()\n")
    repository.commit("Main goes on")
    repository.switch("feature")
    repository.write("staged.txt", MARKER)
    repository.stage()
    repository.write("lying.txt", MARKER)
    repository.write(".git/info/exclude", "ignored.txt\n")
    repository.write("ignored.txt", MARKER)
    return houndsman


@pytest.mark.parametrize("ignored", [".gitignore", None], ids=["some of it by the project", "not at all"])
def test_a_home_inside_the_work_tree_is_not_reviewed(
    history: CommandLine, monkeypatch: pytest.MonkeyPatch, ignored: str | None
) -> None:
    repository = history.repository
    monkeypatch.setenv("HOUNDSMAN_HOME", "tools/hm")
    if ignored:
        repository.write(ignored, "*\n!*/\n!*.txt\n!*.json\n!*.md\n!.gitignore\n")
    first = history("prepare", "--working-tree", "--json").json()
    history("hunt", "--working-tree")
    second = history("prepare", "--working-tree", "--json").json()
    assert isinstance(first, dict) and isinstance(second, dict)
    assert (second["hash"], second["files"]) == (first["hash"], first["files"])
    assert not any("hm" in str(file) for file in second["files"])
    assert repository.git("status", "--porcelain", "--", "tools") == b""


@pytest.mark.parametrize("dry", [(), ("--dry-run",)], ids=["prepare", "dry run"])
def test_a_home_that_git_would_list_is_refused_for_the_working_tree(
    history: CommandLine, monkeypatch: pytest.MonkeyPatch, dry: tuple[str, ...]
) -> None:
    """A folder that held something else before is not ours to keep git from."""
    history.repository.write("tools/notes.txt", "Mine.\n")
    monkeypatch.setenv("HOUNDSMAN_HOME", "tools")
    assert history("prepare", "--staged").code == 0
    ran = history("prepare", "--working-tree", *dry)
    assert ran.code == 2
    assert f"{history.repository.path / 'tools'}: the home folder lies in the working tree" in ran.err
    assert "HOUNDSMAN_HOME" in ran.err and "/tools/" in ran.err and ".gitignore" in ran.err
    history.repository.write(".git/info/exclude", "/tools/\nignored.txt\n")
    assert history("prepare", "--working-tree", *dry).code == 0


KINDS: list[tuple[str, Words, TargetKind, set[str]]] = [
    ("branch", lambda r: [], TargetKind.BRANCH, {"one.txt", "two.txt"}),
    ("base", lambda r: ["--base", "feature~1"], TargetKind.BRANCH, {"two.txt"}),
    ("head", lambda r: ["--head", "main", "--base", "feature"], TargetKind.BRANCH, {"main.py"}),
    ("head by id", lambda r: ["--head", r.resolve("feature~1")], TargetKind.BRANCH, {"one.txt"}),
    ("commit", lambda r: ["--commit", "feature~1"], TargetKind.COMMIT, {"one.txt"}),
    ("root commit", lambda r: ["--commit", r.resolve("main~1")], TargetKind.COMMIT, {"root.txt"}),
    ("two dots", lambda r: ["--range", "main..feature"], TargetKind.RANGE, {"main.py", "one.txt", "two.txt"}),
    ("three dots", lambda r: ["--range", "main...feature"], TargetKind.RANGE, {"one.txt", "two.txt"}),
    ("staged", lambda r: ["--staged"], TargetKind.STAGED, {"staged.txt"}),
    ("working tree", lambda r: ["--working-tree"], TargetKind.WORKTREE, {"staged.txt", "lying.txt"}),
]


@pytest.mark.parametrize(("words", "kind", "changed"), [row[1:] for row in KINDS], ids=[row[0] for row in KINDS])
def test_a_target_is_prepared_hunted_and_listed(
    history: CommandLine, words: Words, kind: TargetKind, changed: set[str]
) -> None:
    said = words(history.repository)
    manifest = history.prepare(*said)
    assert manifest.target.kind is kind
    assert {str(file.path) for file in manifest.files} == changed
    assert history("hunt", *said).code == ExitCode.INCOMPLETE
    found = history.findings(*said)
    # In `main..feature` the file of main is deleted, so there is nothing of it to find.
    assert {str(item.file) for item in found} == changed - ({"main.py"} if ".." in "".join(said[1:2]) else set())
    assert history("finalize", *said).code == ExitCode.INCOMPLETE


def test_targets_are_reviews_apart(history: CommandLine) -> None:
    ids = {name: history.prepare(*words(history.repository)).review_id for name, words, _, _ in KINDS}
    # The base is no part of the key: the same branch is the same review.
    assert ids.pop("base") == ids["branch"]
    assert len(set(ids.values())) == len(ids)


def test_an_unborn_branch_has_no_commit_and_still_an_index_and_a_tree(houndsman: CommandLine) -> None:
    houndsman.blocked = ("python", "secrets")
    houndsman.repository.write("staged.txt", MARKER)
    houndsman.repository.stage()
    houndsman.repository.write("lying.txt", MARKER)
    ran = houndsman("hunt")
    assert ran.code == 2
    assert "has no commit yet" in ran.err
    assert "--staged" in ran.err
    assert [str(file.path) for file in houndsman.prepare("--staged").files] == ["staged.txt"]
    assert [str(file.path) for file in houndsman.prepare("--working-tree").files] == ["lying.txt", "staged.txt"]


def test_a_detached_head_is_reviewed_and_found_again(shop: CommandLine) -> None:
    shop.blocked = ("python", "secrets")
    shop.repository.switch("feature~0")
    manifest = shop.prepare()
    assert manifest.branch is None
    assert [str(file.path) for file in manifest.files] == ["README.md", "orders.py"]
    defect = {"file": "orders.py", "line": 11, "rule": "logic:rounds", "message": "Rounded too early."}
    shop.answer(manifest, "general", defect)
    assert shop("finalize").code == 0
    assert [item.rule for item in shop.findings()] == ["logic:rounds"]


def test_a_merge_commit_is_what_it_brought_to_its_first_parent(history: CommandLine) -> None:
    repository = history.repository
    repository.commit("Leftovers")
    repository.switch("main")
    merge = repository.merge("feature")
    manifest = history.prepare("--commit", merge)
    assert {str(file.path) for file in manifest.files} == {"one.txt", "two.txt", "staged.txt", "lying.txt"}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--staged", "--working-tree"], "exclude each other"),
        (["--commit", "HEAD", "--base", "main"], "exclude each other"),
        (["--commit", "nothing-of-this-name"], "there is no commit"),
        (["--range", "main"], "not a range"),
        (["--base", "nowhere"], "there is no commit"),
    ],
)
def test_what_cannot_be_a_target_is_refused_with_2(shop: CommandLine, words: list[str], told: str) -> None:
    ran = shop("hunt", *words)
    assert ran.code == 2
    assert told in ran.err


@pytest.mark.parametrize("words", [[], ["--staged"], ["--working-tree"], ["--commit", "HEAD"]])
def test_nothing_is_written_into_the_users_repository(history: CommandLine, words: list[str]) -> None:
    def state() -> dict[str, tuple[bytes, int]]:
        places = [place for place in history.repository.path.rglob("*") if place.is_file()]
        return {str(place): (place.read_bytes(), time(place)) for place in places}

    def time(place: Path) -> int:
        # git marks an object as of use when it is to be written again, so that no other git prunes it meanwhile.
        return 0 if "objects" in place.parts else place.stat().st_mtime_ns

    before = state()
    history.answer(history.prepare(*words), "general")
    assert history("hunt", *words).code == 0
    history("clean")
    assert state() == before
