"""Puzzles: the puzzle of the day is played on the board, graded and remembered."""

import json
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.chromium import Watched
from tests.web.player import ask, until_answered
from tools.puzzles import PUZZLES

TOLD: list[dict[str, Any]] = json.loads(PUZZLES.read_text(encoding="utf-8"))


TURN_ENDS = 20_000
"""Milliseconds: the undo window after the last action of a turn."""


def open_puzzle(page: Page) -> tuple[int, str]:
    """Open the puzzle of the day at its table."""
    page.goto("/learn#puzzles")
    expect(page.get_by_role("heading", level=1)).to_have_text("Puzzle of the day")
    number = int(page.locator(".steps [aria-current]").inner_text()) - 1
    page.get_by_role("button", name="Solve it").click()
    page.wait_for_url("**/table/*")
    expect(page.locator(".coach.puzzle")).to_contain_text("play the best turn")
    return number, page.url.rpartition("/")[2]


def play(page: Page, table: str, moves: list[str]) -> None:
    for move in moves:
        told = ask(page, f"/tables/{table}")
        body = {
            "move": move,
            "expected_seq": told["expected_seq"],
            "key": str(told["expected_seq"]),
        }
        ask(page, f"/tables/{table}/moves", body)
        until_answered(page, told["expected_seq"])


def test_recognises_and_remembers_the_best_turn(anna: Watched) -> None:
    page = anna.page
    number, table = open_puzzle(page)
    play(page, table, TOLD[number]["turns"][1]["moves"])
    panel = page.locator(".coach.puzzle")
    expect(panel).to_contain_text("The best turn wins", timeout=TURN_ENDS)
    panel.get_by_role("button", name="Show the best turn").click()
    expect(panel).to_contain_text("The best turn: ")
    panel.get_by_role("button", name="Try again").click()
    page.wait_for_url(lambda url: table not in url)
    expect(panel).to_contain_text("play the best turn")
    play(page, page.url.rpartition("/")[2], TOLD[number]["turns"][0]["moves"])
    expect(panel).to_contain_text("You found the best turn!", timeout=TURN_ENDS)
    panel.get_by_role("button", name="More puzzles").click()
    expect(page.locator(".lesson-text")).to_contain_text("1 day in a row")
    expect(page.locator(".steps .done")).to_have_count(1)


def test_no_text_reveals_the_solution(anna: Watched) -> None:
    page = anna.page
    number, _ = open_puzzle(page)
    page.go_back()
    expect(page.locator(".lesson-text")).to_be_visible()
    said = page.locator("main").inner_text()
    for move in TOLD[number]["turns"][0]["moves"]:
        assert "-" not in move or move.rpartition(" ")[2].replace("-", " → ") not in said
