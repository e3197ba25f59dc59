"""`cartagena play`: a game in the terminal, you against bots."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from cartagena.cli.terminal import Terminal

COLOURS = ("blue", "red", "green", "yellow", "purple")
LANGUAGES = {"cs": "Czech", "hu": "Hungarian", "is": "Icelandic", "he": "Hebrew"}


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Make the subcommand known."""
    parser = commands.add_parser(
        "play",
        help="play in the terminal, you against bots",
        description="A game in the terminal, you against bots. Type help at the prompt.",
    )
    parser.add_argument(
        "--rules", default="jamaica", metavar="PRESET", help="which game (default: jamaica)"
    )
    parser.add_argument(
        "--players", type=int, default=3, metavar="N", help="you and the bots, 2 to 5 (default: 3)"
    )
    parser.add_argument(
        "--colour", default="blue", metavar="COLOUR", help=f"yours: {', '.join(COLOURS)}"
    )
    parser.add_argument(
        "--bots",
        default="deckhand",
        metavar="NAME[,NAME…]",
        help="a level from drunk to legend (default: deckhand), one for all or one for each",
    )
    parser.add_argument("--seed", type=int, metavar="N", help="deal this game again")
    parser.add_argument(
        "--save",
        type=Path,
        metavar="FILE",
        help="write the game's record to this file when it ends or you leave",
    )
    parser.add_argument(
        "--list-presets", action="store_true", help="list the presets for --rules and leave"
    )
    parser.add_argument(
        "--list-bots", action="store_true", help="list the bots for --bots, the weakest first"
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

    from cartagena.bots import create
    from cartagena.cli.compiling import compile_ahead, compile_progress
    from cartagena.cli.terminal import Terminal
    from cartagena.game import Game
    from cartagena.rules.options import Rules

    rules = Rules.preset(arguments.rules)
    seats = seating(arguments.colour.lower(), arguments.players)
    bots = {
        seat: create(name)
        for seat, name in zip(seats[1:], bot_names(arguments.bots, len(seats) - 1), strict=True)
    }
    seed = secrets.randbits(32) if arguments.seed is None else arguments.seed
    with compile_progress():
        game = Game(rules, players=seats, seed=seed)  # first: it refuses what makes no sense
        compile_ahead(bot.name for bot in bots.values())
    title = (
        f"Cartagena, {arguments.rules}, {len(seats)} players, you are {seats[0]}. "
        f"This deal is --seed {seed}."
    )
    terminal = Terminal(game, seats[0], bots, random.Random(seed), title)
    if arguments.save is None:
        return terminal.play()
    return play_and_save(terminal, arguments.save)


def play_and_save(terminal: Terminal, path: Path) -> int:
    """Play, and write the record however the game ends; a file that is there is left alone."""
    from cartagena.cli.files import write_json
    from cartagena.errors import CartagenaError

    if path.exists():
        raise CartagenaError(f"{path} exists; name another file to save the game in.")
    write_json(path, terminal.game.record())  # now, so that nobody plays for nothing
    try:
        return terminal.play()
    finally:
        write_json(path, terminal.game.record())
        print(f"The record of the game is in {path}.")


def presets() -> str:
    """The presets with what they are, a line each."""
    from cartagena.rules.presets import PRESETS, SENTENCES, rulebook_variant

    lines = []
    for name, options in PRESETS.items():
        version, rulebook = rulebook_variant(name)
        sentence = SENTENCES[version]
        if rulebook:
            sentence = f"{version} as the {LANGUAGES[rulebook]} rulebook has it."
        lines.append(f"{name:<14} {options['edition']}  {sentence}")
    return "\n".join(lines)


def levels() -> str:
    """The bots with what they are like, a line each."""
    from cartagena.bots import names
    from cartagena.bots.registry import SENTENCES

    return "\n".join(f"{name:<14} {SENTENCES.get(name, '')}".rstrip() for name in names())


def seating(colour: str, players: int) -> list[str]:
    """The colours round the table, the person's first."""
    from cartagena.errors import CartagenaError

    if colour not in COLOURS:
        raise CartagenaError(f"There is no colour {colour!r}; there are {', '.join(COLOURS)}.")
    if not 2 <= players <= len(COLOURS):
        raise CartagenaError(f"Cartagena is for 2 to {len(COLOURS)} players, not {players}.")
    return [colour, *(other for other in COLOURS if other != colour)][:players]


def bot_names(names: str, seats: int) -> list[str]:
    """A bot's name for each seat: one for all, or as many as there are seats."""
    from cartagena.errors import CartagenaError

    given = names.split(",")
    if len(given) == 1:
        return given * seats
    if len(given) != seats:
        raise CartagenaError(f"There are seats for {seats} bots, and {len(given)} were named.")
    return given
