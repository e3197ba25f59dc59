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
from cartagena.lab.arena.results import read_results
from cartagena.lab.arena.run import entrants_of, run_arena
from cartagena.lab.arena.schedule import fixtures, fixtures_of
from cartagena.lab.arena.sprt import Bounds, Sprt
from cartagena.lab.arena.workers import InProcess, Processes
from tests.lab.arena.made_up_results import settings

PAIR = settings(["deckhand", "drunk"])


def run(
    out: Path | None, deals: int, *, resume_file: bool = False, sprt: Sprt | None = None
) -> bytes:
    run_arena(
        PAIR, deals, InProcess(), out=out, resume_file=resume_file, sprt=sprt, stream=io.StringIO()
    )
    return out.read_bytes() if out else b""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of eight deals played without a break."""
    return run(tmp_path_factory.mktemp("arena") / "whole.jsonl", 8)


def test_the_seatings_of_a_deal_share_board_hands_and_deck() -> None:
    entrants = entrants_of(PAIR)
    ours, theirs = fixtures(PAIR.bots, 2, PAIR.seed, 1)
    games = [play_game(PAIR.rules, fixture, entrants, 1) for fixture in (ours, theirs)]
    for game in games:
        while game.moves:
            game.undo()
    assert games[0].position() == games[1].position()
    assert games[0].turn == games[0].players[0]


def decks_by_size(game: Game) -> dict[int, dict[str, int]]:
    """What the deck held when so many cards were left, until the discards were dealt anew."""
    decks: dict[int, dict[str, int]] = {}
    while game.moves:
        game.undo()
        deck = game.position()["deck"]
        size = sum(deck.values())
        if decks and size < max(decks):
            decks.clear()
        decks[size] = deck
    return decks


def test_the_cards_of_a_deal_come_in_one_order_whoever_draws_them() -> None:
    entrants = entrants_of(PAIR)
    compared = 0
    for deal in range(6):
        games = [play_game(PAIR.rules, f, entrants, 1) for f in fixtures_of(PAIR.bots, 2, 1, deal)]
        assert games[0].moves != games[1].moves
        one, two = map(decks_by_size, games)
        common = one.keys() & two.keys()
        assert all(one[size] == two[size] for size in common)
        compared += len(common)
    assert compared > 60


def test_a_game_follows_from_the_seed() -> None:
    entrants = entrants_of(PAIR)
    for fixture in fixtures(PAIR.bots, 2, PAIR.seed, 2):
        assert play(PAIR.rules, fixture, entrants, 1) == play(PAIR.rules, fixture, entrants, 1)


def test_thinking_time_is_kept_only_where_a_clock_runs() -> None:
    timed = settings(["deckhand:5ms", "drunk"])
    fixture = next(fixtures(timed.bots, 2, 1, 1))
    assert play(PAIR.rules, next(fixtures(PAIR.bots, 2, 1, 1)), entrants_of(PAIR), 1).ms is None
    ms = play(timed.rules, fixture, entrants_of(timed), 1).ms
    assert ms is not None
    assert len(ms) == 2


@pytest.mark.parametrize("keep", [0, 1, 7, 16])
def test_a_resumed_run_leaves_the_same_file(whole: bytes, keep: int, tmp_path: Path) -> None:
    lines = whole.splitlines(keepends=True)
    assert len(lines) == 17
    out = tmp_path / "cut.jsonl"
    out.write_bytes(b"".join(lines[: keep + 1]) + b'{"deal":3,"li')
    assert run(out, 8, resume_file=True) == whole


def test_more_deals_extend_a_file(whole: bytes, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    assert whole.startswith(run(out, 3))
    assert run(out, 8, resume_file=True) == whole


@pytest.mark.slow
def test_several_processes_leave_the_same_file(whole: bytes, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    run_arena(PAIR, 8, Processes(2), out=out, stream=io.StringIO())
    assert out.read_bytes() == whole


INTERRUPTIBLE = (
    "import signal, sys; from cartagena.cli import main; "
    "signal.signal(signal.SIGINT, signal.default_int_handler); sys.exit(main(sys.argv[1:]))"
)
"""The command as a foreground process: what a shell runs in the background ignores SIGINT."""


@pytest.mark.slow
def test_an_interrupt_keeps_what_is_done(whole: bytes, tmp_path: Path) -> None:
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
        _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"--resume" in said
    assert b"Traceback" not in said
    left = out.read_bytes()
    assert left.endswith(b"\n")
    assert left.startswith(whole[: len(left)])


def test_a_test_that_is_decided_ends_the_run(tmp_path: Path) -> None:
    bounds = Bounds(0, 100)
    out = tmp_path / "results.jsonl"
    sprt = Sprt("deckhand", "drunk", bounds)
    stopped = run(out, 400, sprt=sprt)
    assert sprt.verdict == "better"
    games = len(read_results(out).games)
    assert games == 2 * len(sprt.path) < 800
    again = Sprt("deckhand", "drunk", bounds)
    assert run(out, 400, resume_file=True, sprt=again) == stopped
    assert again.path == sprt.path


def test_a_file_is_never_overwritten_or_mixed(whole: bytes, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    out.write_bytes(whole)
    with pytest.raises(CartagenaError, match="Use --resume to continue"):
        run(out, 8)
    other = settings(["deckhand", "drunk"], seed=2)
    with pytest.raises(CartagenaError, match=r"other settings \(seed\)"):
        run_arena(other, 8, InProcess(), out=out, resume_file=True, stream=io.StringIO())
    assert out.read_bytes() == whole


@pytest.mark.parametrize(
    "content", ["", "{}\n", "rum\n", '{"format":"cartagena-arena","version":1}\n']
)
def test_what_are_no_results_is_refused(content: str, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    out.write_text(content)
    with pytest.raises(CartagenaError, match=r"\.$"):
        read_results(out)


def test_a_broken_line_is_named(whole: bytes, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    out.write_bytes(whole.replace(b'"winner":', b'"loser":', 1))
    with pytest.raises(CartagenaError, match="line 2"):
        read_results(out)
