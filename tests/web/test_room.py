"""Room on the table: the whole board is in sight, and controls stay put, clear and large."""

import time
from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from cartagena.rules.presets import GAMES
from tests.support.servers import Server
from tests.web.chromium import person
from tests.web.player import (
    against_bots,
    at_one_screen,
    before_a_choice,
    drive,
    settle,
    sit_down,
)


class Size(NamedTuple):
    """A window size, and whether it belongs to a phone."""

    width: int
    height: int
    share: float
    """The minimum share of the window that the picture of the board takes."""
    phone: bool = False

    @property
    def options(self) -> dict[str, Any]:
        return {"viewport": {"width": self.width, "height": self.height}, "has_touch": self.phone}


SIZES = [
    Size(360, 640, 0.55, phone=True),
    Size(390, 844, 0.55, phone=True),
    Size(844, 390, 0.60, phone=True),
    Size(1366, 768, 0.65),
    Size(1920, 1080, 0.65),
]
PHONES = [size for size in SIZES if size.phone]
DESKTOPS = [size for size in SIZES if not size.phone]
SAMPLE = [("jamaica", 4), ("everything", 5), ("jamaica", 2), ("everything", 3)]
"""The shortest and the longest board with each number of players; `make browser` tries all."""
FINGER = 44
"""Smallest width and height of a control on a phone, in pixels."""
PIRATE = 20
"""Smallest width of a pirate on a desktop, in pixels. A figure is drawn in a box of 24 by 36."""

MEASURE = """() => {
  const place = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height };
  };
  const box = (selector) => place(document.querySelector(selector));
  const places = [...document.querySelectorAll(".table .board :is(.space, .end)")];
  const hidden = places.flatMap((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) return [`${one.dataset.place} is outside`];
    return found?.closest(".table .board") ? [] : [`${one.dataset.place} is covered by ${found?.className}`];
  });
  // The picture of the board: the drawn path, its spaces and its ends. The ground around them does not count.
  const drawn = [...document.querySelectorAll(".table .ground-layer :is(.way, .space, .end)"), ...document.querySelectorAll(".table .board .end")]
    .map((one) => one.getBoundingClientRect());
  const [left, top] = [Math.min(...drawn.map((one) => one.left)), Math.min(...drawn.map((one) => one.top))];
  const [right, bottom] = [Math.max(...drawn.map((one) => one.right)), Math.max(...drawn.map((one) => one.bottom))];
  const share = ((right - left) * (bottom - top)) / (innerWidth * innerHeight);
  const pirates = [...document.querySelectorAll(".table .pirate use")].map((one) => one.getScreenCTM().a * 24);
  return {
    places: places.length, hidden, share, pirate: Math.min(...pirates),
    parts: {
      board: box(".board-area .board"), hand: box(".rack"), turn: box(".turn"), players: box(".players-panel"),
      slots: [...document.querySelectorAll(".slot")].map(place),
    },
    // As it lies in the hand it is turned a little, which makes the box around it taller.
    card: (({ offsetWidth: width, offsetHeight: height }) => ({ width, height }))(document.querySelector(".hand .card")),
    wide: document.documentElement.scrollWidth, tall: document.documentElement.scrollHeight,
  };
}"""

COVERED = """() => {
  const things = document.querySelectorAll(
    ".table button, .table a, .table .target [data-badge], .table .target-glow, .table .pirate.movable:not(.behind)");
  const lit = new Set([...document.querySelectorAll(".table .target")].map((one) => one.dataset.target));
  const wrong = [];
  for (const thing of things) {
    if (!thing.checkVisibility({ visibilityProperty: true })) continue;
    // Moves in words are for the keyboard: they are out of sight until they have the focus.
    const words = thing.closest(".words");
    if (words && getComputedStyle(words).clipPath !== "none") continue;
    // A pirate on a target is pressed as the target that it stands on.
    if (thing.matches(".pirate") && lit.has(thing.dataset.place)) continue;
    if (thing.closest(".hand")) thing.scrollIntoView({ block: "nearest", inline: "nearest" });
    const edge = thing.matches(".target-glow");
    const { left, top, width, height } = (thing.querySelector(":scope > .body > use") ?? thing).getBoundingClientRect();
    // Of a card in the fan, the left part is in sight.
    const x = left + (thing.matches(".card-button") ? 22 : width / 2);
    const y = edge ? top + height - 1 : top + height / 2;
    const found = document.elementFromPoint(x, y);
    const whole = edge ? thing.closest(".target") : thing;
    const part = whole.matches(".pirate") ? found?.closest(".pirate")?.dataset.place === whole.dataset.place : whole.contains(found);
    if (!part) wrong.push(`${thing.outerHTML.slice(0, 90)} is covered by ${found?.closest("g")?.parentElement?.outerHTML.slice(0, 90) ?? found?.className}`);
  }
  return wrong;
}"""

