"""How the numbers of tables change with many parameters, found from few evaluations.

Every number depends on few of the parameters. Changed all at once, each by its own share, the parameters leave in every
number a mixture; a handful of mixtures with other shares tells which parameters are in it and how much of each
(matching pursuit). What a few parameters do not explain to rounding is asked for one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from linkwork.base.arrays import Array
from linkwork.numerics.analytic import STEP

Numbers = Callable[[Mapping[str, complex]], Array]
_MIXTURES, _MOST = 8, 4  # evaluations, and parameters in one number
_EXPLAINED = 1e-11


def directions(numbers: Numbers, values: Mapping[str, float], independent: bool) -> Array:
    """Derivatives of numbers, which carry them, by every parameter: one row a parameter."""
    names = list(values)
    if independent and len(names) > _MIXTURES:
        shares = np.random.default_rng(1).uniform(0.5, 1.5, (_MIXTURES, len(names)))
        mixed = [
            numbers({name: complex(values[name], STEP * share) for name, share in zip(names, row, strict=True)})
            for row in shares
        ]
        directions = _unmixed(np.array(mixed).imag / STEP, shares)
        if directions is not None:
            return directions
    return np.array([numbers({name: complex(value, STEP)}).imag / STEP for name, value in values.items()])


def _unmixed(mixtures: Array, shares: Array) -> Array | None:
    """The parts of all parameters in the mixtures, or None where they cannot be told."""
    unmixed = np.zeros((shares.shape[1], mixtures.shape[1]))
    unit = shares / np.linalg.norm(shares, axis=0)
    for column in np.flatnonzero(np.any(mixtures != 0.0, axis=0)):
        mixture, chosen = mixtures[:, column], list[int]()
        left, size = mixture, np.linalg.norm(mixture)
        parts = np.zeros(0)
        while np.linalg.norm(left) > _EXPLAINED * size:
            if len(chosen) == _MOST:
                return None
            chosen.append(_next(unit, chosen, left))
            parts = np.linalg.lstsq(shares[:, chosen], mixture, rcond=None)[0]
            left = mixture - shares[:, chosen] @ parts
        unmixed[chosen, column] = parts
    return unmixed


def _next(unit: Array, chosen: list[int], left: Array) -> int:
    """The parameter that explains most of what is left, beside those chosen."""
    if chosen:
        basis = np.linalg.qr(unit[:, chosen])[0]
        unit = unit - basis @ (basis.T @ unit)
        length = np.linalg.norm(unit, axis=0)
        unit = np.where(length > _EXPLAINED, unit / np.maximum(length, _EXPLAINED), 0.0)
    return int(np.argmax(np.abs(left @ unit)))
