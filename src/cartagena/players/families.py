"""The families of games: rules that are played so much alike that bots have parameters for each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cartagena.rules.options import Rules

FAMILIES: Final = ("plain", "complete", "spells")


def family(rules: Rules) -> str:
    """The family that some rules belong to: `spells`, `complete` or `plain`."""
    if rules.magic:
        return "spells"
    return "complete" if rules.tunnel and rules.jungle else "plain"


def family_of(state: NDArray[Any]) -> str:
    """The family of a packed game or view."""
    if state["magic"][0]:
        return "spells"
    return "complete" if state["tunnel_tiles"][0] and state["jungle_tiles"][0] else "plain"
