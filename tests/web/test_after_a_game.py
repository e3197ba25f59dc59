"""After a game: rematch, replay, analysis, fairness check, next level."""

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.support.servers import Person, Server, me, seat
from tests.web.chromium import Watched, person
from tests.web.player import OVER, ask, at_one_screen, drive, open_more, play_out

GAME = {"preset": "short", "turn_limit": 4, "hands": "open"}


@pytest.fixture
def host(server: Server) -> Person:
    return server.person("Hanna")


def played(page: Page, host: Person, *, seen: bool = False) -> str:
    """Play a game of the host and this page to its end and return the table.

    The page may watch the game, or open it only at the end.
    """
    table = host.table(me("blue"), seat("red"), rules=GAME)
    ask(page, f"/tables/{table}/join", {"seat": "red"})
    host.done(f"/tables/{table}/start")
    if seen:
        page.goto(f"/table/{table}")
    for snapshot in host.looks(table):
        if snapshot["legal"]:
            host.play(table, snapshot["legal"][0], snapshot["expected_seq"])
            continue
        ours = ask(page, f"/tables/{table}")
        body = {"move": ours["legal"][0], "expected_seq": ours["expected_seq"], "key": host.key()}
        ask(page, f"/tables/{table}/moves", body)
    if not seen:
        page.goto(f"/table/{table}")
    expect(page.locator(OVER)).to_be_visible()
    return table


SMALL = """() => [...document.querySelectorAll(".theatre :is(button, select, summary)")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.outerHTML.slice(0, 60), one.getBoundingClientRect()])
  .filter(([, box]) => box.width < 44 || box.height < 44).map(([html]) => html)"""
"""The controls of the theatre that are smaller than a finger."""

OUT_OF_SIGHT = """selector => [...document.querySelectorAll(selector)].filter((one) => {
    const box = one.getBoundingClientRect();
    return !box.width || !box.height || box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight;
  }).length"""

SIZES = [(360, 640), (390, 844), (844, 390), (1366, 768)]


