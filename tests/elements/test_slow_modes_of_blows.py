"""What a step makes of a mode that is slow against it: series where closed forms lose their digits."""

from __future__ import annotations

import math

import pytest

from linkwork.elements.fast_restitution_kernel import SLOW, _pushed


def exact(x: float, ratio: float) -> tuple[float, float]:
    """int_0^1 (1 - s) g(s) ds and int_0^1 (1 - s)^2/2 g(s) ds of the response g to a blow, by Gauss' rule."""
    import numpy as np

    s, weights = np.polynomial.legendre.leggauss(24)
    s, weights = (1 + s) / 2, weights / 2
    damped = x * math.sqrt(1 - ratio**2)
    g = np.exp(-ratio * x * s) * s * np.sinc(damped * s / np.pi)
    return float(weights @ g), float(weights @ ((1 - s) * g))


@pytest.mark.parametrize("x", [1e-8, 1e-4, 1e-2, 0.2, 0.999 * SLOW])
@pytest.mark.parametrize("ratio", [0.0, 0.05, 0.7])
def test_series_are_the_integrals_to_all_digits(x: float, ratio: float) -> None:
    constant, growing = _pushed(x, ratio)
    assert (constant, growing) == pytest.approx(exact(x, ratio), rel=3e-15)


def test_the_closed_form_has_lost_them_there() -> None:
    x = 1e-4
    rest = (1.0 - math.cos(x)) / x**2
    assert abs(rest - exact(x, 0.0)[0]) > 1e-10
