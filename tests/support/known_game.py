"""A game with a known track and first hand, for tests that name its spaces."""

from cartagena import Game

WAY = (
    "bottle skull hat dagger key pistol pistol hat dagger skull bottle key "
    "bottle pistol hat skull dagger key skull pistol bottle key dagger hat "
    "hat key pistol bottle skull dagger skull hat pistol key bottle dagger"
)
HAND = {"bottle": 2, "hat": 1, "key": 3}


def green_begins() -> Game:
    """Return a game of Jamaica for three. Green starts with two bottles, a hat and three keys."""
    game = Game("jamaica", players=3, seed=3157, first="green", board=WAY.split())
    assert game.view("green")["hands"]["green"] == HAND
    return game
