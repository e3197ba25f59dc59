"""Tables that begin from a position: one person at one seat, bots at all others.

What that seat may not know of the position (hidden cards, the deck, chests) is dealt anew, so that
such a table tells nobody anything about another. It counts for nothing: somebody chose the position,
and there is no shuffle to check.
"""

from collections.abc import Mapping
from typing import Any

from cartagena.errors import CartagenaError
from cartagena.fairness import scheme
from cartagena.game import Game
from cartagena.rules.notation.position.types import Position
from cartagena.server.errors import Conflict, Invalid
from cartagena.server.storage.identities import Identity
from cartagena.server.tables.create import check_level, check_rematch
from cartagena.server.tables.events import Created, SeatPlan
from cartagena.server.tables.table import Table


def given_game(position: Mapping[str, Any]) -> Game:
    """The game of a position that somebody gives."""
    try:
        return Game.from_position(position)
    except CartagenaError as error:
        names: dict[str, Any] = {**error.names}
        raise Invalid(error.sentence, "position", **names) from None


def finished_game(table: Table, moves: int) -> Game:
    """A finished game as it stood after so many moves."""
    if table.status != "finished":
        raise Conflict("running", "The game isn’t over yet, so hidden cards stay hidden.")
    for number, (game, move) in enumerate(Game.steps(table.record())):
        if number == moves and move is not None:
            return game
    raise Invalid("The game was already over by move {move}.", move=moves)


def resample_hidden(game: Game, seat: str, seed: int | None = None) -> Position:
    """The position of a game with everything that this seat may not know dealt anew.

    It follows from the seat's view and the seed alone; without a seed, from new randomness.
    """
    return game.sample(seat, seed).position()


def new_table(game: Game, seat: str, level: str, owner: Identity, name: str) -> Created:
    """The first event of a table where this game goes on, with the owner at one seat of it."""
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
        secret=scheme.new_secret(),
        position={**resample_hidden(game, seat)},
    )


def again(table: Table, who: Identity) -> Created:
    """The first event of another game from the same position, hidden cards dealt anew."""
    check_rematch(table, who)
    setup = table.setup
    assert isinstance(setup.position, dict)
    (seat, *_) = table.seats_of(who.id)
    game = Game.from_position(setup.position)
    event = new_table(game, seat, setup.substitute, who, setup.name)
    event.rematch_of = table.id
    return event
