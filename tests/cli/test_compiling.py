"""The line that says how far compiling is."""

import io
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
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LIVE", "LINES", "PATIENCE"):
        monkeypatch.setattr(compiling, name, 0.001)


def watch(stream: io.StringIO, *done: int) -> str:
    import threading

    shown, told = threading.Event(), counts(*done)
    last = max(done)

    def count() -> tuple[int, int]:
        if stream.getvalue().count(f"{last} of") or len(set(done)) == 1:
            shown.set()
        return next(told)

    with compiling.compile_progress(count, stream):
        assert shown.wait(30)
    return stream.getvalue()


def test_a_pipe_gets_a_line_for_each_step() -> None:
    assert watch(io.StringIO(), 0, 2, 5) == (
        "Compiling the rules, only this once: 2 of 9 functions\n"
        "Compiling the rules, only this once: 5 of 9 functions\n"
    )


def test_a_terminal_gets_one_line_that_is_wiped_out_at_the_end() -> None:
    told = watch(Terminal(), 0, 2, 5)
    assert "\n" not in told
    assert told.startswith("\rCompiling the rules, only this once: 2 of 9 functions\r")
    assert told.endswith(" \r")


def test_where_nothing_is_compiled_nothing_is_said() -> None:
    assert watch(io.StringIO(), 3) == ""
