"""The legal moves of a position as a sequence."""

from collections.abc import Iterator, Sequence
from typing import Any

from cartagena.rules.notation.moves import Move, Vocabulary
from cartagena.rules.state import Scratches, States


class LegalMoves(Sequence[Move]):
    """The legal moves of a position, in a fixed order. `"rum 7-21" in moves` works, too."""

    __slots__ = ("_by_text", "_moves")

    def __init__(self, moves: list[Move]) -> None:
        self._moves = moves
        self._by_text = {move.text: move for move in moves}

    def find(self, text: str) -> Move | None:
        """Return the legal move with exactly this text, or None."""
        return self._by_text.get(text) if isinstance(text, str) else None

    def __len__(self) -> int:
        return len(self._moves)

    def __getitem__(self, index: Any) -> Any:
        return self._moves[index]

    def __iter__(self) -> Iterator[Move]:
        return iter(self._moves)

    def __contains__(self, move: object) -> bool:
        return str(move) in self._by_text

    def __repr__(self) -> str:
        return f"<LegalMoves {', '.join(self._by_text)}>"


def list_moves(
    states: States, scratches: Scratches, choices: Any, vocabulary: Vocabulary
) -> list[Move]:
    """Return the legal moves of the game `states[0]`. Overwrites `scratches` and `choices`."""
    from cartagena.rules import batch

    n = batch.list_choices(states, 0, scratches, choices)
    return [vocabulary.moves[choice] for choice in choices[:n].tolist()]
