"""The browser client: the page, static files under a versioned path, and empty boards."""

import asyncio
import gzip
import hashlib
import json
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import product
from typing import Annotated, Any, Final, Literal
from urllib.parse import urlencode

from litestar import Request, Response, get
from litestar.params import Parameter

from cartagena.picture.board.empty_board import SHAPES, Shape, board_svg
from cartagena.protocol.requests import END
from cartagena.rules.components import SYMBOLS
from cartagena.server.errors import Invalid, NotFound
from cartagena.server.tables.create import read_rules

_KINDS: Final = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "bin": "application/octet-stream",
    "svg": "image/svg+xml",
    "png": "image/png",
    "webmanifest": "application/manifest+json",
}
_PATHS: Final = (("2000", 6, 0), ("2017", 6, 0), ("2017", 0, 6), ("2017", 3, 3))
IMMUTABLE: Final = "public, max-age=31536000, immutable"
NO_CACHE: Final = "no-cache"


def _read_files(folder: Traversable, prefix: str = "") -> dict[str, bytes]:
    contents: dict[str, bytes] = {}
    for entry in sorted(folder.iterdir(), key=lambda one: one.name):
        name = f"{prefix}{entry.name}"
        if entry.is_dir():
            contents.update(_read_files(entry, f"{name}/"))
        elif entry.name.rpartition(".")[2] in _KINDS:
            contents[name] = entry.read_bytes()
    return contents


def _drawings() -> Iterator[bytes]:
    """Yield boards that together contain everything that is drawn on any board."""
    for (edition, tunnel, jungle), shape in product(_PATHS, SHAPES):
        yield _board(edition, tunnel, jungle, "012345" * (tunnel + jungle), shape)


class Site:
    """The files of the client, read once at the start."""

    def __init__(self) -> None:
        self.files = _read_files(files("cartagena").joinpath("web"))
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
        """Return what the service worker caches for offline use: page, files and boards of lessons."""
        # The previews are for other sites, which show them with links.
        local = [name for name in self.files if not name.startswith("previews/")]
        static = [f"/static/{self.version}/{name}" for name in local]
        boards = set()
        examples = json.loads(self.files["examples.json"])["examples"]
        for lesson in [*json.loads(self.files["lessons.json"]), *examples]:
            rules = lesson["rules"]
            query = {name: rules[name] for name in ("edition", "tunnel", "jungle")}
            symbols = SYMBOLS[rules["edition"]]
            query["spaces"] = "".join(str(symbols.index(name)) for name in lesson["board"])
            for shape in SHAPES:
                parameters = {**query, "shape": shape, "version": self.version}
                boards.add(f"/board.svg?{urlencode(parameters)}")
        return ["/", "/learn", "/api/v1/catalogue", *static, *sorted(boards)]


@cache
def site() -> Site:
    """Return the client of this server."""
    return Site()


@lru_cache(maxsize=512)
def _compressed(content: bytes) -> bytes:
    return gzip.compress(content, 6, mtime=0)


def _send(
    request: Request[Any, Any, Any],
    name: str,
    content: bytes,
    cache_control: str,
    compress: Callable[[bytes], bytes] = _compressed,
) -> Response[bytes]:
    kind = name.rpartition(".")[2]
    headers = {"cache-control": cache_control, "vary": "accept-encoding"}
    if kind != "png" and "gzip" in request.headers.get("accept-encoding", ""):
        content = compress(content)
        headers["content-encoding"] = "gzip"
    return Response(content, media_type=_KINDS[kind], headers=headers)


@get(
    ["/", "/create", "/learn", "/tables", "/profile", "/continue"],
    include_in_schema=False,
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


@get("/static/{version:str}/{name:path}", include_in_schema=False)
async def static(request: Request[Any, Any, Any], version: str, name: str) -> Response[bytes]:
    """Return a file of the client. Other versions are not found, so versions never mix."""
    content = site().files.get(name.lstrip("/"))
    if content is None or version != site().version:
        raise NotFound("File not found.")
    return _send(request, name, content, IMMUTABLE)


@lru_cache(maxsize=256)
def _board(edition: str, tunnel: int, jungle: int, spaces: str, shape: Shape) -> bytes:
    names = SYMBOLS[edition]
    return board_svg([names[int(one)] for one in spaces], tunnel, jungle, shape).encode()


@get("/board.svg", include_in_schema=False)
async def board(
    request: Request[Any, Any, Any],
    spaces: Annotated[str, Parameter(pattern=rf"^(?:[0-5]{{6}}){{4,8}}{END}")],
    tunnel: Annotated[int, Parameter(ge=0, le=8)],
    jungle: Annotated[int, Parameter(ge=0, le=8)],
    edition: Literal["2000", "2017"] = "2017",
    shape: Shape = "wide",
    version: str = "",
) -> Response[bytes]:
    """Return an empty board. `spaces` has the number of the symbol of each space."""
    rules = read_rules({"edition": edition, "tunnel": tunnel, "jungle": jungle})
    if rules.spaces != len(spaces):
        raise Invalid(
            "The number of spaces doesn’t match the number of tiles: a tile has six spaces."
        )
    cache_control = IMMUTABLE if version == site().version else NO_CACHE
    picture = await asyncio.to_thread(_board, edition, tunnel, jungle, spaces, shape)
    return _send(request, "board.svg", picture, cache_control)


HANDLERS = [page, fixed, static, board]
