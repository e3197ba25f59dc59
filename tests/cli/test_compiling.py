"""The progress line of compiling."""

import io
import threading
from collections.abc import Iterator
from itertools import chain, repeat

import pytest

from cartagena.cli import compiling


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def counts(*done: int) -> Iterator[tuple[int, int]]:
    return ((n, 9) for n in chain(done, repeat(done[-1])))


@pytest.fixture(autouse=True)
def no_delays(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TERMINAL_INTERVAL", "LOG_INTERVAL", "INITIAL_DELAY"):
        monkeypatch.setattr(compiling, name, 0.001)


def watch(stream: io.StringIO, *done: int) -> str:
    complete, progress = threading.Event(), counts(*done)
    last = max(done)

    def count() -> tuple[int, int]:
        if stream.getvalue().count(f"{last} of") or len(set(done)) == 1:
            complete.set()
        return next(progress)

    with compiling.compile_progress(count, stream):
        assert complete.wait(30)
    return stream.getvalue()


def test_pipe_gets_one_line_per_update() -> None:
    assert watch(io.StringIO(), 0, 2, 5) == (
        "Compiling the rules (first run only): 2 of 9 functions\n"
        "Compiling the rules (first run only): 5 of 9 functions\n"
    )


def test_terminal_line_is_erased_at_the_end() -> None:
    output = watch(Terminal(), 0, 2, 5)
    assert "\n" not in output
    assert output.startswith("\rCompiling the rules (first run only): 2 of 9 functions\r")
    assert output.endswith(" \r")


def test_prints_nothing_when_everything_is_cached() -> None:
    assert watch(io.StringIO(), 3) == ""
