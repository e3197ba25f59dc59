"""Games told as a checksum per action, so that two ways to run the rules can be compared.

As a program it reads short games and whole ones from its input and tells them as the interpreter
plays them.
"""

import json
import sys
import zlib
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cartagena import Game, Rules
from cartagena.rules import batch
from cartagena.rules.chance.seeds import words
from cartagena.rules.state import new_scratches, new_states
from tests.rules.random_play import is_running, new_chooser, play_randomly, position_of

SAMPLES_EVERY = 10


def trajectory(states: NDArray[Any], number: int, moves: int) -> list[int]:
    """Random actions from here on, with a checksum of all that the rules say after each."""
    chooser, scratches, actions = new_chooser(number), new_scratches(), np.zeros(1, np.int64)
    views, world = new_states(1), new_states(1)
    told = []
    for step in range(moves):
        if not is_running(states):
            break
        play_randomly(states, 0, chooser, scratches, actions, 1)
        checksum = zlib.crc32(actions.tobytes(), zlib.crc32(states.tobytes()))
        batch.legal(states, 0, scratches)
        checksum = zlib.crc32(scratches.tobytes(), checksum)
        if step % SAMPLES_EVERY == 0:
            for seat in range(int(states["players"][0])):
                batch.write_view(states, 0, seat, views, 0)
                batch.write_sample(views, 0, world, 0, words(number + seat), scratches)
                checksum = zlib.crc32(world.tobytes(), zlib.crc32(views.tobytes(), checksum))
        told.append(checksum)
    return told


def tell(told: dict[str, Any]) -> list[int]:
    """The trajectory of a game that is given by its position or its deal, and where it ends."""
    if told["position"] is not None:
        game = Game.from_position(told["position"])
    else:
        game = Game(Rules.from_mapping(told["rules"]), told["players"], told["number"])
    states = game.packed_state()
    checksums = trajectory(states, told["number"], told["moves"])
    end = position_of(game.rules, len(game.players), states)
    again = Game.from_position(end).position()
    return [*checksums, zlib.crc32(json.dumps([end, again]).encode())]


def tell_whole(told: dict[str, Any]) -> list[int]:
    """A whole game through `Game`, with a checksum per move of all that a player is told."""
    game = Game(Rules.from_mapping(told["rules"]), told["players"], told["number"])
    chance = Random(told["number"])
    checksums = []
    while not game.over and game.moves_made < told["moves"]:
        legal = [move.text for move in game.legal_moves]
        made = game.push(chance.choice(legal))
        shown: list[Any] = [legal, made.text, made.kind, made.target, game.decider]
        if game.moves_made % SAMPLES_EVERY == 0:
            shown.append(game.view(game.decider))
        checksums.append(zlib.crc32(json.dumps(shown).encode()))
    assert game.over, "the game did not end"
    seen = [game.moves_visible_to(seat) for seat in range(len(game.players))]
    end = [game.winner, seen, game.position(), game.sample(0, seed=1).position()]
    return [*checksums, zlib.crc32(json.dumps(end).encode())]


if __name__ == "__main__":
    given = json.load(sys.stdin)
    json.dump(
        [[tell(game) for game in given[0]], [tell_whole(game) for game in given[1]]], sys.stdout
    )
