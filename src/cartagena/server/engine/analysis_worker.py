"""The worker process for one analysis: `python -m cartagena.server.engine.analysis_worker`.

It reads a record as one line of JSON, and writes a line for each move that is done and one with the
result. It runs at a lower priority than the server that started it, and ends when that one does.
"""

import io
import json
import os
import sys
from contextlib import suppress
from threading import Thread
from typing import Any, Final

_NICENESS: Final = 5


def _write(**fields: Any) -> None:
    sys.stdout.write(json.dumps(fields, separators=(",", ":")) + "\n")
    sys.stdout.flush()


def _end_with_the_server() -> None:
    """End when standard input does: then the server has ended, and nobody waits for the result."""
    sys.stdin.read()
    os._exit(1)


def main() -> None:
    """Analyse the game that comes on standard input."""
    with suppress(AttributeError, OSError):
        os.nice(_NICENESS)
    record = json.loads(sys.stdin.readline())
    Thread(target=_end_with_the_server, daemon=True).start()
    # Imported late: the compiled play-outs take long to load.
    from cartagena.analysis import report
    from cartagena.analysis.analyse import analyse
    from cartagena.analysis.moments import decisive_moments
    from cartagena.report.progress import Progress

    class Lines(Progress):
        """Progress as lines for the server."""

        def advance(self, n: int = 1, note: str = "") -> None:
            """So many more are done."""
            super().advance(n, note)
            _write(done=self.done)

    try:
        progress = Lines(len(record["moves"]), "moves", stream=io.StringIO())
        found = analyse(record, progress=progress)
        moments = [moment.document() for moment in decisive_moments(found)]
        _write(result={**report.document(found), "moments": moments})
    except Exception as error:
        _write(error=f"{type(error).__name__}: {error}")
    sys.stdout.flush()
    os._exit(0)  # the thread that waits for the server's end must not keep us


if __name__ == "__main__":
    main()
