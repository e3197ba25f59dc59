"""A space of the path: its plate, symbol, number, chest token and pirates."""

from __future__ import annotations

from cartagena.picture.highlight import SHINE
from cartagena.picture.model import PictureModel
from cartagena.picture.pirates import named, standing
from cartagena.picture.svg_writer import (
    INK,
    circle,
    ellipse,
    group,
    num,
    path,
    rect,
    tag,
    title,
    use,
    write,
)

# A plate's upper part, the step where pirates stand, its rim and the marks of their feet.
_PLATE = {
    "tunnel": ("#f1e7d2", "#dccdae", "#a8956f", "#bfae8a"),
    "jungle": ("#f8eecb", "#e8d49a", "#a98a4b", "#ccb272"),
}
_PLATE_SIZE = (70.0, 96.0)


def _plate(kind: str) -> str:
    """Draw the plate of a space, with room for three pirates."""
    face, step, rim, feet = _PLATE[kind]
    w, h = _PLATE_SIZE
    top = h * 0.66
    parts = [
        rect(4, 7, w, h, "#000000", rx=11, opacity=0.4),
        rect(3, 3, w, h, face, rx=11),
        path(
            f"M3 {num(top)}H{num(w + 3)}V{num(h - 8)}Q{num(w + 3)} {num(h + 3)} "
            f"{num(w - 8)} {num(h + 3)}H14Q3 {num(h + 3)} 3 {num(h - 8)}Z",
            step,
        ),
        rect(3, 3, w, h, rx=11, stroke=rim, stroke_width=2),
        path(
            f"M13 5.4H{num(w - 7)}",
            stroke="#ffffff",
            stroke_width=1.6,
            opacity=0.7,
            stroke_linecap="round",
        ),
    ]
    parts += [ellipse(w / 2 + 3 + dx, h - 5, 8.5, 2.8, feet) for dx in (-22, 0, 22)]
    return tag("symbol", *parts, id=f"ct-plate-{kind}", viewBox=f"0 0 {num(w + 6)} {num(h + 8)}")


def definitions() -> str:
    """Return the definitions of the plates of tunnel and jungle."""
    return _plate("tunnel") + _plate("jungle")


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


def space(table: PictureModel, kind: str, place: str, x: float, y: float, lit: bool) -> str:
    """Draw a space and its pirates. It is `lit` if a highlighted move begins or ends there."""
    name = table.board[int(place) - 1]
    who = ", ".join(named(colour, count) for colour, count in table.at(place))
    w, h = _PLATE_SIZE
    parts = [
        title(f"space {place}: {name}" + (f"; {who}" if who else "")),
        rect(-w / 2 - 4, -h / 2 - 4, w + 8, h + 8, SHINE, rx=14) if lit else "",
        use(f"plate-{kind}", -w / 2 - 3, -h / 2 - 3, w + 6, h + 8),
        use(name, -23, -44, 46, 46),
        rect(-w / 2 - 3, -h / 2 - 4, 21, 15, "#3a2c20", rx=5, stroke="#c9b48c", stroke_width=1.1),
        write(place, -w / 2 + 7.5, -h / 2 + 7.5, 11, fill="#fff3d6", anchor="middle", bold=True),
    ]
    if place in table.chests:
        parts.append(_token(w / 2 - 8, -h / 2 + 9))
    crew = table.standing(place)
    parts.append(standing(crew, 0, 43, 33.5 if len(crew) == 3 else 37, place))
    return group(*parts, at=(x, y), class_="space", data_place=place, data_symbol=name)
