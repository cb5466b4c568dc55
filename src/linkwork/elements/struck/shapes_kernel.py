"""What the modes of a body move where it is struck: shapes between the places at which they are known.

The nearest point a of all elements to the point x that is struck is sought, on a chain or straight lines

    a = p_j + t (p_j+1 - p_j),    0 <= t <= 1

or in triangles. On a chain shapes are cubics of t with the slopes given at both ends, else straight between corners.
Sections are rigid: with the direction n from the first body to the second the mode moves the surface by

    s = +- n . (u(a) + r(a) x (x - a))
"""

from __future__ import annotations

from linkwork.elements.struck.places_layout_kernel import (
    ACROSS,
    ALONG,
    ASLANT,
    AXES,
    CHAIN,
    COUNT,
    ELEMENTS,
    FIRST,
    FLOATS,
    FOUND,
    INDICES,
    KIND,
    LONE,
    OUTSIDE,
    PLACES,
    RULE,
    SINE,
    SPACE,
    TRIANGLES,
    WHICH,
)
from linkwork.numerics.jit import njit
from linkwork.numerics.vectors_kernel import cross, dot, length, minus, plus, times, vector

FAR, NOTHING = 1e300, 1e-300


@njit
def _place(p, at, axes, number):
    """A known place."""
    if axes == SPACE:
        return vector(p, at + 3 * number)
    return p[at + 2 * number], p[at + 2 * number + 1], 0.0 * p[at]


@njit
def _square(u):
    """Length of a vector, squared, without derivatives."""
    return u[0].real * u[0].real + u[1].real * u[1].real + u[2].real * u[2].real


@njit
def _on_line(x, one, other):
    """The fraction of a line at which it is nearest to a point."""
    way = minus(other, one)
    square = dot(way, way)
    if not square.real > 0.0:
        return 0.0 * square
    t = dot(minus(x, one), way) / square
    if t.real < 0.0:
        return 0.0 * t
    return 1.0 + 0.0 * t if t.real > 1.0 else t


@njit
def _in_triangle(x, one, two, three):
    """Shares of the second and the third corner in the point of a triangle that is nearest to a point."""
    u, v, r = minus(two, one), minus(three, one), minus(x, one)
    a, b, c, d, e = dot(u, u), dot(u, v), dot(v, v), dot(u, r), dot(v, r)
    size = a * c - b * b
    if size.real > 0.0:
        s, t = (c * d - b * e) / size, (a * e - b * d) / size
        if s.real >= 0.0 and t.real >= 0.0 and s.real + t.real <= 1.0:
            return s, t
    # outside: on the nearest of the three sides
    s, t, f = _on_line(x, one, two), _on_line(x, one, three), _on_line(x, two, three)
    first = _square(minus(x, plus(one, times(s, u))))
    second = _square(minus(x, plus(one, times(t, v))))
    third = _square(minus(x, plus(two, times(f, minus(three, two)))))
    if first <= second and first <= third:
        return s, 0.0 * s
    if second <= third:
        return 0.0 * t, t
    return 1.0 - f, f


@njit
def _corner(k, b, side, element, number):
    """The number of the place at a corner of an element."""
    kind = k[side + KIND]
    if kind <= CHAIN:
        return element + number
    corners = 3 if kind == TRIANGLES else 2
    return k[b + k[side + INDICES] + corners * element + number]


@njit
def _element(p, k, b, side, places, element, x):
    """Shares of the second and third corner at the point of an element that is nearest, and that point."""
    axes, kind = k[side + AXES], k[side + KIND]
    one = _place(p, places, axes, _corner(k, b, side, element, 0))
    if kind == LONE:
        return 0.0 * x[0], 0.0 * x[0], one
    two = _place(p, places, axes, _corner(k, b, side, element, 1))
    if kind != TRIANGLES:
        t = _on_line(x, one, two)
        return t, 0.0 * t, plus(one, times(t, minus(two, one)))
    three = _place(p, places, axes, _corner(k, b, side, element, 2))
    s, t = _in_triangle(x, one, two, three)
    return s, t, plus(one, plus(times(s, minus(two, one)), times(t, minus(three, one))))


@njit
def _aslant(p, k, b, side, places, element, normal):
    """Whether a blow comes from a direction in which the body is not known."""
    rule, axes, kind = k[side + RULE], k[side + AXES], k[side + KIND]
    if rule != ALONG and rule != ACROSS:
        return False
    one = _place(p, places, axes, _corner(k, b, side, element, 0))
    way = minus(_place(p, places, axes, _corner(k, b, side, element, 1)), one)
    if kind == TRIANGLES:
        way = cross(way, minus(_place(p, places, axes, _corner(k, b, side, element, 2)), one))
    share = dot(way, normal).real ** 2 / max(_square(way) * _square(normal), NOTHING)
    straight = rule == ALONG if kind != TRIANGLES else rule == ACROSS
    return share < 1.0 - SINE * SINE if straight else share > SINE * SINE


@njit
def _mixed(p, at, one, two, three, each, span, s, t):
    """A number of a mode between corners, each of which has it at its place in p; `span` is 0 where lines are straight.

    Slopes are those along the chain, `span` the length of the element.
    """
    if span.real > 0.0:
        a, b, c, d = p[one + at], span * p[one + each + at], p[two + at], span * p[two + each + at]
        # Hermite's cubic, by value and slope at both ends
        return a + s * (b + s * (3.0 * (c - a) - 2.0 * b - d + s * (2.0 * (a - c) + b + d)))
    return p[one + at] + s * (p[two + at] - p[one + at]) + t * (p[three + at] - p[one + at])


@njit
def put_shapes(p, k, a, b, side, x, normal, out, at, step):
    """Write the shapes of a side's modes at the place x (in its axes) every `step` numbers from `at` on."""
    axes, kind, modes = k[side + AXES], k[side + KIND], k[side + COUNT]
    places = a + k[side + FLOATS] + 1
    best, least = 0, FAR
    for element in range(k[side + ELEMENTS]):
        _, _, near = _element(p, k, b, side, places, element, x)
        distance = _square(minus(x, near))
        if distance < least:
            best, least = element, distance
    if least > p[places - 1].real ** 2:
        return OUTSIDE
    if _aslant(p, k, b, side, places, best, normal):
        return ASLANT
    s, t, near = _element(p, k, b, side, places, best, x)
    arm = minus(x, near)
    each = 6 if axes == SPACE else 3
    size = each * (2 if kind == CHAIN else 1)
    values = places + axes * k[side + PLACES]
    span = 0.0 * x[0]
    if kind == CHAIN:
        span += length(minus(_place(p, places, axes, best + 1), _place(p, places, axes, best)))
    lever = cross(arm, normal)
    sign = 1.0 if k[side + WHICH] == 1 else -1.0
    for mode in range(modes):
        first = values + size * (modes * _corner(k, b, side, best, 0) + mode)
        second, third = first, first
        if kind != LONE:
            second = values + size * (modes * _corner(k, b, side, best, 1) + mode)
        if kind == TRIANGLES:
            third = values + size * (modes * _corner(k, b, side, best, 2) + mode)
        total = 0.0 * x[0]
        for axis in range(axes):
            total += normal[axis] * _mixed(p, axis, first, second, third, each, span, s, t)
        if axes == SPACE:
            for axis in range(3):
                total += lever[axis] * _mixed(p, 3 + axis, first, second, third, each, span, s, t)
        else:
            total += lever[2] * _mixed(p, 2, first, second, third, each, span, s, t)
        out[at + step * (k[side + FIRST] + mode)] = sign * total
    return FOUND
