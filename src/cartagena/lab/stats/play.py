"""Plays the games of the statistics, in as many processes as there are."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Final

from cartagena.bots.entrant import Entrant, read_entrant
from cartagena.bots.warm_up import warm_up
from cartagena.lab.arena.match import play_game
from cartagena.lab.arena.schedule import Fixture, fixtures, fixtures_of
from cartagena.lab.arena.workers import Work, Workers, in_order
from cartagena.lab.stats.facts import GameFacts, facts_of
from cartagena.report.progress import Progress
from cartagena.rules.options import Rules

_BATCH: Final = 8


@dataclass(frozen=True, slots=True)
class Settings:
    """What is played, and by whom."""

    name: str
    """The name of the preset."""
    players: int
    bots: tuple[str, ...]
    seed: int


def games_to_play(settings: Settings, games: int) -> int:
    """So many games, or a few more: each deal is played in all seatings of the bots."""
    each = len(fixtures_of(settings.bots, settings.players, settings.seed, 0))
    return -(-games // each) * each


def play(
    rules: Rules, settings: Settings, games: int, workers: Workers, progress: Progress
) -> list[GameFacts]:
    """Play so many games by the rules and count each."""
    entrants = {label: read_entrant(label) for label in settings.bots}
    schedule = fixtures(settings.bots, settings.players, settings.seed, games)
    batches = _batches(rules, islice(schedule, games), entrants, settings.seed)
    found: list[GameFacts] = []
    for batch in in_order(workers, batches):
        found += batch
        progress.advance(len(batch))
    return found


def _batches(
    rules: Rules, schedule: Iterator[Fixture], entrants: Mapping[str, Entrant], seed: int
) -> Iterator[Work]:
    while batch := list(islice(schedule, _BATCH)):
        yield partial(play_batch, rules, batch, entrants, seed)


def play_batch(
    rules: Rules, batch: Sequence[Fixture], entrants: Mapping[str, Entrant], seed: int
) -> list[GameFacts]:
    """The unit of work that is sent to another process."""
    for entrant in entrants.values():
        warm_up(entrant.name)
    return [facts_of(play_game(rules, fixture, entrants, seed), fixture) for fixture in batch]
