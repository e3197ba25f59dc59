"""Progress on standard error: how much is done, how fast, and the time left."""

import sys
from time import monotonic
from typing import Final, TextIO

_TERMINAL_INTERVAL: Final = 0.2  # seconds between updates of a terminal
_LOG_INTERVAL: Final = 30.0  # seconds between lines of a file or pipe


class Progress:
    """Shows the progress of a piece of work."""

    def __init__(self, total: int, unit: str, done: int = 0, stream: TextIO | None = None) -> None:
        self.total, self.unit, self.done = total, unit, done
        self._stream = sys.stderr if stream is None else stream
        self._is_terminal = self._stream.isatty()
        self._started = self._updated = monotonic()
        self._done_before = done
        self._width = 0

    @property
    def rate(self) -> float:
        """Return the items per second since the start."""
        return (self.done - self._done_before) / max(1e-9, monotonic() - self._started)

    def advance(self, n: int = 1, note: str = "") -> None:
        """Report that `n` more items are done."""
        self.done += n
        now = monotonic()
        if now - self._updated >= (_TERMINAL_INTERVAL if self._is_terminal else _LOG_INTERVAL):
            self._updated = now
            self._show(note)

    def close(self, note: str = "") -> None:
        """Show the final state."""
        if self._is_terminal or self._updated > self._started:
            self._show(note)
        if self._is_terminal and self._width:
            self._stream.write("\n")
            self._stream.flush()

    def _show(self, note: str) -> None:
        left = (self.total - self.done) / self.rate if self.rate > 0 else 0.0
        share = self.done / max(1, self.total)
        line = (
            f"{self.done:,} of {self.total:,} {self.unit} ({share:.0%}), {self.rate:,.1f}/s, "
            f"{duration(left)} left{', ' if note else ''}{note}"
        )
        if self._is_terminal:
            self._stream.write(f"\r{line:<{self._width}}")
            self._width = len(line)
        else:
            self._stream.write(f"{line}\n")
        self._stream.flush()


def duration(seconds: float) -> str:
    """Return a duration in words."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes}:{rest:02} min"
    return f"{minutes // 60}:{minutes % 60:02} h"
