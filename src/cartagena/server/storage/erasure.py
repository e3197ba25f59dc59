"""Erasing a person: their names and what they said are replaced, in the log and everywhere else.

Moves and contributions stay, under the identity's number, so that records still verify.
"""

import json
from typing import Any, Final

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.server.storage.schema import credentials, events, identities, results

ERASED: Final = "—"
"""What stands for a name, or for a line of chat: the same in every language."""


async def erase_from_log(engine: AsyncEngine, identity: str) -> list[str]:
    """Replace names and chat of an identity in all logs, and its row; the tables that changed."""
    changed: set[str] = set()
    mentioned = select(events.c.table_id, events.c.seq, events.c.body).where(
        events.c.body.contains(f'"{identity}"', autoescape=True)
    )
    async with engine.begin() as connection:
        for table, seq, body in (await connection.execute(mentioned)).all():
            event = json.loads(body)
            if not _erase(event, identity):
                continue
            changed.add(table)
            where = (events.c.table_id == table) & (events.c.seq == seq)
            text = json.dumps(event, ensure_ascii=False, separators=(",", ":"))
            await connection.execute(update(events).where(where).values(body=text))
        # Results are written anew from the log when they are next wanted.
        for start in range(0, len(changed), 500):
            part = sorted(changed)[start : start + 500]
            await connection.execute(delete(results).where(results.c.table_id.in_(part)))
        await connection.execute(delete(results).where(results.c.identity == identity))
        await connection.execute(delete(credentials).where(credentials.c.identity == identity))
        await connection.execute(delete(identities).where(identities.c.id == identity))
    return sorted(changed)


def _erase(event: dict[str, Any], identity: str) -> bool:
    """Replace what a stored event tells of somebody; False if it tells nothing."""
    match event["type"]:
        case "created":
            parts = [seat for seat in event["seats"] if seat.get("identity") == identity]
            if event["owner"] == identity:
                parts.append(event)  # the owner has named the table
        case "joined" | "said" if event.get("identity") == identity:
            parts = [event]
        case _:
            return False
    for part in parts:
        for field in ("name", "text"):
            if field in part:
                part[field] = ERASED
    return bool(parts)
