"""The ranking of a contest: everyone is compared with those at the same seat of other tables."""

import pytest

from cartagena.server.tables.duplicate import Finish, Participant, rank


def people(*seats: tuple[str, str]) -> list[Participant]:
    return [Participant(name, name, "", f"table {name}", colour) for name, colour in seats]


def ranking(ends: dict[str, Finish], *seats: tuple[str, str]) -> list[tuple[str, int, int | None]]:
    return [(who.identity, score.rank, score.percent) for who, score in rank(people(*seats), ends)]


def test_a_place_counts_more_than_a_margin() -> None:
    ends = {"a": Finish(False, 1, 1), "b": Finish(False, 2, 40), "c": Finish(False, 2, -3)}
    seats = (("a", "blue"), ("b", "blue"), ("c", "blue"))
    assert ranking(ends, *seats) == [("a", 1, 100), ("b", 2, 50), ("c", 3, 0)]


def test_only_equal_seats_are_compared() -> None:
    ends = {
        "a": Finish(False, 1, 30),
        "b": Finish(False, 1, 20),
        "c": Finish(False, 2, -30),
        "d": Finish(False, 2, -20),
    }
    seats = (("a", "blue"), ("b", "blue"), ("c", "red"), ("d", "red"))
    assert ranking(ends, *seats) == [("a", 1, 100), ("d", 2, 100), ("b", 3, 0), ("c", 4, 0)]


@pytest.mark.parametrize("place", [1, 2])
def test_who_left_ranks_behind_everyone_whatever_the_bot_achieved(place: int) -> None:
    ends = {"a": Finish(True, place, 50), "b": Finish(False, 2, -50)}
    assert ranking(ends, ("a", "blue"), ("b", "blue")) == [("b", 1, 100), ("a", 2, 0)]


def test_equal_results_share_a_rank_and_nobody_to_compare_with_has_no_score() -> None:
    ends = {name: Finish(False, 1, 5) for name in "abc"}
    seats = (("a", "blue"), ("b", "blue"), ("c", "red"))
    assert ranking(ends, *seats) == [("a", 1, 50), ("b", 1, 50), ("c", 3, None)]
