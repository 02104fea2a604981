"""The tables, as the code expects them. Migrations make them; a test holds the two together.

Enumerations are kept as their text, lists as JSON text, paths in the form they have in JSON, hashes and ids as text
throughout (an id such as `1e5` is no number). Times are ISO 8601 text in UTC.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)

#: The migration that this code is written for. A database that stands there needs no alembic.
REVISION = "0004"

#: Every constraint has a name, so that a later migration can speak of it.
NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

metadata = MetaData(naming_convention=NAMES)

reviews = Table(
    "reviews",
    metadata,
    Column("review_id", Text, nullable=False),
    Column("repository", Text, nullable=False),
    Column("target_key", Text, nullable=False),
    Column("variant", Text),
    Column("branch", Text),
    Column("created_at", Text, nullable=False),
    PrimaryKeyConstraint("review_id"),
    Index(None, "repository"),
)

runs = Table(
    "runs",
    metadata,
    Column("review_id", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("status", Text, nullable=False),
    Column("manifest_hash", Text, nullable=False),
    Column("base", Text, nullable=False),
    Column("head", Text, nullable=False),
    Column("merge_base", Text),
    Column("created_at", Text, nullable=False),
    Column("finalized_at", Text),
    Column("complete", Boolean),
    PrimaryKeyConstraint("review_id", "number"),
    ForeignKeyConstraint(["review_id"], ["reviews.review_id"], ondelete="CASCADE"),
)

watchdog_runs = Table(
    "watchdog_runs",
    metadata,
    Column("review_id", Text, nullable=False),
    Column("run", Integer, nullable=False),
    Column("watchdog", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("reply_hash", Text),
    PrimaryKeyConstraint("review_id", "run", "watchdog"),
    ForeignKeyConstraint(["review_id", "run"], ["runs.review_id", "runs.number"], ondelete="CASCADE"),
)

findings = Table(
    "findings",
    metadata,
    Column("review_id", Text, nullable=False),
    Column("fingerprint", Text, nullable=False),
    Column("base_key", Text, nullable=False),
    Column("occurrence", Integer, nullable=False),
    Column("lineage", Text, nullable=False),
    Column("covered_hash", Text),
    Column("file", Text, nullable=False),
    Column("line", Integer),
    Column("end_line", Integer),
    Column("side", Text, nullable=False),
    Column("rule", Text, nullable=False),
    Column("severity", Text, nullable=False),
    Column("message", Text, nullable=False),
    Column("messages", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("quote", Text, nullable=False),
    Column("watchdogs", Text, nullable=False),
    Column("anchor", Text, nullable=False),
    Column("group", Text),
    Column("status", Text, nullable=False),
    Column("first_run", Integer, nullable=False),
    Column("first_sha", Text, nullable=False),
    Column("last_run", Integer, nullable=False),
    Column("last_sha", Text, nullable=False),
    Column("placed_sha", Text, nullable=False),
    Column("notes", Text, nullable=False),
    PrimaryKeyConstraint("review_id", "fingerprint"),
    ForeignKeyConstraint(["review_id"], ["reviews.review_id"], ondelete="CASCADE"),
    # A person names a finding by a prefix, in whichever review of the repository it is.
    Index(None, "fingerprint"),
)

observations = Table(
    "observations",
    metadata,
    Column("review_id", Text, nullable=False),
    Column("run", Integer, nullable=False),
    Column("watchdog", Text, nullable=False),
    Column("idx", Integer, nullable=False),
    Column("fingerprint", Text, nullable=False),
    Column("line", Integer),
    Column("end_line", Integer),
    Column("anchor", Text, nullable=False),
    Column("severity", Text, nullable=False),
    Column("severity_claimed", Text),
    Column("message", Text, nullable=False),
    Column("notes", Text, nullable=False),
    Column("file", Text),
    Column("impact_class", Text),
    Column("weighed_by", Text),
    Column("how", Text),
    Column("origin", Text),
    PrimaryKeyConstraint("review_id", "run", "watchdog", "idx"),
    ForeignKeyConstraint(["review_id", "run"], ["runs.review_id", "runs.number"], ondelete="CASCADE"),
    Index(None, "review_id", "fingerprint"),
)

decisions = Table(
    "decisions",
    metadata,
    Column("repository", Text, nullable=False),
    Column("fingerprint", Text, nullable=False),
    Column("decision", Text, nullable=False),
    Column("covered_hash", Text),
    Column("reason", Text, nullable=False),
    Column("decided_at", Text, nullable=False),
    PrimaryKeyConstraint("repository", "fingerprint"),
)

# What became of a finding after it was first reported; rows are numbered in the order in which they were written.
history = Table(
    "history",
    metadata,
    Column("number", Integer, nullable=False),
    Column("repository", Text, nullable=False),
    Column("fingerprint", Text, nullable=False),
    Column("about", Text, nullable=False),
    Column("review_id", Text),
    Column("run", Integer),
    Column("was", Text),
    Column("became", Text, nullable=False),
    Column("why", Text, nullable=False),
    Column("at", Text),
    PrimaryKeyConstraint("number"),
    Index(None, "repository", "fingerprint"),
    Index(None, "review_id", "run"),
)

# Each try of each turn of a pass: what was asked of whom stands in the constraint, the rest is what came of it.
passes = Table(
    "passes",
    metadata,
    Column("number", Integer, nullable=False),
    Column("review_id", Text, nullable=False),
    Column("run", Integer, nullable=False),
    Column("watchdog", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("file", Text, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("prompt_hash", Text, nullable=False),
    Column("agent", Text, nullable=False),
    Column("fingerprint", Text, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("begun_at", Text, nullable=False),
    Column("finished_at", Text),
    Column("end", Text),
    Column("reason", Text, nullable=False),
    Column("tokens_in", Integer),
    Column("tokens_out", Integer),
    Column("tokens_cached", Integer),
    Column("cost", Float),
    Column("priced", Text, nullable=False),
    Column("seconds", Float),
    Column("model", Text),
    Column("session", Text),
    Column("reply_hash", Text),
    Column("reserved", Integer),
    PrimaryKeyConstraint("number"),
    UniqueConstraint(
        *("review_id", "run", "watchdog", "name", "file", "turn"),
        *("prompt_hash", "agent", "fingerprint", "attempt"),
        name="uq_passes_asked",
    ),
    ForeignKeyConstraint(["review_id", "run"], ["runs.review_id", "runs.number"], ondelete="CASCADE"),
)
