"""The ends of the path: jail, sloop (intact or half flooded) and pirate cove."""

from __future__ import annotations

from collections.abc import Callable

from cartagena.picture.board.layout import Box, Layout
from cartagena.picture.svg_writer import (
    CREAM,
    INK,
    SAND,
    STONE,
    WOOD,
    WOOD_DARK,
    breadth,
    circle,
    ellipse,
    group,
    num,
    path,
    rect,
    title,
    write,
)

_PEN: dict[str, str | float] = {"stroke": INK, "stroke_width": 2, "stroke_linejoin": "round"}

Crowd = Callable[[str, float, float, float, float], str]
"""Draws the pirates of a place around a point, with the width and the height they have there."""


def _size(box: Box) -> str:
    """Write width and height of the box of an end, around its middle."""
    return f"{num(box.w)} {num(box.h)}"


def crowd_area(place: str, x: float, y: float, width: float, height: float) -> str:
    """Return an empty group that marks where a client may draw the pirates of a place."""
    return group(
        at=(x, y),
        class_="crowd",
        data_place=place,
        data_crowd=num(width),
        data_height=num(height),
    )


def ends(plan: Layout, crowd: Crowd) -> str:
    """Draw jail and cove, if the board has them, and the plank that leads to a sloop."""
    draw = {"jail": jail, "cove": cove}
    parts = [draw[place](box, crowd) for place, box in plan.ends.items() if place in draw]
    if plan.bay is not None:
        parts.append(_plank(plan, plan.bay))
    return "".join(parts)


def _plank(plan: Layout, bay: Box) -> str:
    """Draw the plank between the path and a sloop at its end."""
    (stretch,) = plan.stretches
    middle = bay.middle[1]
    x, y = min((stretch.line[0], stretch.line[-1]), key=lambda end: abs(end[1] - middle))
    side = 1 if x < bay.middle[0] else -1
    left = x - 38 if side > 0 else x - 14
    planks = "".join(f"M{num(left + i)} {num(y + 2)}v34" for i in range(10, 52, 10))
    return rect(left, y + 2, 52, 34, WOOD, rx=3, **_PEN) + path(
        planks, stroke=WOOD_DARK, stroke_width=1.8
    )


def sign(words: str, x: float, y: float) -> str:
    """Draw a name on a wooden board, centred on x."""
    w = breadth(words, 16, bold=True) + 20
    return group(
        rect(-w / 2, -17, w, 24, WOOD, rx=4, stroke=INK, stroke_width=1.8),
        path(f"M{num(-w / 2 + 5)} -11H{num(w / 2 - 5)}", stroke="#a8713d", stroke_width=1.6),
        write(words, 0, 0.5, 16, fill=CREAM, anchor="middle", bold=True, serif=True),
        at=(x, y),
        class_="sign",
    )


def jail(box: Box, crowd: Crowd) -> str:
    """Draw the fortress of Cartagena with the pirates' cell."""
    x, y = box.middle
    half = min(box.w - 8, 430.0) / 2
    poles, gaps = round(half / 12), max(3, round(half / 22))
    teeth = "".join(
        rect(-half + i * (2 * half - 20) / gaps, -61, 20, 18, STONE, **_PEN)
        for i in range(gaps + 1)
    )
    bars = "".join(
        f"M{num(-half + 22 + i * (2 * half - 44) / poles)} -30V28" for i in range(poles + 1)
    )
    bricks = "".join(
        rect(bx, by, 26, 10, "#9d9184", rx=2, opacity=0.8)
        for bx, by in ((-half + 8, -38), (half - 40, -36), (-half + 30, 48), (half - 62, 46))
    )
    cell = (
        f"M{num(-half + 10)} 32V-12Q{num(-half + 12)} -34 {num(-half + 40)} -34H{num(half - 40)}"
        f"Q{num(half - 12)} -34 {num(half - 10)} -12V32Z"
    )
    return group(
        title("jail: where the pirates break out"),
        rect(-half, -47, 2 * half, 110, STONE, rx=3, **_PEN),
        teeth,
        bricks,
        path(cell, "#2a2622", **_PEN),
        path(bars, stroke="#565d68", stroke_width=3),
        rect(-half + 11, 22, 2 * half - 22, 10, "#6b5440"),
        crowd("jail", 0, 28, 2 * half - 24, 54),
        sign("Jail", 0, -44),
        at=(x, y),
        class_="end",
        data_place="jail",
        data_box=_size(box),
    )


