"""Invalid values, and ways to insert them into valid documents."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from hypothesis import strategies as st

WORDS = (
    *("jail", "sloop", "cove", "1", "6", "36", "48", "49", "0", "-1", "06", "٣", "²", " 6"),
    *("blue", "red", "green", "yellow", "purple", "white", "Blue", "drawn", "", "null"),
    *("rum", "hook", "hook*", "dagger", "key", "chest", "snake", "empty", "2", "4", "?", "*"),
    *("jamaica", "everything", "preset", "2000", "2017", "row", "deck", "both", "all", "skip"),
    *("take", "keep", "give", "put", "parrots", "discard", "lantern", "weapons", "tortuga"),
)
NUMBERS = (0, 1, 2, 3, 4, 6, 7, 8, 12, 17, 18, -1, 255, 256, 2**31, 2**32, 2**63, 2**256, 10**4000)

texts = st.one_of(st.sampled_from(WORDS), st.text(st.characters(), max_size=8))
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from(NUMBERS),
    st.integers(-3, 60),
    st.floats(),
    texts,
    st.binary(max_size=3),
    st.builds(object),
)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.tuples(inner),
        st.dictionaries(texts, inner, max_size=4),
        st.dictionaries(st.one_of(st.integers(), st.none(), texts), inner, max_size=2),
    ),
    max_leaves=8,
)

Path = tuple[Any, ...]


def paths(value: Any, here: Path = ()) -> Iterator[Path]:
    """Return the paths of all parts of a nested value, without the value itself."""
    if isinstance(value, dict):
        inner: list[Any] = list(value)
    elif isinstance(value, list):
        inner = list(range(len(value)))
    else:
        return
    for key in inner:
        yield (*here, key)
        yield from paths(value[key], (*here, key))


def spoil(draw: st.DrawFn, document: dict[str, Any]) -> None:
    """Change one part of a nested value in place."""
    everywhere = list(paths(document))
    if not everywhere:
        document[draw(texts)] = draw(values)
        return
    # The outermost keys are few among many leaves; half of the time one of them is meant.
    outer = [path for path in everywhere if len(path) == 1]
    *above, key = draw(st.sampled_from(outer if draw(st.booleans()) else everywhere))
    holder: Any = document
    for step in above:
        holder = holder[step]
    match draw(st.sampled_from(("replace", "nudge", "remove", "add", "borrow", "rename"))):
        case "replace":
            holder[key] = draw(values)
        case "nudge" if type(holder[key]) is int:
            holder[key] += draw(st.sampled_from((-1, 1, 2, 100)))
        case "nudge" if isinstance(holder[key], str):
            holder[key] = draw(texts)
        case "remove":
            del holder[key]
        case "add" if isinstance(holder[key], dict):
            holder[key][draw(texts)] = draw(values)
        case "add" if isinstance(holder[key], list):
            holder[key].insert(draw(st.integers(0, len(holder[key]))), draw(values))
        case "borrow":
            other: Any = document
            for step in draw(st.sampled_from(everywhere)):
                other = other[step]
            holder[key] = deepcopy(other)
        case "rename" if isinstance(holder, dict):
            holder[draw(texts)] = holder.pop(key)
        case _:
            holder[key] = draw(scalars)
