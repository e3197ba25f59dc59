"""Posters of the games: a small scene for each preset, made of the parts of boards and cards.

A poster has no words. It needs the definitions of `cartagena.picture.board.template.sprite`.
"""

from collections.abc import Callable, Sequence
from typing import Final

from cartagena.picture.board.landmarks import palm, ship, swell
from cartagena.picture.cards import card
from cartagena.picture.svg_writer import INK, SAND, STONE, group, num, path, rect, tag, use

WIDTH: Final = 240
HEIGHT: Final = 120
FLOOR: Final = 86
"""Height at which the floor meets the wall."""
NIGHT: Final = "#2a1548"

Card = str | None
"""The name of a card, or None for its back."""


def _tunnel(x: float = 0, width: float = WIDTH) -> str:
    """Draw the inside of the tunnel: rock, a paved floor, and torches."""
    return (
        rect(x, 0, width, HEIGHT, "url(#ct-rock)")
        + rect(x, FLOOR, width, HEIGHT - FLOOR, "url(#ct-cobbles)")
        + path(f"M{num(x)} {FLOOR}H{num(x + width)}", stroke=INK, stroke_width=3)
    )


def _torch(x: float, y: float) -> str:
    return use("torch", x - 50, y - 50, 100, 100)


def _jungle(x: float = 0, width: float = WIDTH) -> str:
    return (
        rect(x, 0, width, HEIGHT, "url(#ct-forest)")
        + rect(x, FLOOR, width, HEIGHT - FLOOR, "url(#ct-trail)")
        + path(f"M{num(x)} {FLOOR}H{num(x + width)}", stroke="#173f25", stroke_width=3)
    )


def _sea(x: float, width: float, top: float = 60) -> str:
    return rect(x, 0, width, HEIGHT, "#8fc7cf") + rect(
        x, top, width, HEIGHT - top, "url(#ct-waves)"
    )


def _boat(x: float, y: float, scale: float) -> str:
    return group(
        ship(flooded=False),
        swell(46, 18),
        transform=f"translate({num(x)} {num(y)}) scale({scale:g})",
    )


def _stone(x: float, y: float, symbol: str, kind: str = "tunnel", scale: float = 0.6) -> str:
    """Draw a flagstone with its symbol, around a point."""
    variant = len(symbol) % 3
    return group(
        use(f"stone-{kind}-{variant}", -50, -62, 100, 130),
        use(symbol, -32, -50, 64, 64),
        transform=f"translate({num(x)} {num(y)}) scale({scale:g})",
    )


def _pirate(colour: str, x: float, feet: float, height: float = 40, pose: str = "") -> str:
    name = f"pirate-{colour}{'-' if pose else ''}{pose}"
    return use(name, x - height / 3, feet - height, height * 2 / 3, height)


def _fan(cards: Sequence[Card], x: float, y: float, scale: float = 1.1, step: float = 18) -> str:
    """Draw a hand of cards, held at a point below them, `step` degrees from each other."""
    first = -step * (len(cards) - 1) / 2
    return "".join(
        group(
            card(name, -17 * scale, -58 * scale, scale),
            transform=f"translate({num(x)} {num(y)}) rotate({num(first + i * step)})",
        )
        for i, name in enumerate(cards)
    )


def _row(cards: Sequence[Card], x: float, y: float, scale: float = 0.9) -> str:
    return "".join(card(name, x + i * 37 * scale, y, scale) for i, name in enumerate(cards))


def _cell(x: float, width: float, *crew: str) -> str:
    """Draw a cell with pirates behind its bars."""
    top, bottom = 22, FLOOR + 8
    bars = "".join(f"M{num(x + 10 + i * (width - 20) / 6)} {top + 8}V{bottom}" for i in range(7))
    return (
        rect(x, top - 12, width, bottom - top + 18, STONE, rx=3, stroke=INK, stroke_width=2.4)
        + rect(x + 8, top, width - 16, bottom - top, "#2a2622", rx=12, stroke=INK, stroke_width=2)
        + "".join(
            _pirate(colour, x + width * (i + 1) / (len(crew) + 1), bottom, 46)
            for i, colour in enumerate(crew)
        )
        + path(bars, stroke="#6d7580", stroke_width=3.4)
    )


