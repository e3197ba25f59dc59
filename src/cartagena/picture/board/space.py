"""A space of the path: a flagstone with its symbol, number, chest token and pirates."""

from __future__ import annotations

from typing import Final

from cartagena.picture.board.layout import PIRATE, Point
from cartagena.picture.highlight import SHINE
from cartagena.picture.model import PictureModel
from cartagena.picture.pirates import named, standing
from cartagena.picture.svg_writer import (
    INK,
    circle,
    group,
    path,
    rect,
    tag,
    title,
    use,
    write,
)

# A flagstone's face, its worn lower edge, its thickness, the light on its rim and its number.
_TONES: Final = {
    "tunnel": ("#efe3c8", "#dfcda6", "#a38a62", "#fffaf0", "#8d7750"),
    "jungle": ("#f7ebc2", "#ead69c", "#ac8a45", "#fffdf2", "#917436"),
}

# Outlines of a flagstone in a box from -46 to 46 and from -57 to 57, each cut a bit differently.
_OUTLINES: Final = (
    (
        "M-38 -55L-6 -57L34 -55Q44 -54 45 -44L44 -8L46 40Q46 50 37 51L2 50L-36 51Q-45 50 -45 41"
        "L-44 6L-46 -45Q-46 -54 -38 -55Z"
    ),
    (
        "M-35 -57L10 -55L38 -56Q46 -55 45 -45L46 2L44 41Q44 51 35 51L-4 50L-38 51Q-46 50 -45 40"
        "L-46 -4L-44 -47Q-43 -56 -35 -57Z"
    ),
    (
        "M-37 -56L-2 -55L36 -57Q45 -56 44 -46L46 -12L45 42Q45 51 36 50L6 51L-37 50Q-45 51 -46 41"
        "L-44 2L-45 -46Q-46 -56 -37 -56Z"
    ),
)
# Where its lower edge begins to be worn.
_WORN: Final = (
    "M-45 14Q-20 8 2 14T45 12L46 40Q46 50 37 51L2 50L-36 51Q-45 50 -45 41Z",
    "M-45 12Q-22 18 4 12T45 15L44 41Q44 51 35 51L-4 50L-38 51Q-46 50 -45 40Z",
    "M-44 15Q-18 10 4 15T45 12L45 42Q45 51 36 50L6 51L-37 50Q-45 51 -46 41Z",
)
VARIANTS: Final = len(_OUTLINES)


def _stone(kind: str, variant: int) -> str:
    face, worn, thick, light, _ = _TONES[kind]
    outline = _OUTLINES[variant]
    return tag(
        "symbol",
        path(outline, "#000000", opacity=0.35, transform="translate(2 9)"),
        path(outline, thick, stroke=INK, stroke_width=2.6, transform="translate(0 5)"),
        path(outline, face),
        path(_WORN[variant], worn),
        path("M-35 -51.5L-4 -53L33 -51.5", stroke=light, stroke_width=3, stroke_linecap="round"),
        path(outline, stroke=INK, stroke_width=2.2, stroke_linejoin="round"),
        id=f"ct-stone-{kind}-{variant}",
        viewBox="-50 -62 100 130",
        overflow="visible",
    )


def definitions() -> str:
    """Return the definitions of the flagstones of tunnel and jungle."""
    return "".join(_stone(kind, variant) for kind in _TONES for variant in range(VARIANTS))


def stone(kind: str, place: str, size: Point) -> str:
    """Draw the flagstone of a space, without its symbol."""
    w, h = size
    number = int(place)
    scale = f"scale({w / 92:.3f} {h / 114:.3f})"
    return use(
        f"stone-{kind}-{number * 7 % VARIANTS}", -50, -62, 100, 130, transform=scale
    ) + write(place, 6 - w / 2, 17 - h / 2, 13, fill=_TONES[kind][4], bold=True, class_="number")


def symbol_size(size: Point) -> float:
    """Return the size of the symbol on a flagstone. Below it there is room for pirates."""
    w, h = size
    return min(w * 0.78, h - PIRATE - 5)


def symbol(name: str, size: Point) -> str:
    """Draw the symbol on a flagstone."""
    side = symbol_size(size)
    return use(name, -side / 2, 4 - size[1] / 2, side, side)


def _token(x: float, y: float) -> str:
    """Draw a chest token, face down."""
    return group(
        title("a chest token, face down"),
        circle(0, 0, 11.5, "#7a4a1e", stroke=INK, stroke_width=1.4),
        circle(0, 0, 8.8, "#c98d2b", stroke="#5c3a1d", stroke_width=1),
        path(
            "M0 -6L1.6 -1.8L6 -1.8L2.5 1L3.8 5.4L0 2.8L-3.8 5.4L-2.5 1L-6 -1.8L-1.6 -1.8Z",
            "#7a4a1e",
        ),
        at=(x, y),
        class_="chest",
    )


def space(table: PictureModel, kind: str, place: str, at: Point, size: Point, lit: bool) -> str:
    """Draw a space and its pirates. It is `lit` if a highlighted move begins or ends there."""
    name = table.board[int(place) - 1]
    who = ", ".join(named(colour, count) for colour, count in table.at(place))
    w, h = size
    parts = [
        title(f"space {place}: {name}" + (f"; {who}" if who else "")),
        rect(-w / 2 - 4, -h / 2 - 4, w + 8, h + 8, SHINE, rx=14) if lit else "",
        stone(kind, place, size),
        symbol(name, size),
    ]
    if place in table.chests:
        parts.append(_token(w / 2 - 13, 14 - h / 2))
    parts.append(standing(table.standing(place), 0, h / 2 - 2, PIRATE, place))
    return group(*parts, at=at, class_="space", data_place=place, data_symbol=name)
