"""What `houndsman explain` tells: how each finding was weighed and recognised, and what became of it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_BEGINS = "as it stood when this history began"


def upgrade() -> None:
    """Add the columns, empty for what was recorded without them, and a history that begins with what is known."""
    op.add_column("watchdog_runs", sa.Column("reply_hash", sa.Text))
    for name in ("file", "impact_class", "weighed_by", "how", "origin"):
        op.add_column("observations", sa.Column(name, sa.Text))
    op.create_table(
        "history",
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("repository", sa.Text, nullable=False),
        sa.Column("fingerprint", sa.Text, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("review_id", sa.Text),
        sa.Column("run", sa.Integer),
        sa.Column("was", sa.Text),
        sa.Column("became", sa.Text, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("at", sa.Text),
        sa.PrimaryKeyConstraint("number", name="pk_history"),
    )
    op.create_index("ix_history_repository_fingerprint", "history", ["repository", "fingerprint"])
    op.create_index("ix_history_review_id_run", "history", ["review_id", "run"])
    begin = "INSERT INTO history (repository, fingerprint, about, review_id, became, why, at) "
    op.execute(
        sa.text(
            begin + "SELECT repository, fingerprint, 'decision', NULL, decision, reason, decided_at FROM decisions "
            "ORDER BY decided_at, repository, fingerprint"
        )
    )
    op.execute(
        sa.text(
            begin + "SELECT reviews.repository, findings.fingerprint, 'status', findings.review_id, findings.status, "
            ":begins, NULL FROM findings JOIN reviews ON reviews.review_id = findings.review_id "
            "WHERE findings.status <> 'open' ORDER BY findings.review_id, findings.fingerprint"
        ).bindparams(begins=_BEGINS)
    )
