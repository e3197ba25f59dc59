"""Analyses of finished games, made on request in a thread, one at a time."""

import asyncio
import io
import logging
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from cartagena.lab.progress import Progress
from cartagena.server.problems import too_many
from cartagena.server.table import Table

KEPT: Final = 100
WAITING: Final = 20
"""How many games may wait to be looked at."""
_PLAYOUTS: Final = 100

log = logging.getLogger("cartagena.server")


class Study:
    """One game being looked at."""

    def __init__(self, moves: int) -> None:
        self.progress = Progress(moves, "moves", stream=io.StringIO())
        self.result: dict[str, Any] | None = None
        self.failed = False

    @property
    def is_done(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self.failed or self.result is not None


class Studies:
    """The last games that were looked at."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "study")
        self._by_table: OrderedDict[str, Study] = OrderedDict()

    def of(self, table: Table) -> Study | None:
        """The study of a table's game, if somebody asked for it."""
        return self._by_table.get(table.id)

    def begin(self, table: Table) -> Study:
        """Look at a finished game, unless that is done or under way."""
        known = self._by_table.get(table.id)
        if known is not None and not known.failed:
            return known
        if sum(not study.is_done for study in self._by_table.values()) >= WAITING:
            raise too_many("Many games wait to be looked at already; try again later.", 30.0)
        record = table.record()
        study = self._by_table[table.id] = Study(len(record["moves"]))
        while len(self._by_table) > KEPT:
            self._by_table.popitem(last=False)
        loop = asyncio.get_running_loop()
        loop.run_in_executor(self._thread, self._look, study, record)
        return study

    def _look(self, study: Study, record: dict[str, Any]) -> None:
        # Heavy, and only needed by those who ask for it.
        from cartagena.lab import analysis_report
        from cartagena.lab.analysis import analyse

        try:
            found = analyse(record, _PLAYOUTS, progress=study.progress)
            study.result = analysis_report.document(found)
        except Exception:
            study.failed = True
            log.exception("an analysis failed")

    def close(self) -> None:
        """Begin no more; what is under way is given up with the process."""
        self._thread.shutdown(wait=False, cancel_futures=True)
