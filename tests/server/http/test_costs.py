"""Costs of requests: what a request is charged follows from the work it causes."""

import os
import secrets
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from litestar import Litestar
from litestar.handlers import HTTPRouteHandler

from cartagena.daily.deal import FIRST_DAY
from cartagena.server.app import framework
from cartagena.server.delivery.web_push import to_base64
from cartagena.server.http.costs import declared
from cartagena.server.services import Services
from cartagena.server.settings import Settings
from tests.support.servers import SHORT, Person, Server, me, play_out, running, seat

MS_PER_UNIT = 3.0
"""Maximum time of the event loop per unit. Busy machines take twice as long as idle ones."""
PRINTS_COSTS = bool(os.environ.get("PRINT_COSTS"))
BATCHES = 3
"""The fastest batch counts, because others may wait for caches."""
COLOURS = ("blue", "red", "green", "yellow", "purple")
TABLE = "/api/v1/tables/{table:str}"
CONTEST = "/api/v1/duplicates/{duplicate:str}"
Key = tuple[str, str]
AT_NEW: tuple[Key, ...] = tuple(
    ("POST", f"{TABLE}/{name}")
    for name in ("join", "contribution", "seats/{colour:str}", "leave", "close")
)
"""Requests that are sent to a new table each time."""


def handlers(app: Litestar) -> dict[Key, HTTPRouteHandler]:
    """Return the handler of each method and path, as handlers declare them."""
    return {
        (method, path): handler
        for route in app.routes
        for path in [route.path]
        for method, (handler, _) in getattr(route, "route_handler_map", {}).items()
        if method != "OPTIONS"
    }


