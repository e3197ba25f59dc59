"""Email goes over encrypted connections to the right server, and never blocks for long."""

import datetime as dt
import ssl
from collections.abc import Iterator
from email.message import EmailMessage
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
)

from cartagena.errors import CartagenaError
from cartagena.server.delivery import smtp
from cartagena.server.delivery.mailer import is_address
from cartagena.server.delivery.smtp import SmtpRelay
from cartagena.server.platform import smtp_relay
from cartagena.server.settings import Settings
from tests.support.mailbox import Mailbox, mailbox


@pytest.fixture
def box() -> Iterator[Mailbox]:
    with mailbox() as one:
        yield one


@pytest.fixture
def certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a certificate of this machine with its key. Clients trust it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "mailbox")])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False
        )
        .sign(key, hashes.SHA256())
    )
    file = tmp_path / "mailbox.pem"
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(made.public_bytes(Encoding.PEM) + secret)
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    return file


def message() -> EmailMessage:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "a@example.org", "b@example.org", "Ahoy"
    made.set_content("Ahoy!")
    return made


async def test_sends_over_tls_with_user_and_password(box: Mailbox, certificate: Path) -> None:
    box.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    box.tls.load_cert_chain(certificate)
    box.login = "anna:secret"
    relay = SmtpRelay("127.0.0.1", box.port, "starttls", "anna", "secret")
    assert (await relay.send(message())).is_delivered
    assert box.messages[0]["subject"] == "Ahoy"
    # A wrong password may be corrected, so the email waits.
    wrong = SmtpRelay("127.0.0.1", box.port, "starttls", "anna", "wrong")
    assert (await wrong.send(message())).may_succeed_later
    # The certificate is for another name.
    other = SmtpRelay("localhost", box.port, "starttls", "anna", "secret")
    assert (await other.send(message())).may_succeed_later
    assert len(box.messages) == 1


async def test_never_falls_back_to_plain_text(box: Mailbox) -> None:
    relay = SmtpRelay("127.0.0.1", box.port, "starttls", "", "")
    assert (await relay.send(message())).may_succeed_later
    assert box.messages == []


@pytest.mark.parametrize(
    ("command", "code", "is_gone", "may_succeed_later"),
    [
        ("RCPT", "550 no such mailbox", True, False),
        ("RCPT", "451 try later", False, True),
        ("RCPT", "554 not today", False, False),
        ("DATA", "554 looks like spam", False, False),
        ("MAIL", "421 too busy", False, True),
    ],
)
async def test_says_what_an_error_means(
    box: Mailbox, command: str, code: str, is_gone: bool, may_succeed_later: bool
) -> None:
    box.replies[command] = code
    reply = await SmtpRelay("127.0.0.1", box.port, "none", "", "").send(message())
    assert (reply.is_gone, reply.may_succeed_later) == (is_gone, may_succeed_later)


async def test_a_silent_server_is_given_up(box: Mailbox, monkeypatch: pytest.MonkeyPatch) -> None:
    box.silent = True
    monkeypatch.setattr(smtp, "_SECONDS", 0.2)
    relay = SmtpRelay("127.0.0.1", box.port, "none", "", "")
    assert (await relay.send(message())).may_succeed_later
    assert not relay.is_busy
    relay.close()


def test_settings_of_the_smtp_server(tmp_path: Path) -> None:
    assert smtp_relay(Settings()) is None
    with pytest.raises(CartagenaError, match="mail_from and public_url"):
        smtp_relay(Settings(smtp_host="mail.example.org"))
    password = tmp_path / "password"
    complete = Settings(
        smtp_host="mail.example.org",
        smtp_password_file=str(password),
        mail_from="a@example.org",
        public_url="https://play.example.org",
    )
    with pytest.raises(CartagenaError, match="smtp_password_file"):
        smtp_relay(complete)
    password.write_text("secret\n")
    assert smtp_relay(complete)


def test_recognises_addresses() -> None:
    for address in ("a@example.org", "a.b+c@x-y.example.org", "o'neil@example.museum"):
        assert is_address(address)
    for address in (
        "",
        "a@localhost",
        "a b@example.org",
        "a@b@example.org",
        ".a@example.org",
        "a@example.org\nBcc: b@example.org",
        "a@-example.org",
        "a@example.1",
        f"{'a' * 65}@example.org",
        f"a@{'b.' * 130}org",
        '"a"@example.org',
        "a@exämple.org",
    ):
        assert not is_address(address)
