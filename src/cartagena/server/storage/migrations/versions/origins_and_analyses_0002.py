"""Tables have an origin, the request they were created for; analyses of games are kept."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the step."""
    op.add_column("tables", sa.Column("origin", sa.String(120), nullable=True))
    op.create_index("one_table_for_an_origin", "tables", ["origin"], unique=True)
    op.create_table(
        "analyses",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("asked_by", sa.String(32), nullable=False),
        sa.Column("asked_at", sa.BigInteger(), nullable=False),
        sa.Column("worker", sa.String(32), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("result", sa.Text(), nullable=True),
    )
    op.create_index("analyses_by_status", "analyses", ["status", "asked_at"])


def downgrade() -> None:
    """Take it back."""
    op.drop_table("analyses")
    op.drop_index("one_table_for_an_origin", "tables")
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("origin")
