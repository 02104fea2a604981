"""Models become rows and come back the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Connection, Table, insert, select

from houndsman.models.repo_path import RepoPath
from houndsman.models.triage import Observation, Origin, Recognised, Recognition, Status, StoredFinding
from houndsman.store.engine import empty_engine
from houndsman.store.rows import (
    Values,
    finding_of,
    finding_values,
    observation_of,
    observation_values,
    storable,
)
from houndsman.store.tables import findings, metadata, observations


@pytest.fixture
def connection() -> Iterator[Connection]:
    """Empty tables in memory."""
    engine = empty_engine(metadata)
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def _put(connection: Connection, table: Table, values: Values) -> None:
    names = [column.name for column in table.columns]
    connection.execute(insert(table), dict(zip(names, values, strict=True)))


def test_a_finding(connection: Connection, finding: StoredFinding) -> None:
    _put(connection, findings, finding_values("a-12345678", finding, finding.status))
    assert finding_of(connection.execute(select(findings)).one()) == finding


def test_a_finding_takes_the_status_that_a_decision_gave_it(connection: Connection, finding: StoredFinding) -> None:
    _put(connection, findings, finding_values("a-12345678", finding, Status.DISMISSED))
    assert finding_of(connection.execute(select(findings)).one()) == replace(finding, status=Status.DISMISSED)


@pytest.mark.parametrize(
    "kept",
    [
        {},
        {"recognised": Recognised(Recognition.NEW)},
        {"recognised": Recognised(Recognition.CONTENT, Origin(3, "c" * 40, RepoPath(b"a b.py"), None))},
        {"file": None, "impact_class": None, "weighed_by": None, "recognised": None},
    ],
    ids=["by place", "new", "by content", "of an earlier houndsman"],
)
def test_an_observation(connection: Connection, observation: Observation, kept: dict[str, Any]) -> None:
    observation = replace(observation, **kept)
    _put(connection, observations, observation_values("a-12345678", 1, observation))
    assert observation_of(connection.execute(select(observations)).one()) == observation


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("plain", "plain"),
        ("ünï 🐕", "ünï 🐕"),
        ("half \ud83d of it", "half ? of it"),
        ("\x00", "\x00"),
    ],
)
def test_what_no_database_can_hold_becomes_a_question_mark(words: str, kept: str) -> None:
    assert storable(words) == kept
