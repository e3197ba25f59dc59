"""A line on the error stream while the rules are compiled, which takes seconds and happens once."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TextIO

LIVE = 0.2
"""Seconds between two updates on a terminal."""

LINES = 5.0
"""And in a file or pipe, where each is a line of its own."""

PATIENCE = 1.0
"""Loading from the cache is quicker than this, and not worth a word."""


@contextmanager
def compile_progress(
    count: Callable[[], tuple[int, int]] | None = None, stream: TextIO | None = None
) -> Iterator[None]:
    """Tell how far compiling is, for as long as something is being compiled.

    `count` gives the functions that are done and all there are: by default those of the rules.
    """
    from cartagena.jit.compiler import progress

    done = threading.Event()
    told = stream or sys.stderr
    thread = threading.Thread(target=_tell, args=(count or progress, told, done), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def compile_ahead(bots: Iterable[str] = ()) -> None:
    """Compile, or load from the cache, the rules and what these bots think with."""
    from cartagena.bots.warm_up import warm_up as warm_up_bot
    from cartagena.rules.warm_up import warm_up

    warm_up()
    for name in bots:
        warm_up_bot(name)


def _tell(count: Callable[[], tuple[int, int]], stream: TextIO, done: threading.Event) -> None:
    live = stream.isatty()
    before, width = count()[0], 0
    wait = PATIENCE
    while not done.wait(wait):
        wait = LIVE if live else LINES
        compiled, known = count()
        if compiled == before:
            continue
        before = compiled
        line = f"Compiling the rules, only this once: {compiled} of {known} functions"
        width = max(width, len(line))
        stream.write(f"\r{line:<{width}}" if live else f"{line}\n")
        stream.flush()
    if live and width:
        stream.write(f"\r{'':<{width}}\r")
        stream.flush()
