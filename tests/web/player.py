"""Plays on the page by pressing what is highlighted, and prepares tables for tests."""

from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

from cartagena import Game, Move
from tests.rules.side_by_side import choose


def _expression(name: str) -> str:
    """Return the function in a file as an expression, without the formatter's semicolon."""
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    return text.rstrip().removesuffix(";")


PLAYER = _expression("player.js")
DRIVER = _expression("driver.js")
OVER = ".controls.finished"
MOST = 900
"""Decisions after which a game should be over."""
MAX_BEFORE = 150
"""Number of moves without the expected choice after which another game is tried."""
PATIENCE = 180_000
"""Milliseconds for a whole game on a busy machine."""

# Not by pressing a link: after a slow drag, which shows a tooltip, the next press does nothing.
GO_ON = """path => {
  history.pushState({}, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}"""
KNOWN = "localStorage.setItem('known', 'yes')"


def ask(page: Page, path: str, body: dict[str, Any] | None = None) -> Any:
    """Send a request as the person of this page, who need not have opened it yet."""
    if page.url == "about:blank":
        if not page.context.cookies():
            page.add_init_script(KNOWN)
            _request(page, "/identity", {"name": "Pirate"})
    else:
        page.wait_for_function("() => localStorage.getItem('known') === 'yes'")
    return _request(page, path, body)


def _request(page: Page, path: str, body: dict[str, Any] | None) -> Any:
    """Send a request with the cookies of the page."""
    method = "GET" if body is None else "POST"
    answer = page.context.request.fetch(f"/api/v1{path}", method=method, data=body)
    assert answer.ok, answer.text()
    return answer.json()


def sit_down(page: Page, table: str) -> None:
    """Open a table and wait until it is ready."""
    page.goto(f"/table/{table}")
    expect(page.locator(".table .board .pirate").first).to_be_attached()


def go_on_to(page: Page, table: str) -> None:
    """Open another table without reloading the page."""
    page.evaluate(GO_ON, f"/table/{table}")
    expect(page.locator(".table .board .pirate").first).to_be_attached()


def open_drawer(page: Page, tab: str = "log") -> None:
    """Open a tab of the drawer of the table."""
    if not page.locator(".drawer:visible").count():
        page.locator(".drawer-button").click()
    page.locator(f".drawer [data-tab={tab}]").click()


def open_more(page: Page) -> None:
    """Open the menu of a finished game, under the three dots."""
    page.locator(".finished details.more").evaluate("(more) => { more.open = true }")


def open_menu(page: Page) -> None:
    """Open the menu of the table."""
    page.locator(".menu-button").click()


def press_play(page: Page, preset: str) -> None:
    """Start a game against bots from the first page, in any language."""
    page.goto("/")
    button = page.locator(".home-known .big")
    expect(button).to_be_enabled()
    page.evaluate("name => localStorage.setItem('quick-game', name)", preset)
    button.click()
    page.wait_for_url("**/table/*")


def quick_start(page: Page, preset: str) -> str:
    """Start a game against bots from the first page and return its table."""
    press_play(page, preset)
    expect(page.locator(".table .board .pirate").first).to_be_visible()
    return page.url.rpartition("/")[2]


def against_bots(page: Page, rules: Any, players: int) -> str:
    """Start a game against bots with any rules and return its table."""
    response = ask(page, "/quick-start", {"rules": rules, "players": players})
    (go_on_to if "/table/" in page.url else sit_down)(page, response["id"])
    return str(response["id"])


def at_one_screen(page: Page, rules: Any, *colours: str) -> str:
    """Start a game of several players at this screen and return its table."""
    seats = [{"colour": colour, "kind": "me"} for colour in colours]
    response = ask(page, "/tables", {"rules": rules, "seats": seats})
    ask(page, f"/tables/{response['id']}/start", {})
    return str(response["id"])


