"""A spell says what it does and costs before it is cast, and so does a long press on its card."""

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


def test_card_turns_to_its_spell_and_says_what_it_does(browser: Browser, server: Server) -> None:
    with person(browser, server.url, **PHONE) as anna:
        page = anna.page
        table = at_one_screen(page, {"preset": "black-magic", "hands": "open"}, "blue", "red")
        spell = drive(page, table, "rum")
        sit_down(page, table)
        settle(page)
        name = spell.split("!")[0]
        card = page.locator(f'.hand .card-button[data-card="{name}"]')
        before = expected_seq(page)
        box = card.bounding_box()
        assert box is not None
        point = [{"x": box["x"] + 20, "y": box["y"] + 30}]
        finger = page.context.new_cdp_session(page)
        finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": point})
        expect(page.locator("#tip")).to_contain_text(RUM)
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        expect(card).to_have_attribute("aria-pressed", "false")
        card.tap()
        if not page.locator(".spell-side").count():
            expect(page.locator(".prompt")).to_contain_text("Press the card again for its spell.")
            card.tap()
        expect(page.locator(".spell-side")).to_have_count(1)
        expect(page.locator(".spell-text")).to_have_text(RUM)
        button = page.locator(f'.words .spell[data-move="{spell}"]')
        expect(button).to_be_in_viewport(ratio=1)
        assert expected_seq(page) == before
        button.tap()
        page.wait_for_function(
            "n => Number(document.querySelector('.table').dataset.expected_seq) > n", arg=before
        )
        expect(page.locator(".choice")).to_be_visible()
