"""Families of rules: rules that play so similarly that bots share their parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cartagena.rules.options import Rules

FAMILIES: Final = ("plain", "complete", "spells")


def family(rules: Rules) -> str:
    """Return the family of these rules: `spells`, `complete` or `plain`."""
    return _family(rules.magic, rules.tunnel, rules.jungle)


def family_of(state: NDArray[Any]) -> str:
    """Return the family of a packed game or view."""
    return _family(*(state[name][0] for name in ("magic", "tunnel_tiles", "jungle_tiles")))


def _family(magic: int, tunnel: int, jungle: int) -> str:
    if magic:
        return "spells"
    return "complete" if tunnel and jungle else "plain"
