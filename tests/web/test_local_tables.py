"""Tables of this device: a game without a connection, a reload, two tabs, and storage that is refused."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from cartagena import Game
from cartagena.server.settings import Settings
from tests.support.servers import Server
from tests.web.chromium import person
from tests.web.player import ask

VERY_SHORT = {"preset": "short", "turn_limit": 6}
PAUSE = f"BOT_PACE = {Settings().bot_pace}"

CREATE = """async ([rules, level]) => {
  const { sendToWorker } = await import(document.querySelector("script[type=module]").src.replace("main", "net/local_link"));
  const body = { rules, players: 2, level, colour: "blue", bot_speed: "fast" };
  return JSON.parse(await sendToWorker("POST", "/api/v1/quick-start", body)).id;
}"""
GO_TO = """async (path) => {
  const router = await import(document.querySelector("script[type=module]").src.replace("main", "lib/router"));
  router.navigate(path);
}"""
PLAY = """async (id) => {
  const api = await import(document.querySelector("script[type=module]").src.replace("main", "net/api"));
  const { style } = document.documentElement;
  style.display = "none";
  for (;;) {
    const { legal, expected_seq, table } = await api.fetchTable(id);
    if (table.status === "finished") {
      style.display = "";
      return;
    }
    if (legal.length) {
      const best = legal.find((move) => /^[a-z]/.test(move) && !move.startsWith("back") && move !== "pass") ?? legal[0];
      await api.playMove(id, best, expected_seq, null);
    } else await new Promise((done) => setTimeout(done, 50));
  }
}"""
"""Plays a game to its end. In the meantime nothing is shown, because drawing takes most of the time."""

PLAY_TURN = """async (id) => {
  const api = await import(document.querySelector("script[type=module]").src.replace("main", "net/api"));
  for (let made = 0; made < 3; ) {
    const { legal, expected_seq } = await api.fetchTable(id);
    if (legal.length) {
      await api.playMove(id, legal[0], expected_seq, null);
      made++;
    } else await new Promise((done) => setTimeout(done, 20));
  }
}"""
RECORD = """async (id) => {
  const api = await import(document.querySelector("script[type=module]").src.replace("main", "net/api"));
  return api.fetchRecord(id);
}"""

QUICK_START = """async (rules) => {
  const api = await import(document.querySelector("script[type=module]").src.replace("main", "net/api"));
  const options = { rules, players: 2, level: "drunk", colour: "blue", bot_speed: "fast" };
  return (await api.quickStart(options)).id;
}"""
ANALYSIS = """async (id) => {
  const api = await import(document.querySelector("script[type=module]").src.replace("main", "net/api"));
  return api.fetchAnalysis(id);
}"""


@contextmanager
def bots_without_pauses(context: BrowserContext) -> Iterator[None]:
    """Let bots on this device move at once. By default they pause, so that people can follow."""
    program = "**/js/local/program.js"

    def hurry(route: Route) -> None:
        text = route.fetch().text()
        assert PAUSE in text
        route.fulfill(content_type="text/javascript", body=text.replace(PAUSE, "BOT_PACE = 0"))

    context.route(program, hurry)
    yield
    context.unroute(program, hurry)


def open_table(page: Page, level: str = "drunk", rules: Any = VERY_SHORT) -> str:
    """Create a table on this device, go there and return its id."""
    page.goto("/")
    expect(page.locator(".home .pirate").first).to_be_attached()
    table: str = page.evaluate(CREATE, [rules, level])
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
        table = anna.page.evaluate(CREATE, [VERY_SHORT, "drunk"])
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
        page.goto("/")
        page.get_by_role("button", name="Play now").click()
        page.wait_for_url("**/table/*")
        assert "local-" not in page.url


MAKE_OLD = """async (id) => {
  const opening = indexedDB.open("cartagena", 1);
  await new Promise((done) => { opening.onsuccess = done; });
  const transaction = opening.result.transaction("tables", "readwrite");
  const tables = transaction.objectStore("tables");
  const reading = tables.get(id);
  await new Promise((done) => { reading.onsuccess = done; });
  tables.put({ ...reading.result, format: 0 });
  await new Promise((done) => { transaction.oncomplete = done; });
}"""


def test_a_game_of_another_version_can_be_saved(browser: Browser, server: Server) -> None:
    with person(browser, server.url) as anna:
        page = anna.page
        table = open_table(page)
        page.goto("/")
        page.evaluate(MAKE_OLD, table)
        page.goto(f"/table/{table}")
        expect(page.get_by_role("heading", name="another version of the rules")).to_be_visible()
        with page.expect_download() as download:
            page.get_by_role("button", name="Save the game to a file").click()
        saved = json.loads(download.value.path().read_text(encoding="utf-8"))
        assert saved["log"][0]["seq"] == 1


def finished_on_server(page: Page) -> str:
    """Play a game on the server and open its table."""
    page.goto("/")
    expect(page.locator(".home .pirate").first).to_be_attached()
    table: str = page.evaluate(QUICK_START, VERY_SHORT)
    page.evaluate(PLAY, table)
    page.goto(f"/table/{table}")
    return table


def test_games_of_the_server_are_analysed_here_with_the_same_figures(
    browser: Browser, server: Server
) -> None:
    with person(browser, server.url) as anna:
        page = anna.page
        table = finished_on_server(page)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
        page.get_by_role("button", name="See where it turned").click()
        expect(page.locator(".theatre .accounts")).to_be_visible(timeout=120_000)
        assert not [one for one in asked if one.startswith("POST") and "analysis" in one]
        here = page.evaluate(ANALYSIS, table)["analysis"]
        # After a reload the page asks the server, which has not analysed the game yet.
        page.reload()
        ask(page, f"/tables/{table}/analysis", {})
        while (there := page.evaluate(ANALYSIS, table))["status"] == "running":
            page.wait_for_timeout(200)
        assert here == there["analysis"]


def test_an_analysis_on_this_device_can_be_stopped(browser: Browser, server: Server) -> None:
    with person(browser, server.url) as anna:
        page = anna.page
        finished_on_server(page)
        # No helper gets its net, so the analysis does not end by itself.
        anna.context.route("**/nets/*", lambda _route: None)
        page.get_by_role("button", name="See where it turned").click()
        page.get_by_role("button", name="Stop").click()
        expect(page.get_by_role("button", name="Analyse the game")).to_be_visible()
        anna.context.unroute("**/nets/*")
        page.get_by_role("button", name="Analyse the game").click()
        expect(page.locator(".theatre .accounts")).to_be_visible(timeout=120_000)


FOUR_CORES = """
Object.defineProperty(navigator, "hardwareConcurrency", { value: 4 });
self.jobs = [];
self.Worker = class extends Worker {
  postMessage({ kind, job }) {
    self.jobs.push({ trees: job.trees, number: job.number ?? -1, nodes: job.nodes, seed: String(job.seed) });
    super.postMessage({ kind, job });
  }
};
"""
"""Added to the worker, gives it four cores and notes the jobs of its helpers."""


def test_a_bot_searches_in_several_workers(browser: Browser, server: Server) -> None:
    with person(browser, server.url) as anna:
        anna.context.route(
            "**/js/local/worker.js",
            lambda route: route.fulfill(
                content_type="text/javascript", body=route.fetch().text() + FOUR_CORES
            ),
        )
        open_table(anna.page, "legend", "short")
        jobs: list[Any] = []
        # The first searches are in one worker, while the others start.
        for _ in range(10):
            if len(jobs) < 6:
                anna.page.evaluate(PLAY_TURN, anna.page.url.rsplit("/", 1)[1])
                jobs = anna.page.workers[0].evaluate("self.jobs")
    # One core is left to the page.
    assert [job["nodes"] for job in jobs[:3]] == [0, 0, 0]
    together = jobs[3:6]
    assert [job["number"] for job in together] == [0, 1, 2]
    assert {(job["trees"], job["nodes"], job["seed"]) for job in together} == {
        (3, together[0]["nodes"], together[0]["seed"])
    }
    assert together[0]["nodes"] >= 300
