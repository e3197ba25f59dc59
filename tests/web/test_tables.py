"""Tables: creating one, joining by link, the clock, the log after a reload, leaving."""

import re
import time

from playwright.sync_api import Page, Route, expect

from tests.web.chromium import Watched
from tests.web.inspect import objections
from tests.web.player import ask, at_one_screen, drive, open_menu, quick_start, sit_down

WRONG_CLOCK = "(wrong) => { const right = Date.now; Date.now = () => right() + wrong; }"
HOUR = 3_600_000
KEPT = 120
"""Lines of the log that the page keeps."""


def seconds_left(page: Page) -> int:
    """Return what the clock of the player to move shows."""
    clock = page.locator(".player .clock")
    expect(clock).to_have_text(re.compile(r"^\d+(:\d\d){1,2}$"))
    hours, minutes, seconds = f"0:{clock.inner_text()}".split(":")[-3:]
    return 3600 * int(hours) + 60 * int(minutes) + int(seconds)


def test_clock_follows_the_server_if_ours_is_wrong(anna: Watched, bert: Watched) -> None:
    page = anna.page
    page.add_init_script(f"({WRONG_CLOCK})({3 * HOUR})")
    seats = [{"colour": colour, "kind": "me"} for colour in ("blue", "red")]
    table = ask(page, "/tables", {"rules": "short", "seats": seats, "seconds": 300})["id"]
    ask(page, f"/tables/{table}/start", {})
    sit_down(page, table)
    assert 240 < seconds_left(page) <= 300
    # The browser's clock is changed in between. The next presence event corrects it.
    page.evaluate(WRONG_CLOCK, -7 * HOUR)
    sit_down(bert.page, table)
    expect(page.locator(".player .clock")).to_have_text(re.compile(r"^[34]:\d\d$"))


def test_clock_shows_hours_from_one_hour_on(anna: Watched) -> None:
    page = anna.page
    seats = [{"colour": colour, "kind": "me"} for colour in ("blue", "red")]
    for seconds, pattern in ((86_399, r"^23:59:\d\d$"), (3900, r"^1:0\d:\d\d$"), (90, r"^1:\d\d$")):
        table = ask(page, "/tables", {"rules": "short", "seats": seats, "seconds": seconds})["id"]
        ask(page, f"/tables/{table}/start", {})
        sit_down(page, table)
        expect(page.locator(".player .clock")).to_have_text(re.compile(pattern))


def test_time_limit_for_the_game_shows_every_player_s_time(anna: Watched) -> None:
    page = anna.page
    page.goto("/create")
    page.get_by_label("Time limit").select_option(label="5:00 for the game, +5 s per turn")
    page.locator("#seat-red").select_option("me")
    page.get_by_role("button", name="Create the table").click()
    page.wait_for_url("**/table/*")
    assert 240 < seconds_left(page) <= 305
    resting = page.locator(".player:not(.to-move) .tag[data-tip='Time left for this game']")
    expect(resting).to_have_text("5:00")


def log_of(page: Page) -> list[str]:
    """Return the log without cards put back on the deck, which only their player knows."""
    lines = page.locator(".log .line").all_inner_texts()
    return [line for line in lines if "back on top" not in line]


def as_others_read(line: str) -> str:
    """Return a line as everybody but the player who drew cards reads it."""

    def counted(named: re.Match[str]) -> str:
        kinds = named[1].split(", ")
        count = sum(int(kind.partition(" × ")[2] or 1) for kind in kinds)
        return f"Draws {count} card{'' if count == 1 else 's'}."

    return re.sub(r"Draws ([^\d.][^.]*)\.", counted, line)


def test_log_is_the_same_after_a_reload_and_for_latecomers(anna: Watched, bert: Watched) -> None:
    page = anna.page
    table = at_one_screen(page, {"preset": "black-magic", "hands": "open"}, "blue", "red")
    sit_down(page, table)
    for kind in ("retreat", "chest"):
        move = drive(page, table, kind)
        body = {
            "move": move,
            "expected_seq": ask(page, f"/tables/{table}")["expected_seq"],
            "key": kind,
        }
        ask(page, f"/tables/{table}/moves", body)
    made = min(len(ask(page, f"/tables/{table}")["log"]), KEPT)
    expect(page.locator(".log .line")).to_have_count(made)
    live = log_of(page)
    assert any("Draws" in line for line in live[:-1])
    assert re.search(
        r"Opens the chest on \d+\. (The chest is empty|A snake chases|Draws [a-z])", live[-1]
    )
    logs = {page: live, bert.page: [as_others_read(line) for line in live]}
    for one, lines in logs.items():
        sit_down(one, table)
        expect(one.locator(".log .line")).to_have_count(made)
        assert log_of(one) == lines


