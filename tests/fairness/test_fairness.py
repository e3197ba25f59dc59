"""Provably fair shuffles: known values, whole records, and every way to tamper with one."""

import copy
import hashlib
import hmac
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cartagena.errors import CartagenaError
from cartagena.fairness import scheme
from cartagena.fairness.verify import verify
from cartagena.server.tables.events import Created, Entry, Moved, SeatPlan, Started
from cartagena.server.tables.reducer import apply_in_place
from cartagena.server.tables.table import Table
from tests.support.command import cartagena

SECRET = "11" * 32
TABLE = "abcdefghijklmnop"
GIVEN = {"blue": "22" * 16, "red": scheme.server_value(SECRET, TABLE, "red")}


def finished(rules: str, seed: int, started: Started | None = None) -> Table:
    """Play a game at random to its end. Red contributes no value of its own."""
    table = Table(TABLE)
    seats = [SeatPlan(colour, "player", identity=colour, name=colour) for colour in GIVEN]
    setup = Created(
        owner="blue",
        name="x",
        rules={"preset": rules},
        seats=seats,
        public=False,
        spectators=True,
        seconds=0,
        substitute="drunk",
        secret=SECRET,
    )
    apply_in_place(table, Entry(1, 0, setup))
    apply_in_place(table, Entry(2, 0, started or Started(dict(GIVEN), ["red"])))
    rng = Random(seed)
    while table.status == "running":
        assert table.game is not None
        move = rng.choice(table.game.legal_moves)
        apply_in_place(
            table, Entry(table.seq + 1, 0, Moved(table.game.decider, move.text, "player"))
        )
    return table


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(json.dumps(finished("short", 1).record()))
    return loaded


def test_key_and_seed_follow_the_documented_formulas() -> None:
    """Check the formulas of docs/fairness.md."""
    entropy = {"blue": "22" * 16, "red": "33" * 16}
    secret = bytes.fromhex(SECRET)
    message = "cartagena-fairness-3\nabc\nblue " + "22" * 16 + "\nred " + "33" * 16
    key = hmac.new(secret, message.encode(), hashlib.sha256).digest()
    assert scheme.key(SECRET, "abc", entropy) == key
    bot = hmac.new(secret, b"cartagena-fairness-3\nabc\nseat red", hashlib.sha256)
    assert scheme.server_value(SECRET, "abc", "red") == bot.hexdigest()
    assert scheme.commitment(SECRET) == hashlib.sha256(bytes.fromhex(SECRET)).hexdigest()
    seed = hmac.new(key, b"game", hashlib.sha256).digest()
    assert scheme.game_seed(key) == int.from_bytes(seed, "little")


@pytest.mark.parametrize("rules", ["jamaica", "hispaniola", "everything"])
def test_accepts_a_fair_game(rules: str) -> None:
    record = json.loads(json.dumps(finished(rules, 5).record()))
    checked = verify(record, "22" * 16)
    assert any("Your own contribution was used, for blue" in sentence for sentence in checked)
    assert any("values of red. They follow from the secret" in sentence for sentence in checked)


def test_reports_that_no_player_contributed() -> None:
    entropy = {colour: scheme.server_value(SECRET, TABLE, colour) for colour in GIVEN}
    table = finished("short", 3, Started(entropy, list(entropy)))
    assert any("try many secrets" in sentence for sentence in verify(table.record()))


def test_the_secret_is_published_only_at_the_end() -> None:
    table = Table("abcdefghijklmnop")
    whole = finished("short", 2)
    assert whole.proof()["secret"] == SECRET
    apply_in_place(table, Entry(1, 0, whole.setup))
    apply_in_place(table, Entry(2, 0, Started(dict(GIVEN), [])))
    assert table.proof()["secret"] is None


def _cut(record: dict[str, Any]) -> None:
    record["moves"] = record["moves"][:-1]


def _swap(record: dict[str, Any]) -> None:
    entropy = record["fairness"]["seat_entropy"]
    entropy["blue"], entropy["red"] = entropy["red"], entropy["blue"]


def _choose_for_a_bot(record: dict[str, Any]) -> None:
    """Tamper like a server that tried values for a bot until it liked the deal."""
    started = Started({**GIVEN, "red": "33" * 16}, ["red"])
    record.update(finished("short", 2, started).record())


TAMPERINGS: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "another secret": (lambda r: r["fairness"].update(secret="44" * 32), "commitment"),
    "another commitment": (lambda r: r["fairness"].update(commitment="44" * 32), "commitment"),
    "a secret of another kind": (lambda r: r["fairness"].update(secret=5), "hexadecimal"),
    "another contribution": (
        lambda r: r["fairness"]["seat_entropy"].update(red="55" * 16),
        "deal",
    ),
    "contributions swapped": (_swap, "deal"),
    "a value chosen by the server": (_choose_for_a_bot, "red does not follow from its secret"),
    "a contribution left out": (lambda r: r["fairness"]["seat_entropy"].pop("red"), "seat"),
    "another table": (lambda r: r["fairness"].update(table="zzz"), "deal"),
    "another scheme": (lambda r: r["fairness"].update(scheme="x"), "scheme"),
    "another deal": (lambda r: r.update(seed=r["seed"] ^ 1), "deal"),
    "a chosen beginner": (lambda r: r.update(first="red"), "by hand"),
    "named cards": (lambda r: r.update(draws=[None, ["rum"]]), "names cards"),
    "no moves": (lambda r: r.pop("moves"), "missing"),
    "another version": (lambda r: r.update(version=1), "version of a record must be 2"),
    "the end cut off": (_cut, "before the end"),
    "another move": (lambda r: r["moves"].__setitem__(5, "fly"), "Move 6"),
    "a move left out": (lambda r: r["moves"].pop(2), "Move|end"),
    "other rules": (lambda r: r.update(rules={"preset": "long"}), "Move|end"),
    "no players": (lambda r: r.update(players=None), "seat order"),
    "a server's value passed off as a player's": (
        lambda r: r["fairness"].update(server_entropy_seats=[]),
        "passes it off as a player's",
    ),
    "a list for a seat": (
        lambda r: r["fairness"].update(server_entropy_seats=[[]]),
        "list of seats",
    ),
    "no proof": (lambda r: r.pop("fairness"), "no proof"),
}


@pytest.mark.parametrize("name", TAMPERINGS)
def test_rejects_a_tampered_record(record: dict[str, Any], name: str) -> None:
    tamper, words = TAMPERINGS[name]
    changed = copy.deepcopy(record)
    tamper(changed)
    with pytest.raises(CartagenaError, match=words):
        verify(changed)


@pytest.mark.slow
def test_the_command_prints_its_checks(record: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record))
    done = cartagena("verify", str(path))
    assert done.returncode == 0, done.stderr
    assert "The secret is the one committed to" in done.stdout
    assert done.stdout.endswith("All checks passed.\n")
    path.write_text(json.dumps({**record, "seed": 1}))
    refused = cartagena("verify", str(path))
    assert refused.returncode == 2
    assert "The deal was not made" in refused.stderr
    assert cartagena("verify", "-", stdin="{").returncode == 2
    assert cartagena("verify", str(tmp_path / "none")).returncode == 2
