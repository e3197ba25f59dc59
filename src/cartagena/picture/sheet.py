"""The sheet that the whole table is drawn on: its width and its margins."""

from typing import Final

WIDTH: Final = 1280.0
EDGE: Final = 24.0
RIGHT: Final = WIDTH - EDGE
