"""The catalogue: what a client needs to know of the game, from the same tables as the rules."""

from cartagena.rules.kinds import MOVE_KINDS
from tests.support.servers import Person


def test_the_catalogue_lists_every_kind_of_move(anna: Person) -> None:
    kinds = anna.get("/catalogue").json()["kinds"]
    assert [kind["name"] for kind in kinds] == list(MOVE_KINDS)
    by_name = {kind["name"]: kind for kind in kinds}
    assert by_name["give"] == {
        "name": "give",
        "form": "give CARD COLOUR",
        "symbol": "",
        "heading": "choose",
        "runs": False,
        "draws": False,
        "hides": True,
        "reveals": True,
    }
    assert (by_name["chest"]["form"], by_name["chest"]["symbol"]) == ("CARD! SPACE", "chest")
