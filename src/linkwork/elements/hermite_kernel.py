"""Cubics of Hermite between two stations, and where a place lies among stations along a beam."""

from __future__ import annotations

from linkwork.numerics.jit import njit


@njit
def span_of(p, first, count, place):
    """Which of the spans between stations p[first], ... a place lies in; beyond the ends the outermost."""
    low, high = 0, count - 1
    while high - low > 1:
        middle = (low + high) // 2
        if p[first + middle].real <= place.real:
            low = middle
        else:
            high = middle
    return low


@njit
def cubics(u, h):
    """Weights of value and slope at both ends of a span of length h, at the share u of it."""
    return (
        1.0 + u * u * (2.0 * u - 3.0),
        h * u * (1.0 + u * (u - 2.0)),
        u * u * (3.0 - 2.0 * u),
        h * u * u * (u - 1.0),
    )


@njit
def slopes(u, h):
    """Their derivatives by the place."""
    steep = 6.0 * u * (u - 1.0) / h
    return steep, 1.0 + u * (3.0 * u - 4.0), -steep, u * (3.0 * u - 2.0)


@njit
def bends(u, h):
    """Their second derivatives."""
    sharp = (12.0 * u - 6.0) / (h * h)
    return sharp, (6.0 * u - 4.0) / h, -sharp, (6.0 * u - 2.0) / h
