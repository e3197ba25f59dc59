"""The net: two or three hidden layers, and each seat's probability of winning.

A net may begin with a seat layer: the features of each seat go through the same weights, and the
next layer sees the results of all seats and the features of the table. A net like this learns from
every seat at once.

An evaluation takes a few microseconds: weights are stored in the order of their use, and inputs
that are 0, as most are, cost nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from cartagena.bots.net.features import (
    DECK_AT,
    FEATURES,
    REACH,
    REACH_AT,
    SEAT,
    SEAT_FEATURES,
    SELF_AT,
    TABLE_FEATURES,
    VERSION,
    WITHOUT_REACH,
)
from cartagena.errors import CartagenaError
from cartagena.jit.arguments import Ints, SingleMatrix, SingleVector
from cartagena.jit.compiler import kernel
from cartagena.rules.components import SEATS

if TYPE_CHECKING:
    from numpy.typing import NDArray

OUTCOMES: Final = SEATS + 1
"""Outputs of a net: a win of each seat, counted from the seat that acted, and no winner."""


class Net(NamedTuple):
    """The weights of each layer, the first layer first, and buffers for one evaluation."""

    seat: SingleMatrix
    """The seat layer. Empty if the net has none."""
    seat_bias: SingleVector
    first: SingleMatrix
    first_bias: SingleVector
    second: SingleMatrix
    second_bias: SingleVector
    last: SingleMatrix
    last_bias: SingleVector
    x: SingleVector
    """Buffer: the features."""
    seat_input: SingleVector
    """Buffer: the features of one seat."""
    seat_encoding: SingleVector
    """Buffer: the output of the seat layer for all seats, and the features of the table."""
    hidden1: SingleVector
    hidden2: SingleVector
    out: SingleVector
    nonzero: Ints
    """Buffer: the inputs of a layer that are not 0."""


LAYERS: Final = ("seat", "first", "second", "last")
BUFFERS: Final = ("x", "seat_input", "seat_encoding", "hidden1", "hidden2", "out", "nonzero")

Layers = list[tuple["NDArray[Any]", "NDArray[Any]"]]
"""Weights and biases in order: three layers, or four with a seat layer."""


def make_net(layers: Layers) -> Net:
    """Return a net with these weights and biases."""
    if len(layers) not in (len(LAYERS) - 1, len(LAYERS)):
        raise CartagenaError(f"A net has three or four layers, not {len(layers)}.")
    shapes = [weight.shape for weight, _ in layers]
    if len(layers) < len(LAYERS):
        layers = [(np.zeros((0, 0)), np.zeros(0)), *layers]
    arrays: list[Any] = [
        np.ascontiguousarray(part, np.float32) for layer in layers for part in layer
    ]
    units, *widths = (len(bias) for bias in arrays[1::2])
    inputs = arrays[2].shape[0]
    features = FEATURES if units else inputs
    expected = [(SEAT_FEATURES, units)] if units else []
    expected += [(inputs, widths[0]), (widths[0], widths[1]), (widths[1], OUTCOMES)]
    possible = (SEATS * units + TABLE_FEATURES,) if units else (FEATURES, WITHOUT_REACH)
    if inputs not in possible or shapes != expected:
        raise CartagenaError(f"Layers of the shapes {shapes} do not fit the features of a net.")
    sizes = (features, SEAT_FEATURES, inputs, *widths)
    arrays += [np.zeros(n, np.float32) for n in sizes]
    arrays.append(np.zeros(max(sizes), np.int64))
    return Net(*arrays)


def without_net() -> Net:
    """Return an empty net, for calls of compiled functions that use none."""
    matrix, vector = np.zeros((0, 0), np.float32), np.zeros(0, np.float32)
    arrays: list[Any] = [matrix, vector] * len(LAYERS) + [vector] * (len(BUFFERS) - 1)
    arrays.append(np.zeros(0, np.int64))
    return Net(*arrays)


def with_own_buffers(net: Net) -> Net:
    """Return a net with the same weights and new buffers, for another thread."""
    return net._replace(**{name: np.zeros_like(getattr(net, name)) for name in BUFFERS})


def save_net(path: Path, layers: Layers) -> None:
    """Write weights in half precision, which does not change how a net plays."""
    parts: dict[str, Any] = {"version": np.int64(VERSION)}
    for name, (weight, bias) in zip(LAYERS[-len(layers) :], layers, strict=True):
        parts[name] = weight.astype(np.float16)
        parts[f"{name}_bias"] = bias.astype(np.float32)
    np.savez_compressed(path, **parts)


def load_net(path: Path) -> Net:
    """Read a net. Raises `CartagenaError` if it was trained on another version of the features."""
    with np.load(path, allow_pickle=False) as parts:
        version = int(parts["version"]) if "version" in parts else 0
        if version != VERSION:
            raise CartagenaError(
                f"{path.name} was trained on version {version} of the features, not {VERSION}."
            )
        layers = [(parts[name], parts[f"{name}_bias"]) for name in LAYERS if name in parts]
    return make_net(layers)


@kernel
def add_rows(
    values: SingleVector,
    nonzero: Ints,
    weights: SingleMatrix,
    sums: SingleVector,
) -> None:
    """Add each row of the weights times its value to the sums. Values that are 0 cost nothing.

    Eight rows are added at once, so that each sum is read and written once for all of them.
    """
    n = 0
    for j in range(len(values)):
        nonzero[n] = j
        n += values[j] != 0.0
    i = 0
    while i + 8 <= n:
        a, b, c, d = nonzero[i], nonzero[i + 1], nonzero[i + 2], nonzero[i + 3]
        e, f, g, h = nonzero[i + 4], nonzero[i + 5], nonzero[i + 6], nonzero[i + 7]
        by_a, by_b, by_c, by_d = values[a], values[b], values[c], values[d]
        by_e, by_f, by_g, by_h = values[e], values[f], values[g], values[h]
        for k in range(len(sums)):
            sums[k] += (
                by_a * weights[a, k]
                + by_b * weights[b, k]
                + by_c * weights[c, k]
                + by_d * weights[d, k]
            ) + (
                by_e * weights[e, k]
                + by_f * weights[f, k]
                + by_g * weights[g, k]
                + by_h * weights[h, k]
            )
        i += 8
    while i < n:
        a = nonzero[i]
        by_a = values[a]
        for k in range(len(sums)):
            sums[k] += by_a * weights[a, k]
        i += 1


@kernel
def encode_seats(
    x: SingleVector,
    weights: SingleMatrix,
    bias: SingleVector,
    seat_input: SingleVector,
    nonzero: Ints,
    encoding: SingleVector,
) -> None:
    """Run the seat layer from the features `x` to `encoding`, then copy the features of the table."""
    units = len(bias)
    for seat in range(SEATS):
        out = encoding[seat * units : (seat + 1) * units]
        if x[seat * SEAT + SELF_AT] == 0.0:  # nobody sits there
            for k in range(units):
                out[k] = 0.0
            continue
        for j in range(SEAT):
            seat_input[j] = x[seat * SEAT + j]
        for j in range(REACH):
            seat_input[SEAT + j] = x[REACH_AT + seat * REACH + j]
        for k in range(units):
            out[k] = bias[k]
        add_rows(seat_input, nonzero, weights, out)
        for k in range(units):
            out[k] = max(out[k], np.float32(0.0))
    for j in range(TABLE_FEATURES):
        encoding[SEATS * units + j] = x[DECK_AT + j]


@kernel
def forward(net: Net) -> None:
    """Run all layers: from `net.x` to `net.out`."""
    hidden1, hidden2, out = net.hidden1, net.hidden2, net.out
    for k in range(len(hidden1)):
        hidden1[k] = net.first_bias[k]
    if len(net.seat_bias):
        encoding = net.seat_encoding
        encode_seats(net.x, net.seat, net.seat_bias, net.seat_input, net.nonzero, encoding)
        add_rows(encoding, net.nonzero, net.first, hidden1)
    else:
        add_rows(net.x, net.nonzero, net.first, hidden1)
    for k in range(len(hidden1)):
        hidden1[k] = max(hidden1[k], np.float32(0.0))
    for k in range(len(hidden2)):
        hidden2[k] = net.second_bias[k]
    add_rows(hidden1, net.nonzero, net.second, hidden2)
    for k in range(len(out)):
        out[k] = net.last_bias[k]
    for j in range(len(hidden2)):
        value = hidden2[j]
        if value > 0.0:
            for k in range(len(out)):
                out[k] += value * net.last[j, k]
