"""Makes the icons of the client from web/icon.svg: with a badge, and painted with Chromium.

Run it with `make art`; where there is no Chromium the icons stay as they are, and a test says when
they no longer look like the drawing.
"""

import base64
import re
import shutil
import struct
import sys
import zlib
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

WEB = Path(__file__).parents[1] / "src" / "cartagena" / "web"
NIGHT = "#16222d"
"""Behind the drawing, where a system cuts its own shape out of the icon."""

# The file, its size in pixels, and whether the drawing leaves the rim to be cut off.
ICONS = (
    ("icon-192.png", 192, False),
    ("icon-512.png", 512, False),
    ("icon-maskable-512.png", 512, True),
    ("apple-touch-icon.png", 180, True),
)

# Draws a picture and gives its pixels: four bytes each, as text.
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
    """The drawing; for a mask smaller, on a ground that fills the whole square."""
    plain = (WEB / "icon.svg").read_text(encoding="utf-8")
    if not maskable:
        return plain
    inner = re.sub(r"</?svg[^>]*>|<rect[^>]*/>", "", plain)
    ground = f'<rect x="-4" y="-4" width="72" height="72" fill="{NIGHT}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 72 72">{ground}{inner}</svg>'


def badged() -> str:
    """The drawing with a badge: for the tab of a browser while it is somebody's turn."""
    badge = '<circle cx="49" cy="15" r="13" fill="#d3342f" stroke="#fff8e7" stroke-width="4"/>'
    return drawing(maskable=False).replace("</svg>", f"{badge}</svg>")


def pixels(page: Page, picture: bytes, kind: str, size: int) -> bytes:
    """A picture as pixels."""
    address = f"data:{kind};base64,{base64.b64encode(picture).decode()}"
    return base64.b64decode(page.evaluate(PAINT, [address, size]))


def packed(painted: bytes, size: int) -> bytes:
    """The pixels as a small PNG: with sixteen shades a channel, a flat drawing needs few colours."""
    shades = bytes(round(value / 17) * 17 for value in range(256))
    rough = painted.translate(shades)
    colours: dict[bytes, int] = {}
    indices = bytes(
        colours.setdefault(rough[i : i + 4], len(colours)) for i in range(0, len(rough), 4)
    )

    def chunk(kind: bytes, content: bytes) -> bytes:
        whole = kind + content
        return struct.pack(">I", len(content)) + whole + struct.pack(">I", zlib.crc32(whole))

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
    """Make them all."""
    (WEB / "icon-turn.svg").write_text(badged(), encoding="utf-8")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.stderr.write("There is no Chromium here: the icons stay as they are.\n")
        return 0
    (WEB / "icons").mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        for name, size, maskable in ICONS:
            picture = drawing(maskable=maskable).encode()
            painted = pixels(page, picture, "image/svg+xml", size)
            (WEB / "icons" / name).write_bytes(packed(painted, size))
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
