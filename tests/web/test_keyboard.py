"""Keyboard and screen reader: whole games from roles, names and announcements alone."""

import re
from random import Random

from playwright.sync_api import Page, expect

from tests.web.chromium import Watched
from tests.web.inspect import objections
from tests.web.player import (
    ask,
    at_one_screen,
    before_a_choice,
    drive,
    expected_seq,
    open_drawer,
    open_menu,
    quick_start,
    settle,
    sit_down,
    until_answered,
)

STOP = """() => {
  const here = document.activeElement;
  return [here.getAttribute("role") ?? here.nodeName, here.getAttribute("aria-label") ?? here.textContent.trim()];
}"""
TABS = 150
TURNS = 10
"""Number of turns that are played by keys. Half of them are ours, with up to three decisions
each."""


class ScreenReaderUser:
    """A screen reader user, who knows the focus, the announcements and the names of buttons."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.direction = "Tab"

    def buttons(self, pattern: str) -> list[str]:
        """Return the names of all buttons, as a screen reader lists them."""
        buttons = self.page.get_by_role("button", name=re.compile(pattern), disabled=False)
        names = buttons.evaluate_all(
            "all => all.map(one => one.getAttribute('aria-label') ?? one.textContent.trim())"
        )
        return [str(name) for name in names]

    def press(self, name: str) -> None:
        """Press a button after tabbing to it, forwards or backwards."""
        for direction in (self.direction, "Shift+Tab" if self.direction == "Tab" else "Tab"):
            for _ in range(TABS // 2):
                _, heard = self.page.evaluate(STOP)
                if heard == name:
                    self.direction = "Shift+Tab" if direction == "Tab" else "Tab"
                    self.page.keyboard.press("Enter")
                    return
                self.page.keyboard.press(direction)
        raise AssertionError(f"the focus never came to {name}")

    def said(self) -> str:
        """Return the last announcement."""
        return self.page.get_by_role("log").last.inner_text()

    def listen(self) -> bool:
        """Wait for the announcement of our turn; return False if the game is over."""
        words = re.compile(r"Your turn|wins!|You win!|Nobody wins")
        turn = self.page.locator(".turn[aria-live=polite]")
        expect(turn).to_contain_text(words, timeout=60_000)
        return "Your turn" in turn.inner_text()


def test_plays_a_whole_game_by_keyboard_and_screen_reader(anna: Watched) -> None:
    page, rng = anna.page, Random(1)
    page.goto("/create")
    blind = ScreenReaderUser(page)
    page.get_by_role("radio", name=re.compile("^Short Escape")).focus()
    page.keyboard.press("Space")
    page.get_by_role("combobox", name="Red").focus()
    page.keyboard.type("Bot: Deck")
    page.get_by_text("All rule options").focus()
    page.keyboard.press("Enter")
    page.get_by_label("End the game after this many turns").fill(str(TURNS))
    blind.press("Create the table")
    page.wait_for_url("**/table/*")
    expect(page.get_by_role("button", name="Log and chat")).to_be_visible()
    blind.press("Log and chat")
    blind.press("List view")
    decisions = 0
    while blind.listen():
        settle(page)
        before = expected_seq(page)
        pirates = blind.buttons("^Move Blue from here: ")
        if not pirates:
            blind.press(blind.buttons("^(End turn|Skip turn)")[0])
        else:
            blind.press(rng.choice(pirates))
            ways = blind.buttons("→")
            runs = [name for name in ways if not name.startswith("Back")]
            blind.press(rng.choice(runs or ways))
        until_answered(page, before)
        decisions += 1
        assert decisions < 400, "the game did not end"
    assert decisions > 8
    expect(page.get_by_role("heading", name=re.compile("win"))).to_be_visible()
    table = page.url.rpartition("/")[2]
    assert ask(page, f"/tables/{table}")["table"]["status"] == "finished"


def test_announces_moves_and_keeps_the_focus(anna: Watched) -> None:
    page = anna.page
    quick_start(page, "jamaica")
    settle(page)
    blind = ScreenReaderUser(page)
    before = expected_seq(page)
    blind.press("Log and chat")
    blind.press("List view")
    blind.press(blind.buttons("^Move Blue from here: jail")[0])
    move = page.locator(".buttons .move-button").first
    expect(move).to_be_visible()
    blind.press(str(move.text_content()).strip())
    until_answered(page, before)
    expect(page.locator("#live")).to_contain_text("Blue plays")
    # The button is gone. The focus is on its parent, and on no other button.
    assert page.evaluate("() => document.activeElement.className") == "hand-area"


def test_card_chosen_by_key_moves_the_focus_to_its_moves(anna: Watched) -> None:
    page = anna.page
    table = quick_start(page, "jamaica")
    settle(page)
    before = expected_seq(page)
    card = page.locator(".hand .card-button:not([aria-disabled])").first
    name = str(card.get_attribute("data-card"))
    card.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".words .move-button").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".words .move-button")).to_have_count(0)
    card.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    until_answered(page, before)
    assert ask(page, f"/tables/{table}")["log"][-1]["move"].startswith(f"{name} ")


def test_typed_moves_and_undo(anna: Watched) -> None:
    page = anna.page
    table = quick_start(page, "jamaica")
    settle(page)
    snapshot = ask(page, f"/tables/{table}")
    advance = next(move for move in snapshot["legal"] if "jail-" in move)
    lines, before = page.locator(".log .line"), len(snapshot["log"])
    expect(lines).to_have_count(before)
    open_menu(page)
    page.get_by_label("Type a move").fill(advance.rpartition("-")[0])
    page.keyboard.press("Enter")
    expect(lines).to_have_count(before + 1)
    expect(lines.last).to_contain_text("jail →")
    page.get_by_role("button", name="Undo").click()
    expect(lines).to_have_count(before)
    expect(page.locator("#live")).to_contain_text("Blue takes back a move.")
    anna.forgiving = True
    open_menu(page)
    page.get_by_label("Type a move").fill("fly to the moon")
    page.keyboard.press("Enter")
    expect(page.locator("#toast")).to_contain_text("fly")
    anna.forgiving = False


def test_log_is_navigated_by_keyboard(anna: Watched) -> None:
    page = anna.page
    table = at_one_screen(page, {"preset": "short", "turn_limit": 4}, "blue", "red")
    drive(page, table, "over")
    sit_down(page, table)
    lines = page.locator(".log .line")
    expect(lines.nth(3)).to_be_attached()
    last = lines.count() - 1
    open_drawer(page)
    for _ in range(5):
        page.keyboard.press("Tab")
    expect(lines.last).to_be_focused()
    way = page.locator(".board .last-move")
    drawn = {way.get_attribute("d") if way.count() else ""}
    for number in range(last - 1, -1, -1):
        page.keyboard.press("ArrowUp")
        expect(lines.nth(number)).to_be_focused()
        drawn.add(way.get_attribute("d") if way.count() else "")
    assert len(drawn) > 2, "each line shows its own move"
    page.keyboard.press("End")
    expect(lines.last).to_be_focused()
    page.keyboard.press("Home")
    expect(lines.first).to_be_focused()
    # The list is one tab stop, and the next one is after it.
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.closest('.log')") is None
    page.keyboard.press("Shift+Tab")
    expect(lines.first).to_be_focused()


def test_plays_a_turn_by_shortcuts(anna: Watched) -> None:
    page = anna.page
    rules = {"preset": "filibusters", "hands": "open"}
    table, move = before_a_choice(page, rules, "dark", number=1)
    sit_down(page, table)
    settle(page)
    dark = move.split()[0]
    cards = page.locator(".hand .card-button").evaluate_all(
        "all => all.map(one => one.dataset.card)"
    )
    symbols = list(dict.fromkeys(card.rstrip("*") for card in cards))
    number = str(symbols.index(dark.rstrip("*")) + 1)
    chosen = page.locator(".hand .card-button.chosen")
    page.keyboard.press(number)
    if dark.rstrip("*") in cards:
        expect(chosen).to_have_attribute("data-card", dark.rstrip("*"))
        page.keyboard.press(number)
    expect(chosen).to_have_attribute("data-card", dark)
    moves = page.locator(".words .action")
    page.keyboard.press("ArrowRight")
    expect(moves.nth(1)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(moves.first).to_be_focused()
    before = expected_seq(page)
    page.keyboard.press("Enter")
    until_answered(page, before)


def test_shortcuts_undo_and_end_the_turn_and_can_be_switched_off(anna: Watched) -> None:
    page = anna.page
    sit_down(page, at_one_screen(page, "tortuga", "blue", "red"))
    settle(page)
    lines = page.locator(".log .line")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(lines).to_have_count(1)
    settle(page)
    page.keyboard.press("u")
    expect(lines).to_have_count(0)
    page.keyboard.press("?")
    listed = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(listed).to_contain_text("End turn")
    assert objections(page) == []
    page.keyboard.press("Escape")
    expect(listed).to_have_count(0)
    # Shortcuts do nothing while something is typed, or once they are off.
    open_drawer(page, "chat")
    page.locator("#say").press_sequentially("1u")
    expect(page.locator(".hand .card-button.chosen")).to_have_count(0)
    open_menu(page)
    page.get_by_label("Keyboard shortcuts").uncheck()
    page.keyboard.press("Escape")
    page.locator("body").press("1")
    expect(page.locator(".hand .card-button.chosen")).to_have_count(0)
    open_menu(page)
    page.get_by_label("Keyboard shortcuts").check()
    page.keyboard.press("Escape")
    page.locator("body").press("1")
    expect(page.locator(".hand .card-button.chosen")).to_have_count(1)
    page.keyboard.press("Enter")
    settle(page)
    turn = page.locator(".turn-line").get_attribute("class")
    page.keyboard.press("e")
    expect(page.locator(".turn-line")).not_to_have_attribute("class", str(turn))
