"""The process that `search_process.py` starts: `python -m cartagena.server.engine.worker LEVEL`.

It reads calls from standard input, makes them in threads, and writes what they return, in the order in
which they are done. It ends when standard input does, since then the server has ended.
"""

import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Lock
from typing import Any, BinaryIO, Final

from cartagena.server.logs import set_up

_NICENESS: Final = 10
_HEAD: Final = 4
_THREADS: Final = 64
"""More than are used: the server decides how many think at once."""


class Answers:
    """Where results are written, one after the other."""

    def __init__(self, out: BinaryIO) -> None:
        self._out, self._lock = out, Lock()

    def call(
        self,
        number: int,
        function: Callable[..., Any],
        arguments: Sequence[Any],
        named: Mapping[str, Any],
    ) -> None:
        """Call a function and write what it returns, or how it failed."""
        result, error = None, None
        try:
            result = function(*arguments, **named)
        except Exception:
            error = traceback.format_exc()
        message = pickle.dumps((number, result, error), pickle.HIGHEST_PROTOCOL)
        with self._lock:
            self._out.write(len(message).to_bytes(_HEAD, "big") + message)
            self._out.flush()


def main() -> None:
    """Answer until the server has ended."""
    # Whoever stops a group of processes means the server, which ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    with suppress(AttributeError, OSError):
        os.nice(_NICENESS)
    set_up(sys.argv[1])
    answers = Answers(os.fdopen(os.dup(1), "wb"))
    os.dup2(2, 1)  # what a bot prints must not come among the answers
    threads = ThreadPoolExecutor(_THREADS, "search")
    calls = sys.stdin.buffer
    while head := calls.read(_HEAD):
        threads.submit(answers.call, *pickle.loads(calls.read(int.from_bytes(head, "big"))))
    os._exit(0)  # nobody waits for what is being thought about


if __name__ == "__main__":
    main()
