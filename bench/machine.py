"""How fast the machine computes, in small compiled loops: scalar, not vectorised, multiply and add not fused.

Numba neither reorders floating-point operations nor joins independent ones into vectors unless it is told to.
"""

from __future__ import annotations

import math
from collections import Counter

from bench.counting import ADD, DIVIDE, MULTIPLY, POWER, ROOT, WAVE
from bench.loops import seconds
from linkwork.numerics.jit import njit


@njit
def multiply_add(x, y, count):
    """Eight independent chains of a multiplication and an addition."""
    a, b, c, d, e, f, g, h = x, y, x + y, x - y, 2.0 * x, 2.0 * y, 3.0 * x, 3.0 * y
    for _ in range(count):
        a, b, c, d = a * x + y, b * x + y, c * x + y, d * x + y
        e, f, g, h = e * x + y, f * x + y, g * x + y, h * x + y
    return a + b + c + d + e + f + g + h


@njit
def divide(x, y, count):
    """Four independent chains of a division."""
    a, b, c, d = x, y, x + y, x - y
    for _ in range(count):
        a, b, c, d = y / a, x / b, y / c, x / d
    return a + b + c + d


@njit
def root(x, y, count):
    """Four independent chains of a square root."""
    a, b, c, d = x, y, x + y, x + 2.0 * y
    for _ in range(count):
        a, b, c, d = math.sqrt(a), math.sqrt(b), math.sqrt(c), math.sqrt(d)
    return a + b + c + d


@njit
def wave(x, y, count):
    """Sines and cosines of some angles, as pairs."""
    total = 0.0
    for i in range(count):
        angle = x + y * (i & 63)
        total += math.sin(angle) + math.cos(angle)
    return total


def rates() -> dict[str, float]:
    """Seconds of one operation."""
    pair = seconds(lambda count: multiply_add(0.5, 0.25, count)) / 8
    found = {ADD: pair / 2, MULTIPLY: pair / 2}
    found[DIVIDE] = seconds(lambda count: divide(1.5, 1.25, count)) / 4
    found[ROOT] = seconds(lambda count: root(1.5, 1.25, count)) / 4
    found[WAVE] = seconds(lambda count: wave(0.5, 1e-2, count)) / 2
    found[POWER] = 4 * found[WAVE]
    return found


def floor(counted: Counter[str], rate: dict[str, float]) -> float:
    """Seconds that the operations take at the machine's rate."""
    return sum(rate[kind] * count for kind, count in counted.items())
