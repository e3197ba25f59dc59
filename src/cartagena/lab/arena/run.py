"""The arena: plays a schedule of duplicate deals and stores the results."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple, TextIO

from cartagena.bots.entrant import Entrant
from cartagena.errors import CartagenaError
from cartagena.lab.arena.match import GameResult, play_batch
from cartagena.lab.arena.results import ArenaFile, append, resume, write_header
from cartagena.lab.arena.schedule import Fixture, Settings
from cartagena.lab.arena.sprt import Sprt
from cartagena.lab.arena.workers import Workers, in_order
from cartagena.report.progress import Progress

_BATCH_SECONDS: Final = 0.5  # playing time of a batch, which is what an interruption loses
_MAX_BATCH: Final = 500


class ArenaRun(NamedTuple):
    """The results of a run, and whether the user interrupted it."""

    file: ArenaFile
    interrupted: bool


def run_arena(
    settings: Settings,
    entrants: Mapping[str, Entrant],
    deals: int,
    workers: Workers,
    *,
    out: Path | None = None,
    resume_file: bool = False,
    sprt: Sprt | None = None,
    stream: TextIO | None = None,
) -> ArenaRun:
    """Play `deals` deals, or fewer if the sequential test is decided earlier.

    An interruption keeps the games that are finished. Progress goes to `stream`.
    """
    if sprt is not None and (sprt.better not in entrants or sprt.worse not in entrants):
        raise CartagenaError("The sequential test must compare two of the bots that play.")
    schedule = settings.schedule(deals)
    file = ArenaFile(settings, _open(out, settings, resume_file))
    fixtures = islice(schedule, len(file.games))
    for game, fixture in zip(file.games, fixtures, strict=False):
        if (game.deal, game.seats, game.seed) != (fixture.deal, fixture.seats, fixture.seed):
            raise CartagenaError(f"The games in {out} do not match its settings.")
    sink = _ResultSink(file, out, sprt)
    total = deals * settings.games_per_deal()
    progress = Progress(total, "games", len(file.games), stream or sys.stderr)
    try:
        if not sink.decided:
            work = partial(play_batch, settings.rules, entrants, settings.seed)
            batches = _batches(schedule, progress, workers.jobs)
            jobs = (partial(work, batch, settings.luck_net) for batch in batches)
            for games in in_order(workers, jobs):
                progress.advance(sink.store(games), sink.note)
                if sink.decided:
                    break
    except KeyboardInterrupt:
        return ArenaRun(file, interrupted=True)
    finally:
        workers.close()
        progress.close(sink.note)
    return ArenaRun(file, interrupted=False)


def _open(out: Path | None, settings: Settings, resume_file: bool) -> list[GameResult]:
    """Create the file, or resume it and return its games."""
    if out is None:
        return []
    if out.exists():
        if not resume_file:
            raise CartagenaError(f"{out} already exists. Use --resume to continue it.")
        return resume(out, settings)
    write_header(out, settings)
    return []


def _batches(schedule: Iterator[Fixture], progress: Progress, jobs: int) -> Iterator[list[Fixture]]:
    """Split the schedule into batches that take about `_BATCH_SECONDS` each."""
    start = progress.done
    while True:
        size = round(_BATCH_SECONDS * progress.rate / jobs) if progress.done > start else 1
        batch = list(islice(schedule, min(max(1, size), _MAX_BATCH)))
        if not batch:
            return
        yield batch


class _ResultSink:
    """Stores results as they arrive: in memory, in the file and in the sequential test."""

    def __init__(self, file: ArenaFile, out: Path | None, sprt: Sprt | None) -> None:
        self._file, self._out, self._sprt = file, out, sprt
        self._deal: list[GameResult] = []
        for game in file.games:
            self._update_test(game)

    @property
    def decided(self) -> bool:
        """Return True if the sequential test has its answer."""
        return self._sprt is not None and self._sprt.verdict is not None

    @property
    def note(self) -> str:
        """Describe the state of the test for the progress line."""
        return "" if self._sprt is None else f"log-likelihood ratio {self._sprt.ratio:+.2f}"

    def store(self, games: Sequence[GameResult]) -> int:
        """Store games until one decides the test, and return how many were stored."""
        needed = []
        for game in games:
            if self.decided:
                break
            needed.append(game)
            self._update_test(game)
        if self._out is not None:
            append(self._out, needed)
        self._file.games.extend(needed)
        return len(needed)

    def _update_test(self, game: GameResult) -> None:
        if self._sprt is None:
            return
        self._deal.append(game)
        if len(self._deal) == len(self._file.settings.fixtures(game.deal)):
            self._sprt.add(self._deal)
            self._deal = []
