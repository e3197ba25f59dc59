"""Understanding a game: hints, tooltips, refusals, analysis, pictures, links, muting."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.servers import Person, Server, me, seat
from tests.web.chromium import Watched, person
from tests.web.inspect import objections
from tests.web.player import ask, open_drawer, open_menu, open_more, quick_start, settle, sit_down

GAME = {"preset": "short", "turn_limit": 15}


@pytest.fixture(scope="module")
def host(server: Server) -> Person:
    return server.person("Hanna")


@pytest.fixture(scope="module")
def finished(host: Person) -> str:
    """Finish a public game."""
    table = host.table(me("blue"), seat("red", "bot"), seat("green", "bot"), rules=GAME)
    host.done(f"/tables/{table}/start")
    for snapshot in host.looks(table):
        if snapshot["legal"]:
            host.play(table, snapshot["legal"][0], snapshot["expected_seq"])
    return table


@pytest.fixture
def czech(browser: Browser, server: Server) -> Iterator[Watched]:
    with person(browser, server.url, locale="cs") as watched:
        yield watched


PASS_ON = """async table => {
    const address = `/api/v1/tables/${table}`;
    for (let key = 0; ; key++) {
        const seen = await (await fetch(address)).json();
        if (!seen.legal.length) return;
        const body = JSON.stringify({ move: seen.legal[0], expected_seq: seen.expected_seq, key: `k${key}` });
        const headers = { "content-type": "application/json" };
        await fetch(`${address}/moves`, { method: "POST", headers, body });
    }
}"""
"""Makes moves for the player at this browser until it is another player's turn."""


def expected_seq(page: Page) -> int:
    return int(page.evaluate("document.querySelector('.table').dataset.expected_seq"))


