"""Puzzles: the puzzle of the day is played on the board, graded and remembered."""

import json
from typing import Any

from playwright.sync_api import Page, expect

from cartagena import Game
from tests.web.chromium import Watched
from tests.web.player import ask, open_menu, until_answered
from tools.puzzles import PUZZLES

TOLD: list[dict[str, Any]] = json.loads(PUZZLES.read_text(encoding="utf-8"))


def open_puzzle(page: Page) -> tuple[int, str]:
    """Open the puzzle of the day at its table."""
    page.goto("/learn#puzzles")
    expect(page.get_by_role("heading", level=1)).to_have_text("Puzzle of the day")
    number = int(str(page.locator(".lesson-text").get_attribute("data-number")))
    page.get_by_role("button", name="Solve it").click()
    page.wait_for_url("**/table/*")
    expect(page.locator(".coach.puzzle")).to_contain_text("play the best turn")
    return number, page.url.rpartition("/")[2]


def play(page: Page, table: str, moves: list[str]) -> None:
    for move in moves:
        snapshot = ask(page, f"/tables/{table}")
        body = {
            "move": move,
            "expected_seq": snapshot["expected_seq"],
            "key": str(snapshot["expected_seq"]),
            "undo_window": "until-ended",
        }
        ask(page, f"/tables/{table}/moves", body)
        until_answered(page, snapshot["expected_seq"])


def pirates(page: Page, board: str) -> list[str]:
    """Return the places of the pirates."""
    where = "all => all.map((one) => `${one.dataset.colour} ${one.dataset.place}`).sort()"
    return list(page.locator(f"{board} .pirate").evaluate_all(where))


def test_recognises_and_remembers_the_best_turn(anna: Watched) -> None:
    page = anna.page
    number, table = open_puzzle(page)
    play(page, table, TOLD[number]["turns"][1]["moves"])
    answer = page.locator(".puzzle-answer")
    expect(answer.get_by_role("heading")).to_have_text("Not quite.")
    expect(answer).to_contain_text("The best turn wins")
    answer.get_by_role("button", name="Try again").click()
    page.wait_for_url(lambda url: table not in url)
    expect(page.locator(".coach.puzzle")).to_contain_text("play the best turn")
    play(page, page.url.rpartition("/")[2], TOLD[number]["turns"][0]["moves"])
    expect(answer.get_by_role("heading")).to_have_text("Yes!")
    expect(answer).to_contain_text("You found the best turn!")
    answer.get_by_role("button", name="All puzzles").click()
    expect(page.locator(".lesson-text")).to_contain_text("1 day in a row")
    expect(page.locator(".steps .done")).to_have_count(1)
    page.goto("/")
    expect(page.get_by_role("link", name="Puzzle of the day")).to_contain_text("1 day in a row")


def test_answer_plays_both_turns_and_the_position_stays(anna: Watched) -> None:
    page = anna.page
    number, table = open_puzzle(page)
    puzzle = TOLD[number]
    best, other = (puzzle["turns"][i]["moves"] for i in (0, 1))
    play(page, table, other)
    answer = page.locator(".puzzle-answer")
    expect(answer).to_be_visible()
    ends = {}
    for name, moves in (("best", best), ("own", other)):
        game = Game.from_position(puzzle["position"])
        for move in moves:
            game.push(move)
        crews = game.position()["pirates"].items()
        ends[name] = sorted(
            f"{colour} {place}"
            for colour, crew in crews
            for place, count in crew.items()
            for _ in range(count)
        )
    page.wait_for_function(STAND, arg=[".answer-board", ends["best"]], timeout=PLAYED)
    page.get_by_role("button", name="Your turn again").click()
    page.wait_for_function(STAND, arg=[".answer-board", ends["own"]], timeout=PLAYED)
    # The table behind the answer has not changed.
    assert pirates(page, ".table") == ends["own"]


STAND = """([board, pirates]) => JSON.stringify([...document.querySelectorAll(`${board} .pirate`)]
  .map((one) => `${one.dataset.colour} ${one.dataset.place}`).sort()) === JSON.stringify(pirates)"""
PLAYED = 15_000
"""Milliseconds for playing all moves of a turn."""


def test_gives_no_hint_and_no_analysis_board(anna: Watched) -> None:
    page = anna.page
    open_puzzle(page)
    expect(page.locator(".turn-line.ours")).to_be_visible()
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    open_menu(page)
    expect(page.get_by_role("button", name="Analysis board")).to_be_hidden()


def test_lists_puzzles_by_difficulty_and_theme(anna: Watched) -> None:
    page = anna.page
    page.goto("/learn#puzzles")
    steps = page.locator(".steps button")
    expect(steps).to_have_count(len(TOLD))
    assert len(TOLD) >= 150
    for level in (1, 2, 3):
        page.get_by_label("Difficulty", exact=True).select_option(str(level))
        fitting = [one for one in TOLD if one["level"] == level]
        expect(steps).to_have_count(len(fitting))
        assert len(fitting) >= 30
    page.get_by_label("Theme").select_option("leap")
    both = [one for one in TOLD if one["level"] == 3 and "leap" in one["themes"]]
    expect(steps).to_have_count(len(both))
    assert both
    steps.first.click()
    expect(page.locator(".lesson-text .difficulty")).to_have_text("★★★")


def test_no_text_reveals_the_solution(anna: Watched) -> None:
    page = anna.page
    number, _ = open_puzzle(page)
    page.go_back()
    expect(page.locator(".lesson-text")).to_be_visible()
    text = page.locator("main").inner_text()
    for move in TOLD[number]["turns"][0]["moves"]:
        assert "-" not in move or move.rpartition(" ")[2].replace("-", " → ") not in text
