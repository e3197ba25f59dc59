"""Progress on standard error: how much is done, how fast, and the time left."""

import sys
from time import monotonic
from typing import Final, TextIO

_EVERY: Final = 0.2  # seconds between two updates of a terminal
_EVERY_LINE: Final = 30.0  # and of a file or pipe, where each is a line of its own


class Progress:
    """Shows the progress of a piece of work."""

    def __init__(self, total: int, unit: str, done: int = 0, stream: TextIO | None = None) -> None:
        self.total, self.unit, self.done = total, unit, done
        self._stream = sys.stderr if stream is None else stream
        self._live = self._stream.isatty()
        self._began = self._told = monotonic()
        self._before = done
        self._width = 0

    @property
    def rate(self) -> float:
        """Items per second since the beginning."""
        return (self.done - self._before) / max(1e-9, monotonic() - self._began)

    def advance(self, n: int = 1, note: str = "") -> None:
        """Report that `n` more items are done."""
        self.done += n
        now = monotonic()
        if now - self._told >= (_EVERY if self._live else _EVERY_LINE):
            self._told = now
            self._tell(note)

    def close(self, note: str = "") -> None:
        """Show the final state."""
        if self._live or self._told > self._began:
            self._tell(note)
        if self._live and self._width:
            self._stream.write("\n")
            self._stream.flush()

    def _tell(self, note: str) -> None:
        left = (self.total - self.done) / self.rate if self.rate > 0 else 0.0
        share = self.done / max(1, self.total)
        line = (
            f"{self.done:,} of {self.total:,} {self.unit} ({share:.0%}), {self.rate:,.1f}/s, "
            f"{duration(left)} left{', ' if note else ''}{note}"
        )
        if self._live:
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
