"""Reading a position: every value checked, impossible ones refused with a sentence."""

from typing import Any, Final

from numpy.typing import NDArray

from cartagena.rules import batch, placing
from cartagena.rules.components import (
    ABOARD_LIMIT,
    CHEST,
    GOAL,
    HAND_LIMIT,
    KINDS,
    MOST_TILES,
    SLOOP,
    START,
    SYMBOLS,
    TOKEN_NAMES,
    TOKENS,
)
from cartagena.rules.errors import CartagenaError
from cartagena.rules.notation import Lexicon
from cartagena.rules.options import Rules
from cartagena.rules.position import OWNER_OF_DRAWN, PENDING, SHORES
from cartagena.rules.reading import known_keys, mapping, one_of, sequence, truth, whole
from cartagena.rules.record import read_players
from cartagena.rules.seeds import SEEDS, words
from cartagena.rules.state import (
    DRAWN,
    DRAWN_OUT,
    GIVE,
    KEEP,
    NOBODY,
    PUT,
    ROW_CAPACITY,
    TAKE,
    TURN,
    WON,
)

_KEYS: Final = (
    *("rules", "board", "players", "pirates", "hands", "row", "deck", "discard", "turn"),
    *("actions_left", "sloop_at", "free_sail", "sailed", "chests", "chest_box", "chests_opened"),
    *("pending", "winner", "over", "turns", "idle", "generator", "memory", "deck_seen", "seed"),
)
_MOST_TURNS: Final = 2_000_000_000