@pytest.fixture(scope="module")
def routes(tmp_path_factory: pytest.TempPathFactory) -> dict[Key, HTTPRouteHandler]:
    settings = Settings(database=str(tmp_path_factory.mktemp("routes") / "routes.db"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return handlers(framework(Services(settings)))


class Samples:
    """A costly request for each route, with all options of the rules and five seats."""

    def __init__(self, server: Server) -> None:
        self.anna = server.person("Anna")
        self.rng = Random(1)
        hot_seat = [me(colour) for colour in COLOURS]
        self.running = self.anna.table(*hot_seat, rules="everything")
        self.anna.done(f"/tables/{self.running}/start")
        for _ in range(80):
            self.move()
        self.finished = self.anna.table(me("blue"), me("red"), rules=SHORT, public=True)
        self.anna.done(f"/tables/{self.finished}/start")
        play_out([self.anna], self.finished, self.rng)
        self.anna.done(f"/tables/{self.finished}/rematch")
        for number in range(60):
            self.anna.table(me("blue"), seat("red"), public=True, name=f"Table {number}")
        self.position = self.anna.get(f"/tables/{self.finished}/replay").json()[3]["position"]
        self.seq = self.anna.look(self.running)["seq"]
        link = self.anna.done("/me/recovery")
        self.secret = link["secret"]
        key = ec.generate_private_key(ec.SECP256R1()).public_key()
        point = key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.push = {
            "endpoint": "https://fcm.googleapis.com/fcm/send/x",
            "p256dh": to_base64(point),
            "auth": to_base64(bytes(16)),
        }
        self.befriend(server)
        self.contest = self.dealt_contest(server)
        self.channel = self.anna.done("/me/push", self.push)["channels"][0]["id"]

    def befriend(self, server: Server) -> None:
        """Give Anna friends and an invitation, and one of them a link."""
        code = str(self.anna.done("/me/friends/link")["code"])
        people = [server.person(f"Friend {number}") for number in range(8)]
        for person in people:
            person.done(f"/friend-links/{code}")
        table = people[0].table(me("blue"), seat("red"))
        people[0].post(f"/tables/{table}/invite", {"friend": self.anna.id})
        self.friends = [person.id for person in people]
        self.other_link = str(people[0].done("/me/friends/link")["code"])

    def friend_requests(self) -> dict[Key, Callable[[], httpx.Response]]:
        """Return the requests about friends, invitations and reports."""
        anna, link = self.anna, "/api/v1/friend-links"
        table = anna.table(me("blue"), seat("red"))
        invited = {"friend": self.friends[1]}
        report = {"whom": self.friends[2], "reason": "chat", "text": "x" * 500}
        return {
            ("GET", "/api/v1/ranks/{variant:str}"): lambda: anna.get("/ranks/jamaica"),
            ("POST", "/api/v1/me/ranked"): lambda: anna.post("/me/ranked", {"ranked": True}),
            ("GET", "/api/v1/me/opponents"): lambda: anna.get("/me/opponents"),
            ("GET", "/api/v1/shuffles"): lambda: anna.get("/shuffles"),
            ("GET", "/api/v1/me/friends"): lambda: anna.get("/me/friends"),
            ("POST", "/api/v1/me/friends/link"): lambda: anna.post("/me/friends/link"),
            ("POST", "/api/v1/me/friends/{person:str}/remove"): lambda: anna.post(
                "/me/friends/nobody/remove"
            ),
            ("GET", f"{link}/{{code:str}}"): lambda: anna.get(f"/friend-links/{self.other_link}"),
            ("POST", f"{link}/{{code:str}}"): lambda: anna.post(f"/friend-links/{self.other_link}"),
            ("POST", "/api/v1/me/blocks"): lambda: anna.post("/me/blocks", {"whom": "nobody"}),
            ("GET", "/api/v1/me/invitations"): lambda: anna.get("/me/invitations"),
            ("POST", "/api/v1/me/invitations/{table:str}/decline"): lambda: anna.post(
                f"/me/invitations/{table}/decline"
            ),
            ("POST", f"{TABLE}/invite"): lambda: anna.post(f"/tables/{table}/invite", invited),
            ("POST", f"{TABLE}/report"): lambda: anna.post(
                f"/tables/{self.running}/report", report
            ),
        }

    def dealt_contest(self, server: Server) -> str:
        """Return a running contest at four tables. Anna has joined some others."""
        body = {"rules": "everything", "bots": ["drunk"]}
        for _ in range(6):
            name = str(self.anna.done("/duplicates", body)["id"])
            self.anna.done(f"/duplicates/{name}/join")
        for person in [server.person(f"Guest {number}") for number in range(3)]:
            person.done(f"/duplicates/{name}/join")
        self.anna.done(f"/duplicates/{name}/start")
        return name

    def look(self) -> dict[str, Any]:
        return self.anna.look(self.running)

    def move(self) -> httpx.Response:
        # The server makes forced steps itself.
        snapshot = next(snapshot for snapshot in self.anna.looks(self.running) if snapshot["legal"])
        move = self.rng.choice(snapshot["legal"])
        return self.anna.play(self.running, move, snapshot["expected_seq"], secrets.token_hex(8))

    def waiting(self) -> str:
        """Return a new table that waits for players."""
        return self.anna.table(*(me(colour) for colour in COLOURS))

    def stream(self, path: str) -> httpx.Response:
        """Read the first event of a stream."""
        with self.anna.http.stream("GET", path) as response:
            next(response.iter_raw())
        return response

    def requests(self) -> dict[Key, Callable[[], httpx.Response]]:
        """Return the request for each method and path."""
        anna, running, finished = self.anna, self.running, self.finished
        http = anna.http

        def get(path: str) -> Callable[[], httpx.Response]:
            return lambda: http.get(path)

        def post(path: str, body: Any = None) -> Callable[[], httpx.Response]:
            return lambda: anna.post(path, body)

        def at_new(path: str, body: Any = None) -> Callable[[], httpx.Response]:
            return lambda: anna.post(f"/tables/{self.waiting()}{path}", body)

        five_bots = {
            "seats": [seat(colour, "bot", level="drunk") for colour in COLOURS],
            "rules": "everything",
        }
        from_position = {"position": self.position, "seat": "blue", "level": "drunk"}
        snapshot = anna.look(running)
        stale = {"expected_seq": 1, "key": "stale"}
        paths: dict[Key, Callable[[], httpx.Response]] = {
            ("GET", page): get(page)
            for page in (
                "/",
                "/create",
                "/learn",
                "/tables",
                "/profile",
                "/continue",
                "/voyage",
                "/record",
                "/mail",
                "/daily",
                "/duplicate",
                "/friend",
                "/ranks",
                "/shuffles",
            )
        }
        names = {f"/{name}" for name in ("manifest.webmanifest", "worker.js", "healthz", "readyz")}
        names |= {"/api/v1/lobby", "/api/v1/turns", "/api/v1/me"}
        names |= {"/api/v1/me/games", "/api/v1/me/results", "/api/v1/catalogue"}
        names |= {
            "/api/v1/me/notices",
            "/api/v1/me/recovery",
            "/api/v1/me/vacation",
            "/api/v1/schema",
            "/api/v1/schema/openapi.json",
        }
        paths |= {("GET", name): get(name) for name in names}
        of_finished = ("record", "fairness", "replay", "analysis")
        paths |= {
            ("GET", f"{TABLE}/{name}"): get(f"/api/v1/tables/{finished}/{name}")
            for name in of_finished
        }
        site = http.get("/").text.partition("/static/")[2].partition("/")[0]
        table = f"/tables/{running}"
        return {
            **paths,
            ("GET", "/api/v1/schema/{path:str}"): get("/api/v1/schema/elsewhere"),
            ("GET", "/static/{version:str}/{name:path}"): get(f"/static/{site}/css/base.css"),
            ("GET", "/table/{table:str}"): get(f"/table/{running}"),
            ("GET", "/table/{table:str}/preview.png"): get(f"/table/{running}/preview.png"),
            ("GET", "/table/{table:str}/qr.svg"): get(f"/table/{running}/qr.svg"),
            ("GET", "/api/v1/daily/{day:int}"): get(f"/api/v1/daily/{FIRST_DAY}"),
            ("POST", "/api/v1/daily/{day:int}"): post(f"/daily/{FIRST_DAY}", {"moves": ["pass"]}),
            **self.friend_requests(),
            ("GET", "/api/v1/duplicates"): get("/api/v1/duplicates"),
            ("POST", "/api/v1/duplicates"): post(
                "/duplicates", {"rules": "everything", "bots": ["drunk"] * 4}
            ),
            ("GET", f"{CONTEST}"): get(f"/api/v1/duplicates/{self.contest}"),
            ("POST", f"{CONTEST}/join"): post(f"/duplicates/{self.contest}/join", {}),
            ("POST", f"{CONTEST}/leave"): post(f"/duplicates/{self.contest}/leave"),
            ("POST", f"{CONTEST}/start"): post(f"/duplicates/{self.contest}/start"),
            ("POST", f"{CONTEST}/close"): post(f"/duplicates/{self.contest}/close"),
            ("GET", "/embed/table/{table:str}"): get(f"/embed/table/{finished}"),
            ("GET", "/embed/puzzle/{number:int}"): get("/embed/puzzle/1"),
            ("GET", "/api/v1/tables"): get("/api/v1/tables?limit=100&mine=true"),
            ("GET", TABLE): get(f"/api/v1{table}"),
            ("GET", f"{TABLE}/stream"): lambda: self.stream(f"/api/v1{table}/stream"),
            ("GET", f"{TABLE}/replay/stream"): get(f"/api/v1/tables/{finished}/replay/stream"),
            ("POST", "/api/v1/identity"): lambda: http.post(
                "/api/v1/identity", json={"name": "x", "kind": "token"}
            ),
            ("POST", "/api/v1/me"): post("/me", {"name": "Anna"}),
            ("POST", "/api/v1/me/notices"): post(
                "/me/notices",
                {"quiet_from": 0, "quiet_until": 60, "time_zone": "Europe/Berlin"},
            ),
            ("POST", "/api/v1/me/push"): post("/me/push", self.push),
            ("POST", "/api/v1/me/webhooks"): post(
                "/me/webhooks",
                {"kind": "json", "address": "https://example.org/", "table": running},
            ),
            ("POST", "/api/v1/me/mail"): post("/me/mail", {"address": "anna@example.org"}),
            ("POST", "/api/v1/mail/{purpose:str}/{name:str}/{token:str}"): post(
                f"/mail/stop/{'0' * 16}/{'0' * 32}"
            ),
            ("POST", "/api/v1/me/channels/{channel:str}/digest"): post(
                "/me/channels/0123456789abcdef/digest", {"digest": True}
            ),
            ("POST", "/api/v1/me/channels/{channel:str}/try"): post(
                f"/me/channels/{self.channel}/try"
            ),
            ("POST", "/api/v1/me/channels/{channel:str}/remove"): post(
                "/me/channels/0123456789abcdef/remove"
            ),
            ("GET", f"{TABLE}/notices"): get(f"/api/v1{table}/notices"),
            ("POST", f"{TABLE}/notices"): post(f"{table}/notices", {"silenced": True}),
            ("POST", "/api/v1/me/vacation"): post("/me/vacation", {"away": False}),
            ("POST", "/api/v1/me/recovery"): post("/me/recovery"),
            ("POST", "/api/v1/me/recovery/revoke"): post("/me/recovery/revoke"),
            ("POST", "/api/v1/recovery"): post("/recovery", {"secret": self.secret}),
            ("POST", "/api/v1/tables"): post("/tables", five_bots),
            ("POST", "/api/v1/quick-start"): post(
                "/quick-start", {"rules": "everything", "players": 5, "level": "drunk"}
            ),
            ("POST", "/api/v1/quick-match"): post("/quick-match", {}),
            ("POST", "/api/v1/start-from"): post("/start-from", from_position),
            ("POST", f"{TABLE}/play-from"): post(
                f"/tables/{finished}/play-from", {"move": 10, "seat": "blue", "level": "drunk"}
            ),
            ("POST", f"{TABLE}/moves"): self.move,
            ("POST", f"{TABLE}/undo"): post(f"{table}/undo", stale),
            ("POST", f"{TABLE}/end-turn"): post(f"{table}/end-turn", stale),
            ("POST", f"{TABLE}/chat"): post(f"{table}/chat", {"text": "x" * 300}),
            ("POST", f"{TABLE}/mute"): post(f"{table}/mute", {"whom": "x", "muted": True}),
            ("POST", f"{TABLE}/hint"): post(
                f"{table}/hint", {"expected_seq": snapshot["expected_seq"]}
            ),
            ("POST", f"{TABLE}/explore"): lambda: anna.post(
                f"/tables/{finished}/explore", {"at": self.rng.randrange(20), "moves": []}
            ),
            ("POST", f"{TABLE}/analysis"): post(f"/tables/{finished}/analysis"),
            ("POST", f"{TABLE}/join"): at_new("/join", {"seat": "blue"}),
            ("POST", f"{TABLE}/contribution"): at_new(
                "/contribution", {"seat": "blue", "value": "ab" * 16, "start": True}
            ),
            ("POST", f"{TABLE}/start"): post(f"{table}/start", {"key": "again"}),
            ("POST", f"{TABLE}/seats/{{colour:str}}"): at_new("/seats/red", {"kind": "open"}),
            ("POST", f"{TABLE}/leave"): at_new("/leave", {"seat": "red"}),
            ("POST", f"{TABLE}/return"): post(f"{table}/return", {"seat": "blue"}),
            ("POST", f"{TABLE}/remove"): post(f"{table}/remove", {"seat": "blue"}),
            ("POST", f"{TABLE}/close"): at_new("/close"),
            ("POST", f"{TABLE}/pause"): post(f"{table}/pause", {"paused": False}),
            ("POST", f"{TABLE}/rematch"): post(f"/tables/{finished}/rematch"),
        }


def loop_milliseconds(process: int) -> float:
    """Return the time that the main thread of a process, its event loop, has used so far."""
    schedule = Path(f"/proc/{process}/task/{process}/schedstat").read_text(encoding="ascii")
    return int(schedule.split()[0]) / 1e6


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_no_request_takes_more_of_the_event_loop_than_it_is_charged_for(
    routes: dict[Key, HTTPRouteHandler], tmp_path: Path
) -> None:
    limits = {"streams_each": "1000", "hints_per_minute": "1000", "positions_per_minute": "1000"}
    mail = {"smtp_host": "127.0.0.1", "smtp_port": "9", "mail_from": "a@example.org"}
    with running(tmp_path, public_url="https://play.example", **mail, **limits) as server:
        assert server.process is not None
        samples = Samples(server)
        requests = samples.requests()
        assert set(requests) == set(routes), "every route needs a sample request here"
        # Some cases need a second request, whose cost is not included.
        others = {
            **dict.fromkeys(AT_NEW, _measure(server.process.pid, samples.waiting, 5)),
            ("POST", f"{TABLE}/moves"): _measure(server.process.pid, samples.look, 5),
        }
        too_much = {}
        for key, send in requests.items():
            units, other = declared(routes[key]), others.get(key, 0.0)
            enough = 0.0 if PRINTS_COSTS else MS_PER_UNIT * units + other
            spent = _measure(server.process.pid, send, 5, enough) - other
            if spent > MS_PER_UNIT * units:
                too_much[key] = f"{spent:.1f} ms for {units:.0f} units"
            if PRINTS_COSTS:
                print(f"{key[0]:4} {key[1]:40} {spent:6.2f} ms, {units} units")
    assert not too_much


def _measure(process: int, send: Callable[[], Any], number: int, enough: float = 0.0) -> float:
    """Return the milliseconds of the event loop per request, in the fastest of some batches.

    If a batch needs no more than `enough`, no other follows.
    """
    response = send()
    if isinstance(response, httpx.Response):
        assert response.status_code < 500, response.text
    batches = []
    for _ in range(BATCHES):
        before = loop_milliseconds(process)
        for _ in range(number):
            send()
        time.sleep(0.02)
        batches.append((loop_milliseconds(process) - before) / number)
        if batches[-1] <= enough:
            break
    return min(batches)


@pytest.mark.parametrize("path", ["/api/v1/tables", "/api/v1/tables/", "//api/v1/tables"])
def test_no_spelling_of_an_address_is_cheaper(tmp_path: Path, path: str) -> None:
    limits = {"address_requests_per_second": "0", "address_request_burst": "100"}
    with running(tmp_path, **limits) as server, httpx.Client(base_url=server.url) as http:
        statuses = [http.get(f"{server.url}{path}").status_code for _ in range(12)]
    assert statuses[0] in (200, 404)
    assert statuses[-1] == (429 if statuses[0] == 200 else 404)


def test_a_resumed_stream_costs_more_than_a_new_one(
    routes: dict[Key, HTTPRouteHandler], tmp_path: Path
) -> None:
    stream = routes["GET", f"{TABLE}/stream"]
    assert declared(stream, resumes=True) == 4 * declared(stream)
    limits = {"address_requests_per_second": "0", "address_request_burst": "100"}
    with running(tmp_path, **limits) as server:
        anna: Person = server.person("Anna")
        table = anna.table(me("blue"), me("red"))
        statuses = []
        for _ in range(6):
            with anna.http.stream("GET", f"/api/v1/tables/{table}/stream?%61fter=1") as answer:
                statuses.append(answer.status_code)
    assert statuses == [200] * 4 + [429] * 2
