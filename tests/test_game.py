"""`Game`: dealing, playing, undoing and viewing."""

import json
from collections.abc import Sequence
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from cartagena import Game, Move, Rules
from cartagena.errors import CartagenaError
from tests.rules.examples_2017 import BLACK_MAGIC, COMPLETE, ESCAPE, ESCAPE_BOARD
from tests.rules.games import TABLES, choose, play_on, played, push_with_draws

# Dealing.


def test_players_by_number_and_by_colour() -> None:
    assert Game("escape", 3, 1).players == ("blue", "red", "green")
    game = Game("escape", ["purple", "red"], 1)
    assert game.players == ("purple", "red")
    assert list(game.position()["pirates"]) == ["purple", "red"]


@pytest.mark.parametrize("players", [0, 1, 6, True, "red", ["red"], ["red", "red"], ["red", 1]])
def test_rejects_invalid_players(players: Any) -> None:
    with pytest.raises(CartagenaError):
        Game("escape", players)


def test_the_seed_determines_all_chance() -> None:
    one, same, other = Game("everything", 4, 9), Game("everything", 4, 9), Game("everything", 4, 10)
    assert one.position() == same.position() != other.position()
    for game in (one, same):
        play_on(game, 100, Random(1))
    assert one.position() == same.position()
    assert one.seed == 9


def test_deals_differ_without_a_seed() -> None:
    one, other = Game(), Game()
    assert one.seed != other.seed
    assert one.position() != other.position()
    assert Game(seed=one.seed).position() == one.position()


@pytest.mark.parametrize("seed", [-1, 2**256, 1.5, "7", True])
def test_rejects_invalid_seeds(seed: Any) -> None:
    with pytest.raises(CartagenaError, match="seed must be a whole number"):
        Game("escape", 2, seed)


def test_the_largest_seed() -> None:
    assert Game("escape", 2, 2**256 - 1).position() != Game("escape", 2, 2**255 - 1).position()


def test_the_first_player_is_named_or_drawn() -> None:
    for colour in ("blue", "red", "green"):
        game = Game("escape", 3, 5, first=colour)
        assert game.turn == colour
        assert game.position()["deck"] == Game("escape", 3, 5).position()["deck"]
    assert {Game("escape", 3, seed).turn for seed in range(20)} == {"blue", "red", "green"}
    with pytest.raises(CartagenaError, match="first must be one of blue, red, green"):
        Game("escape", 3, 5, first="purple")


def test_the_board_can_be_chosen() -> None:
    game = Game("escape", 2, 3, board=ESCAPE_BOARD)
    assert game.position()["board"] == ESCAPE_BOARD
    assert game.position()["hands"] == Game("escape", 2, 3).position()["hands"]
    for board in ([], ESCAPE_BOARD[:6], "rum", ["rum"] * 36, 7):
        with pytest.raises(CartagenaError):
            Game("escape", 2, 3, board=board)  # type: ignore[arg-type]


def test_accepts_rules_as_name_mapping_or_object() -> None:
    rules = Rules.preset("complete", magic=True)
    for source in (rules, {"preset": "complete", "magic": True}, rules.to_mapping()):
        assert Game(source, 2, 1).rules == rules
    assert Game("complete", 2, 1).rules == Rules.preset("complete")


# Where the game stands.


def test_a_new_game() -> None:
    game = Game(Rules.preset("escape"), players=3, seed=7)
    assert game.turn == game.decider
    assert (game.actions_left, game.winner, game.over, game.moves) == (3, None, False, [])
    assert repr(game) == f"<Game of 3, 0 moves: {game.turn} to choose, 3 actions left>"


def test_legal_moves_are_a_sequence() -> None:
    legal = Game.from_position(ESCAPE).legal_moves
    assert isinstance(legal, Sequence)
    assert all(isinstance(move, Move) for move in legal)
    assert list(legal) == [legal[i] for i in range(len(legal))]
    assert legal[-1] == list(legal)[-1]
    assert list(legal[1:3]) == list(legal)[1:3]
    assert "rum 7-21" in legal
    assert "rum 7-22" not in legal
    assert legal[0] in legal
    assert 7 not in legal
    assert legal.index(legal[2]) == 2
    assert list(reversed(legal)) == list(legal)[::-1]
    assert legal.find("rum 7-21") == Game.from_position(ESCAPE).push("rum 7")
    assert legal.find("rum 7") is None
    assert repr(legal).startswith("<LegalMoves ")
    assert "rum 7-21" in repr(legal)


def test_a_win_ends_the_game() -> None:
    position = ESCAPE | {
        "pirates": ESCAPE["pirates"] | {"green": {"35": 1, "sloop": 5}},
        "hands": {"green": {"rum": 17}},
    }
    game = Game.from_position(position)
    move = next(move for move in game.legal_moves if move.text == "rum 35-sloop")
    game.push(move)
    assert (game.winner, game.over, len(game.legal_moves)) == ("green", True, 0)
    assert game.turn == "green"
    assert repr(game) == "<Game of 4, 1 moves: green has won>"


