"""Refusals become problem documents: each class has a status, and no detail is lost."""

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


def test_every_class_of_refusal_has_a_status() -> None:
    assert {type(refusal) for refusal in REFUSALS.values()} == set(errors.Refusal.__subclasses__())


@pytest.mark.parametrize("status", REFUSALS)
def test_a_document_has_all_details_of_a_refusal(status: int) -> None:
    refusal = REFUSALS[status]
    problem = document(refusal)
    assert (problem.status, problem.type) == (status, f"urn:cartagena:problem:{refusal.kind}")
    assert (problem.legal, problem.expected_seq) == (refusal.legal, refusal.expected_seq)
    assert problem.retry_after == refusal.retry_after
    assert problem.detail == str(refusal)


def test_parameters_are_filled_in_and_sent_along() -> None:
    problem = document(REFUSALS[422])
    assert problem.detail == "One of drunk, captain."
    assert (problem.says, problem.names) == ("One of {levels}.", {"levels": ["drunk", "captain"]})
    plain = document(REFUSALS[404])
    assert (plain.says, plain.names) == (None, None)
