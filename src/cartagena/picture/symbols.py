"""The twelve symbols of the two editions, drawn in one style in a box of 32 by 32."""

from __future__ import annotations

from cartagena.picture.svg_writer import INK

_PEN = f'stroke="{INK}" stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round"'

_BOTTLE = (
    '<g transform="rotate(16 16 16)">'
    '<path d="M13 5H19V10.5C19 13 23.2 13.6 23.2 18V27Q23.2 30 20.4 30H11.6Q8.8 30 8.8 27V18'
    'C8.8 13.6 13 13 13 10.5Z" fill="#3d9a63"/>'
    '<rect x="13.4" y="1.6" width="5.2" height="4" rx="0.8" fill="#d6a564"/>'
    '<rect x="8.8" y="18" width="14.4" height="7.4" fill="#f7ecd0"/>'
    '<path d="M12 21.7H20" fill="none"/>'
    '<path d="M15.3 8.5V11.6" fill="none" stroke="#bfe8cb"/>'
    "</g>"
)
_PISTOL = (
    '<g transform="translate(-0.6 1) rotate(-14 16 16) scale(0.97)">'
    '<path d="M7 12H21C25.4 12.2 28 15 29.4 19.6L30.8 25C31 28 26.4 28.6 25.4 26'
    'C24 21.6 22 18.6 18 18.2H9.4C7.6 18.2 7 15.6 7 12Z" fill="#9a5b2c"/>'
    '<path d="M14 18.3C14 23 20 23.2 20.8 19.4" fill="none"/>'
    '<rect x="2" y="8.6" width="19.4" height="5" rx="1" fill="#b4bcc6"/>'
    '<rect x="1" y="7.6" width="3.2" height="7" rx="1" fill="#e3b23c"/>'
    '<path d="M20 8.8L21.6 3.8L25 5L24 9.8Z" fill="#7c8590"/>'
    '<circle cx="28" cy="26.2" r="2.5" fill="#e3b23c"/>'
    "</g>"
)
_HAT = (
    '<path d="M8 20C7.4 9 11 4.6 16 4.6S24.6 9 24 20Z" fill="#4a5364"/>'
    '<path d="M1.6 17.4C7 19.4 12.4 17 16 12.4C19.6 17 25 19.4 30.4 17.4C29.4 24.6 21.4 24 16 28.4'
    'C10.6 24 2.6 24.6 1.6 17.4Z" fill="#343c4b"/>'
    '<path d="M3.8 20.4C8 21.6 12.8 19.8 16 16C19.2 19.8 24 21.6 28.2 20.4" fill="none"'
    ' stroke="#e3b23c" stroke-width="1.7"/>'
    '<circle cx="16" cy="22" r="2.3" fill="#fbf5e6"/>'
)
_SKULL = (
    '<path d="M16 2.6C9 2.6 4.6 7.6 4.6 13.8C4.6 18 6.6 20.4 9.4 21.6V26Q9.4 29 12.2 29H19.8'
    'Q22.6 29 22.6 26V21.6C25.4 20.4 27.4 18 27.4 13.8C27.4 7.6 23 2.6 16 2.6Z" fill="#fbf5e6"/>'
    f'<ellipse cx="11.2" cy="14.6" rx="3.4" ry="3.8" fill="{INK}" stroke="none"/>'
    f'<ellipse cx="20.8" cy="14.6" rx="3.4" ry="3.8" fill="{INK}" stroke="none"/>'
    f'<path d="M16 18.4L14.2 21.6H17.8Z" fill="{INK}" stroke="none"/>'
    '<path d="M13 24.6V28.6M16 24.6V28.8M19 24.6V28.6" fill="none"/>'
)
_DAGGER = (
    '<g transform="rotate(40 16 16)">'
    '<path d="M16 0.6L19.6 6V19H12.4V6Z" fill="#d5dce4"/>'
    '<path d="M16 5V17" fill="none" stroke="#8b95a1"/>'
    '<rect x="13.6" y="21" width="4.8" height="7.4" fill="#9a5b2c"/>'
    '<rect x="7.6" y="18.4" width="16.8" height="3.6" rx="1.8" fill="#e3b23c"/>'
    '<circle cx="16" cy="29.2" r="2.4" fill="#e3b23c"/>'
    "</g>"
)
_KEY = (
    '<g transform="rotate(40 16 16)" fill="#e3b23c">'
    '<path d="M14.2 12H17.8V31H14.2Z"/>'
    '<path d="M17.8 21.4H23.4V24.6H17.8Z"/>'
    '<path d="M17.8 27H22V30.2H17.8Z"/>'
    '<path fill-rule="evenodd" d="M16 0.6A6.6 6.6 0 0 1 16 13.8A6.6 6.6 0 0 1 16 0.6Z'
    'M16 4.4A2.8 2.8 0 0 0 16 10A2.8 2.8 0 0 0 16 4.4Z"/>'
    "</g>"
)
_SABRE = (
    '<path d="M4 2.6C11.4 6.4 19.6 13 24.4 21.4L21.2 24.4C14.4 18.4 7 11 4 2.6Z" fill="#d5dce4"/>'
    '<path d="M22.6 22.8L28.4 28.8" fill="none" stroke-width="5.2"/>'
    '<path d="M23.4 23.6L28 28.4" fill="none" stroke="#9a5b2c" stroke-width="2.4"/>'
    '<path d="M18.6 25.8C22 26.6 26.6 22.6 26 18.8" fill="none" stroke-width="4.4"/>'
    '<path d="M18.6 25.8C22 26.6 26.6 22.6 26 18.8" fill="none" stroke="#e3b23c"'
    ' stroke-width="1.9"/>'
)
_WEAPONS = f'<g transform="matrix(-1 0 0 1 32 0)">{_SABRE}</g>{_SABRE}'
_RUM = (
    '<path d="M8.6 3H23.4C28 10 28 22 23.4 29H8.6C4 22 4 10 8.6 3Z" fill="#b5743a"/>'
    '<path d="M12.4 3.2C10.4 11 10.4 21 12.4 28.8M19.6 3.2C21.6 11 21.6 21 19.6 28.8" fill="none"'
    ' stroke="#7d4a20"/>'
    '<path d="M6.9 6.4H25.1L26.3 10.4H5.7Z" fill="#6d747d"/>'
    '<path d="M5.7 21.6H26.3L25.1 25.6H6.9Z" fill="#6d747d"/>'
    '<circle cx="16" cy="16" r="3.6" fill="#e3b23c"/>'
    f'<circle cx="16" cy="16" r="1.2" fill="{INK}" stroke="none"/>'
)
_LANTERN = (
    '<path d="M11 6.4C11 0.4 21 0.4 21 6.4" fill="none"/>'
    '<path d="M9.4 11.4L13 6H19L22.6 11.4Z" fill="#565f6b"/>'
    '<path d="M10.2 11.4H21.8L24 24.4H8Z" fill="#ffe08a"/>'
    '<path d="M16 13.6C20 17.4 19.6 20.4 16 22.8C12.4 20.4 12 17.4 16 13.6Z" fill="#ee8130"'
    ' stroke="#b3500f" stroke-width="1.1"/>'
    '<rect x="6.6" y="24.4" width="18.8" height="5.4" rx="1.8" fill="#565f6b"/>'
)
_PARROT = (
    '<path d="M6.4 27.6H27" fill="none" stroke-width="3.6"/>'
    '<path d="M6.4 27.6H27" fill="none" stroke="#9a5b2c" stroke-width="1.4"/>'
    '<path d="M9.8 9C10.6 3.8 15.6 1.2 20 3.2C25.6 5.8 27 12 26.4 17.6C26 22 25.4 26.4 25 31'
    'L19.6 26C12.8 25.4 9.4 20.6 10.4 14.6Z" fill="#dc4433"/>'
    '<path d="M15.6 13C20.6 11.6 23.8 15.6 23 24C18.4 23 14.8 19 15.6 13Z" fill="#2f7fd0"/>'
    '<path d="M16.4 17.4C19 18.2 21 19.6 22.6 21.6" fill="none" stroke="#f4c430"'
    ' stroke-width="1.8"/>'
    '<circle cx="14.8" cy="8.8" r="3.2" fill="#fbf5e6" stroke="none"/>'
    f'<circle cx="14.6" cy="8.6" r="1.4" fill="{INK}" stroke="none"/>'
    '<path d="M10.8 6.6C5.6 6.8 3.8 11.4 6.4 15.4C7.6 13.4 9.2 13 11.2 13Z" fill="#f0b93a"/>'
)
_HOOK = (
    '<path d="M13.4 21V16.8C8 15.4 5.2 12 5.7 8.2C6.3 3.8 10.8 1.3 15.8 1.5C22.6 1.8 27 6.6 26.2 13'
    "C25.9 15.4 24.6 17.2 22.8 18C23.4 13.4 22.4 7.6 16.2 6.4C12.8 5.8 10.6 7 10.6 9"
    'C10.6 11.4 13.4 12.6 18.6 12.8V21Z" fill="#c9d1da"/>'
    '<path d="M7.6 20H24.4L22.4 30.4H9.6Z" fill="#9a5b2c"/>'
    '<path d="M7.6 20H24.4L23.7 23.6H8.3Z" fill="#e3b23c"/>'
    '<path d="M12.6 27H12.7M16 27H16.1M19.3 27H19.4" fill="none" stroke-width="1.8"/>'
)
_CHEST = (
    '<path d="M3 14.6C3 8.4 6.6 5 10.6 5H21.4C25.4 5 29 8.4 29 14.6Z" fill="#b5743a"/>'
    '<rect x="3" y="14.6" width="26" height="13.4" rx="1" fill="#9a5b2c"/>'
    '<path d="M7 28V10.6C7 8.4 8 6.4 9 5.4L11.6 5C10.8 6.6 10.6 8.6 10.6 10.6V28Z" fill="#e3b23c"/>'
    '<path d="M25 28V10.6C25 8.4 24 6.4 23 5.4L20.4 5C21.2 6.6 21.4 8.6 21.4 10.6V28Z"'
    ' fill="#e3b23c"/>'
    '<path d="M3 14.6H29" fill="none"/>'
    '<rect x="13" y="12" width="6" height="7.4" rx="1.4" fill="#f6d669"/>'
    f'<circle cx="16" cy="15.2" r="1.1" fill="{INK}" stroke="none"/>'
    '<path d="M16 15.4V17.4" fill="none" stroke-width="1.1"/>'
)

ART = {
    "bottle": _BOTTLE,
    "pistol": _PISTOL,
    "hat": _HAT,
    "skull": _SKULL,
    "dagger": _DAGGER,
    "key": _KEY,
    "weapons": _WEAPONS,
    "rum": _RUM,
    "lantern": _LANTERN,
    "parrot": _PARROT,
    "hook": _HOOK,
    "chest": _CHEST,
}


def definition(name: str) -> str:
    """Return the definition of a symbol, for `<use href="#ct-name">`."""
    return f'<symbol id="ct-{name}" viewBox="0 0 32 32"><g {_PEN}>{ART[name]}</g></symbol>'


def symbol(name: str) -> str:
    """Draw one symbol as a standalone SVG. `name` is one of the twelve, such as `rum`."""
    if name not in ART:
        raise ValueError(f"There is no symbol {name!r}; the symbols are {', '.join(ART)}.")
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" role="img" '
        f'aria-label="{name}"><title>{name}</title><g {_PEN}>{ART[name]}</g></svg>'
    )
