"""What machines read has exactly the keys that the design promises."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import CommandLine

MANIFEST = """version reviewId run repository branch variant target status files watchdogs budgets context preAnalysis
    incremental configTouched warnings createdAt hash"""
TARGET = "kind key base head mergeBase"
FILE = "path oldPath status kind added removed watchdogs excluded"
WATCHDOG = "id brief files outOfScope agent estimatedTokens hash"
BUDGETS = "maxFilesPerBrief maxExcerptChars reads searches"
TRIAGE = """id fingerprint file line endLine side rule severity message messages action quote watchdogs anchor group
    status decision firstSeen lastSeen notes"""


def _keys(value: object) -> set[str]:
    assert isinstance(value, dict)
    return set(value)


def test_the_keys_of_the_manifest(shop: CommandLine) -> None:
    manifest = shop("prepare", "--json").json()
    assert isinstance(manifest, dict)
    assert _keys(manifest) == set(MANIFEST.split())
    assert _keys(manifest["target"]) == set(TARGET.split())
    assert _keys(manifest["budgets"]) == set(BUDGETS.split())
    assert all(_keys(file) == set(FILE.split()) for file in manifest["files"])
    assert all(_keys(watchdog) == set(WATCHDOG.split()) for watchdog in manifest["watchdogs"])
    assert (manifest["context"], manifest["preAnalysis"], manifest["incremental"]) == (None, None, None)


def test_the_keys_of_a_triage_record(shop: CommandLine) -> None:
    shop.repository.write("orders.py", "import os\n")
    shop.repository.commit("Orders")
    shop("hunt")
    listed = shop("findings", "list", "--json").json()
    assert isinstance(listed, list)
    assert _keys(listed[0]) == set(TRIAGE.split())
    assert _keys(listed[0]["messages"][0]) == {"watchdog", "message", "severityClaimed"}
    assert _keys(listed[0]["firstSeen"]) == _keys(listed[0]["lastSeen"]) == {"run", "sha"}
    told = shop("hunt", "--json").json()
    assert isinstance(told, dict)
    assert told["findings"] == listed
    assert shop("findings", "show", "--json", listed[0]["id"]).json() == listed


def test_artifacts_are_written_in_the_one_form_and_stand_where_they_should(shop: CommandLine) -> None:
    manifest = shop.prepare()
    review, staging = shop.home / "reviews" / manifest.review_id, shop.staging(manifest)
    for name in ("manifest.json", "classification.json"):
        raw = (review / name).read_bytes()
        value = json.loads(raw)
        assert raw == (json.dumps(value, sort_keys=True, ensure_ascii=False, indent=1) + "\n").encode()
        assert value["version"] == 1
        assert (review / "runs" / "1" / name).read_bytes() == raw
    assert (review / "briefs" / "general.md").read_bytes() == (staging / "briefs" / "general.md").read_bytes()


def test_the_hash_tells_what_is_asked_and_not_when_or_where(
    shop: CommandLine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    first = shop.prepare()
    monkeypatch.setenv("HOUNDSMAN_HOME", str(tmp_path / "a home with a far longer name"))
    assert shop.prepare().hash == first.hash
    monkeypatch.setenv("HOUNDSMAN_LANGUAGE", "Portuguese")  # stands in the briefs alone
    assert shop.prepare().hash != first.hash
