"""A bot's choice, in the server or in the process in which bots search."""

import logging
import secrets
from collections import OrderedDict
from random import Random
from threading import Lock
from typing import Final

from cartagena.players import Bot, View, budget_for, create
from cartagena.players.bot import is_quick as is_quick_bot
from cartagena.players.warm_up import warm_up
from cartagena.rules.notation.moves import Move

_KEPT: Final = 4000
"""Bots that are remembered, each for one seat of one table."""

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
