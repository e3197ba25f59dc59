"""Cards: faces, dark faces, backs, and stacks of equal cards with their number."""

from __future__ import annotations

from cartagena.picture.model import symbol_of
from cartagena.picture.svg_writer import (
    CREAM,
    GOLD,
    INK,
    circle,
    group,
    path,
    rect,
    title,
    use,
    write,
)

WIDE, HIGH = 34.0, 46.0
STACK = 42.0
_STAR = "M0 -4.6L1.3 -1.5L4.6 -1.3L2 0.8L2.9 4L0 2.2L-2.9 4L-2 0.8L-4.6 -1.3L-1.3 -1.5Z"


def definitions() -> str:
    """Return the definition of the back of a card."""
    return (
        f'<symbol id="ct-back" viewBox="0 0 36 48"><rect x="0.7" y="0.7" width="34.6" '
        f'height="46.6" rx="4.5" fill="#7c2d26" stroke="{INK}" stroke-width="1.4"/>'
        f'<rect x="3.6" y="3.6" width="28.8" height="40.8" rx="2.6" fill="#8f3a30" '
        f'stroke="{GOLD}" stroke-width="1"/>'
        '<path d="M18 8L28.4 24L18 40L7.6 24Z" fill="none" stroke="#e0a92e" stroke-width="1"/>'
        '<path d="M12.4 17.4L23.6 30.6M23.6 17.4L12.4 30.6" stroke="#f5ecd7" stroke-width="2.4" '
        'stroke-linecap="round"/><circle cx="18" cy="22.6" r="5.2" fill="#f5ecd7"/>'
        '<path d="M15.6 26h4.8v3.2h-4.8Z" fill="#f5ecd7"/><circle cx="16.1" cy="22.8" r="1.4" '
        'fill="#7c2d26"/><circle cx="19.9" cy="22.8" r="1.4" fill="#7c2d26"/></symbol>'
    )


def card(name: str | None, x: float, y: float, scale: float = 1.0) -> str:
    """Draw a card with its upper left corner at (x, y). None shows the back."""
    w, h = WIDE * scale, HIGH * scale
    if name is None:
        return use("back", x, y, w, h)
    dark = name.endswith("*")
    size = 29 * scale
    parts = [
        rect(
            x + 0.7,
            y + 0.7,
            w - 1.4,
            h - 1.4,
            "#574463" if dark else CREAM,
            rx=4.5 * scale,
            stroke=INK,
            stroke_width=1.4,
        )
    ]
    if dark:
        parts.append(circle(x + w / 2, y + h / 2, 15.4 * scale, "#8d78a0"))
        parts.append(
            group(path(_STAR, "#f6d669", stroke=INK, stroke_width=0.7), at=(x + 6.5, y + 7))
        )
    parts.append(use(symbol_of(name), x + (w - size) / 2, y + (h - size) / 2, size, size))
    return "".join(parts)


def stack(name: str | None, count: int, x: float, y: float) -> str:
    """Draw a stack of equal cards with their number."""
    says = "a card nobody here can see" if name is None else name.replace("*", " (dark)")
    lift = min(count, 3) - 1
    parts = [title(f"{says} × {count}" if count > 1 else says)]
    parts += [card(name, x + 2.0 * i, y - 2.0 * i) for i in range(lift, -1, -1)]
    if count > 1:
        cx, cy = x + WIDE - 3, y + HIGH - 4
        r = 8.6 if count < 10 else 10.6
        parts.append(circle(cx, cy, r, GOLD, stroke=INK, stroke_width=1.3))
        parts.append(write(str(count), cx, cy + 4.3, 12, anchor="middle", bold=True))
    return group(*parts, class_="cards", data_card=name or "unknown", data_count=str(count))


def piles(
    cards: dict[str, int], unknown: int, x: float, y: float, per_line: int, step: float = STACK
) -> str:
    """Draw a hand or a pile sorted by symbol, with `per_line` stacks per line."""
    items: list[tuple[str | None, int]] = list(cards.items())
    if unknown:
        items.append((None, unknown))
    return "".join(
        stack(name, count, x + (i % per_line) * step, y + (i // per_line) * (HIGH + 8))
        for i, (name, count) in enumerate(items)
    )


def lines(cards: dict[str, int], unknown: int, per_line: int) -> int:
    """Return the number of lines that `piles` needs."""
    return max(1, -(-(len(cards) + bool(unknown)) // per_line))
