"""A manifest or classification that cannot be read: named, with what to do; no answer and no finding is lost by it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.faults.conftest import At, Undisturbed


def _folder(place: Path) -> None:
    place.unlink()
    place.mkdir()


DAMAGES: dict[str, Callable[[Path], object]] = {
    "empty": lambda place: place.write_bytes(b""),
    "truncated": lambda place: place.write_bytes(place.read_bytes()[:200]),
    "garbage": lambda place: place.write_bytes(b"\xff\xfe\x00" * 99),
    "another": lambda place: place.write_bytes(b"{}\n"),
    "a list": lambda place: place.write_bytes(b"[1, 2]\n"),
    "deep": lambda place: place.write_bytes(b"[" * 100_000),
    "newer": lambda place: place.write_bytes(b'{"version": 999}\n'),
    "gone": lambda place: place.unlink(),
    "folder": _folder,
}


CASES = [("manifest.json", damage) for damage in DAMAGES]
CASES += [("classification.json", damage) for damage in ("truncated", "another", "gone")]


@pytest.mark.parametrize(("name", "damage"), CASES)
def test_it_is_named_and_a_prepare_mends_it(scene: At, undisturbed: Undisturbed, name: str, damage: str) -> None:
    usual = undisturbed("finalize", "answered")
    here = scene("answered")
    place = here.home / "reviews" / here.review / name
    DAMAGES[damage](place)
    ended = here.run("finalize")
    assert ended.status == 4
    assert str(place) in ended.err
    assert "Traceback" not in ended.err
    assert here.triage() == usual.before
    if damage == "folder":
        assert "Is a directory" in ended.err
        place.rmdir()
    else:
        assert "houndsman prepare" in ended.err or "Upgrade" in ended.err
    assert here.run("prepare").status == 0
    assert here.run("finalize").status == usual.status
    assert (here.files(), here.tables()) == (usual.files, usual.tables)
