"""The schema of the database. `events` is the log; `tables`, `members` and `results` index it.

`analyses` is a queue of jobs and their results, which can be computed again at any time. `outbox` is a
queue of notices to people who are not here, written in the transaction of the event that they are about.
"""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)

metadata: Final = MetaData()

events: Final = Table(
    "events",
    metadata,
    Column("table_id", String(32), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    # The only concurrency control: of two writers of the same number, one fails.
    PrimaryKeyConstraint("table_id", "seq", name="one_event_of_a_number"),
)

tables: Final = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("status", String(10), nullable=False),  # waiting, running, finished
    Column("public", Boolean, nullable=False),
    Column("owner", String(32), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    # When the server must act next, for a bot's turn or the end of a player's time.
    Column("due_at", BigInteger, nullable=True),
    # The request with an idempotency key, or the rematch, that created the table. One for each.
    Column("origin", String(120), nullable=True),
    Index("tables_by_status", "status", "public", "created_at"),
    Index("tables_by_due", "due_at"),
    Index("tables_by_owner", "owner", "status"),
    Index("one_table_for_an_origin", "origin", unique=True),
)

members: Final = Table(
    "members",
    metadata,
    Column("identity", String(32), nullable=False),
    Column("table_id", String(32), nullable=False),
    PrimaryKeyConstraint("identity", "table_id", name="once_at_a_table"),
)

analyses: Final = Table(
    "analyses",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("status", String(10), nullable=False),  # waiting, running, done, failed
    Column("asked_by", String(32), nullable=False),
    Column("asked_at", BigInteger, nullable=False),
    # The lease: the worker, and when it last renewed the lease.
    Column("worker", String(32), nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Column("done", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("result", Text, nullable=True),
    Index("analyses_by_status", "status", "asked_at"),
)

# When the server last ran. One row, which every node renews.
heartbeats: Final = Table(
    "heartbeats",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

# When the server did not run, and clocks stood still.
outages: Final = Table(
    "outages",
    metadata,
    Column("until", BigInteger, primary_key=True, autoincrement=False),
    Column("since", BigInteger, nullable=False),
)

# Commands of `cartagena admin`, which every node polls.
admin_commands: Final = Table(
    "admin_commands",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(10), nullable=False),
    Column("target", String(64), nullable=False),
    # No number is used again after the newest command was pruned: nodes read what is above the last.
    sqlite_autoincrement=True,
)

identities: Final = Table(
    "identities",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

# Other credentials of an identity: the secret of its recovery link, and the tokens of browsers that
# used the link.
credentials: Final = Table(
    "credentials",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("identity", String(32), nullable=False),
    Column("kind", String(10), nullable=False),  # link, browser
    Column("created_at", BigInteger, nullable=False),
    Index("credentials_by_identity", "identity", "kind"),
)

# Whom each identity has muted for itself.
mutes: Final = Table(
    "mutes",
    metadata,
    Column("identity", String(32), nullable=False),
    Column("whom", String(32), nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("identity", "whom", name="muted_once"),
)

# The finished games of each person, stored when they first open their profile.
results: Final = Table(
    "results",
    metadata,
    Column("identity", String(32), nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("finished_at", BigInteger, nullable=False),
    # False for games from a position, or if the person did not have exactly one seat at the end.
    Column("counts", Boolean, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("variant", String(40), nullable=False),  # the name of a preset, or empty
    Column("bots", String(200), nullable=False),  # the levels of the bots, separated by commas
    Column("summary", Text, nullable=False),
    PrimaryKeyConstraint("identity", "table_id", name="one_result_of_a_game"),
    Index("results_by_time", "identity", "finished_at"),
)

# Where people want to be notified: a browser's push subscription, a webhook or an email address.
channels: Final = Table(
    "channels",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("identity", String(32), nullable=False),
    Column("kind", String(10), nullable=False),  # push, discord, slack, ntfy, json, mail
    Column("address", Text, nullable=False),
    # The keys of a push subscription, or the key that signs the requests of a webhook.
    Column("secret", Text, nullable=False),
    # The only table that it is for, or empty for all.
    Column("table_id", String(32), nullable=False),
    Column("language", String(8), nullable=False),
    Column("label", String(80), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    # False until the owner of an email address has confirmed it.
    Column("confirmed", Boolean, nullable=False),
    # True if notices wait for one email a day.
    Column("digest", Boolean, nullable=False),
    Index("channels_by_identity", "identity"),
)

# Email addresses that were lately asked to confirm, or that never want to be asked again.
asked_addresses: Final = Table(
    "asked_addresses",
    metadata,
    # A keyed hash of the address.
    Column("hash", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("refused", Boolean, nullable=False),
    Index("asked_addresses_by_time", "at"),
)

# When each person does not want to be disturbed, in minutes after midnight in their time zone.
preferences: Final = Table(
    "preferences",
    metadata,
    Column("identity", String(32), primary_key=True),
    Column("quiet_from", Integer, nullable=False),
    Column("quiet_until", Integer, nullable=False),
    Column("time_zone", String(64), nullable=False),
)

# Vacations: how much of a year's days a person has used, and the one that is on, if any.
vacations: Final = Table(
    "vacations",
    metadata,
    Column("identity", String(32), primary_key=True),
    Column("year", Integer, nullable=False),
    Column("used_ms", BigInteger, nullable=False),
    # Both are 0 if the person is not away.
    Column("since", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    # False until all tables of the person know it.
    Column("announced", Boolean, nullable=False),
    Index("vacations_by_announced", "announced"),
)

# Tables about which a person gets no notices.
silences: Final = Table(
    "silences",
    metadata,
    Column("identity", String(32), nullable=False),
    Column("table_id", String(32), nullable=False),
    PrimaryKeyConstraint("identity", "table_id", name="silenced_once"),
)

outbox: Final = Table(
    "outbox",
    metadata,
    # Made from event, kind and channel, so that no notice is written twice.
    Column("id", String(120), primary_key=True),
    Column("channel", String(32), nullable=False),
    Column("identity", String(32), nullable=False),
    Column("table_id", String(32), nullable=False),
    Column(
        "kind", String(10), nullable=False
    ),  # turn, reminder, over, rematch, clear, test, confirm, digest
    # waiting; shown until the turn is over; held for the email of the day
    Column("status", String(10), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("due_at", BigInteger, nullable=False),
    Column("attempts", Integer, nullable=False),
    # The lease: the node, and until when nobody else may send the notice.
    Column("worker", String(32), nullable=False),
    Column("leased_until", BigInteger, nullable=False),
    Index("outbox_by_due", "status", "due_at"),
    Index("outbox_by_person", "identity", "table_id"),
    Index("outbox_by_channel", "channel"),
)

# Keys that the server made at its first start.
server_keys: Final = Table(
    "server_keys",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)

# People as others see them: their friend link, and when they were last here.
profiles: Final = Table(
    "profiles",
    metadata,
    Column("identity", String(32), primary_key=True),
    Column("friend_code", String(40), nullable=True, unique=True),
    Column("seen_at", BigInteger, nullable=False),
    # Since when they want to be ranked, or null.
    Column("ranked_since", BigInteger, nullable=True),
)

# Friends. Each friendship has two rows.
friends: Final = Table(
    "friends",
    metadata,
    Column("identity", String(32), nullable=False),
    Column("friend", String(32), nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("identity", "friend", name="friends_once"),
)

# People with whom a person wants nothing to do.
blocks: Final = Table(
    "blocks",
    metadata,
    Column("identity", String(32), nullable=False),
    Column("whom", String(32), nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("identity", "whom", name="blocked_once"),
    Index("blocks_by_whom", "whom"),
)

# Invitations of friends to tables.
invitations: Final = Table(
    "invitations",
    metadata,
    Column("identity", String(32), nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("sender", String(32), nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("identity", "table_id", name="invited_once"),
    Index("invitations_by_table", "table_id"),
)

# Players whom others have reported to the operator.
reports: Final = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("reporter", String(32), nullable=False),
    Column("whom", String(32), nullable=False),
    Column("name", Text, nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("reason", String(20), nullable=False),
    Column("text", Text, nullable=False),
    Column("lines", Text, nullable=False),
    Column("closed_at", BigInteger, nullable=True),
    Index("reports_by_whom", "whom"),
    sqlite_autoincrement=True,
)

# Finished games that are in the index of people and deals. Tables of a contest share a shuffle.
indexed_games: Final = Table(
    "indexed_games",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("shuffle", String(32), nullable=False, unique=True),
)

# The result of each person in a finished game between people.
game_seats: Final = Table(
    "game_seats",
    metadata,
    Column("table_id", String(32), nullable=False),
    Column("identity", String(32), nullable=False),
    Column("colour", String(10), nullable=False),
    Column("variant", String(40), nullable=False),
    Column("finished_at", BigInteger, nullable=False),
    Column("place", Integer, nullable=False),
    Column("left", Boolean, nullable=False),
    # True if the person wanted to be ranked when the table was created.
    Column("ranked", Boolean, nullable=False),
    PrimaryKeyConstraint("table_id", "identity", name="one_result_of_a_person"),
    Index("game_seats_by_identity", "identity"),
    Index("game_seats_by_rank", "variant", "ranked", "finished_at"),
)

# Counters of all deals by deck and number of players.
shuffle_counts: Final = Table(
    "shuffle_counts",
    metadata,
    Column("deck", String(400), nullable=False),
    Column("players", Integer, nullable=False),
    Column("item", String(40), nullable=False),
    Column("number", BigInteger, nullable=False),
    PrimaryKeyConstraint("deck", "players", "item", name="counted_once"),
)

# Contests: several tables with equal deals. The tables have the rest in their logs.
duplicates: Final = Table(
    "duplicates",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("owner", String(32), nullable=False),
    Column("status", String(10), nullable=False),  # waiting, running, finished, closed
    Column("created_at", BigInteger, nullable=False),
    Column("setup", Text, nullable=False),
    # The key of the request that created it.
    Column("origin", String(120), nullable=True, unique=True),
    Column("result", Text, nullable=True),
)

# The people who take part. They have a table and a colour once the contest has begun.
duplicate_players: Final = Table(
    "duplicate_players",
    metadata,
    Column("duplicate", String(32), nullable=False),
    Column("identity", String(32), nullable=False),
    Column("joined_at", BigInteger, nullable=False),
    Column("contribution", String(128), nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("colour", String(10), nullable=False),
    PrimaryKeyConstraint("duplicate", "identity", name="once_in_a_contest"),
    Index("duplicate_players_by_identity", "identity", "joined_at"),
)

# The daily escapes that people have played, one for each person and day.
daily_results: Final = Table(
    "daily_results",
    metadata,
    Column("day", Integer, nullable=False),
    Column("identity", String(32), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("place", Integer, nullable=False),
    Column("turns", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("symbols", Text, nullable=False),
    PrimaryKeyConstraint("day", "identity", name="played_once_a_day"),
    Index("daily_results_by_rank", "day", "points", "turns"),
    Index("daily_results_by_identity", "identity"),
)
