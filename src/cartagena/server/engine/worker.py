"""The program of a worker process: `python -m cartagena.server.engine.worker NICENESS LOG_LEVEL`.

It reads calls from standard input, makes them in threads, and writes the replies to standard
output. It ends when standard input does, because then the server has ended.
"""

import os
import signal
import sys
import traceback
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from threading import Lock
from typing import Any, BinaryIO, Final, Literal

from cartagena.server.engine.messages import Call, Reply, encode, read_call
from cartagena.server.logs import set_up

_THREADS: Final = 64
"""Upper bound on the number of simultaneous calls. The server makes far fewer."""


class Replies:
    """The stream of replies, written by one thread at a time."""

    def __init__(self, out: BinaryIO) -> None:
        self._out, self._lock = out, Lock()

    def answer(self, call: Call) -> None:
        """Make a call and write its result, or its traceback if it raised an exception."""
        arguments = call.arguments
        if call.reports:
            arguments = (partial(self._write, call.number, "report"), *arguments)
        try:
            result = call.function(*arguments, **call.named)
        except Exception:
            self._write(call.number, "error", traceback.format_exc())
        else:
            self._write(call.number, "result", result)

    def _write(self, number: int, kind: Literal["report", "result", "error"], value: Any) -> None:
        frame = encode(Reply(number, kind, value))
        with self._lock:
            self._out.write(frame)
            self._out.flush()


def main() -> None:
    """Answer calls until the server has ended."""
    # A signal to the process group is meant for the server, which then ends this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    niceness, log_level = int(sys.argv[1]), sys.argv[2]
    with suppress(AttributeError, OSError):
        os.nice(niceness)
    set_up(log_level)
    replies = Replies(os.fdopen(os.dup(1), "wb"))
    os.dup2(2, 1)  # Keep what a bot prints out of the replies.
    threads = ThreadPoolExecutor(_THREADS, "worker")
    while (call := read_call(sys.stdin.buffer)) is not None:
        threads.submit(replies.answer, call)
    os._exit(0)  # Do not wait for running calls: nobody reads their results.


if __name__ == "__main__":
    main()
