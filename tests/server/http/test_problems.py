"""Refusals as problem documents: every sort has a status, and nothing gets lost on the way."""

import pytest

from cartagena.server import errors
from cartagena.server.http.problems import document

REFUSALS = {
    401: errors.identity_required(),
    403: errors.Forbidden("The {colour} seat.", colour="red"),
    404: errors.NotFound("Nothing."),
    409: errors.Conflict("stale", "Now {now}.", now=7, expected_seq=7, legal=["pass"]),
    413: errors.TooLarge("At most {most}.", most=5),
    422: errors.Invalid("One of {levels}.", levels=["drunk", "captain"]),
    429: errors.TooMany("Wait.", 2.5),
    503: errors.Unavailable("Busy."),
}


def test_every_sort_of_refusal_has_a_status() -> None:
    assert {type(refusal) for refusal in REFUSALS.values()} == set(errors.Refusal.__subclasses__())


@pytest.mark.parametrize("status", REFUSALS)
def test_a_document_says_what_was_refused(status: int) -> None:
    refusal = REFUSALS[status]
    shown = document(refusal)
    assert (shown.status, shown.type) == (status, f"urn:cartagena:problem:{refusal.kind}")
    assert (shown.legal, shown.expected_seq) == (refusal.legal, refusal.expected_seq)
    assert shown.retry_after == refusal.retry_after
    assert shown.detail == str(refusal)


def test_gaps_are_filled_and_travel_along() -> None:
    shown = document(REFUSALS[422])
    assert shown.detail == "One of drunk, captain."
    assert (shown.says, shown.names) == ("One of {levels}.", {"levels": ["drunk", "captain"]})
    plain = document(REFUSALS[404])
    assert (plain.says, plain.names) == (None, None)
