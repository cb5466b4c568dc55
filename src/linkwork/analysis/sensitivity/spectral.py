"""The derivative at zero of a function that is known to round-off at real places: by Chebyshev's polynomials.

Values at the zeros of the polynomial of degree 2*PAIRS on [-radius, radius] give the odd coefficients; where the last
of them are nothing beside the first, the derivative of the series is that of the function to round-off. A radius on
which they are not is made smaller.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from linkwork.base.arrays import Array

PAIRS = 8
_SHRINK, _RADII = 0.25, 5
_EXACT = 1e-13  # of the size of the derivative: what the last coefficients may add to it
_ANGLES = (2 * np.arange(1, PAIRS + 1) - 1) * np.pi / (4 * PAIRS)
_ODD = 2 * np.arange(PAIRS) + 1
_COEFFICIENTS = 2.0 / PAIRS * np.cos(np.outer(_ODD, _ANGLES))
_SLOPES = _ODD * (-1.0) ** np.arange(PAIRS)


def slope_at_zero(
    function: Callable[[float], Array], radius: float, size: Array | float, enough: float = _EXACT
) -> tuple[Array, float]:
    """The derivative of the numbers of a function, and by which share of `size` (or of itself) it may be wrong.

    Where that share is `enough`, no smaller radius is tried.
    """
    best: tuple[Array, float] | None = None
    for _ in range(_RADII):
        places = radius * np.cos(_ANGLES)
        odd = np.array([0.5 * (function(place) - function(-place)) for place in places])
        parts = (_COEFFICIENTS @ odd) * _SLOPES[:, None] / radius
        summed = np.sum(parts, axis=0)
        doubt = np.max(np.abs(parts[-2:]), axis=0)
        shares = doubt / np.maximum(np.maximum(np.abs(summed), size), 1e-300)
        missed = float(np.max(np.where(doubt == 0.0, 0.0, shares), initial=0.0))
        if best is None or missed < best[1]:
            best = summed, missed
        if missed <= enough:
            break
        radius *= _SHRINK
    assert best is not None
    return best