def _dark(drawing: str) -> str:
    """Cover a drawing with the night in which spells are cast."""
    return drawing + rect(0, 0, WIDTH, HEIGHT, NIGHT, opacity=0.62)


def _glow(x: float, y: float, size: float) -> str:
    return tag("circle", cx=x, cy=y, r=size, fill="url(#ct-glow)")


def _jamaica() -> str:
    return (
        _tunnel()
        + _torch(116, 34)
        + _cell(8, 86, "blue", "red")
        + _stone(134, 74, "skull")
        + _fan([None, None, None], 196, 116)
    )


def _tortuga() -> str:
    return (
        _tunnel()
        + _torch(30, 30)
        + _torch(210, 30)
        + _pirate("green", 66, 62, 46)
        + _pirate("yellow", 174, 62, 46)
        + rect(20, 56, 200, 12, "#8a5a2f", rx=3, stroke=INK, stroke_width=2)
        + _row(["hat", "key", "bottle", "dagger", "skull"], 36, 66)
    )


def _hispaniola() -> str:
    return (
        _tunnel()
        + _torch(120, 28)
        + _fan([None, None], 46, 116)
        + _pirate("red", 110, FLOOR + 14, 52, "jump")
        + _row(["pistol", "key", "hat"], 138, 64)
    )


def _escape() -> str:
    mouth = "M96 96V52C96 20 128 6 164 6S232 20 232 52V96Z"
    inside = tag("clipPath", path(mouth, "#000"), id="ct-poster-mouth")
    return (
        _tunnel()
        + _torch(66, 30)
        + inside
        + group(_sea(90, 150, 66), _boat(176, 58, 0.5), clip_path="url(#ct-poster-mouth)")
        + path(mouth, stroke="#8b8177", stroke_width=9)
        + path(mouth, stroke=INK, stroke_width=2.4)
        + _stone(34, 78, "lantern")
        + _pirate("blue", 84, FLOOR + 12, 50, "jump")
        + _pirate("red", 122, FLOOR + 24, 46)
    )


def _island() -> str:
    return (
        _jungle()
        + group(palm(0, 0), transform="translate(28 88)")
        + group(palm(0, 0, -1), transform="translate(222 92)")
        + _stone(88, 74, "parrot", "jungle", 0.66)
        + _stone(154, 74, "weapons", "jungle", 0.66)
        + _pirate("purple", 122, FLOOR + 22, 50, "jump")
    )


def _complete() -> str:
    return (
        _sea(0, WIDTH, 56)
        + group(_tunnel(0, 66), clip_path="none")
        + path("M66 0C78 30 58 60 74 120H0V0Z", "url(#ct-rock)", stroke=INK, stroke_width=2.4)
        + path("M176 120C186 92 204 84 240 80V120Z", SAND, stroke=INK, stroke_width=2)
        + path("M196 84C206 52 222 46 240 44V84Z", "url(#ct-forest)", stroke=INK, stroke_width=2)
        + group(palm(0, 0), transform="translate(204 88)")
        + _torch(30, 30)
        + _stone(32, 82, "hook", scale=0.56)
        + _boat(124, 62, 0.66)
        + _pirate("blue", 112, 78, 28)
        + _pirate("green", 132, 78, 28)
    )


def _morgan() -> str:
    return (
        _tunnel()
        + _torch(24, 30)
        + _torch(216, 30)
        + _stone(66, 76, "rum", scale=0.64)
        + _stone(174, 76, "rum", scale=0.64)
        + _pirate("yellow", 120, FLOOR + 18, 46, "duck")
        + _pirate("blue", 120, 66, 50, "jump")
        + path(
            "M92 56Q120 8 150 44",
            stroke="#fff8e7",
            stroke_width=3,
            stroke_dasharray="1 7",
            stroke_linecap="round",
        )
    )


