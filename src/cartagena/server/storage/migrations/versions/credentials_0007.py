"""Recovery links, and the tokens of browsers that came by one."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the step."""
    op.create_table(
        "credentials",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("identity", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
    )
    op.create_index("credentials_by_identity", "credentials", ["identity", "kind"])


def downgrade() -> None:
    """Take it back."""
    op.drop_index("credentials_by_identity", "credentials")
    op.drop_table("credentials")