_SAIL = "#f7efdc"
_HULL = "M-97 2L-78 6L-74 14H70L76 4L97 -2C95 22 86 40 70 50H-66C-84 42 -94 24 -97 2Z"


def ship(flooded: bool) -> str:
    """Draw the sloop in a box from -100 to 100, with its water line at 42."""
    parts = [
        path("M2 -60V16", stroke=INK, stroke_width=8, stroke_linecap="round"),
        path("M2 -60V16", stroke=WOOD, stroke_width=4.8, stroke_linecap="round"),
        group(
            path("M-5 -55C-34 -50 -58 -30 -70 -4C-46 0 -24 0 -5 -6Z", _SAIL, **_PEN),
            path("M9 -55C38 -46 56 -28 63 -6C44 0 26 0 9 -6Z", _SAIL, **_PEN),
            path(
                "M-9 -42C-26 -36 -40 -28 -50 -18M-9 -24C-24 -20 -38 -16 -48 -10"
                "M13 -40C28 -34 40 -26 48 -18M13 -24C26 -20 38 -16 48 -12",
                stroke="#d9c7a0",
                stroke_width=2.4,
            ),
            class_="sails",
        ),
        group(
            path("M2 -65C12 -71 18 -61 29 -67V-52C18 -46 12 -56 2 -50Z", "#1d1a1a", **_PEN),
            '<circle cx="15" cy="-60.5" r="3.1" fill="#fff8e7"/>',
            path("M10 -54.5L21 -52M10 -52L21 -55", stroke="#fff8e7", stroke_width=1.6),
            class_="flag",
        ),
        path(_HULL, WOOD, **_PEN),
        path("M-92 16C-60 24 40 24 94 12", stroke="#d9a441", stroke_width=3.6),
        path(
            "M-86 28C-50 38 40 38 88 26M-78 38C-46 46 40 46 80 36",
            stroke=WOOD_DARK,
            stroke_width=1.8,
        ),
    ]
    if flooded:
        parts.append(path("M-20 30L-8 22L-2 32L8 26L6 42L-16 44Z", "#241812"))
    return "".join(parts)


def swell(y: float, deep: float) -> str:
    """Draw the water in front of the hull, with foam. It hides the keel."""
    crest = (
        f"M-104 {num(y)}C-86 {num(y - 8)} -70 {num(y + 6)} -52 {num(y - 2)}"
        f"C-34 {num(y - 10)} -18 {num(y + 6)} 0 {num(y - 2)}C18 {num(y - 10)} 34 {num(y + 6)} "
        f"52 {num(y - 2)}C70 {num(y - 10)} 86 {num(y + 6)} 104 {num(y - 2)}"
    )
    return path(f"{crest}C70 {num(y + deep)} -70 {num(y + deep)} -104 {num(y)}Z", "#2b90a6") + path(
        crest, stroke="#c8ecee", stroke_width=2.6, stroke_linecap="round", class_="foam"
    )


