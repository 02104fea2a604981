"""Each rule's fixtures, run through the real watchdog: a hit is hit, and what is clean is clean."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from houndsman import RawFinding, Rule, Watchdog
from houndsman_plugins import debris, python, secrets
from houndsman_plugins.python_rules import rule_of

if TYPE_CHECKING:
    from tests.plugins.conftest import Bench

FIXTURES = Path(__file__).parent / "fixtures"
MODULES = (debris, python, secrets)

Found = dict[str, set[str]]


def _key(place: Path) -> str:
    return place.relative_to(FIXTURES).as_posix()


PLACES = sorted(FIXTURES.glob("*/*/*.*"))


def _rule_id(watchdog: Watchdog, finding: RawFinding) -> str:
    """The declared rule that a finding's rule or scanner's code stands for."""
    name = str(finding.rule)
    matching: list[Rule] = [rule for rule in watchdog.rules if name in {rule.id, *rule.match}]
    return matching[0].id if matching else str(rule_of(name))


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory, bench_in: Callable[[Path], Bench]) -> Found:
    """The rules that are found in each fixture file; all files of a watchdog are one change."""
    rules: Found = {}
    for module in MODULES:
        files = {
            f"src/{_key(place)}": place.read_text(encoding="utf-8")
            for place in PLACES
            if place.parts[-3] == module.WATCHDOG.id
        }
        for finding in bench_in(tmp_path_factory.mktemp("export")).check(
            module.houndsman_check, module.WATCHDOG, files
        ):
            rules.setdefault(str(finding.file).removeprefix("src/"), set()).add(_rule_id(module.WATCHDOG, finding))
    return rules


@pytest.mark.parametrize("key", [_key(place) for place in PLACES if place.name.startswith("hit.")])
def test_hit(key: str, found: Found) -> None:
    assert key.rsplit("/", 1)[0] in found.get(key, set())


@pytest.mark.parametrize("key", [_key(place) for place in PLACES if place.name.startswith("clean.")])
def test_clean(key: str, found: Found) -> None:
    assert found.get(key, set()) == set()
