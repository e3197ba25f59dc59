"""The preview pictures of links show the boards of their presets."""

import numpy as np
import pytest
from playwright.sync_api import Browser

from cartagena.rules.presets import GAMES
from cartagena.server.http.routes.invitations import PREVIEW
from tools.previews import HEIGHT, PREVIEWS, WIDTH, pixels_of, render

HEADING = 48
"""Height in pixels of the part above the board. The font of the name may differ on this machine."""
MOST = 6.0
"""Largest mean difference of pixels from the drawing, since a preview has few colours."""


@pytest.mark.browser
def test_previews_show_the_board_of_their_preset(browser: Browser) -> None:
    assert PREVIEW == (WIDTH, HEIGHT)
    page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
    for preset in GAMES:
        actual = pixels_of(page, (PREVIEWS / f"{preset}.png").read_bytes())[HEADING:].astype(int)
        now = render(page, preset)[HEADING:].astype(int)
        assert np.abs(actual - now).mean() < MOST, f"{preset}: run `make art`"
    page.close()
