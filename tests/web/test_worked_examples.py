"""The worked examples: the rules confirm them, and each can be solved on the page."""

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from cartagena import Game
from cartagena.errors import CartagenaError
from cartagena.rules.presets import GAMES
from tests.web.chromium import Watched
from tests.web.ways_to_move import Mouse, parse_move
from tools import catalogues, worked_examples
from tools.worked_example_list import LIST

EXAMPLES: list[dict[str, Any]] = json.loads(worked_examples.WRITTEN.read_text(encoding="utf-8"))[
    "examples"
]


def test_examples_are_up_to_date() -> None:
    assert worked_examples.WRITTEN.read_text(encoding="utf-8") == worked_examples.text(), (
        "run `make art`"
    )


def test_every_game_and_every_spell_has_an_example() -> None:
    assert {one["game"] for one in EXAMPLES} == set(GAMES)
    moves = {move for one in EXAMPLES for idea in one["ideas"] for move in idea["moves"]}
    spells = {move.partition("!")[0].partition("+")[0] for move in moves if "!" in move}
    assert spells >= {"weapons", "rum", "lantern", "parrot", "hook", "chest"}


@pytest.mark.parametrize(
    ("example", "position", "ideas"),
    [(example, entry[2], entry[4]) for example, entry in zip(EXAMPLES, LIST, strict=True)],
    ids=[f"{example['game']}-{example['name']}" for example in EXAMPLES],
)
def test_rules_confirm_every_idea(
    example: dict[str, Any], position: dict[str, Any], ideas: list[list[str]]
) -> None:
    values = []
    for idea, listed in zip(example["ideas"], ideas, strict=True):
        game = Game.from_position(position)
        for number, move in enumerate(idea["moves"]):
            if number == idea["fails"]:
                with pytest.raises(CartagenaError, match="not legal"):
                    game.push(move)
                break
            assert move in game.legal_moves
            assert idea["movers"][number] == game.decider
            draws = listed[number].partition(": ")[2].split()
            game.push(move, draws or None)
            assert idea["views"][number]["pirates"] == game.position()["pirates"]
        else:
            before = sum(position["hands"][example["seat"]].values())
            now = game.position()
            assert idea["counts"]["hand"] == sum(now["hands"][example["seat"]].values()) - before
            home = [
                one["pirates"][example["seat"]].get(game.rules.goal, 0) for one in (now, position)
            ]
            assert idea["counts"]["home"] == home[0] - home[1]
        values.append(worth(example, idea, game))
    assert [value == max(values) for value in values] == [
        number == example["best"] for number in range(len(values))
    ]


def worth(example: dict[str, Any], idea: dict[str, Any], game: Game) -> int:
    """Return how well an idea answers the question."""
    if example["asked"] in ("legal", "illegal"):
        return int((idea["fails"] is None) == (example["asked"] == "legal"))
    if example["asked"] == "wins":
        return int(game.winner == example["seat"])
    if example["asked"] == "gets":
        cards: dict[str, int] = game.position()["hands"][example["seat"]]
        return cards.get(example["card"], 0)
    count: int = idea["counts"][example["asked"]]
    return -count if example["asked"] == "others" else count


SOLVE = """async (bests) => {
  const find = (selector) => document.querySelector(selector);
  const until = async (selector) => {
    for (const end = Date.now() + 20_000; !find(selector); ) {
      if (Date.now() > end) throw new Error(`no ${selector}`);
      await new Promise((done) => requestAnimationFrame(done));
    }
    return find(selector);
  };
  const explanations = [];
  for (const best of bests) {
    const ideas = document.querySelectorAll(".idea");
    ideas[(best + 1) % 3].click();
    await until(".feedback.bad");
    ideas[best].click();
    explanations.push((await until(".feedback.good .explanation")).textContent);
    [...document.querySelectorAll(".lesson-text > .action")].find((one) => one.textContent === "Next").click();
    if (find(".feedback").textContent) throw new Error("the next example begins with an answer");
  }
  return explanations;
}"""


def test_all_examples_can_be_solved(anna: Watched) -> None:
    page = anna.page
    page.goto("/learn#examples")
    expect(page.locator(".idea")).to_have_count(3)
    explanations = page.evaluate(SOLVE, [example["best"] for example in EXAMPLES])
    assert len(set(explanations)) == len(EXAMPLES)
    expect(page.locator(".puzzle-list .done")).to_have_count(len(EXAMPLES))


def test_shows_the_rules_of_every_game(anna: Watched) -> None:
    anna.page.goto("/learn#rules")
    texts = set()
    buttons = anna.page.locator(".games-list button")
    expect(buttons).to_have_count(len(GAMES))
    for button in buttons.all():
        button.click()
        expect(anna.page.locator("h1")).to_have_text(button.inner_text())
        texts.add(anna.page.locator(".rules-text").inner_text())
    assert len(texts) == len(GAMES)


def test_tutorial_names_places_in_the_language_of_the_reader(anna: Watched) -> None:
    page = anna.page
    page.goto("/learn")
    page.locator("#language").select_option("cs")
    expect(page.locator("html")).to_have_attribute("lang", "cs")
    page.locator(".lesson-text .action").click()
    expect(page.locator(".controls.ours")).to_be_visible()
    Mouse().make(page, parse_move("dagger jail-7", "blue"))
    page.locator(".lesson-text .action").click()
    Mouse().make(page, parse_move("bottle 6-sloop", "blue"))
    feedback = page.locator(".feedback.bad")
    expect(feedback).to_contain_text(str(catalogues.translations_of("cs")["sloop"]))
    expect(feedback).not_to_contain_text("sloop")
