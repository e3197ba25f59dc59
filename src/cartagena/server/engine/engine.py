"""A bot's choice and the best moves for a hint, in the server or in the process in which bots search.

That process imports this module, and nothing of tables or their storage, so that it starts sooner.
"""

import logging
import secrets
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from random import Random
from threading import Lock
from typing import Any, Final

from numpy.typing import NDArray

from cartagena.analysis.reasons import reasons
from cartagena.bots import Bot, View, budget_for, create
from cartagena.bots.bot import is_quick as is_quick_bot
from cartagena.bots.warm_up import warm_up
from cartagena.game import Game
from cartagena.protocol.hints import Hint, HintMove
from cartagena.rules.notation.moves import Move

_KEPT: Final = 4000
"""Bots that are remembered, each for one seat of one table."""

SIMULATIONS: Final = 200
"""How often a move among the best is tried; a chance is then right to some four points."""

SHOWN: Final = 4
"""How many of the best moves are told."""

log = logging.getLogger("cartagena.server")

_bots: OrderedDict[tuple[str, str, str], Bot] = OrderedDict()
"""By table, colour and level; those that chose last are at the end."""
_lock = Lock()


def is_quick(level: str) -> bool:
    """Whether bots of this level choose at once, without searching."""
    return is_quick_bot(create(level))


def choose(table: str, level: str, view: View, legal: list[Move], seconds: float) -> Move:
    """The move of the bot at a seat; if it fails, any move, since no table may stand still."""
    rng = Random(secrets.randbits(64))
    try:
        bot = _seated(table, level, view.colour)
        return bot.choose(view, legal, rng, budget_for(bot, seconds))
    except Exception:
        log.exception("bot %s failed", level, extra={"table": table})
        return rng.choice(legal)


def _seated(table: str, level: str, colour: str) -> Bot:
    warm_up(level)  # done at the start of the server, but perhaps not finished yet
    with _lock:
        bot = _bots.pop((table, colour, level), None)
    if bot is None:
        bot = create(level)
    with _lock:
        _bots[table, colour, level] = bot
        if len(_bots) > _KEPT:
            _bots.popitem(last=False)
    return bot


def advise(
    view: NDArray[Any],
    seen: Mapping[str, Any],
    moves: Sequence[Move],
    luck: int,
    simulations: int = SIMULATIONS,
) -> Hint:
    """The best moves of whoever must choose, who sees this view (packed, and as a mapping)."""
    found = [HintMove(moves[0].text, 1.0, 0.0)]
    if len(moves) > 1:
        found = ranked(view, moves, luck, simulations)[:SHOWN]
    told = [] if len(moves) == 1 else found
    return Hint(seen["viewer"], found[0].move, reasons(seen, moves, found), told)


def ranked(
    view: NDArray[Any],
    moves: Sequence[Move],
    luck: int,
    simulations: int = SIMULATIONS,
) -> list[HintMove]:
    """What each move is worth to whoever must choose and sees this view: see `MoveRanking.rank`."""
    # Imported late: heavy, and needed only where hints are asked for.
    from cartagena.analysis.evaluator import evaluator_for
    from cartagena.analysis.ranking import MoveRanking

    evaluator = evaluator_for(view)
    return [
        HintMove(candidate.move, round(candidate.chance, 4), round(candidate.error, 4))
        for candidate in MoveRanking(evaluator, view, moves, simulations, luck).rank()
    ]


def warm_up_hints() -> None:
    """Compile, or load from the compile cache, what hints need, so that nobody waits for it."""
    game = Game("everything", players=2, seed=1)
    seat, moves = game.decider, list(game.legal_moves)
    advise(game.packed_view(seat), game.view(seat), moves[:2], 1, simulations=16)
