"""Views: nothing leaks that the seat may not know."""

import random

import pytest

from cartagena import Rules
from tests.rules.indistinguishable_worlds import IndistinguishableWorlds
from tests.rules.random_play import played
from tests.support.speed import mostly_slow

GAMES = 12
PHASES = (0, 15, 60, 200, 600)
HIDING: dict[str, Rules] = {
    **{
        name: Rules.preset(name)
        for name in (
            *("jamaica", "hispaniola", "escape", "island", "complete", "morgan", "filibusters"),
            *("black-magic", "everything", "tortuga"),
        )
    },
    "everything with a row": Rules.preset("everything", supply="row"),
    "everything with open hands": Rules.preset("everything", hands="open"),
    "everything open": Rules.preset("everything", hands="open", supply="row"),
    "short magic": Rules.preset("short", magic=True, filibusters=True),
}


@pytest.mark.parametrize("players", mostly_slow([2, 3, 4, 5], quick=1))
@pytest.mark.parametrize("name", HIDING)
def test_nothing_leaks(name: str, players: int) -> None:
    compared = differing = 0
    for number in range(GAMES):
        chance = random.Random(number)
        states = played(HIDING[name], players, number, chance.choice(PHASES))
        worlds = IndistinguishableWorlds(states, number % players, chance)
        differing += worlds.worlds[0].tobytes() != worlds.worlds[1].tobytes()
        worlds.play(120)
        compared += worlds.compared
    assert differing == GAMES
    assert compared > 5 * GAMES


def test_a_leak_makes_the_worlds_distinguishable() -> None:
    chance = random.Random(1)
    worlds = IndistinguishableWorlds(played(Rules.preset("black-magic"), 3, 1, 20), 0, chance)
    other = worlds.worlds[1]
    other["hand_size"][0, 1] += 1
    with pytest.raises(AssertionError, match="hand_size"):
        worlds.compare()
