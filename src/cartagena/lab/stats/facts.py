"""The figures of one game for the statistics."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

from numpy.typing import NDArray

from cartagena.game import Game
from cartagena.lab.arena.schedule import Fixture
from cartagena.rules.components import (
    GOAL,
    PIRATES_PER_SPACE,
    SLOOP,
    SYMBOLS,
    SYMBOLS_PER_EDITION,
)
from cartagena.rules.move_kinds import MOVE_KINDS
from cartagena.rules.state import State
from cartagena.rules.track import distance

Counts = list[int]

_PIRATES_MOVED: Final = {"with": 2}
"""Number of pirates that one card moves, by kind of move, unless it is 1."""


@dataclass(slots=True)
class GameFacts:
    """The figures of one game. Seats are numbered from 0, and seat 0 began."""

    deal: int
    seats: tuple[str, ...]
    winner: int | None
    turns: int
    moves: int
    leaders: list[int]
    """The leader at the end of each round, starting with the first round that has one."""
    opening: list[Counts]
    """Cards of each symbol dealt to each seat."""
    kinds: Counter[str] = field(default_factory=Counter)
    """Moves of each kind."""
    cards_played: Counts = field(default_factory=lambda: [0] * SYMBOLS_PER_EDITION)
    """Cards of each symbol played to advance."""
    steps_gained: Counts = field(default_factory=lambda: [0] * SYMBOLS_PER_EDITION)
    """Steps advanced with the cards of each symbol."""
    spells: Counts = field(default_factory=lambda: [0] * SYMBOLS_PER_EDITION)
    """Cards of each symbol played for their spell."""
    arrivals: Counts = field(default_factory=list)
    """Advances that ended on each place of the path."""
    cards_drawn: Counts = field(default_factory=list)
    """Cards drawn for a retreat to each place, or by Morgan for a move to it."""

    @property
    def lead_changes(self) -> int:
        """Count the changes of the lead. The winner has it at the end."""
        leaders = self.leaders if self.winner is None else [*self.leaders, self.winner]
        return sum(before != after for before, after in pairwise(leaders))

    @property
    def leader_halfway(self) -> int | None:
        """Return the leader after half of the rounds, or None if nobody ever led."""
        return self.leaders[(len(self.leaders) - 1) // 2] if self.leaders else None


def facts_of(game: Game, fixture: Fixture) -> GameFacts:
    """Collect the figures of a game."""
    rules, moves = game.rules, game.moves_made
    path = {place: step for step, place in enumerate(rules.places)}
    symbols = SYMBOLS[rules.edition]
    states = [game.packed_state(moves - k)[0] for k in range(moves + 1)]
    first, last = states[0], states[-1]
    winner = int(last.winner)
    facts = GameFacts(
        fixture.deal,
        fixture.seats,
        None if winner < 0 else winner,
        int(last.turns),
        moves,
        _leaders(states),
        [_by_symbol(first.hand[seat]) for seat in range(len(fixture.seats))],
        arrivals=[0] * len(path),
        cards_drawn=[0] * len(path),
    )
    for before, after, move in zip(states, states[1:], game.moves, strict=False):
        kind = MOVE_KINDS[move.kind]
        facts.kinds[move.kind] += 1
        if kind.is_spell:
            facts.spells[symbols.index(kind.symbol)] += 1
        if move.origin is None or move.target is None:
            continue
        target = path[move.target]
        if kind.runs:
            facts.arrivals[target] += 1
            if move.kind != "as":
                symbol = symbols.index(str(move.card).rstrip("*"))
                facts.cards_played[symbol] += 1
                steps = target - path[move.origin]
                facts.steps_gained[symbol] += steps * _PIRATES_MOVED.get(move.kind, 1)
        elif kind.draws:
            seat = before.active
            facts.cards_drawn[target] += int(after.hand_size[seat]) - int(before.hand_size[seat])
    return facts


def _by_symbol(hand: NDArray[Any]) -> Counts:
    """Count the cards of a hand by symbol, dark or not."""
    return [int(hand[k]) + int(hand[k + SYMBOLS_PER_EDITION]) for k in range(SYMBOLS_PER_EDITION)]


def _leaders(states: Sequence[Any]) -> list[int]:
    """Return the leader at the end of each round. In a tie the last leader keeps the lead.

    The lead is not measured after each turn, because the player who has just moved seems ahead.
    """
    leaders: list[int] = []
    players, rounds = int(states[0].players), 0
    for state in states:
        if int(state.turns) // players > rounds:
            rounds += 1
            steps = [steps_made(state, seat) for seat in range(players)]
            most = max(steps)
            if steps.count(most) == 1:
                leaders.append(steps.index(most))
            elif leaders:
                leaders.append(leaders[-1])
    return leaders


def steps_made(state: State, seat: int) -> int:
    """Return how many places the pirates of a seat have advanced in total."""
    total = int(state.home[seat]) * distance(state, GOAL)
    total += int(state.aboard[seat]) * distance(state, SLOOP)
    for level in range(PIRATES_PER_SPACE):
        spaces = int(state.own[seat, level])
        while spaces:
            space = (spaces & -spaces).bit_length() - 1
            total += distance(state, space)
            spaces &= spaces - 1
    return total
