"""Draws the pictures that go with links to tables: the empty board of each preset, and its name.

Run it with `make art`; where there is no Chromium the pictures stay as they are, and a test says when
one is missing. What they show follows from the preset alone, never from a game.
"""

import base64
import shutil
import struct
import sys
import zlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Page, sync_playwright

from cartagena.picture.board.empty_board import sprite, stage
from cartagena.rules.components import SYMBOLS
from cartagena.rules.options import Rules
from cartagena.rules.presets import GAMES

PREVIEWS = Path(__file__).parents[1] / "src" / "cartagena" / "web" / "previews"
WIDTH, HEIGHT = 600, 315
COLOURS = 256
"""How many colours a picture has, as many as a palette holds."""
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
    """What is painted for a preset, as a page."""
    rules = Rules.preset(preset)
    names = SYMBOLS[rules.edition]
    tiles = "".join(_TILES[i % len(_TILES)] for i in range(rules.tunnel + rules.jungle))
    board = stage([names[int(one)] for one in tiles], rules.tunnel, rules.jungle)
    drawn = board.replace("<svg ", '<svg class="board" ', 1)
    hidden = sprite().replace("<svg ", '<svg width="0" height="0" style="position:absolute" ', 1)
    return f"<style>{_STYLE}</style>{hidden}<h1>Cartagena: {GAMES[preset].title}</h1>{drawn}"


def pixels_of(page: Page, png: bytes) -> NDArray[np.uint8]:
    """The pixels of a picture: rows of red, green, blue."""
    address = f"data:image/png;base64,{base64.b64encode(png).decode()}"
    told = base64.b64decode(page.evaluate(_PIXELS, address))
    return np.frombuffer(told, np.uint8).reshape(HEIGHT, WIDTH, 4)[..., :3]


def painted(page: Page, preset: str) -> NDArray[np.uint8]:
    """The picture of a preset as pixels, on a page of that size."""
    page.set_content(page_of(preset))
    return pixels_of(page, page.screenshot())


def packed(pixels: NDArray[np.uint8]) -> bytes:
    """Pixels (rows of red, green, blue) as a PNG with few colours: the most common, and for all others the nearest."""
    rough = (pixels >> 4).astype(np.int64)
    keys = (rough[..., 0] << 8) | (rough[..., 1] << 4) | rough[..., 2]
    found, inverse, counts = np.unique(keys, return_inverse=True, return_counts=True)
    kept = found[np.argsort(-counts, kind="stable")[:COLOURS]]
    apart = [((one >> shift & 15)[:, None]) for one in (found, kept) for shift in (8, 4, 0)]
    distance = sum((apart[i] - apart[i + 3].T) ** 2 for i in range(3))
    indices = np.argmin(distance, axis=1)[inverse].reshape(keys.shape).astype(np.uint8)
    palette = b"".join(bytes(int(key >> shift & 15) * 17 for shift in (8, 4, 0)) for key in kept)

    def chunk(kind: bytes, content: bytes) -> bytes:
        whole = kind + content
        return struct.pack(">I", len(content)) + whole + struct.pack(">I", zlib.crc32(whole))

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
    """Draw them all."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.stderr.write("There is no Chromium here: the previews stay as they are.\n")
        return 0
    PREVIEWS.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        for preset in GAMES:
            (PREVIEWS / f"{preset}.png").write_bytes(packed(painted(page, preset)))
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
