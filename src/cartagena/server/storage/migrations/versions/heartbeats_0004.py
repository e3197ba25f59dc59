"""The time when the server last ran, and the times when it did not."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the step."""
    op.create_table(
        "heartbeats",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "outages",
        sa.Column("until", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
    )


def downgrade() -> None:
    """Take it back."""
    op.drop_table("outages")
    op.drop_table("heartbeats")
