"""A contest in the browser: one link, a table for each, nothing to see before all have finished, the ranking."""

from playwright.sync_api import Browser, expect

from tests.support.servers import SHORT, Server
from tests.web.chromium import Watched, person
from tests.web.player import ask

PLAY = """async (table) => {
  const path = `/api/v1/tables/${table}`;
  const post = (what, body) =>
    fetch(`${path}/${what}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  for (;;) {
    const { table: { status }, legal, expected_seq } = await (await fetch(path)).json();
    if (status === "finished") return;
    if (legal.length) await post("moves", { move: legal[0], expected_seq, key: String(expected_seq) });
    else await new Promise((done) => setTimeout(done, 30));
  }
}"""


def test_friends_play_the_same_cards_and_compare_at_the_end(
    browser: Browser, server: Server, anna: Watched
) -> None:
    page = anna.page
    page.goto("/duplicate")
    page.get_by_label("Bots at each table").select_option("1")
    page.get_by_role("button", name="Create the contest").click()
    expect(page.locator(".people-list li")).to_have_count(1)
    expect(page.get_by_text("At least 1 more person is needed.")).to_be_visible()
    # A short game, which the form does not offer.
    body = {"rules": SHORT, "bots": ["cabin-boy"]}
    name = ask(page, "/duplicates", body)["id"]
    page.goto("about:blank")
    page.goto(f"/duplicate#{name}")
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_label("Link to this contest")).to_have_value(page.url)
    with person(browser, server.url) as bert:
        bert.page.goto(f"/duplicate#{name}")
        bert.page.get_by_role("button", name="Join").click()
        expect(bert.page.locator(".people-list li")).to_have_count(2)
        expect(page.get_by_role("button", name="Deal the cards")).to_be_visible(timeout=20_000)
        page.get_by_role("button", name="Deal the cards").click()
        page.get_by_role("link", name="Go to your table").click()
        expect(page.locator(".table .pirate").first).to_be_attached()
        page.evaluate(PLAY, page.url.rpartition("/")[2])
        to_contest = page.get_by_role("link", name="Go to the contest")
        expect(to_contest).to_be_visible(timeout=60_000)
        expect(page.get_by_role("button", name="See where it turned")).to_have_count(0)
        expect(page.get_by_role("button", name="Again", exact=True)).to_have_count(0)
        bert.page.get_by_role("link", name="Go to your table").click(timeout=20_000)
        expect(bert.page.locator(".table .pirate").first).to_be_attached()
        bert.page.evaluate(PLAY, bert.page.url.rpartition("/")[2])
        # The table of the first player learns that its cards may be seen now.
        expect(page.get_by_role("button", name="See where it turned")).to_be_visible(timeout=20_000)
        page.locator("details.more summary").click()
        page.get_by_role("button", name="Check the shuffle").click()
        expect(page.locator(".proof .good")).to_have_count(4)
        to_contest.click()
        expect(page.locator(".standings tbody tr")).to_have_count(2)
        expect(page.locator(".standings tr.you")).to_contain_text("50 %")
