"""Around a game: laying a table, coming by a link, the clock, the log after a reload, leaving."""

import re

from playwright.sync_api import Page, expect

from tests.web.chromium import Watched
from tests.web.hands import ask, sit_down

WRONG_CLOCK = "(wrong) => { const right = Date.now; Date.now = () => right() + wrong; }"
HOUR = 3_600_000


def seconds_left(page: Page) -> int:
    """What the clock of the one who must choose shows."""
    clock = page.locator(".player .clock")
    expect(clock).to_have_text(re.compile(r"^\d+(:\d\d){1,2}$"))
    hours, minutes, seconds = f"0:{clock.inner_text()}".split(":")[-3:]
    return 3600 * int(hours) + 60 * int(minutes) + int(seconds)


def test_the_clock_is_the_server_s_also_where_ours_is_wrong(anna: Watched, bert: Watched) -> None:
    page = anna.page
    page.add_init_script(f"({WRONG_CLOCK})({3 * HOUR})")
    seats = [{"colour": colour, "kind": "me"} for colour in ("blue", "red")]
    table = ask(page, "/tables", {"rules": "short", "seats": seats, "seconds": 300})["id"]
    ask(page, f"/tables/{table}/start", {})
    sit_down(page, table)
    assert 240 < seconds_left(page) <= 300
    expect(page.locator(".player.absent")).to_have_count(0)
    # Our clock is set meanwhile: the next that comes, as everybody who comes back, brings the time.
    page.evaluate(WRONG_CLOCK, -7 * HOUR)
    expect(page.locator(".player .clock")).to_have_text(re.compile(r"^7:0\d:\d\d$"))
    sit_down(bert.page, table)
    expect(page.locator(".player .clock")).to_have_text(re.compile(r"^[34]:\d\d$"))


def test_from_one_hour_on_the_clock_shows_hours(anna: Watched) -> None:
    page = anna.page
    seats = [{"colour": colour, "kind": "me"} for colour in ("blue", "red")]
    for seconds, shown in ((86_399, r"^23:59:\d\d$"), (3900, r"^1:0\d:\d\d$"), (90, r"^1:\d\d$")):
        table = ask(page, "/tables", {"rules": "short", "seats": seats, "seconds": seconds})["id"]
        ask(page, f"/tables/{table}/start", {})
        sit_down(page, table)
        expect(page.locator(".player .clock")).to_have_text(re.compile(shown))
