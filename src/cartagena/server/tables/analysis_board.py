"""The analysis board: moves played on a position of a game, without a table.

What the seat cannot see of the position is dealt again from its view, so the board reveals nothing
about the game. In a running game, only a player who may ask for hints may use it: one who plays
against bots alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from cartagena.bots import Budget, View, create
from cartagena.errors import IllegalMoveError
from cartagena.game import Game
from cartagena.protocol.hints import ExploredMove, ExploredPosition, HintMove
from cartagena.rules.notation.moves import Move
from cartagena.server.errors import Conflict, Forbidden, Invalid
from cartagena.server.storage.identities import Identity
from cartagena.server.tables.moves import check_no_undo_window, running_game
from cartagena.server.tables.owner_actions import check_alone_with_its_deal
from cartagena.server.tables.table import Table

_REPLYING_BOT: Final = "deckhand"
"""The bot that plays for the other seats: quick, but not a weak player."""
_MAX_REPLIES: Final = 60
"""Upper bound on the moves of others until the seat may choose again."""


@dataclass(frozen=True, slots=True)
class AnalysisBoard:
    """A game on which a seat tries out moves."""

    seat: str
    game: Game
    made: list[ExploredMove]

    @property
    def legal_moves(self) -> list[Move]:
        """Return what the seat may do now. Empty while others choose."""
        if self.game.over or self.game.decider != self.seat:
            return []
        return list(self.game.legal_moves)

    @property
    def view(self) -> View:
        """Return what the seat may know."""
        return View.of(self.game, self.seat)

    def position(self, ratings: list[HintMove]) -> ExploredPosition:
        """Return the board for the client, with ratings of the next moves."""
        jumps = self.game.routes.jumps(self.legal_moves)
        return ExploredPosition(
            self.seat, self.made, self.game.view_update(self.seat), jumps, ratings
        )


def advised_game(table: Table, who: Identity, expected_seq: int) -> Game:
    """Return the running game if this player must choose now and all others are bots.

    A daily escape is the same for everyone, so nobody gets advice there.
    """
    game = running_game(table)
    if any(seat.kind != "bot" and seat.identity != who.id for seat in table.seats):
        raise Forbidden("You can ask for hints only when all other players are bots.")
    if table.setup.daily:
        raise Forbidden("There are no hints in the daily escape.")
    check_alone_with_its_deal(table)
    if expected_seq != table.game_seq:
        raise Conflict("stale", "The game has moved on.", expected_seq=table.game_seq)
    check_no_undo_window(table, table.seats_of(who.id))
    if game.decider not in table.seats_of(who.id):
        raise Conflict(
            "not-your-choice", "It’s {colour}’s choice now, not yours.", colour=game.decider
        )
    return game


def explore(start: Game, moves: Sequence[str], seed: int, *, reply: bool) -> AnalysisBoard:
    """Deal everything again that the player to move cannot see, then play these moves.

    With `reply`, bots then play for the others until that player may choose again.
    """
    seat = start.decider
    game = start.sample(seat, seed)
    made: list[ExploredMove] = []

    def push(move: str | Move) -> None:
        decider = game.decider
        pushed = game.push(move)
        made.append(ExploredMove(decider, pushed.text, game.routes.jumped(pushed)))

    for number, text in enumerate(moves, 1):
        if game.over:
            raise Invalid("The game was already over by move {move}.", move=number)
        try:
            push(text)
        except IllegalMoveError as error:
            legal = [move.text for move in game.legal_moves]
            raise Invalid(
                error.template, "illegal", legal=legal, expected_seq=None, **error.params
            ) from None
    if reply:
        bot, rng = create(_REPLYING_BOT), Random(seed)
        for _ in range(_MAX_REPLIES):
            if game.over or game.decider == seat:
                break
            push(bot.choose(View.of(game, game.decider), game.legal_moves, rng, Budget()))
    return AnalysisBoard(seat, game, made)
