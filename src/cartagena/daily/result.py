"""The result of a daily escape: place, turns, points, and a symbol for each turn."""

from collections.abc import Mapping
from typing import Any, Final

from cartagena.daily.deal import COLOUR
from cartagena.game import Game
from cartagena.protocol.daily import DailyResult

HOME: Final = "h"
"""The symbol of a turn that brought a pirate home."""
FAR: Final = "f"
"""The symbol of a turn that gained at least `FAR_SPACES` spaces."""
NEAR: Final = "n"
"""The symbol of a turn that gained fewer spaces."""
CARDS: Final = "c"
"""The symbol of a turn that gained no space, such as one for new cards."""
FAR_SPACES: Final = 6


def progress(game: Game, colour: str) -> int:
    """Return the spaces that all pirates of a colour have advanced."""
    places = game.rules.places
    pirates = game.position()["pirates"][colour]
    return sum(places.index(place) * count for place, count in pirates.items())


def shares(game: Game) -> dict[str, int]:
    """Return how far the pirates of each colour have come, in per cent of the whole way."""
    rules = game.rules
    whole = rules.pirates * (len(rules.places) - 1)
    return {colour: 100 * progress(game, colour) // whole for colour in game.players}


def _at_home(game: Game) -> int:
    return game.position()["pirates"][COLOUR].get(game.rules.goal, 0)


def _symbol(spaces: int, came_home: bool) -> str:
    if came_home:
        return HOME
    if spaces >= FAR_SPACES:
        return FAR
    return NEAR if spaces > 0 else CARDS


def result_of(record: Mapping[str, Any]) -> DailyResult:
    """Return the result of the player in the record of a finished game."""
    symbols = ""
    turn, steps, home = "", 0, 0
    for game, _ in Game.steps(record):
        now = "" if game.over else game.turn
        if now == turn:
            continue
        if turn == COLOUR:
            symbols += _symbol(progress(game, COLOUR) - steps, _at_home(game) > home)
        turn, steps, home = now, progress(game, COLOUR), _at_home(game)
    share = shares(game)
    own = share.pop(COLOUR)
    best = max(share.values())
    won = game.winner == COLOUR
    place = 1 if won else 1 + sum(1 for other in share.values() if other >= own)
    return DailyResult(place, len(symbols), max(0, 2 * own - best), symbols)
