"""A progress line on standard error while the rules are compiled.

Compiling takes seconds and happens only on the first run.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TextIO

TERMINAL_INTERVAL = 0.2
"""Seconds between updates on a terminal."""

LOG_INTERVAL = 5.0
"""Seconds between updates in a file or pipe, where each update is a line."""

INITIAL_DELAY = 1.0
"""Seconds before the first update. Loading from the cache is faster than this."""

Count = Callable[[], tuple[int, int]]
"""Returns the number of compiled functions and of all functions."""


@contextmanager
def compile_progress(count: Count | None = None, stream: TextIO | None = None) -> Iterator[None]:
    """Show the progress of compiling while the block runs.

    `count` defaults to the functions of the rules, `stream` to standard error.
    """
    from cartagena.jit.compiler import progress

    done = threading.Event()
    arguments = (count or progress, stream or sys.stderr, done)
    thread = threading.Thread(target=_show_progress, args=arguments, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def compile_ahead(bots: Iterable[str] = ()) -> None:
    """Compile the rules and the searches of these bots, or load them from the cache."""
    from cartagena.bots.warm_up import warm_up as warm_up_bot
    from cartagena.rules.warm_up import warm_up

    warm_up()
    for name in bots:
        warm_up_bot(name)


def _show_progress(count: Count, stream: TextIO, done: threading.Event) -> None:
    is_terminal = stream.isatty()
    before, width = count()[0], 0
    wait = INITIAL_DELAY
    while not done.wait(wait):
        wait = TERMINAL_INTERVAL if is_terminal else LOG_INTERVAL
        compiled, total = count()
        if compiled == before:
            continue
        before = compiled
        line = f"Compiling the rules (first run only): {compiled} of {total} functions"
        width = max(width, len(line))
        stream.write(f"\r{line:<{width}}" if is_terminal else f"{line}\n")
        stream.flush()
    if is_terminal and width:
        stream.write(f"\r{'':<{width}}\r")
        stream.flush()
