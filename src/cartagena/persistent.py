"""Persistent lists and dictionaries: copies are cheap and share their items.

Copying takes constant time, and both copies can grow independently. The server copies a table for
every event. With ordinary lists, the garbage collector would traverse the whole history of a game
after every move.
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Generic, Self, TypeVar

K = TypeVar("K")
T = TypeVar("T")


class PersistentList(Generic[T]):
    """A list that may share its storage with longer lists."""

    __slots__ = ("_items", "_length")

    def __init__(self, items: list[T] | None = None) -> None:
        """Take over a list of items."""
        self._items: list[T] = [] if items is None else items
        self._length = len(self._items)

    def copy(self) -> Self:
        """Return an independent copy."""
        if len(self._items) != self._length:  # another copy has grown from here
            self._items = self._items[: self._length]
        return type(self)(self._items)

    def append(self, item: T) -> None:
        """Add an item at the end."""
        if len(self._items) != self._length:  # another copy has grown from here
            self._items = self._items[: self._length]
        self._items.append(item)
        self._length += 1

    def pop(self) -> T:
        """Remove the last item."""
        if not self._length:
            raise IndexError("pop from an empty list")
        self._length -= 1
        return self._items[self._length]

    def clear(self) -> None:
        """Remove all items."""
        self._items, self._length = [], 0

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        return islice(self._items, self._length)

    def __getitem__(self, index: int) -> T:
        if not -self._length <= index < self._length:
            raise IndexError(index)
        return self._items[index % self._length]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PersistentList | list) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"PersistentList({list(self)!r})"


class PersistentDict(Mapping[K, T]):
    """A dictionary to which items are added. Replacing an item copies it."""

    __slots__ = ("_items", "_length")

    def __init__(self, items: dict[K, tuple[int, T]] | None = None) -> None:
        """Take over a mapping from keys to numbered values.

        Only values with numbers below `length` belong to this dictionary.
        """
        self._items: dict[K, tuple[int, T]] = {} if items is None else items
        self._length = len(self._items)

    def copy(self) -> Self:
        """Return an independent copy."""
        if len(self._items) != self._length:  # another copy has grown from here
            self._items = dict(islice(self._items.items(), self._length))
        return type(self)(self._items)

    def __setitem__(self, key: K, value: T) -> None:
        is_replaced = key in self
        if is_replaced or len(self._items) != self._length:
            self._items = dict(islice(self._items.items(), self._length))
        self._items[key] = (self._items[key][0] if is_replaced else self._length), value
        self._length = len(self._items)

    def __getitem__(self, key: K) -> T:
        number, value = self._items[key]
        if number >= self._length:
            raise KeyError(key)
        return value

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[K]:
        return islice(self._items, self._length)
