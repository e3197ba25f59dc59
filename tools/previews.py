"""Draw the preview images of links to tables: the empty board and the name of each preset.

Run it with `make art`. Without Chromium the images are not updated. A test fails if one is missing. An
image depends only on the preset, never on a game.
"""

import base64
import struct
import sys
import zlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Page, sync_playwright

from cartagena.picture.board.template import sprite, template_svg
from cartagena.rules.components import SYMBOLS
from cartagena.rules.options import Rules
from cartagena.rules.presets import GAMES
from tools.system_packages import find

PREVIEWS = Path(__file__).parents[1] / "src" / "cartagena" / "web" / "previews"
WIDTH, HEIGHT = 600, 315
COLOURS = 96
"""The number of colours. So few keep a preview below 50 kB, which messengers show."""
_STEP = 7
"""The template whose ratio is closest to the ratio of the space below the name."""
_TILES = ("024135", "513024", "350412", "241503", "135240", "402315")

_STYLE = """
body { margin: 0; width: 600px; height: 315px; background: #16222d; color: #fff8e7; overflow: hidden;
  display: grid; grid-template-rows: 48px 1fr; justify-items: center; align-items: center }
h1 { margin: 0; font: 700 25px Georgia, "DejaVu Serif", serif }
svg.board { width: 580px; height: 255px; align-self: start }
"""
_PIXELS = """async (address) => {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
  canvas.drawImage(picture, 0, 0);
  const { data } = canvas.getImageData(0, 0, picture.width, picture.height);
  let text = "";
  for (let i = 0; i < data.length; i += 8192) text += String.fromCharCode(...data.slice(i, i + 8192));
  return btoa(text);
}"""


def page_of(preset: str) -> str:
    """Return the page that shows a preset."""
    rules = Rules.preset(preset)
    names = SYMBOLS[rules.edition]
    tiles = "".join(_TILES[i % len(_TILES)] for i in range(rules.tunnel + rules.jungle))
    board = [names[int(tile)] for tile in tiles]
    drawing = template_svg(rules.tunnel, rules.jungle, _STEP, board)
    drawing = drawing.replace("<svg ", '<svg class="board" ', 1)
    hidden = sprite().replace("<svg ", '<svg width="0" height="0" style="position:absolute" ', 1)
    return f"<style>{_STYLE}</style>{hidden}<h1>Cartagena: {GAMES[preset].title}</h1>{drawing}"


def pixels_of(page: Page, png: bytes) -> NDArray[np.uint8]:
    """Return the RGB pixels of a picture, row by row."""
    address = f"data:image/png;base64,{base64.b64encode(png).decode()}"
    rgba = base64.b64decode(page.evaluate(_PIXELS, address))
    return np.frombuffer(rgba, np.uint8).reshape(HEIGHT, WIDTH, 4)[..., :3]


def render(page: Page, preset: str) -> NDArray[np.uint8]:
    """Render the image of a preset. The page must have the size of the image."""
    page.set_content(page_of(preset))
    return pixels_of(page, page.screenshot())


def encode_png(pixels: NDArray[np.uint8]) -> bytes:
    """Encode RGB pixels as a PNG with the most common colours. Others become the nearest one."""
    rough = (pixels >> 4).astype(np.int64)
    keys = (rough[..., 0] << 8) | (rough[..., 1] << 4) | rough[..., 2]
    colours, inverse, counts = np.unique(keys, return_inverse=True, return_counts=True)
    palette_keys = colours[np.argsort(-counts, kind="stable")[:COLOURS]]
    channels = [
        (each >> shift & 15)[:, None] for each in (colours, palette_keys) for shift in (8, 4, 0)
    ]
    distance = sum((channels[i] - channels[i + 3].T) ** 2 for i in range(3))
    indices = np.argmin(distance, axis=1)[inverse].reshape(keys.shape).astype(np.uint8)
    palette = b"".join(
        bytes(int(key >> shift & 15) * 17 for shift in (8, 4, 0)) for key in palette_keys
    )

    def chunk(kind: bytes, content: bytes) -> bytes:
        data = kind + content
        return struct.pack(">I", len(content)) + data + struct.pack(">I", zlib.crc32(data))

    height, width = indices.shape
    lines = b"".join(b"\0" + row.tobytes() for row in indices)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0))
        + chunk(b"PLTE", palette)
        + chunk(b"IDAT", zlib.compress(lines, 9))
        + chunk(b"IEND", b"")
    )


def main() -> int:
    """Draw all images."""
    chromium = find("Chromium")
    if chromium is None:
        sys.stderr.write("Chromium is not installed: the previews are not updated.\n")
        return 0
    PREVIEWS.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        for preset in GAMES:
            (PREVIEWS / f"{preset}.png").write_bytes(encode_png(render(page, preset)))
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
