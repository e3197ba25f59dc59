"""A game as its log: rules, seats, seed and moves; everything else is derived.

Version 1 shuffled a deck in advance; its seeds gave other cards than the same seeds give now.
"""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, Final

from cartagena.errors import CartagenaError
from cartagena.rules.chance.scripted import MAX_GIVEN
from cartagena.rules.chance.seeds import SEEDS
from cartagena.rules.components import COLOURS
from cartagena.rules.notation.parse import MAX_CHARACTERS
from cartagena.rules.options import Rules
from cartagena.validation import brief, known_keys, mapping, one_of, sequence, whole

FORMAT: Final = "cartagena-record"
VERSION: Final = 2
_KEYS: Final = (
    *("format", "version", "rules", "players", "seed", "first", "board", "position", "moves"),
    *("draws", "fairness"),
)
_MAX_MOVES: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Record:
    """What must be kept of a game to have it again, bit for bit."""

    rules: Rules
    players: tuple[str, ...]
    seed: int = 0
    first: str | None = None
    board: list[str] | None = None
    position: Mapping[str, Any] | None = None
    moves: list[str] = field(default_factory=list)
    draws: list[list[str] | None] = field(default_factory=list)
    """For each move what was given in place of chance, if it was: see `Game.push`."""

    def to_mapping(self) -> dict[str, Any]:
        """The record as a JSON document."""
        document: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "rules": self.rules.to_mapping(),
            "players": list(self.players),
        }
        if self.position is not None:
            document["position"] = deepcopy(dict(self.position))
        else:
            document.update(seed=self.seed, first=self.first)
            if self.board is not None:
                document["board"] = list(self.board)
        document["moves"] = list(self.moves)
        if self.draws:
            document["draws"] = deepcopy(self.draws)
        return document

    def draws_of(self, number: int) -> list[str] | None:
        """What was given in place of chance for the move of this number, if it was."""
        return self.draws[number - 1] if number <= len(self.draws) else None

    @classmethod
    def from_mapping(cls, document: Any) -> "Record":
        """Read a record; whether its moves are legal is seen when it is replayed."""
        given = mapping(document, "A record")
        known_keys(given, "A record", _KEYS)
        if given.get("format") != FORMAT:
            raise CartagenaError(f"A record's format is {FORMAT!r}.")
        if given.get("version") != VERSION or type(given["version"]) is not int:
            raise CartagenaError(
                f"This reads version {VERSION} of the record format, in which chance draws card by "
                f"card, and not version {brief(given.get('version'))}."
            )
        moves = sequence(given.get("moves", []), "moves", _MAX_MOVES)
        for number, move in enumerate(moves, 1):
            if type(move) is not str or len(move) > MAX_CHARACTERS:
                raise CartagenaError(
                    f"Move {number} of the record must be a text of at most {MAX_CHARACTERS} "
                    f"characters, not {brief(move)}."
                )
        draws = sequence(given.get("draws", []), "draws", len(moves))
        first = given.get("first")
        board = given.get("board")
        position = None
        if given.get("position") is not None:
            position = mapping(given["position"], "position")
            # Both stand in the position too, so the record need not repeat them.
            given = {key: position.get(key) for key in ("rules", "players")} | given
        players = read_players(given.get("players"))
        return cls(
            rules=Rules.from_document(given.get("rules", {})),
            players=players,
            seed=whole(given.get("seed", 0), "seed", 0, SEEDS - 1),
            first=None if first is None else one_of(first, "first", players),
            board=None if board is None else sequence(board, "board", 48),
            position=position,
            moves=moves,
            draws=[
                None if drawn is None else sequence(drawn, "One of the draws", MAX_GIVEN)
                for drawn in draws
            ],
        )


def read_players(value: Any) -> tuple[str, ...]:
    """Two to five different colours in seat order, or how many."""
    if type(value) is int:
        return COLOURS[: whole(value, "The number of players", 2, 5)]
    colours = [
        one_of(colour, "A player's colour", COLOURS) for colour in sequence(value, "players", 5)
    ]
    if len(colours) < 2 or len(set(colours)) < len(colours):
        raise CartagenaError("A game has two to five players, each with a colour of their own.")
    return tuple(colours)