class Reader:
    """Reads one mapping into one record."""

    def __init__(self, position: Any) -> None:
        self.given = mapping(position, "A position")
        known_keys(self.given, "A position", _KEYS)
        for key in ("rules", "board", "players", "pirates", "turn"):
            if key not in self.given:
                raise CartagenaError(f"A position needs the key {key!r}.")
        self.rules = Rules.from_mapping(self.given["rules"])
        self.colours = read_players(self.given["players"])
        self.lexicon = Lexicon(self.rules, self.colours)
        self.seed = whole(self.given.get("seed", 0), "seed", 0, SEEDS - 1)
        self.states = batch.prepare(self.rules, len(self.colours))
        self.state = self.states[0]

    def read(self) -> NDArray[Any]:
        """The record, as an array of one."""
        placing.begin(self.states, 0, *words(self.seed))
        lay_board(self.states, self.rules, self.given["board"])
        self._read_pirates()
        self._read_turn()
        self._read_cards()
        self._read_ship()
        self._read_pending()
        self._read_chests()
        self._read_memory()
        self._read_result()
        self._read_generator()
        self._check_something_is_legal()
        return self.states

    def _seat(self, value: Any, what: str) -> int:
        return self.colours.index(one_of(value, what, self.colours))

    def _refuse_unless(self, condition: bool, key: str, needed: str) -> bool:
        """Whether the key is given; refused where the rules have no room for it."""
        if self.given.get(key) is None:
            return False
        if not condition:
            raise CartagenaError(f"{key} has a meaning only {needed}.")
        return True

    def _read_pirates(self) -> None:
        by_colour = mapping(self.given["pirates"], "pirates")
        known_keys(by_colour, "pirates", self.colours)
        numbers = {name: place for place, name in self.lexicon.places.items()}
        if not self.rules.is_complete:
            # There the sloop is the start or the goal, never a ship between.
            numbers.update({self.rules.start: START, self.rules.goal: GOAL})
        for seat, colour in enumerate(self.colours):
            places = mapping(by_colour.get(colour, {}), f"The pirates of {colour}")
            standing = 0
            for name, count in places.items():
                if name not in numbers:
                    raise CartagenaError(
                        f"There is no place {name[:20]!r} here: places are {self.rules.start}, "
                        f"1 to {6 * self.rules.tiles}"
                        f"{', sloop' if self.rules.is_complete else ''} and {self.rules.goal}."
                    )
                count = whole(count, f"The pirates of {colour} on {name}", 0, self.rules.pirates)
                self._stand(seat, numbers[name], count)
                standing += count
            if standing != self.rules.pirates:
                raise CartagenaError(
                    f"{colour} has {standing} pirates on the board instead of {self.rules.pirates}."
                )

    def _stand(self, seat: int, place: int, count: int) -> None:
        state = self.state
        if place == SLOOP and count > ABOARD_LIMIT:
            raise CartagenaError(
                f"At most {ABOARD_LIMIT} pirates of a colour are aboard, not {count}."
            )
        if place not in (START, SLOOP, GOAL):
            there = sum(int(mask) >> place & 1 for mask in state["at_least"])
            if there + count > 3:
                raise CartagenaError(
                    f"Space {place} would hold {there + count} pirates; it has room for three."
                )
        for _ in range(count):
            placing.put(self.states, 0, seat, place)

    def _read_turn(self) -> None:
        state = self.state
        seat = self._seat(self.given["turn"], "turn")
        state["active"] = state["decider"] = seat
        most = self.rules.most_actions
        state["actions_left"] = whole(self.given.get("actions_left", most), "actions_left", 0, most)
        state["turns"] = whole(self.given.get("turns", 0), "turns", 0, _MOST_TURNS)
        state["idle"] = whole(self.given.get("idle", 0), "idle", 0, len(self.colours))

    def _counts(self, value: Any, what: str) -> list[int]:
        counts = [0] * KINDS
        cards = self.lexicon.cards if self.rules.filibusters else self.lexicon.cards[:6]
        for name, count in mapping({} if value is None else value, what).items():
            kind = cards.index(one_of(name, f"A card in {what}", cards))
            counts[kind] = whole(count, f"{name} in {what}", 0, 17)
        return counts

    def _kinds(self, value: Any, what: str, most: int) -> list[int]:
        cards = self.lexicon.cards if self.rules.filibusters else self.lexicon.cards[:6]
        return [
            cards.index(one_of(name, f"A card in {what}", cards))
            for name in sequence(value, what, most)
        ]

    def _read_cards(self) -> None:
        state = self.state
        hands = mapping(self.given.get("hands") or {}, "hands")
        known_keys(hands, "hands", self.colours)
        for seat, colour in enumerate(self.colours):
            counts = self._counts(hands.get(colour), f"the hand of {colour}")
            state["hand"][seat] = counts
            state["size"][seat] = min(sum(counts), 102)
        state["discard"] = self._counts(self.given.get("discard"), "discard")
        pending = self.given.get("pending")
        if pending is not None and "cards" in mapping(pending, "pending"):
            counts = self._counts(pending["cards"], "the drawn cards")
            state["hand"][DRAWN] = counts
            state["size"][DRAWN] = min(sum(counts), 102)
        if self._refuse_unless(self.rules.supply == "row", "row", "with an open row"):
            row = self._kinds(self.given["row"], "row", ROW_CAPACITY)
            state["row"][: len(row)] = row
            state["row_size"] = len(row)
        if self.given.get("deck") is not None:
            deck = self._kinds(self.given["deck"], "deck", 102)[::-1]
            state["deck"][: len(deck)] = deck
            state["deck_size"] = len(deck)
        self._check_cards()
        if self.given.get("deck") is None:
            placing.shuffle_rest(self.states, 0)
        if self.rules.supply == "row" and self.given.get("row") is None:
            placing.lay_row(self.states, 0)

    def _check_cards(self) -> None:
        complete = self.given.get("deck") is not None
        for kind in range(KINDS):
            missing = placing.missing_cards(self.states, 0, kind)
            card = self.lexicon.cards[kind]
            box = placing.cards_of_kind(self.states, 0, kind)
            if missing < 0:
                raise CartagenaError(f"There are {box - missing} {card} cards instead of {box}.")
            if missing > 0 and complete:
                raise CartagenaError(
                    f"{missing} of the {box} {card} cards are nowhere; deck may be null to mean "
                    "the cards not placed elsewhere."
                )

    def _read_ship(self) -> None:
        state, complete = self.state, self.rules.is_complete
        needed = "in the Complete Escape"
        if self._refuse_unless(complete, "sloop_at", needed):
            shore = one_of(self.given["sloop_at"], "sloop_at", SHORES)
            state["sloop_at"] = SHORES.index(shore)
        if self._refuse_unless(complete, "sailed", needed):
            state["sailed"] = truth(self.given["sailed"], "sailed")
        begun = int(state["actions_left"]) < self.rules.most_actions or bool(state["sailed"])
        captain = complete and not begun and placing.is_captain(self.states, 0)
        state["free_sail"] = captain
        if self._refuse_unless(complete, "free_sail", needed):
            state["free_sail"] = truth(self.given["free_sail"], "free_sail")
            if state["free_sail"] and not captain:
                raise CartagenaError(
                    "free_sail belongs to a captain, who has the most pirates aboard and has "
                    "not acted yet."
                )

    def _read_pending(self) -> None:
        state = self.state
        if self.given.get("pending") is None:
            return
        pending = mapping(self.given["pending"], "pending")
        known_keys(
            pending, "pending", ("kind", "seat", "from", "to", "spell", "left", "cards", "dark")
        )
        kind = one_of(pending.get("kind"), "The kind of pending", tuple(PENDING.values()))
        code = next(code for code, name in PENDING.items() if name == kind)
        if kind == "discard" and not self.rules.filibusters:
            raise CartagenaError("Forced discards happen only with Filibusters.")
        if kind != "discard" and not self.rules.magic:
            raise CartagenaError("Spells are cast only with Black Magic Woman.")
        state["pending"] = code
        state["decider"] = self._seat(pending.get("seat"), "The seat of pending")
        state["dark"] = truth(pending.get("dark", kind == "discard"), "dark")
        if state["dark"] and not self.rules.filibusters:
            raise CartagenaError("Dark cards are told apart only with Filibusters.")
        self._check_decider(kind)
        if code in (TAKE, GIVE):
            key = "from" if code == TAKE else "to"
            state["other"] = self._seat(pending.get(key), f"{key} in pending")
            if state["other"] == state["active"]:
                raise CartagenaError(f"{key} in pending must be another player.")
        if code in (KEEP, GIVE, PUT) and not state["size"][DRAWN]:
            raise CartagenaError(f"A pending {kind!r} needs the drawn cards under 'cards'.")
        self._read_spell(code, pending)

    def _check_decider(self, kind: str) -> None:
        state = self.state
        own = state["decider"] == state["active"]
        if kind == "discard":
            if own or state["size"][int(state["decider"])] <= HAND_LIMIT or not state["dark"]:
                raise CartagenaError(
                    f"Only another player with more than {HAND_LIMIT} cards must discard, "
                    "after a dark card."
                )
        elif not own:
            raise CartagenaError("The seat of a pending spell is the player whose turn it is.")
        if int(state["actions_left"]) == self.rules.most_actions:
            raise CartagenaError("A decision is pending only after an action has begun.")

    def _read_spell(self, code: int, pending: dict[str, Any]) -> None:
        state = self.state
        drawn = int(state["size"][DRAWN])
        if code == KEEP:
            spell = one_of(pending.get("spell"), "spell", ("rum", "lantern"))
            most, total = (1, 4) if spell == "lantern" else (2, len(self.colours) + 1)
            left = whole(pending.get("left", most), "left", 1, most)
            if drawn > total - (most - left) or left > drawn:
                raise CartagenaError(
                    f"{drawn} drawn cards do not fit a {spell} with {left} to keep."
                )
            state["spell"] = SYMBOLS["2017"].index(spell)
            state["left"] = left
        elif code == GIVE:
            state["spell"] = SYMBOLS["2017"].index("rum")
            seat, others = int(state["other"]), 1
            while (seat + 1) % len(self.colours) != state["active"]:
                seat, others = (seat + 1) % len(self.colours), others + 1
            if drawn > others:
                raise CartagenaError(f"{drawn} cards cannot be given to {others} players.")
        elif code == PUT:
            state["spell"] = SYMBOLS["2017"].index("lantern")
            if drawn > 3:
                raise CartagenaError("A lantern puts back at most three cards.")
        elif drawn:
            raise CartagenaError("Drawn cards belong to a pending keep, give or put.")

    def _read_chests(self) -> None:
        magic, state = self.rules.magic, self.state
        needed = "with Black Magic Woman"
        given = [
            self._refuse_unless(magic, key, needed)
            for key in ("chests", "chest_box", "chests_opened")
        ]
        if not magic:
            return
        if not any(given):
            placing.lay_tokens(self.states, 0)
            return
        chest_spaces = int(state["symbol"][CHEST])
        rest = [TOKEN_NAMES[token] for token in TOKENS]
        for name, token in mapping(self.given.get("chests") or {}, "chests").items():
            space = int(name) if name.isascii() and name.isdigit() and len(name) < 3 else 0
            if not chest_spaces >> space & 1:
                raise CartagenaError(f"Space {name[:20]!r} carries no chest symbol.")
            self._take_token(rest, token)
            state["token"][(space - 1) // 6] = TOKEN_NAMES.index(token)
        tiles = self.rules.tiles
        opened = tiles - (len(TOKENS) - len(rest))
        named = self.given.get("chests_opened")
        box = self.given.get("chest_box")
        for token in sequence(named or [], "chests_opened", MOST_TILES):
            self._take_token(rest, token)
            state["opened"][TOKEN_NAMES.index(token)] += 1
            opened -= 1
        if opened < 0 or (named is not None and opened != 0):
            raise CartagenaError("Every tile without a chest has had it opened, and no other.")
        if box is not None:
            in_box = sequence(box, "chest_box", MOST_TILES)
            others = list(rest) + [str(token) for token in (named or [])]
            for token in in_box:
                self._take_token(others, token)
            if len(in_box) < MOST_TILES - tiles:
                raise CartagenaError(
                    f"chest_box holds at least {MOST_TILES - tiles} chests with {tiles} tiles."
                )
            # Tokens named nowhere have left the board and were seen.
            rest = [token for token in others if token in rest] + [
                token for token in rest if token not in others
            ]
        for token in rest[:opened]:
            state["opened"][TOKEN_NAMES.index(token)] += 1

    @staticmethod
    def _take_token(tokens: list[str], token: Any) -> None:
        one_of(token, "A chest", TOKEN_NAMES[1:])
        if token not in tokens:
            raise CartagenaError(f"There are too many chests with {token!r}.")
        tokens.remove(token)

    def _read_memory(self) -> None:
        state = self.state
        owners = (*self.colours, OWNER_OF_DRAWN)
        memory = mapping(self.given.get("memory") or {}, "memory")
        for observer, known in memory.items():
            seat = self._seat(observer, "An observer in memory")
            for owner, counts in mapping(known, "memory").items():
                one_of(owner, "An owner in memory", owners)
                number = DRAWN if owner == OWNER_OF_DRAWN else self.colours.index(owner)
                remembered = self._counts(counts, "memory")
                held = [int(n) for n in state["hand"][number]]
                if any(n > m for n, m in zip(remembered, held, strict=True)):
                    raise CartagenaError(
                        f"{observer} cannot know cards that {owner} does not hold."
                    )
                if number == seat or not placing.can_remember(self.states, 0, seat, number):
                    raise CartagenaError(
                        f"{observer} needs no memory to know the cards of {owner}."
                    )
                state["known"][seat, number] = remembered
        deck_size = int(state["deck_size"])
        for observer, indices in mapping(self.given.get("deck_seen") or {}, "deck_seen").items():
            seat = self._seat(observer, "An observer in deck_seen")
            for index in sequence(indices, "deck_seen", 102):
                place = whole(index, "A card in deck_seen", 0, max(deck_size - 1, 0))
                if not self.rules.magic or place >= deck_size:
                    raise CartagenaError("Only a lantern shows cards of the deck.")
                state["seen"][deck_size - 1 - place] |= 1 << seat

    def _read_result(self) -> None:
        state = self.state
        # `put` has already found a colour that is all home.
        home = [
            seat for seat in range(len(self.colours)) if state["home"][seat] == state["pirates"]
        ]
        if len(home) > 1:
            raise CartagenaError("Two players cannot both have all their pirates home.")
        winner = self.given.get("winner")
        if winner is not None and self._seat(winner, "winner") not in home:
            raise CartagenaError(f"{winner} cannot have won: some of its pirates are not home.")
        over = truth(self.given.get("over", bool(home)), "over")
        if home:
            if not over:
                raise CartagenaError("The game is over once a player has all pirates home.")
            state["result"], state["winner"] = WON, home[0]
        elif over:
            state["result"], state["winner"] = DRAWN_OUT, NOBODY
        if over and int(state["pending"]) != TURN:
            raise CartagenaError("Nothing is pending when the game is over.")
        if not over and int(state["actions_left"]) == 0 and int(state["pending"]) == TURN:
            raise CartagenaError("actions_left is 0 only while a decision is pending.")

    def _read_generator(self) -> None:
        if self.given.get("generator") is None:
            return
        given = sequence(self.given["generator"], "generator", 4)
        if len(given) != 4:
            raise CartagenaError("generator is a list of four numbers.")
        self.state["generator"] = [
            whole(word, "A word of the generator", 0, 0xFFFFFFFF) for word in given
        ]

    def _check_something_is_legal(self) -> None:
        over = bool(self.state["result"])
        if not over and not batch.anything_legal(self.states, 0, batch.new_rows()):
            raise CartagenaError("The pending decision cannot be taken: nothing would be legal.")


def lay_board(states: NDArray[Any], rules: Rules, given: Any) -> None:
    """Lay any tiles that carry each symbol once, in the order of the spaces."""
    symbols = SYMBOLS[rules.edition]
    board = [
        one_of(name, "A symbol of the board", symbols) for name in sequence(given, "board", 48)
    ]
    if len(board) != 6 * rules.tiles:
        raise CartagenaError(
            f"The board needs {6 * rules.tiles} spaces for {rules.tiles} tiles, not {len(board)}."
        )
    for tile in range(rules.tiles):
        if len(set(board[6 * tile : 6 * tile + 6])) < 6:
            raise CartagenaError(
                f"Spaces {6 * tile + 1} to {6 * tile + 6} are a tile and must carry each symbol once."
            )
    for number, name in enumerate(symbols):
        states[0]["symbol"][number] = sum(
            1 << space for space, symbol in enumerate(board, 1) if symbol == name
        )
