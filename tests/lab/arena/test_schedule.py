from collections import Counter

import pytest

from cartagena.errors import CartagenaError
from cartagena.lab.arena.schedule import ALL, Fixture, Settings, lineups, seatings
from cartagena.rules.options import Rules


def fixtures(bots: list[str], players: int, *, seed: int, deals: int) -> list[Fixture]:
    return list(Settings(Rules.preset("short"), players, tuple(bots), seed).schedule(deals))


def test_two_bots_play_every_deal_in_both_orders() -> None:
    played = fixtures(["a", "b"], 2, seed=1, deals=3)
    assert [game.seats for game in played] == [("a", "b"), ("b", "a")] * 3
    assert [game.deal for game in played] == [0, 0, 1, 1, 2, 2]
    assert len({game.seed for game in played}) == 3


def test_lineups_for_more_and_fewer_bots_than_seats() -> None:
    assert lineups(["a", "b", "c"], 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert lineups(["a", "b", "b", "b"], 4) == [("a", "b", "b", "b")]
    assert lineups(["a", "b"], 3) == [("a", "a", "b"), ("a", "b", "b")]
    assert lineups(["a"], 3) == [("a", "a", "a")]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_bot_sits_in_every_seat_equally_often(seats: int) -> None:
    labels = ["a", "b", "c", "d", "e"][:seats]
    for deal in range(5):
        counts = Counter(
            (label, seat)
            for order in seatings(labels, "rotations", deal)
            for seat, label in enumerate(order)
        )
        assert set(counts.values()) == {1}
        assert len(counts) == seats**2


def test_neighbours_change_between_deals() -> None:
    after_a = set()
    for game in fixtures(["a", "b", "c", "d"], 4, seed=1, deals=30):
        after_a.add(game.seats[(game.seats.index("a") + 1) % 4])
    assert after_a == {"b", "c", "d"}


def test_seatings_all_gives_every_order() -> None:
    assert len(seatings(["a", "b", "c"], ALL, 1)) == 6
    assert len(seatings(["a", "b", "b", "b"], ALL, 1)) == 4
    assert len(seatings(["a", "a"], ALL, 1)) == 1


def test_longer_schedule_starts_with_the_shorter_one() -> None:
    long = fixtures(["a", "b", "c"], 3, seed=5, deals=9)
    assert long[:12] == fixtures(["a", "b", "c"], 3, seed=5, deals=4)
    assert long != fixtures(["a", "b", "c"], 3, seed=6, deals=9)


def test_rejects_invalid_settings() -> None:
    with pytest.raises(CartagenaError, match="2 to 5 players"):
        fixtures(["a", "b"], 6, seed=1, deals=1)
    with pytest.raises(CartagenaError, match="at least one bot"):
        lineups([], 2)
    with pytest.raises(CartagenaError, match="'rotations' or 'all'"):
        seatings(["a"], "some", 1)
