"""The ends of the path: jail, sloop (intact or half flooded) and pirate cove."""

from __future__ import annotations

from cartagena.picture.board.layout import Box, Layout
from cartagena.picture.model import PictureModel
from cartagena.picture.pirates import line_up
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

_PEN: dict[str, str | float] = {"stroke": INK, "stroke_width": 1.8, "stroke_linejoin": "round"}


def sign(words: str, x: float, y: float) -> str:
    """Draw a name on a wooden board, centred on x."""
    w = breadth(words, 13, bold=True) + 18
    return group(
        rect(-w / 2, -15, w, 21, WOOD, rx=4, stroke=INK, stroke_width=1.5),
        write(words, 0, 0, 13, fill=CREAM, anchor="middle", bold=True, serif=True),
        at=(x, y),
        class_="sign",
    )


def _crowd(table: PictureModel, place: str, x: float, y: float, room: float, height: float) -> str:
    if not table.players:
        # On an empty board, say where the client may draw pirates.
        return group(at=(x, y), class_="crowd", data_room=num(room), data_height=num(height))
    return line_up(table.at(place), x, y, room, height, place)


def jail(table: PictureModel, box: Box) -> str:
    """Draw the fortress of Cartagena with the pirates' cell."""
    w = min(box.w - 10, 300.0)
    x, y = box.x + box.w - w / 2 - 6, box.y + box.h / 2
    half = w / 2
    poles, gaps = round(w / 20), round(w / 40)
    teeth = "".join(
        rect(-half + i * (w - 16) / gaps, -66, 16, 14, STONE, **_PEN) for i in range(gaps + 1)
    )
    bars = "".join(
        path(
            f"M{num(-half + 20 + i * (w - 40) / poles)} -28V42", stroke="#4a515b", stroke_width=2.6
        )
        for i in range(poles + 1)
    )
    bricks = "".join(
        rect(bx, by, 22, 9, "#9d9184", opacity=0.8)
        for bx, by in ((-half + 8, -48), (half - 44, -46), (-half + 26, 56), (half - 34, 54))
    )
    return group(
        title("jail: where the pirates break out"),
        rect(-half, -54, w, 124, STONE, rx=3, **_PEN),
        teeth,
        bricks,
        path(
            f"M{num(-half + 12)} 48V-10Q{num(-half + 12)} -34 0 -34Q{num(half - 12)} -34 "
            f"{num(half - 12)} -10V48Z",
            "#2a2622",
            **_PEN,
        ),
        path(f"M{num(-half + 14)} 46H{num(half - 14)}V38H{num(-half + 14)}Z", "#5d4836"),
        bars,
        _crowd(table, "jail", 0, 45, w - 26, 40 if w < 200 else 46),
        sign("Jail", 0, 66),
        at=(x, y),
        class_="end",
        data_place="jail",
    )


def _ship(flooded: bool) -> str:
    """Draw the sloop in a box from -100 to 100, with its water line at 44."""
    sail, stripe = "#f7efdc", "#d9c7a0"
    parts = [
        path("M4 -74V18", stroke=INK, stroke_width=7.5, stroke_linecap="round"),
        path("M4 -74V18", stroke=WOOD, stroke_width=4.5, stroke_linecap="round"),
        path("M-4 -66C-34 -58 -56 -34 -66 -6C-44 -2 -22 -2 -4 -8Z", sail, **_PEN),
        path("M11 -66C42 -52 58 -30 62 -8C44 -2 28 -2 11 -8Z", sail, **_PEN),
        path(
            "M-8 -46C-26 -40 -40 -30 -48 -20M-8 -26C-22 -22 -34 -18 -44 -12",
            stroke=stripe,
            stroke_width=2.2,
        ),
        path(
            "M15 -44C30 -38 40 -30 46 -22M15 -26C26 -22 38 -18 46 -14",
            stroke=stripe,
            stroke_width=2.2,
        ),
        path("M4 -80C14 -86 20 -76 31 -82V-66C20 -60 14 -70 4 -64Z", "#1d1a1a", **_PEN),
        '<circle cx="17" cy="-75" r="3.2" fill="#fff8e7"/>',
        path("M12 -69L23 -66M12 -66L23 -70", stroke="#fff8e7", stroke_width=1.6),
    ]
    hull = "M-92 6L-70 10L-66 18H62L68 6L96 0C92 24 80 44 62 56H-58C-78 46 -88 28 -92 6Z"
    parts += [
        path(hull, WOOD, **_PEN),
        path("M-88 20C-60 30 40 30 91 16", stroke="#d9a441", stroke_width=3.4),
        path("M-82 32C-50 42 40 42 84 30", stroke=WOOD_DARK, stroke_width=1.6),
        path("M96 0L118 -12", stroke=INK, stroke_width=5, stroke_linecap="round"),
        path("M96 0L118 -12", stroke=WOOD, stroke_width=2.6, stroke_linecap="round"),
    ]
    if flooded:
        parts.append(path("M-20 34L-8 26L-2 36L8 30L6 46L-16 48Z", "#241812"))
    return "".join(parts)


