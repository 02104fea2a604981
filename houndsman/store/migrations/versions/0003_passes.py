"""Passes: each session of an agent that a run sent out, so that a killed hunt goes on where it stopped."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "passes",
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("review_id", sa.Text, nullable=False),
        sa.Column("run", sa.Integer, nullable=False),
        sa.Column("watchdog", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("file", sa.Text, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("prompt_hash", sa.Text, nullable=False),
        sa.Column("agent", sa.Text, nullable=False),
        sa.Column("fingerprint", sa.Text, nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("begun_at", sa.Text, nullable=False),
        sa.Column("finished_at", sa.Text),
        sa.Column("end", sa.Text),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("tokens_in", sa.Integer),
        sa.Column("tokens_out", sa.Integer),
        sa.Column("tokens_cached", sa.Integer),
        sa.Column("cost", sa.Float),
        sa.Column("priced", sa.Text, nullable=False),
        sa.Column("seconds", sa.Float),
        sa.Column("model", sa.Text),
        sa.Column("session", sa.Text),
        sa.Column("reply_hash", sa.Text),
        sa.PrimaryKeyConstraint("number", name="pk_passes"),
        sa.UniqueConstraint(
            *("review_id", "run", "watchdog", "name", "file", "turn"),
            *("prompt_hash", "agent", "fingerprint", "attempt"),
            name="uq_passes_asked",
        ),
        sa.ForeignKeyConstraint(
            ["review_id", "run"],
            ["runs.review_id", "runs.number"],
            name="fk_passes_review_id_run_runs",
            ondelete="CASCADE",
        ),
    )