def test_hint_highlights_a_move_and_says_why(anna: Watched) -> None:
    page = anna.page
    quick_start(page, "jamaica")
    settle(page)
    before = expected_seq(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    # Without its net the hint does not end, until it is stopped.
    anna.context.route("**/nets/*", lambda _route: None)
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Stop").click()
    anna.context.unroute("**/nets/*")
    page.get_by_role("button", name="Hint").click()
    advice = page.locator(".hint-panel")
    expect(advice).to_be_visible(timeout=90_000)
    assert not [url for url in asked if url.endswith("/hint")], "this device can think"
    here = advice.get_attribute("data-move")
    table = page.url.rsplit("/", 1)[1]
    assert here == ask(page, f"/tables/{table}/hint", {"expected_seq": before})["move"]
    assert objections(page) == []
    words = advice.inner_text()
    assert words.startswith("Hint: ")
    chance = re.search(r"Your chance of winning from here: (\d+)–(\d+)%", words)
    assert chance is not None
    assert int(chance[1]) < int(chance[2])
    expect(page.locator(".board .hint-move")).to_have_count(1)
    assert re.search(r"spaces? forward|out of jail|like this|jumps over", words)
    page.keyboard.press("Escape")
    expect(advice).to_have_count(0)
    page.get_by_role("button", name="Hint").click()
    assert advice.inner_text() == words, "what was found is not sought again"
    expect(page.locator(".target.hinted")).to_have_count(1)
    page.locator(".target.hinted .target-glow").dispatch_event("click")
    page.wait_for_function(
        "n => Number(document.querySelector('.table').dataset.expected_seq) > n", arg=before
    )
    settle(page)
    expect(advice).to_have_count(0)


def test_everything_has_a_tooltip(anna: Watched) -> None:
    page = anna.page
    quick_start(page, "black-magic")
    settle(page)
    tip = page.locator("#tip")
    for selector, words in [
        (".supply .deck", "face down"),
        (".supply .discards h2", "in the discard pile"),
        (".player .pirates-home", "home"),
        ('.ground-layer [data-place="jail"] .sign', "where the pirates start"),
        (".chest-token", "A closed chest"),
    ]:
        page.locator(selector).first.hover(force=True)
        expect(tip).to_contain_text(words)
    page.mouse.move(0, 0)
    expect(tip).to_be_hidden()
    page.locator(".hand .card-button").first.focus()
    page.keyboard.press("Tab")
    expect(tip).to_contain_text("move a pirate to the next empty space")
    expect(tip).to_contain_text("Spell:")
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    ends = page.locator(".ground-layer .end")
    assert ends.evaluate_all("all => all.every(one => one.dataset.tip.length > 5)")
    # A space shows its symbol and its number, so it has no tooltip.
    assert page.locator(".space[data-tip]").count() == 0


UNDER_TIP = """() => {
  const tip = document.querySelector("#tip").getBoundingClientRect();
  return [...document.querySelectorAll("button, a, input, select, .movable, .target")].filter((one) => {
    const box = one.getBoundingClientRect();
    return one.checkVisibility() && box.left < tip.right && box.right > tip.left && box.top < tip.bottom && box.bottom > tip.top;
  }).map((one) => one.outerHTML);
}"""
"""The controls that the tooltip covers."""


def test_no_tooltip_for_a_resting_pointer_or_over_buttons(anna: Watched) -> None:
    page = anna.page
    page.clock.install()
    page.goto("/")
    table = ask(page, "/quick-start", {"rules": "black-magic", "players": 3})["id"]
    sit_down(page, table)
    settle(page)
    deck = page.locator(".supply .deck").bounding_box()
    card = page.locator(".hand .card-button").first
    assert deck is not None
    # The pointer is where the deck will appear.
    page.mouse.move(deck["x"] + 9, deck["y"] + 9)
    page.reload()
    settle(page)
    page.clock.run_for(2000)
    expect(page.locator("#tip")).to_be_hidden()
    page.mouse.move(deck["x"] + 12, deck["y"] + 12, steps=3)
    page.clock.run_for(2000)
    expect(page.locator("#tip")).to_contain_text("face down")
    box = card.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.clock.run_for(2000)
    tip = page.locator("#tip")
    expect(tip).to_contain_text("move a pirate")
    assert page.evaluate(UNDER_TIP) == []


def test_says_why_a_press_does_nothing(anna: Watched) -> None:
    page = anna.page
    quick_start(page, "jamaica")
    settle(page)
    toast = page.locator("#toast")
    page.locator('.pirate[data-colour="red"]').first.dispatch_event("click")
    expect(toast).to_have_text("You can’t move this pirate.")
    page.locator(".hand .card-button:not([aria-disabled])").first.click()
    lit = set(page.locator(".target").evaluate_all("all => all.map(one => one.dataset.target)"))
    dark = next(str(space) for space in range(1, 37) if str(space) not in lit)
    page.locator(f'.ground-layer [data-place="{dark}"]').dispatch_event("click")
    expect(toast).to_have_text("The card or pirate you chose can’t get there.")


def test_refusals_are_translated(czech: Watched) -> None:
    page = czech.page
    page.goto("/")
    page.locator(".home-known .big").click()
    page.wait_for_url("**/table/*")
    settle(page)
    open_menu(page)
    czech.forgiving = True
    for typed, words in [
        ("back jail", "Za tímto místem už nic není: vězení."),
        ("zpet vězení", "Za tímto místem už nic není: vězení."),
        ("sail", "V této hře šalupa nepluje."),
        ("cutlass 7", "Neznámé slovo: cutlass."),
    ]:
        page.locator("#typed").fill(typed)
        page.keyboard.press("Enter")
        expect(page.locator("#toast")).to_have_text(words)
    page.goto("/table/AAAAAAAAAAAAAAAA")
    expect(page.get_by_role("heading", name="Tento stůl neexistuje.")).to_be_visible()
    page.goto("/create")
    page.locator("label.game:has(input[value='jamaica'])").click()
    page.locator("details.all-options summary").click()
    page.locator("#option-magic").check()
    page.locator(".create .big").click()
    expect(page.locator(".form-error")).to_contain_text("Karibská čarodějnice potřebuje")
    page.locator("#option-magic").uncheck()
    page.locator("#option-jungle_cards").select_option("Morgan")
    page.locator(".create .big").click()
    expect(page.locator(".form-error")).to_contain_text("Volba „Jak se získávají karty v džungli“")


def test_explains_a_finished_game(
    anna: Watched, browser: Browser, server: Server, finished: str, tmp_path: Path
) -> None:
    page = anna.page
    page.goto(f"/table/{finished}")
    page.get_by_role("button", name="See where it turned").click()
    expect(page.locator(".analysis progress")).to_be_visible()
    chart = page.locator(".theatre .chart")
    expect(page.locator(".moments").first).to_be_visible(timeout=180_000)
    page.locator(".all-chances summary").click()
    moves = page.locator(".all-chances tbody tr").count()
    assert moves > 20
    assert chart.locator(".curve").count() == 3
    described = chart.locator("desc").evaluate("one => one.textContent")
    assert described.count("%") == 6
    # The chances add up to one at every move.
    row = page.locator(".all-chances tbody tr").nth(moves // 2).locator("td").all_inner_texts()
    chances = [re.fullmatch(r"\u2068(\d+)% ± (\d+)\u2069", cell) for cell in row[1:]]
    assert abs(sum(int(cell[1]) for cell in chances if cell) - 100) <= 2
    decisive = page.locator(".moments", has_text="What decided the game").locator(".moment")
    assert 1 <= decisive.count() <= 3
    for sentence in decisive.all_inner_texts():
        assert re.search(r"(Better: .+|was (un)?lucky: )\W*[+−]\d+ ± \d+\W+points?", sentence)

    words = page.locator(".replay-sentence")
    marked = page.locator(".turning-point").evaluate_all(
        "all => all.map((one) => one.dataset.move)"
    )
    assert marked == [re.findall(r"\d+", text)[0] for text in decisive.all_inner_texts()]
    for colour in ("red", "green", ""):
        page.get_by_label("Whose mistakes?").select_option(colour)
        listed = page.locator(".moments", has_text="Missed opportunities").locator(".moment")
        if colour:
            assert listed.count() == page.locator(f".moments:last-of-type .moment.{colour}").count()
    last = page.locator(".moment button").last
    last.click()
    at = re.match(r"Move (\d+)", last.inner_text())
    assert at is not None
    expect(words).to_contain_text(f"{at[1]} / {moves} ")
    # The slider and the board show the same move.
    assert page.locator(".scrubber").input_value() == at[1]
    elsewhere = 3 if at[1] != "3" else 4
    page.locator(".scrubber").fill(str(elsewhere))
    expect(words).to_contain_text(f"{elsewhere} / {moves} ")
    page.locator(".all-chances tbody button").nth(4).click()
    expect(words).to_contain_text(f"5 / {moves} ")
    assert objections(page) == []
    page.locator(".theatre-more summary").click()

    save_pictures(page, tmp_path)
    page.evaluate("navigator.clipboard.writeText = async text => void (window.copied = text)")
    page.get_by_role("button", name="Share this move").click()
    expect(page.locator("#toast")).to_have_text("Link copied.")
    link = page.evaluate("window.copied")
    page.get_by_role("button", name="Close").click()
    with page.expect_download() as download:
        open_more(page)
        page.get_by_role("link", name="Download game record").click()
    assert download.value.suggested_filename == f"cartagena-{finished}.json"
    # The link shows that move and the existing analysis.
    options: dict[str, Any] = {"locale": "he", "color_scheme": "dark", "has_touch": True}
    size = {"width": 360, "height": 740}
    with person(browser, server.url, viewport=size, **options) as bert:
        bert.page.goto(link)
        expect(bert.page.locator(".replay-sentence")).to_contain_text(f"5 / {moves} ")
        expect(bert.page.locator(".theatre .chart")).to_be_visible()
        assert bert.page.evaluate("document.documentElement.scrollWidth") <= 360
        assert objections(bert.page) == []
        bert.page.locator(".sheet-button").tap()
        bert.page.locator(".theatre .supply .deck").tap()
        expect(bert.page.locator("#tip")).to_contain_text("החפיסה")


def save_pictures(page: Page, folder: Path) -> None:
    """Save both pictures of the replay's board."""
    with page.expect_download() as drawn:
        page.locator(".theatre .picture-svg").click()
    drawn.value.save_as(folder / "board.svg")
    root = ET.parse(folder / "board.svg").getroot()
    text = (folder / "board.svg").read_text(encoding="utf-8")
    uses = {str(one.get("href")) for one in root.iter("{http://www.w3.org/2000/svg}use")}
    ids = {f"#{one.get('id')}" for one in root.iter() if one.get("id")}
    assert {"#ct-pirate-blue", "#ct-pirate-red"} <= uses <= ids
    assert "http" not in text.replace("http://www.w3.org/", "")
    with page.expect_download() as painted:
        page.locator(".theatre .picture-png").click()
    painted.value.save_as(folder / "board.png")
    png = (folder / "board.png").read_bytes()
    assert png.startswith(b"\x89PNG")
    assert int.from_bytes(png[16:20], "big") > 2000
    assert len(png) > 50_000


def test_mutes_and_unmutes_a_player(bert: Watched, host: Person) -> None:
    table = host.table(me("blue"), seat("red"), rules="short")
    bert.page.goto(f"/table/{table}")
    bert.page.get_by_role("button", name="Sit here: Red").click()
    expect(bert.page.get_by_text("Everyone is here.")).to_be_visible()
    host.done(f"/tables/{table}/start")
    page = bert.page
    open_drawer(page, "chat")
    host.done(f"/tables/{table}/chat", {"text": "Ahoy!"})
    expect(page.locator(".chat-message")).to_contain_text("Ahoy!")
    page.get_by_role("button", name="Mute Hanna").click()
    expect(page.locator(".chat-message")).to_have_count(0)
    expect(page.locator(".muted-list")).to_contain_text(re.compile(r"Hanna\W+is muted\."))
    host.done(f"/tables/{table}/chat", {"text": "Can you hear me?"})
    page.reload()
    open_drawer(page, "chat")
    expect(page.locator(".muted-list")).to_contain_text("Hanna")
    expect(page.locator(".chat-message")).to_have_count(0)
    page.get_by_role("button", name="Unmute Hanna").click()
    expect(page.locator(".chat-message")).to_have_count(2)
    # There are no hints in games between people, and a press out of turn shows why it does nothing.
    assert page.get_by_role("button", name="Hint").count() == 0
    page.evaluate(PASS_ON, table)
    expect(page.locator(".turn-line.ours")).to_have_count(0)
    page.locator(".hand .card-button").first.click(force=True)
    expect(page.locator("#toast")).to_have_text("It’s not your turn.")
