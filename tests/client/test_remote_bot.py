"""Remote bots know only what their seat may know, and play whole games."""

import subprocess
import sys
from random import Random

import pytest

from cartagena import Game
from cartagena.rules.notation.position.possible import possible_position
from tests.support.command import cartagena_in_process as cartagena
from tests.support.servers import SHORT, Person, Server, me, play_out, seat

PRESETS = (
    "jamaica",
    "hispaniola",
    "tortuga",
    "complete",
    "filibusters",
    "black-magic",
    "everything",
)


@pytest.mark.parametrize("rules", PRESETS)
def test_a_possible_position_gives_its_viewer_the_same_view(rules: str) -> None:
    rng = Random(rules)
    for players in (2, 3, 4):
        game = Game(rules, players, seed=rng.getrandbits(100))
        while not game.over and len(game.moves) < 150:
            viewer = game.decider
            other = Game.from_position(possible_position(game.view(viewer)))
            assert other.view(viewer) == game.view(viewer)
            assert other.packed_view(viewer).tobytes() == game.packed_view(viewer).tobytes()
            assert list(other.legal_moves) == list(game.legal_moves)
            game.push(rng.choice(game.legal_moves))


def test_a_remote_bot_plays_a_whole_game(server: Server, anna: Person) -> None:
    table = anna.table(me("blue"), seat("red"), rules=SHORT)
    command = [sys.executable, "-m", "cartagena", "bot", "--server", server.url]
    bot = subprocess.Popen(
        [*command, "--table", table, "--level", "deckhand", "--name", "Robo"],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert bot.stdout is not None
        assert bot.stdout.readline() == f"Robo sits down at {table}.\n"
        assert anna.look(table)["table"]["seats"][1]["contributed"]
        anna.done(f"/tables/{table}/start")
        snapshot = play_out([anna], table, Random(1), max_moves=20_000)
        output = bot.communicate(timeout=60)[0]
    finally:
        bot.kill()
    assert "The game is over" in output
    assert snapshot["table"]["status"] == "finished"
    assert bot.returncode == 0


def test_reports_an_unknown_table_and_an_unreachable_server(server: Server) -> None:
    done = cartagena("bot", "--server", server.url, "--table", "A" * 16, "--level", "drunk")
    assert done.returncode == 2
    assert "The server says" in done.stderr
    unreachable = cartagena("bot", "--server", "http://127.0.0.1:1", "--level", "drunk")
    assert "does not answer" in unreachable.stderr
