"""Visits every screen of the page, one after the other, for tests and for `make tour`."""

import json
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page, expect

from tests.support.servers import Server, me, seat
from tests.web.player import (
    GO_ON,
    ask,
    at_one_screen,
    drive,
    open_drawer,
    open_more,
    settle,
    sit_down,
    until_answered,
)
from tools.puzzles import PUZZLES

EVERYTHING = {"preset": "everything", "hands": "open"}
SHORT_AND_OPEN = {"preset": "short", "turn_limit": 4, "hands": "open"}
LONG_NAME = "Wilhelmina van der Meer"
MAX_ACTIONS = 12
"""More actions and choices than a turn has."""
PATIENCE = 300_000
"""Milliseconds to wait for a search or an analysis on a busy machine."""
PAGES = (
    "/",
    "/tables",
    "/create",
    "/profile",
    "/voyage",
    "/daily",
    "/record",
    "/duplicate",
    "/mail",
    "/ranks",
    "/shuffles",
    "/learn",
    "/learn#examples",
    "/learn#puzzles",
    "/learn#rules",
)


def screens(page: Page, server: Server) -> Iterator[str]:
    """Visit every screen that needs no search, and yield its name when it is there."""
    people = [server.person(LONG_NAME) for _ in range(2)]
    people[0].table(me("red"), seat("blue"), rules="everything", public=True)
    watched = people[1].table(me("red"), me("blue"), public=True)
    people[1].done(f"/tables/{watched}/start")
    for path in PAGES:
        page.goto(path)
        page.wait_for_selector("main h1")
        page.wait_for_load_state("networkidle")
        if path == "/create":
            page.locator("details.all-options summary").click()
        yield path
        if path == "/":
            yield from other_faces_of_home(page)
    # The server rightly answers 404, which Chromium reports as an error.
    page.evaluate(GO_ON, "/nowhere")
    expect(page.locator(".lost")).to_be_visible()
    yield "not found"
    yield from before_and_during_a_game(page, server)
    yield from after_a_game(page)


def other_faces_of_home(page: Page) -> Iterator[str]:
    """Visit the sheet with the list of games, and the first page as a newcomer sees it."""
    page.locator(".quick-choice").click()
    expect(page.locator(".choice-sheet .game").first).to_be_visible()
    yield "games"
    page.keyboard.press("Escape")
    page.evaluate("localStorage.removeItem('first-game')")
    page.reload()
    expect(page.locator(".home-new")).to_be_visible()
    yield "newcomer"
    page.evaluate("localStorage.setItem('first-game', 'done')")


def before_and_during_a_game(page: Page, server: Server) -> Iterator[str]:
    """Visit the waiting room, and a table in its states."""
    host = server.person(LONG_NAME)
    table = host.table(me("red"), seat("blue"), rules="complete")
    page.goto(f"/table/{table}")
    expect(page.locator(".waiting-room")).to_be_visible()
    yield "waiting"
    ask(page, f"/tables/{table}/join", {"seat": "blue"})
    host.done(f"/tables/{table}/start")
    expect(page.locator(".table .pirate").first).to_be_attached()
    for _ in range(MAX_ACTIONS):
        if not page.locator(".turn-line.ours").count():
            break
        play(page, table, ask(page, f"/tables/{table}")["legal"][0])
    yield "another's turn"
    table = at_one_screen(page, EVERYTHING, "blue", "red", "green", "yellow", "purple")
    drive(page, table, "discard")
    sit_down(page, table)
    settle(page)
    yield "a choice"
    drive(page, table, "retreat")
    settle(page)
    page.locator(".pirate.movable").first.dispatch_event("click")
    expect(page.locator(".target").first).to_be_attached()
    yield "a pirate chosen"
    for tab in ("chat", "list", "rules"):
        open_drawer(page, tab)
        yield f"the pane {tab}"


def play(page: Page, table: str, move: str) -> None:
    """Play a move without pressing anything, and wait until the page knows it."""
    seen = ask(page, f"/tables/{table}")["expected_seq"]
    body = {"move": move, "expected_seq": seen, "key": str(seen), "undo_window": "until-ended"}
    ask(page, f"/tables/{table}/moves", body)
    until_answered(page, seen)


