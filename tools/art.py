"""Write the drawings that the browser client shares with `cartagena.picture`.

Run it with `make art`. A test fails if the file is out of date.
"""

from pathlib import Path

from cartagena.picture.board.template import sprite

ART = Path(__file__).parents[1] / "src" / "cartagena" / "web" / "art.svg"

if __name__ == "__main__":
    ART.write_text(sprite(), encoding="utf-8")
