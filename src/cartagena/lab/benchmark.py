"""The benchmark of bots: fixed games against fixed opponents, and one score.

A bot plays every cell of the protocol: three rule sets, two and four players, and each opponent, which
takes all other seats. Opponents are limited by nodes, so the same seed gives the same games anywhere.
The score is the mean reward without luck, times 100. 0 is as good as the opponents, 100 wins always.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Final

import numpy as np

from cartagena.bots.families import family
from cartagena.bots.legend import net_name
from cartagena.errors import CartagenaError
from cartagena.lab.arena.adjusted import mean_and_half
from cartagena.lab.arena.match import GameResult
from cartagena.lab.arena.results import ArenaFile
from cartagena.lab.arena.run import run_arena
from cartagena.lab.arena.schedule import Settings
from cartagena.lab.arena.workers import Workers
from cartagena.rules.options import Rules

PROTOCOL: Final = 1
"""The version of the protocol. Scores of different versions cannot be compared."""
RULES: Final = ("jamaica", "tortuga", "everything")
PLAYERS: Final = (2, 4)
OPPONENTS: Final = ("deckhand", "bosun", "legend:50n")
DEALS: Final = 5
"""Deals of a cell. Each is played in all seatings."""
SEED: Final = 3_020_261_119
"""The seed of the deals, which nothing was trained or tuned on."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The games of a bot under one rule set against one opponent."""

    rules: str
    players: int
    opponent: str

    @property
    def name(self) -> str:
        """Return a name for a file."""
        return f"{self.rules}-{self.players}-{self.opponent.partition(':')[0]}"

    def settings(self, bot: str) -> Settings:
        """Return the settings of the arena that plays the cell."""
        rules = Rules.preset(self.rules)
        bots = (bot, *(self.opponent,) * (self.players - 1))
        net = net_name(family(rules), self.players)
        return Settings(rules, self.players, bots, SEED, luck_net=net)


@dataclass(frozen=True, slots=True)
class Score:
    """A mean reward without luck, times 100, with half of its 95 % interval."""

    value: float
    half: float
    games: int

    def __str__(self) -> str:
        return f"{self.value:+.1f} ± {self.half:.1f}"


def cells() -> list[Cell]:
    """Return all cells of the protocol."""
    return [
        Cell(rules, players, opponent)
        for rules in RULES
        for players in PLAYERS
        for opponent in OPPONENTS
    ]


def play_cell(bot: str, cell: Cell, deals: int, workers: Workers, folder: Path | None) -> Score:
    """Play a cell, or what is missing of it in its file, and return its score."""
    if bot == cell.opponent:
        return Score(0.0, 0.0, 0)  # by symmetry
    out = None if folder is None else folder / f"{cell.name}.jsonl"
    settings = cell.settings(bot)
    run = run_arena(settings, settings.entrants(), deals, workers, out=out, resume_file=True)
    if run.interrupted:
        raise KeyboardInterrupt
    return cell_score(run.file, bot, deals)


def cell_score(file: ArenaFile, bot: str, deals: int) -> Score:
    """Return the score of the first deals of a file."""
    played = file.complete_deals()[:deals]
    rewards = [float(np.mean([reward(game, bot) for game in deal])) for deal in played]
    value, half = mean_and_half(np.array(rewards))
    return Score(100 * value, 100 * half, sum(map(len, played)))


def reward(game: GameResult, bot: str) -> float:
    """Return the bot's reward without the part that is due to luck. A winner gets 1 from the others."""
    if game.luck is None:
        raise CartagenaError("The luck of these games was not measured.")
    seat, others = game.seats.index(bot), len(game.seats) - 1
    won = np.zeros(len(game.seats))
    if game.winner is not None:
        won[game.winner] = 1
    share = won - np.array(game.luck)
    return float(share[seat] - (share.sum() - share[seat]) / others)


def total(scores: dict[Cell, Score]) -> Score:
    """Return the mean of all cells, each with the same weight."""
    values = list(scores.values())
    half = sqrt(sum(score.half**2 for score in values)) / len(values)
    mean = sum(score.value for score in values) / len(values)
    return Score(mean, half, sum(score.games for score in values))


def rows(scores: dict[Cell, Score]) -> Iterator[list[str]]:
    """Yield a row for each rule set and number of players, with a column for each opponent."""
    for rules in RULES:
        for players in PLAYERS:
            yield [
                rules,
                str(players),
                *(str(scores[Cell(rules, players, opponent)]) for opponent in OPPONENTS),
            ]