def after_a_game(page: Page) -> Iterator[str]:
    """Visit a finished game and its replay."""
    table = at_one_screen(page, SHORT_AND_OPEN, "blue", "red")
    drive(page, table, "over")
    sit_down(page, table)
    expect(page.locator(".controls.finished")).to_be_visible()
    yield "finished"
    open_more(page)
    page.locator(".finished .more .buttons button").first.click()
    expect(page.locator(".theatre .pirate").first).to_be_attached()
    yield "replay"
    page.keyboard.press("Escape")


def screens_with_searches(page: Page) -> Iterator[str]:
    """Visit the screens that wait for bots or for an analysis."""
    yield from first_game(page)
    yield from puzzle(page)
    yield from analysis(page)


def first_game(page: Page) -> Iterator[str]:
    """Play the first game up to its second tip."""
    page.goto("/")
    page.evaluate("localStorage.removeItem('first-game')")
    page.reload()
    page.locator(".home-new .big").click()
    expect(page.locator(".card-button.marked")).to_be_visible(timeout=PATIENCE)
    yield "first game: card"
    page.locator(".card-button.marked").click()
    expect(page.locator(".pirate.marked").first).to_be_attached(timeout=PATIENCE)
    yield "first game: pirate"
    page.locator(".pirate.marked").first.dispatch_event("click")
    expect(page.locator(".card-button.marked")).to_have_count(0, timeout=PATIENCE)
    expect(page.locator(".marked").first).to_be_attached(timeout=PATIENCE)
    yield "first game: back"
    page.evaluate("localStorage.setItem('first-game', 'done')")


def puzzle(page: Page) -> Iterator[str]:
    """Open the puzzle of the day and answer it wrong, then right."""
    puzzles: list[dict[str, Any]] = json.loads(PUZZLES.read_text(encoding="utf-8"))
    for turn, verdict in ((1, "wrong"), (0, "right")):
        page.goto("/learn#puzzles")
        text = page.locator(".lesson-text")
        number = int(str(text.get_attribute("data-number")))
        text.locator(".action").first.click()
        expect(page.locator(".coach.puzzle")).to_be_visible(timeout=PATIENCE)
        expect(page.locator(".turn-line.ours")).to_be_visible(timeout=PATIENCE)
        if turn:
            yield "puzzle"
        table = page.url.rpartition("/")[2]
        for move in puzzles[number]["turns"][turn]["moves"]:
            play(page, table, move)
        expect(page.locator(".puzzle-answer")).to_be_visible(timeout=PATIENCE)
        yield f"puzzle: {verdict}"


def analysis(page: Page) -> Iterator[str]:
    """Analyse a game, try a turn of it again, and open the analysis board."""
    table = at_one_screen(page, "short", "blue", "red")
    drive(page, table, "over")
    page.goto(f"/table/{table}?move=9")
    theatre = page.locator(".theatre")
    expect(theatre.locator(".pirate").first).to_be_attached(timeout=PATIENCE)
    theatre.locator(".analysis .ask button").dispatch_event("click")
    expect(theatre.locator(".moment").first).to_be_attached(timeout=PATIENCE)
    yield "analysis"
    if page.locator(".sheet-button").is_visible():
        page.locator(".sheet-button").click()
        yield "analysis: sheet"
    theatre.locator(".analysis > .action.main").dispatch_event("click")
    expect(theatre.locator(".your-turns .hand-area *").first).to_be_attached(timeout=PATIENCE)
    yield "your turns"
    theatre.locator(".your-turns .buttons button").first.click()
    expect(theatre.locator(".your-turns .buttons .main")).to_be_visible(timeout=PATIENCE)
    yield "your turns: answer"
    page.keyboard.press("Escape")
    page.goto(f"/table/{table}?move=9")
    expect(theatre.locator(".pirate").first).to_be_attached(timeout=PATIENCE)
    theatre.locator(".theatre-more summary").click()
    theatre.locator(".analysis-board").click()
    values = page.locator("dialog.analysis-dialog[aria-busy=false] .analysis-board-values button")
    expect(values.first).to_be_visible(timeout=PATIENCE)
    yield "analysis board"
    page.keyboard.press("Escape")
