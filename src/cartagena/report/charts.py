"""Charts as inline SVG. Their colours come from the page's style sheet."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10
from typing import Final

WIDTH: Final = 940
LABELS: Final = 190  # room for names at the left
ROW: Final = 30


@dataclass(frozen=True, slots=True)
class Bar:
    """A named value with an interval."""

    label: str
    value: float
    low: float
    high: float
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """A named line through points (x, y) in a CSS colour, with a band if it is uncertain."""

    label: str
    colour: str
    points: Sequence[tuple[float, float]]
    band: Sequence[tuple[float, float, float]] = ()


def svg(height: float, title: str, parts: Sequence[str]) -> str:
    """Return a chart with a title for screen readers."""
    return (
        f'<svg class="chart" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" '
        f'width="{WIDTH}" height="{height:g}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )


def whiskers(bars: Sequence[Bar], title: str, reference: float | None = None) -> str:
    """Draw a row per value: a dot, and a line for its interval."""
    values = [v for bar in bars for v in (bar.low, bar.high)]
    ends = values if reference is None else [*values, reference]
    ticks = scale(min(ends), max(ends))
    left, right = LABELS + 10, WIDTH - 190
    bottom = 14 + ROW * len(bars)

    def x(value: float) -> float:
        return left + (value - ticks[0]) / (ticks[-1] - ticks[0]) * (right - left)

    parts = _ticks_below(ticks, x, bottom)
    if reference is not None:
        parts.append(_line(x(reference), 6, x(reference), bottom, "fair"))
    for k, bar in enumerate(bars):
        y = 14 + ROW * (k + 0.5)
        parts += [
            _text(LABELS, y + 4, bar.label, "end"),
            _line(x(bar.low), y, x(bar.high), y, "whisker"),
            f'<circle class="dot" cx="{x(bar.value):.1f}" cy="{y:.1f}" r="5"/>',
            _text(right + 12, y + 4, bar.text, "start"),
        ]
    return svg(bottom + 24, title, parts)


def histogram(values: Sequence[float], title: str, unit: str) -> str:
    """Draw how often values of each size occurred."""
    ticks = scale(min(values), max(values))
    step = (ticks[-1] - ticks[0]) / 30
    step = max(1.0, round(step))
    bins = ceil((ticks[-1] - ticks[0]) / step) + 1
    counts = [0] * bins
    for value in values:
        counts[int((value - ticks[0]) // step)] += 1
    left, right, top, bottom = 40, WIDTH - 20, 10, 170

    def x(value: float) -> float:
        return left + (value - ticks[0]) / (bins * step) * (right - left)

    parts = _ticks_below(ticks, x, bottom)
    width = (right - left) / bins
    for k, count in enumerate(counts):
        height = (bottom - top) * count / max(counts)
        if count:
            parts.append(
                f'<rect class="bar" x="{left + k * width + 0.5:.1f}" y="{bottom - height:.1f}" '
                f'width="{width - 1:.1f}" height="{height:.1f}"/>'
            )
    parts.append(_text((left + right) / 2, bottom + 36, unit, "middle", "soft"))
    return svg(bottom + 44, title, parts)


def lines(
    data: Sequence[Line],
    title: str,
    unit: str,
    *,
    low: float,
    high: float,
    percent: bool = False,
    references: Sequence[float] = (),
) -> str:
    """Draw lines over a common axis, such as deals or moves."""
    most = max((point[0] for line in data for point in line.points), default=1.0)
    ticks = scale(0, max(1.0, most))
    left, right, top, bottom = 48, WIDTH - 16, 26, 300

    def x(value: float) -> float:
        return left + value / max(1.0, most) * (right - left)

    def y(value: float) -> float:
        return bottom - (min(max(value, low), high) - low) / (high - low) * (bottom - top)

    parts = _ticks_below([tick for tick in ticks if tick <= most], x, bottom)
    for level in scale(low, high):
        if low <= level <= high:
            label = f"{level:.0%}" if percent else f"{level:g}"
            parts.append(_line(left, y(level), right, y(level), "axis"))
            parts.append(_text(left - 6, y(level) + 4, label, "end", "soft"))
    parts += [_line(left, y(level), right, y(level), "fair") for level in references]
    for line in data:
        if line.band:
            edge = [(x(at), y(upper)) for at, _, upper in line.band]
            edge += [(x(at), y(lower)) for at, lower, _ in reversed(line.band)]
            parts.append(f'<polygon fill="{line.colour}" opacity="0.18" points="{_points(edge)}"/>')
    for k, line in enumerate(data):
        through = _points([(x(at), y(value)) for at, value in line.points])
        parts.append(
            f'<polyline fill="none" stroke="{line.colour}" stroke-width="2" points="{through}"/>'
        )
        at = left + 110 * k
        parts.append(f'<rect x="{at}" y="6" width="12" height="12" rx="3" fill="{line.colour}"/>')
        parts.append(_text(at + 18, 16, line.label, "start"))
    parts.append(_text((left + right) / 2, bottom + 36, unit, "middle", "soft"))
    return svg(bottom + 44, title, parts)


def scale(low: float, high: float) -> list[float]:
    """Return round numbers from below the lowest value to above the highest."""
    if high <= low:
        low, high = low - 1, high + 1
    rough = (high - low) / 5
    power = 10.0 ** floor(log10(rough))
    step = next(power * m for m in (1, 2, 5, 10) if power * m >= rough * 0.999)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [round(k * step, 10) for k in range(first, last + 1)]


def _ticks_below(ticks: Sequence[float], x: Callable[[float], float], bottom: float) -> list[str]:
    parts = []
    for tick in ticks:
        parts.append(_line(x(tick), 6, x(tick), bottom, "axis"))
        parts.append(_text(x(tick), bottom + 16, f"{tick:g}", "middle", "soft"))
    return parts


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _text(x: float, y: float, text: str, anchor: str, kind: str = "") -> str:
    attribute = f' class="{kind}"' if kind else ""
    return f'<text{attribute} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _points(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
