"""Real repositories that are hard to read right, each with what a right reading of it is.

In comes an empty folder, out comes a repository of real git in it and what is to be expected: every changed path with
its status, kind and counts, or a refusal. Where git or the disk cannot hold what a case needs (a disk that folds the
forms of Unicode, no symbolic links) the builder's own error goes out.

    from houndsman.testing.odd_repositories import CASES

    odd = CASES["crlf"].build(tmp_path)
    assert my_reading_of(odd.place) == odd.rows
"""

from __future__ import annotations

from houndsman.testing.odd_repositories import (
    contents,
    histories,
    kinds,
    patches,
    paths,
    places,
    refusals,
    uncommitted,
)
from houndsman.testing.odd_repositories.case import OddCase, OddRepository, Quote, Refusal, Row

#: Every case by its name, in the order of the modules and of the functions in them.
CASES: dict[str, OddCase] = {
    case.name: case
    for module in (paths, contents, kinds, histories, places, uncommitted, patches, refusals)
    for case in module.CASES
}

__all__ = ["CASES", "OddCase", "OddRepository", "Quote", "Refusal", "Row"]
