"""The pirates. Each colour has its own hat and badge, so they differ without colour, too."""

from __future__ import annotations

from collections.abc import Iterable

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

_BADGE = {
    "blue": '<circle cx="12" cy="27" r="3.4"/>',
    "red": '<rect x="9" y="24" width="6" height="6"/>',
    "green": '<path d="M12 23L15.8 30H8.2Z"/>',
    "yellow": '<path d="M12 22.6L15.8 27L12 31.4L8.2 27Z"/>',
    "purple": '<path d="M12 22.4L13.3 25.6L16.6 25.8L14 28L14.9 31.3L12 29.5L9.1 31.3L10 28'
    'L7.4 25.8L10.7 25.6Z"/>',
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


def definition(colour: str) -> str:
    """Return the definition of a pirate, in a box of 24 by 36."""
    paint, shade = PAINT[colour], SHADE[colour]
    body = (
        f'<path d="M12 19.4C17 19.4 18.6 22 19.6 27L21.4 35H2.6L4.4 27C5.4 22 7 19.4 12 19.4Z" '
        f'fill="{paint}"/>'
    )
    face = '<path d="M6.2 13.4C6.2 22.6 17.8 22.6 17.8 13.4Z" fill="#f6ddbd"/>'
    patch = f'<path d="M8.2 15H10.9V16.2C10.9 17.6 8.2 17.6 8.2 16.2Z" fill="{INK}" stroke="none"/>'
    eye = f'<circle cx="14.6" cy="15.9" r="1" fill="{INK}" stroke="none"/>'
    hat_paint = shade if colour != "yellow" else "#f7d65c"
    return (
        f'<symbol id="ct-pirate-{colour}" viewBox="0 0 24 36" overflow="visible">'
        f'<g stroke="{INK}" stroke-width="1.3" stroke-linejoin="round">{body}{face}{patch}{eye}'
        f'<g fill="{hat_paint}">{_HAT[colour]}</g>'
        f'<g fill="{CREAM}" stroke-width="0.9">{_BADGE[colour]}</g></g></symbol>'
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


def slots(players: int, room: float, height: float) -> tuple[float, float]:
    """Return the distance between the slots of the colours at an end, and the height of a pirate."""
    step = min(room / players, height * 0.95)
    return step, min(height, step * 1.45)


def line_up(
    crew: dict[str, int], x: float, y: float, room: float, height: float, place: str
) -> str:
    """Draw the crews of all players around x. Each colour has a slot of its own, with its number."""
    step, height = slots(len(crew), room, height)
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
