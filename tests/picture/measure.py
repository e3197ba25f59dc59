"""Measure SVG drawings: the corners of all elements after transforms."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import cos, radians, sin
from xml.etree.ElementTree import Element

SVG = "{http://www.w3.org/2000/svg}"
Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]
_SAME: Matrix = (1, 0, 0, 1, 0, 0)
_HIDDEN = {"defs", "symbol", "clipPath", "title", "desc"}


def _times(m: Matrix, n: Matrix) -> Matrix:
    a, b, c, d, e, f = m
    g, h, i, j, k, o = n
    return (
        a * g + c * h,
        b * g + d * h,
        a * i + c * j,
        b * i + d * j,
        a * k + c * o + e,
        b * k + d * o + f,
    )


def _transform(words: str) -> Matrix:
    matrix = _SAME
    for name, inside in re.findall(r"(\w+)\(([^)]*)\)", words):
        values = [float(value) for value in inside.split()]
        if name == "translate":
            step: Matrix = (1, 0, 0, 1, values[0], values[1])
        elif name == "scale":
            step = (values[0], 0, 0, values[-1], 0, 0)
        elif name == "rotate" and len(values) == 1:
            turn = radians(values[0])
            step = (cos(turn), sin(turn), -sin(turn), cos(turn), 0, 0)
        else:
            raise AssertionError(f"a transform the measure does not know: {words}")
        matrix = _times(matrix, step)
    return matrix


def _path(d: str) -> Iterator[Point]:
    """Return the points of a path, including control points."""
    x = y = 0.0
    for command, inside in re.findall(r"([A-Za-z])([^A-Za-z]*)", d):
        values = [float(value) for value in re.findall(r"-?[\d.]+", inside)]
        assert command in "MLCSQTAHVZhv", f"a path command the measure does not know: {command}"
        if command in "hv":
            x, y = (x + values[-1], y) if command == "h" else (x, y + values[-1])
            yield x, y
        elif command == "H":
            x = values[-1]
            yield x, y
        elif command == "V":
            y = values[-1]
            yield x, y
        elif command == "A":
            x, y = values[5:7]
            yield x, y
        else:
            for x, y in zip(values[::2], values[1::2], strict=True):
                yield x, y


def _corners(element: Element) -> Iterator[Point]:
    def number(key: str) -> float:
        return float(element.get(key, "0"))

    kind = element.tag.removeprefix(SVG)
    if kind in ("rect", "use"):
        x, y, w, h = (number(key) for key in ("x", "y", "width", "height"))
        yield from ((x, y), (x + w, y), (x, y + h), (x + w, y + h))
    elif kind in ("circle", "ellipse"):
        x, y = number("cx"), number("cy")
        rx, ry = number("rx") or number("r"), number("ry") or number("r")
        yield from ((x - rx, y - ry), (x + rx, y + ry))
    elif kind == "path":
        yield from _path(element.get("d", ""))
    elif kind == "text":
        x, y, size = number("x"), number("y"), number("font-size")
        wide = 0.6 * size * len(element.text or "")
        left = x - {"middle": wide / 2, "end": wide}.get(element.get("text-anchor", ""), 0)
        yield from ((left, y - size), (left + wide, y + size * 0.25))


def corners(element: Element, matrix: Matrix = _SAME) -> Iterator[Point]:
    """Return all corners of everything drawn in an element."""
    if element.tag.removeprefix(SVG) in _HIDDEN:
        return
    a, b, c, d, e, f = matrix = _times(matrix, _transform(element.get("transform", "")))
    for x, y in _corners(element):
        yield a * x + c * y + e, b * x + d * y + f
    for child in element:
        yield from corners(child, matrix)
