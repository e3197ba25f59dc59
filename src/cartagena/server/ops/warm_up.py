"""What a server compiles, or loads from the cache, beside its first requests.

An empty cache means half a minute of work. Nobody waits that long for a game: new tables are
played by the rules as ordinary Python until they are compiled. What would be too slow that way
waits: tables with a history, bots that search, hints, analyses.
"""

import asyncio
import gc
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Final, Literal

from cartagena.protocol.operations import ServerStatus

log = logging.getLogger("cartagena.server")

_LAST: Final = 99
"""The highest percentage shown before everything is done."""


class WarmUp:
    """Prepares rules, bots and hints in a thread, and tells how far it is."""

    def __init__(self, playable: asyncio.Event, compiled: asyncio.Event) -> None:
        """One event is set when new games can be played, the other when the rules are compiled."""
        self._playable, self._compiled = playable, compiled
        self._part: Literal["rules", "bots", "hints"] | None = "rules"
        self._progress: Callable[[], tuple[int, int]] = lambda: (0, 1)

    def start(self) -> None:
        """Begin, in a thread that does not keep the process alive: it may be stopped meanwhile."""
        loop = asyncio.get_running_loop()
        Thread(target=self._prepare, args=[loop], name="prepare", daemon=True).start()

    @property
    def status(self) -> ServerStatus:
        """What is being prepared, and how much of everything is done."""
        if self._part is None:
            return ServerStatus(None, 100)
        done, known = self._progress()
        return ServerStatus(self._part, min(_LAST, 100 * done // max(1, known)))

    def _prepare(self, loop: asyncio.AbstractEventLoop) -> None:
        began = time.monotonic()
        try:
            self._prepare_rules(loop)
            log.info("the rules are compiled", extra={"ms": _since(began)})
            self._prepare_bots()
            log.info("the bots are compiled", extra={"ms": _since(began)})
            self._prepare_hints()
            log.info("hints are compiled", extra={"ms": _since(began)})
        except Exception:
            log.exception("compiling failed")
        # What was loaded and compiled stays as long as the process: the collector need not look
        # through it again.
        gc.collect()
        gc.freeze()
        self._part = None

    def _prepare_rules(self, loop: asyncio.AbstractEventLoop) -> None:
        from cartagena.bots.search import mcts, turn_search  # noqa: F401  to know how much there is
        from cartagena.jit import compiler
        from cartagena.rules.warm_up import warm_up

        compiler.interpret_until_compiled()
        _set(loop, self._playable)
        from cartagena.analysis import simulations  # noqa: F401

        self._progress = compiler.progress
        with compiler.compiling():
            warm_up()
        compiler.interpret_no_more()
        _set(loop, self._compiled)

    def _prepare_bots(self) -> None:
        from cartagena.bots.registry import BUILT_IN
        from cartagena.bots.warm_up import warm_up

        self._part = "bots"
        for name in BUILT_IN:
            warm_up(name)

    def _prepare_hints(self) -> None:
        from cartagena.server.engine.engine import warm_up_hints

        self._part = "hints"
        warm_up_hints()


def _set(loop: asyncio.AbstractEventLoop, event: asyncio.Event) -> None:
    with suppress(RuntimeError):  # the loop has ended: nobody waits any more
        loop.call_soon_threadsafe(event.set)


def _since(began: float) -> float:
    return round(1000 * (time.monotonic() - began), 1)
