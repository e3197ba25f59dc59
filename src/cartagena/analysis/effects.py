"""The effects of a move: the spaces jumped over, the cards drawn and the contents of a chest.

Everyone sees the number of cards. Only the player who drew them sees which they are.
"""

from typing import Final, Literal, TypedDict

from cartagena.game import Game
from cartagena.rules.components import EMPTY, SNAKE, SPACES_PER_TILE
from cartagena.rules.move_kinds import MOVE_KINDS
from cartagena.rules.notation.moves import Move, vocabulary_for


class Outcome(TypedDict, total=False):
    """The public effects of a move. Most moves have none."""

    jumped: tuple[str, ...]
    """The spaces that the pirate jumped over."""
    drawn: int
    """The number of cards drawn."""
    found: Literal["empty", "snake"]
    """The contents of a chest without cards."""


_NOTHING: Final[Outcome] = {}


def outcome(game: Game, move: Move) -> Outcome:
    """Return the public effects of the last move."""
    kind = MOVE_KINDS[move.kind]
    if kind.runs and (jumped := game.routes.jumped(move)):
        return {"jumped": jumped}
    if not kind.draws:
        return _NOTHING
    then, now = game.packed_state(moves_ago=1)[0], game.packed_state()[0]
    if move.kind == "chest" and move.origin is not None:
        token = int(then["token"][(int(move.origin) - 1) // SPACES_PER_TILE])
        if token in (EMPTY, SNAKE):
            return {"found": "empty" if token == EMPTY else "snake"}
    seat = int(then["active"])
    laid_down = 1 if move.kind == "chest" else 0
    drawn = int(now["hand_size"][seat]) - int(then["hand_size"][seat]) + laid_down
    return {"drawn": drawn} if drawn else _NOTHING


def cards_drawn(game: Game, move: Move) -> tuple[str, ...]:
    """Return the cards that the player of the last move drew."""
    if not MOVE_KINDS[move.kind].draws:
        return ()
    then, now = game.packed_state(moves_ago=1)[0], game.packed_state()[0]
    seat, names = int(then["active"]), vocabulary_for(game.rules, game.players).cards
    gained = (now["hand"][seat].astype(int) - then["hand"][seat]).tolist()
    if move.kind == "chest" and move.card is not None:
        gained[names.index(move.card)] += 1  # it was laid down for the spell
    return tuple(card for card, count in zip(names, gained, strict=True) for _ in range(count))
