"""One game of the arena, from the deal to its result."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from random import Random
from time import perf_counter
from typing import Any

from cartagena.bots.bot import choose_move
from cartagena.bots.entrant import Entrant
from cartagena.errors import CartagenaError
from cartagena.game import Game
from cartagena.lab.arena.luck import luck_of_game
from cartagena.lab.arena.schedule import Fixture
from cartagena.rules.chance.seeds import derive_seed
from cartagena.rules.components import COLOURS
from cartagena.rules.options import Rules

MAX_MOVES = 5_000
"""Games are stopped after this many moves and count as having no winner."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of one game. Seats are numbered from 0, and seat 0 began."""

    deal: int
    lineup: int
    seating: int
    seats: tuple[str, ...]
    winner: int | None
    moves: int
    turns: int
    seed: int
    record: str
    """The first digits of the SHA-256 hash of the game record."""
    ms: tuple[float, ...] | None = None
    """Mean thinking time per seat over moves with a choice, if any bot plays by the clock."""
    luck: tuple[float, ...] | None = None
    """The change that the draws made to each seat's chance of winning, if the arena measures it."""

    def to_mapping(self) -> dict[str, Any]:
        """Return the result in the form of a line of the file."""
        line = asdict(self)
        for name in ("ms", "luck"):
            if line[name] is None:
                del line[name]
        return line

    @classmethod
    def from_mapping(cls, line: Mapping[str, Any]) -> "GameResult":
        """Read a result from a line of the file."""
        seats, ms, winner = line["seats"], line.get("ms"), line["winner"]
        luck = line.get("luck")
        if not 2 <= len(seats) <= len(COLOURS) or winner not in (None, *range(len(seats))):
            raise CartagenaError(
                "A game must have two to five seats, and the winner must be one of them."
            )
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
            luck=None if luck is None else tuple(map(float, luck)),
        )


def play_game(rules: Rules, fixture: Fixture, entrants: Mapping[str, Entrant], seed: int) -> Game:
    """Play a fixture and return the finished game.

    The bots' random generators are derived from `seed`, the seed of the arena.
    """
    return _play(rules, fixture, entrants, seed)[0]


def play(
    rules: Rules,
    fixture: Fixture,
    entrants: Mapping[str, Entrant],
    seed: int,
    luck_net: str = "",
) -> GameResult:
    """Play a fixture and return its result, with the luck of each seat if there is a net for it."""
    game, times = _play(rules, fixture, entrants, seed)
    winner = game.winner
    document = json.dumps(game.record(), sort_keys=True).encode()
    timed = any(entrants[label].by_the_clock for label in fixture.seats)
    return GameResult(
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
        luck_of_game(game, luck_net) if luck_net else None,
    )


def play_batch(
    rules: Rules,
    entrants: Mapping[str, Entrant],
    seed: int,
    batch: Sequence[Fixture],
    luck_net: str = "",
) -> list[GameResult]:
    """Play several fixtures. This is the unit of work sent to another process or machine."""
    return [play(rules, fixture, entrants, seed, luck_net) for fixture in batch]


def _play(
    rules: Rules, fixture: Fixture, entrants: Mapping[str, Entrant], seed: int
) -> tuple[Game, list[float]]:
    seats = len(fixture.seats)
    colours = COLOURS[:seats]
    game = Game(rules, players=colours, seed=fixture.seed, first=colours[0])
    players = [entrants[label] for label in fixture.seats]
    bots = [player.bot() for player in players]
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
        started = perf_counter()
        move = choose_move(game, bots[seat], rngs[seat], players[seat].budget)
        spent[seat] += perf_counter() - started
        choices[seat] += 1
        if move not in game.legal_moves:
            raise CartagenaError(
                f"{fixture.seats[seat]} chose {move}, which is not legal (deal {fixture.deal}, "
                f"seating {fixture.seating}, move {len(game.moves) + 1})."
            )
        game.push(move)
    return game, [time / max(1, n) for time, n in zip(spent, choices, strict=True)]
