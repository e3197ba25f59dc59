"""The prompt of a spell says what it does and costs, and so does a long press."""

from typing import Any

from playwright.sync_api import Browser, expect

from tests.support.servers import Server
from tests.web.chromium import person
from tests.web.player import at_one_screen, drive, expected_seq, settle, sit_down

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
RUM = "Spell: draw 3 cards, keep two, and each opponent gets one. Costs this card and an action."


def test_long_press_explains_a_spell_without_casting_it(browser: Browser, server: Server) -> None:
    with person(browser, server.url, **PHONE) as anna:
        page = anna.page
        table = at_one_screen(page, {"preset": "black-magic", "hands": "open"}, "blue", "red")
        spell = drive(page, table, "rum")
        sit_down(page, table)
        settle(page)
        card = spell.split("!")[0]
        page.locator(f'.hand .card-button[data-card="{card}"]').tap()
        expect(page.locator(".prompt")).to_contain_text(RUM)
        button = page.locator(f'.words .spell[data-move="{spell}"]')
        box = button.bounding_box()
        assert box is not None
        before = expected_seq(page)
        point = [{"x": box["x"] + 30, "y": box["y"] + 15}]
        finger = page.context.new_cdp_session(page)
        finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": point})
        expect(page.locator("#tip")).to_have_text(RUM)
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        expect(button).to_be_visible()
        assert expected_seq(page) == before
        button.tap()
        page.wait_for_function(
            "n => Number(document.querySelector('.table').dataset.expected_seq) > n", arg=before
        )
        expect(page.locator(".choice")).to_be_visible()
