"""The weights of the evaluation, in spaces.

The numbers were tuned in thousands of games between bots with different weights.
"""

from typing import Annotated, Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from cartagena.jit.arguments import ArrayOf
from cartagena.jit.records import Records, Vector

MAX_COUNTED: Final = 16
"""The largest number of cards that count. More cards are worth no more."""

WEIGHTS: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("start", np.float64),  # a pirate in jail, below one on space 0
                ("home", np.float64),  # being home, beyond the last space
                ("hand", np.float64, (MAX_COUNTED + 1,)),  # a hand, by its number of cards
                ("stride", np.float64),  # spaces that a card gains on average
                ("at_risk", np.float64),  # share of its value that a card above the limit keeps
                ("jump", np.float64),  # value of a space that a card in hand would jump now
                (
                    "again",
                    np.float64,
                ),  # the same for a second card of a kind, relative to the first
                ("aboard", np.float64),  # being aboard at Cartagena, beyond the tunnel
                ("ashore", np.float64),  # being aboard at Tortuga
                ("sea", np.float64),  # being in the jungle behind the sea
                ("stranded", np.float64),  # a pirate in the tunnel while the sloop is away
                ("rival", np.float64),  # weight of the best rival; the rest goes to their mean
                ("scale", np.float64),  # the lead that makes a win e times as likely as a loss
            ]
        ),
    )
)


class Weights(Protocol):
    """The fields of `WEIGHTS`, as kernels see them."""

    start: float
    home: float
    hand: Vector[float]
    stride: float
    at_risk: float
    jump: float
    again: float
    aboard: float
    ashore: float
    sea: float
    stranded: float
    rival: float
    scale: float


WeightSets = Annotated[Records[Weights], ArrayOf(WEIGHTS)]


_CARD, _DROP, _FLOOR = 7.5, 0.2, 3.0
"""Value of the first card in hand, the decrease for each further card, and the minimum."""

_VALUES: Final = {
    "start": 1.3,
    "home": 7.3,
    "stride": 9.0,
    "at_risk": 0.25,
    "jump": 0.2,
    "again": 0.5,
    "aboard": 2.0,
    "ashore": 6.0,
    "sea": 8.0,
    "stranded": 1.0,
    "rival": 0.7,
    "scale": 15.0,
}


def weights() -> NDArray[Any]:
    """Return the weights as an array of one record."""
    record = np.zeros(1, WEIGHTS)
    for name, value in _VALUES.items():
        record[name] = value
    worth = [max(_FLOOR, _CARD - _DROP * held) for held in range(MAX_COUNTED)]
    record["hand"][0, 1:] = np.cumsum(worth)
    return record
