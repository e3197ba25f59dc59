"""Games of the scheme cartagena-fairness-2, which shuffled the whole deck in advance.

Nothing is dealt like this any more. What chance brought in such a game still follows from its
secret: here it is computed again and written down, as the position after the deal and as the draws
of each move. See docs/fairness.md.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from cartagena.errors import CartagenaError
from cartagena.fairness import scheme
from cartagena.game import Game
from cartagena.rules.chance.chacha20 import block, scaled, seed
from cartagena.rules.chance.scripted import CHEST_OUTCOME
from cartagena.rules.chance.seeds import words
from cartagena.rules.components import (
    DEAL,
    MAX_TILES,
    ROW,
    SPACES_PER_TILE,
    SYMBOLS,
    TILES,
    TOKEN_NAMES,
    TOKENS,
)
from cartagena.rules.notation.moves import Move, lexicon
from cartagena.rules.notation.record import read_players
from cartagena.rules.options import Rules
from cartagena.rules.scripted_chance import PendingChance, apply_scripted
from cartagena.rules.state import new_scratches, new_states

_ZERO = np.uint32(0)


class Shuffler:
    """Chance as it was then: one block of ChaCha20 after the other, under the key of a seed."""

    def __init__(self, key: int) -> None:
        self._states = new_states(1)
        self._taken = 0
        seed(self._states[0], words(key))

    def _next_block(self) -> Iterator[int]:
        """The 32 numbers of 16 bits in the next block."""
        found = block(self._states[0], np.uint32(self._taken), _ZERO, _ZERO)
        self._taken += 1
        for word in found:
            yield int(word) & 0xFFFF
            yield int(word) >> 16

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1. What is left of its block is thrown away."""
        while True:
            for number in self._next_block():
                found = scaled(number, n)
                if found >= 0:
                    return found

    def shuffled(self, items: Sequence[int]) -> list[int]:
        """The items in a random order. What is left of the last block is thrown away."""
        order = list(items)
        i = len(order) - 1
        while i > 0:
            for number in self._next_block():
                j = scaled(number, i + 1) if i > 0 else -1
                if j >= 0:
                    order[i], order[j] = order[j], order[i]
                    i -= 1
        return order


class Pile:
    """The deck in its order, the next card last."""

    def __init__(self, cards: list[int]) -> None:
        self.cards = cards

    def take(self, stop: PendingChance, chance: Shuffler) -> int:
        """The next card; the discards, which are the deck where the game stops, are shuffled."""
        if not self.cards:
            self.cards = chance.shuffled(list(Counter(stop.counts).elements()))
        return self.cards.pop()


def retell(
    rules: Rules, players: Sequence[str], moves: Sequence[str], key: bytes
) -> tuple[Game, list[list[str]]]:
    """The game with these moves under a key of the scheme, and what chance brought in each."""
    game, pile = _deal(rules, players, Shuffler(deal_seed(key)))
    draws = []
    for number, text in enumerate(moves, 1):
        try:
            move = game.parse(text)
            draws.append(_draws(game, move, pile, Shuffler(move_seed(key, number))))
            game.push(move, draws[-1])
        except CartagenaError as error:
            raise CartagenaError(f"Move {number} of the record: {error}") from None
    return game, draws


def retold(record: Mapping[str, Any], key: bytes) -> Game:
    """The game of a record of the scheme, if it is the one that the key gives.

    The record is one of version 1, with seeds, as it was downloaded then, or one of this version,
    which names the deal and the draws.
    """
    players = list(read_players(record.get("players")))
    moves = [str(move) for move in record["moves"]]
    game, _ = retell(Rules.from_document(record.get("rules", {})), players, moves, key)
    if record.get("version") == 1:
        dealt = record.get("seed") == deal_seed(key)
        named: Any = record.get("seeds")
        drawn = isinstance(named, list) and len(named) in (len(moves), len(moves) + 1)
        drawn = drawn and named == [move_seed(key, n) for n in range(1, len(named) + 1)]
    else:
        expected = game.record()
        dealt = record.get("position") == expected["position"]
        drawn = record.get("draws", []) == expected.get("draws", [])
    if not dealt:
        raise CartagenaError("The deal was not made from the secret and the contributions.")
    if not drawn:
        raise CartagenaError("The chance of the moves does not follow from the secret.")
    return game


def deal_seed(key: bytes) -> int:
    """The seed of the deal."""
    return scheme.seed(key, "deal 0")


def move_seed(key: bytes, number: int) -> int:
    """The seed just before the move of this number, the first being 1."""
    return scheme.seed(key, f"move {number}")


def _deal(rules: Rules, players: Sequence[str], chance: Shuffler) -> tuple[Game, Pile]:
    board = _board(rules, chance)
    # The box, sorted; which of its cards are where is not yet as it was.
    position = Game(rules, list(players), 0, first=players[0], board=board).position()
    names = lexicon(rules, tuple(players)).cards
    box: Counter[str] = Counter(position["deck"]) + Counter(position.get("row", []))
    for hand in position["hands"].values():
        box.update(hand)
    pile = Pile(chance.shuffled([k for k, name in enumerate(names) for _ in range(box[name])]))
    hands: dict[str, Counter[str]] = {colour: Counter() for colour in players}
    for _ in range(DEAL):
        for hand in hands.values():
            hand[names[pile.cards.pop()]] += 1
    position["hands"] = hands
    if rules.supply == "row":
        position["row"] = [names[pile.cards.pop()] for _ in range(ROW)]
    position["deck"] = Counter(names[kind] for kind in pile.cards)
    if rules.magic:
        laid = [TOKEN_NAMES[value] for value in chance.shuffled(TOKENS)]
        position["chests"] = dict(zip(position["chests"], laid, strict=False))
        position["chest_box"] = laid[rules.tiles :]
    position["turn"] = players[chance.below(len(players))]
    del position["generator"]
    return Game.from_position(position), pile


def _board(rules: Rules, chance: Shuffler) -> list[str]:
    """The symbols of the tiles in the order in which they were laid."""
    tiles, symbols = TILES[rules.edition], SYMBOLS[rules.edition]
    laid = chance.shuffled(range(6 if rules.edition == "2000" else MAX_TILES))
    reversed_tiles = chance.below(1 << rules.tiles)
    board: list[str] = []
    for place, tile in enumerate(laid[: rules.tiles]):
        side = tiles[tile][0 if place < rules.tunnel else 1]
        along = range(SPACES_PER_TILE)
        order = along[::-1] if reversed_tiles >> place & 1 else along
        board += [symbols[side[offset]] for offset in order]
    return board


def _draws(game: Game, move: Move, pile: Pile, chance: Shuffler) -> list[str]:
    """What chance brings in a move: it is asked again and again, until nothing is left open."""
    names = (*lexicon(game.rules, game.players).cards, *TOKEN_NAMES[1:])
    given: list[int] = []
    chests: list[int] = []
    while (stop := _stop(game, move, given)) is not None:
        if min(stop.counts) > CHEST_OUTCOME:
            chests = chests or chance.shuffled(TOKENS)[::-1]
            given.append(CHEST_OUTCOME + chests.pop())
        else:
            given.append(pile.take(stop, chance))
    return [names[outcome] for outcome in given]


def _stop(game: Game, move: Move, given: Sequence[int]) -> PendingChance | None:
    return apply_scripted(game.packed_state(), 0, move.action, given, new_scratches())
