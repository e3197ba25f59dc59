"""A clock that stands still unless a test moves it."""

from cartagena.server.clock import Clock


class ManualClock(Clock):
    """A clock that shows the seconds that a test has set."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def now(self) -> int:
        return int(1000 * self.seconds)

    def steady(self) -> float:
        return self.seconds
