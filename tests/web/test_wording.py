"""The words on the page: numbers and names as the reader's language has them."""

import json

from playwright.sync_api import Browser, Page, expect

from cartagena.server.http.routes.site import Site
from tests.support.servers import Server
from tests.web.chromium import Watched, person
from tests.web.ways_to_move import Mouse, taken_apart


def in_czech(page: Page, path: str) -> None:
    """A page in a language with three forms for numbers."""
    page.goto(path)
    page.locator("#language").select_option("cs")
    expect(page.locator("html")).to_have_attribute("lang", "cs")


def test_points_are_counted_in_the_reader_s_language(anna: Watched) -> None:
    in_czech(anna.page, "/")
    told = anna.page.evaluate(
        """async () => {
            const main = document.querySelector("script[type=module]").src;
            // As whoever shows a finished game does.
            await (await import(new URL("lib/i18n.js", main))).loadAllMessages();
            const { missedMoves, decisiveMoments, formatPoints } = await import(new URL("screens/finished/moments.js", main));
            const seats = ["blue", "red"].map((colour) => ({ colour, kind: "bot", level: "bosun" }));
            const state = { seats, rules: {}, views: [], you: [] };
            const move = { number: 1, seat: "red", move: "pass", better: "pass", loss_error: 0.01 };
            const luck = { ...move, kind: "luck", change: -0.11, error: 0.02, other: "", reasons: [], drawn: [], found: "" };
            const missed = { moves: [0.01, 0.03, 0.06].map((loss) => ({ ...move, loss })) };
            const found = [...decisiveMoments(state, { moments: [luck] }), ...missedMoves(state, missed)];
            const plain = (sentence) => sentence.replace(/[\\u2068\\u2069]/g, "");
            return [formatPoints(-0.07), ...found.map((one) => plain(one.sentence))];
        }"""
    )
    assert told[0] == "−7"
    assert "−11 ± 4 bodů" in told[1]
    assert [words.rpartition("(")[2] for words in told[2:]] == [
        "+6 ± 2 bodů).",
        "+3 ± 2 body).",
        "+1 ± 2 bod).",
    ]


def test_the_tutorial_calls_places_by_their_names(anna: Watched) -> None:
    page = anna.page
    in_czech(page, "/learn")
    page.locator(".lesson-text .action").click()
    expect(page.locator(".controls.ours")).to_be_visible()
    Mouse().make(page, taken_apart("bottle 6-sloop", "blue"))
    said = page.locator(".feedback.bad")
    expect(said).to_contain_text(json.loads(Site().files["locale/cs.json"])["sloop"])
    expect(said).not_to_contain_text("sloop")


def test_who_gives_no_name_is_a_pirate_in_their_own_language(
    browser: Browser, server: Server
) -> None:
    with person(browser, server.url, locale="cs") as czech:
        czech.page.goto("/")
        expect(czech.page.locator("html")).to_have_attribute("lang", "cs")
        name = czech.page.evaluate(
            """async () => {
                const main = document.querySelector("script[type=module]").src;
                const { me } = await import(new URL("net/http.js", main));
                return (await me()).name;
            }"""
        )
    assert name == "Pirát"


def test_a_name_does_not_turn_the_numbers_after_it_round(anna: Watched) -> None:
    """In Hebrew "from 7 to 10" is read from the right, whatever script the name is in."""
    page = anna.page
    page.goto("/")
    page.locator("#language").select_option("he")
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    right = page.evaluate(
        """async () => {
            const main = document.querySelector("script[type=module]").src;
            const { logSentence } = await import(new URL("model/sentences.js", main));
            const seat = (colour, name) => ({ colour, kind: "player", name });
            const seats = [seat("blue", "Bert"), seat("red", "Anna")];
            const state = { seats, rules: {}, you: [], views: [] };
            const line = document.createElement("p");
            line.textContent = logSentence(state, { seat: "blue", move: "morgan red 7-10" });
            document.body.append(line);
            const text = line.firstChild;
            const left = (digits) => {
                const range = document.createRange();
                const at = text.data.lastIndexOf(digits);
                range.setStart(text, at);
                range.setEnd(text, at + digits.length);
                return range.getBoundingClientRect().left;
            };
            return [line.textContent, left("7"), left("10")];
        }"""
    )
    assert "Anna" in right[0]
    assert right[1] > right[2]
