"""The finished games of each person; they are filled in when somebody looks at their profile."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the step."""
    op.create_table(
        "results",
        sa.Column("identity", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("finished_at", sa.BigInteger(), nullable=False),
        sa.Column("counts", sa.Boolean(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("variant", sa.String(40), nullable=False),
        sa.Column("bots", sa.String(200), nullable=False),
        sa.Column("summary", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("identity", "table_id", name="one_result_of_a_game"),
    )
    op.create_index("results_by_time", "results", ["identity", "finished_at"])


def downgrade() -> None:
    """Take it back."""
    op.drop_index("results_by_time", "results")
    op.drop_table("results")
