"""Draw the pictures of the documentation: every preset in the middle of a game.

Run it with `make pictures`. One more picture shows the position of the rulebooks' worked example. The
games are random with a simple strategy: advance with many cards, draw with few. Seeds are fixed, so the
pictures change only when the rules or the drawing do.
"""

from pathlib import Path
from random import Random

from cartagena import Game, Move
from cartagena.rules.components import SPACES_PER_TILE
from tools.examples import EXAMPLES

IMAGES = Path(__file__).parents[1] / "docs" / "images"
PLAYERS = {
    "jamaica": 3,
    "tortuga": 4,
    "hispaniola": 2,
    "escape": 4,
    "island": 3,
    "complete": 4,
    "morgan": 5,
    "filibusters": 3,
    "black-magic": 3,
    "short": 2,
    "long": 5,
    "everything": 4,
}
FEW_CARDS = 4
GAINS = ("retreat", "morgan")
MAX_MOVES = 400
SEEDS = 12


def distance(game: Game, place: str | None) -> int:
    """Return how far along the path a place is."""
    if place in (None, game.rules.start):
        return 0
    if place == game.rules.goal:
        return SPACES_PER_TILE * game.rules.tiles + 2
    return SPACES_PER_TILE * game.rules.tunnel + 1 if place == "sloop" else int(place or 0)


def choose(game: Game, rng: Random) -> Move:
    """Choose a move: advance far with many cards, draw with few."""
    few_cards = sum(game.position()["hands"][game.decider].values()) < FEW_CARDS

    def value(move: Move) -> float:
        gain = distance(game, move.target) - distance(game, move.origin)
        if move.kind in GAINS:
            return rng.uniform(10, 30) if few_cards else rng.uniform(-10, 5)
        if move.kind == "pass":
            return -20
        return min(gain, 15) + rng.uniform(0, 15)

    return max(game.legal_moves, key=value)


def mid_game(preset: str, players: int, seed: int) -> Game | None:
    """Play until some pirates are home, most are on the path and few at the start."""
    game = Game(preset, players, seed)
    rng = Random(seed)
    all_pirates = players * game.rules.pirates
    for _ in range(MAX_MOVES):
        if game.over:
            return None
        if game.decider == game.turn and game.actions_left == game.rules.most_actions:
            pirates = game.position()["pirates"].values()
            home = sum(places.get(game.rules.goal, 0) for places in pirates)
            waiting = sum(places.get(game.rules.start, 0) for places in pirates)
            sails = not game.rules.is_complete or any("sloop" in places for places in pirates)
            if sails and 5 * home >= all_pirates and 4 * waiting <= all_pirates:
                return game
        game.push(choose(game, rng))
    return None


def liveliness(game: Game) -> int:
    """Rate a picture by its occupied spaces and cards in hand."""
    position = game.position()
    occupied = {place for places in position["pirates"].values() for place in places}
    hand: dict[str, int] = position["hands"][game.decider]
    return 2 * len(occupied) + sum(hand.values())


def main() -> None:
    """Draw all pictures."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    for preset, players in PLAYERS.items():
        games = [mid_game(preset, players, seed) for seed in range(SEEDS)]
        game = max((game for game in games if game is not None), key=liveliness)
        viewer = None if game.rules.hands == "open" else game.decider
        (IMAGES / f"{preset}.svg").write_text(game.svg(viewer) + "\n", "utf-8")
    example = Game.from_position(EXAMPLES["official"])
    (IMAGES / "example.svg").write_text(example.svg() + "\n", "utf-8")


if __name__ == "__main__":
    main()
