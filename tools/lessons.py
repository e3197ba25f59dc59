"""Write the lessons of the browser client: positions, legal moves and the moves to find.

The positions are the rulebooks' worked examples, or made for one idea. Their texts are in
web/js/screens/learn/lesson_texts.js. Run it with `make art`. A test fails if the file is out of date.
"""

import json
from pathlib import Path
from typing import Any

from cartagena import Game
from tools.examples import EXAMPLES

LESSONS = Path(__file__).parents[1] / "src" / "cartagena" / "web" / "lessons.json"

TORTUGA: dict[str, Any] = EXAMPLES["official"]

ISLES: dict[str, Any] = {
    "rules": "complete",
    "board": Game("complete", 2, seed=3).position()["board"],
    "players": ["blue", "red"],
    "pirates": {
        "blue": {"9": 1, "14": 1, "18": 1, "sloop": 2, "cove": 1},
        "red": {"jail": 2, "16": 1, "sloop": 1, "22": 1, "cove": 1},
    },
    "hands": {"blue": {"rum": 1, "hook": 2, "parrot": 1, "lantern": 1}, "red": {"chest": 3}},
    "seed": 5,
    "turn": "blue",
}

HELP: dict[str, Any] = {
    **ISLES,
    "rules": "morgan",
    "board": Game("morgan", 2, seed=4).position()["board"],
    "pirates": {
        "blue": {"jail": 1, "12": 2, "20": 1, "31": 1, "sloop": 1},
        "red": {"jail": 3, "8": 1, "15": 1, "27": 1},
    },
}

MAGIC: dict[str, Any] = {
    **HELP,
    "rules": "black-magic",
    "board": Game("black-magic", 2, seed=6).position()["board"],
    "pirates": {
        "blue": {"jail": 1, "11": 1, "12": 2, "31": 1, "sloop": 1},
        "red": {"jail": 3, "8": 1, "15": 1, "27": 1},
    },
    "hands": {
        "blue": {"lantern": 1, "parrot": 2, "weapons": 1, "rum": 1, "hook": 1, "chest": 1},
        "red": {"chest": 3, "hook": 2},
    },
}

START: dict[str, Any] = {
    **TORTUGA,
    "players": ["blue", "red"],
    "pirates": {"blue": {"jail": 6}, "red": {"jail": 6}},
    "hands": {colour: TORTUGA["hands"][colour] for colour in ("blue", "red")},
}
"""The path is empty."""

FEW: dict[str, Any] = {
    **START,
    "pirates": {"blue": {"jail": 6}, "red": {"jail": 5, "5": 1}},
}
"""One pirate is on the path, on the first dagger."""

PAIR: dict[str, Any] = {
    **TORTUGA,
    "pirates": {
        **TORTUGA["pirates"],
        "red": {"5": 1, "8": 1, "16": 1, "17": 1, "22": 1, "26": 1},
    },
}
"""Two pirates on 17, one fewer than in the rulebook, right behind one of blue's."""

# The name of each lesson, its position, and the moves to find in order. A verb alone stands for the
# first legal move that begins with it. The first six lessons teach the basic game.
LIST: list[tuple[str, dict[str, Any], list[str]]] = [
    ("goal", START, []),
    ("run", FEW, ["dagger jail-7"]),
    ("leap", TORTUGA, ["dagger jail-7", "dagger 6-15"]),
    ("aboard", TORTUGA, ["bottle 17-sloop"]),
    ("back", PAIR, ["back 18-17"]),
    ("plan", TORTUGA, ["bottle 17-sloop", "back 18-17", "dagger jail-7"]),
    ("sail", ISLES, ["sail", "hook sloop"]),
    ("morgan", HELP, ["morgan red 8-12"]),
    ("weapons", MAGIC, ["weapons! red", "take hook"]),
    ("rum", MAGIC, ["rum!", "keep", "keep", "give"]),
    ("lantern", MAGIC, ["lantern!", "keep", "put", "put", "put"]),
    ("parrots", MAGIC, ["parrot+parrot!", "as rum 31-sloop"]),
    ("hook", MAGIC, ["hook!", "with lantern 12-17"]),
    ("chest", MAGIC, ["chest! 11"]),
]


def view_and_moves(game: Game, seat: str) -> dict[str, Any]:
    """Return the view of a seat, the legal moves and the spaces that they jump over."""
    legal = list(game.legal_moves)
    return {
        "view": game.view_update(seat),
        "legal": [move.text for move in legal],
        "jumps": game.routes.jumps(legal),
    }


def lesson(name: str, position: dict[str, Any], moves: list[str]) -> dict[str, Any]:
    """Build a lesson: the views before each move to find, and after the last."""
    game = Game.from_position(position)
    seat = game.turn
    steps: list[dict[str, Any]] = []
    for text in moves:
        first = next((move for move in game.legal_moves if move.text.startswith(f"{text} ")), None)
        move = first or game.parse(text)
        steps.append({**view_and_moves(game, seat), "wanted": move.text})
        game.push(move)
    return {
        "name": name,
        "seat": seat,
        "rules": game.rules.to_mapping(),
        "board": position["board"],
        "steps": steps,
        "end": view_and_moves(game, seat),
    }


def text() -> str:
    """Return the contents of the file."""
    lessons = [lesson(*entry) for entry in LIST]
    return "[\n" + ",\n".join(json.dumps(each, separators=(",", ":")) for each in lessons) + "\n]\n"


if __name__ == "__main__":
    LESSONS.write_text(text(), encoding="utf-8")
