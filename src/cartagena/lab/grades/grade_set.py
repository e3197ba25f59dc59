"""The grade set: decisions from games of the legend, with what each move loses.

A file has one line with the recipe and one line for each game, in JSON. A game is stored by its deal
and its moves, so each decision is replayed when it is needed. A digest of the deciding seat's view
proves that the replayed decision is the stored one.
"""

import gzip
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from cartagena.errors import CartagenaError
from cartagena.game import Game

FORMAT: Final = "cartagena-grades"
VERSION: Final = 1
_UNIT: Final = 10_000
"""Losses are stored as whole numbers: hundredths of a point of winning chance."""
_DIGEST: Final = 8


@dataclass(frozen=True, slots=True)
class MoveLoss:
    """The winning chance that a move loses against the best one, as a share of a win."""

    loss: float
    """May be slightly negative, because the samples that choose the best move do not measure it."""
    error: float
    """The standard error of the loss."""
    is_plausible: bool
    """True if the move was compared in full. Other moves were only tried briefly."""


@dataclass(frozen=True, slots=True)
class GradedDecision:
    """One decision of a game, and what each legal move loses."""

    after: int
    """The number of moves before the decision."""
    view: str
    """The first digits of the digest of the deciding seat's view."""
    losses: Mapping[str, MoveLoss]


@dataclass(frozen=True, slots=True)
class GradedGame:
    """A game of the legend, with some of its decisions."""

    family: str
    players: int
    number: int
    preset: str
    seed: int
    moves: tuple[str, ...]
    """The moves up to the last of the decisions."""
    decisions: tuple[GradedDecision, ...]

    @property
    def key(self) -> tuple[str, int, int]:
        """Return a key that identifies the game within the set."""
        return self.family, self.players, self.number

    def positions(self) -> Iterator[tuple[Game, GradedDecision]]:
        """Replay the game and yield it at each decision. It is the same `Game` each time."""
        game = Game(self.preset, self.players, seed=self.seed)
        replayed = 0
        for decision in self.decisions:
            try:
                for move in self.moves[replayed : decision.after]:
                    game.push(move)
                is_same = view_digest(game) == decision.view
            except CartagenaError:
                is_same = False
            if not is_same:
                raise CartagenaError(
                    f"Game {self.number} of {self.preset} with {self.players} players is not "
                    "the one that was graded. The rules have changed since."
                )
            replayed = decision.after
            yield game, decision


@dataclass(frozen=True, slots=True)
class GradeSet:
    """The recipe, the games, and the digest of the file."""

    recipe: Mapping[str, Any]
    games: tuple[GradedGame, ...]
    digest: str

    @property
    def decisions(self) -> int:
        """Return the number of decisions."""
        return sum(len(game.decisions) for game in self.games)


def view_digest(game: Game) -> str:
    """Return the first digits of a digest of what the player to move knows."""
    text = json.dumps(game.view(game.decider), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGEST]


def header(recipe: Mapping[str, Any]) -> str:
    """Return the first line of a file."""
    return _line({"format": FORMAT, "version": VERSION, **recipe})


def line_of(game: GradedGame) -> str:
    """Return the line of a game."""
    return _line(
        {
            "family": game.family,
            "players": game.players,
            "number": game.number,
            "preset": game.preset,
            "seed": game.seed,
            "moves": ",".join(game.moves),
            "decisions": [_document(decision) for decision in game.decisions],
        }
    )


def game_of(line: str) -> GradedGame:
    """Read the line of a game."""
    values = json.loads(line)
    return GradedGame(
        str(values["family"]),
        int(values["players"]),
        int(values["number"]),
        str(values["preset"]),
        int(values["seed"]),
        tuple(values["moves"].split(",")) if values["moves"] else (),
        tuple(_decision(one) for one in values["decisions"]),
    )


def write_set(path: Path, recipe: Mapping[str, Any], games: Iterable[GradedGame]) -> None:
    """Write a compressed file. The same games give the same bytes."""
    ordered = sorted(games, key=lambda game: game.key)
    text = header(recipe) + "".join(map(line_of, ordered))
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def read_set(path: Path) -> GradeSet:
    """Read a compressed file. Raises `CartagenaError` if it is not a grade set."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise CartagenaError(f"{path} cannot be read: {error.strerror}.") from None
    try:
        first, *lines = gzip.decompress(content).decode().splitlines()
        recipe = json.loads(first)
        if (recipe.pop("format"), recipe.pop("version")) != (FORMAT, VERSION):
            raise ValueError
        games = tuple(map(game_of, lines))
    except (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError):
        raise CartagenaError(f"{path} is not a grade set of version {VERSION}.") from None
    return GradeSet(recipe, games, hashlib.sha256(content).hexdigest())


def _line(document: Mapping[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n"


def _document(decision: GradedDecision) -> dict[str, Any]:
    parts: dict[bool, dict[str, list[int]]] = {True: {}, False: {}}
    for move, one in sorted(decision.losses.items(), key=lambda item: item[1].loss):
        parts[one.is_plausible][move] = [round(_UNIT * one.loss), round(_UNIT * one.error)]
    return {
        "after": decision.after,
        "view": decision.view,
        "plausible": parts[True],
        "others": parts[False],
    }


def _decision(values: Mapping[str, Any]) -> GradedDecision:
    losses = {
        str(move): MoveLoss(loss / _UNIT, error / _UNIT, is_plausible)
        for name, is_plausible in (("plausible", True), ("others", False))
        for move, (loss, error) in values[name].items()
    }
    return GradedDecision(int(values["after"]), str(values["view"]), losses)
