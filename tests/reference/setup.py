"""Setup of a new game: tiles, deck, hands, row, chests and first player."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from tests.reference import magic, position, supply, way
from tests.reference.cards import COLOURS, SMALL, add, full_deck
from tests.reference.generator import FIRST, SIDES, TILES, Generator
from tests.reference.state import State

Side = Sequence[str]
Tile = Side | tuple[Side, Side]
"""One sequence of six symbols (2000), or a tunnel side and a jungle side (2017)."""

HAND = 6
SMALL_HAND = 2


def lay_tiles(rules: dict[str, Any], tiles: Sequence[Tile], generator: Generator) -> list[str]:
    """Lay shuffled tiles, the tunnel first, each either way round."""
    order = list(range(len(tiles)))
    for last in range(len(tiles) - 1, 0, -1):
        other = generator.below(TILES, last, last + 1)
        order[last], order[other] = order[other], order[last]
    board: list[str] = []
    total = rules["tunnel"] + rules["jungle"]
    # One number says of all tiles at once which way round they lie.
    ways = generator.below(SIDES, 0, 2**total)
    for i in range(total):
        tile = tiles[order[i]]
        if isinstance(tile[0], str):
            side = [str(symbol) for symbol in tile]
        else:
            side = list(tile[0] if i < rules["tunnel"] else tile[1])
        board += side[::-1] if ways // 2**i % 2 == 1 else side
    return board


def new_game(
    rules: dict[str, Any],
    players: int | list[str],
    seed: int,
    first: str | None,
    tiles: Sequence[Tile],
    pile: Random | None = None,
) -> State:
    """Deal a new game. The seed determines everything random."""
    rules = position.rules_of(rules)
    colours = COLOURS[:players] if isinstance(players, int) else list(players)
    generator = Generator.from_seed(seed)
    board = lay_tiles(rules, tiles, generator)
    state = State(
        rules=rules,
        board=board,
        players=colours,
        pirates={},
        hands={colour: {} for colour in colours},
        row=[],
        deck=full_deck(rules),
        discard={},
        turn=colours[0],
        actions_left=rules["most_actions"],
        generator=generator,
    )
    for colour in colours:
        state.pirates[colour] = {way.start(state): rules["pirates"]}
    for _ in range(SMALL_HAND if rules["edition"] in SMALL else HAND):
        for colour in colours:
            top = supply.take_top(state)
            assert top is not None
            add(state.hands[colour], top[0])
    if state.has_row:
        supply.lay_row(state)
    if rules["magic"]:
        magic.lay_chests(state)
    state.turn = colours[generator.below(FIRST, 0, len(colours))] if first is None else first
    if pile is not None:
        state.pile = pile
        pile.shuffle(state.deck)
    return state