def _filibusters() -> str:
    return (
        _dark(_tunnel())
        + _glow(120, 70, 80)
        + _pirate("red", 40, FLOOR + 16, 52)
        + _pirate("green", 204, FLOOR + 16, 48, "duck")
        + _fan(["hook*", "weapons*", "lantern*"], 120, 126, 1.4, 30)
    )


def _black_magic() -> str:
    return (
        _dark(_jungle())
        + _glow(120, 60, 90)
        + use("chest", 84, 42, 72, 72)
        + use("parrot", 14, 14, 50, 50)
        + _pirate("purple", 200, FLOOR + 18, 56)
        + "".join(
            path(
                f"M{x} {y - 6}L{x + 1.6} {y - 1.6}L{x + 6} {y}L{x + 1.6} {y + 1.6}L{x} {y + 6}"
                f"L{x - 1.6} {y + 1.6}L{x - 6} {y}L{x - 1.6} {y - 1.6}Z",
                "#f6d669",
            )
            for x, y in ((78, 26), (108, 14), (136, 30), (164, 18), (58, 84), (176, 50))
        )
    )


def _short() -> str:
    return (
        _tunnel(0, 150)
        + _sea(150, 90, 66)
        + path("M150 0V120", stroke=INK, stroke_width=3)
        + _torch(30, 28)
        + _stone(50, 80, "weapons")
        + _stone(112, 80, "hook")
        + _boat(196, 66, 0.42)
        + _pirate("red", 82, FLOOR + 18, 48, "jump")
    )


def _long() -> str:
    symbols = ("rum", "parrot", "chest", "hook", "lantern", "weapons")
    back = [_stone(22 + i * 33, 38, symbols[i % 6], scale=0.3) for i in range(6)]
    front = [_stone(26 + i * 38, 86, symbols[(i + 3) % 6], scale=0.38) for i in range(6)]
    return (
        rect(0, 0, WIDTH, HEIGHT, "url(#ct-rock)")
        + rect(0, 16, WIDTH, 44, "url(#ct-cobbles)", stroke=INK, stroke_width=2)
        + rect(0, 62, WIDTH, 50, "url(#ct-cobbles)", stroke=INK, stroke_width=2)
        + _torch(120, 14)
        + "".join(back + front)
        + _boat(222, 34, 0.2)
        + _pirate("green", 44, 112, 36)
        + _pirate("blue", 82, 112, 36)
        + _pirate("yellow", 152, 60, 28)
    )


def _everything() -> str:
    crew = ("blue", "red", "green", "yellow", "purple")
    return (
        _dark(_complete())
        + _glow(120, 40, 90)
        + _fan(["chest*", None, "weapons*", None, "parrot*"], 120, 92, 1.0)
        + "".join(
            _pirate(colour, 40 + i * 40, 118, 44, "jump" if i % 2 else "")
            for i, colour in enumerate(crew)
        )
    )


POSTERS: Final[dict[str, Callable[[], str]]] = {
    "jamaica": _jamaica,
    "tortuga": _tortuga,
    "hispaniola": _hispaniola,
    "escape": _escape,
    "island": _island,
    "complete": _complete,
    "morgan": _morgan,
    "filibusters": _filibusters,
    "black-magic": _black_magic,
    "short": _short,
    "long": _long,
    "everything": _everything,
}


def posters() -> str:
    """Return the definitions of all posters, for `<use>`."""
    symbols = "\n".join(
        tag(
            "symbol",
            draw(),
            id=f"ct-poster-{name}",
            viewBox=f"0 0 {WIDTH} {HEIGHT}",
            preserveAspectRatio="xMidYMid slice",
        )
        for name, draw in POSTERS.items()
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg"><defs>\n{symbols}\n</defs></svg>\n'
