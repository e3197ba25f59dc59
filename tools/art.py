"""Writes the art that the browser client copies, so that it is drawn once, in cartagena.picture.

Run it with `make art`; a test says when it is due.
"""

from pathlib import Path

from cartagena.picture.board.empty_board import sprite

ART = Path(__file__).parents[1] / "src" / "cartagena" / "web" / "art.svg"

if __name__ == "__main__":
    ART.write_text(sprite(), encoding="utf-8")
