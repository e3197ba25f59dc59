"""`cartagena play`: play in the terminal against bots."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from cartagena.rules.components import COLOURS

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from cartagena.cli.terminal import Terminal

LANGUAGES = {"cs": "Czech", "hu": "Hungarian", "is": "Icelandic", "he": "Hebrew"}


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand."""
    parser = commands.add_parser(
        "play",
        help="play against bots in the terminal",
        description="Play against bots in the terminal. Type help at the prompt.",
    )
    parser.add_argument(
        "--rules", default="jamaica", metavar="PRESET", help="the game to play (default: jamaica)"
    )
    parser.add_argument(
        "--players",
        type=int,
        default=3,
        metavar="N",
        help="number of players including you, 2 to 5 (default: 3)",
    )
    parser.add_argument(
        "--colour", default="blue", metavar="COLOUR", help=f"your colour: {', '.join(COLOURS)}"
    )
    parser.add_argument(
        "--bots",
        default="deckhand",
        metavar="NAME[,NAME…]",
        help="a bot such as legend, captain:100ms or ./my_bot.py:Name (default: deckhand): one for "
        "all seats, or a comma-separated list",
    )
    parser.add_argument("--seed", type=int, metavar="N", help="replay the deal with this seed")
    parser.add_argument(
        "--save",
        type=Path,
        metavar="FILE",
        help="save the game record to this file when the game ends or you quit",
    )
    parser.add_argument(
        "--list-presets", action="store_true", help="list the presets for --rules and exit"
    )
    parser.add_argument(
        "--list-bots", action="store_true", help="list the bots for --bots, weakest first, and exit"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play one game."""
    if arguments.list_presets:
        print(presets())
        return 0
    if arguments.list_bots:
        print(levels())
        return 0

    import random
    import secrets

    from cartagena.bots.entrant import read_entrant
    from cartagena.cli.terminal import Terminal
    from cartagena.game import Game
    from cartagena.rules.options import Rules

    rules = Rules.preset(arguments.rules)
    seats = seating(arguments.colour.lower(), arguments.players)
    bots = {
        seat: read_entrant(name)
        for seat, name in zip(seats[1:], bot_names(arguments.bots, len(seats) - 1), strict=True)
    }
    seed = secrets.randbits(32) if arguments.seed is None else arguments.seed
    game = Game(rules, players=seats, seed=seed)
    title = (
        f"Cartagena, {arguments.rules}, {len(seats)} players, you are {seats[0]}. "
        f"To play this deal again: --seed {seed}"
    )
    terminal = Terminal(game, seats[0], bots, random.Random(seed), title)
    if arguments.save is None:
        return terminal.play()
    return play_and_save(terminal, arguments.save)


def play_and_save(terminal: Terminal, path: Path) -> int:
    """Play and save the record even if the game is interrupted. Never overwrites a file."""
    from cartagena.cli.files import write_json
    from cartagena.errors import CartagenaError

    if path.exists():
        raise CartagenaError(f"{path} already exists. Choose another file name.")
    write_json(
        path, terminal.game.record()
    )  # now, so that an unwritable path fails before the game
    try:
        return terminal.play()
    finally:
        write_json(path, terminal.game.record())
        print(f"Game saved to {path}.")


def presets() -> str:
    """List the presets with their descriptions, one per line."""
    from cartagena.rules.presets import PRESETS

    lines = []
    for preset in PRESETS.values():
        tagline = preset.tagline
        if preset.rulebook:
            tagline = f"{preset.base}, following the {LANGUAGES[preset.rulebook]} rulebook."
        lines.append(f"{preset.name:<14} {preset.options['edition']}  {tagline}")
    return "\n".join(lines)


def levels() -> str:
    """List the bots with their descriptions, one per line."""
    from cartagena.bots.registry import find, names

    return "\n".join(f"{name:<14} {find(name).tagline}".rstrip() for name in names())


def seating(colour: str, players: int) -> list[str]:
    """Return the colours in seat order, starting with the user's."""
    from cartagena.errors import CartagenaError

    if colour not in COLOURS:
        raise CartagenaError(f"Unknown colour {colour!r}. Choose from: {', '.join(COLOURS)}.")
    if not 2 <= players <= len(COLOURS):
        raise CartagenaError(f"Cartagena is for 2 to {len(COLOURS)} players, not {players}.")
    others: list[str] = [other for other in COLOURS if other != colour]
    return [colour, *others][:players]


def bot_names(names: str, seats: int) -> list[str]:
    """Return one bot name per seat. A single name stands for all seats."""
    from cartagena.errors import CartagenaError

    bots = names.split(",")
    if len(bots) == 1:
        return bots * seats
    if len(bots) != seats:
        raise CartagenaError(f"You named {len(bots)} bots for {seats} seats.")
    return bots
