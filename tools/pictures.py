"""Draws the pictures of the documentation: a table of every preset, in the middle of a game.

Run it with `make pictures`. One more shows the position of the rulebooks' worked example. The games are played by chance with a sense of direction: run with
many cards, gather with few. A seed fixes each, so the pictures change only when the rules or
the drawing do.
"""

from pathlib import Path
from random import Random

from cartagena import Game, Move
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


def way(game: Game, place: str | None) -> int:
    """How far along the way a place is."""
    if place in (None, game.rules.start):
        return 0
    if place == game.rules.goal:
        return 6 * game.rules.tiles + 2
    return 6 * game.rules.tunnel + 1 if place == "sloop" else int(place or 0)


def choose(game: Game, luck: Random) -> Move:
    """Forward as far as possible with many cards; with few, whatever brings some."""
    poor = sum(game.position()["hands"][game.decider].values()) < FEW_CARDS

    def value(move: Move) -> float:
        gain = way(game, move.target) - way(game, move.origin)
        if move.kind in GAINS:
            return luck.uniform(10, 30) if poor else luck.uniform(-10, 5)
        if move.kind == "pass":
            return -20
        return min(gain, 15) + luck.uniform(0, 15)

    return max(game.legal_moves, key=value)


def mid_game(preset: str, players: int, seed: int) -> Game | None:
    """A game in which some pirates are home, most are on their way and few at the start."""
    game = Game(preset, players, seed)
    luck = Random(seed)
    everyone = players * game.rules.pirates
    for _ in range(MAX_MOVES):
        if game.over:
            return None
        if game.decider == game.turn and game.actions_left == game.rules.most_actions:
            standing = game.position()["pirates"].values()
            home = sum(places.get(game.rules.goal, 0) for places in standing)
            waiting = sum(places.get(game.rules.start, 0) for places in standing)
            sails = not game.rules.is_complete or any("sloop" in places for places in standing)
            if sails and 5 * home >= everyone and 4 * waiting <= everyone:
                return game
        game.push(choose(game, luck))
    return None


def liveliness(game: Game) -> int:
    """The more spaces are occupied and the more cards are held, the livelier the picture."""
    position = game.position()
    occupied = {place for places in position["pirates"].values() for place in places}
    hand: dict[str, int] = position["hands"][game.decider]
    return 2 * len(occupied) + sum(hand.values())


def main() -> None:
    """Draw them all."""
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