def sloop(box: Box, crowd: Crowd, *, flooded: bool, coast: str | None = None) -> str:
    """Draw the sloop and its crew. It is half flooded where the island's game begins."""
    scale = min(box.w / 206, box.h / 136, 1.3)
    x, y = box.middle
    says = "the half-flooded sloop" if flooded else "the sloop"
    if coast:
        says += f" at {coast.capitalize()}"
    return group(
        title(says),
        group(
            group(ship(flooded), transform="rotate(-5)" if flooded else None, class_="hull"),
            swell(40 if flooded else 46, 40 if flooded else 18),
            transform=f"translate(0 {num(4 * scale)}) scale({scale:.3f})",
        ),
        crowd("sloop", 0, 20 * scale, 178 * scale, 52 * scale),
        sign("Sloop", 0, 60 * scale),
        at=(x, y),
        class_="end",
        data_place="sloop",
        data_box=_size(box),
    )


def palm(x: float, y: float, lean: float = 1.0) -> str:
    """Draw a palm. With a negative `lean` it leans to the left."""
    fronds = "".join(
        path(d, fill, stroke="#173f25", stroke_width=1.2, stroke_linejoin="round")
        for d, fill in (
            ("M12 -62C-4 -76 -22 -70 -30 -54C-16 -60 -2 -60 12 -62Z", "#3f8a4a"),
            ("M12 -62C24 -80 44 -76 52 -60C38 -64 26 -62 12 -62Z", "#357a42"),
            ("M12 -62C-6 -62 -18 -50 -18 -36C-8 -48 2 -54 12 -62Z", "#5aa85a"),
            ("M12 -62C28 -62 42 -50 42 -34C32 -46 22 -54 12 -62Z", "#4a9650"),
            ("M12 -62C6 -78 10 -90 20 -96C24 -84 20 -72 12 -62Z", "#4a9650"),
        )
    )
    return group(
        path("M0 0C2 -24 6 -44 10 -62", stroke=INK, stroke_width=9, stroke_linecap="round"),
        path("M0 0C2 -24 6 -44 10 -62", stroke="#a9743d", stroke_width=6, stroke_linecap="round"),
        fronds,
        transform=f"translate({num(x)} {num(y)}) scale({num(lean)} 0.8)",
    )


def cove(box: Box, crowd: Crowd) -> str:
    """Draw the pirate cove on Tortuga: sand, a cave in the rock and a flag."""
    half = min(box.w - 8, 400.0) / 2
    x, y = box.middle
    return group(
        title("the pirate cove: here a pirate is home"),
        _rock(half),
        ellipse(0, 42, half - 2, 21, SAND, **_PEN),
        palm(-half + 20, 34, 0.66),
        crowd("cove", 0, 28, 2 * half - 24, 52),
        sign("Pirate cove", 0, -42),
        at=(x, y),
        class_="end",
        data_place="cove",
        data_box=_size(box),
    )


def _rock(half: float) -> str:
    """Draw the cave, which reaches `half` to either side, and its flag."""

    def dome(wide: float, base: float, top: float) -> str:
        a, b = wide * half, wide * half * 0.62
        return (
            f"M{num(-a)} {num(base)}C{num(-a)} {num(top + 26)} {num(-b)} {num(top)} 0 {num(top)}"
            f"C{num(b)} {num(top)} {num(a)} {num(top + 26)} {num(a)} {num(base)}Z"
        )

    mast = half * 0.34
    return (
        path(f"M{num(mast)} -44V-74", stroke=INK, stroke_width=3)
        + path(
            f"M{num(mast)} -75H{num(mast + 26)}L{num(mast + 20)} -67L{num(mast + 26)} -59"
            f"H{num(mast)}Z",
            "#1d1a1a",
            **_PEN,
        )
        + circle(mast + 10, -68.4, 2.6, CREAM)
        + path(f"M{num(mast + 5)} -63L{num(mast + 15)} -63", stroke=CREAM, stroke_width=1.6)
        + path(dome(0.9, 36, -56), "#8f8577", **_PEN)
        + path(dome(0.68, 36, -40), "#3a302a", **_PEN)
        + path(dome(0.46, 36, -22), "#a4642a", opacity=0.5)
        + path(dome(0.24, 36, -4), "#f0b050", opacity=0.55)
    )
