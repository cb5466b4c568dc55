"""A polar polynomial of a profile with numbers."""

from __future__ import annotations

import math
from typing import Any

from linkwork.base.errors import MechanismError
from linkwork.bodies.profiles import PolarPolynomial
from linkwork.places.base_scope import cosine_sine


class PolarNumbers:
    """A polar polynomial with numbers: angles in rad, coefficients of the powers of (theta - shift)/scale."""

    def __init__(self, scope: Any, element: PolarPolynomial) -> None:
        unit = math.pi / 180.0 if element.unit == "deg" else 1.0
        self.center = scope.vector(element.center)
        self.coefficients = [scope.number(value) for value in element.coefficients]
        self.orders = list(element.orders or range(len(self.coefficients)))
        self.shift, self.scale = scope.number(element.shift) * unit, scope.number(element.scale) * unit
        self.begin = scope.number(element.begin) * unit
        self.span = scope.number(element.finish) * unit - self.begin
        if self.scale.real == 0.0:
            raise MechanismError("'scale' must not be zero")

    def radius(self, theta: Any) -> tuple[Any, Any, Any]:
        """r and its first two derivatives by theta."""
        x = (theta - self.shift) / self.scale
        r = slope = bend = 0.0 * x
        for c, n in zip(self.coefficients, self.orders, strict=True):
            r += c * x**n
            slope += c * n * x ** max(n - 1, 0)
            bend += c * n * (n - 1) * x ** max(n - 2, 0)
        return r, slope / self.scale, bend / self.scale**2

    def value(self, theta: Any) -> tuple[Any, ...]:
        """x, y and their first and second derivatives by theta."""
        r, d, dd = self.radius(theta)
        c, s = cosine_sine(theta)
        return (
            self.center[0] + r * c,
            self.center[1] + r * s,
            d * c - r * s,
            d * s + r * c,
            (dd - r) * c - 2.0 * d * s,
            (dd - r) * s + 2.0 * d * c,
        )
