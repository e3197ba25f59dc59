"""Check a result that a player sends in: play the deal again and compare every move."""

from collections.abc import Sequence
from dataclasses import dataclass

from cartagena.daily.deal import COLOUR, RIVALS, weekday
from cartagena.daily.result import result_of
from cartagena.daily.rivals import rival_move
from cartagena.errors import CartagenaError
from cartagena.game import Game
from cartagena.protocol.daily import DailyResult


@dataclass(frozen=True, slots=True)
class Rejection:
    """A result that is not accepted."""

    move: int
    """The number of the first wrong move, or of the next one if the game is not over."""


def deal(day: int, seed: str) -> Game:
    """Return the game of a day before its first move."""
    number = int.from_bytes(bytes.fromhex(seed), "little")
    return Game(weekday(day).rules(), [COLOUR, *RIVALS], number)


def check_moves(day: int, seed: str, moves: Sequence[str]) -> DailyResult | Rejection:
    """Return the result of these moves, or a rejection with the first wrong move.

    The player may make any legal move. Each rival must make the move that it would make here.
    """
    game = deal(day, seed)
    levels = dict(zip(RIVALS, weekday(day).levels, strict=True))
    for number, text in enumerate(moves, 1):
        if game.over or text != _expected(game, text, levels, seed):
            return Rejection(number)
        try:
            game.push(text)
        except CartagenaError:
            return Rejection(number)
    return result_of(game.record()) if game.over else Rejection(len(moves) + 1)


def _expected(game: Game, text: str, levels: dict[str, str], seed: str) -> str:
    """Return this move if the player has a choice, otherwise the only legal move."""
    forced = game.forced_step()
    if forced is not None:
        return forced.text
    return text if game.decider == COLOUR else rival_move(game, levels[game.decider], seed)
