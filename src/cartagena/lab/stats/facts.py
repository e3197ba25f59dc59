"""What is kept of one game for the statistics."""

from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

from numpy.typing import NDArray

from cartagena.game import Game
from cartagena.lab.arena.schedule import Fixture
from cartagena.rules.components import SPACES_PER_TILE, SYMBOLS, SYMBOLS_PER_EDITION
from cartagena.rules.move_kinds import MOVE_KINDS
from cartagena.rules.options import Rules

Counts = list[int]

_PIRATES_MOVED: Final = {"with": 2}
"""The second card of a hook moves two pirates; any other card moves one."""


@dataclass(slots=True)
class GameFacts:
    """One game, counted. Seats are counted from 0, and seat 0 began."""

    deal: int
    seats: tuple[str, ...]
    winner: int | None
    turns: int
    moves: int
    leaders: list[int]
    """Who was ahead at the end of each round, from the first round in which somebody was."""
    opening: list[Counts]
    """How many cards of each symbol each seat was dealt."""
    kinds: Counter[str] = field(default_factory=Counter)
    """How many moves of each kind there were."""
    played: Counts = field(default_factory=lambda: [0] * SYMBOLS_PER_EDITION)
    """Cards of each symbol played to advance."""
    gained: Counts = field(default_factory=lambda: [0] * SYMBOLS_PER_EDITION)
    """The steps that they brought."""
    spells: Counts = field(default_factory=lambda: [0] * SYMBOLS_PER_EDITION)
    """Cards of each symbol played for their spell."""
    arrivals: Counts = field(default_factory=list)
    """Advances that ended on each place of the way."""
    drawn: Counts = field(default_factory=list)
    """Cards drawn for a retreat to each place, or by Morgan for a move to it."""

    @property
    def lead_changes(self) -> int:
        """How often somebody else was ahead than before; the winner is ahead at the end."""
        course = self.leaders if self.winner is None else [*self.leaders, self.winner]
        return sum(one != next_one for one, next_one in pairwise(course))

    @property
    def leader_halfway(self) -> int | None:
        """Who was ahead after half of the rounds; None if the game had no round."""
        return self.leaders[(len(self.leaders) - 1) // 2] if self.leaders else None


def facts_of(game: Game, fixture: Fixture) -> GameFacts:
    """Count a game that has been played."""
    rules, made = game.rules, game.moves_made
    way = {place: step for step, place in enumerate(rules.places)}
    symbols = SYMBOLS[rules.edition]
    states = [game.packed_state(made - k)[0] for k in range(made + 1)]
    first, last = states[0], states[-1]
    winner = int(last.winner)
    facts = GameFacts(
        fixture.deal,
        fixture.seats,
        None if winner < 0 else winner,
        int(last.turns),
        made,
        _leaders(rules, states),
        [_by_symbol(first.hand[seat]) for seat in range(len(fixture.seats))],
        arrivals=[0] * len(way),
        drawn=[0] * len(way),
    )
    for before, after, move in zip(states, states[1:], game.moves, strict=False):
        kind = MOVE_KINDS[move.kind]
        facts.kinds[move.kind] += 1
        if kind.is_spell:
            facts.spells[symbols.index(kind.symbol)] += 1
        if move.origin is None or move.target is None:
            continue
        target = way[move.target]
        if kind.runs:
            facts.arrivals[target] += 1
            if move.kind != "as":
                symbol = symbols.index(str(move.card).rstrip("*"))
                facts.played[symbol] += 1
                steps = target - way[move.origin]
                facts.gained[symbol] += steps * _PIRATES_MOVED.get(move.kind, 1)
        elif kind.draws:
            seat = before.active
            facts.drawn[target] += int(after.hand_size[seat]) - int(before.hand_size[seat])
    return facts


def _by_symbol(hand: NDArray[Any]) -> Counts:
    """The cards of a hand by their symbols, dark or not."""
    return [int(hand[k]) + int(hand[k + SYMBOLS_PER_EDITION]) for k in range(SYMBOLS_PER_EDITION)]


def _leaders(rules: Rules, states: list[Any]) -> list[int]:
    """Who is ahead at the end of each round; in a tie whoever was before.

    Rounds, not turns: whoever has just moved seems ahead.
    """
    leaders: list[int] = []
    players, rounds = int(states[0].players), 0
    for state in states:
        if int(state.turns) // players > rounds:
            rounds += 1
            steps = [steps_made(rules, state, seat) for seat in range(players)]
            most = max(steps)
            if steps.count(most) == 1:
                leaders.append(steps.index(most))
            elif leaders:
                leaders.append(leaders[-1])
    return leaders


def steps_made(rules: Rules, state: Any, seat: int) -> int:
    """How many places of the way the pirates of a seat have come, all together."""
    sloop = SPACES_PER_TILE * rules.tunnel + 1
    goal = len(rules.places) - 1
    total = goal * int(state.home[seat]) + sloop * int(state.aboard[seat])
    for level in state.own[seat]:
        spaces = int(level)
        while spaces:
            space = (spaces & -spaces).bit_length() - 1
            total += space + 1 if rules.is_complete and space >= sloop else space
            spaces &= spaces - 1
    return total
