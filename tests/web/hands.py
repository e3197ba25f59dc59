"""Playing by hand: a person who makes any legal move by clicking, and prefers to run."""

from random import Random

from playwright.sync_api import Page, expect

OURS = ".turn-line.ours"
OVER = ".controls.finished"


def quick_start(page: Page, preset: str) -> str:
    """A game against bots, from the first page; the table's name."""
    page.goto("/")
    page.select_option("#quick-game", preset)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")
    expect(page.locator(".table .board .pirate").first).to_be_visible()
    return page.url.rpartition("/")[2]


def settle(page: Page) -> str:
    """Wait until it is ours to choose, or the game is over; says which."""
    page.wait_for_function(
        """() => document.querySelector('.controls.finished') ||
                 (document.querySelector('.turn-line.ours') && !document.querySelector('.table.busy'))"""
    )
    return "over" if page.locator(OVER).count() else "ours"


def log_length(page: Page) -> int:
    return page.locator(".log .line").count()


def click(page: Page, selector: str, nth: int = 0) -> None:
    """A click where the element is, whatever lies around it."""
    page.locator(selector).nth(nth).dispatch_event("click")


def any_of(page: Page, selector: str, rng: Random) -> bool:
    """Click one of these, if there are any."""
    count = page.locator(selector).count()
    if count:
        click(page, selector, rng.randrange(count))
    return count > 0


def move(page: Page, rng: Random) -> str:
    """One decision, made with the pointer; says of what kind it was."""
    choice = page.locator(".choice")
    if choice.count():
        kind = choice.first.get_attribute("data-choice") or ""
        any_of(page, ".choice .card-button:not([aria-disabled])", rng)
        if kind != "as":
            return kind
        any_of(page, ".pirate.free", rng)
        assert any_of(page, ".buttons .exact", rng)
        return "as"
    if page.locator(".buttons .sail").count() and rng.random() < 0.35:
        click(page, ".buttons .sail")
        return "sail"
    hooked = page.locator(".prompt").text_content() == "Hook: choose a second card."
    few = page.locator(".hand .card-button").count() < 3
    wants_card = hooked or rng.random() < (0.25 if few else 0.85)
    if wants_card and any_of(page, ".hand .card-button:not([aria-disabled])", rng):
        spells = page.locator(".buttons .spell").count()
        if spells and rng.random() < 0.6:
            kind = page.locator(".buttons .spell").first.inner_text()
            any_of(page, ".buttons .spell", rng)
            return kind.split(":")[1].strip()
        if any_of(page, ".pirate.free", rng):
            if any_of(page, ".target", rng):
                return "with" if hooked else "advance"
        elif any_of(page, ".buttons .spell", rng):
            return "spell"
    if any_of(page, ".pirate.free", rng):
        gains = page.locator(".target .coin").count()
        if gains:
            any_of(page, ".target .coin", rng)
            return "gain"
        assert any_of(page, ".buttons .exact, .buttons .spell", rng)
        return "advance"
    assert any_of(
        page, ".buttons .action.quiet:not(:has-text('Undo')):not(:has-text('Cancel'))", rng
    )
    return "pass"