def test_a_game_can_end_without_a_winner() -> None:
    game = played({"preset": "jamaica", "turn_limit": 3}, 2, 1, 50)
    assert (game.over, game.winner) == (True, None)
    assert game.position()["turns"] == 3
    assert repr(game).endswith("over without a winner>")


# Playing.


def test_push_takes_moves_and_texts_and_returns_the_move() -> None:
    game = Game.from_position(ESCAPE)
    assert game.push("rum 7") == game.moves[0]
    assert game.push(game.legal_moves[0]) is game.moves[1]


@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_undo_restores_everything(rules: Any) -> None:
    game = Game(rules, 3, 11)
    luck = Random(11)
    before = []
    for _ in range(80):
        if game.over:
            break
        before.append((game.position(), list(game.legal_moves)))
        game.push(choose(game, luck))
    moves = list(game.moves)
    for position, legal in reversed(before):
        assert game.last_move == moves[-1]
        assert game.undo() == moves.pop()
        assert game.position() == position
        assert list(game.legal_moves) == legal
    with pytest.raises(CartagenaError, match="There is no move yet"):
        _ = game.last_move
    with pytest.raises(CartagenaError, match="There is no move to take back"):
        game.undo()


def test_copies_are_independent() -> None:
    game = played("everything", 3, 2, 30)
    twin = game.copy()
    assert twin.position() == game.position()
    assert twin.record() == game.record()
    position = game.position()
    play_on(twin, 5, Random(1))
    assert game.position() == position
    assert len(game.moves) == 30
    for _ in range(len(twin.moves)):
        twin.undo()
    assert twin.position() == Game("everything", 3, 2).position()


def test_parse_returns_the_move_and_changes_nothing() -> None:
    game = Game("escape", players=["green", "red", "blue"], seed=4173)
    before = game.position()
    assert game.parse("Rum  jail") == game.parse("rum jail-3")
    with pytest.raises(CartagenaError):
        game.parse("rum 5-9")
    assert game.position() == before
    assert game.moves == []
    assert game.push("Rum  jail") == Game.replay(game.record()).moves[0]


# Looking.


def test_a_view_hides_what_the_seat_may_not_know() -> None:
    game = played("everything", 3, 5, 60)
    view = game.view("red")
    assert game.view(1) == view
    assert view["viewer"] == "red"
    truth = game.position()
    assert view["hands"]["red"] == truth["hands"]["red"]
    assert view["hand_sizes"] == {c: sum(hand.values()) for c, hand in truth["hands"].items()}
    assert view["deck_size"] == sum(truth["deck"].values())
    for secret in ("generator", "memory", "deck", "chest_box"):
        assert secret not in view
    json.dumps(view)


def test_open_hands_are_seen_by_all() -> None:
    game = played("tortuga", 4, 5, 40)
    for colour in game.players:
        assert game.view(colour)["hands"] == game.position()["hands"]
        assert game.view(colour)["row"] == game.position()["row"]


@pytest.mark.parametrize("seat", ["purple", 3, -1, None, True, 1.0, []])
def test_rejects_invalid_seats(seat: Any) -> None:
    game = Game("escape", 3, 1)
    for look in (game.view, game.sample, game.moves_visible_to, game.packed_view):
        with pytest.raises(CartagenaError, match="A seat must be"):
            look(seat)


@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_a_sampled_world_agrees_with_the_view(rules: Any) -> None:
    game = played(rules, 3, 6, 45)
    for seat in range(3):
        worlds = [game.sample(seat, seed) for seed in (1, 1, 2)]
        for world in worlds:
            assert world.view(seat) == game.view(seat)
            assert (
                list(world.legal_moves) == list(game.legal_moves)
                or game.decider != (game.players[seat])
            )
            play_on(world, 20, Random(1))
        assert worlds[0].position() == worlds[1].position()
    assert game.sample(0).view(0) == game.view(0)


def seen(position: dict[str, Any], moves: list[str]) -> dict[str, list[str]]:
    game = Game.from_position(position)
    for move in moves:
        game.push(move)
    return {colour: game.moves_visible_to(colour) for colour in game.players}


RUM = BLACK_MAGIC | {
    "hands": {"red": {"weapons": 1}, "green": {"rum": 1}, "blue": {"hook": 1}},
    "actions_left": 2,
    "free_sail": False,
}
KEEPING = RUM | {
    "pending": {
        "kind": "keep",
        "seat": "red",
        "spell": "rum",
        "left": 1,
        "cards": {"hook": 2, "chest": 1, "parrot": 1},
    }
}
PUTTING = RUM | {"pending": {"kind": "put", "seat": "red", "cards": {"hook": 1, "chest": 1}}}
GIFTS = ["keep hook", "give chest green", "give hook yellow", "give parrot blue"]


def table(**options: str) -> dict[str, Any]:
    return {"rules": {"preset": "complete", "magic": True, **options}}


