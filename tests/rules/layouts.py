"""Paths that can be laid with the project's own 2017 tiles, found by trying them all."""

from collections.abc import Iterator, Mapping

from cartagena.rules.components import SPACES_PER_TILE, SYMBOLS, TILES


def layouts(tunnel: int, jungle: int, symbols: Mapping[int, str]) -> Iterator[list[str]]:
    """Yield every path of these numbers of tiles with the wanted symbols on their spaces."""
    yield from _lay([], frozenset(), tunnel, tunnel + jungle, symbols)


def _lay(
    board: list[str], used: frozenset[int], tunnel: int, tiles: int, symbols: Mapping[int, str]
) -> Iterator[list[str]]:
    laid = len(board) // SPACES_PER_TILE
    if laid == tiles:
        yield board
        return
    for number, sides in enumerate(TILES["2017"]):
        if number in used:
            continue
        side = [SYMBOLS["2017"][symbol] for symbol in sides[0 if laid < tunnel else 1]]
        for tile in (side, side[::-1]):
            spaces = enumerate(tile, len(board) + 1)
            if all(symbols.get(space, symbol) == symbol for space, symbol in spaces):
                yield from _lay(board + tile, used | {number}, tunnel, tiles, symbols)
