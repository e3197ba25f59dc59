"""The waiting room: chat, preview of the board, and seats for others at the same screen."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.support.servers import Server, me, running, seat
from tests.web.chromium import Watched, person
from tests.web.inspect import objections
from tests.web.player import ask, open_drawer


def test_players_chat_while_they_wait(anna: Watched, server: Server) -> None:
    page = anna.page
    host = server.person("Wilhelmina")
    table = host.table(me("blue"), seat("red"), seat("green"), rules="complete")
    page.goto(f"/table/{table}")
    expect(page.get_by_role("heading", name="Wilhelmina\u2069 invites you")).to_be_visible()
    expect(page.locator(".invitation")).to_contain_text("The Complete Escape")
    box = page.get_by_label("Write a message")
    box.fill("Wait for me")
    host.done(f"/tables/{table}/chat", {"text": "Anyone?"})
    expect(page.locator(".waiting-chat .chat-message")).to_contain_text("Anyone?")
    # Typed text stays while the table changes.
    expect(box).to_have_value("Wait for me")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator(".waiting-chat .chat-message").nth(1)).to_contain_text("Wait for me")
    assert host.look(table)["chat"][1]["text"] == "Wait for me"
    expect(box).to_have_value("")


def test_preview_of_the_board_reveals_nothing(anna: Watched, server: Server) -> None:
    page = anna.page
    host = server.person("Host")
    tiles: list[list[str]] = []
    for _ in range(2):
        table = host.table(me("blue"), seat("red"), rules="complete")
        page.goto(f"/table/{table}")
        expect(page.locator(".preview .ground-layer")).to_be_visible()
        expect(page.locator(".preview .pirate")).to_have_count(0)
        symbols = page.locator(".preview .symbol")
        expect(symbols).to_have_count(36)
        tiles.append(symbols.evaluate_all("all => all.map((one) => one.getAttribute('href'))"))
    # Two tables with different secrets show the same tiles.
    assert tiles[0] == tiles[1]


def test_seated_player_gives_the_next_seat_to_another_person(anna: Watched) -> None:
    page = anna.page
    seats = [me("blue"), seat("red")]
    table = ask(page, "/tables", {"rules": "short", "seats": seats})["id"]
    page.goto(f"/table/{table}")
    expect(page.get_by_role("button", name="Sit here")).to_have_count(0)
    page.get_by_label("Name of the next player").fill("Cleo")
    page.get_by_role("button", name="Add a player on this screen: Red").click()
    expect(page.locator(".seat.red .who")).to_have_text("Cleo (you)")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".table .pirate").first).to_be_attached()
    # There is only one chat form, next to the board.
    open_drawer(page, "chat")
    expect(page.locator("#say")).to_have_count(1)


def test_server_with_a_public_address_shows_a_qr_code(browser: Browser, tmp_path: Path) -> None:
    address = "https://play.example.org"
    with running(tmp_path, public_url=f"{address}/") as server, person(browser, server.url) as anna:
        page = anna.page
        table = ask(page, "/tables", {"rules": "short", "seats": [me("blue"), seat("red")]})["id"]
        page.goto(f"/table/{table}")
        expect(page.get_by_label("Link to this table")).to_have_value(f"{address}/table/{table}")
        page.locator(".qr-code summary").click()
        code = page.get_by_role("img", name="QR code of the link to this table")
        expect(code).to_be_visible()
        assert code.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
        assert objections(page) == []
        # The preview image of the link exists.
        head = page.request.get(f"/table/{table}").text()
        picture = head.partition('property="og:image" content="')[2].partition('"')[0]
        assert page.request.get(picture.replace(address, server.url)).status == 200


def test_host_chooses_the_level_of_a_bot(anna: Watched) -> None:
    page = anna.page
    seats = [me("blue"), seat("red"), seat("green")]
    table = ask(page, "/tables", {"rules": "short", "seats": seats})["id"]
    page.goto(f"/table/{table}")
    page.get_by_role("button", name="Add a bot: Red").click()
    level = page.get_by_label("Bot’s level: Red")
    expect(level).to_have_value("deckhand")
    level.select_option("gunner")
    expect(page.locator(".seat.red .who")).to_contain_text("misses now and then")
    expect(level).to_have_value("gunner")
    # The chosen level is the default for the next bot, and other pages show the change.
    page.get_by_role("button", name="Add a bot: Green").click()
    expect(page.get_by_label("Bot’s level: Green")).to_have_value("gunner")
    ask(page, f"/tables/{table}/seats/red", {"kind": "bot", "level": "cook"})
    expect(level).to_have_value("cook")