def _swell(y: float, deep: float) -> str:
    """Draw the water in front of the hull, with foam. It hides the keel."""
    crest = (
        f"M-104 {num(y)}C-86 {num(y - 8)} -70 {num(y + 6)} -52 {num(y - 2)}"
        f"C-34 {num(y - 10)} -18 {num(y + 6)} 0 {num(y - 2)}C18 {num(y - 10)} 34 {num(y + 6)} "
        f"52 {num(y - 2)}C70 {num(y - 10)} 86 {num(y + 6)} 104 {num(y - 2)}"
    )
    return path(f"{crest}C70 {num(y + deep)} -70 {num(y + deep)} -104 {num(y)}Z", "#2b90a6") + path(
        crest, stroke="#c8ecee", stroke_width=2.4, stroke_linecap="round"
    )


def sloop(table: PictureModel, box: Box) -> str:
    """Draw the sloop and its crew. It is half flooded where the island's game begins."""
    flooded = not table.tunnel
    scale = min(1.0, (box.w - 6) / 226, box.h / 160)
    x, y = box.middle
    says = "the half-flooded sloop" if flooded else "the sloop"
    if table.sloop_at:
        says += f" at {table.sloop_at.capitalize()}"
    deck = 34 if flooded else 30
    return group(
        title(says),
        group(
            group(_ship(flooded), transform="rotate(-7)" if flooded else None),
            _swell(36, 50) if flooded else _swell(50, 24),
            transform=f"translate({num(-8 * scale)} {num(8 * (1 - scale))}) scale({scale:.3f})",
        ),
        _crowd(
            table,
            "sloop",
            -6 * scale,
            deck * scale + 8 * (1 - scale),
            176 * scale,
            max(36.0, 44 * scale),
        ),
        sign("Sloop", 0, 66),
        at=(x, y),
        class_="end",
        data_place="sloop",
    )


def _palm(x: float, y: float, lean: float = 1.0) -> str:
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


def cove(table: PictureModel, box: Box, right: bool) -> str:
    """Draw the pirate cove on Tortuga: sand, a cave in the rock and a flag."""
    w = min(box.w - 8, 330.0)
    x = box.x + w / 2 + 4 if right else box.x + box.w - w / 2 - 4
    y = box.y + box.h / 2
    half = w / 2
    return group(
        title("the pirate cove: here a pirate is home"),
        _rock(half),
        ellipse(0, 40, half - 4, 22, SAND, **_PEN),
        _palm(-half + 22, 38, 0.66),
        _crowd(table, "cove", 4, 50, w - 30, 38 if w < 200 else 44),
        sign("Pirate cove", 0, 68),
        at=(x, y),
        class_="end",
        data_place="cove",
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


def crew_spot(plan: Layout, place: str) -> tuple[float, float]:
    """Return the point of a place that arrows start from and lead to."""
    if place in plan.spaces:
        x, y = plan.spaces[place]
        return x, y
    return plan.ends[place].middle