def test_replay_shows_the_result_of_a_move(anna: Watched) -> None:
    page = anna.page
    table = at_one_screen(
        page, {"preset": "short", "turn_limit": 30, "hands": "open"}, "blue", "red"
    )
    move = drive(page, table, "retreat")
    snapshot = ask(page, f"/tables/{table}")
    body = {"move": move, "expected_seq": snapshot["expected_seq"], "key": "back"}
    ask(page, f"/tables/{table}/moves", body)
    drive(page, table, "over")
    page.goto(f"/table/{table}?move={len(snapshot['log']) + 1}")
    expect(page.locator(".replay-sentence")).to_contain_text("Draws")


def test_form_names_the_rulebook_of_its_rules(anna: Watched) -> None:
    page = anna.page
    page.goto("/create")
    page.locator("details.all-options summary").click()
    rulebook = page.locator("#rulebook")
    expect(rulebook).to_have_value("")
    rulebook.select_option("hu")
    expect(page.locator("#option-leave_goal")).not_to_be_checked()
    page.get_by_text("Short Escape").click()
    expect(page.locator("#option-leave_goal")).to_be_checked()
    expect(rulebook).to_have_value("")
    page.locator("#option-leave_goal").uncheck()
    expect(rulebook).to_have_value("own")
    page.locator("#option-fewest_actions").select_option("as many as possible")
    expect(rulebook).to_have_value("hu")


def test_two_presses_create_one_table(anna: Watched) -> None:
    page = anna.page
    tables = []
    page.on("request", lambda one: tables.append(one.url) if one.method == "POST" else None)
    page.goto("/create")
    routes: list[Route] = []

    def hold(route: Route) -> None:
        routes.append(route)

    page.route("**/api/v1/tables", hold)
    lay = page.get_by_role("button", name="Create the table")
    lay.evaluate("button => { button.click(); button.click(); }")
    expect(lay).to_be_disabled()
    end = time.monotonic() + 20
    while not routes:
        assert time.monotonic() < end, "the table was never asked for"
        page.wait_for_timeout(20)
    routes[0].continue_()
    page.wait_for_url("**/table/*")
    assert len([url for url in tables if url.endswith("/api/v1/tables")]) == 1


def test_rejected_table_can_be_corrected_and_created(anna: Watched) -> None:
    page = anna.page
    anna.forgiving = True
    page.goto("/create")
    for colour in ("blue", "red"):
        page.select_option(f"#seat-{colour}", "closed")
    page.get_by_role("button", name="Create the table").click()
    expect(page.locator(".form-error")).not_to_be_empty()
    page.select_option("#seat-blue", "me")
    page.select_option("#seat-red", "open")
    page.get_by_role("button", name="Create the table").click()
    page.wait_for_url("**/table/*")


def test_substitute_is_chosen_with_the_table(anna: Watched) -> None:
    page = anna.page
    page.goto("/create")
    page.get_by_label("Bot that takes over if someone leaves").select_option("captain")
    page.get_by_role("button", name="Create the table").click()
    page.wait_for_url("**/table/*")
    table = ask(page, f"/tables/{page.url.rpartition('/')[2]}")["table"]
    assert table["substitute"] == "captain"


def test_speed_of_bots_is_chosen_and_remembered(anna: Watched) -> None:
    page = anna.page
    page.goto("/create")
    page.get_by_label("Speed of the bots").select_option("fast")
    page.locator("#seat-red").select_option("bot drunk")
    page.get_by_role("button", name="Create the table").click()
    page.wait_for_url("**/table/*")
    table = page.url.rpartition("/")[2]
    assert ask(page, f"/tables/{table}")["table"]["bot_speed"] == "fast"
    page.goto("/create")
    expect(page.get_by_label("Speed of the bots")).to_have_value("fast")
    quick = quick_start(page, "short")
    assert ask(page, f"/tables/{quick}")["table"]["bot_speed"] == "fast"


