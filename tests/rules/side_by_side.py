"""Play every move with the fast rules and with the slow reference, and compare them.

Either both draw by the scheme of docs/fairness.md, each with its own code, or the reference draws
from a shuffled pile of its own and the fast rules get its outcomes as a script.
"""

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

from cartagena import Game, Rules
from cartagena.rules.components import SYMBOLS, TILES
from cartagena.rules.notation.moves import Move
from tests.reference import Table

# How much a kind of move is favoured where it is legal; all others are favoured once.
FAVOURED = {"advance": 4.0, "pass": 0.3, "skip": 2.0, "sail": 3.0, "hook": 3.0, "chest": 5.0}

VIEWS_EVERY = 5


def tiles_of(edition: str) -> list[Any]:
    """Return both sides of all tiles, by the names of symbols."""
    names = SYMBOLS[edition]
    return [
        tuple(tuple(names[symbol] for symbol in side) for side in tile) for tile in TILES[edition]
    ]


def choose(moves: list[Move], chance: random.Random) -> Move:
    """Choose a random move. Its kind is chosen first, so that rare kinds are played often."""
    kinds = sorted({move.kind for move in moves})
    kind = chance.choices(kinds, [FAVOURED.get(kind, 1.0) for kind in kinds])[0]
    return chance.choice([move for move in moves if move.kind == kind])


class SideBySide:
    """A game in both implementations."""

    def __init__(self, game: Game, table: Table) -> None:
        self.game = game
        self.table = table
        self.made = self.drawn = 0
        self.kinds: Counter[str] = Counter()
        self.compare()

    @classmethod
    def new(
        cls,
        rules: Rules,
        players: int,
        number: int,
        first: str | None = None,
        pile: random.Random | None = None,
    ) -> "SideBySide":
        """Deal the same game in both."""
        tiles = tiles_of(rules.edition)
        table = Table.new(rules.to_mapping(), players, number, first, tiles=tiles, pile=pile)
        return cls(Game(rules, players, number, first=first), table)

    @classmethod
    def from_position(
        cls, position: Mapping[str, Any], pile: random.Random | None = None
    ) -> "SideBySide":
        """Start both from the same position."""
        return cls(Game.from_position(position), Table.from_position(position, pile))

    def legal(self) -> list[Move]:
        """Return the legal moves, on which both must agree."""
        moves = list(self.game.legal_moves)
        assert sorted(move.text for move in moves) == self.table.legal(), self.story()
        return moves

    def push(self, move: Move) -> None:
        """Play a move in both."""
        outcomes = self.table.push(move.text)
        if self.table.state.pile is None:
            self.game.push(move)
        else:
            self._push_scripted(move, outcomes)
        self.drawn += len(outcomes)
        self.made += 1
        self.kinds[move.kind] += 1
        self.compare()

    def _push_scripted(self, move: Move, outcomes: list[str]) -> None:
        """Play a move with the outcomes of the reference's pile. Each must be possible."""
        for n, outcome in enumerate(outcomes):
            chances = self.game.chance_outcomes(move, outcomes[:n])
            assert outcome in chances, self.story()
            assert abs(sum(chances.values()) - 1) < 1e-12
        assert self.game.chance_outcomes(move, outcomes) == {}
        self.game.push(move, outcomes)

    def compare(self) -> None:
        """Compare the positions, and every few moves all views."""
        fast, slow = self.game.position(), self.table.position()
        if fast != slow:
            differing = [key for key in fast.keys() | slow.keys() if fast.get(key) != slow.get(key)]
            differences = [f"{key}: {fast.get(key)} / {slow.get(key)}" for key in sorted(differing)]
            raise AssertionError("; ".join(differences) + self.story())
        assert self.game.winner == slow["winner"]
        assert self.game.over is slow["over"]
        pending = slow["pending"]
        assert self.game.decider == (pending["seat"] if pending else slow["turn"])
        if self.made % VIEWS_EVERY == 0 or pending or slow["over"]:
            for colour in self.game.players:
                assert self.game.view(colour) == self.table.view(colour), self.story()

    def play(self, moves: int, chance: random.Random) -> None:
        """Play up to `moves` random moves."""
        for _ in range(moves):
            legal = self.legal()
            if not legal:
                return
            self.push(choose(legal, chance))

    def story(self) -> str:
        """Return how the game got here, for the message of a failed test."""
        return f" after {self.game.record()}"
