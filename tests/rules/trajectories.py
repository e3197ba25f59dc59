"""Short games told as a checksum per action, so that two ways to run the rules can be compared.

As a program it reads games from its input and tells them as the interpreter plays them.
"""

import json
import sys
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cartagena import Game, Rules
from cartagena.rules import batch
from cartagena.rules.chance.seeds import words
from cartagena.rules.state import new_rooms, new_states
from tests.rules.random_play import is_running, new_chooser, play_randomly, position_of

SAMPLES_EVERY = 10


def trajectory(states: NDArray[Any], number: int, moves: int) -> list[int]:
    """Random actions from here on, with a checksum of all that the rules say after each."""
    chooser, rooms, actions = new_chooser(number), new_rooms(), np.zeros(1, np.int64)
    views, world = new_states(1), new_states(1)
    told = []
    for step in range(moves):
        if not is_running(states):
            break
        play_randomly(states, 0, chooser, rooms, actions, 1)
        checksum = zlib.crc32(actions.tobytes(), zlib.crc32(states.tobytes()))
        batch.legal(states, 0, rooms)
        checksum = zlib.crc32(rooms.tobytes(), checksum)
        if step % SAMPLES_EVERY == 0:
            for seat in range(int(states["players"][0])):
                batch.write_view(states, 0, seat, views, 0)
                batch.write_sample(views, 0, world, 0, words(number + seat), rooms)
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


if __name__ == "__main__":
    json.dump([tell(told) for told in json.load(sys.stdin)], sys.stdout)