def test_invited_guest_takes_a_seat_by_name(anna: Watched, bert: Watched) -> None:
    page, guest = anna.page, bert.page
    page.goto("/create")
    page.get_by_label("Name of Blue").fill("Anna")
    page.select_option("#seat-green", "open")
    page.get_by_role("button", name="Create the table").click()
    page.wait_for_url("**/table/*")
    expect(page.locator(".waiting-room .seat.blue .who")).to_have_text("Anna (you)")
    guest.goto(page.url)
    guest.get_by_label("Your name").fill("  Bert ")
    guest.get_by_role("button", name="Sit here: Red").click()
    expect(page.locator(".waiting-room .seat.red .who")).to_have_text("Bert")
    # Another player at Bert's screen has their own name, and Bert keeps his.
    guest.get_by_label("Name of the next player").fill("Cleo")
    guest.get_by_role("button", name="Add a player on this screen: Green").click()
    expect(page.locator(".waiting-room .seat.green .who")).to_have_text("Cleo")
    assert ask(guest, "/me")["name"] == "Bert"
    assert ask(page, "/me")["name"] == "Anna"
    # The next time the page remembers the name.
    seats = [{"colour": "blue", "kind": "me"}, {"colour": "red", "kind": "open"}]
    table = ask(page, "/tables", {"rules": "short", "seats": seats})["id"]
    guest.goto(f"/table/{table}")
    expect(guest.get_by_label("Your name")).to_have_value("Bert")


def test_typed_text_survives_events(anna: Watched, bert: Watched) -> None:
    seats = [{"colour": "blue", "kind": "me"}, *open_seats("red", "green")]
    table = ask(anna.page, "/tables", {"rules": "short", "seats": seats})["id"]
    guest = bert.page
    guest.goto(f"/table/{table}")
    guest.get_by_label("Your name").fill("Bert")
    ask(anna.page, f"/tables/{table}/seats/green", {"kind": "bot"})
    expect(guest.locator(".waiting-room .seat.green .who")).to_contain_text("Bot")
    expect(guest.get_by_label("Your name")).to_have_value("Bert")


def open_seats(*colours: str) -> list[dict[str, str]]:
    return [{"colour": colour, "kind": "open"} for colour in colours]


def test_every_player_at_one_screen_has_a_name(anna: Watched) -> None:
    page = anna.page
    page.goto("/create")
    for colour in ("red", "green"):
        expect(page.get_by_label(f"Name of {colour.title()}")).to_be_hidden()
        page.select_option(f"#seat-{colour}", "me")
    page.get_by_label("Name of Blue").fill("Anna")
    page.get_by_label("Name of Red").fill("Bert")
    page.get_by_role("button", name="Create the table").click()
    page.wait_for_url("**/table/*")
    names = [f".player.{colour} .player-name b" for colour in ("blue", "red", "green")]
    for place, name in zip(names, ("Anna", "Bert", "Pirate"), strict=True):
        expect(page.locator(place)).to_have_text(name)


def test_leaving_is_confirmed_and_a_bot_takes_over(anna: Watched, bert: Watched) -> None:
    seats = [{"colour": "blue", "kind": "me"}, *open_seats("red")]
    request = {"rules": "short", "seats": seats, "substitute": "drunk", "seconds": 3000}
    table = ask(anna.page, "/tables", request)["id"]
    ask(bert.page, f"/tables/{table}/join", {})
    ask(anna.page, f"/tables/{table}/start", {})
    for page in (anna.page, bert.page):
        sit_down(page, table)
    page = bert.page
    leave = page.get_by_role("button", name="Leave", exact=True)
    open_menu(page)
    leave.click()
    expect(page.get_by_role("dialog", name="Leave the game?")).to_be_visible()
    assert objections(page) == []
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert ask(page, f"/tables/{table}")["you"] == ["red"]
    open_menu(page)
    leave.click()
    page.get_by_role("button", name="Leave the game").click()
    page.wait_for_url(lambda url: url.endswith("/"))
    expect(anna.page.locator(".player.red .player-name")).to_have_text("Rufus")
    # A player who has left is a spectator.
    sit_down(page, table)
    expect(page.get_by_text("You’re watching.")).to_be_visible()
    open_menu(page)
    expect(page.get_by_role("button", name="Share", exact=True)).to_be_visible()
    expect(leave).to_be_hidden()


