"""The lettering of the title: the name Cartagena in our own capitals, as on a weathered sign.

A letter is a path in a box of height 100 that begins at its left edge. Its parts overlap: the outline
is painted below the faces, so that only the outer edge of a letter shows.
"""

from typing import Final

from cartagena.picture.svg_writer import num, tag

NAME: Final = "CARTAGENA"
GAP: Final = 7
CAPITAL: Final = 1.22
"""Size of the first letter relative to the others."""
MARGIN: Final = 14
FACE, SHADE, EDGE, DEPTH = "#fff3d0", "#e9bf5c", "#231916", "#6b3d12"


def _stem(x: float, width: float = 24, flare: float = 7) -> str:
    """Return an upright stroke with a waist, which is wider at both ends."""
    left, right = num(x), num(x + width)
    return (
        f"M{num(x - flare)} 0H{num(x + width + flare)}C{right} 14 {num(x + width - 2)} 32 "
        f"{num(x + width - 2)} 50S{right} 86 {num(x + width + flare)} 100H{num(x - flare)}"
        f"C{left} 86 {num(x + 2)} 68 {num(x + 2)} 50S{left} 14 {num(x - flare)} 0Z"
    )


_A = (
    "M31 0H58L86 84C88 92 92 98 96 100H52C58 97 60 92 58 85L39 22L25 82C23 92 27 97 33 100H-2"
    "C5 96 9 90 12 81Z M22 60H62L66 76H18Z"
)
_C = (
    "M84 34C78 20 68 13 56 14C38 15 29 31 29 51C29 72 40 86 58 86C70 86 79 79 86 66L92 71"
    "C86 91 71 103 50 103C20 103 0 81 0 51C0 20 21 -3 50 -3C60 -3 67 0 73 5L82 -1L88 34Z"
)
_G = (
    "M84 33C78 20 68 13 56 14C38 15 29 31 29 51C29 72 39 87 56 87C60 87 63 86 65 84V67"
    "C65 61 61 58 54 57V51H98V57C92 58 90 61 90 67V91C79 99 66 103 52 103C20 103 0 81 0 51"
    "C0 20 21 -3 51 -3C60 -3 67 0 73 5L82 -1L88 33Z"
)
_R = (
    _stem(7) + "M26 0H52C76 0 88 11 88 28C88 44 77 55 53 55H26V42H44C56 42 61 37 61 28"
    "C61 18 56 13 44 13H26Z M36 48H62L80 84C84 92 89 98 97 100H68C62 100 60 96 57 90Z"
)
_T = _stem(32) + "M2 -3H86L90 32H83C80 20 74 14 60 14H28C14 14 8 20 5 32H-2Z"
_E = (
    _stem(7) + "M28 0H70L74 29H68C65 18 60 13 50 13H28Z M28 43H50C55 42 58 39 60 33H65V66H60"
    "C58 60 55 57 50 56H28Z M28 87H52C64 86 69 81 73 68H79L75 100H28Z"
)
_N = _stem(7, 15, 8) + ("M-2 0H30L76 60V50C76 30 75 12 66 0H100C91 12 90 30 90 50V104H81L10 14Z")

LETTERS: Final = {
    "A": (_A, 94.0),
    "C": (_C, 92.0),
    "E": (_E, 79.0),
    "G": (_G, 98.0),
    "N": (_N, 103.0),
    "R": (_R, 95.0),
    "T": (_T, 88.0),
}
"""The path and the width of each letter."""
SWAY: Final = (-2.5, 1.5, -1.5, 2, -1, 1.5, -2, 1, -1.5)
"""The angle of each letter in degrees, as if nailed to the sign by hand."""
HEIGHT: Final = 100 * CAPITAL + 2 * MARGIN


def _placed() -> tuple[list[tuple[str, float, float, float]], float]:
    """Return letter, position, scale and angle of each capital, and the width of the whole."""
    placed = []
    x = float(MARGIN)
    for i, letter in enumerate(NAME):
        scale = CAPITAL if i == 0 else 1.0
        placed.append((letter, x, scale, SWAY[i]))
        x += LETTERS[letter][1] * scale + GAP
    return placed, round(x - GAP + MARGIN)


def width() -> float:
    """Return the width of the title."""
    return _placed()[1]


def title() -> str:
    """Return the definition of the title, for `<use>`: its edge, its depth, and its faces."""
    placed, whole = _placed()
    letters = []
    for letter, x, scale, angle in placed:
        d, across = LETTERS[letter]
        top = MARGIN + 100 * (CAPITAL - scale) * 0.75
        middle = f"{num(across / 2)} 50"
        where = f"translate({num(x)} {num(top)}) scale({scale:g}) rotate({angle:g} {middle})"
        letters.append(tag("path", d=d, transform=where))
    face = tag(
        "linearGradient",
        *(
            tag("stop", offset=at, stop_color=colour)
            for at, colour in ((".52", FACE), (".53", SHADE))
        ),
        id="ct-title-face",
        x2="0",
        y2="1",
    )
    href = "#ct-title-letters"
    layers = (
        tag("use", href=href, fill=EDGE, stroke=EDGE, stroke_width=13, stroke_linejoin="round"),
        tag("use", href=href, y=5, fill=DEPTH),
        tag("use", href=href, fill="url(#ct-title-face)"),
    )
    view = f"0 0 {num(whole)} {num(HEIGHT)}"
    return (
        face
        + tag("g", *letters, id="ct-title-letters")
        + tag("symbol", *layers, id="ct-title", viewBox=view)
    )
