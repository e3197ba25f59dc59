"""People together: two browsers, somebody who watches, reloads, lost lines, a killed server."""

from pathlib import Path
from random import Random

from playwright.sync_api import Browser, Page, expect

from tests.server.running import Server, running
from tests.web.chromium import Watched, person
from tests.web.hands import move, quick_start, settle


def answers(page: Page) -> int:
    return int(page.evaluate("document.querySelector('.table').dataset.answers"))


def one_move(page: Page, rng: Random) -> None:
    before = answers(page)
    move(page, rng)
    page.wait_for_function(
        "before => Number(document.querySelector('.table').dataset.answers) > before", arg=before
    )


def test_two_browsers_and_one_who_watches(
    browser: Browser, server: Server, anna: Watched, bert: Watched
) -> None:
    anna.page.goto("/create")
    anna.page.get_by_text("Short Escape").click()
    anna.page.get_by_role("button", name="Lay the table").click()
    anna.page.wait_for_url("**/table/*")
    expect(anna.page.get_by_text("Waiting for players")).to_be_visible()
    link = anna.page.get_by_label("Link to this table").input_value()

    bert.page.goto(link)
    bert.page.get_by_role("button", name="Sit at Red").click()
    expect(anna.page.get_by_text("Everyone is here.")).to_be_visible()
    anna.page.get_by_role("button", name="Start the game").click()

    rng = Random(1)
    with person(browser, server.url) as carla:
        carla.page.goto(link)
        expect(carla.page.get_by_text("You are watching.")).to_be_visible()
        pages = {"Blue": anna.page, "Red": bert.page}
        for page in pages.values():
            expect(page.locator(".table .pirate").first).to_be_attached()
        for _ in range(24):
            now = next(p for p in (*pages.values(), *pages.values()) if _is_ours(p, pages))
            one_move(now, rng)
            number = answers(now)
            for other in (anna.page, bert.page, carla.page):
                other.wait_for_function(
                    "n => Number(document.querySelector('.table').dataset.answers) >= n", arg=number
                )
        assert carla.page.locator(".hand").count() == 0
        standing = [_standing(page) for page in (anna.page, bert.page, carla.page)]
        assert standing[0] == standing[1] == standing[2]

    anna.page.get_by_role("tab", name="Chat").click()
    anna.page.get_by_label("Say something").fill("Ahoy <b>Bert</b>!")
    anna.page.get_by_role("button", name="Send", exact=True).click()
    bert.page.get_by_role("tab", name="Chat").click()
    expect(bert.page.locator(".word")).to_contain_text("Ahoy <b>Bert</b>!")


def _is_ours(page: Page, pages: dict[str, Page]) -> bool:
    page.wait_for_function("document.querySelector('.table') !== null")
    for one in pages.values():
        one.wait_for_timeout(20)
    return page.locator(".turn-line.ours").count() > 0


def _standing(page: Page) -> list[str]:
    figures = page.locator(".table .pirate").evaluate_all(
        "all => all.map(one => one.dataset.colour + ' ' + one.dataset.place)"
    )
    return sorted(map(str, figures))


def test_reload_and_a_lost_line_in_mid_turn(anna: Watched) -> None:
    page, rng = anna.page, Random(2)
    quick_start(page, "escape")
    settle(page)
    one_move(page, rng)
    settle(page)
    before = (answers(page), _standing(page))
    page.reload()
    settle(page)
    assert (answers(page), _standing(page)) >= before
    anna.forgiving = True
    anna.context.set_offline(True)
    page.wait_for_timeout(300)
    anna.context.set_offline(False)
    settle(page)
    one_move(page, rng)
    anna.forgiving = False


def test_a_killed_server_comes_back_in_mid_turn(browser: Browser, tmp_path: Path) -> None:
    rng = Random(3)
    with running(tmp_path) as server, person(browser, server.url) as anna:
        page = anna.page
        quick_start(page, "short")
        settle(page)
        one_move(page, rng)
        settle(page)
        before = _standing(page)
        anna.forgiving = True
        server.kill()
        expect(page.get_by_text("The connection is away.")).to_be_visible()
        server.start()
        expect(page.get_by_text("The connection is away.")).to_be_hidden()
        anna.forgiving = False
        assert _standing(page) == before
        settle(page)
        one_move(page, rng)


def test_hot_seat_hides_hands_until_their_owner_sits_there(anna: Watched) -> None:
    page, rng = anna.page, Random(4)
    page.goto("/create")
    page.get_by_text("Short Escape").click()
    for colour in ("blue", "red", "green", "yellow"):
        page.select_option(f"#seat-{colour}", "me")
    page.get_by_role("button", name="Lay the table").click()
    page.wait_for_url("**/table/*")
    shown = set()
    for _ in range(14):
        settle(page)
        curtain = page.locator(".curtain button")
        if curtain.count():
            assert page.locator(".hand").count() == 0
            shown.add(curtain.inner_text())
            curtain.click()
        one_move(page, rng)
    assert len(shown) >= 3