SMALL = """(least) => [...document.querySelectorAll(".table :is(button, a, input, select)")].filter((one) => {
  const words = one.closest(".words");
  if (!one.checkVisibility() || (words && getComputedStyle(words).clipPath !== "none")) return false;
  const { width, height } = one.getBoundingClientRect();
  return width < least || height < least;
}).map((one) => one.outerHTML.slice(0, 120))"""

SHARES_IN_SIGHT = """(selector) => new Promise((done) => {
  const all = [...document.querySelectorAll(selector)];
  if (!all.length) done([]);
  const watcher = new IntersectionObserver((entries) => {
    watcher.disconnect();
    done(entries.map((one) => one.intersectionRatio));
  });
  for (const one of all) watcher.observe(one);
})"""
"""Returns the share of each element's area that is in sight."""
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
ALL, SOME = 0.999, 0.001
"""Shares of an element's area that count as all of it, and as a part."""
PATIENCE = 5.0
"""Seconds to wait for a pirate to arrive on a busy machine."""


def measured(page: Page) -> Any:
    """Return the boxes of all elements once they have come to rest."""
    page.wait_for_function(
        "() => document.querySelector('.board-area .board').getAnimations().length === 0"
    )
    end = time.monotonic() + PATIENCE
    layout = page.evaluate(MEASURE)
    while True:
        page.evaluate(TWO_FRAMES)
        before, layout = layout, page.evaluate(MEASURE)
        if layout == before:
            return layout
        assert time.monotonic() < end, "the table does not come to rest"


def expect_in_sight(page: Page, selector: str, ratio: float) -> None:
    """Wait until each of these elements is in the window, at least with this share of its area."""
    end = time.monotonic() + PATIENCE
    while (shares := page.evaluate(SHARES_IN_SIGHT, selector)) and time.monotonic() < end:
        if min(shares) >= ratio:
            return
    raise AssertionError(f"{selector} is not in sight: {shares}")


def covered(page: Page) -> Any:
    """Return the controls that are covered, once walking pirates have arrived."""
    end = time.monotonic() + PATIENCE
    while (covered := page.evaluate(COVERED)) and time.monotonic() < end:
        page.wait_for_timeout(50)
    return covered


def check_room(size: Size, layout: Any) -> None:
    """Check that the whole board is in sight and that its parts are large enough."""
    assert layout["places"] > 0
    assert layout["hidden"] == []
    assert layout["share"] >= size.share
    assert layout["wide"] <= size.width
    assert layout["tall"] <= size.height, "nothing has to be scrolled to"
    if size.phone:
        assert (layout["card"]["width"], layout["card"]["height"]) >= (56, 76)
    else:
        assert 96 <= layout["card"]["height"] <= 124
        assert layout["pirate"] >= PIRATE
    bottom = layout["parts"]["hand"]["y"] + layout["parts"]["hand"]["height"]
    assert bottom <= size.height + 1


def choose_in_turn(page: Page, before: Any, most: int) -> None:
    """Select cards and pirates: everything stays in place, and nothing is covered."""
    cards = page.locator(".hand .card-button:not([aria-disabled])")
    pirates = page.locator(".pirate.movable:not(.behind)")
    for all_ in (cards, pirates):
        for number in range(min(most, all_.count())):
            if all_ is cards:
                # Press with a pointer, because a key would show the moves in words.
                all_.nth(number).click(position={"x": 12, "y": 30})
            else:
                all_.nth(number).dispatch_event("click")
            expect(page.locator(".words .cancel")).to_be_attached()
            layout = measured(page)
            assert layout["parts"] == before["parts"]
            # The panel of a spell covers the board.
            if not page.locator(".words.casting").count():
                assert covered(page) == []
            page.keyboard.press("Escape")
            expect(page.locator(".words .cancel")).to_have_count(0)


def start(page: Page, preset: str, players: int) -> None:
    """Start a game whose first choice is on the board: a panel of cards would cover it."""
    for _ in range(5):
        against_bots(page, preset, players)
        settle(page)
        if not page.locator(".choice").count():
            return
    raise AssertionError("every game began with a choice of cards")


def resize(page: Page, size: Size) -> None:
    """Give the window another size and wait until the page is drawn in it."""
    page.set_viewport_size({"width": size.width, "height": size.height})
    page.evaluate(TWO_FRAMES)


