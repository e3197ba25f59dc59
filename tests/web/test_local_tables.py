"""Tables of this device: a game without a connection, a reload, two tabs, and storage that is refused."""

import json
from typing import Any

from playwright.sync_api import Browser, Page, expect

from cartagena import Game
from tests.support.servers import Server
from tests.web.chromium import person

CREATE = """async (rules) => {
  const { sendToWorker } = await import(document.querySelector("script[type=module]").src.replace("main", "net/local_link"));
  const body = { rules, players: 2, level: "drunk", colour: "blue", bot_speed: "fast" };
  return JSON.parse(await sendToWorker("POST", "/api/v1/quick-start", body)).id;
}"""
GO_TO = """async (path) => {
  const router = await import(document.querySelector("script[type=module]").src.replace("main", "lib/router"));
  router.navigate(path);
}"""
PLAY = """async (id) => {
  const api = await import(document.querySelector("script[type=module]").src.replace("main", "net/api"));
  for (;;) {
    const { legal, expected_seq, table } = await api.fetchTable(id);
    if (table.status === "finished") return;
    if (legal.length) {
      const best = legal.find((move) => /^[a-z]/.test(move) && !move.startsWith("back") && move !== "pass") ?? legal[0];
      await api.playMove(id, best, expected_seq, null);
    } else await new Promise((done) => setTimeout(done, 20));
  }
}"""
RECORD = """async (id) => {
  const api = await import(document.querySelector("script[type=module]").src.replace("main", "net/api"));
  return api.fetchRecord(id);
}"""


def open_table(page: Page) -> str:
    """Create a table on this device, go there and return its id."""
    page.goto("/")
    expect(page.locator(".home .pirate").first).to_be_attached()
    table: str = page.evaluate(CREATE, "short")
    page.goto(f"/table/{table}")
    expect(page.locator(".table .pirate").first).to_be_attached()
    return table


def moves_of(page: Page, table: str) -> list[Any]:
    """Return the log of a table."""
    script = """async (id) => {
      const api = await import(document.querySelector("script[type=module]").src.replace("main", "net/api"));
      return (await api.fetchTable(id)).log;
    }"""
    moves: list[Any] = page.evaluate(script, table)
    return moves


def test_a_finished_game_has_a_record_that_python_replays(browser: Browser, server: Server) -> None:
    with person(browser, server.url) as anna:
        table = open_table(anna.page)
        anna.page.evaluate(PLAY, table)
        record = json.loads(anna.page.evaluate(RECORD, table))
        game = Game.replay(record)
        assert game.over
        assert len(game.moves) == len(moves_of(anna.page, table))


def test_a_game_goes_on_after_a_reload_and_in_a_second_tab(
    browser: Browser, server: Server
) -> None:
    with person(browser, server.url) as anna:
        page = anna.page
        table = open_table(page)
        page.keyboard.press("h")
        page.reload()
        expect(page.locator(".table .pirate").first).to_be_attached()
        second = anna.context.new_page()
        second.goto(f"/table/{table}")
        expect(second.locator(".table .pirate").first).to_be_attached()
        second.evaluate(PLAY, table)
        expect(page.locator(".controls.finished, .result").first).to_be_attached()
        assert moves_of(page, table) == moves_of(second, table)


def test_a_browser_that_stores_nothing_still_plays(browser: Browser, server: Server) -> None:
    with person(browser, server.url) as anna:
        # A private window may have no database.
        anna.context.route(
            "**/js/local/store.js",
            lambda route: route.fulfill(
                content_type="text/javascript",
                body="const indexedDB = undefined;\n" + route.fetch().text(),
            ),
        )
        anna.page.goto("/")
        table = anna.page.evaluate(CREATE, "short")
        # Bots move at tables on the screen. The game lasts as long as its page.
        anna.page.evaluate(GO_TO, f"/table/{table}")
        expect(anna.page.locator(".table .pirate").first).to_be_attached()
        anna.page.evaluate(PLAY, table)
        assert json.loads(anna.page.evaluate(RECORD, table))["moves"]


def test_play_now_works_without_a_connection(browser: Browser, server: Server) -> None:
    with person(browser, server.url, service_workers="allow") as anna:
        page = anna.page
        page.goto("/")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        anna.forgiving = True
        anna.context.set_offline(True)
        page.goto("/")
        page.get_by_role("button", name="Play now").click()
        page.wait_for_url("**/table/local-*")
        expect(page.locator(".table .pirate").first).to_be_attached()
        page.reload()
        expect(page.locator(".table .pirate").first).to_be_attached()
        anna.context.set_offline(False)
