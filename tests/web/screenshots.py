"""Takes the pictures of the browser client for the documentation: `make screens`.

Every screen is taken on a desktop, on a phone, in Hebrew and in the dark, from the same tables.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.support.servers import Server, me, running, seat
from tests.web.chromium import launch, person
from tests.web.player import open_more, until_still

IMAGES = Path(__file__).parents[2] / "docs" / "images"
DESKTOP: dict[str, Any] = {"viewport": {"width": 1366, "height": 768}}
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
LOOKS: dict[str, dict[str, Any]] = {
    "": DESKTOP,
    "-phone": {**PHONE, "device_scale_factor": 1.5},
    "-hebrew": {**DESKTOP, "locale": "he"},
    "-dark": {**DESKTOP, "color_scheme": "dark"},
}
FEW_CARDS = 4
CARDS = ("weapons", "rum", "lantern", "parrot", "hook", "chest")
USABLE = ".hand .card-button:not([aria-disabled])"
FAR = 2
"""Number of spaces jumped over that makes a picture worth looking at."""
LEFT_EDGE: Any = {"x": 12, "y": 30}
"""A point of a card that the next card of the fan does not cover."""
CROSS_FADE_MS = 800
"""Time until pirates that were moved by a jump in the replay are there."""


class Tables:
    """The tables of one person, played by requests up to moments worth a picture."""

    def __init__(self, page: Page, seed: int) -> None:
        page.goto("/")
        page.evaluate(
            "import(document.querySelector('script').src.replace('main', 'net/http')).then((http) => http.me())"
        )
        self._ask = page.request
        self._rng = Random(seed)

    def _post(self, path: str, body: dict[str, Any]) -> Any:
        answer = self._ask.post(f"/api/v1{path}", data=body)
        assert answer.ok, answer.text()
        return answer.json()

    def _choose(self, snapshot: dict[str, Any]) -> str:
        """Advance with many cards, retreat with few, and do not end a turn early."""
        view = snapshot["views"][0]
        poor = view["hand_sizes"][view["turn"]] < FEW_CARDS

        def value(move: str) -> float:
            gains = move.startswith(("back", "morgan"))
            fitting = gains == poor and not move.startswith(("back sloop", "back cove"))
            return self._rng.random() + fitting - 3 * (move in ("pass", "skip")) + 2 * ("!" in move)

        legal: list[str] = snapshot["legal"]
        return max(legal, key=value)

    def lay(self, rules: str, until: Callable[[dict[str, Any]], bool], bots: int = 2) -> str:
        """Create a table against bots, play to an interesting moment, and return its id."""
        colours = ("red", "green", "yellow", "purple")[:bots]
        seats = [{"colour": colour, "kind": "bot", "level": "deckhand"} for colour in colours]
        response = self._post(
            "/tables", {"rules": rules, "seats": [{"colour": "blue", "kind": "me"}, *seats]}
        )
        table = str(response["id"])
        self._post(f"/tables/{table}/start", {})
        for number in range(4000):
            snapshot = self._ask.get(f"/api/v1/tables/{table}").json()
            over = snapshot["table"]["status"] == "finished"
            if over or (snapshot["legal"] and until(snapshot)):
                return table
            if snapshot["legal"]:
                move = {
                    "move": self._choose(snapshot),
                    "expected_seq": snapshot["expected_seq"],
                    "key": f"{number}",
                }
                self._post(f"/tables/{table}/moves", move)
        raise AssertionError(f"{rules} never came to where it should")

    def open(self) -> str:
        """Create a table that waits for players."""
        seats = [{"colour": "blue", "kind": "me"}, {"colour": "red", "kind": "open"}]
        seats += [{"colour": "green", "kind": "bot", "level": "captain"}]
        return str(self._post("/tables", {"rules": "complete", "seats": seats})["id"])


def later(moves: int) -> Callable[[dict[str, Any]], bool]:
    """Stop after a number of moves, at the beginning of our turn."""
    return lambda snapshot: (
        len(snapshot["log"]) >= moves
        and snapshot["views"][0]["pending"] is None
        and snapshot["views"][0]["actions_left"] == 3
        and any("sloop" not in move for move in snapshot["legal"])
    )


def leaping(snapshot: dict[str, Any]) -> bool:
    """Stop in the middle of a game when a move jumps over several spaces."""
    return later(60)(snapshot) and any(
        move.split()[0] in CARDS and len(jumped) >= FAR
        for move, jumped in snapshot["jumps"].items()
    )


def keeping(snapshot: dict[str, Any]) -> bool:
    """Stop when cards are to be kept and some pirates are on the path."""
    pending = snapshot["views"][0]["pending"]
    return len(snapshot["log"]) > 25 and pending is not None and pending["kind"] == "keep"


def choose(page: Page) -> None:
    """Select a pirate that can move, so that its targets are highlighted."""
    page.locator(".pirate.movable:not(.behind)").last.dispatch_event("click")
    page.evaluate("scrollTo(0, 0)")


def leap(page: Page) -> None:
    """Choose a card and point at a pirate, so that the way over the most pirates is drawn."""
    page.locator(".turn-line.ours").wait_for()
    page.locator(USABLE).first.wait_for()
    ticks = page.locator(".paths .jump-tick")
    pirates = page.locator(".pirate.movable:not(.behind)")
    best = (-1, "", 0)
    for card in page.locator(USABLE).all():
        card.click(position=LEFT_EDGE)
        for number in range(pirates.count()):
            point(page, number)
            name = card.get_attribute("data-card") or ""
            best = max(best, (ticks.count(), name, number))
        page.keyboard.press("Escape")
    _, name, number = best
    page.locator(f'.hand .card-button[data-card="{name}"]').click(position=LEFT_EDGE)
    point(page, number)
    page.locator(".paths .way").first.wait_for(state="attached")


def point(page: Page, number: int) -> None:
    """Point at one of the pirates that can move, and wait until the way is drawn."""
    box = page.locator(".pirate.movable:not(.behind) .figure").nth(number).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 40)))")


def think(page: Page) -> None:
    """Play out an idea of the second worked example."""
    page.locator(".puzzle-list button").nth(1).dispatch_event("click")
    page.locator(".idea").nth(1).dispatch_event("click")
    page.locator(".feedback.good").wait_for()
    page.evaluate("scrollTo(0, 0)")


def play_back(page: Page) -> None:
    """Show the replay in the middle of the game."""
    open_more(page)
    page.locator(".finished .more .buttons button").first.click()
    page.locator(".scrubber").fill("30")
    page.wait_for_timeout(CROSS_FADE_MS)
    page.evaluate("scrollTo(0, 0)")


def explore(page: Page) -> None:
    """Open the analysis board on a move of the replay."""
    play_back(page)
    page.locator(".theatre-more summary").click()
    page.locator(".theatre .analysis-board").click()
    page.locator(".analysis-board-values button").first.wait_for(timeout=90_000)


def see_games(page: Page) -> None:
    """Wait for results and finished games."""
    page.locator(".past-games li").first.wait_for()


def hint(page: Page) -> None:
    """Show a hint with its reasons."""
    page.locator(".action.hint").click()
    page.locator(".hint-panel").wait_for(timeout=90_000)


def analyse(page: Page) -> None:
    """Show the analysis of a finished game."""
    page.get_by_role("button", name="See where it turned").click()
    page.locator(".moment button").first.wait_for(timeout=300_000)
    page.locator(".moment button").nth(2).click()
    page.evaluate("scrollTo(0, 0)")


def nothing(_: Page) -> None:
    """Leave the screen unchanged."""


def shot(page: Page, name: str, path: str, deed: Callable[[Page], None]) -> None:
    """Take a picture."""
    page.goto(path)
    page.locator("main h1:visible, .waiting-room h1").first.wait_for()
    if path.startswith(("/table/", "/learn")) and not name.startswith(("waiting", "puzzles")):
        page.locator(".board .pirate").first.wait_for(state="attached")
    until_still(page)
    deed(page)
    until_still(page)
    page.screenshot(path=IMAGES / f"browser-{name}.jpg", type="jpeg", quality=70)


def lay_public_tables(server: Server) -> None:
    """Create tables of others, to join and to watch."""
    bert, dora = server.person("Bert"), server.person("Dora")
    bert.table(me("red"), seat("blue"), seat("green"), rules="jamaica", public=True)
    dora.table(me("green"), seat("blue"), rules="black-magic", public=True, seconds=90)
    running_game = bert.table(me("red"), seat("yellow", "bot"), rules="complete", public=True)
    bert.done(f"/tables/{running_game}/start")


def take(browser: Browser, server: Server) -> None:
    """Take all pictures."""
    with person(browser, server.url, **DESKTOP) as anna:
        tables = Tables(anna.page, 1672)
        running_game = tables.lay("everything", later(70), bots=3)
        complete = tables.lay("complete", later(60))
        far = tables.lay("complete", leaping)
        five = tables.lay("escape", later(110), bots=4)
        spell = tables.lay("black-magic", keeping)
        over = tables.lay("short", lambda _: False)
        waiting = tables.open()
        lay_public_tables(server)
        storage = anna.context.storage_state()
        shot(anna.page, "leap", f"/table/{far}", leap)
        shot(anna.page, "hint", f"/table/{complete}", hint)
        shot(anna.page, "analysis", f"/table/{over}", analyse)
    screens: dict[str, tuple[str, Callable[[Page], None]]] = {
        "home": ("/", nothing),
        "tables": ("/tables", nothing),
        "create": ("/create", nothing),
        "waiting": (f"/table/{waiting}", nothing),
        "table": (f"/table/{running_game}", choose),
        "five": (f"/table/{five}", choose),
        "spell": (f"/table/{spell}", nothing),
        "finished": (f"/table/{over}", nothing),
        "replay": (f"/table/{over}", play_back),
        "explore": (f"/table/{over}", explore),
        "profile": ("/profile", see_games),
        "learn": ("/learn", nothing),
        "puzzles": ("/learn#puzzles", nothing),
        "examples": ("/learn#examples", think),
        "rules": ("/learn#rules", nothing),
    }
    for look, options in LOOKS.items():
        with person(browser, server.url, storage_state=storage, **options) as anna:
            for name, (path, deed) in screens.items():
                shot(anna.page, f"{name}{look}", path, deed)


def main() -> int:
    with TemporaryDirectory() as folder, running(Path(folder)) as server, sync_playwright() as play:
        browser = launch(play)
        take(browser, server)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
