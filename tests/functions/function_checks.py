"""Checks that every function kernel must pass."""

from __future__ import annotations

import numpy as np
import pytest
from pydantic import TypeAdapter

from linkwork.functions.base import Function
from linkwork.functions.outlines.curve import Curve
from linkwork.functions.outlines.outline import Outline
from linkwork.functions.packed import Packed
from linkwork.functions.sample import CURVE, FUNCTION, sample
from linkwork.functions.time_function import TimeFunction

ENV = {"r": 0.7, "w": 3.0}
STEP = 1e-30


def function_of(given: object) -> Function:
    """A function as a user gives it."""
    return TypeAdapter(TimeFunction).validate_python(given)


def outline_of(given: object) -> Curve:
    """An outline as a user gives it."""
    return TypeAdapter(Outline).validate_python(given)


def check_derivatives(packed: Packed, xs: np.ndarray, width: int = FUNCTION) -> None:
    """Each derivative is the complex step's of the one before; the real and the complex kernels agree."""
    real = sample(packed, xs, width)
    twin = sample(packed, xs + 1j * STEP, width, "complex")
    assert np.isfinite(real).all()
    np.testing.assert_allclose(twin.real, real, rtol=1e-14, atol=1e-14 * np.abs(real).max())
    each = width // FUNCTION
    slopes = twin.imag[:, :-each] / STEP
    np.testing.assert_allclose(slopes, real[:, each:], rtol=1e-9, atol=1e-10 * np.abs(real).max())


def check_parameter_derivative(described: Function | Curve, name: str, xs: np.ndarray) -> None:
    """A complex parameter carries the derivative of all results by this parameter."""
    width = CURVE if isinstance(described, Curve) else FUNCTION
    h = 1e-6
    twin = sample(described.pack({**ENV, name: ENV[name] + 1j * STEP}), xs, width, "complex")
    ahead, behind = (sample(described.pack({**ENV, name: ENV[name] + step}), xs, width) for step in (h, -h))
    size = np.abs(ahead).max()
    assert twin.imag / STEP == pytest.approx((ahead - behind) / (2 * h), rel=1e-5, abs=1e-7 * size)
