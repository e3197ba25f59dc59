"""Write the drawings that the browser client shares with `cartagena.picture`.

Run it with `make art`. A test fails if a file is out of date.
"""

from itertools import product
from pathlib import Path

from cartagena.picture.board.template import sprite
from cartagena.picture.chart import chart
from cartagena.picture.portraits.portrait import LEVELS, MOODS, portrait
from cartagena.picture.posters import posters
from cartagena.picture.reactions import ART as REACTIONS
from cartagena.picture.reactions import reaction

WEB = Path(__file__).parents[1] / "src" / "cartagena" / "web"


def drawings() -> dict[str, str]:
    """Return the text of each file by its path in the folder of the client."""
    portraits = {
        f"rivals/{'-'.join(filter(None, (level, mood)))}.svg": portrait(level, mood)
        for level, mood in product(LEVELS, MOODS)
    }
    reactions = {f"reactions/{name}.svg": reaction(name) for name in REACTIONS}
    return {
        "art.svg": sprite(),
        "chart.svg": chart(),
        "posters.svg": posters(),
        **portraits,
        **reactions,
    }


def main() -> None:
    """Write the files."""
    for name, text in drawings().items():
        file = WEB / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