def test_player_who_left_sees_only_public_cards(anna: Watched) -> None:
    """In two tabs at once: the hand disappears from the other tab, too."""
    page = anna.page
    response = ask(page, "/quick-start", {"rules": "jamaica", "players": 2})
    sit_down(page, response["id"])
    expect(page.locator(".hand")).to_be_visible()
    ask(page, f"/tables/{response['id']}/leave", {})
    expect(page.get_by_text("You’re watching.")).to_be_visible()
    expect(page.locator(".hand")).to_have_count(0)
    expect(page.locator(".turn-line.ours")).to_have_count(0)


def test_game_without_spectators_refuses_a_player_who_left(anna: Watched, bert: Watched) -> None:
    seats = [{"colour": colour, "kind": "me"} for colour in ("blue", "red")]
    table = ask(anna.page, "/tables", {"rules": "short", "seats": seats, "spectators": False})["id"]
    bert.page.goto(f"/table/{table}")
    expect(bert.page.locator(".waiting-room")).to_be_visible()
    bert.forgiving = True
    ask(anna.page, f"/tables/{table}/start", {})
    expect(bert.page.get_by_text("This table doesn’t allow spectators.")).to_be_visible()


def test_home_lists_where_it_is_our_turn(anna: Watched) -> None:
    page = anna.page
    waiting = ask(
        page,
        "/tables",
        {
            "rules": "short",
            "seats": [{"colour": "blue", "kind": "me"}, {"colour": "red", "kind": "open"}],
            "public": True,
        },
    )
    at_one_screen(page, "escape", "blue", "red")
    page.goto("/")
    games = page.locator(".listing").first.locator("li")
    expect(games).to_have_count(2)
    expect(games.first.locator(".tag.due")).to_have_text("Your turn")
    expect(games.nth(1)).to_contain_text("1 open seat")
    assert page.locator(f".listing:visible a[href='/table/{waiting['id']}']").count() == 1


def test_guest_sees_the_invitation(anna: Watched, bert: Watched) -> None:
    seats = [{"colour": "blue", "kind": "me"}, {"colour": "red", "kind": "open"}]
    table = ask(anna.page, "/tables", {"rules": "tortuga", "seats": seats, "seconds": 90})["id"]
    page = bert.page
    page.goto(f"/table/{table}")
    expect(page.get_by_role("heading", name="Pirate\u2069 invites you")).to_be_visible()
    expect(page.get_by_text("2 players · about 40 minutes · 90 seconds per turn")).to_be_visible()
    page.locator(".table-rules summary").click()
    expect(page.get_by_text("All hands are open.")).to_be_visible()
    page.get_by_role("button", name="Sit here: Red").click()
    expect(page.get_by_text("The host will start the game.")).to_be_visible()


def test_tab_shows_that_it_is_our_turn(anna: Watched, bert: Watched) -> None:
    page = anna.page
    seats = [{"colour": "blue", "kind": "me"}, {"colour": "red", "kind": "open"}]
    table = ask(page, "/tables", {"rules": "tortuga", "seats": seats})["id"]
    ask(bert.page, f"/tables/{table}/join", {})
    ask(page, f"/tables/{table}/start", {})
    sit_down(page, table)
    sit_down(bert.page, table)
    ours = "/icon-turn.svg" if page.locator(".turn-line.ours").count() else "/icon.svg"
    theirs = "/icon.svg" if ours == "/icon-turn.svg" else "/icon-turn.svg"
    for one, icon in ((page, ours), (bert.page, theirs)):
        expect(one.locator('link[rel="icon"]')).to_have_attribute("href", re.compile(f"{icon}$"))
        expect(one).to_have_title(re.compile("^● Your turn" if "turn" in icon else "^Tortuga"))
    address = str(page.locator('link[rel="icon"]').get_attribute("href"))
    assert page.evaluate("path => fetch(path).then((answer) => answer.status)", address) == 200
    open_menu(page)
    page.get_by_role("link", name="Create a table").click()
    expect(page.locator('link[rel="icon"]')).to_have_attribute("href", re.compile("/icon.svg$"))
