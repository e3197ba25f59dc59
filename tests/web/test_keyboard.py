"""A whole turn without a pointer: the board as a list, cards by keys, typed moves."""

import json

from playwright.sync_api import Page, expect

from tests.web.chromium import Watched
from tests.web.hands import quick_start, settle
from tests.web.test_together import answers


def press(page: Page, role: str, name: str) -> None:
    """Tab until it has the focus, as somebody does who has no mouse, and press it."""
    for _ in range(120):
        page.keyboard.press("Tab")
        focused = page.evaluate(
            "document.activeElement.getAttribute('aria-label') || document.activeElement.textContent"
        )
        if str(focused).startswith(name):
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"the focus never came to the {role} {name}")


def test_a_move_by_keys_alone(anna: Watched) -> None:
    page = anna.page
    quick_start(page, "jamaica")
    settle(page)
    before = answers(page)
    press(page, "tab", "Board as a list")
    press(page, "button", "Move Blue from jail")
    expect(page.locator(".buttons .exact").first).to_be_visible()
    first = page.locator(".buttons .exact").first.inner_text()
    press(page, "button", first)
    page.wait_for_function(
        "n => Number(document.querySelector('.table').dataset.answers) > n", arg=before
    )
    expect(page.locator("#live")).to_contain_text("plays")


def test_typed_moves_and_undo(anna: Watched) -> None:
    page = anna.page
    table = quick_start(page, "jamaica")
    settle(page)
    told = json.loads(page.evaluate(f"fetch('/api/tables/{table}').then(a => a.text())"))
    advance = next(move for move in told["legal"] if "jail-" in move)
    page.get_by_label("Type a move").fill(advance.rpartition("-")[0])
    page.keyboard.press("Enter")
    expect(page.locator(".log .line").last).to_contain_text("jail →")
    lines = page.locator(".log .line").count()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".log .line")).to_have_count(lines - 1)
    anna.forgiving = True
    page.get_by_label("Type a move").fill("fly to the moon")
    page.keyboard.press("Enter")
    expect(page.locator("#toast")).to_contain_text("fly")
    anna.forgiving = False
