"""Hints: good moves, from the view alone, with true reasons, and never against people."""

from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest

from cartagena import Game, Rules
from cartagena.analysis.reasons import reasons
from cartagena.bots import View
from cartagena.protocol.hints import Hint, HintMove
from cartagena.rules.components import SYMBOLS
from cartagena.rules.reasons import ReasonCode
from cartagena.server.catalogue import whole_catalogue
from cartagena.server.engine.tasks import find_hint
from tests.support.known_game import green_begins
from tests.support.servers import Person, me, running, seat


def advice(game: Game, simulations: int = 16) -> Hint:
    return find_hint(View.of(game, game.decider), list(game.legal_moves), 7, simulations)


@pytest.mark.parametrize("preset", ["jamaica", "everything"])
def test_hidden_cards_do_not_change_a_hint(preset: str) -> None:
    rng = Random(11)
    game = Game(Rules.preset(preset), players=3, seed=4)
    for _ in range(30):
        game.push(rng.choice(game.legal_moves))
    world = game.sample(game.decider, 99)
    assert world.position() != game.position()
    assert advice(world) == advice(game)


def test_finds_an_immediate_win() -> None:
    game = Game("jamaica", players=2, seed=1)
    position = game.position()
    mine, other = game.decider, next(colour for colour in game.players if colour != game.decider)
    position["pirates"] = {mine: {"sloop": 5, "36": 1}, other: {"jail": 6}}
    won = advice(Game.from_position(position))
    assert won.move.endswith("36-sloop")
    assert won.moves[0].chance == 1.0
    assert won.reasons[0].code == "wins"


def facts_of(game: Game, text: str) -> list[dict[str, Any]]:
    """Return the facts about a move as if it were the best."""
    moves = list(game.legal_moves)
    values = [HintMove(text, 0.5, 0.01)] + [
        HintMove(move.text, 0.1, 0.01) for move in moves if move.text != text
    ]
    facts = reasons(game.view(game.decider), moves, values)
    return [{name: getattr(one, name) for name in ("code", "count", "card")} for one in facts]


def test_reasons_match_the_board() -> None:
    game = green_begins()
    game.push("hat jail-3")
    game.push("key jail-5")
    # The key on 5 is taken, so another one goes on to 12, further than a bottle would.
    assert facts_of(game, "key jail-12") == [
        {"code": "furthest", "count": 12, "card": ""},
        {"code": "leaps", "count": 1, "card": "key"},
        {"code": "clear", "count": 40, "card": ""},
    ]
    assert facts_of(game, "back 5-3")[:2] == [
        {"code": "gains", "count": 1, "card": ""},
        {"code": "costs", "count": 2, "card": ""},
    ]
    close = reasons(
        game.view(game.decider),
        list(game.legal_moves),
        [HintMove("back 5-3", 0.5, 0.03), HintMove("key jail-12", 0.48, 0.03)],
    )
    assert (close[-1].code, close[-1].move) == ("close", "key jail-12")


def test_mentions_the_distance_once() -> None:
    position = Game("jamaica", players=2, seed=1).position()
    mine, other = position["players"]
    position["turn"] = mine
    position["pirates"] = {mine: {"jail": 5, "20": 1}, other: {"jail": 6}}
    game = Game.from_position(position)
    codes = {
        move.text: [one["code"] for one in facts_of(game, move.text)] for move in game.legal_moves
    }
    assert any("furthest" in text for text in codes.values())
    assert any("ahead" in text for text in codes.values())
    assert not any({"furthest", "ahead"} <= set(text) for text in codes.values())


def test_short_move_is_not_praised_for_being_the_longest() -> None:
    position = Game("jamaica", players=2, seed=1).position()
    mine, other = position["players"]
    symbol = next(iter(position["hands"][mine]))
    space = position["board"].index(symbol, 15)
    position["turn"] = mine
    position["hands"][mine] = {symbol: 1}
    position["pirates"] = {mine: {str(space): 1, "sloop": 5}, other: {"jail": 6}}
    game = Game.from_position({**position, "deck": None})
    assert facts_of(game, f"{symbol} {space}-{space + 1}")[0]["code"] == "ahead"


def test_every_kind_of_move_has_a_reason() -> None:
    kinds: set[str] = set()
    for preset, number in (("everything", 3), ("complete", 1)):
        rng = Random(number)
        game = Game(preset, players=3, seed=number)
        for _ in range(1500):
            if game.over:
                break
            move = rng.choice(game.legal_moves)
            if len(game.legal_moves) > 1:
                assert len(facts_of(game, move.text)) >= 2, move
                kinds.add(move.kind)
            game.push(move)
    assert {"advance", "retreat", "morgan", "sail", "pass", "weapons", "take", "give"} <= kinds


def test_the_client_has_a_text_for_every_reason() -> None:
    catalogue = whole_catalogue()
    assert {*catalogue.reasons, "spell"} == set(get_args(ReasonCode))
    assert set(catalogue.spell_reasons) == set(SYMBOLS["2017"])


def test_gives_hints_against_bots(anna: Person, bert: Person) -> None:
    table = anna.table(me("blue"), seat("red", "bot"), rules="short")
    assert anna.post(f"/tables/{table}/hint", {"expected_seq": 0}).status_code == 409
    anna.done(f"/tables/{table}/start")
    snapshot = anna.look(table)
    while not snapshot["legal"]:
        snapshot = anna.look(table)
    body = {"expected_seq": snapshot["expected_seq"]}
    hint = anna.done(f"/tables/{table}/hint", body)
    assert hint["seat"] == "blue"
    assert hint["move"] == hint["moves"][0]["move"]
    assert {one["move"] for one in hint["moves"]} <= set(snapshot["legal"])
    assert hint["reasons"]
    assert anna.done(f"/tables/{table}/hint", body) == hint
    assert anna.post(f"/tables/{table}/hint", {"expected_seq": 1}).json()["type"].endswith("stale")
    assert bert.post(f"/tables/{table}/hint", body).status_code == 403
    assert anna.play(table, hint["move"], snapshot["expected_seq"]).status_code == 200


def test_refuses_hints_against_people(anna: Person, bert: Person) -> None:
    table = anna.table(me("blue"), seat("red"), rules="short")
    bert.done(f"/tables/{table}/join")
    anna.done(f"/tables/{table}/start")
    for person in (anna, bert):
        body = {"expected_seq": person.look(table)["expected_seq"]}
        refused = person.post(f"/tables/{table}/hint", body)
        assert refused.status_code == 403
        assert refused.json()["detail"].startswith("You can ask for hints only")


@pytest.mark.slow
def test_limits_hints_per_identity_at_a_shared_screen(tmp_path: Path) -> None:
    with running(tmp_path, hints_per_minute="1") as server:
        anna = server.person()
        table = anna.table(me("blue"), me("red"), rules="short")
        anna.done(f"/tables/{table}/start")
        snapshot = anna.look(table)
        hint = anna.done(f"/tables/{table}/hint", {"expected_seq": snapshot["expected_seq"]})
        anna.play(table, hint["move"], snapshot["expected_seq"])
        again = anna.post(
            f"/tables/{table}/hint", {"expected_seq": anna.look(table)["expected_seq"]}
        )
        assert again.status_code == 429
        assert again.json()["retry_after"] > 0
