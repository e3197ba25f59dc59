"""Pictures for links to tables: the board as a spectator sees it.

Each is drawn once per position, one after the other, in a process of lower priority: rendering holds the
interpreter's lock for half a second, which the event loop cannot spare.
"""

import asyncio
import logging
import os
import subprocess
import sys
from collections import OrderedDict
from typing import Final

from cartagena import picture
from cartagena.game import Game
from cartagena.server.tables.table import Table

SIZE: Final = (800, 420)
"""Width and height in pixels."""
MAX_WAITING: Final = 4
"""Pictures that may wait for the one that is being drawn. Beyond that there is none."""
_KEPT: Final = 200
_SECONDS: Final = 60.0
"""Maximum time in seconds to draw one picture."""

log = logging.getLogger("cartagena.server")


class LinkPictures:
    """Draws and keeps pictures."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int], bytes] = OrderedDict()
        self._lock = asyncio.Lock()
        self._waiting = 0

    def kept(self, table: Table) -> bytes | None:
        """Return the picture of a table as it is now, if it has been drawn before."""
        return self._kept.get((table.id, table.game_seq))

    async def of(self, table: Table) -> bytes | None:
        """Return the picture of a table. None if nothing of it is public, or too many wait."""
        if table.game is None or not table.may_be_watched_by(""):
            return None
        if (kept := self.kept(table)) is not None or self._waiting >= MAX_WAITING:
            return kept
        self._waiting += 1
        try:
            async with self._lock:
                if (kept := self.kept(table)) is not None:
                    return kept
                # A copy, because a thread reads it.
                drawing = await asyncio.to_thread(spectator_svg, table.game.copy())
                drawn = await _render(drawing)
        except (OSError, TimeoutError) as error:
            log.error("a picture could not be drawn: %s", type(error).__name__)
            return None
        finally:
            self._waiting -= 1
        if drawn:
            self._kept[table.id, table.game_seq] = drawn
            if len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return drawn or None


def spectator_svg(game: Game) -> str:
    """Draw what everybody may know."""
    return picture.svg(game.public_view())


async def _render(drawing: str) -> bytes:
    """Render a drawing as PNG in a process of its own. Return nothing if that fails."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "cartagena.picture.png",
        *map(str, SIZE),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        preexec_fn=_give_way if os.name == "posix" else None,
    )
    try:
        output, _ = await asyncio.wait_for(process.communicate(drawing.encode()), _SECONDS)
    except BaseException:
        process.kill()
        raise
    if process.returncode:
        log.error("a picture could not be drawn", extra={"status": process.returncode})
    return b"" if process.returncode else output


def _give_way() -> None:
    """Let everything else run first."""
    os.nice(10)
