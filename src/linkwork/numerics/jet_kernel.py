"""Arithmetic of jets: a value and its first three derivatives by one variable, four numbers at out[i...i+3].

Every operation overwrites its first operand. Rules: Leibniz for products and quotients, Faa di Bruno for
functions of a jet: (f o u)''' = f''' u'^3 + 3 f'' u' u'' + f' u'''.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import power


@njit
def write(out, i, value, slope):
    """A constant (slope 0) or the variable itself (slope 1)."""
    out[i] = value
    out[i + 1] = slope
    out[i + 2] = 0.0
    out[i + 3] = 0.0


@njit
def copy(out, i, j):
    """u = v."""
    for n in range(4):
        out[i + n] = out[j + n]


@njit
def add(out, i, j, factor):
    """u + factor * v."""
    for n in range(4):
        out[i + n] = out[i + n] + factor * out[j + n]


@njit
def negate(out, i):
    """-u."""
    for n in range(4):
        out[i + n] = -out[i + n]


@njit
def multiply(out, i, j):
    """u * v."""
    u0, u1, u2, u3 = out[i], out[i + 1], out[i + 2], out[i + 3]
    v0, v1, v2, v3 = out[j], out[j + 1], out[j + 2], out[j + 3]
    out[i] = u0 * v0
    out[i + 1] = u1 * v0 + u0 * v1
    out[i + 2] = u2 * v0 + 2.0 * u1 * v1 + u0 * v2
    out[i + 3] = u3 * v0 + 3.0 * (u2 * v1 + u1 * v2) + u0 * v3


@njit
def divide(out, i, j):
    """u / v."""
    v0, v1, v2, v3 = out[j], out[j + 1], out[j + 2], out[j + 3]
    q0 = out[i] / v0
    q1 = (out[i + 1] - q0 * v1) / v0
    q2 = (out[i + 2] - 2.0 * q1 * v1 - q0 * v2) / v0
    out[i + 3] = (out[i + 3] - 3.0 * (q2 * v1 + q1 * v2) - q0 * v3) / v0
    out[i] = q0
    out[i + 1] = q1
    out[i + 2] = q2


@njit
def compose(out, i, f0, f1, f2, f3):
    """f(u), given the value and derivatives of f at u."""
    u1, u2, u3 = out[i + 1], out[i + 2], out[i + 3]
    out[i] = f0
    out[i + 1] = f1 * u1
    out[i + 2] = f2 * u1 * u1 + f1 * u2
    out[i + 3] = f3 * u1 * u1 * u1 + 3.0 * f2 * u1 * u2 + f1 * u3


@njit
def _term(factor, u, exponent):
    """factor * u^exponent; nothing where the factor has vanished, also at u = 0."""
    if factor == 0.0:
        return 0.0 * u
    return factor * power(u, exponent)


@njit
def power_constant(out, i, n):
    """u to a power that does not depend on the variable."""
    u = out[i]
    f1 = _term(n, u, n - 1.0)
    f2 = _term(n * (n - 1.0), u, n - 2.0)
    f3 = _term(n * (n - 1.0) * (n - 2.0), u, n - 3.0)
    compose(out, i, power(u, n), f1, f2, f3)
