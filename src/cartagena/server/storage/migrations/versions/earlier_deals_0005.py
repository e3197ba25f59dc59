"""Finished games of the earlier fairness scheme are kept with what chance brought in them.

Since cartagena-fairness-3 chance draws card by card. What was dealt before, from a deck that was
shuffled in advance, still follows from the secret of the table: the position after the deal and the
draws of each move are written into the log, from which the game can be shown and checked as before.

A game that was not finished cannot be: its cards to come are those of a shuffle that is no longer
made. Such a table is retired: it is neither listed nor played on, and its log is kept. Tables at
which nothing was dealt yet are left as they are.
"""

import json
import logging
from typing import Any

import sqlalchemy as sa
from alembic import op

from cartagena.errors import CartagenaError
from cartagena.fairness import scheme
from cartagena.fairness.earlier import retell
from cartagena.rules.options import Rules

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

events = sa.table(
    "events",
    sa.column("table_id", sa.String),
    sa.column("seq", sa.Integer),
    sa.column("body", sa.Text),
)
tables = sa.table(
    "tables",
    sa.column("id", sa.String),
    sa.column("status", sa.String),
    sa.column("due_at", sa.BigInteger),
)
analyses = sa.table("analyses", sa.column("table_id", sa.String), sa.column("status", sa.String))

_log = logging.getLogger("cartagena")


def upgrade() -> None:
    """Make the step."""
    kept, retired = 0, 0
    for name in _dealt():
        log = _read(name)
        try:
            finished = _write_draws(name, log)
        except (CartagenaError, KeyError, ValueError) as error:
            _log.warning("The game of table %s cannot be told again: %s", name, error)
            finished = False
        for seq, event in log.items():
            if event.get("type") == "started":
                _write(name, seq, {**event, "scheme": scheme.EARLIER})
            elif "draws" in event:
                _write(name, seq, event)
        if finished:
            kept += 1
        else:
            retired += 1
            _retire(name)
    if kept:
        _log.info("%d games of %s keep their cards in the log", kept, scheme.EARLIER)
    if retired:
        _log.warning(
            "%d tables were dealt by %s and can no longer be shown or played on; their logs are kept",
            retired,
            scheme.EARLIER,
        )


def _dealt() -> list[str]:
    """The tables at which something was dealt."""
    started = sa.select(events.c.table_id, events.c.body).where(events.c.body.like('%"started"%'))
    found = op.get_bind().execute(started.order_by(events.c.table_id)).all()
    return [name for name, body in found if json.loads(body).get("type") == "started"]


def _read(name: str) -> dict[int, dict[str, Any]]:
    rows = sa.select(events.c.seq, events.c.body).where(events.c.table_id == name)
    found = op.get_bind().execute(rows.order_by(events.c.seq)).all()
    return {seq: json.loads(body) for seq, body in found}


def _write(name: str, seq: int, event: dict[str, Any]) -> None:
    this = sa.and_(events.c.table_id == name, events.c.seq == seq)
    body = json.dumps(event, ensure_ascii=False, separators=(",", ":"))
    op.execute(events.update().where(this).values(body=body))


def _write_draws(name: str, log: dict[int, dict[str, Any]]) -> bool:
    """Write the deal and the draws into the log of a finished game; False if it is not finished."""
    created: dict[str, Any] = {}
    started: dict[str, Any] = {}
    moved: list[dict[str, Any]] = []
    for event in log.values():
        match event["type"]:
            case "created":
                created = event
            case "started":
                started = event
            case "moved":
                moved.append(event)
            case "undone":
                # Only what used no chance could be taken back.
                moved.pop()
    given = started["seat_entropy"]
    key = scheme.key(created["secret"], name, given, scheme.EARLIER)
    moves = [event["move"] for event in moved]
    game, draws = retell(Rules.from_document(created["rules"]), list(given), moves, key)
    if not game.over:
        return False
    started["dealt"] = game.record()["position"]
    for event, drawn in zip(moved, draws, strict=True):
        if drawn:
            event["draws"] = drawn
    return True


def _retire(name: str) -> None:
    op.execute(tables.update().where(tables.c.id == name).values(status="retired", due_at=None))
    unfinished = analyses.c.status.in_(("waiting", "running"))
    op.execute(
        analyses.update().where(analyses.c.table_id == name, unfinished).values(status="failed")
    )


def downgrade() -> None:
    """Take it back: what an earlier version needs to know of these tables is in their logs.

    It does not look at what was added to the events.
    """
    op.execute(tables.update().where(tables.c.status == "retired").values(status="running"))
