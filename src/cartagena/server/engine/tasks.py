"""The tasks of worker processes: bots' moves, hints, ratings of moves, and analyses.

Workers import this module and nothing of tables or their storage, so that they start sooner.
The server calls only quick bots in its own process.
"""

import io
import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from random import Random
from threading import Lock
from typing import Any, Final

from cartagena.analysis.reasons import reasons
from cartagena.bots import Bot, View, budget_for, create
from cartagena.bots.bot import is_quick as is_quick_bot
from cartagena.protocol.hints import Hint, HintMove
from cartagena.rules.notation.moves import Move
from cartagena.server.engine.messages import Report

_MAX_BOTS: Final = 4000
"""Maximum number of bots in memory, each for one seat of one table."""

SIMULATIONS: Final = 200
"""Simulations of each of the best moves, enough for an error of about four points."""

MAX_HINT_MOVES: Final = 4
"""Moves that a hint lists."""

log = logging.getLogger("cartagena.server")

remembered_bots: OrderedDict[tuple[str, str, str], Bot] = OrderedDict()
"""By table, colour and level, the most recently used last."""
_lock = Lock()


def is_quick(level: str) -> bool:
    """Return True if bots of this level choose at once, without searching."""
    return is_quick_bot(create(level))


def choose_move(
    table: str, level: str, view: View, legal: Sequence[Move], seconds: float | None, seed: int
) -> Move:
    """Return the move of the bot at a seat. If the bot fails, return any move, so that the game continues.

    Without `seconds` the move follows from the view and the seed, and from nothing before.
    """
    rng = Random(seed)
    try:
        bot = create(level) if seconds is None else _seated_bot(table, level, view.colour)
        return bot.choose(view, legal, rng, budget_for(bot, seconds))
    except Exception:
        log.exception("bot %s failed", level, extra={"table": table})
        return rng.choice(legal)


def _seated_bot(table: str, level: str, colour: str) -> Bot:
    """Return the bot of a seat, the same as before if it is still in memory."""
    with _lock:
        bot = remembered_bots.pop((table, colour, level), None)
    if bot is None:
        bot = create(level)
    with _lock:
        remembered_bots[table, colour, level] = bot
        if len(remembered_bots) > _MAX_BOTS:
            remembered_bots.popitem(last=False)
    return bot


def find_hint(
    view: View,
    legal: Sequence[Move],
    seed: int,
    simulations: int = SIMULATIONS,
    report: Callable[[float], None] | None = None,
) -> Hint:
    """Return the best moves of the player to move, who has this view, and the reasons."""
    if len(legal) == 1:
        only = HintMove(legal[0].text, 1.0, 0.0)
        return Hint(view.colour, only.move, reasons(view.mapping, legal, [only]), [])
    best = rate_moves(view, legal, seed, simulations, report)[:MAX_HINT_MOVES]
    return Hint(view.colour, best[0].move, reasons(view.mapping, legal, best), best)


def rate_moves(
    view: View,
    legal: Sequence[Move],
    seed: int,
    simulations: int = SIMULATIONS,
    report: Callable[[float], None] | None = None,
) -> list[HintMove]:
    """Return each move with the chance that it leaves the player to move: see `rank_moves`."""
    # Imported late: they are heavy, and most workers never need them.
    from cartagena.analysis.evaluator import evaluator_for
    from cartagena.analysis.ranking import rank_moves

    evaluator = evaluator_for(view.packed)
    ranking = rank_moves(evaluator, view.packed, legal, simulations, seed, report=report)
    return [
        HintMove(candidate.move, round(candidate.chance, 4), round(candidate.error, 4))
        for candidate in ranking
    ]


def analyse_record(report: Report, record: dict[str, Any]) -> dict[str, Any]:
    """Analyse a finished game and report each move that is done. Return the analysis in JSON."""
    # Imported late, as above.
    from cartagena.analysis.analyse import analyse
    from cartagena.analysis.moments import decisive_moments
    from cartagena.analysis.report import document
    from cartagena.report.progress import Progress

    class ReportingProgress(Progress):
        """Progress that is reported to the server instead of a terminal."""

        def advance(self, n: int = 1, note: str = "") -> None:
            """Report that `n` more moves are done."""
            super().advance(n, note)
            report(self.done)

    progress = ReportingProgress(len(record["moves"]), "moves", stream=io.StringIO())
    analysis = analyse(record, progress=progress)
    return {
        **document(analysis),
        "moments": [moment.document() for moment in decisive_moments(analysis)],
    }
