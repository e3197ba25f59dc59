"""The features that portraits are made of: shapes of heads, eyes and mouths in each mood."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from cartagena.picture.svg_writer import INK, circle, ellipse, path

WHITE: Final = "#fffdf4"
LIPS: Final = "#b3362e"
MOUTH: Final = "#6d1f1a"
BRASS: Final = "#e3b23c"


@dataclass(frozen=True)
class Face:
    """The look of a rival. Drawings are layers, from the back to the front."""

    ground: str
    """Colour of the medallion."""
    skin: str
    brows: str
    back: str
    """Hair and things behind the head."""
    coat: str
    head: str
    front: str
    """Hair, beard and marks on the face, below eyes and mouth."""
    hat: str
    eyes: Callable[[str], str]
    mouth: Callable[[str], str]


def line(d: str, colour: str = INK, width: float = 4) -> str:
    """Draw a line with round ends."""
    return path(d, stroke=colour, stroke_width=width, stroke_linecap="round")


def plain(d: str, fill: str) -> str:
    """Draw a shape without an outline."""
    return path(d, fill, stroke="none")


def dot(x: float, y: float, r: float, fill: str = INK) -> str:
    """Draw a disc without an outline."""
    return circle(x, y, r, fill, stroke="none")


SHOULDERS: Final = "M14 168C16 132 46 122 80 122C114 122 144 132 146 168Z"
OVAL: Final = "M46 78C46 44 114 44 114 78C114 108 100 124 80 124C60 124 46 108 46 78Z"
SQUARE: Final = "M44 76C44 46 116 46 116 76L114 104C112 122 96 128 80 128C64 128 48 122 46 104Z"
LONG: Final = "M50 74C50 44 110 44 110 74C110 108 98 130 80 130C62 130 50 108 50 74Z"


# Eyes and brows, whose shape depends on the mood.


def brows(mood: str, colour: str, y: float = 72, width: float = 5) -> str:
    """Draw the eyebrows in a mood."""
    inner, outer = {"": (0, 0), "glad": (-4, -2), "sour": (5, -3)}[mood]
    return line(
        f"M54 {y + outer}Q62 {y - 5 + (inner + outer) / 2} 71 {y + inner}"
        f"M106 {y + outer}Q98 {y - 5 + (inner + outer) / 2} 89 {y + inner}",
        colour,
        width,
    )


def round_eyes(colour: str, size: float = 4.6, y: float = 84) -> Callable[[str], str]:
    """Return a function that draws small round eyes."""

    def draw(mood: str) -> str:
        if mood == "glad":
            eyes = line(f"M57 {y + 2}Q63 {y - 7} 69 {y + 2}M91 {y + 2}Q97 {y - 7} 103 {y + 2}")
        else:
            eyes = dot(63, y, size) + dot(97, y, size)
            eyes += dot(64.6, y - 1.6, size / 3, WHITE) + dot(98.6, y - 1.6, size / 3, WHITE)
        return eyes + brows(mood, colour, y - 12)

    return draw


def big_eyes(colour: str, iris: str, y: float = 84) -> Callable[[str], str]:
    """Return a function that draws wide eyes with an iris."""

    def draw(mood: str) -> str:
        if mood == "glad":
            return round_eyes(colour, y=y)(mood)
        look = 0 if mood == "" else 2
        eyes = "".join(
            ellipse(x, y, 8.6, 9.6, WHITE, stroke_width=3)
            + dot(x, y + look, 5.2, iris)
            + dot(x, y + look, 2.8)
            + dot(x + 1.8, y - 2 + look, 1.7, WHITE)
            for x in (62, 98)
        )
        return eyes + brows(mood, colour, y - 14)

    return draw


def sleepy_eyes(mood: str) -> str:
    """Draw eyes that are half closed."""
    if mood == "glad":
        return round_eyes("#7a4a24")(mood)
    lids = "".join(
        ellipse(x, 84, 8, 8, WHITE, stroke_width=3)
        + dot(x + 1, 87, 3.6)
        + path(f"M{x - 9} 84Q{x} 72 {x + 9} 84Z", "#e7a583", stroke_width=3)
        for x in (62, 98)
    )
    return lids + brows(mood, "#7a4a24", 70)


def patch_eyes(mood: str) -> str:
    """Draw one eye, and a patch over the other."""
    patch = line("M48 64L112 92", INK, 4) + path(
        "M86 76H110C111 94 104 98 98 98S86 92 86 76Z", INK, stroke_width=3
    )
    if mood == "glad":
        eye = line("M56 86Q62 77 69 86")
    else:
        eye = dot(63, 84, 4.8) + dot(64.6, 82.4, 1.6, WHITE)
    slant = {"": 0, "glad": -3, "sour": 5}[mood]
    return eye + line(f"M52 {71 - slant / 2}Q62 65 72 {71 + slant}", "#241813", 6) + patch


def spectacles(mood: str) -> str:
    """Draw spectacles and the eyes behind them."""
    rings = "".join(
        circle(x, 85, 12.5, "#dff2f766", stroke=BRASS, stroke_width=4) for x in (62, 98)
    )
    return round_eyes("#4b3626", 4)(mood) + rings + line("M74.5 84Q80 80 85.5 84", BRASS, 4)


def pale_eyes(mood: str) -> str:
    """Draw old, pale eyes."""
    if mood == "glad":
        return round_eyes("#aebfc4")(mood)
    eyes = "".join(
        path(f"M{x - 10} 86Q{x} 75 {x + 10} 86Q{x} 94 {x - 10} 86Z", WHITE, stroke_width=3)
        + dot(x, 85.5, 4.8, "#2f8f8a")
        + dot(x, 85.5, 2.2)
        for x in (62, 98)
    )
    return eyes + brows(mood, "#aebfc4", 72, 6)


# Mouths.


def lips(y: float = 108, width: float = 13) -> Callable[[str], str]:
    """Return a function that draws a mouth in a mood."""

    def draw(mood: str) -> str:
        if mood == "glad":
            d = f"M{80 - width} {y - 3}Q80 {y + 19} {80 + width} {y - 3}Z"
            teeth = f"M{80 - width + 3} {y - 2}H{80 + width - 3}L{80 + width - 5} {y + 3}H{80 - width + 5}Z"
            return path(d, MOUTH, stroke_width=3.4) + plain(teeth, WHITE)
        if mood == "sour":
            return line(f"M{80 - width + 2} {y + 6}Q80 {y - 6} {80 + width - 2} {y + 6}")
        return line(f"M{80 - width + 2} {y}Q80 {y + 7} {80 + width - 2} {y}")

    return draw


def red_lips(y: float = 108) -> Callable[[str], str]:
    """Return a function that draws a mouth with painted lips."""

    def draw(mood: str) -> str:
        if mood == "glad":
            return lips(y)(mood)
        bend = 7 if mood == "" else -6
        top = y if mood == "" else y + 5
        d = f"M68 {top}Q74 {top - 4} 80 {top - 1}Q86 {top - 4} 92 {top}Q80 {top + bend + 3} 68 {top}Z"
        return path(d, LIPS, stroke_width=3)

    return draw


def gap_grin(mood: str) -> str:
    """Draw a grin with a missing tooth."""
    if mood == "sour":
        return lips(107)(mood)
    depth = 15 if mood == "" else 22
    return path(f"M64 102Q80 {102 + depth} 96 102Z", MOUTH, stroke_width=3.4) + plain(
        "M67 103.4H78V109H71ZM83 103.4H93L89 109H83Z", WHITE
    )


def in_beard(y: float = 106) -> Callable[[str], str]:
    """Return a function that draws a mouth inside a beard."""

    def draw(mood: str) -> str:
        if mood == "glad":
            return path(f"M68 {y - 2}Q80 {y + 15} 92 {y - 2}Z", MOUTH, stroke_width=3) + plain(
                f"M71 {y - 1}H89L86 {y + 3}H74Z", WHITE
            )
        bend = 4 if mood == "" else -6
        return line(f"M71 {y + 2}Q80 {y + 2 + bend} 89 {y + 2}", "#f0c9a8", 4)

    return draw
