"""Background warm-up: compile rules, bots and hints, or load them from the cache.

With an empty cache this takes half a minute. Nobody waits that long for a game: until the rules are
compiled, new tables use them as ordinary Python. Everything that would be too slow that way waits:
tables with a history, bots that search, hints and analyses.
"""

import asyncio
import gc
import logging
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Final, Literal

from cartagena.protocol.operations import ServerStatus
from cartagena.server.clock import SYSTEM_CLOCK

log = logging.getLogger("cartagena.server")

_LAST: Final = 99
"""The highest percentage before everything is done."""


class WarmUp:
    """Prepares rules, bots and hints in a thread, and reports the progress."""

    def __init__(self, playable: asyncio.Event, compiled: asyncio.Event) -> None:
        """Take two events to set: when new games are playable, and when the rules are compiled."""
        self._playable, self._compiled = playable, compiled
        self._part: Literal["rules", "bots", "hints"] | None = "rules"
        self._progress: Callable[[], tuple[int, int]] = lambda: (0, 1)

    def start(self) -> None:
        """Start in a daemon thread, so that the server can stop at any time."""
        loop = asyncio.get_running_loop()
        Thread(target=self._prepare, args=[loop], name="prepare", daemon=True).start()

    @property
    def status(self) -> ServerStatus:
        """Return the part that is being prepared, and the progress of all parts."""
        if self._part is None:
            return ServerStatus(None, 100)
        done, total = self._progress()
        return ServerStatus(self._part, min(_LAST, 100 * done // max(1, total)))

    def _prepare(self, loop: asyncio.AbstractEventLoop) -> None:
        began = SYSTEM_CLOCK.steady()
        try:
            self._prepare_rules(loop)
            log.info("the rules are compiled", extra={"ms": _since(began)})
            self._prepare_bots()
            log.info("the bots are compiled", extra={"ms": _since(began)})
            self._prepare_hints()
            log.info("hints are compiled", extra={"ms": _since(began)})
        except Exception:
            log.exception("the warm-up failed")
        # Everything loaded and compiled so far stays for the life of the process, so the garbage
        # collector can skip it.
        gc.collect()
        gc.freeze()
        self._part = None

    def _prepare_rules(self, loop: asyncio.AbstractEventLoop) -> None:
        from cartagena.bots.search import mcts, turn_search  # noqa: F401  for the total
        from cartagena.jit import compiler
        from cartagena.rules.warm_up import warm_up

        compiler.interpret_until_compiled()
        _set(loop, self._playable)
        from cartagena.analysis import evaluator  # noqa: F401

        self._progress = compiler.progress
        with compiler.compiling():
            warm_up()
        compiler.interpret_no_more()
        _set(loop, self._compiled)

    def _prepare_bots(self) -> None:
        from cartagena.bots.registry import BOTS
        from cartagena.bots.warm_up import warm_up

        self._part = "bots"
        for name in BOTS:
            warm_up(name)

    def _prepare_hints(self) -> None:
        from cartagena.server.engine.tasks import warm_up_hints

        self._part = "hints"
        warm_up_hints()


def _set(loop: asyncio.AbstractEventLoop, event: asyncio.Event) -> None:
    with suppress(RuntimeError):  # the loop has ended
        loop.call_soon_threadsafe(event.set)


def _since(began: float) -> float:
    return round(1000 * (SYSTEM_CLOCK.steady() - began), 1)
