"""Writes the worked examples of the browser client: three ideas each, and what the rules make of them.

The first of a variant are the rulebooks' own worked examples; where a document has none, a
position of our own teaches the rule. Which idea is right is not written down but found by playing
all of them: every question asks for something that can be counted. What the page says about a
example is in web/js/screens/learn/example_texts.js. Run it with `make art`; a test says when it is due.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cartagena import Game
from cartagena.errors import CartagenaError
from tools.lessons import told
from tools.worked_example_list import LIST

WRITTEN = Path(__file__).parents[1] / "src" / "cartagena" / "web" / "examples.json"


@dataclass(frozen=True)
class Outcome:
    """What comes of an idea. `fails` is the number of its first move that is not legal."""

    movers: list[str]
    steps: list[dict[str, Any]]
    fails: int | None
    counts: dict[str, int]


def way(game: Game, place: str) -> int:
    """How far along the way a place is: the goal is one space beyond the last."""
    if place == game.rules.start:
        return 0
    if place == game.rules.goal:
        return 6 * game.rules.tiles + 1
    return 6 * game.rules.tunnel if place == "sloop" else int(place)


def counts(game: Game, seat: str, card: str) -> dict[str, int]:
    """What can be asked for: cards, pirates home, the way made, the others' cards, one card."""
    position = game.position()
    pirates, hands = position["pirates"], position["hands"]
    return {
        "hand": sum(hands[seat].values()),
        "home": pirates[seat].get(game.rules.goal, 0),
        "ahead": sum(way(game, place) * count for place, count in pirates[seat].items()),
        "others": sum(sum(hand.values()) for colour, hand in hands.items() if colour != seat),
        "gets": hands[seat].get(card, 0),
        "wins": int(game.winner == seat),
    }


def outcome(position: dict[str, Any], idea: list[str], card: str) -> Outcome:
    """Play an idea as far as the rules allow."""
    game = Game.from_position(position)
    seat = game.turn
    before = counts(game, seat, card)
    movers: list[str] = []
    steps: list[dict[str, Any]] = []
    for number, move in enumerate(idea):
        movers.append(game.decider)
        words, _, draws = move.partition(": ")
        try:
            game.push(words, draws.split() or None)
        except CartagenaError:
            return Outcome(movers, steps, number, {})
        steps.append(told(game, seat)["view"])
    after = counts(game, seat, card)
    return Outcome(movers, steps, None, {name: after[name] - before[name] for name in after})


def best(asked: str, outcomes: list[Outcome]) -> int:
    """The number of the idea that is asked for; there must be just one."""
    if asked in ("legal", "illegal"):
        values = [int((one.fails is None) == (asked == "legal")) for one in outcomes]
    elif asked == "others":
        values = [-one.counts.get(asked, 0) for one in outcomes]
    else:
        values = [one.counts.get(asked, -99) for one in outcomes]
    top = max(values)
    if values.count(top) != 1 or (asked in ("legal", "illegal") and top != 1):
        raise ValueError(f"no idea stands out: {asked} {values}")
    if asked not in ("legal", "illegal") and any(one.fails is not None for one in outcomes):
        raise ValueError("an idea is not legal, but the question is another one")
    return values.index(top)


def example(
    game: str, name: str, position: dict[str, Any], asked: str, ideas: list[list[str]]
) -> dict[str, Any]:
    """One example, solved."""
    question, _, card = asked.partition(" ")
    outcomes = [outcome(position, idea, card) for idea in ideas]
    start = Game.from_position(position)
    return {
        "game": game,
        "name": name,
        "asked": question,
        "card": card,
        "seat": start.turn,
        "rules": start.rules.to_mapping(),
        "board": position["board"],
        "view": told(start, start.turn)["view"],
        "ideas": [
            {
                "moves": [move.partition(": ")[0] for move in idea],
                "movers": found.movers,
                "fails": found.fails,
                "counts": {key: found.counts[key] for key in ("hand", "home", "ahead", "others")}
                if found.fails is None
                else {},
                "views": found.steps,
            }
            for idea, found in zip(ideas, outcomes, strict=True)
        ],
        "best": best(question, outcomes),
    }


def text() -> str:
    """All examples, as they are kept."""
    lines = [json.dumps(example(*one), separators=(",", ":")) for one in LIST]
    return '{"examples":[\n' + ",\n".join(lines) + "\n]}\n"


if __name__ == "__main__":
    WRITTEN.write_text(text(), encoding="utf-8")
