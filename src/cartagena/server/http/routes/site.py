"""The browser client: the page, static files under a versioned path, and templates of boards."""

import asyncio
import gzip
import hashlib
import json
import re
from collections.abc import Callable, Container, Iterator
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import product
from typing import Any, Final

from litestar import Request, Response, get

from cartagena.daily.deal import WEEK
from cartagena.errors import CartagenaError
from cartagena.picture.board.template import TEMPLATE_STEPS, template_svg
from cartagena.rules.options import Rules
from cartagena.rules.presets import PRESETS
from cartagena.server.errors import NotFound
from cartagena.server.http.costs import charge_more, cost

_KINDS: Final = {
    "html": "text/html",
    "css": "text/css",
    "js": "text/javascript",
    "json": "application/json",
    "bin": "application/octet-stream",
    "npz": "application/octet-stream",
    "wasm": "application/wasm",
    "svg": "image/svg+xml",
    "png": "image/png",
    "webmanifest": "application/manifest+json",
}
_SAMPLES: Final = ((6, 0), (0, 6), (3, 3))
"""Numbers of tunnel and jungle tiles of the boards whose drawings are part of the version."""

_OFFLINE_STEPS: Final = TEMPLATE_STEPS[::3]
"""The steps of the templates that are kept for offline use. See `fetchTemplate` in the client."""
_COMPRESSED: Final = ("npz", "png")
IMMUTABLE: Final = "public, max-age=31536000, immutable"
NO_CACHE: Final = "no-cache"


def _read_files(
    folder: Traversable, prefix: str = "", kinds: Container[str] = _KINDS
) -> dict[str, bytes]:
    contents: dict[str, bytes] = {}
    for entry in sorted(folder.iterdir(), key=lambda one: one.name):
        name = f"{prefix}{entry.name}"
        if entry.is_dir():
            contents.update(_read_files(entry, f"{name}/", kinds))
        elif entry.name.rpartition(".")[2] in kinds:
            contents[name] = entry.read_bytes()
    return contents


def _drawings() -> Iterator[bytes]:
    """Yield templates that together contain everything that is drawn on any board."""
    for (tunnel, jungle), step in product(_SAMPLES, _OFFLINE_STEPS):
        yield template(tunnel, jungle, step)


class Site:
    """The files of the client, read once at the start."""

    def __init__(self) -> None:
        self.files = _read_files(files("cartagena").joinpath("web"))
        self.files |= _read_files(files("cartagena.bots.net"), "nets/", kinds=("npz",))
        digest = hashlib.sha256()
        for name, content in self.files.items():
            digest.update(f"{name} {len(content)}\n".encode())
            digest.update(content)
        for drawing in _drawings():
            digest.update(drawing)
        self.version = digest.hexdigest()[:16]
        """A digest of all files and drawings. Responses under a versioned path never expire."""
        self._pages: dict[str, bytes] = {}

    def page(self, name: str) -> bytes:
        """Return a file with the version and the list of files to cache filled in."""
        if name not in self._pages:
            content = self.files[name].replace(b"{version}", self.version.encode())
            listed = json.dumps(self.offline())[1:-1].encode()
            self._pages[name] = content.replace(b"/*{files}*/", listed)
        return self._pages[name]

    def offline(self) -> list[str]:
        """Return what the service worker caches for offline use: page, files and templates of boards."""
        # The previews are for other sites, which show them with links. A net is cached when a bot
        # or a hint first needs it.
        local = [name for name in self.files if not name.startswith(("previews/", "nets/"))]
        static = [f"/static/{self.version}/{name}" for name in local]
        games = [preset.rules() for preset in PRESETS.values()]
        games += [weekday.rules() for weekday in WEEK]
        paths = {(rules.tunnel, rules.jungle) for rules in games}
        boards = [
            f"/static/{self.version}/boards/{tunnel}-{jungle}-{step}.svg"
            for (tunnel, jungle), step in product(sorted(paths), _OFFLINE_STEPS)
        ]
        return ["/", "/api/v1/catalogue", *static, *boards]


