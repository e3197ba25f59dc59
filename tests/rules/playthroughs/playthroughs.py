"""Golden playthroughs: one game of every preset, move by move, in playthroughs/<preset>.txt.

`python -m tests.rules.playthroughs.playthroughs` writes them again. Moves are chosen so that rare
kinds occur. The text has each position, the legal moves, the move played and, at intervals, the view
of each seat. A change in a text is a change in the rules: read it before you commit it.
"""

import hashlib
import json
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

from cartagena import Game, Move, Rules
from cartagena.rules.presets import PRESETS

FOLDER: Final = Path(__file__).parent
# is-2000 and he-2000 print the very rules of the plain presets.
TOLD: Final = tuple(name for name in PRESETS if not name.endswith(("-is", "-he")))
SEED: Final = 1671
MOVES: Final = 60
BETWEEN_VIEWS: Final = 20
WIDTH: Final = 100


def choose(game: Game, counts: Counter[str], luck: Random) -> Move:
    """Choose a move of the kind played least often. Passing is the last choice."""

    def tried(move: Move) -> tuple[int, float]:
        idle = move.kind in ("pass", "skip")
        return (counts[move.kind] + 1) * (6 if idle else 1), luck.random()

    return min(sorted(game.legal_moves, key=str), key=tried)


def counted(counts: Mapping[str, int]) -> str:
    """Format a mapping of cards as `2 rum, hook`."""
    named = [card if n == 1 else f"{n} {card}" for card, n in counts.items()]
    return ", ".join(named) or "nothing"


def standing(places: Mapping[str, int]) -> str:
    """Format a mapping of places as `jail×4 7 21`."""
    return " ".join(place if n == 1 else f"{place}×{n}" for place, n in places.items())


def by_colour(parts: Mapping[str, str]) -> str:
    """Join the parts of all colours in one line."""
    return " · ".join(f"{colour} {part}" for colour, part in parts.items())


def line(label: str, text: str) -> str:
    """Format a labelled line, wrapped if it is too long."""
    indent = " " * 10
    return textwrap.fill(
        text, WIDTH, initial_indent=f"{label:10}", subsequent_indent=indent, break_on_hyphens=False
    )


def supply(position: Mapping[str, Any]) -> str:
    """Describe the deck, the row and the discards."""
    top = [card for cards in position["deck_top"].values() for card in cards]
    if "viewer" in position:
        deck = f"deck {position['deck_size']}"
    else:
        deck = f"deck {sum(position['deck'].values()) + len(top)}"
    if top:
        deck += f" from the top {' '.join(top)}"
    row = f", row {' '.join(position['row'])}" if "row" in position else ""
    return f"{deck}{row}, discards {counted(position['discard'])}"


def extras(position: Mapping[str, Any]) -> Iterator[str]:
    """Describe what only some variants have."""
    if "sloop_at" in position:
        captain = ", the captain may sail free" if position["free_sail"] else ""
        yield line("sloop", f"at {position['sloop_at']}{captain}")
    if "chests" in position:
        tokens = [f"{space}:{token or '?'}" for space, token in position["chests"].items()]
        opened = " ".join(position["chests_opened"]) or "none"
        yield line("chests", f"{' '.join(tokens)}, opened {opened}")
    if position["pending"] is not None:
        yield line("pending", json.dumps(position["pending"]))


def stands(position: Mapping[str, Any], before: Mapping[str, Any] | None) -> Iterator[str]:
    """Describe the position: everything at first, later what has changed."""
    for label, key, write in (("pirates", "pirates", standing), ("hands", "hands", counted)):
        now: dict[str, Any] = position[key]
        changed = {
            c: write(part) for c, part in now.items() if not before or part != before[key][c]
        }
        if changed:
            yield line(label, by_colour(changed))
    if not before or supply(position) != supply(before):
        yield line("supply", supply(position))
    yield from (part for part in extras(position) if not before or part not in extras(before))


def heading(game: Game, number: int) -> str:
    """Return the heading of a move, with a digest of the whole position."""
    digest = hashlib.sha256(json.dumps(game.position(), sort_keys=True).encode()).hexdigest()[:12]
    return f"== {number}: {game.decider}, {game.actions_left} actions left ({digest})"


def offered(legal: Iterable[Move]) -> str:
    """Return the legal moves in order, with `rum 7-21 9-21` for those that begin alike."""
    ends: dict[str, list[str]] = {}
    for text in sorted(map(str, legal)):
        beginning, _, end = text.rpartition(" ")
        ends.setdefault(beginning, []).append(end)
    return ", ".join(f"{beginning} {' '.join(those)}".strip() for beginning, those in ends.items())


def views(game: Game) -> Iterator[str]:
    """Return what each seat may know, without the board."""
    for colour in game.players:
        view = game.view(colour)
        hands = {
            owner: f"{counted(hand)} of {view['hand_sizes'][owner]}"
            for owner, hand in view["hands"].items()
        }
        yield f"-- {colour} knows"
        yield line("hands", by_colour(hands))
        yield line("supply", supply(view))
        yield from extras(view)


def tell(preset: str) -> str:
    """Return the playthrough of a preset."""
    players = 2 + TOLD.index(preset) % 4
    game = Game(preset, players, SEED)
    usual = Rules(edition=game.rules.edition).to_mapping()
    options = {name: v for name, v in game.rules.to_mapping().items() if v != usual[name]}
    lines = [f"# {preset}: {players} players, seed {SEED}", ""]
    lines.append(line("edition", game.rules.edition))
    lines.append(line("options", ", ".join(f"{k} {v}" for k, v in options.items()) or "as usual"))
    board = game.position()["board"]
    lines += [
        line(f"{first + 1}-{first + 6}", " ".join(board[first : first + 6]))
        for first in range(0, len(board), 6)
    ]
    luck, counts = Random(SEED), Counter[str]()
    before: Mapping[str, Any] | None = None
    for number in range(MOVES):
        if game.over:
            break
        lines += [heading(game, number), *stands(game.position(), before)]
        if number % BETWEEN_VIEWS == BETWEEN_VIEWS - 1:
            lines += views(game)
        before = game.position()
        move = choose(game, counts, luck)
        lines.append(line("legal", offered(game.legal_moves)))
        lines.append(line("plays", str(game.push(move))))
        counts[move.kind] += 1
    lines += [f"== {game!r}", *stands(game.position(), None)]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the playthroughs of all presets."""
    FOLDER.mkdir(exist_ok=True)
    for preset in TOLD:
        (FOLDER / f"{preset}.txt").write_text(tell(preset), "utf-8")


if __name__ == "__main__":
    main()
