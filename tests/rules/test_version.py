"""The version of the rules changes with their behaviour."""

import hashlib
import json
from collections import Counter
from random import Random
from typing import Final

from cartagena import Game
from cartagena.rules.presets import PRESETS
from cartagena.rules.version import RULES_VERSION
from tests.rules.playthroughs.playthroughs import choose

DIGESTS: Final = {1: "2cf1752d845f88a8"}
"""A digest of the behaviour of each version: every position of one game of every preset."""

MOVES: Final = 80


def behaviour() -> str:
    """Return a digest of a game of every preset: its moves, its positions, and what is legal."""
    digest = hashlib.sha256()
    for preset in PRESETS:
        game, counts, luck = Game(preset, players=3, seed=1671), Counter[str](), Random(preset)
        while not game.over and len(game.moves) < MOVES:
            legal = sorted(move.text for move in game.legal_moves)
            digest.update(json.dumps([legal, game.position()], sort_keys=True).encode())
            move = choose(game, counts, luck)
            counts[move.kind] += 1
            game.push(move)
        digest.update(json.dumps([game.position(), game.winner]).encode())
    return digest.hexdigest()[:16]


def test_a_change_of_behaviour_has_a_new_version() -> None:
    assert max(DIGESTS) == RULES_VERSION
    assert behaviour() == DIGESTS[RULES_VERSION], (
        "The rules behave in another way. Raise RULES_VERSION and add the digest of the new version."
    )
