"""Create the schema: the event log, its index, and all other tables of the server."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create all tables."""
    op.create_table(
        "events",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="one_event_of_a_number"),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=True),
        sa.Column("origin", sa.String(120), nullable=True),
    )
    op.create_index("tables_by_status", "tables", ["status", "public", "created_at"])
    op.create_index("tables_by_due", "tables", ["due_at"])
    op.create_index("tables_by_owner", "tables", ["owner", "status"])
    op.create_index("one_table_for_an_origin", "tables", ["origin"], unique=True)
    op.create_table(
        "members",
        sa.Column("identity", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("identity", "table_id", name="once_at_a_table"),
    )
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
    op.create_table(
        "identities",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "credentials",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("identity", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
    )
    op.create_index("credentials_by_identity", "credentials", ["identity", "kind"])
    op.create_table(
        "mutes",
        sa.Column("identity", sa.String(32), nullable=False),
        sa.Column("whom", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("identity", "whom", name="muted_once"),
    )
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
    op.create_table(
        "admin_commands",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("target", sa.String(64), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "channels",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("identity", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("label", sa.String(80), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("confirmed", sa.Boolean(), nullable=False),
        sa.Column("digest", sa.Boolean(), nullable=False),
    )
    op.create_index("channels_by_identity", "channels", ["identity"])
    op.create_table(
        "asked_addresses",
        sa.Column("hash", sa.String(32), primary_key=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("refused", sa.Boolean(), nullable=False),
    )
    op.create_index("asked_addresses_by_time", "asked_addresses", ["at"])
    op.create_table(
        "preferences",
        sa.Column("identity", sa.String(32), primary_key=True),
        sa.Column("quiet_from", sa.Integer(), nullable=False),
        sa.Column("quiet_until", sa.Integer(), nullable=False),
        sa.Column("time_zone", sa.String(64), nullable=False),
    )
    op.create_table(
        "vacations",
        sa.Column("identity", sa.String(32), primary_key=True),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("used_ms", sa.BigInteger(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("announced", sa.Boolean(), nullable=False),
    )
    op.create_index("vacations_by_announced", "vacations", ["announced"])
    op.create_table(
        "silences",
        sa.Column("identity", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("identity", "table_id", name="silenced_once"),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.String(120), primary_key=True),
        sa.Column("channel", sa.String(32), nullable=False),
        sa.Column("identity", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("worker", sa.String(32), nullable=False),
        sa.Column("leased_until", sa.BigInteger(), nullable=False),
    )
    op.create_index("outbox_by_due", "outbox", ["status", "due_at"])
    op.create_index("outbox_by_person", "outbox", ["identity", "table_id"])
    op.create_index("outbox_by_channel", "outbox", ["channel"])
    op.create_table(
        "server_keys",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.Text(), nullable=False),
    )
    op.create_table(
        "profiles",
        sa.Column("identity", sa.String(32), primary_key=True),
        sa.Column("friend_code", sa.String(40), nullable=True, unique=True),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.Column("ranked_since", sa.BigInteger(), nullable=True),
    )
    op.create_table(
        "friends",
        sa.Column("identity", sa.String(32), nullable=False),
        sa.Column("friend", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("identity", "friend", name="friends_once"),
    )
    op.create_table(
        "blocks",
        sa.Column("identity", sa.String(32), nullable=False),
        sa.Column("whom", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("identity", "whom", name="blocked_once"),
    )
    op.create_index("blocks_by_whom", "blocks", ["whom"])
    op.create_table(
        "invitations",
        sa.Column("identity", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("sender", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("identity", "table_id", name="invited_once"),
    )
    op.create_index("invitations_by_table", "invitations", ["table_id"])
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("reporter", sa.String(32), nullable=False),
        sa.Column("whom", sa.String(32), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("reason", sa.String(20), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("lines", sa.Text(), nullable=False),
        sa.Column("closed_at", sa.BigInteger(), nullable=True),
        sqlite_autoincrement=True,
    )
    op.create_index("reports_by_whom", "reports", ["whom"])
    op.create_table(
        "indexed_games",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("shuffle", sa.String(32), nullable=False, unique=True),
    )
    op.create_table(
        "game_seats",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("identity", sa.String(32), nullable=False),
        sa.Column("colour", sa.String(10), nullable=False),
        sa.Column("variant", sa.String(40), nullable=False),
        sa.Column("finished_at", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("left", sa.Boolean(), nullable=False),
        # True if the person wanted to be ranked when the table was created.
        sa.Column("ranked", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "identity", name="one_result_of_a_person"),
    )
    op.create_index("game_seats_by_identity", "game_seats", ["identity"])
    op.create_index("game_seats_by_rank", "game_seats", ["variant", "ranked", "finished_at"])
    op.create_table(
        "shuffle_counts",
        sa.Column("deck", sa.String(400), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("item", sa.String(40), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("deck", "players", "item", name="counted_once"),
    )
    op.create_table(
        "duplicates",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("setup", sa.Text(), nullable=False),
        sa.Column("origin", sa.String(120), nullable=True, unique=True),
        sa.Column("result", sa.Text(), nullable=True),
    )
    op.create_table(
        "duplicate_players",
        sa.Column("duplicate", sa.String(32), nullable=False),
        sa.Column("identity", sa.String(32), nullable=False),
        sa.Column("joined_at", sa.BigInteger(), nullable=False),
        sa.Column("contribution", sa.String(128), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("colour", sa.String(10), nullable=False),
        sa.PrimaryKeyConstraint("duplicate", "identity", name="once_in_a_contest"),
    )
    op.create_index("duplicate_players_by_identity", "duplicate_players", ["identity", "joined_at"])
    op.create_table(
        "daily_results",
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("identity", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("symbols", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("day", "identity", name="played_once_a_day"),
    )
    op.create_index("daily_results_by_rank", "daily_results", ["day", "points", "turns"])
    op.create_index("daily_results_by_identity", "daily_results", ["identity"])


def downgrade() -> None:
    """Drop all tables."""
    for table in (
        "shuffle_counts",
        "game_seats",
        "indexed_games",
        "reports",
        "invitations",
        "blocks",
        "friends",
        "profiles",
        "duplicate_players",
        "duplicates",
        "daily_results",
        "server_keys",
        "outbox",
        "silences",
        "vacations",
        "preferences",
        "asked_addresses",
        "channels",
        "admin_commands",
        "outages",
        "heartbeats",
        "analyses",
        "mutes",
        "credentials",
        "identities",
        "results",
        "members",
        "tables",
        "events",
    ):
        op.drop_table(table)
