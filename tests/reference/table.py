"""The reference game as the tests use it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from tests.reference import position, setup, turn, view
from tests.reference.state import State


class Table:
    """A reference game that plays moves in notation."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._legal: list[str] | None = None
        """The cached legal moves, or None after a move."""

    @classmethod
    def new(
        cls,
        rules: dict[str, Any],
        players: int | list[str],
        seed: int,
        first: str | None = None,
        *,
        tiles: Sequence[setup.Tile],
        pile: Random | None = None,
    ) -> Table:
        """Deal a new game from a seed. All options of the rules must be present.

        With a pile, the deck is a list that is shuffled before anything is drawn from it.
        """
        return cls(setup.new_game(rules, players, seed, first, tiles, pile))

    @classmethod
    def from_position(cls, mapping: Mapping[str, Any], pile: Random | None = None) -> Table:
        """Return the game of a position."""
        return cls(position.read(mapping, pile))

    def position(self) -> dict[str, Any]:
        """Return the complete position, ready for JSON."""
        return position.write(self.state)

    def legal(self) -> list[str]:
        """Return all legal moves in notation, sorted."""
        if self._legal is None:
            self._legal = turn.legal(self.state)
        return list(self._legal)

    def push(self, text: str) -> list[str]:
        """Play a legal move and return its chance outcomes."""
        before = len(self.state.brought)
        moves = self.legal()
        self._legal = None
        turn.push(self.state, text, moves)
        return self.state.brought[before:]

    def view(self, colour: str) -> dict[str, Any]:
        """Return what a player may know."""
        return view.view(self.state, colour)
