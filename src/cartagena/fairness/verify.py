"""Checking a finished game offline: all chance was fixed before anybody could choose it."""

import re
from collections.abc import Mapping
from typing import Any

from cartagena.errors import CartagenaError
from cartagena.fairness import scheme
from cartagena.fairness.earlier import retold
from cartagena.game import Game

_HEX_256 = re.compile(r"[0-9a-f]{64}")
_KEYS = ("scheme", "table", "commitment", "seat_entropy", "server_entropy_seats", "secret")


def verify(record: Mapping[str, Any], mine: str | None = None) -> list[str]:
    """Check everything that can be checked; what was checked, in sentences.

    `mine` is the value that the one who asks contributed. What does not fit is refused with a
    sentence.
    """
    proof = _read_proof(record)
    checked = []
    _insist(
        scheme.commitment(proof["secret"]) == proof["commitment"],
        "The secret does not fit the commitment: it was changed after the start.",
    )
    checked.append(f"The secret is the one committed to: SHA-256 {proof['commitment']}.")
    given: dict[str, str] = proof["seat_entropy"]
    _insist(
        list(given) == list(record.get("players", ())),
        "The contributions are not those of the players, in seat order.",
    )
    if mine is not None:
        owners = [colour for colour, value in given.items() if value == mine.lower()]
        _insist(bool(owners), "Your contribution is not among those that were used.")
        checked.append(f"Your own contribution was used, for {owners[0]}.")
    _insist(isinstance(record.get("moves"), list), "The moves are missing.")
    key = scheme.key(proof["secret"], proof["table"], given, proof["scheme"])
    game = retold(record, key) if proof["scheme"] == scheme.EARLIER else _replayed(record, key)
    checked.append(
        "The deal (tiles, hands, chests, who begins) follows from the secret and the "
        f"contributions of {', '.join(given)}."
    )
    checked.append(f"So does every card drawn in the {game.moves_made} moves.")
    _insist(game.over, "The record stops before the end of the game.")
    won = f"{game.winner} has won" if game.winner else "nobody has won"
    checked.append(f"All {game.moves_made} moves are legal, one after the other, and {won}.")
    checked += _values_of_the_server(proof)
    if mine is None:
        checked.append(
            "Not checked: that your own contribution was used, and that the commitment is the one "
            "you were shown before you contributed. Compare them, or give --contribution."
        )
    return checked


def _replayed(record: Mapping[str, Any], key: bytes) -> Game:
    """The game of a record, if it is the one that the key gives."""
    _insist(
        record.get("seed") == scheme.game_seed(key),
        "The deal was not made from the secret and the contributions.",
    )
    fixed = all(record.get(name) is None for name in ("first", "board", "position"))
    _insist(fixed, "The record sets up by hand what the deal should have decided.")
    _insist(
        not record.get("draws"), "The record names cards that should have followed from the secret."
    )
    return Game.replay(record)


def _values_of_the_server(proof: dict[str, Any]) -> list[str]:
    """Whether the server was bound in what it gave for seats without a value of their own."""
    drawn = proof["server_entropy_seats"]
    if not drawn:
        return []
    for colour in drawn:
        bound = scheme.server_value(proof["secret"], proof["table"], colour, proof["scheme"])
        _insist(
            proof["seat_entropy"][colour] == bound,
            f"The server's value for {colour} does not follow from its secret.",
        )
    bound_by_it = (
        f"The server gave the values of {', '.join(drawn)}; they follow from the secret, so that "
        "it could not choose them when it knew the others'."
    )
    found = [bound_by_it]
    if len(drawn) == len(proof["seat_entropy"]):
        found.append(
            "Not checked: that the server did not try many secrets before it committed, since no "
            "seat brought a value of its own."
        )
    return found


def _insist(holds: bool, sentence: str) -> None:
    if not holds:
        raise CartagenaError(sentence)


def _read_proof(record: Mapping[str, Any]) -> dict[str, Any]:
    _insist(isinstance(record, Mapping), "A record is a JSON object.")
    proof = record.get("fairness")
    _insist(
        proof is not None or record.get("position") is None,
        "This game began from a position and not from a shuffle: there is nothing to check, and it "
        "counts for nothing.",
    )
    _insist(
        isinstance(proof, dict) and sorted(proof) == sorted(_KEYS),
        "This record has no proof of fairness: it is not the record of a finished table.",
    )
    assert isinstance(proof, dict)
    _insist(
        proof["scheme"] in (scheme.SCHEME, scheme.EARLIER),
        f"This checks the schemes {scheme.SCHEME} and {scheme.EARLIER} and no other.",
    )
    for name in ("secret", "commitment"):
        fits = isinstance(proof[name], str) and _HEX_256.fullmatch(proof[name]) is not None
        _insist(fits, f"The {name} is not 64 hexadecimal digits.")
    given = proof["seat_entropy"]
    _insist(
        isinstance(given, dict)
        and all(
            isinstance(value, str) and scheme.CONTRIBUTION.fullmatch(value)
            for value in given.values()
        ),
        "The contributions are not values of 16 to 64 bytes, as hexadecimal digits.",
    )
    _insist(isinstance(proof["table"], str), "The table has no name.")
    drawn = proof["server_entropy_seats"]
    _insist(
        isinstance(drawn, list) and all(colour in given for colour in drawn),
        "Who drew the contributions is not told.",
    )
    return proof
