"""Tables from records of finished games, to replay and analyse them. Only browsers make such tables."""

from collections.abc import Mapping
from typing import Any

from cartagena.errors import CartagenaError
from cartagena.fairness import scheme
from cartagena.game import Game
from cartagena.server.entropy import Entropy
from cartagena.server.errors import Invalid
from cartagena.server.storage.identities import Identity
from cartagena.server.tables.events import Created, Event, Moved, SeatPlan, Started


def read_record(record: Any) -> tuple[Game, list[tuple[str, str]]]:
    """Return the start of a finished game, and who made which move.

    Raises `Invalid` if the record has a mistake or its game is not over. A log has no room for
    draws, so records with draws are refused, too.
    """
    if not isinstance(record, Mapping) or "moves" not in record:
        raise Invalid("This isn’t a game record.", "record")
    if record.get("draws"):
        raise Invalid("Games whose draws were entered by hand can’t be opened here.", "record")
    start: Game | None = None
    moves: list[tuple[str, str]] = []
    try:
        for game, move in Game.steps(record):
            if start is None:
                start = game.copy()
            if move is not None:
                moves.append((game.decider, move.text))
            elif not game.over:
                raise Invalid("The game of this record isn’t over yet.", "record")
    except CartagenaError:
        raise Invalid("This record can’t be replayed.", "record") from None
    assert start is not None
    return start, moves


def first_events(
    start: Game, moves: list[tuple[str, str]], owner: Identity, name: str, entropy: Entropy
) -> list[Event]:
    """Return the events of a table where this game was played. Nobody has a seat there."""
    created = Created(
        owner=owner.id,
        name=name,
        rules=start.rules.to_mapping(),
        seats=[SeatPlan(colour, "player") for colour in start.players],
        public=False,
        spectators=True,
        seconds=0,
        substitute="deckhand",
        secret=entropy.hex(scheme.SECRET_BYTES),
        position={**start.position()},
    )
    begun = Started(dict.fromkeys(start.players, ""), [])
    return [created, begun, *(Moved(seat, text, "player") for seat, text in moves)]
