"""Link previews (Open Graph tags in the page of a table) and QR codes.

Previews name the host and the rules. While a game is on and afterwards they show the board as a
spectator sees it, unless the table is private. Absolute addresses come from the setting `public_url`, never from a request.
"""

import asyncio
import io
import re
from functools import lru_cache
from html import escape
from typing import Any, Final

import segno
from litestar import Request, Response, get

from cartagena.rules.options import Rules
from cartagena.rules.presets import nearest_game
from cartagena.server.errors import NotFound
from cartagena.server.http.costs import charge_more, cost
from cartagena.server.http.routes.site import page_with, site
from cartagena.server.link_pictures import SIZE
from cartagena.server.services import Services
from cartagena.server.storage import database
from cartagena.server.tables.events import Created, decode

PREVIEW: Final = (600, 315)
"""Width and height of the pictures in web/previews, which tools/previews.py draws."""
_DRAWING_UNITS: Final = 20.0
"""Extra cost of a picture that must be drawn: it takes another process half a second."""
_NAME: Final = re.compile(r"[A-Za-z0-9_-]{16}")


def tags(table: str, status: str, created: Created, public_url: str) -> str:
    """Return the Open Graph tags of a table in HTML."""
    rules = Rules.from_document(created.rules)
    preset = nearest_game(rules)
    host = next((seat.name for seat in created.seats if seat.identity == created.owner), "")
    players = sum(seat.kind != "closed" for seat in created.seats)
    game = f"{preset.title}, {players} players, about {preset.minutes} minutes."
    properties = {
        "og:site_name": "Cartagena",
        "og:type": "website",
        "og:title": f"{host} invites you to play Cartagena"
        if host and status == "waiting"
        else "Cartagena",
        "og:description": game if rules.preset_name() else f"{players} players, custom rules.",
    }
    if public_url:
        picture, size = f"{public_url}/static/{site().version}/previews/{preset.name}.png", PREVIEW
        if status in ("running", "finished") and created.spectators:
            picture, size = f"{public_url}/table/{table}/preview.png", SIZE
        properties |= {
            "og:url": f"{public_url}/table/{table}",
            "og:image": picture,
            "og:image:width": str(size[0]),
            "og:image:height": str(size[1]),
            "og:image:alt": f"The board of {preset.title}",
            "twitter:card": "summary_large_image",
        }
    return "".join(
        f'<meta property="{name}" content="{escape(text)}" />\n'
        for name, text in properties.items()
    )


@get("/table/{table:str}", include_in_schema=False, opt=cost(3))
async def table_page(
    request: Request[Any, Any, Any], table: str, services: Services
) -> Response[bytes]:
    """Return the page, with tags if the table exists."""
    if not _NAME.fullmatch(table):
        return page_with(request, "")
    try:
        opening = await services.storage.opening(table)
    except database.FAILURES:
        return page_with(request, "")  # the page itself reports that the server is not available
    if opening is None:
        return page_with(request, "")
    status, first_event = opening
    created = decode(first_event).event
    assert isinstance(created, Created)
    return page_with(request, tags(table, status, created, services.settings.public_url))


@lru_cache(maxsize=256)
def qr_code(address: str) -> bytes:
    """Draw a QR code of an address, dark on light with a quiet zone, so it works on dark pages too."""
    target = io.BytesIO()
    segno.make(address, micro=False).save(
        target, kind="svg", scale=4, border=4, dark="#16222d", light="#ffffff", xmldecl=False
    )
    return target.getvalue()


@get("/table/{table:str}/qr.svg", include_in_schema=False, opt=cost(5))
async def table_qr(table: str, services: Services) -> Response[bytes]:
    """Return the address of a table as a QR code, if `public_url` is set."""
    public_url = services.settings.public_url
    if not public_url or not _NAME.fullmatch(table):
        raise NotFound("File not found.")
    picture = await asyncio.to_thread(qr_code, f"{public_url}/table/{table}")
    headers = {"cache-control": "private, max-age=3600"}
    return Response(picture, media_type="image/svg+xml", headers=headers)


@get("/table/{table:str}/preview.png", include_in_schema=False, opt=cost(5))
async def table_preview(
    request: Request[Any, Any, Any], table: str, services: Services
) -> Response[bytes]:
    """Return the board as a spectator sees it now, or the picture of its game if that is not public."""
    if not services.settings.public_url or not _NAME.fullmatch(table):
        raise NotFound("File not found.")
    shown = await services.registry.table(table, fresh=False)
    if services.link_pictures.kept(shown) is None:
        await charge_more(request, _DRAWING_UNITS)
    picture = await services.link_pictures.of(shown)
    if picture is None:
        picture = site().files[f"previews/{nearest_game(shown.rules).name}.png"]
    headers = {"cache-control": "public, max-age=60"}
    return Response(picture, media_type="image/png", headers=headers)


HANDLERS = [table_page, table_qr, table_preview]
