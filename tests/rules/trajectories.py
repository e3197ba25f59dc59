"""Games as one checksum per action, to compare two ways of running the rules.

Run as a program, it reads games from its input and writes the checksums of interpreted play.
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
from cartagena.rules.chance.seeds import key_words
from cartagena.rules.state import new_scratches, new_states
from tests.rules.random_play import is_running, play_randomly, position_of

SAMPLES_EVERY = 10


def trajectory(states: NDArray[Any], number: int, moves: int) -> list[int]:
    """Play random actions and return a checksum of the rules' results after each."""
    chooser, scratches, actions = Random(number), new_scratches(), np.zeros(1, np.int64)
    views, world = new_states(1), new_states(1)
    checksums = []
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
                batch.write_sample(views, 0, world, 0, key_words(number + seat), scratches)
                checksum = zlib.crc32(world.tobytes(), zlib.crc32(views.tobytes(), checksum))
        checksums.append(checksum)
    return checksums


def tell(document: dict[str, Any]) -> list[int]:
    """Return the trajectory of a game from a position or a deal, and its end."""
    if document["position"] is not None:
        game = Game.from_position(document["position"])
    else:
        game = Game(Rules.from_mapping(document["rules"]), document["players"], document["number"])
    states = game.packed_state()
    checksums = trajectory(states, document["number"], document["moves"])
    end = position_of(game.rules, len(game.players), states)
    again = Game.from_position(end).position()
    return [*checksums, zlib.crc32(json.dumps([end, again]).encode())]


def tell_whole(document: dict[str, Any]) -> list[int]:
    """Play a game through `Game` and return a checksum per move of what players see."""
    game = Game(Rules.from_mapping(document["rules"]), document["players"], document["number"])
    chance = Random(document["number"])
    checksums = []
    while not game.over and game.moves_made < document["moves"]:
        legal = [move.text for move in game.legal_moves]
        made = game.push(chance.choice(legal))
        facts: list[Any] = [legal, made.text, made.kind, made.target, game.decider]
        if game.moves_made % SAMPLES_EVERY == 0:
            facts.append(game.view(game.decider))
        checksums.append(zlib.crc32(json.dumps(facts).encode()))
    assert game.over, "the game did not end"
    logs = [game.moves_visible_to(seat) for seat in range(len(game.players))]
    end = [game.winner, logs, game.position(), game.sample(0, seed=1).position()]
    return [*checksums, zlib.crc32(json.dumps(end).encode())]


if __name__ == "__main__":
    given = json.load(sys.stdin)
    json.dump(
        [[tell(game) for game in given[0]], [tell_whole(game) for game in given[1]]], sys.stdout
    )
