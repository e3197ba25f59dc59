"""What a picture needs of a position, read from the mapping of `position()` or of `view()`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cartagena.picture.model import Pending, Table, symbol_of
from cartagena.rules.components import CARDS, COLOURS, MOST_TILES, SPACES_PER_TILE, SYMBOLS

# What a position that names a preset and nothing more leaves unsaid about the way.
_ISLANDS = ("island",)
_PENDING = ("take", "keep", "give", "put", "hook", "parrots", "discard")


def _need(position: Mapping[str, Any], key: str) -> Any:
    if key not in position:
        raise ValueError(f"A position to draw needs {key!r}; this one has no such key.")
    return position[key]


def _colour(name: object, where: str) -> str:
    if name not in COLOURS:
        raise ValueError(f"There is no colour {name!r} ({where}); there are {', '.join(COLOURS)}.")
    return str(name)


def _mapping(value: object, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ValueError(f"The {where} must be a mapping, not {value!r}.")
    return value


def _list(value: object, where: str) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise ValueError(f"The {where} must be a list, not {value!r}.")
    return list(value)


def _number(value: object, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(f"The {where} must be a whole number from 0 up, not {value!r}.")
    return value


class _Reader:
    """Reads one mapping; each method checks what it returns."""

    def __init__(self, position: Mapping[str, Any]) -> None:
        self.position = _mapping(position, "position")
        rules = self.position.get("rules") or {}
        self.rules = {"preset": rules} if isinstance(rules, str) else dict(_mapping(rules, "rules"))
        self.players = self._players()
        self.board = tuple(_list(_need(position, "board"), "board"))
        self.symbols = self._symbols()
        self.tunnel, self.jungle = self._stretches()

    def _players(self) -> tuple[str, ...]:
        players = _list(_need(self.position, "players"), "players")
        colours = tuple(_colour(colour, "players") for colour in players)
        if not colours or len(set(colours)) < len(colours):
            raise ValueError(f"The players must be one or more different colours, not {colours!r}.")
        return colours

    def _symbols(self) -> tuple[str, ...]:
        if (
            not self.board
            or len(self.board) % SPACES_PER_TILE
            or len(self.board) > MOST_TILES * SPACES_PER_TILE
        ):
            raise ValueError(
                f"A board has 6 spaces for each of up to 8 tiles, not {len(self.board)} in all."
            )
        symbols = SYMBOLS["2000" if self.board[0] in SYMBOLS["2000"] else "2017"]
        for space, name in enumerate(self.board, 1):
            if name not in symbols:
                allowed = ", ".join(symbols)
                raise ValueError(f"Space {space} cannot carry {name!r}; here it is {allowed}.")
        return symbols

    def _stretches(self) -> tuple[int, int]:
        tiles = len(self.board) // SPACES_PER_TILE
        tunnel, jungle = self.rules.get("tunnel"), self.rules.get("jungle")
        if jungle is None and tunnel is not None:
            jungle = tiles - _number(tunnel, "number of tunnel tiles")
        elif jungle is None:
            island = self.rules.get("preset") in _ISLANDS
            jungle = tiles if island else tiles // 2 if self.position.get("sloop_at") else 0
        green = _number(jungle, "number of jungle tiles")
        grey = tiles - green
        if grey < 0 or self.rules.get("tunnel", grey) != grey:
            raise ValueError(
                f"The board has {tiles} tiles, but the rules speak of "
                f"{self.rules.get('tunnel', 0)} tunnel and {green} jungle tiles."
            )
        return grey, green

    def _place(self, place: object) -> str:
        ends = (["jail"] if self.tunnel else []) + ["sloop"] + (["cove"] if self.jungle else [])
        last = len(self.board)
        spaces = [str(space) for space in range(1, last + 1)]
        if place not in ends and place not in spaces:
            raise ValueError(
                f"There is no place {place!r} on this board: "
                f"it has 1 to {last} and {' and '.join(ends)}."
            )
        return str(place)

    def cards(self, value: object, where: str) -> dict[str, int]:
        """Cards with their number, in the order of the symbols, the dark after the plain."""
        held = {
            card: _number(count, f"number of {card} cards")
            for card, count in _mapping(value or {}, where).items()
        }
        for card in held:
            self.card(card, where)
        order = (card for name in self.symbols for card in (name, f"{name}*"))
        return {card: held[card] for card in order if held.get(card)}

    def card(self, card: object, where: str) -> str:
        """One card, by name."""
        if not isinstance(card, str) or symbol_of(card) not in self.symbols:
            raise ValueError(
                f"There is no card {card!r} ({where}); here they are {', '.join(self.symbols)}."
            )
        return card

    def pirates(self) -> dict[str, dict[str, int]]:
        """The pirates of each player by place."""
        given = _mapping(_need(self.position, "pirates"), "pirates")
        for colour in given:
            if colour not in self.players:
                raise ValueError(f"There are pirates of {colour!r}, who is not at the table.")
        stand = {
            colour: {
                self._place(place): _number(count, f"number of {colour} pirates on {place}")
                for place, count in _mapping(given.get(colour, {}), f"pirates of {colour}").items()
            }
            for colour in self.players
        }
        for colour, places in stand.items():
            if sum(places.values()) > 6:
                raise ValueError(f"{colour.capitalize()} has more than six pirates.")
        for space in map(str, range(1, len(self.board) + 1)):
            if sum(places.get(space, 0) for places in stand.values()) > 3:
                raise ValueError(f"Space {space} holds more than three pirates.")
        return stand

    def place(self, place: object) -> str:
        """A place of this board."""
        return self._place(place)

    def pending(self) -> Pending | None:
        """The pending decision."""
        value = self.position.get("pending")
        if value is None:
            return None
        given = _mapping(value, "pending decision")
        kind = given.get("kind")
        if kind not in _PENDING:
            kinds = ", ".join(_PENDING)
            raise ValueError(f"There is no pending decision {kind!r}; there are {kinds}.")
        cards = self.cards(given.get("cards"), "drawn cards")
        known = sum(cards.values())
        other = given.get("from", given.get("to"))
        return Pending(
            kind=kind,
            seat=self.seat(given.get("seat")),
            other=None if other is None else self.seat(other),
            spell=given.get("spell"),
            left=_number(given.get("left", 0), "number of cards to keep"),
            cards=cards,
            unknown=max(0, _number(given.get("count", known), "number of drawn cards") - known),
        )

    def seat(self, value: object) -> str:
        """A player, named by colour or by the number of the seat."""
        if isinstance(value, int) and 0 <= value < len(self.players):
            return self.players[value]
        if value not in self.players:
            raise ValueError(f"Nobody at the table is {value!r}: {', '.join(self.players)} are.")
        return str(value)


def read(position: Mapping[str, Any]) -> Table:
    """The table of a position or a view; what cannot be drawn is refused with a sentence."""
    reader = _Reader(position)
    given = _mapping(position.get("hands") or {}, "hands")
    hands = {c: reader.cards(given.get(c), f"hand of {c}") for c in reader.players}
    sizes = _mapping(position.get("hand_sizes") or {}, "hand sizes")
    unknown = {
        c: max(0, _number(sizes.get(c, 0), f"hand size of {c}") - sum(hands[c].values()))
        for c in reader.players
    }
    row = position.get("row")
    if row is not None:
        row = tuple(reader.card(card, "row") for card in _list(row, "row"))
        if not row and reader.rules.get("supply", "deck") != "row":
            row = None
    discard = reader.cards(position.get("discard"), "discard")
    pending = reader.pending()
    viewer = position.get("viewer")
    deck = position.get("deck")
    deck = None if deck is None else _list(deck, "deck")
    placed = sum(discard.values()) + len(row or ())
    placed += sum(sum(hands[c].values()) + unknown[c] for c in reader.players)
    placed += sum(pending.cards.values()) + pending.unknown if pending else 0
    known = {}
    if deck is not None and viewer is not None:
        known = {i: reader.card(card, "deck") for i, card in enumerate(deck) if card is not None}
    sloop_at = position.get("sloop_at")
    if sloop_at not in (None, "cartagena", "tortuga"):
        raise ValueError(f"The sloop lies at cartagena or tortuga, not at {sloop_at!r}.")
    winner = position.get("winner")
    return Table(
        edition="2000" if reader.symbols == SYMBOLS["2000"] else "2017",
        symbols=reader.symbols,
        rules=reader.rules,
        board=reader.board,
        tunnel=reader.tunnel,
        jungle=reader.jungle,
        players=reader.players,
        pirates=reader.pirates(),
        hands=hands,
        unknown=unknown,
        row=row,
        deck=max(0, CARDS - placed) if deck is None else len(deck),
        deck_known=known,
        discard=discard,
        turn=reader.seat(position.get("turn", reader.players[0])),
        actions_left=_number(position.get("actions_left", 0), "number of actions left"),
        most_actions=_number(reader.rules.get("most_actions", 3), "number of actions"),
        winner=None if winner is None else reader.seat(winner),
        over=bool(position.get("over", winner is not None)),
        sloop_at=(sloop_at or "cartagena") if reader.tunnel and reader.jungle else None,
        free_sail=bool(position.get("free_sail", False)),
        chests=frozenset(
            reader.place(place) for place in _mapping(position.get("chests") or {}, "chests")
        ),
        pending=pending,
        viewer=None if viewer is None else reader.seat(viewer),
    )
