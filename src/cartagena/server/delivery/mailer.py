"""Email about turns: what it looks like, and the links in it that need no identity."""

import hashlib
import hmac
import re
from collections.abc import Sequence
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate
from html import escape
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from cartagena.protocol.notices import MailPurpose
from cartagena.server.clock import Clock
from cartagena.server.delivery.posting import Reply
from cartagena.server.delivery.smtp import SmtpRelay
from cartagena.server.delivery.texts import Text, say
from cartagena.server.entropy import Entropy
from cartagena.server.storage.outbox import Notice
from cartagena.server.storage.ports import OutboxStore

_ADDRESS: Final = re.compile(
    r"(?=.{6,254}\Z)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])"
)
_MAX_LOCAL: Final = 64
"""Maximum length of the part before the @."""
_TOKEN: Final = 32
"""Number of hexadecimal digits of the token in a link: 128 bits."""
_RIGHT_TO_LEFT: Final = ("he",)


class Part(NamedTuple):
    """A paragraph with a link at its end."""

    text: str
    label: str
    address: str


def is_address(text: str) -> bool:
    """Return True if this can be an email address."""
    return _ADDRESS.fullmatch(text) is not None and text.index("@") <= _MAX_LOCAL


class Mailer:
    """Writes email and hands it to the host's SMTP server."""

    def __init__(
        self,
        relay: SmtpRelay,
        outbox: OutboxStore,
        sender: str,
        public_url: str,
        clock: Clock,
        entropy: Entropy,
    ) -> None:
        self._relay, self._outbox = relay, outbox
        self._clock, self._entropy = clock, entropy
        self._sender, self._public_url = sender, public_url
        self._host = urlsplit(public_url).netloc
        self._key = b""

    @property
    def is_busy(self) -> bool:
        """Return True if another message would have to wait."""
        return self._relay.is_busy

    def close(self) -> None:
        """Send nothing more."""
        self._relay.close()

    async def token(self, purpose: str, name: str) -> str:
        """Return the token of a link. It works for one purpose and one channel or address."""
        if not self._key:
            self._key = (await self._outbox.key("mail", lambda: self._entropy.token(32))).encode()
        text = f"{purpose} {name}".encode()
        return hmac.new(self._key, text, hashlib.sha256).hexdigest()[:_TOKEN]

    async def allows(self, purpose: MailPurpose, name: str, token: str) -> bool:
        """Return True if a token belongs to a link of an email."""
        return hmac.compare_digest(await self.token(purpose, name), token)

    async def digest_of(self, address: str) -> str:
        """Return a digest of an address that nobody without the key can compute.

        Capital letters and what follows a + do not make another mailbox.
        """
        local, _, domain = address.lower().partition("@")
        return await self.token("address", f"{local.partition('+')[0]}@{domain}")

    async def send(self, notice: Notice, texts: Sequence[Text]) -> Reply:
        """Send one email: about `texts`, or to ask the owner of the address to confirm it."""
        if notice.kind == "confirm":
            subject, parts, stop = await self._question(notice)
        else:
            subject, parts, stop = await self._news(notice, texts)
        return await self._relay.send(self._letter(notice, subject, parts, stop))

    async def _question(self, notice: Notice) -> tuple[str, list[Part], str]:
        """Return subject and parts of the email that asks for consent, and how to refuse it."""
        language = notice.channel.language
        address = await self.digest_of(notice.channel.address)
        confirm = await self._link("confirm", notice.channel.id)
        refuse = await self._link("refuse", address)
        why = say(
            "Someone asked Cartagena at {server} to write to this address when it’s their turn in a"
            " game. Was that you?",
            language,
            server=self._host,
        )
        parts = [
            Part(why, say("Yes, write to me", language), self._page(confirm)),
            Part(
                say("If it wasn’t you, you can ignore this email.", language),
                say("Never write to me again", language),
                self._page(refuse),
            ),
        ]
        return say("Please confirm your email address", language), parts, refuse

    async def _news(self, notice: Notice, texts: Sequence[Text]) -> tuple[str, list[Part], str]:
        """Return subject and parts of an email about tables, and how to stop such ones."""
        language = notice.channel.language
        stop = await self._link("stop", notice.channel.id)
        go = say("Open the table", language)
        home = say("Your games", language)
        parts = [
            Part(
                f"{text.title}\n{text.body}",
                home if text.path == "/" else go,
                self._public_url + text.path,
            )
            for text in texts
        ]
        why = say(
            "You get this email because you asked Cartagena at {server} to write when it’s your turn.",
            language,
            server=self._host,
        )
        parts.append(Part(why, say("Stop these emails", language), self._page(stop)))
        return home if notice.kind == "digest" else texts[0].title, parts, stop

    async def _link(self, purpose: MailPurpose, name: str) -> str:
        return f"{purpose}/{name}/{await self.token(purpose, name)}"

    def _page(self, link: str) -> str:
        """Return the page that asks before it does anything, because programs open links in email."""
        return f"{self._public_url}/mail#{link}"

    def _letter(self, notice: Notice, subject: str, parts: list[Part], stop: str) -> EmailMessage:
        message = EmailMessage(policy=SMTP)
        message["From"] = self._sender
        message["To"] = notice.channel.address
        message["Subject"] = " ".join(subject.split())
        message["Date"] = formatdate(self._clock.now() / 1000)
        # The same for each attempt, so that mailboxes can recognise an email that arrives twice.
        number = hashlib.sha256(notice.id.encode()).hexdigest()[:_TOKEN]
        message["Message-ID"] = f"<{number}@{urlsplit(self._public_url).hostname}>"
        message["Auto-Submitted"] = "auto-generated"
        # RFC 8058: one click in the mailbox itself, without a page.
        message["List-Unsubscribe"] = f"<{self._public_url}/api/v1/mail/{stop}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content("\n\n".join(map(_as_text, parts)) + "\n")
        message.add_alternative(_as_html(parts, notice.channel.language), subtype="html")
        message["Content-Language"] = notice.channel.language
        return message


def _as_text(part: Part) -> str:
    return f"{part.text}\n{part.label}: {part.address}"


def _as_html(parts: list[Part], language: str) -> str:
    direction = "rtl" if language in _RIGHT_TO_LEFT else "ltr"
    body = "\n".join(
        f"<p>{escape(part.text).replace(chr(10), '<br>')}<br>"
        f'<a href="{escape(part.address)}">{escape(part.label)}</a></p>'
        for part in parts
    )
    return (
        f'<!DOCTYPE html>\n<html lang="{language}" dir="{direction}">'
        f'<head><meta charset="utf-8"></head><body>\n{body}\n</body></html>\n'
    )
