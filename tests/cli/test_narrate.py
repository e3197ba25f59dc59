from typing import Any

import pytest

from cartagena.cli.narrate import MoveNarrator, describe_new_cards
from cartagena.rules.notation.moves import Move


def view(**more: Any) -> dict[str, Any]:
    """Return blue's view of a game with red and green."""
    return {
        "viewer": "blue",
        "players": ["blue", "red", "green"],
        "hands": {"blue": {"rum": 2}, "red": {}, "green": {}},
        "hand_sizes": {"blue": 2, "red": 6, "green": 6},
        "pirates": {"red": {"11": 1}},
        "sloop_at": "cartagena",
        "pending": None,
        **more,
    }


def sizes(red: int) -> dict[str, int]:
    return {"blue": 2, "red": red, "green": 6}


def describe(
    move: Move, after: dict[str, Any], before: dict[str, Any] | None = None, *, visible: bool = True
) -> str:
    return MoveNarrator(move, "red", before or view(), after, card_visible=visible).sentence()


@pytest.mark.parametrize(
    ("move", "after", "sentence"),
    [
        (
            Move("rum 7-21"),
            view(),
            "Red plays rum and moves from 7 to 21.",
        ),
        (
            Move("back sloop-36"),
            view(hand_sizes=sizes(7)),
            "Red goes back from the sloop to 36 and draws one card.",
        ),
        (
            Move("back 21-19"),
            view(),
            "Red goes back from 21 to 19.",
        ),
        (
            Move("morgan blue 7-10"),
            view(hand_sizes=sizes(8)),
            "Red moves your pirate from 7 to 10 and draws 2 cards.",
        ),
        (
            Move("morgan green jail-10"),
            view(hand_sizes=sizes(8)),
            "Red moves green's pirate from the jail to 10 and draws 2 cards.",
        ),
        (Move("sail"), view(sloop_at="tortuga"), "Red sails to Tortuga."),
        (Move("pass"), view(), "Red ends the turn."),
        (
            Move("skip"),
            view(hand_sizes=sizes(7)),
            "Red skips the turn and draws one card.",
        ),
        (
            Move("weapons! blue"),
            view(),
            "Red casts the weapons spell and looks at your hand.",
        ),
        (
            Move("weapons! green"),
            view(),
            "Red casts the weapons spell and looks at green's hand.",
        ),
        (
            Move("lantern!"),
            view(pending={"kind": "keep", "count": 4}),
            "Red casts the lantern spell and draws 4 cards.",
        ),
        (Move("parrot+parrot!"), view(), "Red plays two parrots in place of another card."),
        (Move("hook!"), view(), "Red casts the hook spell to move two pirates together."),
        (
            Move("chest! 11"),
            view(hand_sizes=sizes(7)),
            "Red opens the chest on 11 and draws 2 cards.",
        ),
        (
            Move("chest! 11"),
            view(hand_sizes=sizes(5)),
            "Red opens the chest on 11, and it is empty.",
        ),
        (
            Move("chest! 11"),
            view(hand_sizes=sizes(5), pirates={"red": {"jail": 1}}),
            "Red opens the chest on 11: a snake chases the pirate back.",
        ),
        (
            Move("as rum 7-21"),
            view(),
            "Red plays them as rum and moves from 7 to 21.",
        ),
        (
            Move("with rum sloop-19"),
            view(),
            "Red plays rum as well and moves two pirates from the sloop to 19.",
        ),
        (Move("discard hook*"), view(), "Red discards a hook*."),
    ],
)
def test_describes_each_kind_of_move(move: Move, after: dict[str, Any], sentence: str) -> None:
    assert describe(move, after) == sentence


def test_does_not_name_cards_the_viewer_did_not_see() -> None:
    taking = view(pending={"kind": "take", "seat": "red", "from": "green"})
    assert describe(Move("take hook"), view(), taking, visible=False) == (
        "Red takes a card from green's hand."
    )
    assert describe(Move("keep hook"), view(), visible=False) == "Red keeps a card."
    assert describe(Move("give hook green"), view(), visible=False) == "Red gives green a card."
    assert describe(Move("put hook"), view(), visible=False) == "Red puts a card back on top."


def test_names_cards_the_viewer_saw() -> None:
    taking = view(pending={"kind": "take", "seat": "red", "from": "blue"})
    assert describe(Move("take rum"), view(), taking) == "Red takes rum from your hand."
    assert describe(Move("keep hook"), view()) == "Red keeps a hook."
    assert describe(Move("give hook blue"), view()) == "Red gives you a hook."
    assert describe(Move("put hook"), view()) == "Red puts a hook back on top."


def test_names_drawn_cards_if_all_are_known() -> None:
    hands = {"blue": {"rum": 2}, "red": {"key": 1, "hat": 1}, "green": {}}
    back = Move("back 21-19")
    assert describe(back, view(hand_sizes=sizes(8), hands=hands)) == (
        "Red goes back from 21 to 19 and draws key and hat."
    )
    hands["red"] = {"key": 1}
    assert describe(back, view(hand_sizes=sizes(8), hands=hands)) == (
        "Red goes back from 21 to 19 and draws 2 cards."
    )


def test_describes_the_viewers_new_cards() -> None:
    after = view(hands={"blue": {"rum": 4, "hook": 1, "chest*": 1}})
    assert describe_new_cards(view(), after) == "You get 2 rum, hook and chest*."
    assert describe_new_cards(view(), view()) == ""
