"""Write the icons of the client from web/icon.svg: one with a badge, and PNG files.

Run it with `make art`. Without Chromium the PNG files are not updated. A test fails if they differ from
the drawing.
"""

import base64
import re
import struct
import sys
import zlib
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tools.system_packages import find

WEB = Path(__file__).parents[1] / "src" / "cartagena" / "web"
NIGHT = "#16222d"
"""The background of maskable icons, from which a system cuts its own shape."""

# The file, its size in pixels, and whether it is maskable.
ICONS = (
    ("icon-192.png", 192, False),
    ("icon-512.png", 512, False),
    ("icon-maskable-512.png", 512, True),
    ("apple-touch-icon.png", 180, True),
)

# Renders an image and returns its RGBA pixels in base64.
PAINT = """async ([address, size]) => {
  const picture = new Image(size, size);
  picture.src = address;
  await picture.decode();
  const canvas = new OffscreenCanvas(size, size).getContext("2d");
  canvas.drawImage(picture, 0, 0, size, size);
  const { data } = canvas.getImageData(0, 0, size, size);
  let text = "";
  for (let i = 0; i < data.length; i += 8192) text += String.fromCharCode(...data.slice(i, i + 8192));
  return btoa(text);
}"""


def drawing(*, maskable: bool) -> str:
    """Return the drawing. A maskable one is smaller, on a background that fills the square."""
    svg = (WEB / "icon.svg").read_text(encoding="utf-8")
    if not maskable:
        return svg
    inner = re.sub(r"</?svg[^>]*>|<rect[^>]*/>", "", svg)
    background = f'<rect x="-4" y="-4" width="72" height="72" fill="{NIGHT}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 72 72">{background}{inner}</svg>'
    )


def drawing_with_badge() -> str:
    """Return the drawing with a badge, for the browser tab during the player's turn."""
    badge = '<circle cx="49" cy="15" r="13" fill="#d3342f" stroke="#fff8e7" stroke-width="4"/>'
    return drawing(maskable=False).replace("</svg>", f"{badge}</svg>")


def pixels(page: Page, picture: bytes, kind: str, size: int) -> bytes:
    """Render a picture and return its pixels."""
    address = f"data:{kind};base64,{base64.b64encode(picture).decode()}"
    return base64.b64decode(page.evaluate(PAINT, [address, size]))


def encode_png(rgba: bytes, size: int) -> bytes:
    """Encode pixels as a small PNG, with 16 shades per channel and a palette."""
    shades = bytes(round(value / 17) * 17 for value in range(256))
    rough = rgba.translate(shades)
    colours: dict[bytes, int] = {}
    indices = bytes(
        colours.setdefault(rough[i : i + 4], len(colours)) for i in range(0, len(rough), 4)
    )

    def chunk(kind: bytes, content: bytes) -> bytes:
        data = kind + content
        return struct.pack(">I", len(content)) + data + struct.pack(">I", zlib.crc32(data))

    lines = b"".join(b"\0" + indices[y * size : (y + 1) * size] for y in range(size))
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 3, 0, 0, 0))
        + chunk(b"PLTE", b"".join(colour[:3] for colour in colours))
        + chunk(b"tRNS", bytes(colour[3] for colour in colours))
        + chunk(b"IDAT", zlib.compress(lines, 9))
        + chunk(b"IEND", b"")
    )


def main() -> int:
    """Write all icons."""
    (WEB / "icon-turn.svg").write_text(drawing_with_badge(), encoding="utf-8")
    chromium = find("Chromium")
    if chromium is None:
        sys.stderr.write("Chromium is not installed: the PNG icons are not updated.\n")
        return 0
    (WEB / "icons").mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        for name, size, maskable in ICONS:
            picture = drawing(maskable=maskable).encode()
            rgba = pixels(page, picture, "image/svg+xml", size)
            (WEB / "icons" / name).write_bytes(encode_png(rgba, size))
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
