"""What is shown beside a link to a table: who invites to what, escaped, and nothing of the game."""

import re
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import httpx
import pytest
import segno

from cartagena.errors import CartagenaError
from cartagena.fairness import scheme
from cartagena.rules.components import COLOURS
from cartagena.rules.options import Rules
from cartagena.rules.presets import GAMES
from cartagena.server.http.routes.invitations import qr_code, tags
from cartagena.server.http.routes.site import Site
from cartagena.server.settings import read_value
from cartagena.server.tables.events import Created, SeatPlan
from tests.support.servers import Person, Server, me, seat

TABLE = "abcdefghijklmnop"


class Metas(HTMLParser):
    """The tags of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self.scripts = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        self.scripts += tag == "script"
        if tag == "meta" and (name := told.get("property")):
            self.found[name] = told["content"] or ""


def created(rules: str = "jamaica", name: str = "Anna", **changed: object) -> Created:
    seats = [SeatPlan("blue", "player", identity="a", name=name), SeatPlan("red", "open")]
    mapping = {**Rules.preset(rules).to_mapping(), **changed}
    return Created(
        owner="a",
        name="x",
        rules=mapping,
        seats=seats,
        public=False,
        spectators=True,
        seconds=0,
        substitute="drunk",
        secret=scheme.new_secret(),
    )


def test_a_link_says_who_invites_to_what(server: Server) -> None:
    name = """Anna"><script>'&"""
    host = server.person(name)
    table = host.table(me("blue"), seat("red"), seat("green"), seat("yellow", "closed"))
    page = httpx.get(f"{server.url}/table/{table}", headers={"host": "evil.example"}).text
    told = Metas(page)
    assert told.found["og:title"] == f"{name} invites you to play Cartagena"
    assert told.found["og:description"] == "Jamaica, 3 players, about 40 minutes."
    assert told.scripts == 1
    # Without the setting there is no address, and never the one that a request names.
    assert not {"og:image", "og:url"} & told.found.keys()
    assert "evil" not in page
    assert "http" not in "".join(told.found.values())


def test_addresses_come_from_the_setting() -> None:
    told = Metas(tags(TABLE, "waiting", created(), "https://play.example.org")).found
    assert told["og:url"] == f"https://play.example.org/table/{TABLE}"
    path = told["og:image"].removeprefix("https://play.example.org")
    name = path.removeprefix(f"/static/{Site().version}/")
    assert Site().files[name].startswith(b"\x89PNG")


def test_a_link_tells_nothing_of_the_game(anna: Person) -> None:
    table = anna.table(me("blue"), me("red"))
    anna.done(f"/tables/{table}/start")

    def page() -> str:
        return anna.http.get(f"/table/{table}").text

    first = page()
    assert "invites" not in first
    for _ in range(4):
        seen = anna.look(table)
        anna.play(table, seen["legal"][0], seen["expected_seq"])
    assert page() == first
    # Two tables that differ only in what is hidden have the same tags.
    assert len({tags(TABLE, "running", created(), "https://a.b") for _ in range(2)}) == 1
    assert not re.search(rf"\b({'|'.join(COLOURS)})\b", "".join(Metas(first).found.values()))


@pytest.mark.parametrize("name", [TABLE, "x", "%00", "..%2f"])
def test_a_table_that_does_not_exist_has_the_plain_page(server: Server, name: str) -> None:
    answer = httpx.get(f"{server.url}/table/{name}")
    assert "og:" not in answer.text
    assert answer.status_code in (200, 400, 404)


def test_every_preset_has_its_picture() -> None:
    site = Site()
    pictures = {name for name in site.files if name.startswith("previews/")}
    assert pictures == {f"previews/{name}.png" for name in GAMES}
    assert all(len(site.files[name]) < 50_000 for name in pictures)
    # They are not for the client, which need not keep them.
    assert not [name for name in site.offline() if "previews" in name]
    own = Metas(tags(TABLE, "waiting", created(turn_limit=9), "")).found
    assert own["og:description"] == "2 players, custom rules."


def test_a_server_that_does_not_know_its_address_makes_no_codes(server: Server) -> None:
    answer = httpx.get(f"{server.url}/table/{TABLE}/qr.svg", headers={"host": "evil.example"})
    assert answer.status_code == 404
    assert httpx.get(f"{server.url}/api/v1/catalogue").json()["public_url"] == ""


def test_a_code_is_that_of_the_address() -> None:
    address = f"https://play.example.org/table/{TABLE}"
    drawn = ET.fromstring(qr_code(address))
    path = drawn.find(
        "{http://www.w3.org/2000/svg}g/{http://www.w3.org/2000/svg}path[@class='qrline']"
    )
    assert path is not None
    dark = sum(int(length) for length in re.findall(r"h(\d+)", path.attrib["d"]))
    assert dark == sum(map(sum, segno.make(address, micro=False).matrix))
    assert qr_code(address) != qr_code(address + "x")


def test_the_address_of_a_server_is_an_address() -> None:
    assert read_value("public_url", "https://play.example.org/") == "https://play.example.org"
    assert read_value("public_url", "") == ""
    for wrong in (
        "play.example.org",
        "javascript:alert(1)",
        "https://",
        "https://a@b",
        "https://a?b",
    ):
        with pytest.raises(CartagenaError):
            read_value("public_url", wrong)
