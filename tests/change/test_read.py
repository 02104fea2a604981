"""One call from two commits to a change; what a diff does not show is looked up."""

from __future__ import annotations

from pathlib import Path

from houndsman.change.read import read_change
from houndsman.git.repository import Repository
from houndsman.git.samples import SampleRepository
from houndsman.git.shadow import Shadow
from houndsman.models.change import FileKind
from tests.change.conftest import resolved

POINTER = f"version https://git-lfs.github.com/spec/v1\noid sha256:{'a' * 64}\nsize 12\n"


def test_what_was_only_renamed_has_the_kind_of_its_contents(shop: SampleRepository, tmp_path: Path) -> None:
    contents = {"text": "1\n2\n", "binary": "\0" * 9, "pointer": POINTER, "empty": "", "mode": "mode\n"}
    for name, content in contents.items():
        shop.write(name, content)
    shop.symlink("link", "text")
    left = shop.commit("one")
    for name in (*contents, "link"):
        shop.move(name, f"moved/{name}")
    shop.place("moved/mode").chmod(0o755)
    head = shop.commit("two")
    shadow = Shadow.open(tmp_path / "shadow", Repository.discover(shop.path))
    change = read_change(shadow.git, resolved(left, head)).change
    assert {file.path.text.removeprefix("moved/"): file.kind for file in change.files} == {
        "text": FileKind.TEXT,
        "binary": FileKind.BINARY,
        "pointer": FileKind.LFS,
        "empty": FileKind.TEXT,
        "mode": FileKind.MODE_ONLY,
        "link": FileKind.SYMLINK,
    }
