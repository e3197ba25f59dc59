"""Link previews name the host and the rules, escaped, and reveal nothing of the game."""

import re
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import httpx
import pytest
import segno

from cartagena.errors import CartagenaError
from cartagena.fairness.scheme import SECRET_BYTES
from cartagena.rules.components import COLOURS
from cartagena.rules.options import Rules
from cartagena.rules.presets import GAMES
from cartagena.server.entropy import SYSTEM_ENTROPY
from cartagena.server.http.routes.invitations import qr_code, tags
from cartagena.server.http.routes.site import Site
from cartagena.server.settings import read_value
from cartagena.server.tables.events import Created, SeatPlan
from tests.support.servers import Person, Server, me, seat

TABLE = "abcdefghijklmnop"


class Metas(HTMLParser):
    """Collects the meta tags of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.properties: dict[str, str] = {}
        self.scripts = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.scripts += tag == "script"
        if tag == "meta" and (name := attributes.get("property")):
            self.properties[name] = attributes["content"] or ""


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
        secret=SYSTEM_ENTROPY.hex(SECRET_BYTES),
    )


def test_a_preview_names_host_and_rules(server: Server) -> None:
    name = """Anna"><script>'&"""
    host = server.person(name)
    table = host.table(me("blue"), seat("red"), seat("green"), seat("yellow", "closed"))
    page = httpx.get(f"{server.url}/table/{table}", headers={"host": "evil.example"}).text
    metas = Metas(page)
    assert metas.properties["og:title"] == f"{name} invites you to play Cartagena"
    assert metas.properties["og:description"] == "Jamaica, 3 players, about 40 minutes."
    assert metas.scripts == 1
    # Without the setting there is no address. The one in a request is never used.
    assert not {"og:image", "og:url"} & metas.properties.keys()
    assert "evil" not in page
    assert "http" not in "".join(metas.properties.values())


def test_addresses_use_the_public_url() -> None:
    properties = Metas(tags(TABLE, "waiting", created(), "https://play.example.org")).properties
    assert properties["og:url"] == f"https://play.example.org/table/{TABLE}"
    path = properties["og:image"].removeprefix("https://play.example.org")
    name = path.removeprefix(f"/static/{Site().version}/")
    assert Site().files[name].startswith(b"\x89PNG")


def test_a_preview_reveals_nothing_of_the_game(anna: Person) -> None:
    table = anna.table(me("blue"), me("red"))
    anna.done(f"/tables/{table}/start")

    def page() -> str:
        return anna.http.get(f"/table/{table}").text

    first = page()
    assert "invites" not in first
    for _ in range(4):
        snapshot = anna.look(table)
        anna.play(table, snapshot["legal"][0], snapshot["expected_seq"])
    assert page() == first
    # Tables that differ only in hidden cards have the same tags.
    assert len({tags(TABLE, "running", created(), "https://a.b") for _ in range(2)}) == 1
    assert not re.search(rf"\b({'|'.join(COLOURS)})\b", "".join(Metas(first).properties.values()))


@pytest.mark.parametrize("name", [TABLE, "x", "%00", "..%2f"])
def test_an_unknown_table_gets_the_plain_page(server: Server, name: str) -> None:
    response = httpx.get(f"{server.url}/table/{name}")
    assert "og:" not in response.text
    assert response.status_code in (200, 400, 404)


def test_every_preset_has_a_picture() -> None:
    site = Site()
    pictures = {name for name in site.files if name.startswith("previews/")}
    assert pictures == {f"previews/{name}.png" for name in GAMES}
    assert all(len(site.files[name]) < 50_000 for name in pictures)
    # The service worker does not cache them.
    assert not [name for name in site.offline() if "previews" in name]
    own = Metas(tags(TABLE, "waiting", created(turn_limit=9), "")).properties
    assert own["og:description"] == "2 players, custom rules."


def test_no_qr_code_without_a_public_url(server: Server) -> None:
    response = httpx.get(f"{server.url}/table/{TABLE}/qr.svg", headers={"host": "evil.example"})
    assert response.status_code == 404
    assert httpx.get(f"{server.url}/api/v1/catalogue").json()["public_url"] == ""


def test_a_qr_code_contains_the_address() -> None:
    address = f"https://play.example.org/table/{TABLE}"
    drawn = ET.fromstring(qr_code(address))
    path = drawn.find(
        "{http://www.w3.org/2000/svg}g/{http://www.w3.org/2000/svg}path[@class='qrline']"
    )
    assert path is not None
    dark = sum(int(length) for length in re.findall(r"h(\d+)", path.attrib["d"]))
    assert dark == sum(map(sum, segno.make(address, micro=False).matrix))
    assert qr_code(address) != qr_code(address + "x")


def test_rejects_invalid_public_urls() -> None:
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
