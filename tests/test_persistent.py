"""Persistent lists and dictionaries behave like independent copies."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cartagena.persistent import PersistentDict, PersistentList

STEPS = st.lists(
    st.tuples(st.integers(0, 3), st.sampled_from(["copy", "append", "pop", "clear"])), max_size=60
)


@given(STEPS)
def test_copies_of_a_list_are_independent(steps: list[tuple[int, str]]) -> None:
    pairs: list[tuple[PersistentList[int], list[int]]] = [(PersistentList(), []) for _ in range(4)]
    for number, (which, step) in enumerate(steps):
        shared, plain = pairs[which]
        if step == "copy":
            pairs[(which + 1) % 4] = shared.copy(), plain.copy()
        elif step == "append":
            shared.append(number)
            plain.append(number)
        elif step == "clear" and number % 5 == 0:
            shared.clear()
            plain.clear()
        elif step == "pop" and plain:
            assert shared.pop() == plain.pop()
        for one, other in pairs:
            assert one == other
            assert len(one) == len(other)
            assert [one[place] for place in range(-len(one), len(one))] == other + other


def test_a_list_does_not_show_items_of_longer_copies() -> None:
    longer: PersistentList[int] = PersistentList()
    longer.append(1)
    shorter = longer.copy()
    longer.append(2)
    with pytest.raises(IndexError):
        shorter[1]
    shorter.pop()
    with pytest.raises(IndexError):
        shorter.pop()


@given(st.lists(st.tuples(st.integers(0, 3), st.booleans(), st.integers(0, 20)), max_size=60))
def test_copies_of_a_dictionary_are_independent(steps: list[tuple[int, bool, int]]) -> None:
    pairs: list[tuple[PersistentDict[int, int], dict[int, int]]] = [
        (PersistentDict(), {}) for _ in "1234"
    ]
    for number, (which, copies, key) in enumerate(steps):
        shared, plain = pairs[which]
        if copies:
            pairs[(which + 1) % 4] = shared.copy(), plain.copy()
        else:
            shared[key] = plain[key] = number
        for one, other in pairs:
            assert dict(one) == other
            assert [one.get(each) for each in range(21)] == [other.get(each) for each in range(21)]
