"""The palette, and functions that write SVG elements."""

from __future__ import annotations

from html import escape

INK = "#2a1f16"
PARCHMENT = "#f5ecd7"
GOLD = "#e0a92e"
GOLD_DARK = "#9b6a12"
NIGHT = "#16222d"
CREAM = "#fff8e7"
STONE = "#8b7f72"
WOOD = "#8a5a2f"
WOOD_DARK = "#5c3a1d"
SAND = "#ecd9a4"

SERIF = "Georgia, 'Palatino Linotype', 'DejaVu Serif', 'Liberation Serif', serif"
SANS = "system-ui, 'Segoe UI', 'DejaVu Sans', 'Liberation Sans', Arial, sans-serif"

Value = str | float | None


def num(value: float) -> str:
    """Write a coordinate, rounded to a tenth of a unit."""
    text = f"{value:.1f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


def tag(name: str, *children: str, **attributes: Value) -> str:
    """Write an element. `stroke_width` becomes `stroke-width`, `class_` becomes `class`."""
    parts = []
    for key, value in attributes.items():
        if value is None:
            continue
        text = escape(value, quote=True) if isinstance(value, str) else num(value)
        parts.append(f' {key.rstrip("_").replace("_", "-")}="{text}"')
    inside = "".join(children)
    return f"<{name}{''.join(parts)}>{inside}</{name}>" if inside else f"<{name}{''.join(parts)}/>"


def group(*children: str, at: tuple[float, float] | None = None, **attributes: Value) -> str:
    """Write a group, moved to `at`."""
    if at is not None:
        attributes = {"transform": f"translate({num(at[0])} {num(at[1])})", **attributes}
    return tag("g", *children, **attributes)


def path(d: str, fill: str = "none", **attributes: Value) -> str:
    """Write a path."""
    return tag("path", d=d, fill=fill, **attributes)


def rect(x: float, y: float, w: float, h: float, fill: str = "none", **attributes: Value) -> str:
    """Write a rectangle."""
    return tag("rect", x=x, y=y, width=w, height=h, fill=fill, **attributes)


def circle(x: float, y: float, r: float, fill: str = "none", **attributes: Value) -> str:
    """Write a circle."""
    return tag("circle", cx=x, cy=y, r=r, fill=fill, **attributes)


def ellipse(x: float, y: float, rx: float, ry: float, fill: str, **attributes: Value) -> str:
    """Write an ellipse."""
    return tag("ellipse", cx=x, cy=y, rx=rx, ry=ry, fill=fill, **attributes)


def use(name: str, x: float, y: float, w: float, h: float, **attributes: Value) -> str:
    """Write a copy of a definition, with its upper left corner at (x, y)."""
    return tag("use", href=f"#ct-{name}", x=x, y=y, width=w, height=h, **attributes)


def title(words: str) -> str:
    """Write the title of an element, for tooltips and screen readers."""
    return tag("title", escape(words, quote=False))


def write(
    words: str,
    x: float,
    y: float,
    size: float,
    *,
    fill: str = INK,
    anchor: str = "start",
    bold: bool = False,
    serif: bool = False,
    **attributes: Value,
) -> str:
    """Write a line of text whose baseline begins (or is centred, or ends) at (x, y)."""
    return tag(
        "text",
        escape(words, quote=False),
        x=x,
        y=y,
        font_size=size,
        fill=fill,
        text_anchor=None if anchor == "start" else anchor,
        font_weight="700" if bold else None,
        font_family=SERIF if serif else None,
        **attributes,
    )


def breadth(words: str, size: float, bold: bool = False) -> float:
    """Estimate the width of a line of text. Fonts differ, so the estimate is generous."""
    return len(words) * size * (0.62 if bold else 0.57)
