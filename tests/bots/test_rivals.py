"""The rivals: one person for each level, and never two with the same name at a table."""

from hypothesis import given
from hypothesis import strategies as st

from cartagena.bots.registry import BOTS
from cartagena.bots.rivals import COMPANIONS, RIVALS, bot_names
from cartagena.picture.portraits.portrait import LEVELS
from cartagena.rules.components import COLOURS


def test_every_level_is_a_person_with_a_face() -> None:
    assert tuple(RIVALS) == tuple(BOTS) == LEVELS
    assert set(COMPANIONS) == set(COLOURS)
    people = [rival.person for rival in RIVALS.values()]
    assert len({*people, *COMPANIONS.values()}) == len(people) + len(COMPANIONS)


_BOTS = st.permutations(COLOURS).flatmap(
    lambda colours: st.tuples(
        *(st.tuples(st.just(one), st.sampled_from(tuple(BOTS)), st.booleans()) for one in colours)
    )
)


@given(_BOTS)
def test_two_bots_at_a_table_never_share_a_name(bots: tuple[tuple[str, str, bool], ...]) -> None:
    names = bot_names(bots)
    assert len(set(names.values())) == len(bots)
    for colour, level, took_over in bots:
        if took_over:
            assert names[colour] == COMPANIONS[colour], "it must not take another bot's name"
        else:
            first = next(one for one, other, late in bots if other == level and not late)
            assert (names[colour] == RIVALS[level].person) == (colour == first)


def test_bot_of_another_package_has_a_name() -> None:
    assert bot_names([("red", "hare", False)]) == {"red": "Rufus"}
