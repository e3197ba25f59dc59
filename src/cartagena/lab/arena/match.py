"""One game of the arena, from the deal to its line in the results."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from random import Random
from time import perf_counter
from typing import Any

from cartagena.bots.entrant import Entrant
from cartagena.bots.self_play import ask
from cartagena.bots.warm_up import warm_up
from cartagena.errors import CartagenaError
from cartagena.game import Game
from cartagena.lab.arena.schedule import Fixture, derive_seed
from cartagena.rules.components import COLOURS
from cartagena.rules.options import Rules

MAX_MOVES = 5_000
"""A game of so many moves is stopped and counts as won by nobody."""


@dataclass(frozen=True, slots=True)
class Result:
    """How one game went. Seats are counted from 0, and seat 0 began."""

    deal: int
    lineup: int
    seating: int
    seats: tuple[str, ...]
    winner: int | None
    moves: int
    turns: int
    seed: int
    record: str
    """The first digits of the SHA-256 of the game's record."""
    ms: tuple[float, ...] | None = None
    """The mean thinking time of each seat for a move that was a choice, where a clock ran."""

    def to_mapping(self) -> dict[str, Any]:
        """The result as a line of the file has it."""
        line = asdict(self)
        if self.ms is None:
            del line["ms"]
        return line

    @classmethod
    def from_mapping(cls, line: Mapping[str, Any]) -> "Result":
        """Read a line of the file."""
        seats, ms, winner = line["seats"], line.get("ms"), line["winner"]
        if not 2 <= len(seats) <= len(COLOURS) or winner not in (None, *range(len(seats))):
            raise CartagenaError("A game has two to five seats, and its winner has one of them.")
        return cls(
            deal=int(line["deal"]),
            lineup=int(line["lineup"]),
            seating=int(line["seating"]),
            seats=tuple(map(str, seats)),
            winner=winner,
            moves=int(line["moves"]),
            turns=int(line["turns"]),
            seed=int(line["seed"]),
            record=str(line["record"]),
            ms=None if ms is None else tuple(map(float, ms)),
        )


def play_game(rules: Rules, fixture: Fixture, entrants: Mapping[str, Entrant], seed: int) -> Game:
    """The whole game of a fixture; `seed` is the arena's, from which the bots' generators follow."""
    return _play(rules, fixture, entrants, seed)[0]


def play(rules: Rules, fixture: Fixture, entrants: Mapping[str, Entrant], seed: int) -> Result:
    """Play a fixture to its end."""
    game, times = _play(rules, fixture, entrants, seed)
    winner = game.winner
    document = json.dumps(game.record(), sort_keys=True).encode()
    timed = any(entrants[label].by_the_clock for label in fixture.seats)
    return Result(
        fixture.deal,
        fixture.lineup,
        fixture.seating,
        fixture.seats,
        None if winner is None else game.players.index(winner),
        game.moves_made,
        int(game.packed_state()["turns"][0]),
        fixture.seed,
        hashlib.sha256(document).hexdigest()[:16],
        tuple(round(1000 * time, 3) for time in times) if timed else None,
    )


def play_batch(
    rules: Rules, batch: Sequence[Fixture], entrants: Mapping[str, Entrant], seed: int
) -> list[Result]:
    """Play several fixtures: the unit of work that is sent to another process or machine."""
    for entrant in entrants.values():
        warm_up(entrant.name)  # a clock must not run while its bot is still being compiled
    return [play(rules, fixture, entrants, seed) for fixture in batch]


def _play(
    rules: Rules, fixture: Fixture, entrants: Mapping[str, Entrant], seed: int
) -> tuple[Game, list[float]]:
    seats = len(fixture.seats)
    colours = COLOURS[:seats]
    game = Game(rules, players=colours, seed=fixture.seed, first=colours[0])
    seated = [entrants[label] for label in fixture.seats]
    bots = [entrant.bot() for entrant in seated]
    rngs = [
        Random(derive_seed("luck", seed, fixture.deal, fixture.lineup, fixture.seating, seat))
        for seat in range(seats)
    ]
    spent, choices = [0.0] * seats, [0] * seats
    while not game.over and game.moves_made < MAX_MOVES:
        seat = game.players.index(game.decider)
        if len(game.legal_moves) == 1:
            game.push(game.legal_moves[0])
            continue
        began = perf_counter()
        move = ask(game, bots[seat], rngs[seat], seated[seat].budget)
        spent[seat] += perf_counter() - began
        choices[seat] += 1
        if move not in game.legal_moves:
            raise CartagenaError(
                f"{fixture.seats[seat]} chose {move}, which is not legal (deal {fixture.deal}, "
                f"seating {fixture.seating}, move {len(game.moves) + 1})."
            )
        game.push(move)
    return game, [time / max(1, n) for time, n in zip(spent, choices, strict=True)]
