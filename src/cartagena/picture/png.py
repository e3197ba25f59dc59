"""Render an SVG as PNG: `python -m cartagena.picture.png WIDTH HEIGHT < board.svg > board.png`.

The table server runs this as a program of its own, because rendering holds the interpreter's lock.
"""

import re
import sys

from cartagena.picture.svg_writer import NIGHT


def framed(drawing: str, width: int, height: int) -> str:
    """Return a picture of this size with a drawing in its middle."""
    inner = re.sub(r"^<svg ", f'<svg width="{width}" height="{height}" ', drawing, count=1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
        f'<rect width="{width}" height="{height}" fill="{NIGHT}"/>{inner}</svg>'
    )


def main() -> int:
    """Render the SVG on standard input."""
    from resvg_py import svg_to_bytes

    width, height = map(int, sys.argv[1:3])
    picture = framed(sys.stdin.buffer.read().decode(), width, height)
    sys.stdout.buffer.write(bytes(svg_to_bytes(svg_string=picture, width=width)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
