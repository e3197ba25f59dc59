"""The reactions of the chat: six stickers, each in a box of 64 by 64."""

from __future__ import annotations

from typing import Final

from cartagena.picture.svg_writer import CREAM, GOLD, INK, WOOD, group, tag

_SKIN: Final = "#f2c79b"
_RED: Final = "#c8382f"
_SEA: Final = "#2b90a6"

_ANCHOR = (
    f'<circle cx="32" cy="32" r="28" fill="{_SEA}"/>'
    f'<g fill="none" stroke="{INK}" stroke-width="9.5" stroke-linecap="round">'
    '<path d="M32 20V50M22 27H42M15 39C17 48 23 51 32 51S47 48 49 39"/>'
    '<circle cx="32" cy="15" r="4.5"/></g>'
    f'<g fill="none" stroke="{CREAM}" stroke-width="4.5" stroke-linecap="round">'
    '<path d="M32 20V50M22 27H42M15 39C17 48 23 51 32 51S47 48 49 39"/>'
    '<circle cx="32" cy="15" r="4.5"/></g>'
)
_FLAG = (
    '<circle cx="32" cy="32" r="28" fill="#9fd0d8"/>'
    f'<path d="M15 5V61" stroke="{INK}" stroke-width="8"/><path d="M15 6V60" stroke="{WOOD}" stroke-width="4"/>'
    '<path d="M17 9C30 2 42 17 62 8V44C44 52 31 37 17 44Z" fill="#2b2522"/>'
    f'<path d="M39 12C31 12 27 17 27 23C27 26.4 28.8 28.6 31 29.8V33H47V29.8C49.2 28.6 51 26.4 51 23'
    f'C51 17 47 12 39 12Z" fill="{CREAM}" stroke-width="1.6"/>'
    f'<g fill="{INK}" stroke="none"><circle cx="34" cy="23" r="3.2"/><circle cx="44" cy="23" r="3.2"/></g>'
    f'<path d="M28 37L50 43M50 36.4L28 42.4" stroke="{CREAM}" stroke-width="3.8" stroke-linecap="round"/>'
)
_BRAVO = (
    f'<circle cx="32" cy="32" r="28" fill="{GOLD}"/>'
    '<path d="M25 31L33 12C38 11 40.4 14.4 39 19.4L37 26H48C52.4 26 53.4 30 51.4 32.6C54 34.6 53.4 38.4 50.6 39.8'
    f'C52 42.6 50.6 45.4 47.8 46C48 49 46 51 43 51H31C28 51 26.6 49.4 25 48.6Z" fill="{_SKIN}"/>'
    f'<path d="M12 30H25V51H12Z" fill="{_RED}"/><path d="M21 30H26V51H21Z" fill="{CREAM}"/>'
    '<path d="M42 32.6H51M42 39.4H50M42 45.8H47.6" fill="none" stroke-width="2"/>'
)


def _sailor(face: str) -> str:
    """Draw a round face below a red kerchief."""
    return (
        f'<circle cx="31" cy="35" r="25" fill="{_SKIN}"/>{face}'
        f'<path d="M50 20L62 14L58 22L62 30L50 27Z" fill="{_RED}"/>'
        f'<path d="M6.4 31C5 14 17 5 31 5S57 14 55.6 31C42 23 20 23 6.4 31Z" fill="{_RED}"/>'
        f'<g fill="{CREAM}" stroke="none"><circle cx="20" cy="17" r="2.6"/><circle cx="32" cy="12" r="2.6"/>'
        '<circle cx="43" cy="18" r="2.6"/></g>'
    )


_GASP = _sailor(
    f'<g fill="{CREAM}" stroke-width="2"><circle cx="21" cy="35" r="6"/><circle cx="41" cy="35" r="6"/></g>'
    f'<g fill="{INK}" stroke="none"><circle cx="21" cy="35" r="2.6"/><circle cx="41" cy="35" r="2.6"/></g>'
    '<ellipse cx="31" cy="50" rx="5.4" ry="6.6" fill="#6d1f1a" stroke-width="2"/>'
)
_LAUGH = _sailor(
    '<path d="M15 37Q21 29 27 37M35 37Q41 29 47 37" fill="none" stroke-linecap="round"/>'
    '<path d="M18 43H44C44 53 38 57.6 31 57.6S18 53 18 43Z" fill="#6d1f1a" stroke-width="2.2"/>'
    f'<path d="M19 43H43L42 47H20Z" fill="{CREAM}" stroke="none"/>'
    '<path d="M24 54.4C27 51.4 35 51.4 38 54.4C34 57 28 57 24 54.4Z" fill="#dc6b5e" stroke="none"/>'
    '<g fill="#6fc7e6" stroke-width="1.8"><path d="M11 38C6 44 6 49 10 49S14 44 11 38Z"/>'
    '<path d="M51 38C56 44 56 49 52 49S48 44 51 38Z"/></g>'
)
_TOAST = (
    f'<path d="M43 27H52C58 27 58 46 52 46H43" fill="none" stroke="{INK}" stroke-width="9"/>'
    '<path d="M43 27H52C58 27 58 46 52 46H43" fill="none" stroke="#9aa3ad" stroke-width="4"/>'
    f'<path d="M12 20H45L43 58H14Z" fill="{WOOD}"/>'
    '<path d="M22 22L23 57M34.6 22L34 57" fill="none" stroke="#5c3a1d" stroke-width="2"/>'
    '<path d="M12.4 28H44.6L44.4 33H12.8ZM13.6 47H43.4L43.2 52H14Z" fill="#9aa3ad" stroke-width="2"/>'
    '<path d="M9 21C5 14 10 7 16 9C19 3 28 2 31 7C37 3 45 7 44 13C50 15 49 23 44 23C41 27 37 24 36 22'
    f'C33 26 28 26 26 22C23 27 18 28 17 33C14 33 14 24 9 21Z" fill="{CREAM}"/>'
)

ART: Final = {
    "anchor": _ANCHOR,
    "flag": _FLAG,
    "bravo": _BRAVO,
    "gasp": _GASP,
    "laugh": _LAUGH,
    "toast": _TOAST,
}
"""The drawings by name. js/ui/reactions.js says which text of a message each stands for."""


def reaction(name: str) -> str:
    """Draw a reaction as an SVG file."""
    drawing = group(ART[name], stroke=INK, stroke_width=2.6, stroke_linejoin="round")
    return tag("svg", drawing, xmlns="http://www.w3.org/2000/svg", viewBox="0 0 64 64")
