"""Moves that are tried out on a position, without a table: the analysis board.

What the seat that tries them may not know of the position is dealt anew from its view, so that
nothing that is tried can tell anything about the game. Of a running game only those may try moves
who may ask for hints: they sit alone with bots.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

from cartagena.bots import Budget, View, create
from cartagena.errors import IllegalMoveError
from cartagena.game import Game
from cartagena.server.errors import Conflict, Forbidden, Invalid
from cartagena.server.storage.identities import Identity
from cartagena.server.tables.moves import check_no_undo_window, running_game
from cartagena.server.tables.table import Table

_REPLIES: Final = "deckhand"
"""The bot that plays for all others on an analysis board: quick, and no fool."""
_MAX_REPLIES: Final = 60
"""More moves than the others make until it is a seat's turn again."""


def advised_game(table: Table, who: Identity, expected_seq: int) -> Game:
    """The running game, if this person must choose and may be advised: all the others are bots."""
    game = running_game(table)
    if any(seat.kind != "bot" and seat.identity != who.id for seat in table.seats):
        raise Forbidden("You can ask for hints only when all other players are bots.")
    if expected_seq != table.game_seq:
        raise Conflict("stale", "The game has moved on.", expected_seq=table.game_seq)
    check_no_undo_window(table, table.seats_of(who.id))
    if game.decider not in table.seats_of(who.id):
        raise Conflict(
            "not-your-choice", "It’s {colour}’s choice now, not yours.", colour=game.decider
        )
    return game


def explore(start: Game, moves: Sequence[str], seed: int, *, reply: bool) -> Game:
    """A game drawn from what the decider of a position may know, with these moves made in it.

    With `reply`, bots then play for all others until it is that seat's choice again.
    """
    seat = start.decider
    world = start.sample(seat, seed)
    for number, text in enumerate(moves, 1):
        if world.over:
            raise Invalid("The game was already over by move {move}.", move=number)
        try:
            world.push(text)
        except IllegalMoveError as error:
            legal = [move.text for move in world.legal_moves]
            raise Invalid(
                error.sentence, "illegal", legal=legal, expected_seq=None, **error.names
            ) from None
    if reply:
        bot, chance = create(_REPLIES), Random(seed)
        for _ in range(_MAX_REPLIES):
            if world.over or world.decider == seat:
                break
            view = View.of(world, world.decider)
            world.push(bot.choose(view, world.legal_moves, chance, Budget()))
    return world