@pytest.mark.parametrize("size", SIZES, ids=["small", "phone", "sideways", "laptop"])
def test_replay_fits_one_screen_with_board_hands_and_keys(
    browser: Browser, server: Server, size: tuple[int, int]
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    with person(browser, server.url, viewport=viewport, has_touch=size[0] < 1000) as anna:
        page = anna.page
        rules = {"preset": "jamaica", "turn_limit": 4}
        colours = ("blue", "red", "green", "yellow", "purple")
        table = at_one_screen(page, rules, *colours)
        drive(page, table, "over")
        page.goto(f"/table/{table}?move=7")
        expect(page.locator(".theatre .pirate").first).to_be_attached()
        expect(page.locator(".theatre-seat")).to_have_count(5)
        step = ask(page, f"/tables/{table}/replay")[7]["position"]
        for colour, hand in step["hands"].items():
            cards = page.locator(f'.theatre-seat[data-colour="{colour}"] .seat-card')
            labels = {
                str(card.get_attribute("data-card")): int(card.inner_text() or 1)
                for card in cards.all()
            }
            assert labels == hand
        for part in (".board .space", ".seat-card", ".band", ".transport .key"):
            assert page.evaluate(OUT_OF_SIGHT, f".theatre {part}") == 0, part
        theatre = page.locator("dialog.theatre")
        assert theatre.evaluate("box => box.scrollHeight <= innerHeight")
        if size[0] < 1000:
            assert page.evaluate(SMALL) == []


def test_replay_follows_keys_and_swipes(browser: Browser, server: Server) -> None:
    with person(
        browser, server.url, viewport={"width": 390, "height": 844}, has_touch=True
    ) as anna:
        page = anna.page
        table = at_one_screen(page, {"preset": "short", "turn_limit": 4}, "blue", "red")
        drive(page, table, "over")
        last = len(ask(page, f"/tables/{table}/replay")) - 1
        page.goto(f"/table/{table}?move=0")
        words = page.locator(".replay-sentence")
        expect(words).to_contain_text(f"0 / {last} ")
        keys = [("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last), ("Home", 0)]
        for key, move in keys:
            page.keyboard.press(key)
            expect(words).to_contain_text(f"{move} / {last} ")
        for name, move in [
            ("Next move", 1),
            ("To the end", last),
            ("Previous move", last - 1),
            ("To the start", 0),
        ]:
            page.get_by_role("button", name=name).tap()
            expect(words).to_contain_text(f"{move} / {last} ")
        swipe = """left => {
          const board = document.querySelector(".theatre-board");
          const at = (type, x) => board.dispatchEvent(new PointerEvent(type, {
            bubbles: true, pointerType: "touch", isPrimary: true, clientX: x, clientY: 300 }));
          at("pointerdown", left ? 250 : 100);
          at("pointerup", left ? 100 : 250);
        }"""
        page.evaluate(swipe, True)
        expect(words).to_contain_text(f"1 / {last} ")
        page.evaluate(swipe, False)
        expect(words).to_contain_text(f"0 / {last} ")
        page.get_by_role("button", name="Play", exact=True).tap()
        expect(words).to_contain_text(f"2 / {last} ", timeout=10_000)
        page.get_by_role("button", name="Pause").tap()
        page.keyboard.press("Escape")
        expect(page.locator(".theatre")).to_have_count(0)


def test_one_main_button_and_check_results_in_view(bert: Watched, host: Person) -> None:
    page = bert.page
    played(page, host, seen=True)
    buttons = page.locator(".finished .action:visible")
    assert [
        one.inner_text() for one in buttons.all() if "quiet" not in str(one.get_attribute("class"))
    ] == ["Again"]
    expect(page.locator(".summary")).to_contain_text("turns.")
    open_more(page)
    page.get_by_role("button", name="Check the shuffle").click()
    result = page.locator(".proof li")
    expect(result.first).to_be_in_viewport()
    expect(result.last).to_be_in_viewport()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_celebration_takes_at_most_two_seconds(
    browser: Browser, server: Server, motion: Any
) -> None:
    with person(browser, server.url, reduced_motion=motion) as anna:
        page = anna.page
        page.goto("/")
        ends = page.evaluate(
            """async () => {
              const { celebrate } = await import(document.querySelector("script").src.replace("main", "screens/table/announce"));
              celebrate("blue");
              return document.getAnimations().filter((one) => one.effect.target.closest(".celebration"))
                .map((one) => one.effect.getComputedTiming().endTime);
            }"""
        )
        assert bool(ends) == (motion == "no-preference")
        assert max(ends, default=0) <= 2000
        expect(page.locator(".celebration")).to_have_count(0, timeout=3000)


def test_everybody_is_notified_of_a_rematch(bert: Watched, host: Person) -> None:
    page = bert.page
    table = played(page, host)
    there = page.get_by_role("link", name="Go to the rematch")
    assert there.count() == 0
    page.get_by_role("button", name="Again", exact=True).focus()
    new = host.done(f"/tables/{table}/rematch")["id"]
    expect(page.get_by_role("alert")).to_have_text("A rematch is ready.")
    expect(there).to_be_focused()
    assert page.get_by_role("button", name="Again", exact=True).count() == 0
    page.reload()
    there.click()
    page.wait_for_url(f"**/table/{new}")
    expect(page.locator(".waiting-room")).to_be_visible()


def test_rematch_waits_for_the_other_players(bert: Watched, host: Person) -> None:
    page = bert.page
    table = played(page, host)
    page.get_by_role("button", name="Again", exact=True).click()
    expect(page.locator(".waiting-room")).to_be_visible()
    new = page.url.rpartition("/")[2]
    assert new == host.look(table)["table"]["rematch"]
    assert host.look(new)["table"]["status"] == "waiting"
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".table .pirate").first).to_be_attached()


def test_plays_on_from_a_move_of_the_replay(bert: Watched, host: Person) -> None:
    page = bert.page
    table = played(page, host)
    open_more(page)
    page.get_by_role("button", name="Replay", exact=True).click()
    page.locator(".theatre-more summary").click()
    button = page.get_by_role("button", name="Play from here")
    slider = page.locator(".scrubber")
    slider.fill(str(len(host.look(table)["log"])))
    expect(button).to_be_disabled()
    slider.fill("3")
    expect(page.locator(".play-from select")).to_have_value("red")
    button.click()
    page.wait_for_url(lambda url: table not in url)
    expect(page.locator(".table-name")).to_contain_text("Practice game")
    then = host.get(f"/tables/{table}/replay").json()[3]["position"]
    again = page.url.rpartition("/")[2]
    play_out(page)
    steps = ask(page, f"/tables/{again}/replay")
    assert steps[0]["position"]["pirates"] == then["pirates"]
    open_more(page)
    page.get_by_role("button", name="Check the shuffle").click()
    expect(page.locator(".proof")).to_contain_text("nothing to check")


def test_device_without_the_commitment_cannot_check_it(
    bert: Watched, anna: Watched, host: Person
) -> None:
    table = played(bert.page, host)
    anna.page.goto(f"/table/{table}")
    open_more(anna.page)
    anna.page.get_by_role("button", name="Check the shuffle").click()
    proof = anna.page.locator(".proof li")
    expect(proof).to_have_count(3)
    expect(proof.first).to_contain_text("This device doesn’t know what the server promised")
    expect(anna.page.locator(".proof .good")).to_have_count(2)


def test_analysis_continues_after_the_theatre_was_closed(
    browser: Browser, server: Server, host: Person
) -> None:
    with person(browser, server.url) as anna:
        anna.forgiving = True
        page = anna.page
        table = played(page, host)
        response: dict[str, Any] = {"status": "running", "done": 3, "total": 9, "analysis": None}

        def answer(route: Route) -> None:
            route.fulfill(content_type="application/json", body=json.dumps(response))

        page.route(f"**/api/v1/tables/{table}/analysis", answer)
        page.clock.install()
        page.goto(f"/table/{table}?move=1")
        expect(page.locator(".analysis")).to_contain_text("3 of 9 moves")
        page.get_by_role("button", name="Close").click()
        # Longer than the poll interval.
        page.clock.run_for(5000)
        response["done"] = 8
        open_more(page)
        page.get_by_role("button", name="Replay", exact=True).click()
        expect(page.locator(".analysis")).to_contain_text("8 of 9 moves")
        response.update(status="none", done=0)
        page.clock.run_for(1000)
        expect(page.locator(".analysis").get_by_role("button")).to_have_text("Analyse the game")


def test_finished_game_fits_a_phone(browser: Browser, server: Server, host: Person) -> None:
    size = {"width": 360, "height": 740}
    with person(browser, server.url, viewport=size, has_touch=True) as bert:
        page = bert.page
        ask(page, "/me")
        table = host.table(seat("blue"), *[seat(c, "bot") for c in ("red", "green")], me("yellow"))
        ask(page, f"/tables/{table}/join", {"seat": "blue"})
        host.done(f"/tables/{table}/start")
        page.goto(f"/table/{table}")
        expect(page.locator(".table .pirate").first).to_be_attached()
        host.done(f"/tables/{table}/chat", {"text": "Has anybody seen a sloop around here?"})
        bubble = page.locator(".bubble").bounding_box()
        assert bubble is not None
        assert bubble["x"] >= 0
        assert bubble["x"] + bubble["width"] <= 360
        assert bubble["width"] > 120, "not squeezed against the edge"


def test_better_move_is_drawn_when_the_analysis_arrives_late(anna: Watched) -> None:
    """The replay shows a move already, and nothing else is pressed."""
    page = anna.page
    table = at_one_screen(page, {"preset": "short", "turn_limit": 4}, "blue", "red")
    drive(page, table, "over")
    steps = ask(page, f"/tables/{table}/replay")
    moves = [
        {
            "number": number,
            "seat": step["seat"],
            "move": step["move"],
            "chances": {colour: [0.5, 0.4, 0.6] for colour in ("blue", "red")},
            "play": {"blue": 0.0, "red": 0.0},
            "luck": {"blue": 0.0, "red": 0.0},
            "better": "rum jail-3" if number == 2 else None,
            "loss": 0.2 if number == 2 else 0.0,
        }
        for number, step in enumerate(steps[1:], 1)
    ]
    names = ("start", "own_play", "others_play", "own_luck", "others_luck", "reevaluation", "end")
    account = {**dict.fromkeys(names, 0.0), "mistakes": 0}
    boxes = {
        "winner": None,
        "start": moves[0]["chances"],
        "moves": moves,
        "seats": {"blue": account, "red": account},
    }
    answer = {"status": "running", "done": 0, "total": len(moves), "analysis": None}
    page.route(f"**/tables/{table}/analysis", lambda route: route.fulfill(json=answer))
    page.goto(f"/table/{table}?move=2")
    words = page.locator(".replay-sentence")
    expect(words).to_contain_text(f"2 / {len(moves)} ")
    expect(page.locator(".analysis progress")).to_be_visible()
    expect(page.locator(".theatre .hint-move")).to_have_count(0)
    answer.update(status="done", analysis=boxes)
    expect(page.locator(".theatre .hint-move")).to_have_count(1)
    expect(words).to_contain_text("Better: ")


def test_suggests_the_next_level_after_two_wins(anna: Watched) -> None:
    page = anna.page
    response = ask(page, "/quick-start", {"rules": GAME, "players": 2, "level": "cook"})
    table = response["id"]
    drive(page, table, "over")
    past = ask(page, "/me/games")["games"][0]
    assert past["table"] == table
    assert [one["level"] for one in past["seats"] if one["level"]] == ["cook"]
    won = {**past, "winner": past["you"][0]}

    def answer(route: Route) -> None:
        games = [won, {**won, "table": "before"}]
        route.fulfill(json={"games": games, "next": None, "complete": True})

    page.route("**/api/v1/me/games", answer)
    page.goto(f"/table/{table}")
    expect(page.locator(".suggestion p")).to_contain_text(
        "Two wins in a row: try the next level, Deckhand."
    )
    page.get_by_role("button", name="Play against: Deckhand").click()
    page.wait_for_url(lambda url: "/table/" in url and table not in url)
    expect(page.locator(".table .board .pirate").first).to_be_attached()
    seats = ask(page, f"/tables/{page.url.rpartition('/')[2]}")["table"]["seats"]
    assert [one["level"] for one in seats if one["kind"] == "bot"] == ["deckhand"]
    page.unroute("**/api/v1/me/games", answer)
