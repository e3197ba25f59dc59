"""The server serves the client: versioned names, compression, templates drawn on demand."""

import time
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from cartagena.picture.board.template import template_svg
from cartagena.server.http.routes import site as site_module
from cartagena.server.http.routes.site import Site
from tests.support.servers import Server
from tests.web.chromium import Watched


@pytest.mark.parametrize(
    "path", ["/", "/create", "/learn", "/profile", "/continue", "/table/abcdefghijklmnop"]
)
def test_page_is_served_with_a_content_policy(server: Server, path: str) -> None:
    answer = httpx.get(server.url + path)
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-encoding"] == "gzip"
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "{version}" not in answer.text


def test_files_are_immutable_under_a_versioned_name(server: Server) -> None:
    page = httpx.get(server.url).text
    script = page.partition('script type="module" src="')[2].partition('"')[0]
    answer = httpx.get(server.url + script)
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    page_type = httpx.get(server.url).headers["content-type"]
    assert page_type == "text/html; charset=utf-8"
    assert "immutable" in answer.headers["cache-control"]
    assert (
        httpx.get(server.url + script.replace("main.js", "../../server/site.py")).status_code == 404
    )
    version = script.split("/")[2]
    assert httpx.get(server.url + script.replace(version, "0" * 16)).status_code == 404


def test_documents_and_workers_have_a_content_policy(server: Server) -> None:
    for path in ("/", "/worker.js", f"/static/{Site().version}/icon.svg", "/api/v1/catalogue"):
        headers = httpx.get(server.url + path).headers
        assert "default-src 'none'" in headers["content-security-policy"], path


def test_scripts_and_styles_have_only_the_headers_that_apply_to_them(server: Server) -> None:
    for name in ("js/main.js", "css/base.css", "locale/cs.json"):
        headers = httpx.get(f"{server.url}/static/{Site().version}/{name}").headers
        assert headers["x-content-type-options"] == "nosniff", name
        assert headers["cross-origin-resource-policy"] == "same-origin", name
        assert "content-security-policy" not in headers, name


def test_serves_templates_of_boards(server: Server) -> None:
    answer = httpx.get(f"{server.url}/static/{Site().version}/boards/4-0--2.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.count('class="space"') == 24


def test_template_is_immutable_only_under_the_current_version(server: Server) -> None:
    for version, is_cached in [(Site().version, True), ("0" * 16, False)]:
        answer = httpx.get(f"{server.url}/static/{version}/boards/4-0-3.svg")
        assert answer.status_code == 200
        assert ("immutable" in answer.headers["cache-control"]) == is_cached


def test_changed_drawing_changes_the_version(monkeypatch: pytest.MonkeyPatch) -> None:
    before = Site()

    def otherwise(*args: Any) -> str:
        return template_svg(*args).replace("</svg>", "<!-- --></svg>")

    site_module.template.cache_clear()
    monkeypatch.setattr(site_module, "template_svg", otherwise)
    after = Site()
    site_module.template.cache_clear()
    assert after.version != before.version


@pytest.mark.parametrize("name", ["4-0-11", "4-0--10", "9-0-0", "1-1-0", "3-0-0", "4-0", "4-0-x"])
def test_boards_that_do_not_exist_are_not_found(server: Server, name: str) -> None:
    answer = httpx.get(f"{server.url}/static/{Site().version}/boards/{name}.svg")
    assert answer.status_code == 404


def test_api_page_works_under_the_content_policy(anna: Watched) -> None:
    page = anna.page
    page.goto("/api/v1/schema")
    expect(page.get_by_role("heading", name="POST /api/v1/tables", exact=True)).to_be_visible()
    page.get_by_role("link", name="NewTable").first.click()
    expect(page.get_by_role("heading", name="NewTable")).to_be_in_viewport()
    assert page.locator("main").evaluate("it => getComputedStyle(it).maxWidth") == "960px"


def test_unknown_address_shows_not_found(anna: Watched) -> None:
    page = anna.page
    anna.forgiving = True
    answer = page.goto("/nowhere")
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("heading", name="Page not found.")).to_be_visible()
    page.goto("/table/nosuchtable")
    expect(page.get_by_role("heading", name="This table doesn’t exist.")).to_be_visible()
    page.get_by_role("link", name="New game").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()


WRONG = {
    "fetch('/nowhere')": "404",
    "new EventSource('/api/v1/tables/nowhere/stream')": "400",
    "fetch('/lost')": "ERR_CONNECTION_RESET",
    "console.warn('wait')": "wait",
    "setTimeout(() => { throw new Error('oh'); })": "oh",
    "document.head.append(Object.assign(document.createElement('style'), {textContent: 'p {}'}))": (
        "Content Security Policy"
    ),
}


def test_every_fault_of_a_page_is_noticed(anna: Watched) -> None:
    """This handler makes every other test fail if anything goes wrong."""
    page = anna.page
    page.goto("/api/v1/schema")
    page.route("**/lost", lambda route: route.abort("connectionreset"))
    for done, noted in WRONG.items():
        page.evaluate(f"() => void {done}")
        end = time.monotonic() + 20
        while not any(noted in words for words in anna.wrong):
            assert time.monotonic() < end, done
            page.wait_for_timeout(10)
        anna.wrong.clear()
