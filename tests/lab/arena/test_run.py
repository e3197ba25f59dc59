import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cartagena import Game
from cartagena.errors import CartagenaError
from cartagena.lab.arena.match import play, play_game
from cartagena.lab.arena.results import read_file
from cartagena.lab.arena.run import run_arena
from cartagena.lab.arena.sprt import Bounds, Sprt
from cartagena.lab.arena.workers import InProcess, Processes
from tests.lab.arena.simulated_results import settings

PAIR = settings(["deckhand", "drunk"])
ENTRANTS = PAIR.entrants()


def run(
    out: Path | None, deals: int, *, resume_file: bool = False, sprt: Sprt | None = None
) -> bytes:
    run_arena(
        PAIR,
        ENTRANTS,
        deals,
        InProcess(),
        out=out,
        resume_file=resume_file,
        sprt=sprt,
        stream=io.StringIO(),
    )
    return out.read_bytes() if out else b""


@pytest.fixture(scope="module")
def complete(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Play eight deals without interruption and return the file."""
    return run(tmp_path_factory.mktemp("arena") / "complete.jsonl", 8)


def test_seatings_of_a_deal_share_board_hands_and_deck() -> None:
    games = [play_game(PAIR.rules, fixture, ENTRANTS, 1) for fixture in PAIR.fixtures(0)]
    for game in games:
        while game.moves:
            game.undo()
    assert games[0].position() == games[1].position()
    assert games[0].turn == games[0].players[0]


def decks_by_size(game: Game) -> dict[int, dict[str, int]]:
    """Return the deck by the number of cards left, up to the first reshuffle."""
    decks: dict[int, dict[str, int]] = {}
    while game.moves:
        game.undo()
        deck = game.position()["deck"]
        size = sum(deck.values())
        if decks and size < max(decks):
            decks.clear()
        decks[size] = deck
    return decks


def test_deck_order_does_not_depend_on_the_players() -> None:
    compared = 0
    for deal in range(6):
        games = [play_game(PAIR.rules, f, ENTRANTS, 1) for f in PAIR.fixtures(deal)]
        assert games[0].moves != games[1].moves
        one, two = map(decks_by_size, games)
        common = one.keys() & two.keys()
        assert all(one[size] == two[size] for size in common)
        compared += len(common)
    assert compared > 60


def test_same_seed_gives_the_same_game() -> None:
    for fixture in PAIR.schedule(2):
        assert play(PAIR.rules, fixture, ENTRANTS, 1) == play(PAIR.rules, fixture, ENTRANTS, 1)


def test_thinking_time_is_stored_only_if_a_clock_runs() -> None:
    assert play(PAIR.rules, PAIR.fixtures(0)[0], ENTRANTS, 1).ms is None
    timed = settings(["deckhand:5ms", "drunk"])
    ms = play(timed.rules, timed.fixtures(0)[0], timed.entrants(), 1).ms
    assert ms is not None
    assert len(ms) == 2


@pytest.mark.parametrize("keep", [0, 1, 7, 16])
def test_resumed_run_leaves_the_same_file(complete: bytes, keep: int, tmp_path: Path) -> None:
    lines = complete.splitlines(keepends=True)
    assert len(lines) == 17
    out = tmp_path / "cut.jsonl"
    out.write_bytes(b"".join(lines[: keep + 1]) + b'{"deal":3,"li')
    assert run(out, 8, resume_file=True) == complete


def test_more_deals_extend_a_file(complete: bytes, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    assert complete.startswith(run(out, 3))
    assert run(out, 8, resume_file=True) == complete


@pytest.mark.slow
def test_two_processes_leave_the_same_file(complete: bytes, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    run_arena(PAIR, ENTRANTS, 8, Processes(2), out=out, stream=io.StringIO())
    assert out.read_bytes() == complete


INTERRUPTIBLE = (
    "import signal, sys; from cartagena.cli import main; "
    "signal.signal(signal.SIGINT, signal.default_int_handler); sys.exit(main(sys.argv[1:]))"
)
"""The command with the default SIGINT handler, which background processes of a shell lack."""


@pytest.mark.slow
def test_interrupt_keeps_finished_games(complete: bytes, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    command = [sys.executable, "-c", INTERRUPTIBLE, "arena", "deckhand", "drunk"]
    command += ["--rules", "short", "--jobs", "2", "--deals", "100000", "--out", str(out)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline and process.poll() is None:
            if out.exists() and len(out.read_bytes().splitlines()) > 4:
                break
            time.sleep(0.05)
        os.kill(process.pid, signal.SIGINT)
        _, error = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"--resume" in error
    assert b"Traceback" not in error
    content = out.read_bytes()
    assert content.endswith(b"\n")
    assert content.startswith(complete[: len(content)])


def test_decided_test_ends_the_run(tmp_path: Path) -> None:
    bounds = Bounds(0, 100)
    out = tmp_path / "results.jsonl"
    sprt = Sprt("deckhand", "drunk", bounds)
    content = run(out, 400, sprt=sprt)
    assert sprt.verdict == "better"
    games = len(read_file(out).games)
    assert games == 2 * len(sprt.path) < 800
    again = Sprt("deckhand", "drunk", bounds)
    assert run(out, 400, resume_file=True, sprt=again) == content
    assert again.path == sprt.path


def test_never_overwrites_or_mixes_files(complete: bytes, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    out.write_bytes(complete)
    with pytest.raises(CartagenaError, match="Use --resume to continue"):
        run(out, 8)
    other = settings(["deckhand", "drunk"], seed=2)
    with pytest.raises(CartagenaError, match=r"other settings \(seed\)"):
        run_arena(other, ENTRANTS, 8, InProcess(), out=out, resume_file=True, stream=io.StringIO())
    assert out.read_bytes() == complete


@pytest.mark.parametrize(
    "content", ["", "{}\n", "rum\n", '{"format":"cartagena-arena","version":1}\n']
)
def test_rejects_a_file_of_another_format(content: str, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    out.write_text(content)
    with pytest.raises(CartagenaError, match=r"\.$"):
        read_file(out)


def test_names_a_malformed_line(complete: bytes, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    out.write_bytes(complete.replace(b'"winner":', b'"loser":', 1))
    with pytest.raises(CartagenaError, match="line 2"):
        read_file(out)