def look(
    browser: Browser,
    server: Server,
    sizes: Sequence[Size],
    tables: Iterable[tuple[str, int]],
    most: int,
) -> None:
    """Check tables of presets and numbers of players.

    With five players, also select up to `most` cards and pirates.
    """
    with person(browser, server.url, **sizes[0].options) as anna:
        for preset, players in tables:
            start(anna.page, preset, players)
            for size in sizes:
                resize(anna.page, size)
                before = measured(anna.page)
                check_room(size, before)
                assert covered(anna.page) == []
                if size.phone:
                    assert anna.page.evaluate(SMALL, FINGER) == []
                if players == 5:
                    choose_in_turn(anna.page, before, most)


@pytest.mark.parametrize(
    ("sizes", "tables"), [(PHONES, SAMPLE), (DESKTOPS, SAMPLE[:2])], ids=["phone", "desktop"]
)
def test_whole_board_is_in_sight_and_nothing_moves(
    browser: Browser, server: Server, sizes: list[Size], tables: list[tuple[str, int]]
) -> None:
    look(browser, server, sizes, tables, most=1)


@pytest.mark.browser
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width}x{size.height}")
def test_whole_board_is_in_sight_with_every_preset(
    browser: Browser, server: Server, size: Size
) -> None:
    look(browser, server, [size], product(sorted(GAMES), (2, 3, 4, 5)), most=2)


WORDS = """() => {
  const box = (one) => one.getBoundingClientRect();
  const inside = (one, around) =>
    box(one).left >= box(around).left - 1 && box(one).right <= box(around).right + 1 && box(one).bottom <= innerHeight + 1;
  const apart = (one, other) => box(one).right <= box(other).left + 1 || box(one).left >= box(other).right - 1 ||
    box(one).bottom <= box(other).top + 1 || box(one).top >= box(other).bottom - 1;
  const all = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const [prompt] = all(".table .prompt p");
  return [
    ...(box(prompt).bottom <= innerHeight && box(prompt).top >= 0 ? [] : [`the prompt is cut off: ${prompt.textContent}`]),
    ...all(".turn-buttons button").flatMap((button) =>
      all(".turn-line .pip").every((pip) => apart(pip, button)) ? [] : [`${button.textContent} covers coins`]),
    ...all(".player .tally b").filter((count) => !inside(count, count.closest(".player"))).map(() => "a count is cut off"),
    ...all(".hand .card").filter((card) => box(card).left < 0 || box(card).right > innerWidth).map(() => "a card is cut off"),
  ];
}"""
"""Lists prompts, coins, counts and cards that are cut off or covered."""


@pytest.mark.parametrize("language", ["hu", pytest.param("en", marks=pytest.mark.browser)])
def test_longest_prompt_and_all_buttons_fit(
    browser: Browser, server: Server, language: str
) -> None:
    """On the sloop, with own and other pirates that can move, everything is offered at once."""
    with person(browser, server.url, locale=language) as anna:
        page = anna.page
        table, _ = before_a_choice(page, "everything", "sail", 2)
        sit_down(page, table)
        for size in SIZES:
            resize(page, size)
            settle(page)
            measured(page)
            assert page.evaluate(WORDS) == [], size


def test_chips_of_five_players_show_all_counts(browser: Browser, server: Server) -> None:
    with person(browser, server.url, **SIZES[0].options) as anna:
        start(anna.page, "everything", 5)
        for size in SIZES[:3]:
            resize(anna.page, size)
            measured(anna.page)
            assert anna.page.evaluate(WORDS) == [], size


def test_open_hands_of_all_players_are_in_sight(browser: Browser, server: Server) -> None:
    """On a phone they unfold at a tap."""
    with person(browser, server.url) as anna:
        page = anna.page
        rules = {"preset": "everything", "hands": "open"}
        table = at_one_screen(page, rules, "blue", "red", "green", "yellow", "purple")
        sit_down(page, table)
        settle(page)
        for size in SIZES:
            resize(page, size)
            measured(page)
            if size.phone:
                page.locator(".unfold").click()
            expect(page.locator(".player .small-hand")).to_have_count(4)
            expect_in_sight(page, ".player .small-hand, .player .small-hand .card", ALL)
            page.keyboard.press("Escape")


def test_choice_of_cards_lies_above_the_hand(browser: Browser, server: Server) -> None:
    everything = {"preset": "everything", "hands": "open"}
    with person(browser, server.url) as anna:
        page = anna.page
        table = at_one_screen(page, everything, "blue", "red", "green", "yellow", "purple")
        drive(page, table, "keep")
        sit_down(page, table)
        for size in SIZES:
            resize(page, size)
            settle(page)
            expect_in_sight(page, ".choice .card-button .art", 0.9)
            expect_in_sight(page, ".hand", SOME)
            page.wait_for_function("() => document.querySelector('.table .pirate')")
            assert covered(page) == []
