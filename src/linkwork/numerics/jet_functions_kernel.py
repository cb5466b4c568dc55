"""Elementary functions of jets: each overwrites the jet u at out[i...i+3] by f(u)."""

from __future__ import annotations

from linkwork.numerics import opcodes
from linkwork.numerics.jet_kernel import compose, copy, multiply, negate, write
from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import acos, asin, atan, atan2, cos, cosh, exp, hypot, log, sin, sinh, sqrt, tan, tanh

SIN, COS, TAN = opcodes.SIN, opcodes.COS, opcodes.TAN
ASIN, ACOS, ATAN = opcodes.ASIN, opcodes.ACOS, opcodes.ATAN
SINH, COSH, TANH = opcodes.SINH, opcodes.COSH, opcodes.TANH
EXP, LOG, SQRT = opcodes.EXP, opcodes.LOG, opcodes.SQRT
LESS, LESS_OR_EQUAL, GREATER = opcodes.LESS, opcodes.LESS_OR_EQUAL, opcodes.GREATER


@njit
def jet_exp(out, i):
    """exp(u)."""
    f = exp(out[i])
    compose(out, i, f, f, f, f)


@njit
def jet_log(out, i):
    """log(u)."""
    r = 1.0 / out[i]
    compose(out, i, log(out[i]), r, -r * r, 2.0 * r * r * r)


@njit
def jet_sqrt(out, i):
    """sqrt(u)."""
    u = out[i]
    f = sqrt(u)
    f1 = 0.5 / f
    f2 = -0.5 * f1 / u
    compose(out, i, f, f1, f2, -1.5 * f2 / u)


@njit
def _asin(out, i, f, sign):
    u = out[i]
    w = (1.0 - u) * (1.0 + u)
    f1 = sign / sqrt(w)
    compose(out, i, f, f1, f1 * u / w, f1 * (1.0 + 2.0 * u * u) / (w * w))


@njit
def _atan(out, i):
    u = out[i]
    w = 1.0 / (1.0 + u * u)
    compose(out, i, atan(u), w, -2.0 * u * w * w, (6.0 * u * u - 2.0) * w * w * w)


@njit
def _trigonometric(code, out, i):
    u = out[i]
    if code == TAN:
        f = tan(u)
        f1 = 1.0 + f * f
        compose(out, i, f, f1, 2.0 * f * f1, 2.0 * f1 * (1.0 + 3.0 * f * f))
    elif code == SIN:
        s, c = sin(u), cos(u)
        compose(out, i, s, c, -s, -c)
    else:
        s, c = sin(u), cos(u)
        compose(out, i, c, -s, -c, s)


@njit
def _hyperbolic(code, out, i):
    u = out[i]
    if code == TANH:
        f = tanh(u)
        f1 = 1.0 - f * f
        compose(out, i, f, f1, -2.0 * f * f1, f1 * (6.0 * f * f - 2.0))
    elif code == SINH:
        s, c = sinh(u), cosh(u)
        compose(out, i, s, c, s, c)
    else:
        s, c = sinh(u), cosh(u)
        compose(out, i, c, s, c, s)


@njit
def apply(code, out, i):
    """The function of one argument whose opcode is `code`."""
    if code <= TAN:
        _trigonometric(code, out, i)
    elif code == ASIN:
        _asin(out, i, asin(out[i]), 1.0)
    elif code == ACOS:
        _asin(out, i, acos(out[i]), -1.0)
    elif code == ATAN:
        _atan(out, i)
    elif code <= TANH:
        _hyperbolic(code, out, i)
    elif code == EXP:
        jet_exp(out, i)
    elif code == LOG:
        jet_log(out, i)
    elif code == SQRT:
        jet_sqrt(out, i)
    else:
        _broken_line(code, out, i)


@njit
def _broken_line(code, out, i):
    """abs(u) or sign(u)."""
    u = out[i].real
    if code == opcodes.ABS:
        if u < 0.0:
            negate(out, i)
    else:
        write(out, i, 1.0 if u > 0.0 else (-1.0 if u < 0.0 else 0.0), 0.0)


@njit
def jet_power(out, i, j):
    """u^v = exp(v log u)."""
    jet_log(out, i)
    multiply(out, i, j)
    jet_exp(out, i)


@njit
def jet_hypot(out, i, j):
    """sqrt(u^2 + v^2): the value by `hypot`, the derivatives from r r' = u u' + v v'."""
    u0, u1, u2, u3 = out[i], out[i + 1], out[i + 2], out[i + 3]
    v0, v1, v2, v3 = out[j], out[j + 1], out[j + 2], out[j + 3]
    r0 = hypot(u0, v0)
    r1 = (u0 * u1 + v0 * v1) / r0
    r2 = (u0 * u2 + u1 * u1 + v0 * v2 + v1 * v1 - r1 * r1) / r0
    out[i + 3] = (u0 * u3 + 3.0 * u1 * u2 + v0 * v3 + 3.0 * v1 * v2 - 3.0 * r1 * r2) / r0
    out[i] = r0
    out[i + 1] = r1
    out[i + 2] = r2


@njit
def jet_atan2(out, i, j):
    """The angle of (x, y), y the first operand: angle' = n/d with n = x y' - y x', d = x^2 + y^2."""
    y0, y1, y2, y3 = out[i], out[i + 1], out[i + 2], out[i + 3]
    x0, x1, x2, x3 = out[j], out[j + 1], out[j + 2], out[j + 3]
    d = x0 * x0 + y0 * y0
    d1 = 2.0 * (x0 * x1 + y0 * y1)
    d2 = 2.0 * (x1 * x1 + x0 * x2 + y1 * y1 + y0 * y2)
    g = (x0 * y1 - y0 * x1) / d
    g1 = (x0 * y2 - y0 * x2 - g * d1) / d
    n2 = x1 * y2 + x0 * y3 - y1 * x2 - y0 * x3
    out[i] = atan2(y0, x0)
    out[i + 1] = g
    out[i + 2] = g1
    out[i + 3] = (n2 - 2.0 * g1 * d1 - g * d2) / d


@njit
def jet_extreme(out, i, j, largest):
    """The larger or the smaller of two."""
    if (out[j].real > out[i].real) == largest and out[j].real != out[i].real:
        copy(out, i, j)


@njit
def jet_choose(out, i, comparison):
    """if(u < v, w, z) of four jets in a row: the chosen one comes to the first place."""
    left, right = out[i].real, out[i + 4].real
    if comparison == LESS:
        holds = left < right
    elif comparison == LESS_OR_EQUAL:
        holds = left <= right
    elif comparison == GREATER:
        holds = left > right
    else:
        holds = left >= right
    copy(out, i, i + 8 if holds else i + 12)
