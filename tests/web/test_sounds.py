"""Sounds: loaded and on after the first press, with a switch and a slider in the menu."""

from playwright.sync_api import Page, expect

from tests.web.chromium import Watched
from tests.web.player import open_menu, press_play, settle

LISTEN = """
window.played = [];
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...when) {
  window.played.push({ seconds: this.buffer.duration, loop: this.loop });
  return start.apply(this, when);
};
const gain = AudioContext.prototype.createGain;
AudioContext.prototype.createGain = function () {
  const node = gain.call(this);
  window.gains = [...(window.gains ?? []), node];
  return node;
};
"""
"""Records the sounds that are played."""
TICK = "window.played.some(({ seconds }) => Math.abs(seconds - 0.05) < 1e-6)"


def until_loaded(page: Page) -> None:
    page.wait_for_function("() => window.played.some(({ loop }) => loop)")


def test_sounds_come_with_the_first_press_and_not_before(anna: Watched) -> None:
    page = anna.page
    page.add_init_script(LISTEN)
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url.rpartition("/")[2]))
    page.goto("/")
    page.wait_for_load_state("networkidle")
    assert not {"sounds.bin", "sounds.json"} & set(fetched)
    press_play(page, "short")
    settle(page)
    # The loop of the tunnel plays as soon as the samples are there.
    until_loaded(page)
    assert fetched.count("sounds.bin") == 1
    page.locator(".hand .card-button:not([aria-disabled])").first.click()
    page.wait_for_function(TICK)


def test_switch_and_slider_change_what_is_heard(anna: Watched) -> None:
    page = anna.page
    page.add_init_script(LISTEN)
    press_play(page, "short")
    settle(page)
    page.locator(".hand .card-button:not([aria-disabled])").first.click()
    until_loaded(page)
    assert page.evaluate("window.gains[0].gain.value") < 0.5, "at first sounds are low"
    open_menu(page)
    page.get_by_label("Volume").fill("0.8")
    page.wait_for_function("() => Math.abs(window.gains[0].gain.value - 0.8) < 0.01")
    page.get_by_role("checkbox", name="Sound", exact=True).uncheck()
    page.keyboard.press("Escape")
    page.evaluate("window.played = []")
    card = page.locator(".hand .card-button:not([aria-disabled])").first
    pressed = card.get_attribute("aria-pressed")
    card.click()
    expect(card).not_to_have_attribute("aria-pressed", str(pressed))
    assert page.evaluate("window.played.length") == 0
    page.reload()
    settle(page)
    open_menu(page)
    expect(page.get_by_role("checkbox", name="Sound", exact=True)).not_to_be_checked()
    expect(page.get_by_label("Volume")).to_have_value("0.8")
