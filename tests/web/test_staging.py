"""Staging around the board: the deal, the caption of the last move, and the end of a game."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.servers import Server
from tests.web.chromium import Watched, person
from tests.web.player import (
    against_bots,
    ask,
    at_one_screen,
    before_a_choice,
    before_the_end,
    drive,
    expected_seq,
    open_menu,
    settle,
    sit_down,
    until_answered,
)

MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}


def test_deal_says_who_we_are_and_any_press_ends_it(browser: Browser, server: Server) -> None:
    with person(browser, server.url, **MOVING) as anna:
        page = anna.page
        seats = [{"colour": "blue", "kind": "me"}, {"colour": "red", "kind": "open"}]
        table = ask(page, "/tables", {"rules": "jamaica", "seats": seats})["id"]
        host = server.person("Bert")
        host.done(f"/tables/{table}/join", {})
        ask(page, f"/tables/{table}/start", {})
        page.goto(f"/table/{table}")
        deal = page.locator(".deal")
        expect(deal).to_contain_text("You’re Blue.")
        expect(deal).to_contain_text("begin")
        page.keyboard.press("Shift")
        expect(deal).to_have_count(0)
        expect(page.locator(".table.dealing")).to_have_count(0)
        # The deal is shown once, and for at most two seconds.
        page.reload()
        expect(deal).to_have_count(1)
        expect(deal).to_have_count(0, timeout=2500)


def test_caption_says_the_last_move_of_another_player(anna: Watched) -> None:
    page = anna.page
    against_bots(page, "jamaica", 2)
    settle(page)
    before = expected_seq(page)
    page.evaluate(
        """() => {
          window.captions = [];
          const caption = document.querySelector(".caption");
          new MutationObserver(() => window.captions.push(caption.textContent)).observe(caption, { childList: true, subtree: true, characterData: true });
        }"""
    )
    for _ in range(3):
        if not page.locator(".turn-line.ours").count():
            break
        page.locator(".hand .card-button:not([aria-disabled])").first.click()
        page.locator(".pirate.movable:not(.behind)").first.dispatch_event("click")
        until_answered(page, before)
        before = expected_seq(page)
    page.wait_for_function("() => window.captions.some((text) => /Jonas|Oliver/.test(text))")


RECORD = """() => {
  window.animations = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const { duration } = typeof options === "number" ? { duration: options } : options;
    const animated = [...new Set([frames].flat().flatMap((one) => Object.keys(one)))];
    window.animations.push({ of: this.getAttribute("class"), duration, animated });
    return animate.call(this, frames, options);
  };
}"""
"""Records all animations that scripts begin."""

WATCH_END = """() => {
  window.seen = { cheered: false, early: [], shown: null };
  const outside = (one) => {
    const { left, right } = one.getBoundingClientRect();
    return right < 0 || left > innerWidth;
  };
  const look = () => {
    const aboard = [...document.querySelectorAll('.pirate[data-place="sloop"]')];
    const jumping = aboard.filter((one) => one.querySelector(".figure").getAttribute("href").endsWith("-jump"));
    window.seen.cheered ||= jumping.length > 1;
    const panel = document.querySelector(".controls.finished");
    if (!panel) return requestAnimationFrame(look);
    window.seen.shown = {
      moving: aboard.filter((one) => one.getAnimations({ subtree: true }).some((each) => each.playState === "running")).length,
      gone: outside(document.querySelector(".ship")) && aboard.every(outside),
      confetti: document.querySelectorAll(".celebration").length,
    };
  };
  requestAnimationFrame(look);
}"""
"""Notes whether the crew cheers, and what is on the board when the card at the end appears."""


def make(page: Page, table: str, move: str) -> None:
    """Make a move without the page, which then shows it."""
    seq = ask(page, f"/tables/{table}")["expected_seq"]
    ask(page, f"/tables/{table}/moves", {"move": move, "expected_seq": seq, "key": "only"})


def test_card_at_the_end_waits_for_the_last_pirate_and_the_sloop(
    browser: Browser, server: Server
) -> None:
    with person(browser, server.url, **MOVING) as anna:
        page = anna.page
        table, move = before_the_end(page, "short")
        sit_down(page, table)
        settle(page)
        page.evaluate(WATCH_END)
        make(page, table, move)
        page.wait_for_function("() => window.seen.shown")
        seen = page.evaluate("window.seen")
        assert seen["cheered"]
        assert seen["shown"] == {"moving": 0, "gone": True, "confetti": 0}
        expect(page.locator(".result")).to_have_text("You win! All your pirates are free.")


def test_any_press_skips_the_end(browser: Browser, server: Server) -> None:
    with person(browser, server.url, **MOVING) as anna:
        page = anna.page
        table, move = before_the_end(page, "short")
        sit_down(page, table)
        settle(page)
        page.evaluate(WATCH_END)
        make(page, table, move)
        expect(page.locator(".board.sailed-off")).to_have_count(1)
        before = page.evaluate("performance.now()")
        page.keyboard.press("Shift")
        expect(page.locator(".finished")).to_be_visible()
        assert page.evaluate("performance.now()") - before < 2000


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_spell_has_a_vignette(browser: Browser, server: Server, motion: Any) -> None:
    with person(browser, server.url, reduced_motion=motion) as anna:
        page = anna.page
        for number, kind in enumerate(("weapons", "chest")):
            table, move = before_a_choice(page, "everything", kind, number)
            sit_down(page, table)
            settle(page)
            page.evaluate(RECORD)
            make(page, table, move)
            page.wait_for_function(
                "() => window.animations.some((one) => one.of.startsWith('vignette'))"
            )
            (shown,) = page.evaluate(
                "window.animations.filter((one) => one.of.startsWith('vignette'))"
            )
            assert kind in shown["of"]
            assert shown["duration"] <= 600
            expect(page.locator(".vignette")).to_have_count(0)


def test_pace_is_a_choice_in_the_menu(browser: Browser, server: Server) -> None:
    with person(browser, server.url, **MOVING) as anna:
        page = anna.page
        durations = {}
        for pace in ("slow", "fast"):
            table, move = before_a_choice(page, "short", "advance", 1)
            sit_down(page, table)
            settle(page)
            open_menu(page)
            page.locator("#pace").select_option(pace)
            open_menu(page)
            page.evaluate(RECORD)
            make(page, table, move)
            walk = "window.animations.find((one) => one.of.includes('pirate'))"
            page.wait_for_function(f"() => {walk}")
            durations[pace] = page.evaluate(walk)["duration"]
        assert durations["slow"] == pytest.approx(durations["fast"] * 1.7 / 0.5, rel=0.01)


def test_reduced_motion_fades(anna: Watched) -> None:
    page = anna.page
    table, move = before_a_choice(page, "jamaica", "advance", 1)
    sit_down(page, table)
    settle(page)
    page.evaluate(RECORD)
    make(page, table, move)
    page.wait_for_function("() => window.animations.length")
    assert {name for one in page.evaluate("window.animations") for name in one["animated"]} <= {
        "opacity"
    }
    assert page.locator(".board.alive").count() == 0, "torches rest, too"


def test_torches_and_flag_move_for_a_few_seconds_after_a_move(
    browser: Browser, server: Server
) -> None:
    with person(browser, server.url, **MOVING) as anna:
        page = anna.page
        table, move = before_a_choice(page, "complete", "advance", 1)
        sit_down(page, table)
        settle(page)
        assert page.locator(".board.alive").count() == 0
        make(page, table, move)
        expect(page.locator(".board.alive")).to_have_count(1)
        times = page.evaluate(
            """() => [...document.querySelectorAll(".life i, .ship .flag")].flatMap((one) =>
              one.getAnimations().map((each) => each.effect.getComputedTiming().endTime))"""
        )
        assert len(times) > 3, "torches and the flag"
        assert max(times) <= 5000


def test_game_ends_with_three_buttons(anna: Watched) -> None:
    page = anna.page
    table = at_one_screen(page, {"preset": "short", "turn_limit": 4}, "blue", "red")
    drive(page, table, "over")
    sit_down(page, table)
    main = page.locator(".finished > .buttons > :is(button, a):visible")
    expect(main).to_have_text(["Again", "See where it turned", "Share"])
    assert page.locator(".celebration").count() == 0, "nobody has won just now"
