"""The rivals of a daily escape. Their moves follow from the deal alone, on every device."""

from random import Random
from typing import Final

from cartagena.bots import Budget, View, create
from cartagena.game import Game
from cartagena.rules.chance.seeds import derive_seed

_WORD: Final = (1 << 64) - 1


class SplitMix(Random):
    """A generator that gives the same numbers in Python and in the browser (splitmix64)."""

    def __init__(self, seed: int) -> None:
        """Start with a seed of 64 bits."""
        super().__init__(0)
        self._state = seed & _WORD

    def _next(self) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & _WORD
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _WORD
        return z ^ (z >> 31)

    def getrandbits(self, k: int, /) -> int:
        """Return a number of up to 64 random bits."""
        return self._next() >> (64 - k)

    def random(self) -> float:
        """Return a number from 0 to less than 1."""
        return (self._next() >> 11) / (1 << 53)


def rival_move(game: Game, level: str, seed: str) -> str:
    """Return the move of the player to move, a rival of this level.

    It depends only on what the rival knows, the seed of the deal and the number of moves made. No
    level of a daily escape uses a clock: those that search have a fixed number of simulations.
    """
    legal = list(game.legal_moves)
    if len(legal) == 1:
        return legal[0].text
    luck = SplitMix(derive_seed(seed, game.moves_made, bits=64))
    return create(level).choose(View.of(game, game.decider), legal, luck, Budget()).text
