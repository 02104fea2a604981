"""The first tables: reviews, runs and their watchdogs, findings, observations, decisions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision: str | None = None


def upgrade() -> None:
    """Make them."""
    op.create_table(
        "reviews",
        sa.Column("review_id", sa.Text, nullable=False),
        sa.Column("repository", sa.Text, nullable=False),
        sa.Column("target_key", sa.Text, nullable=False),
        sa.Column("variant", sa.Text),
        sa.Column("branch", sa.Text),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("review_id", name="pk_reviews"),
    )
    op.create_index("ix_reviews_repository", "reviews", ["repository"])
    op.create_table(
        "runs",
        sa.Column("review_id", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("manifest_hash", sa.Text, nullable=False),
        sa.Column("base", sa.Text, nullable=False),
        sa.Column("head", sa.Text, nullable=False),
        sa.Column("merge_base", sa.Text),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("finalized_at", sa.Text),
        sa.Column("complete", sa.Boolean),
        sa.PrimaryKeyConstraint("review_id", "number", name="pk_runs"),
        sa.ForeignKeyConstraint(
            ["review_id"], ["reviews.review_id"], name="fk_runs_review_id_reviews", ondelete="CASCADE"
        ),
    )
    op.create_table(
        "watchdog_runs",
        sa.Column("review_id", sa.Text, nullable=False),
        sa.Column("run", sa.Integer, nullable=False),
        sa.Column("watchdog", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("review_id", "run", "watchdog", name="pk_watchdog_runs"),
        sa.ForeignKeyConstraint(
            ["review_id", "run"],
            ["runs.review_id", "runs.number"],
            name="fk_watchdog_runs_review_id_run_runs",
            ondelete="CASCADE",
        ),
    )
    op.create_table(
        "findings",
        sa.Column("review_id", sa.Text, nullable=False),
        sa.Column("fingerprint", sa.Text, nullable=False),
        sa.Column("base_key", sa.Text, nullable=False),
        sa.Column("occurrence", sa.Integer, nullable=False),
        sa.Column("lineage", sa.Text, nullable=False),
        sa.Column("covered_hash", sa.Text),
        sa.Column("file", sa.Text, nullable=False),
        sa.Column("line", sa.Integer),
        sa.Column("end_line", sa.Integer),
        sa.Column("side", sa.Text, nullable=False),
        sa.Column("rule", sa.Text, nullable=False),
        sa.Column("severity", sa.Text, nullable=False),
        sa.Column("message", sa.Text, nullable=False),
        sa.Column("messages", sa.Text, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("quote", sa.Text, nullable=False),
        sa.Column("watchdogs", sa.Text, nullable=False),
        sa.Column("anchor", sa.Text, nullable=False),
        sa.Column("group", sa.Text),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("first_run", sa.Integer, nullable=False),
        sa.Column("first_sha", sa.Text, nullable=False),
        sa.Column("last_run", sa.Integer, nullable=False),
        sa.Column("last_sha", sa.Text, nullable=False),
        sa.Column("placed_sha", sa.Text, nullable=False),
        sa.Column("notes", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("review_id", "fingerprint", name="pk_findings"),
        sa.ForeignKeyConstraint(
            ["review_id"], ["reviews.review_id"], name="fk_findings_review_id_reviews", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_findings_fingerprint", "findings", ["fingerprint"])
    op.create_table(
        "observations",
        sa.Column("review_id", sa.Text, nullable=False),
        sa.Column("run", sa.Integer, nullable=False),
        sa.Column("watchdog", sa.Text, nullable=False),
        sa.Column("idx", sa.Integer, nullable=False),
        sa.Column("fingerprint", sa.Text, nullable=False),
        sa.Column("line", sa.Integer),
        sa.Column("end_line", sa.Integer),
        sa.Column("anchor", sa.Text, nullable=False),
        sa.Column("severity", sa.Text, nullable=False),
        sa.Column("severity_claimed", sa.Text),
        sa.Column("message", sa.Text, nullable=False),
        sa.Column("notes", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("review_id", "run", "watchdog", "idx", name="pk_observations"),
        sa.ForeignKeyConstraint(
            ["review_id", "run"],
            ["runs.review_id", "runs.number"],
            name="fk_observations_review_id_run_runs",
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_observations_review_id_fingerprint", "observations", ["review_id", "fingerprint"])
    op.create_table(
        "decisions",
        sa.Column("repository", sa.Text, nullable=False),
        sa.Column("fingerprint", sa.Text, nullable=False),
        sa.Column("decision", sa.Text, nullable=False),
        sa.Column("covered_hash", sa.Text),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("decided_at", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("repository", "fingerprint", name="pk_decisions"),
    )
