"""The way of a pirate along the path, with the spaces that it jumps over."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from cartagena.rules.move_kinds import MOVE_KINDS
from cartagena.rules.notation.moves import Move
from cartagena.rules.options import Rules


class Route(NamedTuple):
    """The places that a move leads along, in order, and the spaces that are jumped over."""

    places: tuple[str, ...]
    """From the start to the end, both included."""
    jumped: tuple[str, ...]
    """The occupied spaces with the symbol of the card. The pirate lands on the next one."""


class Routes:
    """The routes on one board.

    A card moves a pirate to the next empty space with its symbol, so every space with that symbol
    on the way is occupied, and is jumped over.
    """

    def __init__(self, rules: Rules, board: Sequence[str]) -> None:
        self._order = rules.places
        self._index = {place: i for i, place in enumerate(self._order)}
        self._by_symbol: dict[str, list[int]] = {symbol: [] for symbol in board}
        for number, symbol in enumerate(board, 1):
            self._by_symbol[symbol].append(self._index[str(number)])

    def of(self, move: Move) -> Route | None:
        """Return the route of a move, or None if it moves no pirate."""
        if move.origin is None or move.target is None:
            return None
        first, last = self._index[move.origin], self._index[move.target]
        if first > last:
            return Route(self._order[last : first + 1][::-1], ())
        return Route(self._order[first : last + 1], self.jumped(move))

    def jumped(self, move: Move) -> tuple[str, ...]:
        """Return the spaces that a move jumps over."""
        if move.card is None or move.target is None or not MOVE_KINDS[move.kind].runs:
            return ()
        spaces = self._by_symbol.get(move.card.removesuffix("*"), [])
        first = bisect_right(spaces, self._index[move.origin or ""])
        last = bisect_left(spaces, self._index[move.target])
        return tuple(self._order[i] for i in spaces[first:last])

    def jumps(self, moves: Iterable[Move]) -> dict[str, tuple[str, ...]]:
        """Return the spaces that each move jumps over. Moves that jump over none are left out."""
        return {move.text: jumped for move in moves if (jumped := self.jumped(move))}


@lru_cache(maxsize=1024)
def routes_on(rules: Rules, board: tuple[str, ...]) -> Routes:
    """Return the routes on a board. Tables keep their board, so the last ones are cached."""
    return Routes(rules, board)
