"""The manifest has a row for every path, knows who got which file, and its hash says when two are the same."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from houndsman.briefs.manifest import Identity, Written, build_manifest, estimated_tokens, numbered, sealed
from houndsman.classify.classify import Selection, classify
from houndsman.classify.marks import Marks
from houndsman.config.load import Declaration
from houndsman.hook_relay import HookRelay
from houndsman.models.change import Change
from houndsman.models.config import Budgets, Config
from houndsman.models.manifest import Manifest, RunWarning
from houndsman.models.repo_path import RepoPath
from houndsman.models.target import ResolvedTarget
from houndsman.models.watchdog import Watchdog

Build = Callable[..., Manifest]

PLACES = {"/home/out": "{{out}}"}


@pytest.fixture
def change(change_of: Callable[..., Change]) -> Change:
    """Three files, one of them excluded."""
    return change_of({"kept": "x\n"}, {"a.py": "1\n", "b.js": "1\n2\n", "poetry.lock": "1\n"})


@pytest.fixture
def build(change: Change, load: Callable[..., HookRelay]) -> Build:
    """A sealed manifest; a test says what differs."""

    def make(
        home: str = "/home/out",
        text: str = "Write to /home/out/findings.",
        budgets: Budgets | None = None,
        title: str = "One",
        warnings: tuple[RunWarning, ...] = (),
        names: tuple[str, ...] = ("general", "one", "code"),
    ) -> Manifest:
        dogs = {
            "general": Watchdog(id="general", title="General"),
            "one": Watchdog(id="one", title=title, paths=("*.py",), agent="owl"),
            "code": Watchdog(id="code", title="Code", agent="code", sees_excluded=True),
        }
        config = Config(budgets=budgets or Budgets())
        declared = [Declaration(dogs[name], "test") for name in names]
        classification = classify(change, declared, config, Marks(), Selection(), load())
        written = {
            "general": Written(Path(f"{home}/general.md"), text),
            "one": Written(Path(f"{home}/one.md"), "hej é"),
        }
        places = {home: "{{out}}"}
        identity = Identity("main-0123abcd", "github.com/acme/shop", None, places)
        resolved = ResolvedTarget(target=change.target, branch="topic", head_time=datetime(2025, 6, 1, tzinfo=UTC))
        manifest = build_manifest(identity, resolved, classification, config, written)
        return sealed(manifest, [RepoPath(b".houndsman/config.toml")], warnings, places)

    return make


def test_every_changed_path_is_a_row_with_who_got_it(build: Build) -> None:
    rows = {str(row.path): (row.watchdogs, row.excluded) for row in build().files}
    assert rows == {
        "a.py": (("code", "general", "one"), None),
        "b.js": (("code", "general"), None),
        "poetry.lock": (("code",), "lock file"),
    }


def test_a_watchdog_is_told_with_its_agent_its_brief_and_its_files(build: Build) -> None:
    manifest = build()
    (one,) = (dog for dog in manifest.watchdogs if dog.id == "one")
    assert (one.agent, one.brief, [str(path) for path in one.files]) == ("owl", "/home/out/one.md", ["a.py"])
    assert one.estimated_tokens == 2, "six bytes"
    (code,) = (dog for dog in manifest.watchdogs if dog.id == "code")
    assert (code.agent, code.brief, code.estimated_tokens) == ("code", None, 0)


def test_keys_of_rooms_that_are_not_built_are_null(build: Build) -> None:
    data = build().to_json()
    assert {key for key, value in data.items() if value is None} == {"context", "preAnalysis", "incremental", "variant"}
    assert data["status"] == "ready"
    assert data["configTouched"] == [".houndsman/config.toml"]


def test_the_budgets_are_those_of_the_run(build: Build) -> None:
    budgets = build(budgets=Budgets(max_files_per_brief=9, max_excerpt_chars=99)).budgets
    assert (budgets.max_files_per_brief, budgets.max_excerpt_chars) == (9, 99)
    assert (budgets.reads, budgets.searches) == (7, 7), "two visible files"


def test_leaving_everybody_out_does_not_empty_the_change(build: Build) -> None:
    assert build(names=()).status == "ready"


def test_run_and_clock_are_not_part_of_the_hash(build: Build) -> None:
    first = build()
    assert first.hash and len(first.hash) == 64
    second = sealed(numbered(first, 7, "2025-01-01T00:00:00Z"), first.config_touched, first.warnings, PLACES)
    assert second.run == 7
    assert second.hash == first.hash


def test_anyone_can_work_out_the_hash_from_the_file(build: Build) -> None:
    manifest = build()
    told = {key: value for key, value in manifest.to_json().items() if key not in ("createdAt", "run", "hash")}
    watchdogs = [watchdog.to_json() for watchdog in manifest.watchdogs]
    told["watchdogs"] = [{key: each[key] for key in each if key != "estimatedTokens"} for each in watchdogs]
    compact = json.dumps(told, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    for place, name in PLACES.items():
        compact = compact.replace(place, name)
    assert hashlib.sha256(compact.encode()).hexdigest() == manifest.hash


def test_the_place_on_this_machine_is_not_part_of_the_hash(build: Build) -> None:
    here, there = build(), build(home="/elsewhere", text="Write to /elsewhere/findings.")
    assert here.hash == there.hash
    assert [dog.hash for dog in here.watchdogs] == [dog.hash for dog in there.watchdogs]


@pytest.mark.parametrize(
    "differing",
    [
        {"text": "other words"},
        {"title": "Another"},
        {"budgets": Budgets(max_files_per_brief=3)},
        {"warnings": (RunWarning(code="x", message="y"),)},
        {"names": ("general", "one")},
    ],
    ids=lambda differing: next(iter(differing)),
)
def test_whatever_an_agent_would_see_is_part_of_the_hash(build: Build, differing: dict[str, object]) -> None:
    assert build(**differing).hash != build().hash


def test_warnings_are_told_once_and_in_a_fixed_order(build: Build) -> None:
    first, second = RunWarning(code="a", message="1"), RunWarning(code="b", message="0")
    assert build(warnings=(second, first, second)).warnings == (first, second)


@pytest.mark.parametrize(("text", "tokens"), [("", 0), ("a", 1), ("abcd", 1), ("abcde", 2), ("éé", 1), ("日本", 2)])
def test_tokens_are_a_fourth_of_the_bytes_rounded_up(text: str, tokens: int) -> None:
    assert estimated_tokens(text) == tokens
