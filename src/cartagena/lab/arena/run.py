"""The arena: plays a schedule of duplicate deals and keeps its results."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final, TextIO

from cartagena.bots.entrant import Entrant, read_budget, read_entrant
from cartagena.errors import CartagenaError
from cartagena.lab.arena.match import Result, play_batch
from cartagena.lab.arena.results import Results, Settings, append, resume, write_header
from cartagena.lab.arena.schedule import Fixture, fixtures, fixtures_of
from cartagena.lab.arena.sprt import Sprt
from cartagena.lab.arena.workers import Work, Workers, in_order
from cartagena.report.progress import Progress

_BATCH_SECONDS: Final = 0.5  # of play in a batch: little is lost by an interruption
_MAX_IN_BATCH: Final = 500


@dataclass(slots=True)
class Outcome:
    """What an arena has brought, and whether it was stopped from outside."""

    results: Results
    interrupted: bool = False


def entrants_of(settings: Settings) -> dict[str, Entrant]:
    """The bots of an arena by their labels."""
    budget = read_budget(settings.budget) if settings.budget else None
    return {label: read_entrant(label, budget) for label in settings.bots}


def run_arena(
    settings: Settings,
    deals: int,
    workers: Workers,
    *,
    out: Path | None = None,
    resume_file: bool = False,
    sprt: Sprt | None = None,
    stream: TextIO | None = None,
) -> Outcome:
    """Play so many deals, or until the test has its answer; an interruption keeps what is done."""
    entrants = entrants_of(settings)
    schedule = fixtures(settings.bots, settings.players, settings.seed, deals, settings.seatings)
    results = Results(settings, _begin(out, settings, resume_file))
    done = islice(schedule, len(results.games))
    for game, fixture in zip(results.games, done, strict=False):
        if (game.deal, game.seats, game.seed) != (fixture.deal, fixture.seats, fixture.seed):
            raise CartagenaError(f"{out} holds other games than these settings lead to.")
    sink = _ResultSink(results, out, sprt)
    if sprt is not None and (sprt.better not in entrants or sprt.worse not in entrants):
        raise CartagenaError("The test is between two of the bots that play.")
    a_deal = fixtures_of(settings.bots, settings.players, settings.seed, 0, settings.seatings)
    total = deals * len(a_deal)
    progress = Progress(total, "games", len(results.games), stream or sys.stderr)
    try:
        if not sink.decided:
            work = partial(_work, settings=settings, entrants=entrants)
            batches = (work(batch) for batch in _batches(schedule, progress, workers.jobs))
            for games in in_order(workers, batches):
                progress.advance(sink.store(games), sink.note)
                if sink.decided:
                    break
    except KeyboardInterrupt:
        return Outcome(results, interrupted=True)
    finally:
        workers.close()
        progress.close(sink.note)
    return Outcome(results)


def _begin(out: Path | None, settings: Settings, resume_file: bool) -> list[Result]:
    """The games that are there already."""
    if out is None:
        return []
    if out.exists():
        if not resume_file:
            raise CartagenaError(f"{out} already exists. Use --resume to continue it.")
        return resume(out, settings)
    write_header(out, settings)
    return []


def _work(batch: Sequence[Fixture], *, settings: Settings, entrants: dict[str, Entrant]) -> Work:
    return partial(play_batch, settings.rules, batch, entrants, settings.seed)


def _batches(schedule: Iterator[Fixture], progress: Progress, jobs: int) -> Iterator[list[Fixture]]:
    """The schedule in pieces, the larger the faster the games go."""
    begun = progress.done
    while True:
        size = round(_BATCH_SECONDS * progress.rate / jobs) if progress.done > begun else 1
        batch = list(islice(schedule, min(max(1, size), _MAX_IN_BATCH)))
        if not batch:
            return
        yield batch


class _ResultSink:
    """Stores results as they come: in memory, in the file and in the sequential test."""

    def __init__(self, results: Results, out: Path | None, sprt: Sprt | None) -> None:
        self._results, self._out, self._sprt = results, out, sprt
        self._deal: list[Result] = []
        self._due = 0
        for game in results.games:
            self._count(game)

    @property
    def decided(self) -> bool:
        """Whether the test has its answer."""
        return self._sprt is not None and self._sprt.verdict is not None

    @property
    def note(self) -> str:
        """How the test stands, in short."""
        return "" if self._sprt is None else f"log-likelihood ratio {self._sprt.ratio:+.2f}"

    def store(self, games: Sequence[Result]) -> int:
        """Store games up to the one that decided the test; returns how many."""
        kept = []
        for game in games:
            if self.decided:
                break
            kept.append(game)
            self._count(game)
        if self._out is not None:
            append(self._out, kept)
        self._results.games.extend(kept)
        return len(kept)

    def _count(self, game: Result) -> None:
        if self._sprt is None:
            return
        if not self._deal:
            known = self._results.settings
            due = fixtures_of(known.bots, known.players, known.seed, game.deal, known.seatings)
            self._due = len(due)
        self._deal.append(game)
        if len(self._deal) == self._due:
            self._sprt.add(self._deal)
            self._deal = []
