"""Two commands at once on one review: one wins, the other names it and changes nothing."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.faults.conftest import At, Undisturbed

#: Where the first stands still: before it read anything, before it wrote anything, and inside its transaction.
MOMENTS = ["open .*/runs/2/findings", "open .*intake.json", "sql DELETE"]


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("second", ["finalize", "hunt", "decide", "clean"])
def test_the_second_names_the_first_and_changes_nothing(
    scene: At, undisturbed: Undisturbed, second: str, moment: str
) -> None:
    usual = undisturbed("finalize", "answered")
    here = scene("answered")
    listed = json.loads(here.run("findings", "list", "--json").out)
    words = ["findings", "decide", listed[0]["id"], "execute"] if second == "decide" else [second]
    first = here.run("finalize", at=usual.first(moment), act="stop")
    assert first.status is None
    before = here.files(), here.tables()
    ended = here.run(*words)
    assert ended.status == 2
    assert f"in use by `houndsman finalize` (process {first.pid}, since 20" in ended.err
    assert not ended.out
    assert (here.files(), here.tables()) == before
    assert here.nursery.resume(first.pid).status == usual.status
    assert (here.files(), here.tables()) == (usual.files, usual.tables)


@pytest.mark.parametrize("moment", MOMENTS)
def test_whoever_only_reads_does_not_wait(scene: At, undisturbed: Undisturbed, moment: str) -> None:
    here = scene("answered")
    listed = here.run("findings", "list", "--json")
    first = here.run("finalize", at=undisturbed("finalize", "answered").first(moment), act="stop")
    meanwhile = here.run("findings", "list", "--json")
    assert (meanwhile.status, meanwhile.out) == (0, listed.out)
    assert here.nursery.resume(first.pid).status == 0
