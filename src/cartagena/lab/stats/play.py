"""Plays the games of the statistics."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Final

from cartagena.bots.entrant import Entrant
from cartagena.lab.arena.match import play_game
from cartagena.lab.arena.schedule import Fixture, Settings
from cartagena.lab.arena.workers import Work, Workers, in_order
from cartagena.lab.stats.facts import GameFacts, facts_of
from cartagena.report.progress import Progress
from cartagena.rules.options import Rules

_BATCH: Final = 8


def games_to_play(settings: Settings, games: int) -> int:
    """Round `games` up to complete deals, each of which is played in all seatings."""
    per_deal = settings.games_per_deal()
    return -(-games // per_deal) * per_deal


def play(
    settings: Settings,
    entrants: Mapping[str, Entrant],
    games: int,
    workers: Workers,
    progress: Progress,
) -> list[GameFacts]:
    """Play `games` games and return the figures of each."""
    schedule = islice(settings.schedule(games), games)
    facts: list[GameFacts] = []
    for batch in in_order(workers, _batches(settings, entrants, schedule)):
        facts += batch
        progress.advance(len(batch))
    return facts


def _batches(
    settings: Settings, entrants: Mapping[str, Entrant], schedule: Iterator[Fixture]
) -> Iterator[Work]:
    while batch := list(islice(schedule, _BATCH)):
        yield partial(play_batch, settings.rules, entrants, settings.seed, batch)


def play_batch(
    rules: Rules, entrants: Mapping[str, Entrant], seed: int, batch: Sequence[Fixture]
) -> list[GameFacts]:
    """Play several fixtures. This is the unit of work sent to another process."""
    return [facts_of(play_game(rules, fixture, entrants, seed), fixture) for fixture in batch]
