"""Designs as strings of bits, and what a genetic algorithm does with them: crossover at one place, mutation of bits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.expression.given import public

MOST_BITS = 52  # of one parameter: what a number of double precision tells apart


@public
def crossover(first: str, second: str, after: int) -> tuple[str, str]:
    """Two strings of bits change all that stands behind the first `after` bits.

    Dias and Pereira 2005, Fig. 5: crossover("0100001010", "0111000110", 3) gives 0101000110 and 0110001010.
    """
    _require_bits("crossover", first, second)
    if len(first) != len(second):
        raise MechanismError(f"crossover: strings of the same length are expected, not {len(first)} and {len(second)}")
    if not 0 <= after <= len(first):
        raise MechanismError(f"crossover: `after` is between 0 and {len(first)}, not {after}")
    return first[:after] + second[after:], second[:after] + first[after:]


@public
def mutation(bits: str, places: Sequence[int]) -> str:
    """A string of bits with those at the given places, counted from 0, turned over."""
    _require_bits("mutation", bits)
    for place in places:
        if not 0 <= place < len(bits):
            raise MechanismError(f"mutation: a place is between 0 and {len(bits) - 1}, not {place}")
    turned = set(places)
    return "".join(bit if number not in turned else "10"[int(bit)] for number, bit in enumerate(bits))


@public
def written_in_bits(design: Mapping[str, float], free: Mapping[str, tuple[float, float]], bits: int) -> str:
    """A design as a string, so many bits for every parameter within its bounds; the nearest that there is."""
    _require_count(bits)
    _require_bounds("written_in_bits", free)
    top, parts = 2**bits - 1, []
    for name, (low, high) in free.items():
        if name not in design:
            raise MechanismError(f"written_in_bits: the design has no '{name}'")
        share = (design[name] - low) / (high - low)
        if not -1e-12 <= share <= 1.0 + 1e-12:
            raise MechanismError(f"written_in_bits: '{name}' is {design[name]:g}, not within {low:g} and {high:g}")
        parts.append(format(round(min(max(share, 0.0), 1.0) * top), f"0{bits}b"))
    return "".join(parts)


@public
def read_from_bits(text: str, free: Mapping[str, tuple[float, float]], bits: int) -> dict[str, float]:
    """The design that a string of bits stands for."""
    _require_count(bits)
    _require_bounds("read_from_bits", free)
    _require_bits("read_from_bits", text)
    if len(text) != bits * len(free):
        raise MechanismError(f"read_from_bits: {bits} bits each for {len(free)} parameters, not {len(text)} in all")
    rows = np.array([[int(bit) for bit in text]])
    return dict(zip(free, map(float, values_of(rows, np.array(list(free.values()), float), bits)[0]), strict=True))


def values_of(rows: Array, bounds: Array, bits: int) -> Array:
    """The parameters of designs whose bits are rows; bounds are rows of lowest and highest."""
    weights = 2.0 ** np.arange(bits - 1, -1, -1)
    shares = rows.reshape(len(rows), len(bounds), bits) @ weights / (2.0**bits - 1)
    return np.asarray(bounds[:, 0] + shares * (bounds[:, 1] - bounds[:, 0]))


def _require_bits(what: str, *texts: str) -> None:
    for text in texts:
        if not text or set(text) - {"0", "1"}:
            raise MechanismError(f"{what}: a string of 0 and 1 is expected, not '{text}'")


def _require_bounds(what: str, free: Mapping[str, tuple[float, float]]) -> None:
    for name, (low, high) in free.items():
        if not -np.inf < low < high < np.inf:
            raise MechanismError(f"{what}: the bounds of '{name}' must rise; they are {low:g} and {high:g}")


def _require_count(bits: int) -> None:
    if not 1 <= bits <= MOST_BITS:
        raise MechanismError(f"bits: between 1 and {MOST_BITS} a parameter, not {bits}")
