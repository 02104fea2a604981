"""Strangers' plugins that break: each is named, the run is incomplete, and what the others found is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from houndsman.models.manifest import Manifest

if TYPE_CHECKING:
    from tests.conftest import CommandLine

RAISES_ON_IMPORT = "raise RuntimeError('out of luck')\n"
RAISES_IN_A_HOOK = """
from houndsman import hookimpl

@hookimpl
def houndsman_watchdogs(config):
    raise ValueError('no watchdogs today')
"""
MISSPELLS = """
from houndsman import hookimpl

@hookimpl
def houndsman_watchdog(config):
    return []
"""
RAISES_IN_CHECK = """
from houndsman import Watchdog, hookimpl

@hookimpl
def houndsman_watchdogs():
    return [Watchdog(id="fragile", title="Fragile", agent="code")]

@hookimpl
def houndsman_check(watchdog, change, reading_root):
    if watchdog.id == "fragile":
        raise KeyError("a key")
"""

BROKEN = {"onimport": "RuntimeError: out of luck", "inhook": "ValueError: no watchdogs today", "misspelt": "no hook"}


@pytest.fixture
def broken(shop: CommandLine, install: Callable[..., None]) -> CommandLine:
    """The shop with a conflict marker, and three distributions that each break in their own way."""
    shop.blocked = ("python", "secrets")
    shop.repository.write("merge.txt", "<<<<<<< ours\n=======\n>>>>>>> theirs\n")
    shop.repository.commit("A conflict")
    install("acme-import", {"onimport": RAISES_ON_IMPORT})
    install("acme-hook", {"inhook": RAISES_IN_A_HOOK})
    install("acme-spelling", {"misspelt": MISSPELLS})
    return shop


def test_each_is_named_by_every_command_and_the_others_findings_are_kept(broken: CommandLine) -> None:
    prepared = broken("prepare")
    broken.answer(Manifest.model_validate(broken("prepare", "--json").json()), "general")
    hunted, finalized = broken("hunt"), broken("finalize")
    for ran in (prepared, hunted, finalized):
        assert ran.code == 3
        for name, why in BROKEN.items():
            assert f"plugin '{name}'" in ran.err
            assert ran.err.count(why) == 1
    assert [item.rule for item in broken.findings()] == ["debris/conflict-marker"]


def test_the_summary_and_the_manifest_name_them(broken: CommandLine) -> None:
    broken.answer(broken.prepare(), "general")
    broken("hunt")
    (place,) = (broken.home / "reviews").glob("*/runs/1/review-resume.md")
    page = place.read_text(encoding="utf-8")
    assert "- Status: **incomplete**" in page
    told = " ".join(warning.message for warning in broken.prepare().warnings)
    for name in BROKEN:
        assert f"'{name}'" in page
        assert f"'{name}'" in told


def test_allow_missing_does_not_excuse_a_broken_plugin(broken: CommandLine) -> None:
    assert broken("hunt", "--allow-missing").code == 3


def test_plugins_lists_what_failed_and_what_did_not(broken: CommandLine) -> None:
    ran = broken("plugins")
    assert ran.code == 3
    assert "plugin 'onimport' (acme-import) failed while loading: RuntimeError: out of luck" in ran.err
    assert "did you mean 'houndsman_watchdogs'?" in ran.err
    # What would raise only when it is called has done nothing wrong yet.
    assert all(f"\n{name} " in ran.out for name in ("debris", "general", "python", "secrets", "inhook"))


def test_a_blocked_plugin_breaks_nothing(broken: CommandLine) -> None:
    broken.blocked = (*broken.blocked, *BROKEN)
    broken.answer(broken.prepare(), "general")
    ran = broken("hunt")
    assert (ran.code, ran.err) == (0, "")


def test_a_check_that_raises_is_its_watchdogs_failure_alone(shop: CommandLine, install: Callable[..., None]) -> None:
    shop.blocked = ("python", "secrets")
    install("acme-check", {"fragile": RAISES_IN_CHECK})
    shop.repository.write("merge.txt", "<<<<<<< ours\n=======\n>>>>>>> theirs\n")
    shop.repository.commit("A conflict")
    shop.answer(shop.prepare(), "general")
    ran = shop("hunt")
    assert ran.code == 3
    assert "missing fragile: plugin 'fragile' (acme-check) failed in houndsman_check: KeyError: 'a key'" in ran.err
    assert [item.rule for item in shop.findings()] == ["debris/conflict-marker"]
    again = shop("finalize")  # nothing ran this time, and the hunt's failure is still the truth
    assert again.code == 3
    assert "KeyError" in again.err


def test_a_file_named_by_the_user_breaks_like_any_other(shop: CommandLine) -> None:
    shop.blocked = ("python", "secrets")
    outside = shop.home.parent / "mine.py"
    outside.write_text(RAISES_ON_IMPORT, encoding="utf-8")
    ran = shop("prepare", "-p", str(outside))
    assert ran.code == 3
    assert "plugin 'mine' (-p) failed while loading" in ran.err
