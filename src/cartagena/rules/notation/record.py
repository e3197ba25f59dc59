"""A game as its log: rules, seats, seed and moves; everything else is derived."""

from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, Final

from cartagena.rules.chance.seeds import SEEDS
from cartagena.rules.components import COLOURS
from cartagena.rules.errors import CartagenaError
from cartagena.rules.notation.parse import MOST_CHARACTERS
from cartagena.rules.options import Rules
from cartagena.rules.validation import brief, known_keys, mapping, one_of, sequence, whole

FORMAT: Final = "cartagena-record"
VERSION: Final = 1
_KEYS: Final = (
    *("format", "version", "rules", "players", "seed", "first", "board", "position", "moves"),
    *("seeds", "fairness"),
)
_MOST_MOVES: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Record:
    """What must be kept of a game to have it again, bit for bit."""

    rules: Rules
    players: tuple[str, ...]
    seed: int = 0
    first: str | None = None
    board: list[str] | None = None
    position: dict[str, Any] | None = None
    moves: list[str] = field(default_factory=list)
    seeds: list[int | None] = field(default_factory=list)

    def to_mapping(self) -> dict[str, Any]:
        """The record as a JSON document."""
        document: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "rules": self.rules.to_mapping(),
            "players": list(self.players),
        }
        if self.position is not None:
            document["position"] = deepcopy(self.position)
        else:
            document.update(seed=self.seed, first=self.first)
            if self.board is not None:
                document["board"] = list(self.board)
        document["moves"] = list(self.moves)
        if self.seeds:
            document["seeds"] = list(self.seeds)
        return document

    def seed_before(self, number: int) -> int | None:
        """From what the generator was started anew before the move of this number, if it was."""
        return self.seeds[number - 1] if number <= len(self.seeds) else None

    @classmethod
    def from_mapping(cls, document: Any) -> "Record":
        """Read a record; whether its moves are legal is seen when it is replayed."""
        given = mapping(document, "A record")
        known_keys(given, "A record", _KEYS)
        if given.get("format") != FORMAT:
            raise CartagenaError(f"A record's format is {FORMAT!r}.")
        if given.get("version") != VERSION or type(given["version"]) is not int:
            raise CartagenaError(f"This is version {VERSION} of the record format, and only that.")
        moves = sequence(given.get("moves", []), "moves", _MOST_MOVES)
        for number, move in enumerate(moves, 1):
            if type(move) is not str or len(move) > MOST_CHARACTERS:
                raise CartagenaError(
                    f"Move {number} of the record must be a text of at most {MOST_CHARACTERS} "
                    f"characters, not {brief(move)}."
                )
        seeds = sequence(given.get("seeds", []), "seeds", len(moves) + 1)
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
            seeds=[
                None if seed is None else whole(seed, "One of the seeds", 0, SEEDS - 1)
                for seed in seeds
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
