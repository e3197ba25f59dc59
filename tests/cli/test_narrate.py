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
            "Red plays rum: 7 → 21.",
        ),
        (
            Move("back sloop-36"),
            view(hand_sizes=sizes(7)),
            "Red goes back: the sloop → 36. Draws 1 card.",
        ),
        (
            Move("back 21-19"),
            view(),
            "Red goes back: 21 → 19.",
        ),
        (
            Move("morgan blue 7-10"),
            view(hand_sizes=sizes(8)),
            "Red helps Blue forward: 7 → 10. Draws 2 cards.",
        ),
        (
            Move("morgan green jail-10"),
            view(hand_sizes=sizes(8)),
            "Red helps Green forward: the jail → 10. Draws 2 cards.",
        ),
        (Move("sail"), view(sloop_at="tortuga"), "Red sails the sloop across."),
        (Move("pass"), view(), "Red ends the turn."),
        (
            Move("skip"),
            view(hand_sizes=sizes(7)),
            "Red skips the turn. Draws 1 card.",
        ),
        (
            Move("weapons! blue"),
            view(),
            "Red: Black Magic Woman! Weapons: look at the hand of Blue.",
        ),
        (
            Move("weapons! green"),
            view(),
            "Red: Black Magic Woman! Weapons: look at the hand of Green.",
        ),
        (
            Move("lantern!"),
            view(pending={"kind": "keep", "count": 4}),
            "Red: Black Magic Woman! Lantern: look at the next cards.",
        ),
        (
            Move("parrot+parrot!"),
            view(),
            "Red: Black Magic Woman! Two parrots count as another card.",
        ),
        (Move("hook!"), view(), "Red: Black Magic Woman! Hook: move two pirates together."),
        (
            Move("chest! 11"),
            view(hand_sizes=sizes(7)),
            "Red: Black Magic Woman! Opens the chest on 11. Draws 2 cards.",
        ),
        (
            Move("chest! 11"),
            view(hand_sizes=sizes(5)),
            "Red: Black Magic Woman! Opens the chest on 11. The chest is empty.",
        ),
        (
            Move("chest! 11"),
            view(hand_sizes=sizes(5), pirates={"red": {"jail": 1}}),
            "Red: Black Magic Woman! Opens the chest on 11. A snake chases the pirate back!",
        ),
        (
            Move("as rum 7-21"),
            view(),
            "Red plays the parrots as rum: 7 → 21.",
        ),
        (
            Move("with rum sloop-19"),
            view(),
            "Red adds rum and moves two pirates together: the sloop → 19.",
        ),
        (Move("discard hook*"), view(), "Red discards hook*."),
    ],
)
def test_describes_each_kind_of_move(move: Move, after: dict[str, Any], sentence: str) -> None:
    assert describe(move, after) == sentence


def test_does_not_name_cards_the_viewer_did_not_see() -> None:
    taking = view(pending={"kind": "take", "seat": "red", "from": "green"})
    assert describe(Move("take hook"), view(), taking, visible=False) == ("Red takes a card.")
    assert describe(Move("keep hook"), view(), visible=False) == "Red keeps a card."
    assert describe(Move("give hook green"), view(), visible=False) == "Red gives a card to Green."
    assert describe(Move("put hook"), view(), visible=False) == "Red puts a card back on top."


def test_names_cards_the_viewer_saw() -> None:
    taking = view(pending={"kind": "take", "seat": "red", "from": "blue"})
    assert describe(Move("take rum"), view(), taking) == "Red takes rum."
    assert describe(Move("keep hook"), view()) == "Red keeps hook."
    assert describe(Move("give hook blue"), view()) == "Red gives hook to Blue."
    assert describe(Move("put hook"), view()) == "Red puts hook back on top."


def test_names_drawn_cards_if_all_are_known() -> None:
    hands = {"blue": {"rum": 2}, "red": {"key": 1, "hat": 1}, "green": {}}
    back = Move("back 21-19")
    assert describe(back, view(hand_sizes=sizes(8), hands=hands)) == (
        "Red goes back: 21 → 19. Draws key and hat."
    )
    hands["red"] = {"key": 1}
    assert describe(back, view(hand_sizes=sizes(8), hands=hands)) == (
        "Red goes back: 21 → 19. Draws 2 cards."
    )


def test_describes_the_viewers_new_cards() -> None:
    after = view(hands={"blue": {"rum": 4, "hook": 1, "chest*": 1}})
    assert describe_new_cards(view(), after) == "You get 2 rum, hook and chest*."
    assert describe_new_cards(view(), view()) == ""
