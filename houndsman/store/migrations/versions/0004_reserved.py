"""How many tokens were reserved for a session: what counts of one that never says how many it used."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the column; of the sessions before nobody knows."""
    op.add_column("passes", sa.Column("reserved", sa.Integer))
