"""Erasing a person: replace their names and chat messages in the log and everywhere else.

Moves and contributions stay, under the id of the identity, so that records still verify.
"""

import json
from typing import Any, Final

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.server.storage import channels, friends, game_index
from cartagena.server.storage.schema import (
    credentials,
    daily_results,
    duplicate_players,
    duplicates,
    events,
    identities,
    mutes,
    reports,
    results,
)

_CHUNK: Final = 500
"""Maximum number of events or tables per transaction or statement."""
ERASED: Final = "—"
"""The replacement for a name or a chat message, the same in every language."""


async def erase_from_log(engine: AsyncEngine, identity: str) -> list[str]:
    """Erase an identity, its names and its chat. Returns the tables whose logs changed."""
    changed: set[str] = set()
    mentions = select(events.c.table_id, events.c.seq, events.c.body).where(
        events.c.body.contains(f'"{identity}"', autoescape=True)
    )
    async with engine.connect() as connection:
        rows = (await connection.execute(mentions)).all()
    # In parts, so that a running server can write in between.
    for start in range(0, len(rows), _CHUNK):
        async with engine.begin() as connection:
            for table, seq, body in rows[start : start + _CHUNK]:
                event = json.loads(body)
                if not _erase(event, identity):
                    continue
                changed.add(table)
                where = (events.c.table_id == table) & (events.c.seq == seq)
                text = json.dumps(event, ensure_ascii=False, separators=(",", ":"))
                await connection.execute(update(events).where(where).values(body=text))
    async with engine.begin() as connection:
        # The next request for results reads them from the log again.
        for start in range(0, len(changed), _CHUNK):
            part = sorted(changed)[start : start + _CHUNK]
            await connection.execute(delete(results).where(results.c.table_id.in_(part)))
        await connection.execute(delete(results).where(results.c.identity == identity))
        await connection.execute(
            delete(mutes).where((mutes.c.identity == identity) | (mutes.c.whom == identity))
        )
        await connection.execute(delete(daily_results).where(daily_results.c.identity == identity))
        waiting = select(duplicates.c.id).where(duplicates.c.status == "waiting")
        theirs = duplicate_players.c.identity == identity
        await connection.execute(
            delete(duplicate_players).where(theirs, duplicate_players.c.duplicate.in_(waiting))
        )
        await connection.run_sync(channels.forget_people, [identity])
        await connection.run_sync(friends.forget_people, [identity])
        await connection.run_sync(game_index.forget_people, [identity])
        about = (reports.c.whom == identity) | (reports.c.reporter == identity)
        await connection.execute(delete(reports).where(about))
        await connection.execute(delete(credentials).where(credentials.c.identity == identity))
        await connection.execute(delete(identities).where(identities.c.id == identity))
    return sorted(changed)


def _erase(event: dict[str, Any], identity: str) -> bool:
    """Erase an identity from a stored event. Returns False if the event does not mention it."""
    match event["type"]:
        case "created":
            parts = [seat for seat in event["seats"] if seat.get("identity") == identity]
            if event["owner"] == identity:
                parts.append(event)  # the owner named the table
        case "joined" | "said" if event.get("identity") == identity:
            parts = [event]
        case _:
            return False
    for part in parts:
        for field in ("name", "text"):
            if field in part:
                part[field] = ERASED
    return bool(parts)
