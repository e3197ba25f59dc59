"""Portraits of the rivals: eleven people in medallions, each in three moods.

A portrait is a picture of 160 by 160 units. Everything that
makes a face recognisable at 32 pixels is large and has its own silhouette: hat, hair, beard, and
the thing that each person carries.
"""

from collections.abc import Callable, Mapping
from typing import Final

from cartagena.picture.portraits import crew, officers
from cartagena.picture.portraits.features import BRASS, Face, plain
from cartagena.picture.svg_writer import INK, circle, group, tag

MOODS: Final = ("", "glad", "sour")
"""Calm, pleased and annoyed. Files are named after level and mood."""

SIZE: Final = 160

_FACES: Final[Mapping[str, Callable[[], Face]]] = {
    "drunk": crew.drunk,
    "stowaway": crew.stowaway,
    "cabin-boy": crew.cabin_boy,
    "cook": crew.cook,
    "deckhand": crew.deckhand,
    "gunner": crew.gunner,
    "bosun": officers.bosun,
    "helmsman": officers.helmsman,
    "first-mate": officers.first_mate,
    "captain": officers.captain,
    "legend": officers.legend,
}

LEVELS: Final = tuple(_FACES)
"""The levels that have a portrait."""


def portrait(level: str, mood: str = "") -> str:
    """Draw the portrait of a rival as an SVG file."""
    face = _FACES[level]()
    drawing = group(
        circle(80, 80, 80, face.ground, stroke="none"),
        plain("M80 0A80 80 0 0 1 80 160A104 104 0 0 0 80 0Z", "#00000018"),
        face.back,
        face.coat,
        face.head,
        face.front,
        face.eyes(mood),
        face.mouth(mood),
        face.hat,
        clip_path="url(#medallion)",
    )
    rim = circle(80, 80, 76, "none", stroke=INK, stroke_width=8) + circle(
        80, 80, 76.5, "none", stroke=BRASS, stroke_width=3.4
    )
    clip = tag("defs", tag("clipPath", circle(80, 80, 78), id="medallion"))
    return tag(
        "svg",
        clip,
        group(drawing, rim, stroke=INK, stroke_width=4, stroke_linejoin="round"),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {SIZE} {SIZE}",
    )