def test_moves_visible_with_a_deck_and_hidden_hands() -> None:
    rum = seen(KEEPING, GIFTS)
    assert rum["red"] == GIFTS
    assert rum["green"] == ["keep ?", "give chest green", "give ? yellow", "give ? blue"]
    assert rum["blue"] == ["keep ?", "give ? green", "give ? yellow", "give parrot blue"]
    taking = seen(RUM, ["weapons! green", "take rum"])
    assert taking["red"] == taking["green"] == ["weapons! green", "take rum"]
    assert taking["blue"] == ["weapons! green", "take ?"]
    putting = seen(PUTTING, ["put hook", "put chest"])
    assert putting["red"] == ["put hook", "put chest"]
    assert putting["green"] == ["put ?", "put ?"]


def test_moves_visible_with_a_row() -> None:
    """Drawn cards were public (ruling 26), but a card taken from a hand may have been dealt hidden."""
    assert seen(KEEPING | table(supply="row"), GIFTS)["blue"] == GIFTS
    assert seen(PUTTING | table(supply="row"), ["put hook"])["blue"] == ["put hook"]
    taking = seen(RUM | table(supply="row"), ["weapons! green", "take rum"])
    assert taking["blue"] == ["weapons! green", "take ?"]


def test_moves_visible_with_open_hands() -> None:
    assert seen(KEEPING | table(hands="open"), GIFTS)["blue"] == GIFTS
    assert seen(PUTTING | table(hands="open"), ["put hook"])["blue"] == ["put ?"]
    taking = seen(RUM | table(hands="open"), ["weapons! green", "take rum"])
    assert taking["blue"] == ["weapons! green", "take rum"]


# Pictures.


@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_every_preset_can_be_drawn(rules: Any) -> None:
    game = played(rules, 2, 3, 33)
    assert ET.fromstring(game.svg()).tag.endswith("svg")
    assert game._repr_svg_() == game.svg()
    assert str(game) == game.text()
    for colour in game.players:
        assert ET.fromstring(game.svg(colour)).tag.endswith("svg")
        assert game.text(colour)


def test_a_picture_for_a_seat_shows_no_more_than_its_view() -> None:
    game = Game("escape", 2, 1)
    assert game.text("blue") != game.text("red") != game.text()
    assert Game.from_position(COMPLETE).svg("red") != Game.from_position(COMPLETE).svg()


# Small promises.


def test_writing_a_record_does_not_change_copies() -> None:
    game = played("everything", 3, 2, 10)
    before = game.record()
    twin = game.copy()
    play_on(twin, 5, Random(1))
    assert len(twin.record()["moves"]) == 15
    assert game.record() == before
    assert vars(game)["_record"].moves == []


@pytest.mark.parametrize("moves_ago", [-1, 4, 9, True, "1", 1.0, None])
def test_rejects_looking_back_beyond_the_start(moves_ago: Any) -> None:
    game = played("escape", 2, 1, 3)
    assert game.packed_state(3).tobytes() == Game("escape", 2, 1).packed_state().tobytes()
    with pytest.raises(CartagenaError, match="moves_ago must be a whole number from 0 to 3, not"):
        game.packed_state(moves_ago)


def test_a_copy_can_have_another_packed_state() -> None:
    game = Game("escape", 2, 1)
    game.push(game.legal_moves[0])
    legal, sample = list(game.legal_moves), game.sample("red", 5)
    other = game.with_packed_state(sample.packed_state())
    assert other.position() == sample.position() != game.position()
    assert other.moves == game.moves
    assert list(game.legal_moves) == legal
    other.undo()
    assert other.position() == Game("escape", 2, 1).position()


def test_a_picture_can_highlight_a_move() -> None:
    game = Game.from_position(ESCAPE)
    plain = game.svg()
    marked = game.svg(highlight=("7", "21"))
    assert 'class="highlight"' in marked
    assert 'class="highlight"' not in plain
    assert game.svg(highlight="rum 7-21") == game.svg(highlight=game.parse("rum 7"))
    assert game.svg(highlight="sail") == plain
    assert 'width="300"' in game.svg("red", width=300, highlight="rum 7-21")
    with pytest.raises(ValueError, match="no place '40'"):
        game.svg(highlight=("7", "40"))


@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_steps_through_a_record_move_by_move(rules: Any) -> None:
    game = played(rules, 3, 4, 40)
    luck = Random(9)
    for _ in range(20):
        # With cards that the seed would not have given.
        push_with_draws(game, luck)
    record, moves = game.record(), list(game.moves)
    positions = []
    for step, move in Game.steps(record):
        positions.append(step.position())
        assert step.moves_made == len(positions) - 1
        assert move == (moves[step.moves_made] if step.moves_made < len(moves) else None)
    while True:
        assert positions.pop() == game.position()
        if not game.moves:
            break
        game.undo()


def test_a_spectator_sees_what_is_public() -> None:
    game = played("everything", 3, 5, 60)
    public = game.public_view()
    assert public["viewer"] is None
    assert public["hands"] == {colour: {} for colour in game.players}
    assert "deck" not in public
    assert public["deck_top"] == {}
    secret = [move for move in game.moves if move.hides_card]
    assert secret
    assert sum("?" in text for text in game.public_moves()) == len(secret)
