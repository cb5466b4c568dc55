"""Decisions by real parts for compiled code that serves real numbers and those that carry derivatives.

Every function returns one of its arguments, with its derivative, or a root that has one also where it is zero.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import sqrt


@njit
def size_of(x):
    """x without its sign."""
    return x if x.real >= 0.0 else -x


@njit
def larger(x, y):
    """The larger of two numbers."""
    return x if x.real >= y.real else y


@njit
def smaller(x, y):
    """The smaller of two numbers."""
    return x if x.real <= y.real else y


@njit
def root(square):
    """A length from its square; at zero it carries nothing."""
    return sqrt(square) if square.real > 0.0 else 0.0 * square


@njit
def carried(x):
    """What a number carries, without its value; nothing of a real one."""
    return x - x.real
