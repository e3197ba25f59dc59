"""Tables that begin from a position: one person at one seat, bots at all others.

What that seat may not know of the position (hidden cards, the deck, chests) is dealt again, so
such a table reveals nothing about another. Its game does not count in any statistics, because the
position was chosen, and it has no shuffle to verify.
"""

from collections.abc import Mapping
from typing import Any

from cartagena.errors import CartagenaError
from cartagena.fairness import scheme
from cartagena.game import Game
from cartagena.rules.chance.seeds import SEED_BITS
from cartagena.rules.notation.position.types import Position
from cartagena.server.entropy import Entropy
from cartagena.server.errors import Invalid
from cartagena.server.storage.identities import Identity
from cartagena.server.tables.create import check_level, check_rematch
from cartagena.server.tables.events import Created, SeatPlan
from cartagena.server.tables.owner_actions import check_revealed
from cartagena.server.tables.table import Table


def read_position(position: Mapping[str, Any]) -> Game:
    """Return a game from the position in a request. Raises `Invalid` if there is a mistake in it."""
    try:
        return Game.from_position(position)
    except CartagenaError as error:
        names: dict[str, Any] = {**error.params}
        raise Invalid(error.template, "position", **names) from None


def finished_game(table: Table, moves: int) -> Game:
    """Return a finished game as it stood after `moves` moves."""
    check_revealed(table)
    return game_after(table.record(), moves)


def game_after(record: Mapping[str, Any], moves: int) -> Game:
    """Return the game of a record as it stood after `moves` moves, with at least one left."""
    for number, (game, move) in enumerate(Game.steps(record)):
        if number == moves and move is not None:
            return game
    raise Invalid("The game was already over by move {move}.", move=moves)


def resample_hidden(game: Game, seat: str, seed: int) -> Position:
    """Return the position of a game after dealing everything again that this seat may not know.

    It depends only on the seat's view and the seed.
    """
    return game.sample(seat, seed).position()


def new_table(
    game: Game, seat: str, level: str, owner: Identity, name: str, entropy: Entropy
) -> Created:
    """Return the first event of a table that continues this game, with the owner at one seat."""
    if game.over:
        raise Invalid("In this position the game is already over.", "position")
    if seat not in game.players:
        raise Invalid("Nobody plays {colour} in this position.", "position", colour=seat)
    check_level(level)
    return Created(
        owner=owner.id,
        name=name,
        rules=game.rules.to_mapping(),
        seats=[
            SeatPlan(colour, "player", identity=owner.id, name=owner.name)
            if colour == seat
            else SeatPlan(colour, "bot", level)
            for colour in game.players
        ],
        public=False,
        spectators=True,
        seconds=0,
        substitute=level,
        secret=entropy.hex(scheme.SECRET_BYTES),
        position={**resample_hidden(game, seat, entropy.bits(SEED_BITS))},
    )


def rematch_from_position(table: Table, who: Identity, entropy: Entropy) -> Created:
    """Return the first event of a rematch from the same position, with hidden cards dealt again."""
    check_rematch(table, who)
    setup = table.setup
    assert isinstance(setup.position, dict)
    (seat, *_) = table.seats_of(who.id)
    game = Game.from_position(setup.position)
    event = new_table(game, seat, setup.substitute, who, setup.name, entropy)
    event.rematch_of = table.id
    return event