def before_a_choice(page: Page, rules: Any, kind: str, number: int) -> tuple[str, str]:
    """Play a game against bots until a move of this kind is legal. Return the table and the move.

    The kinds are those of `drive`. The page does not show the game until the table is opened.
    """
    chance = Random(number)
    for seed in count(number):
        game = Game(rules, 3, seed=seed)
        while not game.over and game.moves_made < MAX_BEFORE:
            legal = list(game.legal_moves)
            if fitting := [move for move in legal if _is_of(kind, move, game)]:
                body = {"position": game.position(), "seat": game.decider, "level": "drunk"}
                return str(ask(page, "/start-from", body)["id"]), chance.choice(fitting).text
            game.push(choose(legal, chance))
    raise AssertionError


def before_the_end(page: Page, rules: Any) -> tuple[str, str]:
    """Play a game against bots until a card wins it. Return the table and the winning move."""
    for seed in count():
        game, chance = Game(rules, 3, seed=seed), Random(seed)
        while not game.over and game.moves_made < MOST:
            legal = list(game.legal_moves)
            for move in legal:
                if move.kind == "advance" and _wins(game, move):
                    body = {"position": game.position(), "seat": game.decider, "level": "drunk"}
                    return str(ask(page, "/start-from", body)["id"]), move.text
            game.push(choose(legal, chance))
    raise AssertionError


def _wins(game: Game, move: Move) -> bool:
    after = game.copy()
    after.push(move)
    return after.winner == game.decider


def _is_of(kind: str, move: Move, game: Game) -> bool:
    if kind in ("sail", "captain"):
        free = game.view(game.decider)["free_sail"]
        return move.kind == "sail" and free == (kind == "captain")
    if kind in ("advance", "dark"):
        return move.kind == "advance" and ("*" in move.text) == (kind == "dark")
    return move.kind == kind


def drive(page: Page, table: str, until: str, seed: int = 1) -> str:
    """Play for the players of this screen, without the page, until a move of this kind is legal."""
    if page.url == "about:blank":
        page.goto("/healthz")
    return str(page.evaluate(DRIVER, {"table": table, "until": until, "seed": seed}))


def settle(page: Page) -> str:
    """Wait until we must choose (`ours`) or the game is over (`over`), and return which."""
    page.wait_for_function(
        """() => {
          const at = (part) => document.querySelector(part)?.dataset.expected_seq;
          return document.querySelector('.controls.finished') ||
            (document.querySelector('.turn-line.ours') && !document.querySelector('.table.busy') &&
             at('.table') === at('.side-column'));
        }"""
    )
    return "over" if page.locator(OVER).count() else "ours"


def play(page: Page, decisions: int, seed: int = 1) -> set[str]:
    """Make `decisions` decisions by pressing what is highlighted, and return their kinds."""
    return set(page.evaluate(PLAYER, {"seed": seed, "most": decisions}))


def begin_to_play(page: Page, seed: int) -> None:
    """Play in the background whenever it is this page's turn."""
    page.evaluate(f"args => void ({PLAYER})(args)", {"seed": seed, "most": MOST})


def play_out(page: Page, seed: int = 1) -> set[str]:
    """Play until the game is over and return the kinds of decisions."""
    kinds = play(page, MOST, seed)
    assert page.locator(OVER).count(), "the game did not end"
    return kinds


def until_still(page: Page) -> None:
    """Wait until all loading and animation has ended, up to the usual timeout."""
    page.wait_for_load_state("load")
    page.wait_for_function(
        """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
          done(document.getAnimations().every((one) => one.playState !== "running")))))"""
    )


def expected_seq(page: Page) -> int:
    """Return the number of the last event that the page knows."""
    return int(page.evaluate("document.querySelector('.table').dataset.expected_seq"))


def until_answered(page: Page, before: int) -> None:
    """Wait until the page knows a later event."""
    page.wait_for_function(
        "n => Number(document.querySelector('.table').dataset.expected_seq) > n", arg=before
    )
