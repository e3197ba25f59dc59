"""The results of an arena as a file: a line with the settings, then a line for every game.

The games stand in the order of the schedule, however many processes played them, so a run that
was interrupted and resumed leaves the same file as one that was not.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from cartagena.errors import CartagenaError
from cartagena.lab.arena.match import Result
from cartagena.lab.arena.schedule import fixtures_of
from cartagena.rules.options import Rules

FORMAT: Final = "cartagena-arena"
VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class Settings:
    """What all games of a file have in common, and what they follow from."""

    rules: Rules
    players: int
    bots: tuple[str, ...]
    seed: int
    budget: str = ""
    """The budget of those bots that name none themselves."""
    seatings: str = "rotations"

    def to_mapping(self) -> dict[str, Any]:
        """The settings as the first line of a file has them."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "rules": self.rules.to_mapping(),
            "players": self.players,
            "bots": list(self.bots),
            "seed": self.seed,
            "budget": self.budget,
            "seatings": self.seatings,
        }

    @classmethod
    def from_mapping(cls, line: Mapping[str, Any]) -> "Settings":
        """Read the first line of a file."""
        if line.get("format") != FORMAT or line.get("version") != VERSION:
            raise CartagenaError(f"Not an arena results file of version {VERSION}.")
        return cls(
            Rules.from_document(line["rules"]),
            int(line["players"]),
            tuple(map(str, line["bots"])),
            int(line["seed"]),
            str(line["budget"]),
            str(line["seatings"]),
        )


@dataclass(slots=True)
class Results:
    """The settings and the games played so far."""

    settings: Settings
    games: list[Result] = field(default_factory=list)

    def whole_deals(self) -> list[list[Result]]:
        """The games deal by deal, without a last deal that was not played in all seatings."""
        deals: list[list[Result]] = []
        for game in self.games:
            if not deals or deals[-1][0].deal != game.deal:
                deals.append([])
            deals[-1].append(game)
        if deals:
            kept = self.settings
            last = deals[-1][0].deal
            due = fixtures_of(kept.bots, kept.players, kept.seed, last, kept.seatings)
            if len(deals[-1]) < len(due):
                deals.pop()
        return deals


def line_of(document: Mapping[str, Any]) -> str:
    """One line of the file."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n"


def read_results(path: Path) -> Results:
    """Read a file of results; a last line that was cut off is left out."""
    return _read(path)[0]


def resume(path: Path, settings: Settings) -> list[Result]:
    """The games a file already holds, after cutting off a last line that was not completed."""
    found, complete = _read(path)
    if found.settings != settings:
        old, new = found.settings.to_mapping(), settings.to_mapping()
        keys = " and ".join(key for key in new if old[key] != new[key])
        raise CartagenaError(
            f"{path} was played with other settings ({keys}), so it can’t be resumed."
        )
    if path.stat().st_size > complete:
        with path.open("r+b") as file:
            file.truncate(complete)
    return found.games


def write_header(path: Path, settings: Settings) -> None:
    """Begin a file."""
    try:
        path.write_text(line_of(settings.to_mapping()), encoding="utf-8")
    except OSError as error:
        raise CartagenaError(f"{path} cannot be written: {error.strerror}.") from None


def append(path: Path, games: Sequence[Result]) -> None:
    """Add games to a file."""
    with path.open("a", encoding="utf-8") as file:
        file.writelines(line_of(game.to_mapping()) for game in games)


def _read(path: Path) -> tuple[Results, int]:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise CartagenaError(f"{path} cannot be read: {error.strerror}.") from None
    complete = content.rfind(b"\n") + 1
    results: Results | None = None
    number = 0
    try:
        for line in content[:complete].decode().splitlines():
            number += 1
            if results is None:
                results = Results(Settings.from_mapping(json.loads(line)))
            else:
                results.games.append(Result.from_mapping(json.loads(line)))
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        reason = str(error) if isinstance(error, CartagenaError) else "malformed line."
        raise CartagenaError(f"{path}, line {number}: {reason}") from None
    if results is None:
        raise CartagenaError(f"{path} has no first line with the settings of an arena.")
    return results, complete
