"""A tree that no honest git would write cannot make us write outside of our folders, or look clean."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import CommandLine
    from tests.trust.conftest import Attack

#: In each is a conflict, which `debris` finds wherever its file is exported to.
RULE = "debris/conflict-marker"
CONFLICT = b"<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n"

#: Entries from the root on: `/` alone parts folders here, and a part may hold one, written as `\0`.
HOSTILE = (
    b"../escaped",
    b"../../../../escaped",
    b"folder/../../escaped",
    b".git/config",
    b".git/hooks/post-checkout",
    b".GIT/config",
    b"folder/.git/config",
    b"..\0escaped",
    b"./escaped",
    b"GIT~1/config",
    b".git ./config",
    b".gitmodules/../escaped",
)


def _tree(command_line: CommandLine, parts: list[bytes], extra: bytes = b"") -> bytes:
    """The id of a tree that holds the conflict below `parts`; no porcelain of git would write some of these names."""
    git = command_line.repository.git
    name = parts[0].replace(b"\0", b"/")
    if len(parts) == 1:
        mode, entry = b"100644", git("hash-object", "-w", "--stdin", stdin=CONFLICT)
    else:
        mode, entry = b"40000", _tree(command_line, parts[1:])
    body = mode + b" " + name + b"\0" + bytes.fromhex(entry.strip().decode())
    # Entries go by name; a hostile name is tried at its right place, so that nothing else is wrong with the tree.
    records = sorted([body, extra] if extra else [body], key=lambda record: record.partition(b" ")[2])
    return git("hash-object", "-w", "-t", "tree", "--literally", "--stdin", stdin=b"".join(records)).strip()


def _commit(command_line: CommandLine, tree: bytes) -> None:
    main = command_line.repository.resolve("main")
    commit = command_line.repository.git("commit-tree", "-p", main, "-m", "Hostile", tree.decode()).strip().decode()
    command_line.repository.git("update-ref", "refs/heads/hostile", commit)


def _outside(tmp_path: Path) -> dict[str, bytes]:
    """Every file that is not in the home folder, nor git's own objects."""
    places = (place for place in tmp_path.rglob("*") if place.is_file())
    return {
        name: place.read_bytes()
        for place in places
        if not (name := place.relative_to(tmp_path).as_posix()).startswith(("home/", "sample/.git/objects/"))
    }


@pytest.mark.parametrize("path", HOSTILE)
def test_a_hostile_entry_is_scanned_and_written_nowhere(attack: Attack, tmp_path: Path, path: bytes) -> None:
    command_line = attack({}, {"a.md": "a\n"})
    _commit(command_line, _tree(command_line, path.split(b"/")))
    before = _outside(tmp_path)
    hunted = command_line("hunt", "--head", "hostile", "--allow-missing", "--fail-on", "blocking")
    assert (hunted.code, [item.rule for item in command_line.findings("--head", "hostile")]) == (1, [RULE])
    assert _outside(tmp_path) == before
    prepared = command_line("prepare", "--head", "hostile")
    assert prepared.code == 2, "no agent gets a checkout of such a tree"
    assert "invalid path" in prepared.err
    assert _outside(tmp_path) == before
    assert not (tmp_path.parent / "escaped").exists()


@pytest.mark.parametrize("path", [b"", b"folder/", b"\0tmp\0escaped"])
def test_a_name_that_is_no_name_is_refused(attack: Attack, tmp_path: Path, path: bytes) -> None:
    command_line = attack({}, {"a.md": "a\n"})
    _commit(command_line, _tree(command_line, path.split(b"/")))
    before = _outside(tmp_path)
    for command in ("hunt", "prepare"):
        assert command_line(command, "--head", "hostile", "--allow-missing").code in (2, 4)
    assert _outside(tmp_path) == before


def test_a_link_and_a_folder_of_one_name_lead_nowhere(attack: Attack, tmp_path: Path) -> None:
    """The link would be made first, and the folder's file then be written through it."""
    command_line = attack({}, {"a.md": "a\n"})
    outside = tmp_path / "outside"
    outside.mkdir()
    target = command_line.repository.git("hash-object", "-w", "--stdin", stdin=str(outside).encode()).strip()
    link = b"120000 folder\0" + bytes.fromhex(target.decode())
    _commit(command_line, _tree(command_line, [b"folder", b"escaped"], link))
    command_line("hunt", "--head", "hostile")
    command_line("prepare", "--head", "hostile")
    assert list(outside.iterdir()) == []


@pytest.mark.parametrize("path", [b"..\\escaped.md", b"c:escaped.md", b"folder\\..\\..\\escaped.md"])
def test_a_name_that_is_hostile_on_another_system_is_scanned_all_the_same(attack: Attack, path: bytes) -> None:
    command_line = attack({}, {path: CONFLICT})
    command_line("hunt")
    assert [item.rule for item in command_line.findings()] == [RULE]


#: Patches that would write elsewhere, were they applied to a folder.
PATCHES = {
    "up": "--- /dev/null\n+++ b/../escaped\n@@ -0,0 +1 @@\n+a\n",
    "absolute": "--- /dev/null\n+++ {}/escaped\n@@ -0,0 +1 @@\n+a\n",
    "git's folder": "--- /dev/null\n+++ b/.git/hooks/post-checkout\n@@ -0,0 +1 @@\n+a\n",
    "through a link": (
        "diff --git a/link b/link\nnew file mode 120000\n--- /dev/null\n+++ b/link\n@@ -0,0 +1 @@\n+{}\n"
        "\\ No newline at end of file\n"
        "diff --git a/link/escaped b/link/escaped\nnew file mode 100644\n--- /dev/null\n+++ b/link/escaped\n"
        "@@ -0,0 +1 @@\n+a\n"
    ),
}


@pytest.mark.parametrize("patch", PATCHES.values(), ids=PATCHES)
def test_a_patch_writes_nowhere_but_into_the_review(attack: Attack, tmp_path: Path, patch: str) -> None:
    command_line = attack({}, {"a.md": "a\n"})
    (tmp_path / "x.patch").write_text(patch.format(tmp_path), encoding="utf-8")
    before = _outside(tmp_path)
    for command in ("hunt", "prepare"):
        ran = command_line(command, "--patch", str(tmp_path / "x.patch"))
        assert ran.code in (0, 2, 3)
        assert "nothing to review" not in ran.out
    assert _outside(tmp_path) == before
    assert not (tmp_path.parent / "escaped").exists()
