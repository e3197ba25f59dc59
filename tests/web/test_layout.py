"""The table fits its window: no text cut off, no gaps, enough contrast."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.servers import Server
from tests.web.chromium import Watched, person
from tests.web.player import press_play, settle

# Returns the texts that their box cuts off and that have no tooltip with the full text.
CUT = """() => [...document.querySelectorAll("#top *, .table *")].filter((one) => {
    const style = getComputedStyle(one);
    return one.checkVisibility() && style.clipPath === "none" && style.overflowX === "hidden" &&
        one.textContent.trim() && !one.dataset.tip && one.scrollWidth > one.clientWidth + 1 && !one.closest(".board");
}).map((one) => `${one.className}: ${one.textContent}`)"""
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


def sit_down(page: Page, preset: str) -> None:
    """Start a game with two bots and wait for our turn, in any language."""
    press_play(page, preset)
    settle(page)
    expect(page.locator(".board .pirate").first).to_be_visible()


def box(page: Page, selector: str) -> dict[str, float]:
    """Return the position and size of an element."""
    box = page.locator(selector).bounding_box()
    assert box is not None
    return {"y": box["y"], "width": box["width"], "height": box["height"]}


@pytest.mark.parametrize("language", ["en", "hu", "he"])
def test_phone_shows_all_text_without_gaps(browser: Browser, server: Server, language: str) -> None:
    with person(browser, server.url, locale=language, **PHONE) as anna:
        page = anna.page
        sit_down(page, "everything")
        assert page.evaluate(CUT) == []
        expect(page.locator("#top")).to_be_hidden()
        players, board, hand = (
            box(page, one) for one in (".players-panel", ".board-area", ".strip")
        )
        assert players["y"] == 0
        assert board["y"] == pytest.approx(players["height"], abs=1)
        assert hand["y"] == pytest.approx(board["y"] + board["height"], abs=1)
        assert hand["y"] + hand["height"] == pytest.approx(740, abs=1), "the hand is at the thumb"


def test_site_is_in_the_menu_of_a_table(browser: Browser, server: Server) -> None:
    with person(browser, server.url, **PHONE) as anna:
        page = anna.page
        sit_down(page, "jamaica")
        page.locator(".menu-button").tap()
        page.locator("#language").select_option("cs")
        expect(page.locator("html")).to_have_attribute("lang", "cs")
        page.locator(".menu-button").tap()
        page.locator("#top .logo").tap()
        expect(page.locator(".home-known .big")).to_be_visible()
        expect(page.locator("body > #top")).to_be_visible()


def test_tap_on_a_space_selects_the_pirate_there(browser: Browser, server: Server) -> None:
    with person(browser, server.url, **PHONE) as anna:
        page = anna.page
        sit_down(page, "jamaica")
        # Next to the pirates, on the wall of the jail.
        page.locator(".end[data-place='jail']").tap(position={"x": 12, "y": 30})
        expect(page.locator(".pirate.chosen").first).to_have_attribute("data-place", "jail")
        assert page.locator(".target").count() > 0


def test_whole_board_is_visible_at_200_percent(browser: Browser, server: Server) -> None:
    with person(browser, server.url, viewport={"width": 640, "height": 400}) as anna:
        sit_down(anna.page, "jamaica")
        board = box(anna.page, ".board")
        assert board["height"] <= 400
        assert board["width"] <= 640
        assert anna.page.evaluate("document.documentElement.scrollWidth") <= 640


@pytest.mark.parametrize("language", ["en", "he"])
def test_arrow_is_next_to_the_card_drawn_next(
    browser: Browser, server: Server, language: str
) -> None:
    with person(browser, server.url, locale=language) as anna:
        sit_down(anna.page, "tortuga")
        arrow, card = (
            anna.page.locator(f".supply .row {one}").first.bounding_box()
            for one in (".arrow", ".card")
        )
        assert arrow is not None
        assert card is not None
        assert -2 <= card["x"] - arrow["x"] - arrow["width"] <= 12
        assert abs(card["y"] - arrow["y"]) < card["height"]


CONTRAST = """([selector, part, around]) => {
    const shade = (colour) => {
        const parts = colour.match(/[\\d.]+/g).slice(0, 3).map((one) => one / 255);
        const [r, g, b] = parts.map((one) => one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const thing = document.querySelector(selector);
    const style = getComputedStyle(thing);
    const colours = part.split(" ").map((one) => style[one].match(/rgba?\\([^)]*\\)/)[0]);
    const ground = getComputedStyle(thing.closest(around)).backgroundColor;
    return Math.max(...colours.map((one) => {
        const [dark, light] = [shade(one), shade(ground)].sort((a, b) => a - b);
        return (light + 0.05) / (dark + 0.05);
    }));
}"""
"""Returns the highest contrast of a control's marks with the ground."""


def stands_out(page: Page, where: list[str]) -> None:
    """Wait until the contrast is high enough: colours take a few frames to change."""
    measured = f"where => document.querySelector(where[0]) && ({CONTRAST})(where) >= 3"
    page.wait_for_function(measured, arg=where, timeout=5000)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_controls_and_selection_have_enough_contrast(
    browser: Browser, server: Server, scheme: str
) -> None:
    with person(browser, server.url, color_scheme=scheme) as anna:
        page = anna.page
        page.goto("/")
        expect(page.locator("#language")).to_be_visible()
        assert page.evaluate(CONTRAST, ["#language", "borderTopColor", "#language"]) >= 3
        page.get_by_role("button", name="Change the game").click()
        expect(page.locator("#name")).to_be_visible()
        for field in ("#name", "#quick-level"):
            assert page.evaluate(CONTRAST, [field, "borderTopColor", field]) >= 3
        assert page.evaluate(CONTRAST, ["#name", "borderTopColor", ".choice-sheet"]) >= 3
        sit_down(page, "jamaica")
        page.locator(".hand .card-button:not([aria-disabled])").first.click()
        expect(page.locator(".card-button.chosen")).to_be_visible()
        marks = "outlineColor boxShadow"
        stands_out(page, [".card-button.chosen .card", marks, ".controls"])
        # Mark the card as a hint does. Repeat it, because the card may be redrawn.
        mark = (
            "document.querySelector('.card-button.chosen')?.classList.replace('chosen', 'hinted')"
        )
        page.evaluate(f"() => {{ setInterval(() => {mark}, 20); {mark} }}")
        stands_out(page, [".card-button.hinted .card", marks, ".controls"])


def test_no_animation_runs_for_more_than_five_seconds(browser: Browser, server: Server) -> None:
    with person(browser, server.url, reduced_motion="no-preference") as anna:
        page = anna.page
        page.clock.install()
        page.goto("/")
        expect(page.locator(".home .pirate").first).to_be_attached()
        times = page.evaluate(
            "() => document.getAnimations().map((one) => one.effect.getComputedTiming().endTime)"
        )
        assert max(times, default=0) <= 5000
        page.get_by_role("button", name="Pause the demo").click()
        before = standing(page)
        page.clock.run_for(10_000)
        assert standing(page) == before
        page.get_by_role("button", name="Play the demo").click()
        page.clock.run_for(10_000)
        assert standing(page) != before
        page.emulate_media(reduced_motion="reduce")
        page.reload()
        expect(page.get_by_role("button", name="Play the demo")).to_be_visible()


def standing(page: Page) -> Any:
    return page.locator(".home .pirate").evaluate_all("all => all.map((one) => one.dataset.place)")


def test_reduced_motion_disables_smooth_scrolling(browser: Browser, server: Server) -> None:
    with person(browser, server.url) as anna:
        page = anna.page
        page.add_init_script(
            """window.ways = [];
            Element.prototype.scrollIntoView = (how) => window.ways.push(how?.behavior);"""
        )
        page.goto("/learn#examples")
        page.locator(".idea").first.click()
        page.wait_for_function("() => window.ways.length >= 2")
        assert "smooth" not in page.evaluate("window.ways")
        # A transition of 0.01 ms on everything would let colours lag behind, element by element.
        page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        transitions = (
            "() => document.getAnimations().filter((one) => one instanceof CSSTransition).length"
        )
        assert page.evaluate(transitions) == 0


def test_names_do_not_turn_the_numbers_after_them_around(anna: Watched) -> None:
    """In Hebrew "from 7 to 10" reads from right to left, in whatever script the name is."""
    page = anna.page
    page.goto("/")
    page.locator("#language").select_option("he")
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    right = page.evaluate(
        """async () => {
            const main = document.querySelector("script[type=module]").src;
            const { logSentence } = await import(new URL("model/sentences.js", main));
            const { allMessages } = await import(new URL("lib/i18n.js", main));
            await allMessages();
            const seat = (colour, name) => ({ colour, kind: "player", name });
            const seats = [seat("blue", "Bert"), seat("red", "Anna")];
            const state = { seats, rules: {}, you: [], views: [] };
            const line = document.createElement("p");
            line.textContent = logSentence(state, { seat: "blue", move: "morgan red 7-10" });
            document.body.append(line);
            const text = line.firstChild;
            const left = (digits) => {
                const range = document.createRange();
                const at = text.data.lastIndexOf(digits);
                range.setStart(text, at);
                range.setEnd(text, at + digits.length);
                return range.getBoundingClientRect().left;
            };
            return [line.textContent, left("7"), left("10")];
        }"""
    )
    assert "Anna" in right[0]
    assert right[1] > right[2]


SETTINGS = """() => [...document.querySelectorAll(".create .more :is(.field, .check)")].map((line) => {
  const [label, control] = [line.querySelector("label, span"), line.querySelector("select, input")]
    .map((one) => one.getBoundingClientRect());
  const across = label.top < control.bottom && control.top < label.bottom;
  const below = control.top >= label.bottom - 1 && control.top - label.bottom < 12;
  const box = line.querySelector("input");
  return { together: across || below, square: !box || control.width === control.height };
})"""
"""Returns whether label and control are next to each other, and if a box is square, by setting."""


@pytest.mark.parametrize("width", [360, 390, 1366])
def test_settings_of_a_table_stand_next_to_their_labels(
    browser: Browser, server: Server, width: int
) -> None:
    with person(browser, server.url, viewport={"width": width, "height": 844}) as anna:
        page = anna.page
        page.goto("/create")
        expect(page.locator(".create .more .field")).to_have_count(3)
        for setting in page.evaluate(SETTINGS):
            assert setting == {"together": True, "square": True}
        inside = """() => [...document.querySelectorAll(".game .poster-symbols")].every((one) => {
          const [inner, outer] = [one, one.parentElement].map((each) => each.getBoundingClientRect());
          return Math.abs((inner.left + inner.right) - (outer.left + outer.right)) < 2;
        })"""
        # Symbols are in the middle of their pictures, once these have loaded.
        page.wait_for_function(inside)
