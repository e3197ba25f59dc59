"""Encryption and signatures of web push, by the example of RFC 8291."""

import json

from cryptography.hazmat.primitives.asymmetric import ec

from cartagena.server.delivery.web_push import (
    Signer,
    Subscription,
    encrypt,
    from_base64,
    new_key,
    push_letter,
    to_base64,
)
from tests.support.receiver import PushBrowser, Receiver

RECEIVER = Subscription(
    "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "BTBZMqHH6r4Tts7J_aSIgg",
)
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
ENCRYPTED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
    "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
    "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_encrypts_the_example_of_the_rfc() -> None:
    key = ec.derive_private_key(int.from_bytes(from_base64(SENDER), "big"), ec.SECP256R1())
    text = b"When I grow up, I want to be a watermelon"
    assert (
        to_base64(encrypt(text, RECEIVER, key=key, salt=from_base64(SALT), padded=1)) == ENCRYPTED
    )


def test_a_browser_reads_a_padded_message_once_for_each_key() -> None:
    browser = PushBrowser(Receiver("http://127.0.0.1:1"), "anna")
    body = browser.subscription()
    to = Subscription(body["endpoint"], body["p256dh"], body["auth"])
    short, long = encrypt(b"a", to), encrypt(b"a" * 150, to)
    assert len(short) == len(long)
    assert short[:80] != long[:80]
    assert (browser.decrypt(short), browser.decrypt(long)) == (b"a", b"a" * 150)


def test_a_letter_says_who_sends_it_and_nothing_else() -> None:
    signer = Signer.from_text(new_key(), "https://play.example.org")
    letter = push_letter(RECEIVER, b"hello", signer, topic="t", seconds=60, now_ms=1_000_000)
    token = letter.headers["authorization"].removeprefix("vapid t=").partition(",")[0]
    claims = json.loads(from_base64(token.split(".")[1]))
    assert claims == {
        "aud": "https://push.example.net",
        "exp": 1000 + 12 * 3600,
        "sub": "https://play.example.org",
    }
    assert (letter.headers["ttl"], letter.headers["topic"]) == ("60", "t")
    assert b"hello" not in letter.body


def test_checks_the_keys_of_a_subscription() -> None:
    assert RECEIVER.is_valid()
    assert not RECEIVER._replace(p256dh="A" * 87).is_valid()
    assert not RECEIVER._replace(auth="AAAA").is_valid()
    assert not RECEIVER._replace(auth="äää").is_valid()
