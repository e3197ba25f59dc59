"""The ten levels that people can climb: each beats the one below in about three of four games.

Four of them are bots in their own right. Between those stand weaker forms of them, all of them
honest: they go by the same values as the bot above, but not exactly (noise in spaces is added to each
move's value, so that a move that is worse by more is never made), or search less. How much is
measured for each family of games by `make levels`, and written in `levels.toml`.

Nobody plays equally well every day. A level with a `spread` is a little better or worse from game to
game; its form follows from the board and the seat, so that it stays the same for a whole game.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from random import Random
from typing import TYPE_CHECKING, Final

from cartagena.bots.budget import Budget
from cartagena.bots.deckhand import MoveValues
from cartagena.bots.families import family

if TYPE_CHECKING:
    from cartagena.bots.bosun import Bosun
    from cartagena.bots.captain import Captain
    from cartagena.bots.view import View
    from cartagena.rules.notation.moves import Move

LEVELS: Final = (
    "stowaway",
    "cabin-boy",
    "cook",
    "deckhand",
    "gunner",
    "bosun",
    "helmsman",
    "first-mate",
    "captain",
    "legend",
)
"""The weakest first. Below all of them there is the drunk."""

FILE: Final = "levels.toml"


@dataclass(frozen=True, slots=True)
class Strength:
    """How strong a level is: its amount of noise or of simulations, and how much that varies."""

    amount: float
    spread: float = 1.0
    """The amount is up to so many times larger or smaller in a game."""

    def on(self, form: float) -> float:
        """The amount in a game, for a form between -1 and 1."""
        return float(self.amount * self.spread**form)


@cache
def strengths() -> Mapping[str, Mapping[str, Strength]]:
    """The strengths that were measured, by family and level."""
    text = resources.files("cartagena.bots").joinpath(FILE).read_text("utf-8")
    return {
        kind: {name: Strength(**values) for name, values in levels.items()}
        for kind, levels in tomllib.loads(text).items()
    }


def daily_form(view: View) -> float:
    """The form of a seat in this game, between -1 and 1."""
    board = view.packed["symbol"].tobytes() + bytes([view.seat])
    digest = hashlib.blake2b(board, digest_size=4).digest()
    return int.from_bytes(digest, "big") / 2**31 - 1


class Handicapped:
    """A weaker form of another bot."""

    name = ""

    def __init__(self, amount: float | None = None, spread: float = 1.0) -> None:
        """`amount` and `spread` are for trying another strength than the measured one."""
        self._own = None if amount is None else Strength(amount, spread)

    def choose(
        self,
        view: View,
        legal: Sequence[Move],
        rng: Random,
        budget: Budget,  # noqa: ARG002
    ) -> Move:
        """One of the good moves."""
        if len(legal) == 1:
            return legal[0]
        strength = self._own or strengths()[family(view.rules)][self.name]
        return self.choose_with(strength.on(daily_form(view)), view, legal, rng)

    def choose_with(self, amount: float, view: View, legal: Sequence[Move], rng: Random) -> Move:
        """The move with so much noise, or so many simulations."""
        raise NotImplementedError


def best_with_noise(
    legal: Sequence[Move], values: Sequence[float], noise: float, rng: Random
) -> Move:
    """The most valuable move after up to so many spaces were added to each value."""
    noisy = [value + noise * rng.random() for value in values]
    return legal[noisy.index(max(noisy))]


class NoisyDeckhand(Handicapped):
    """Goes by the deckhand's rules of thumb, roughly."""

    def choose_with(self, amount: float, view: View, legal: Sequence[Move], rng: Random) -> Move:
        """One of the moves that the deckhand values most."""
        values = MoveValues(view.mapping)
        return best_with_noise(legal, [values.value(move) for move in legal], amount, rng)


class NoisyBosun(Handicapped):
    """Plans a turn as the bosun does, roughly."""

    _bosun: Bosun | None = None

    def choose_with(self, amount: float, view: View, legal: Sequence[Move], rng: Random) -> Move:
        """One of the moves that begin a good turn."""
        if self._bosun is None:
            from cartagena.bots.bosun import Bosun

            self._bosun = Bosun()
        return best_with_noise(legal, self._bosun.values(view, legal, rng), amount, rng)


class HastyCaptain(Handicapped):
    """Searches as the captain does, for a small number of simulations, and anew for each action."""

    quick = False

    _captain: Captain | None = None

    def choose_with(self, amount: float, view: View, legal: Sequence[Move], rng: Random) -> Move:
        """The move that was best in a few simulations."""
        if self._captain is None:
            from cartagena.bots.captain import Captain

            self._captain = Captain(keep=0)
        return self._captain.choose(view, legal, rng, Budget(nodes=max(1, round(amount))))


class Stowaway(NoisyDeckhand):
    """Has good days and bad days, mostly bad."""

    name = "stowaway"


class CabinBoy(NoisyDeckhand):
    """Runs first and thinks later."""

    name = "cabin-boy"


class Cook(NoisyDeckhand):
    """Knows the rules of thumb, and often forgets them."""

    name = "cook"


class Gunner(NoisyBosun):
    """Aims a turn ahead, and misses now and then."""

    name = "gunner"


class Helmsman(HastyCaptain):
    """Looks past its own turn, for a moment."""

    name = "helmsman"


class FirstMate(HastyCaptain):
    """Weighs what the others will do, but not for long."""

    name = "first-mate"
