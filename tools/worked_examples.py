"""Write the worked examples of the browser client: three ideas each, and their results.

The first examples of a variant come from its rulebook. Where a rulebook has none, the position is
our own. Every question asks for something that can be counted, so the right idea is found by
playing all of them. The texts are in web/js/screens/learn/example_texts.js. Run it with `make art`.
A test fails if the file is out of date.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cartagena import Game
from cartagena.errors import CartagenaError
from cartagena.rules.components import SPACES_PER_TILE
from tools.lessons import view_and_moves
from tools.worked_example_list import LIST

WRITTEN = Path(__file__).parents[1] / "src" / "cartagena" / "web" / "examples.json"


@dataclass(frozen=True)
class IdeaResult:
    """The result of an idea. `fails` is the index of its first illegal move."""

    movers: list[str]
    steps: list[dict[str, Any]]
    fails: int | None
    counts: dict[str, int]


def distance(game: Game, place: str) -> int:
    """Return how far along the path a place is. The goal is one beyond the last space."""
    if place == game.rules.start:
        return 0
    if place == game.rules.goal:
        return SPACES_PER_TILE * game.rules.tiles + 1
    return SPACES_PER_TILE * game.rules.tunnel if place == "sloop" else int(place)


def counts(game: Game, seat: str, card: str) -> dict[str, int]:
    """Count everything that a question can ask for: cards, pirates home, distance, and so on."""
    position = game.position()
    pirates, hands = position["pirates"], position["hands"]
    return {
        "hand": sum(hands[seat].values()),
        "home": pirates[seat].get(game.rules.goal, 0),
        "ahead": sum(distance(game, place) * count for place, count in pirates[seat].items()),
        "others": sum(sum(hand.values()) for colour, hand in hands.items() if colour != seat),
        "gets": hands[seat].get(card, 0),
        "wins": int(game.winner == seat),
    }


def play_idea(position: dict[str, Any], idea: list[str], card: str) -> IdeaResult:
    """Play an idea up to its first illegal move."""
    game = Game.from_position(position)
    seat = game.turn
    before = counts(game, seat, card)
    movers: list[str] = []
    steps: list[dict[str, Any]] = []
    for number, move in enumerate(idea):
        movers.append(game.decider)
        text, _, draws = move.partition(": ")
        try:
            game.push(text, draws.split() or None)
        except CartagenaError:
            return IdeaResult(movers, steps, number, {})
        steps.append(view_and_moves(game, seat)["view"])
    after = counts(game, seat, card)
    return IdeaResult(movers, steps, None, {name: after[name] - before[name] for name in after})


def best(question: str, results: list[IdeaResult]) -> int:
    """Return the index of the right idea. There must be exactly one."""
    if question in ("legal", "illegal"):
        values = [int((result.fails is None) == (question == "legal")) for result in results]
    elif question == "others":
        values = [-result.counts.get(question, 0) for result in results]
    else:
        values = [result.counts.get(question, -99) for result in results]
    top = max(values)
    if values.count(top) != 1 or (question in ("legal", "illegal") and top != 1):
        raise ValueError(f"no idea is the best: {question} {values}")
    if question not in ("legal", "illegal") and any(result.fails is not None for result in results):
        raise ValueError("an idea is illegal, but the question is not about legality")
    return values.index(top)


def example(
    game: str, name: str, position: dict[str, Any], asked: str, ideas: list[list[str]]
) -> dict[str, Any]:
    """Build an example with the results of its ideas."""
    question, _, card = asked.partition(" ")
    results = [play_idea(position, idea, card) for idea in ideas]
    start = Game.from_position(position)
    return {
        "game": game,
        "name": name,
        "asked": question,
        "card": card,
        "seat": start.turn,
        "rules": start.rules.to_mapping(),
        "board": position["board"],
        "view": view_and_moves(start, start.turn)["view"],
        "ideas": [
            {
                "moves": [move.partition(": ")[0] for move in idea],
                "movers": result.movers,
                "fails": result.fails,
                "counts": {key: result.counts[key] for key in ("hand", "home", "ahead", "others")}
                if result.fails is None
                else {},
                "views": result.steps,
            }
            for idea, result in zip(ideas, results, strict=True)
        ],
        "best": best(question, results),
    }


def text() -> str:
    """Return the contents of the file."""
    lines = [json.dumps(example(*entry), separators=(",", ":")) for entry in LIST]
    return '{"examples":[\n' + ",\n".join(lines) + "\n]}\n"


if __name__ == "__main__":
    WRITTEN.write_text(text(), encoding="utf-8")
