"""Offline check of a finished game: all chance was fixed before anybody could choose it."""

import re
from collections.abc import Mapping
from typing import Any, Final

from cartagena.errors import CartagenaError
from cartagena.fairness import scheme
from cartagena.game import Game

_HEX_256: Final = re.compile(r"[0-9a-f]{64}")
_KEYS: Final = ("scheme", "table", "commitment", "seat_entropy", "server_entropy_seats", "secret")

_COMBINED: Final = "contributions"
"""The key with the contributions of all tables, if several have this deal."""


def verify(record: Mapping[str, Any], own_contribution: str | None = None) -> list[str]:
    """Check a record and return one sentence for each check that passed.

    `own_contribution` is the value that the caller contributed. Raises `CartagenaError` if a check
    fails.
    """
    proof = _read_proof(record)
    checks = []
    _require(
        scheme.commitment(proof["secret"]) == proof["commitment"],
        "The secret does not match the commitment: it was changed after the start.",
    )
    checks.append(f"The secret is the one committed to: SHA-256 {proof['commitment']}.")
    contributions: dict[str, str] = proof["seat_entropy"]
    players = record.get("players")
    _require(
        isinstance(players, list) and list(contributions) == players,
        "The contributions are not those of the players, in seat order.",
    )
    checks += _check_combined_values(proof)
    if own_contribution is not None:
        value = own_contribution.lower()
        given = proof.get(_COMBINED) or {one: [v] for one, v in contributions.items()}
        owners = [colour for colour, theirs in given.items() if value in theirs]
        _require(bool(owners), "Your contribution was not used.")
        checks.append(f"Your own contribution was used, for {owners[0]}.")
    _require(isinstance(record.get("moves"), list), "The moves are missing.")
    game = _replay(record, scheme.key(proof["secret"], proof["table"], contributions))
    checks.append(
        "The deal (tiles, hands, chests, who begins) follows from the secret and the "
        f"contributions of {', '.join(contributions)}."
    )
    checks.append(f"So does every card drawn in the {game.moves_made} moves.")
    _require(game.over, "The record stops before the end of the game.")
    result = f"{game.winner} has won" if game.winner else "nobody has won"
    checks.append(f"All {game.moves_made} moves are legal, one after the other, and {result}.")
    checks += _check_server_values(proof)
    if own_contribution is None:
        checks.append(
            "Not checked: that your own contribution was used, and that the commitment is the one "
            "you were shown before you contributed. Compare them, or use --contribution."
        )
    return checks


def _replay(record: Mapping[str, Any], key: bytes) -> Game:
    """Replay a record whose seed and cards follow from the key."""
    _require(
        record.get("seed") == scheme.game_seed(key),
        "The deal was not made from the secret and the contributions.",
    )
    fixed = all(record.get(name) is None for name in ("first", "board", "position"))
    _require(fixed, "The record sets up by hand what the deal should have decided.")
    _require(
        not record.get("draws"), "The record names cards that should have followed from the secret."
    )
    return Game.replay(record)


def _check_combined_values(proof: dict[str, Any]) -> list[str]:
    """Check that the value of each seat combines the contributions of all tables with this deal."""
    if _COMBINED not in proof:
        return []
    number = 0
    for colour, values in proof[_COMBINED].items():
        number += len(values)
        _require(
            not values or proof["seat_entropy"].get(colour) == scheme.combined(values),
            f"The value of {colour} does not combine the contributions of all tables.",
        )
        _require(
            bool(values) or colour in proof["server_entropy_seats"],
            f"The value of {colour} is nobody's contribution.",
        )
    return [f"The values of the seats combine {number} contributions of tables with this deal."]


def _check_server_values(proof: dict[str, Any]) -> list[str]:
    """Check that the server's values for seats without their own follow from its secret."""
    seats = proof["server_entropy_seats"]
    checks: list[str] = []
    for colour, value in proof["seat_entropy"].items():
        is_server_value = value == scheme.server_value(proof["secret"], proof["table"], colour)
        _require(
            is_server_value or colour not in seats,
            f"The server's value for {colour} does not follow from its secret.",
        )
        _require(
            not is_server_value or colour in seats,
            f"The value of {colour} is the server's, but the record passes it off as a player's.",
        )
    if not seats:
        return checks
    checks.append(
        f"The server provided the values of {', '.join(seats)}. They follow from the secret, so "
        "it could not choose them after it knew the others."
    )
    if len(seats) == len(proof["seat_entropy"]):
        checks.append(
            "Not checked: that the server did not try many secrets before it committed to one, "
            "because no seat contributed a value of its own."
        )
    return checks


def _require(condition: bool, message: str) -> None:
    if not condition:
        raise CartagenaError(message)


def _read_proof(record: Mapping[str, Any]) -> dict[str, Any]:
    _require(isinstance(record, Mapping), "A record must be a JSON object.")
    proof = record.get("fairness")
    _require(
        proof is not None or record.get("position") is None,
        "This game began from a position, not from a shuffle: there is nothing to check, and it "
        "does not count.",
    )
    _require(
        isinstance(proof, dict) and sorted({*proof} - {_COMBINED}) == sorted(_KEYS),
        "This record has no proof of fairness: it is not the record of a finished game at a table.",
    )
    assert isinstance(proof, dict)
    _require(
        proof["scheme"] == scheme.SCHEME,
        f"The fairness scheme must be {scheme.SCHEME!r}, not {proof['scheme']!r}.",
    )
    for name in ("secret", "commitment"):
        is_hash = isinstance(proof[name], str) and _HEX_256.fullmatch(proof[name]) is not None
        _require(is_hash, f"The {name} must be 64 hexadecimal digits.")
    contributions = proof["seat_entropy"]
    _require(
        isinstance(contributions, dict)
        and all(
            isinstance(value, str) and scheme.CONTRIBUTION.fullmatch(value)
            for value in contributions.values()
        ),
        "The contributions must be values of 16 to 64 bytes, in hexadecimal digits.",
    )
    combined = proof.get(_COMBINED, {})
    _require(
        isinstance(combined, dict)
        and (not combined or combined.keys() == contributions.keys())
        and all(
            isinstance(values, list)
            and all(isinstance(one, str) and scheme.CONTRIBUTION.fullmatch(one) for one in values)
            for values in combined.values()
        ),
        "The contributions of all tables must be lists of values, one list for each seat.",
    )
    _require(isinstance(proof["table"], str), "The table must be a name.")
    seats = proof["server_entropy_seats"]
    _require(
        isinstance(seats, list)
        and all(isinstance(colour, str) and colour in contributions for colour in seats),
        "server_entropy_seats must be a list of seats that have a contribution.",
    )
    return proof
