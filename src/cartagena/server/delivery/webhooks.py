"""Webhooks: what a notice looks like for Discord, Slack, ntfy and any other program."""

import hashlib
import hmac
import json
from email.header import Header
from typing import Any, Final

from cartagena.server.delivery.posting import Letter
from cartagena.server.delivery.texts import Text
from cartagena.server.storage.outbox import Notice

KINDS: Final = ("discord", "slack", "ntfy", "json")
_SLACK: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_MARKDOWN: Final = str.maketrans({each: f"\\{each}" for each in "\\*_~`|>[]()#"})


def webhook_letter(notice: Notice, player: str, text: Text, public_url: str, now_ms: int) -> Letter:
    """Return the request that posts a notice. It names the person, because others may read it, too."""
    link = f"{public_url}{text.path}" if public_url else ""
    line = f"{player} – {text.title}"
    headers = {"content-type": "application/json; charset=utf-8", "user-agent": "Cartagena"}
    match notice.channel.kind:
        case "discord":
            content = "\n".join(filter(None, ("Cartagena: " + line.translate(_MARKDOWN), link)))
            # Names at a table must not call everybody in a channel.
            body = _json({"content": content, "allowed_mentions": {"parse": []}})
        case "slack":
            words = f"Cartagena: {line}".translate(_SLACK)
            body = _json({"text": f"{words}\n<{link}>" if link else words})
        case "ntfy":
            headers["content-type"] = "text/plain; charset=utf-8"
            headers["title"] = Header(f"Cartagena: {text.title}", "utf-8", 10_000).encode()
            if link:
                headers["click"] = link
            body = f"{player}. {text.body}".encode()
        case _:
            body = _json(
                {
                    "id": notice.id,
                    "event": notice.kind,
                    "at": notice.at,
                    "game": "Cartagena",
                    "table": notice.table,
                    "player": player,
                    "title": text.title,
                    "text": text.body,
                    "url": link or None,
                }
            )
    headers["x-cartagena-delivery"] = notice.id
    headers["x-cartagena-signature"] = sign(notice.channel.secret, now_ms // 1000, body)
    return Letter(notice.channel.address, headers, body)


def sign(secret: str, seconds: int, body: bytes) -> str:
    """Return the signature of a body: the time, and an HMAC of time and body."""
    digest = hmac.new(secret.encode(), f"{seconds}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={seconds},v1={digest}"


def _json(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()
