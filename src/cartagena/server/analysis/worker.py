"""A process that looks at one finished game: `python -m cartagena.server.looking`.

It reads the record as one line and writes a line for each move that is done and one with the
result. It gives way to the server that started it, and ends when that one does.
"""

import io
import json
import os
import sys
from contextlib import suppress
from threading import Thread
from typing import Any, Final

PLAYOUTS: Final = 100
_NICENESS: Final = 5


def _say(**what: Any) -> None:
    sys.stdout.write(json.dumps(what, separators=(",", ":")) + "\n")
    sys.stdout.flush()


def _end_with_the_server() -> None:
    """Nothing more comes: what ends is the server, and nobody waits for the result."""
    sys.stdin.read()
    os._exit(1)


def main() -> None:
    """Look at the game that is handed in."""
    with suppress(AttributeError, OSError):
        os.nice(_NICENESS)
    record = json.loads(sys.stdin.readline())
    Thread(target=_end_with_the_server, daemon=True).start()
    # Heavy: the compiled play-outs.
    from cartagena.lab.analysis import report
    from cartagena.lab.analysis.analyse import analyse
    from cartagena.lab.progress import Progress

    class Told(Progress):
        """Progress as lines for the server."""

        def advance(self, n: int = 1, note: str = "") -> None:
            """So many more are done."""
            super().advance(n, note)
            _say(done=self.done)

    try:
        progress = Told(len(record["moves"]), "moves", stream=io.StringIO())
        found = analyse(record, PLAYOUTS, progress=progress)
        _say(result=report.document(found))
    except Exception as error:
        _say(error=f"{type(error).__name__}: {error}")
    sys.stdout.flush()
    os._exit(0)  # the thread that waits for the server's end must not keep us


if __name__ == "__main__":
    main()
