"""Web push: messages that only one browser can read (RFC 8291), signed by this server (RFC 8292)."""

import base64
import json
import struct
from typing import Final, NamedTuple, Self
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from cartagena.server.delivery.posting import Letter
from cartagena.server.entropy import SYSTEM_ENTROPY, Entropy

_CURVE: Final = ec.SECP256R1()
_RECORD: Final = 4096
_PADDED: Final = 192
"""Messages are padded to a multiple of this, so that their length says little."""
_TOKEN_SECONDS: Final = 12 * 3600
_AUTH_BYTES: Final = 16


class Subscription(NamedTuple):
    """The address and keys of one browser."""

    endpoint: str
    p256dh: str
    auth: str

    def is_valid(self) -> bool:
        """Return True if the keys can be used."""
        try:
            ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, from_base64(self.p256dh))
            return len(from_base64(self.auth)) == _AUTH_BYTES
        except ValueError:
            return False


class Signer:
    """The key by which push services recognise this server."""

    def __init__(self, key: ec.EllipticCurvePrivateKey, contact: str) -> None:
        """Build a signer. `contact` is an address that services may use when something is wrong."""
        self._key, self._contact = key, contact
        self.public = to_base64(_point(key))

    @classmethod
    def from_text(cls, text: str, contact: str) -> Self:
        """Read a stored key."""
        return cls(ec.derive_private_key(int(text, 16), _CURVE), contact)

    def authorization(self, endpoint: str, now_ms: int) -> str:
        """Return the header that proves who sends a message to this endpoint."""
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": now_ms // 1000 + _TOKEN_SECONDS,
            "sub": self._contact,
        }
        signed = b".".join(_json(one) for one in ({"typ": "JWT", "alg": "ES256"}, claims))
        r, s = decode_dss_signature(self._key.sign(signed, ec.ECDSA(hashes.SHA256())))
        signature = to_base64(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return f"vapid t={signed.decode()}.{signature}, k={self.public}"


def new_key() -> str:
    """Return a new key as text."""
    return f"{ec.generate_private_key(_CURVE).private_numbers().private_value:064x}"


def push_letter(
    to: Subscription, message: bytes, signer: Signer, *, topic: str, seconds: int, now_ms: int
) -> Letter:
    """Return the request that sends a message. A later message with the same topic replaces it.

    `seconds` is how long the service keeps it for a browser that is not running.
    """
    headers = {
        "authorization": signer.authorization(to.endpoint, now_ms),
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        "ttl": str(seconds),
        "topic": topic,
        "urgency": "normal",
    }
    return Letter(to.endpoint, headers, encrypt(message, to))


def encrypt(
    message: bytes,
    to: Subscription,
    *,
    key: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
    padded: int = _PADDED,
    entropy: Entropy = SYSTEM_ENTROPY,
) -> bytes:
    """Encrypt a message for one browser. Key and salt are random, except in tests."""
    key = key or ec.generate_private_key(_CURVE)
    salt = salt or entropy.bits(128).to_bytes(16, "big")
    receiver = from_base64(to.p256dh)
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, receiver))
    sender = _point(key)
    secret = _derive(shared, from_base64(to.auth), b"WebPush: info\0" + receiver + sender, 32)
    content_key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    text = message + b"\x02"
    text += bytes(-len(text) % padded)
    header = salt + struct.pack("!IB", _RECORD, len(sender)) + sender
    return header + AESGCM(content_key).encrypt(nonce, text, None)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _point(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _json(value: object) -> bytes:
    return to_base64(json.dumps(value, separators=(",", ":")).encode()).encode()


def to_base64(data: bytes) -> str:
    """Return data in base64 for addresses, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64(text: str) -> bytes:
    """Parse base64 for addresses. Raises `ValueError` if it is not."""
    return base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)
