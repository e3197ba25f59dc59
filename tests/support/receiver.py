"""A real HTTP server that takes what a table server sends, and a browser's push subscription."""

import hashlib
import hmac
import json
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from cartagena.server.delivery.web_push import from_base64, to_base64

CURVE = ec.SECP256R1()


@dataclass
class Received:
    """A request that has arrived."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """A server that keeps what has arrived, and replies as it should."""

    url: str = ""
    requests: list[Received] = field(default_factory=list)
    status: int = 201
    headers: dict[str, str] = field(default_factory=dict)

    def wait_for(
        self, count: int, seconds: float = 30, of: Callable[[Received], bool] = lambda _: True
    ) -> list[Received]:
        """Wait until `count` requests have arrived, and return them all."""
        end = time.monotonic() + seconds
        while len(found := [one for one in self.requests if of(one)]) < count:
            assert time.monotonic() < end, f"only {len(found)} of {count} requests arrived"
            time.sleep(0.05)
        return found


@contextmanager
def receiving() -> Iterator[Receiver]:
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            receiver.requests.append(Received(self.path, headers, body))
            self.send_response(receiver.status)
            for name, value in receiver.headers.items():
                self.send_header(name, value)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    receiver.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        thread.join(10)
        server.server_close()


class PushBrowser:
    """A browser that has subscribed, and decrypts its messages by RFC 8291."""

    def __init__(self, receiver: Receiver, name: str) -> None:
        self._key = ec.generate_private_key(CURVE)
        self._point = self._key.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )
        self._auth = hashlib.sha256(name.encode()).digest()[:16]
        self._receiver, self._path = receiver, f"/push/{name}"

    def subscription(self, **more: str) -> dict[str, str]:
        """Return the body of `POST /api/v1/me/push`."""
        keys = {"p256dh": to_base64(self._point), "auth": to_base64(self._auth)}
        return {"endpoint": f"{self._receiver.url}{self._path}", **keys, **more}

    def messages(self, count: int, key: str, seconds: float = 30) -> list[dict[str, Any]]:
        """Wait for messages, check who has signed them, and return what they say."""
        found = self._receiver.wait_for(count, seconds, lambda one: one.path == self._path)
        for one in found:
            self._verify(one.headers["authorization"], key)
            assert one.headers["content-encoding"] == "aes128gcm"
        return [json.loads(self.decrypt(one.body)) for one in found]

    def _verify(self, authorization: str, key: str) -> None:
        scheme, _, rest = authorization.partition(" ")
        parts = dict(part.strip().split("=", 1) for part in rest.split(","))
        assert (scheme, parts["k"]) == ("vapid", key)
        signed, _, signature = parts["t"].rpartition(".")
        raw = from_base64(signature)
        der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
        public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, from_base64(key))
        public.verify(der, signed.encode(), ec.ECDSA(hashes.SHA256()))
        claims = json.loads(from_base64(signed.partition(".")[2]))
        assert claims["aud"] == self._receiver.url
        assert time.time() < claims["exp"] <= time.time() + 86_400

    def decrypt(self, body: bytes) -> bytes:
        salt, (size, length) = body[:16], struct.unpack("!IB", body[16:21])
        assert size >= len(body) - 21 - length
        sender = body[21 : 21 + length]
        public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender)
        shared = self._key.exchange(ec.ECDH(), public)
        info = b"WebPush: info\0" + self._point + sender
        secret = HKDF(hashes.SHA256(), 32, self._auth, info).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        padded = AESGCM(key).decrypt(nonce, body[21 + length :], None)
        text, end, padding = padded.rpartition(b"\x02")
        assert end
        assert not padding.strip(b"\0")
        return text


def is_signed(received: Received, secret: str) -> bool:
    """Return True if a webhook's request has a valid signature."""
    parts = dict(
        part.split("=", 1) for part in received.headers["x-cartagena-signature"].split(",")
    )
    signed = f"{parts['t']}.".encode() + received.body
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    return hmac.compare_digest(parts["v1"], expected)
