"""The pirates: five people with a hat, a badge and a build of their own, in three poses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cartagena.picture.svg_writer import CREAM, INK, group, rect, title, use, write

PAINT = {
    "blue": "#1f6fc4",
    "red": "#d2382f",
    "green": "#1b8f5f",
    "yellow": "#f3c332",
    "purple": "#8d4fb0",
}
SHADE = {
    "blue": "#124a86",
    "red": "#8e1f1a",
    "green": "#0f5d3d",
    "yellow": "#b98408",
    "purple": "#5b2d76",
}

POSES: Final = ("", "-jump", "-duck")
"""The ends of the names of the poses: standing, jumping and ducking."""

_BADGE = {
    "blue": '<circle cx="12" cy="27.4" r="3"/>',
    "red": '<rect x="9.4" y="24.8" width="5.2" height="5.2"/>',
    "green": '<path d="M12 24L15.4 30.4H8.6Z"/>',
    "yellow": '<path d="M12 23.4L15.4 27.4L12 31.4L8.6 27.4Z"/>',
    "purple": '<path d="M12 23.2L13.2 26.2L16.4 26.4L14 28.4L14.8 31.4L12 29.7L9.2 31.4L10 28.4'
    'L7.6 26.4L10.8 26.2Z"/>',
}
_HAT = {
    # a tricorn
    "blue": '<path d="M0.8 13.4C4.6 10.6 7.4 7 12 2.2C16.6 7 19.4 10.6 23.2 13.4'
    'C18.6 15.2 15.4 13 12 12.8C8.6 13 5.4 15.2 0.8 13.4Z"/>',
    # a knotted kerchief
    "red": '<path d="M17 10L23.4 8.4L21.6 11.6L23.2 15.6L16.6 13.4Z"/>'
    '<path d="M5.4 13.6C4.4 6.6 8 4 12 4S19.6 6.6 18.6 13.6C14.4 11.8 9.6 11.8 5.4 13.6Z"/>',
    # a broad brim with a feather
    "green": '<path d="M15.6 8C16.4 3.4 19.6 0.8 23.4 1.2C23 4.6 20.6 8 16.6 9.6Z" fill="#f7ecd0"/>'
    '<path d="M7.2 11.6V6.4C7.2 3.6 16.8 3.6 16.8 6.4V11.6Z"/>'
    '<path d="M1 12.6C1 10.2 23 10.2 23 12.6C23 15 1 15 1 12.6Z"/>',
    # a crown
    "yellow": '<path d="M5 13.4L3 3.6L8.4 8L12 1.8L15.6 8L21 3.6L19 13.4Z"/>',
    # a tall hat
    "purple": '<path d="M6.8 11.6L6 1.4H18L17.2 11.6Z"/><path d="M3 11.4H21V14.2H3Z"/>',
}

# The captain's coat, the gunner's skirt, the boy's shirt, the giant's shoulders, the quartermaster's cloak.
_BODY = {
    "blue": "M12 20C16.6 20 18.4 22 19 26L20.4 35H3.6L5 26C5.6 22 7.4 20 12 20Z",
    "red": "M12 20C15.6 20 17.4 21.8 17.2 24.4L15.8 28L21.8 35H2.2L8.2 28L6.8 24.4C6.6 21.8 8.4 20 12 20Z",
    "green": "M12 21C15.4 21 16.8 22.6 17.2 26L17.6 35H6.4L6.8 26C7.2 22.6 8.6 21 12 21Z",
    "yellow": "M12 19C19 19 21.4 21 22 25.4L21.4 35H2.6L2 25.4C2.6 21 5 19 12 19Z",
    "purple": "M12 20C15 20 16.6 21.4 17.4 25L22 35H2L6.6 25C7.4 21.4 9 20 12 20Z",
}
_SKIN = {
    "blue": "#f6ddbd",
    "red": "#e9b88c",
    "green": "#f6ddbd",
    "yellow": "#a8703f",
    "purple": "#f0d2ae",
}

_PATCH = f'<path d="M8.2 15H10.9V16.2C10.9 17.6 8.2 17.6 8.2 16.2Z" fill="{INK}" stroke="none"/>'


def _eye(x: float) -> str:
    return f'<circle cx="{x}" cy="15.9" r="1" fill="{INK}" stroke="none"/>'


def _line(d: str, width: float = 0.9) -> str:
    return f'<path d="{d}" fill="none" stroke-width="{width}" stroke-linecap="round"/>'


# What makes each face: a beard and a patch, hair and lips, freckles and a grin, a big moustache, a monocle.
_FACE = {
    "blue": f'{_PATCH}{_eye(14.6)}<path d="M7 17.6C8.4 22.8 15.6 22.8 17 17.6C14.4 19.2 9.6 19.2 7 17.6Z" '
    'fill="#5a3a22"/>',
    "red": '<path d="M6.2 13.4C4.6 16 4.6 19 5.4 21.4C7 20.4 7 17 7 14Z" fill="#5a2c1c"/>'
    '<path d="M17.8 13.4C19.4 16 19.4 19 18.6 21.4C17 20.4 17 17 17 14Z" fill="#5a2c1c"/>'
    f'{_eye(9.7)}{_eye(14.3)}<path d="M10.6 18.6Q12 19.8 13.4 18.6Q12 18 10.6 18.6Z" fill="#b3362e" '
    'stroke-width="0.6"/>',
    "green": f"{_eye(9.5)}{_eye(14.5)}{_line('M9.8 18.2Q12 20.2 14.2 18.2')}"
    '<g fill="#c98a5a" stroke="none"><circle cx="8.2" cy="17.8" r="0.5"/>'
    '<circle cx="15.8" cy="17.8" r="0.5"/></g>',
    "yellow": f"{_eye(9.4)}{_eye(14.6)}"
    '<path d="M12 17.6C9.6 16.8 7 17.8 5.8 20C8.4 20.4 10.8 19.8 12 18.6C13.2 19.8 15.6 20.4 18.2 20'
    'C17 17.8 14.4 16.8 12 17.6Z" fill="#2b1a10" stroke-width="0.7"/>',
    "purple": f"{_eye(9.6)}{_eye(14.5)}"
    '<circle cx="14.5" cy="15.9" r="2.2" fill="none" stroke="#e3b23c" stroke-width="0.9"/>'
    f"{_line('M16.4 17.2L17.4 20.4', 0.7)}{_line('M10.4 19H13.4')}",
}
_ARMS = {
    "": "",
    "-jump": '<path d="M6 24.4L1.2 17.4M18 24.4L22.8 17.4" stroke-width="4.6" stroke-linecap="round"/>'
    '<path d="M6 24.4L1.2 17.4M18 24.4L22.8 17.4" stroke="{paint}" stroke-width="2.4" '
    'stroke-linecap="round"/><circle cx="1" cy="17" r="1.9" fill="{skin}"/>'
    '<circle cx="23" cy="17" r="1.9" fill="{skin}"/>',
    "-duck": '<path d="M6 25L3.4 17.4L8 13.2M18 25L20.6 17.4L16 13.2" fill="none" stroke-width="4.4" '
    'stroke-linecap="round"/><path d="M6 25L3.4 17.4L8 13.2M18 25L20.6 17.4L16 13.2" fill="none" '
    'stroke="{paint}" stroke-width="2.2" stroke-linecap="round"/>',
}
_LEGS = (
    '<path d="M8.6 32L6 38M15.4 32L19.4 36.6" stroke-width="4.4" stroke-linecap="round"/>'
    '<path d="M8.6 32L6 38M15.4 32L19.4 36.6" stroke="#3a2c20" stroke-width="2.4" '
    'stroke-linecap="round"/>'
)


def definition(colour: str) -> str:
    """Return the definitions of a pirate in all poses, each in a box of 24 by 36."""
    return "".join(_pose(colour, pose) for pose in POSES)


def _pose(colour: str, pose: str) -> str:
    paint, shade = PAINT[colour], SHADE[colour]
    arms = _ARMS[pose].format(paint=paint, skin=_SKIN[colour])
    hat_paint = shade if colour != "yellow" else "#f7d65c"
    head = (
        f'<path d="M6.2 13.4C6.2 22.6 17.8 22.6 17.8 13.4Z" fill="{_SKIN[colour]}"/>{_FACE[colour]}'
        f'<g fill="{hat_paint}">{_HAT[colour]}</g>'
    )
    body = (
        f'<path d="{_BODY[colour]}" fill="{paint}"/>'
        f'<g fill="{CREAM}" stroke-width="0.9">{_BADGE[colour]}</g>'
    )
    if pose == "-jump":
        figure = f'<g transform="translate(0 -3)">{_LEGS}{arms}{body}{head}</g>'
    elif pose == "-duck":
        figure = f'<g transform="translate(0 35) scale(1.06 0.72) translate(-0.7 -35)">{body}{head}{arms}</g>'
    else:
        figure = body + head
    return (
        f'<symbol id="ct-pirate-{colour}{pose}" viewBox="0 0 24 36" overflow="visible">'
        f'<g stroke="{INK}" stroke-width="1.3" stroke-linejoin="round">{figure}</g></symbol>'
    )


def named(colour: str, count: int) -> str:
    """Return a phrase such as `one blue pirate` or `three red pirates`."""
    words = ("no", "one", "two", "three", "four", "five", "six")
    return f"{words[count]} {colour} pirate{'' if count == 1 else 's'}"


def pirate(colour: str, x: float, y: float, height: float, place: str, count: int = 1) -> str:
    """Draw a pirate whose feet stand on (x, y). It stands for `count` pirates."""
    width = height * 24 / 36
    return group(
        title(named(colour, count)),
        use(f"pirate-{colour}", x - width / 2, y - height, width, height),
        class_="pirate",
        data_colour=colour,
        data_place=place,
        data_count=str(count),
    )


def _plaque(colour: str, count: int, x: float, y: float, width: float) -> str:
    """Draw the number of a colour's pirates below the feet at (x, y)."""
    w = min(width - 3, 34.0)
    return group(
        rect(-w / 2, 3, w, 23, CREAM, rx=6, stroke=PAINT[colour], stroke_width=3),
        write(str(count), 0, 21.5, 20, anchor="middle", bold=True),
        at=(x, y),
        class_="plaque",
    )


def slots(players: int, width: float, height: float) -> tuple[float, float]:
    """Return the distance between the slots of the colours at an end, and the height of a pirate."""
    step = min(width / players, height * 0.95)
    return step, min(height, step * 1.45)


def line_up(
    crew: dict[str, int], x: float, y: float, width: float, height: float, place: str
) -> str:
    """Draw the crews of all players around x. Each colour has a slot of its own, with its number."""
    step, height = slots(len(crew), width, height)
    parts = []
    for i, (colour, count) in enumerate(crew.items()):
        at = x + step * (i - (len(crew) - 1) / 2)
        if count:
            parts.append(pirate(colour, at, y, height, place, count))
            parts.append(_plaque(colour, count, at, y, step))
    return "".join(parts)


def standing(colours: Iterable[str], x: float, y: float, height: float, place: str) -> str:
    """Draw up to three pirates on one space."""
    crew = list(colours)
    step = height * 0.64
    left = x - step * (len(crew) - 1) / 2
    return "".join(pirate(c, left + step * i, y, height, place) for i, c in enumerate(crew))
