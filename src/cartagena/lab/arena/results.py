"""The results file of an arena: one line with the settings, then one line per game.

The games are stored in the order of the schedule, no matter how many processes played them, so an
interrupted and resumed run leaves the same file as an uninterrupted one.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from cartagena.errors import CartagenaError
from cartagena.lab.arena.match import GameResult
from cartagena.lab.arena.schedule import Settings
from cartagena.rules.options import Rules

FORMAT: Final = "cartagena-arena"
VERSION: Final = 1


@dataclass(slots=True)
class ArenaFile:
    """The settings and the games played so far."""

    settings: Settings
    games: list[GameResult] = field(default_factory=list)

    def complete_deals(self) -> list[list[GameResult]]:
        """Group the games by deal, without a last deal that is missing some seatings."""
        deals: list[list[GameResult]] = []
        for game in self.games:
            if not deals or deals[-1][0].deal != game.deal:
                deals.append([])
            deals[-1].append(game)
        if deals and len(deals[-1]) < len(self.settings.fixtures(deals[-1][0].deal)):
            deals.pop()
        return deals


def header_of(settings: Settings) -> dict[str, Any]:
    """Return the settings in the form of the file's first line."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "rules": settings.rules.to_mapping(),
        "players": settings.players,
        "bots": list(settings.bots),
        "seed": settings.seed,
        "budget": settings.budget,
        "seatings": settings.seatings,
        **({"luck_net": settings.luck_net} if settings.luck_net else {}),
    }


def read_header(line: Mapping[str, Any]) -> Settings:
    """Read the settings from the file's first line."""
    if line.get("format") != FORMAT or line.get("version") != VERSION:
        raise CartagenaError(f"Not an arena results file of version {VERSION}.")
    return Settings(
        Rules.from_document(line["rules"]),
        int(line["players"]),
        tuple(map(str, line["bots"])),
        int(line["seed"]),
        str(line["budget"]),
        str(line["seatings"]),
        str(line.get("luck_net", "")),
    )


def read_file(path: Path) -> ArenaFile:
    """Read a results file, ignoring an incomplete last line."""
    return _read(path)[0]


def resume(path: Path, settings: Settings) -> list[GameResult]:
    """Return the games of a file and truncate an incomplete last line."""
    file, complete = _read(path)
    if file.settings != settings:
        old, new = header_of(file.settings), header_of(settings)
        keys = " and ".join(key for key in old | new if old.get(key) != new.get(key))
        raise CartagenaError(
            f"{path} was played with other settings ({keys}), so it can’t be resumed."
        )
    if path.stat().st_size > complete:
        with path.open("r+b") as stream:
            stream.truncate(complete)
    return file.games


def write_header(path: Path, settings: Settings) -> None:
    """Create a file with the settings and no games."""
    try:
        path.write_text(_line(header_of(settings)), encoding="utf-8")
    except OSError as error:
        raise CartagenaError(f"{path} cannot be written: {error.strerror}.") from None


def append(path: Path, games: Sequence[GameResult]) -> None:
    """Append games to a file."""
    with path.open("a", encoding="utf-8") as stream:
        stream.writelines(_line(game.to_mapping()) for game in games)


def _line(document: Mapping[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n"


def _read(path: Path) -> tuple[ArenaFile, int]:
    """Read a file and return its contents and the length of its complete lines in bytes."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise CartagenaError(f"{path} cannot be read: {error.strerror}.") from None
    complete = content.rfind(b"\n") + 1
    file: ArenaFile | None = None
    number = 0
    try:
        for line in content[:complete].decode().splitlines():
            number += 1
            if file is None:
                file = ArenaFile(read_header(json.loads(line)))
            else:
                file.games.append(GameResult.from_mapping(json.loads(line)))
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        reason = str(error) if isinstance(error, CartagenaError) else "malformed line."
        raise CartagenaError(f"{path}, line {number}: {reason}") from None
    if file is None:
        raise CartagenaError(f"{path} has no first line with the settings of an arena.")
    return file, complete
