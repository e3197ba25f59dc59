"""Records: rules, seats, seed and moves, from which a game can be replayed."""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, Final

from cartagena.errors import CartagenaError
from cartagena.rules.chance.scripted import MAX_OUTCOMES
from cartagena.rules.chance.seeds import SEEDS
from cartagena.rules.components import COLOURS
from cartagena.rules.notation.parse import MAX_CHARACTERS
from cartagena.rules.options import Rules
from cartagena.validation import (
    check_keys,
    read_choice,
    read_int,
    read_list,
    read_mapping,
    short_repr,
)

FORMAT: Final = "cartagena-record"
VERSION: Final = 2
_KEYS: Final = (
    *("format", "version", "rules", "players", "seed", "first", "board", "position", "moves"),
    *("draws", "fairness"),
)
_MAX_MOVES: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Record:
    """Everything that is needed to replay a game, bit for bit."""

    rules: Rules
    players: tuple[str, ...]
    seed: int = 0
    first: str | None = None
    board: list[str] | None = None
    position: Mapping[str, Any] | None = None
    moves: list[str] = field(default_factory=list)
    draws: list[list[str] | None] = field(default_factory=list)
    """The scripted chance outcomes of each move, or None: see `Game.push`."""

    def to_mapping(self) -> dict[str, Any]:
        """Return the record as a JSON document."""
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
        """Return the scripted chance outcomes of a move, counted from 1, or None."""
        return self.draws[number - 1] if number <= len(self.draws) else None

    @classmethod
    def from_mapping(cls, document: Any) -> "Record":
        """Read a record. Its moves are checked when it is replayed."""
        values = read_mapping(document, "A record")
        check_keys(values, "A record", _KEYS)
        if values.get("format") != FORMAT:
            raise CartagenaError(f"The format of a record must be {FORMAT!r}.")
        if values.get("version") != VERSION or type(values["version"]) is not int:
            raise CartagenaError(
                f"The version of a record must be {VERSION}, not {short_repr(values.get('version'))}."
            )
        moves = read_list(values.get("moves", []), "moves", _MAX_MOVES)
        for number, move in enumerate(moves, 1):
            if type(move) is not str or len(move) > MAX_CHARACTERS:
                raise CartagenaError(
                    f"Move {number} of the record must be a text of at most {MAX_CHARACTERS} "
                    f"characters, not {short_repr(move)}."
                )
        draws = read_list(values.get("draws", []), "draws", len(moves))
        first = values.get("first")
        board = values.get("board")
        position = None
        if values.get("position") is not None:
            position = read_mapping(values["position"], "position")
            # The position has both, so the record need not repeat them.
            values = {key: position.get(key) for key in ("rules", "players")} | values
        players = read_players(values.get("players"))
        return cls(
            rules=Rules.from_document(values.get("rules", {})),
            players=players,
            seed=read_int(values.get("seed", 0), "seed", 0, SEEDS - 1),
            first=None if first is None else read_choice(first, "first", players),
            board=None if board is None else read_list(board, "board", 48),
            position=position,
            moves=moves,
            draws=[
                None if drawn is None else read_list(drawn, "One of the draws", MAX_OUTCOMES)
                for drawn in draws
            ],
        )


def read_players(value: Any) -> tuple[str, ...]:
    """Return the colours in seat order, from a list of two to five colours or from their number."""
    if type(value) is int:
        return COLOURS[: read_int(value, "The number of players", 2, 5)]
    colours = [
        read_choice(colour, "A player's colour", COLOURS)
        for colour in read_list(value, "players", 5)
    ]
    if len(colours) < 2 or len(set(colours)) < len(colours):
        raise CartagenaError("A game has two to five players, each with a colour of their own.")
    return tuple(colours)
