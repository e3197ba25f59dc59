"""Record the responses of tables on the server, for tables in the browser to repeat.

`python -m tests.web.local.reference FILE --positions 10000` writes a file for `compare.mjs`.
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from cartagena.protocol.requests import EndTurn, NewSeat, NewTable, Play, Undo
from cartagena.rules.components import COLOURS
from cartagena.rules.presets import PRESETS
from cartagena.server.entropy import SYSTEM_ENTROPY
from cartagena.server.storage.identities import Identity
from cartagena.server.tables import create, moves, records, replay, seats
from cartagena.server.tables.events import Created, Entry, encode
from cartagena.server.tables.reducer import reduce_event
from cartagena.server.tables.table import Table
from cartagena.server.tables.views import EventView, snapshot

ME: Final = Identity("you", "Anna")
_NOW: Final = 1_700_000_000_000
_TEN_SECONDS: Final = 10_000
WORLD_SEED: Final = 7
"""The seed of a world drawn from a view, which the browser draws again."""


class Script:
    """A game at a table, with everything that its viewers are sent."""

    def __init__(self, rules: Any, players: int, own: int, luck: Random) -> None:
        """Deal a game under these rules. The first `own` seats are ours, the others bots."""
        self._luck = luck
        request = NewTable(
            rules=rules,
            seats=[
                NewSeat(colour, "me" if number < own else "bot", name=f"Player {number}")
                for number, colour in enumerate(COLOURS[:players])
            ],
        )
        event = create.new_table(request, ME, SYSTEM_ENTROPY)
        event.secret = luck.randbytes(32).hex()
        self.table = Table("local-1")
        self.steps: list[dict[str, Any]] = []
        self._apply(["create", json.loads(encode(event))], lambda _table, _now: event)
        self._apply(["start"], seats.start(ME))

    def _apply(self, request: list[Any], decide: Any) -> None:
        at = _NOW + _TEN_SECONDS * self.table.seq
        event = decide(self.table, at)
        entry = Entry(self.table.seq + 1, at, event)
        self.table = reduce_event(self.table, entry)
        viewers = ("you", "")
        self.steps.append(
            {
                "request": request,
                "event": encode(event),
                "sent": [_json(EventView(self.table, entry).for_identity(one)) for one in viewers],
                "snapshots": [_json(snapshot(self.table, one, ["you"], at)) for one in viewers],
            }
        )

    def play(self, most: int) -> None:
        """Play moves, and now and then an undo, until there are `most` requests."""
        while self.table.status != "finished" and len(self.steps) < most:
            self._step()

    def _step(self) -> None:
        table, luck = self.table, self._luck
        game, seq = table.game, table.game_seq
        assert game is not None
        if table.forced_step():
            self._apply(["forced", seq], moves.forced_step(seq))
        elif table.may_undo() and luck.random() < 0.15 and table.turn in table.seats_of("you"):
            self._apply(
                ["undo", seq], moves.undo(Undo(expected_seq=seq, key=f"key {len(self.steps)}"), ME)
            )
        elif table.undo_window:
            self._apply(
                ["end", seq],
                moves.end_turn(EndTurn(expected_seq=seq, key=f"key {len(self.steps)}"), ME),
            )
        else:
            legal = list(game.legal_moves)
            rare = [move for move in legal if move.kind not in ("advance", "retreat", "pass")]
            move = luck.choice(rare if rare and luck.random() < 0.5 else legal).text
            if table.bot_to_move():
                self._apply(["bot", move, seq], moves.bot_move(move, seq))
            else:
                request = Play(
                    move=move,
                    expected_seq=seq,
                    key=f"key {len(self.steps)}",
                    undo_window="until-ended",
                )
                self._apply(["play", move, seq], moves.play(request, ME))

    def document(self, name: str) -> dict[str, Any]:
        """Return the script in JSON."""
        game = self.table.game
        assert game is not None
        finished = self.table.status == "finished"
        world = None if game.over else game.sample(game.decider, WORLD_SEED).position()
        return {
            "name": name,
            "steps": self.steps,
            "record": _json(self.table.record()) if finished else None,
            "replay": [_json(step) for step in replay.steps(self.table)] if finished else None,
            "world": _json(world),
            "events": self._events_of_record() if finished else None,
        }

    def _events_of_record(self) -> list[str]:
        """Return the events of a table from the record of this game."""
        start, made = records.read_record(self.table.record())
        first, *rest = records.first_events(start, made, ME, "From a record", SYSTEM_ENTROPY)
        assert isinstance(first, Created)
        first.secret = "00"
        return [encode(event) for event in (first, *rest)]


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def scripts(positions: int, seed: int = 1) -> Iterator[dict[str, Any]]:
    """Yield games of all presets with two to five players, until they have `positions` requests."""
    luck, count = Random(seed), 0
    while count < positions:
        for preset in PRESETS:
            players = luck.randrange(2, 6)
            script = Script(preset, players, luck.randrange(1, players + 1), luck)
            script.play(2000 if luck.random() < 0.1 else luck.randrange(20, 60))
            yield script.document(f"{preset} with {players} players")
            count += len(script.steps)
            if count >= positions:
                return


def write(path: Path, positions: int) -> None:
    """Write a file of games, a line for each."""
    with path.open("w", encoding="utf-8") as file:
        for script in scripts(positions):
            file.write(json.dumps(script) + "\n")


def main() -> None:
    """Write the file that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--positions", type=int, default=600)
    options = parser.parse_args()
    write(options.file, options.positions)


if __name__ == "__main__":
    main()
