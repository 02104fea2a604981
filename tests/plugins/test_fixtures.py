"""Each rule's fixtures, run through the real watchdog: a hit is hit, and what is clean is clean."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from houndsman import RawFinding, Rule, Watchdog
from houndsman_plugins import debris, python, secrets, shell, spelling, structure, workflows

if TYPE_CHECKING:
    from tests.plugins.conftest import Bench

FIXTURES = Path(__file__).parent / "fixtures"
MODULES = (debris, python, secrets, shell, spelling, structure, workflows)

Found = dict[str, set[str]]


def _key(place: Path) -> str:
    return place.relative_to(FIXTURES).as_posix()


PLACES = sorted(FIXTURES.glob("*/*/*.*"))


def _fit(rule: Rule, code: str) -> int:
    """How many characters of `code` the best of the rule's patterns agrees with; 0 for none."""
    exact = [len(code) + 1 for name in (rule.id, *rule.match) if name == code]
    families = [len(pattern) for pattern in rule.match if pattern.endswith("*") and code.startswith(pattern[:-1])]
    return max([*exact, *families], default=0)


def _rule_id(watchdog: Watchdog, finding: RawFinding) -> str:
    """The declared rule that a finding's rule or scanner's code stands for."""
    code = str(finding.rule)
    best = max(watchdog.rules, key=lambda rule: _fit(rule, code))
    assert _fit(best, code), f"no rule of {watchdog.id} stands for {code}"
    return best.id


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