@cache
def site() -> Site:
    """Return the client of this server."""
    return Site()


@lru_cache(maxsize=512)
def _compressed(content: bytes) -> bytes:
    return gzip.compress(content, 9, mtime=0)


def _send(
    request: Request[Any, Any, Any],
    name: str,
    content: bytes,
    cache_control: str,
    compress: Callable[[bytes], bytes] = _compressed,
) -> Response[bytes]:
    kind = name.rpartition(".")[2]
    headers = {"cache-control": cache_control, "vary": "accept-encoding"}
    if kind not in _COMPRESSED and "gzip" in request.headers.get("accept-encoding", ""):
        content = compress(content)
        headers["content-encoding"] = "gzip"
    return Response(content, media_type=_KINDS[kind], headers=headers)


@get(
    [
        "/",
        "/create",
        "/learn",
        "/tables",
        "/profile",
        "/continue",
        "/mail",
        "/voyage",
        "/daily",
        "/record",
        "/duplicate",
        "/friend",
        "/ranks",
        "/shuffles",
    ],
    include_in_schema=False,
    opt=cost(2),
)
async def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return the page. Its scripts show the screen for the address."""
    return _send(request, "index.html", site().page("index.html"), NO_CACHE)


def page_with(request: Request[Any, Any, Any], tags: str) -> Response[bytes]:
    """Return the page with more tags in its head. It is not worth caching."""
    content = site().page("index.html").replace(b"</head>", f"{tags}</head>".encode())
    return _send(request, "index.html", content, NO_CACHE, lambda whole: gzip.compress(whole, 1))


def not_found_page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return the page with status 404."""
    response = _send(request, "index.html", site().page("index.html"), NO_CACHE)
    response.status_code = 404
    return response


@get(["/manifest.webmanifest", "/worker.js"], include_in_schema=False)
async def fixed(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return a file whose address must never change."""
    name = request.url.path.lstrip("/")
    return _send(request, name, site().page(name), NO_CACHE)


_DRAWING_UNITS: Final = 4.0
"""Extra cost of a template, because a thread may have to draw it."""
_TEMPLATE: Final = re.compile(r"boards/(\d)-(\d)-(-?\d{1,2})\.svg")


@get("/static/{version:str}/{name:path}", include_in_schema=False)
async def static(request: Request[Any, Any, Any], version: str, name: str) -> Response[bytes]:
    """Return a file of the client. Other versions are not found, so versions never mix.

    The templates of boards are drawn when they are first requested. A page of another version gets them, too,
    so that its game can continue.
    """
    name = name.lstrip("/")
    if (board := _TEMPLATE.fullmatch(name)) is not None:
        tunnel, jungle, step = map(int, board.groups())
        if step not in TEMPLATE_STEPS or not is_board(tunnel, jungle):
            raise NotFound("File not found.")
        await charge_more(request, _DRAWING_UNITS)
        picture = await asyncio.to_thread(template, tunnel, jungle, step)
        cache_control = IMMUTABLE if version == site().version else NO_CACHE
        return _send(request, name, picture, cache_control)
    content = site().files.get(name)
    if content is None or version != site().version:
        raise NotFound("File not found.")
    return _send(request, name, content, IMMUTABLE)


@lru_cache(maxsize=512)
def template(tunnel: int, jungle: int, step: int) -> bytes:
    """Return the drawing of an empty board with these tiles."""
    return template_svg(tunnel, jungle, step).encode()


@cache
def is_board(tunnel: int, jungle: int) -> bool:
    """Return True if there are rules for a board with these tiles."""
    try:
        Rules.from_options({"edition": "2017", "tunnel": tunnel, "jungle": jungle})
    except CartagenaError:
        return False
    return True


HANDLERS = [page, fixed, static]
