"""The catalogue has everything that clients need, from the tables of the rules."""

from cartagena.rules.move_kinds import MOVE_KINDS
from cartagena.rules.presets import GAMES, PRESETS
from tests.support.servers import Person


def test_the_catalogue_lists_every_kind_of_move(anna: Person) -> None:
    kinds = anna.get("/catalogue").json()["kinds"]
    assert [kind["name"] for kind in kinds] == list(MOVE_KINDS)
    by_name = {kind["name"]: kind for kind in kinds}
    assert by_name["give"] == {
        "name": "give",
        "pattern": "give CARD COLOUR",
        "sentence": "{who} gives {card} to {other}.",
        "brief": "give {card} to {who}",
        "symbol": "",
        "heading": "choose",
        "runs": False,
        "draws": False,
        "hides": True,
        "reveals": True,
    }
    assert (by_name["chest"]["pattern"], by_name["chest"]["symbol"]) == ("CARD! SPACE", "chest")


def test_the_catalogue_has_titles_and_rulebooks_of_presets(anna: Person) -> None:
    presets = {one["name"]: one for one in anna.get("/catalogue").json()["presets"]}
    assert list(presets) == list(PRESETS)
    titles = {name: one["title"] for name, one in presets.items() if not one["rulebook"]}
    assert titles == {name: game.title for name, game in GAMES.items()}
    hungarian = presets["tortuga-hu"]
    assert (hungarian["title"], hungarian["rulebook"]) == ("Tortuga", "hu")
    assert hungarian["rules"]["leave_goal"] is False


def test_the_catalogue_is_compressed(anna: Person) -> None:
    response = anna.get("/catalogue")
    assert response.headers["content-encoding"] == "gzip"
    assert int(response.headers["content-length"]) < len(response.content) / 4
    plain = anna.get("/catalogue", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.json() == response.json()
