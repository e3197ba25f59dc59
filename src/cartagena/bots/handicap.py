"""The handicapped levels between the four main bots.

Each level beats the one below in about three of four games. A handicapped bot either searches less
than the bot above it, or values moves in the same way and adds noise to each value, so that it
never plays a move that is worse by more than the noise. `make levels` measures the amounts for each
family of rules and stores them in `levels.toml`.

A level with a `spread` plays a little better or worse from game to game. Its form follows from the
board and the seat, so it stays the same for a whole game.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from random import Random
from typing import TYPE_CHECKING, Final

from cartagena.bots.bot import Budget
from cartagena.bots.deckhand import MoveValues
from cartagena.bots.families import family

if TYPE_CHECKING:
    from cartagena.bots.bosun import Bosun
    from cartagena.bots.captain import Captain
    from cartagena.bots.view import View
    from cartagena.rules.notation.moves import Move

FILE: Final = "levels.toml"


@dataclass(frozen=True, slots=True)
class Strength:
    """The strength of a level, and how much it varies from game to game."""

    noise_or_nodes: float
    """The noise in spaces or, for a bot that searches, the number of simulations."""
    spread: float = 1.0
    """Largest factor by which noise or nodes vary from game to game."""

    def sample(self, form: float) -> float:
        """Return the noise or nodes for a form between -1 and 1."""
        return float(self.noise_or_nodes * self.spread**form)


@cache
def strengths() -> Mapping[str, Mapping[str, Strength]]:
    """Return the measured strengths, by family and level."""
    text = resources.files("cartagena.bots").joinpath(FILE).read_text("utf-8")
    return {
        rules: {name: Strength(**values) for name, values in levels.items()}
        for rules, levels in tomllib.loads(text).items()
    }


def daily_form(view: View) -> float:
    """Return the form of a seat in this game, between -1 and 1."""
    board = view.packed["symbol"].tobytes() + bytes([view.seat])
    digest = hashlib.blake2b(board, digest_size=4).digest()
    return int.from_bytes(digest, "big") / 2**31 - 1


class Handicapped:
    """A weaker version of another bot."""

    name = ""

    def __init__(self, noise_or_nodes: float | None = None, spread: float = 1.0) -> None:
        """Create a level with its measured strength, or with another one."""
        self._own = None if noise_or_nodes is None else Strength(noise_or_nodes, spread)

    def choose(self, view: View, legal: Sequence[Move], rng: Random, _budget: Budget) -> Move:
        """Choose one of the good moves."""
        if len(legal) == 1:
            return legal[0]
        strength = self._own or strengths()[family(view.rules)][self.name]
        return self.choose_with(strength.sample(daily_form(view)), view, legal, rng)

    def choose_with(
        self, noise_or_nodes: float, view: View, legal: Sequence[Move], rng: Random
    ) -> Move:
        """Choose with this noise, or with this number of simulations."""
        raise NotImplementedError


def best_with_noise(
    legal: Sequence[Move], values: Sequence[float], noise: float, rng: Random
) -> Move:
    """Return the most valuable move after adding up to `noise` spaces to each value."""
    noisy = [value + noise * rng.random() for value in values]
    return legal[noisy.index(max(noisy))]


class NoisyDeckhand(Handicapped):
    """Plays by the deckhand's rules of thumb, with noise."""

    def choose_with(
        self, noise_or_nodes: float, view: View, legal: Sequence[Move], rng: Random
    ) -> Move:
        """Choose one of the moves that the deckhand values most."""
        values = MoveValues(view.mapping)
        return best_with_noise(legal, [values.value(move) for move in legal], noise_or_nodes, rng)


class NoisyBosun(Handicapped):
    """Plans a turn as the bosun does, with noise."""

    @cached_property
    def _bosun(self) -> Bosun:
        from cartagena.bots.bosun import Bosun

        return Bosun()

    def choose_with(
        self, noise_or_nodes: float, view: View, legal: Sequence[Move], rng: Random
    ) -> Move:
        """Choose one of the moves that begin a good turn."""
        values = self._bosun.plan(view, rng.getrandbits(63)).values
        return best_with_noise(
            legal, [float(values[move.action]) for move in legal], noise_or_nodes, rng
        )


class HastyCaptain(Handicapped):
    """Searches as the captain does, for a small number of simulations, from scratch for each action."""

    quick = False

    @cached_property
    def _captain(self) -> Captain:
        from cartagena.bots.captain import Captain

        return Captain(reuse_tree=False)

    def choose_with(
        self, noise_or_nodes: float, view: View, legal: Sequence[Move], rng: Random
    ) -> Move:
        """Choose the move that was best in a few simulations."""
        return self._captain.choose(view, legal, rng, Budget(nodes=max(1, round(noise_or_nodes))))


class Stowaway(NoisyDeckhand):
    """The deckhand with the most noise."""

    name = "stowaway"


class CabinBoy(NoisyDeckhand):
    """A deckhand with a lot of noise."""

    name = "cabin-boy"


class Cook(NoisyDeckhand):
    """A deckhand with some noise."""

    name = "cook"


class Gunner(NoisyBosun):
    """A bosun with noise."""

    name = "gunner"


class Helmsman(HastyCaptain):
    """A captain with few simulations."""

    name = "helmsman"


class FirstMate(HastyCaptain):
    """A captain with more simulations than the helmsman."""

    name = "first-mate"
