"""The net: two hidden layers, and a chance of winning for each seat.

It answers within a few microseconds: weights are arrays in order of use, and inputs that are 0,
which most are, cost nothing.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from cartagena.players.net.features import FEATURES, VERSION, write_features
from cartagena.rules.compiled import kernel
from cartagena.rules.components import SEATS
from cartagena.rules.errors import CartagenaError
from cartagena.rules.state import RUNNING

if TYPE_CHECKING:
    from numpy.typing import NDArray

OUTCOMES: Final = SEATS + 1
"""What the net weighs: a win of each seat, counted from the one that has acted, and of nobody."""


class Net(NamedTuple):
    """The weights of each layer, inputs first, and room for one position on its way through."""

    first: NDArray[np.float32]
    first_bias: NDArray[np.float32]
    second: NDArray[np.float32]
    second_bias: NDArray[np.float32]
    last: NDArray[np.float32]
    last_bias: NDArray[np.float32]
    x: NDArray[np.float32]
    hidden: NDArray[np.float32]
    narrow: NDArray[np.float32]
    out: NDArray[np.float32]


LAYERS: Final = ("first", "second", "last")


def make_net(layers: list[tuple[NDArray[Any], NDArray[Any]]]) -> Net:
    """A net of these weights and biases."""
    if len(layers) != len(LAYERS):
        raise CartagenaError(f"A net has {len(LAYERS)} layers, not {len(layers)}.")
    arrays = [np.ascontiguousarray(part, np.float32) for layer in layers for part in layer]
    widths = [len(bias) for bias in arrays[1::2]]
    shapes = [array.shape for array in arrays[::2]]
    if shapes != [(FEATURES, widths[0]), (widths[0], widths[1]), (widths[1], OUTCOMES)]:
        raise CartagenaError(f"Layers of the shapes {shapes} do not make a net for these features.")
    return Net(*arrays, *(np.zeros(n, np.float32) for n in (FEATURES, *widths)))


def with_room(net: Net) -> Net:
    """The same weights with room of their own, for another thread."""
    *weights, x, hidden, narrow, out = net
    return Net(*weights, *(np.zeros_like(room) for room in (x, hidden, narrow, out)))


def save_net(path: Path, layers: list[tuple[NDArray[Any], NDArray[Any]]]) -> None:
    """Write weights in half precision, which plays the same."""
    parts: dict[str, Any] = {"version": np.int64(VERSION)}
    for name, (weight, bias) in zip(LAYERS, layers, strict=True):
        parts[name] = weight.astype(np.float16)
        parts[f"{name}_bias"] = bias.astype(np.float32)
    np.savez_compressed(path, **parts)


def load_net(path: Path) -> Net:
    """Read weights; refused with a sentence if they were trained on other features."""
    with np.load(path, allow_pickle=False) as parts:
        found = int(parts["version"]) if "version" in parts else 0
        if found != VERSION:
            raise CartagenaError(
                f"{path.name} holds weights for version {found} of the features; "
                f"this program has version {VERSION}."
            )
        layers = [(parts[name], parts[f"{name}_bias"]) for name in LAYERS]
    return make_net(layers)


@kernel
def forward(net: Any) -> None:
    """Through the layers, from `net.x` to `net.out`."""
    first, hidden = net.first, net.hidden
    for k in range(len(hidden)):
        hidden[k] = net.first_bias[k]
    for j in range(FEATURES):
        value = net.x[j]
        if value != 0.0:
            for k in range(len(hidden)):
                hidden[k] += value * first[j, k]
    second, narrow = net.second, net.narrow
    for k in range(len(narrow)):
        narrow[k] = net.second_bias[k]
    for j in range(len(hidden)):
        value = hidden[j]
        if value > 0.0:
            for k in range(len(narrow)):
                narrow[k] += value * second[j, k]
    out = net.out
    for k in range(len(out)):
        out[k] = net.last_bias[k]
    for j in range(len(narrow)):
        value = narrow[j]
        if value > 0.0:
            for k in range(len(out)):
                out[k] += value * net.last[j, k]


@kernel
def write_chances(
    g: Any, seat: int, owed: int, owed_drawn: int, order: int, net: Any, out: Any
) -> None:
    """Write each seat's chance of winning to `out.win_probability`, after an action of a seat."""
    if g.result != RUNNING:
        for each in range(g.players):
            out.win_probability[each] = 1.0 if g.winner == each else 0.0
        return
    for j in range(FEATURES):
        net.x[j] = 0.0
    write_features(g, seat, owed, owed_drawn, order, net.x)
    forward(net)
    most = net.out[SEATS]
    for place in range(g.players):
        most = max(most, net.out[place])
    total = math.exp(net.out[SEATS] - most)
    for place in range(g.players):
        total += math.exp(net.out[place] - most)
    each = seat
    for place in range(g.players):
        out.win_probability[each] = math.exp(net.out[place] - most) / total
        each += 1
        if each == g.players:
            each = 0
