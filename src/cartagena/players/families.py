"""The families of games: rules that are played so much alike that bots have parameters for each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cartagena.rules.options import Rules

FAMILIES: Final = ("plain", "complete", "spells")


def family(rules: Rules) -> str:
    """The family that some rules belong to: `spells`, `complete` or `plain`."""
    if rules.magic:
        return "spells"
    return "complete" if rules.tunnel and rules.jungle else "plain"
