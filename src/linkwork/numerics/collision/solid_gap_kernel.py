"""The gap between two features that move, in closed form, with the rates of its normal and of its point.

A feature in the world is a place s and a direction d with their rates; n is the unit normal from the first to the
second, r_1 and r_2 are their radii, f_1 and f_2 the feet of the common normal on their cores.

    point, point    n = (s_2 - s_1) / |s_2 - s_1|
    line, point     f_1 = s_1 + d_1 (d_1 . (s_2 - s_1)), then as two points
    circle, point   f_1 = s_1 + R q / |q|, q the part of s_2 - s_1 square to the axis, then as two points
    line, line      n = +-(d_1 x d_2) / |d_1 x d_2|
    face, point     n = d_1
    face, circle    f_2 = s_2 - R (n - c d_2) / S, c = n . d_2, S = sqrt(1 - c^2), then as face and point
    gap             = n . (f_2 - f_1) - r_1 - r_2,  point  = (f_1 + r_1 n + f_2 - r_2 n) / 2

By the theorem of the envelope the gap's rate is n . (velocity of the second body's material at the point - that of the
first's), so that its gradient needs nothing but n and the point, and its second derivative nothing but their rates.
"""

from __future__ import annotations

from linkwork.numerics.collision.solid_layout_kernel import CIRCLE, FACE, LINE
from linkwork.numerics.jit import njit
from linkwork.numerics.vectors_kernel import cross, dot, length, minus, plus, times


@njit
def unit(u, u_rate):
    """A vector's direction and its rate, and its length."""
    size = length(u)
    n = times(1.0 / size, u)
    return n, times(1.0 / size, minus(u_rate, times(dot(n, u_rate), n))), size


@njit
def result(gap, n, n_rate, f_1, f_1_rate, f_2, f_2_rate, r_1, r_2):
    """Gap, normal, point, the rates of both, and the feet."""
    lean = r_1 - r_2
    x = times(0.5, plus(plus(f_1, f_2), times(lean, n)))
    x_rate = times(0.5, plus(plus(f_1_rate, f_2_rate), times(lean, n_rate)))
    return gap, n, x, n_rate, x_rate, f_1, f_2


@njit
def point_point(f_1, f_1_rate, r_1, f_2, f_2_rate, r_2):
    """Two points, or the feet on a line or a circle."""
    n, n_rate, size = unit(minus(f_2, f_1), minus(f_2_rate, f_1_rate))
    return result(size - r_1 - r_2, n, n_rate, f_1, f_1_rate, f_2, f_2_rate, r_1, r_2)


@njit
def line_point(s, d, s_rate, d_rate, r_1, f_2, f_2_rate, r_2):
    """A line and a point."""
    apart, apart_rate = minus(f_2, s), minus(f_2_rate, s_rate)
    x = dot(d, apart)
    x_rate = dot(d_rate, apart) + dot(d, apart_rate)
    f_1 = plus(s, times(x, d))
    f_1_rate = plus(s_rate, plus(times(x_rate, d), times(x, d_rate)))
    return point_point(f_1, f_1_rate, r_1, f_2, f_2_rate, r_2)


@njit
def circle_point(s, d, radius, s_rate, d_rate, f_2, f_2_rate, r_2):
    """A circle and a point off its axis."""
    apart, apart_rate = minus(f_2, s), minus(f_2_rate, s_rate)
    h = dot(d, apart)
    h_rate = dot(d_rate, apart) + dot(d, apart_rate)
    q = minus(apart, times(h, d))
    q_rate = minus(apart_rate, plus(times(h_rate, d), times(h, d_rate)))
    e, e_rate, _ = unit(q, q_rate)
    f_1, f_1_rate = plus(s, times(radius, e)), plus(s_rate, times(radius, e_rate))
    return point_point(f_1, f_1_rate, 0.0 * radius, f_2, f_2_rate, r_2)


@njit
def line_line(s_1, d_1, s_1_rate, d_1_rate, r_1, s_2, d_2, s_2_rate, d_2_rate, r_2, sign):
    """Two lines that are not parallel; `sign` says on which side of the first the second lies."""
    m = times(sign, cross(d_1, d_2))
    m_rate = times(sign, plus(cross(d_1_rate, d_2), cross(d_1, d_2_rate)))
    n, n_rate, size = unit(m, m_rate)
    size_rate = dot(n, m_rate)
    d, d_rate = minus(s_2, s_1), minus(s_2_rate, s_1_rate)
    u, v = times(sign / size, cross(d_2, n)), times(sign / size, cross(d_1, n))
    u_rate = minus(times(sign / size, plus(cross(d_2_rate, n), cross(d_2, n_rate))), times(size_rate / size, u))
    v_rate = minus(times(sign / size, plus(cross(d_1_rate, n), cross(d_1, n_rate))), times(size_rate / size, v))
    x, y = dot(d, u), dot(d, v)
    x_rate, y_rate = dot(d_rate, u) + dot(d, u_rate), dot(d_rate, v) + dot(d, v_rate)
    f_1, f_2 = plus(s_1, times(x, d_1)), plus(s_2, times(y, d_2))
    f_1_rate = plus(s_1_rate, plus(times(x_rate, d_1), times(x, d_1_rate)))
    f_2_rate = plus(s_2_rate, plus(times(y_rate, d_2), times(y, d_2_rate)))
    return result(dot(n, d) - r_1 - r_2, n, n_rate, f_1, f_1_rate, f_2, f_2_rate, r_1, r_2)


@njit
def face_point(s, n, s_rate, n_rate, f_2, f_2_rate, r_2):
    """A face and a point."""
    apart = minus(f_2, s)
    height = dot(n, apart)
    height_rate = dot(n_rate, apart) + dot(n, minus(f_2_rate, s_rate))
    f_1 = minus(f_2, times(height, n))
    f_1_rate = minus(f_2_rate, plus(times(height_rate, n), times(height, n_rate)))
    return result(height - r_2, n, n_rate, f_1, f_1_rate, f_2, f_2_rate, 0.0 * height, r_2)


@njit
def face_circle(s, n, s_rate, n_rate, centre, axis, radius, centre_rate, axis_rate):
    """A face and the point of a circle that is nearest to it; a circle that lies flat has none."""
    c = dot(n, axis)
    c_rate = dot(n_rate, axis) + dot(n, axis_rate)
    aside = minus(n, times(c, axis))
    aside_rate = minus(n_rate, plus(times(c_rate, axis), times(c, axis_rate)))
    e, e_rate, _ = unit(aside, aside_rate)
    f_2, f_2_rate = minus(centre, times(radius, e)), minus(centre_rate, times(radius, e_rate))
    return face_point(s, n, s_rate, n_rate, f_2, f_2_rate, 0.0 * radius)


@njit
def ordered(one, one_rates, two, two_rates, sign):
    """The gap of two features of which the first is not the simpler one; a feature: what, s, d, extent, radius."""
    what, s, d, extent, r_1 = one
    other, t, e, extent_2, r_2 = two
    s_rate, d_rate = one_rates
    t_rate, e_rate = two_rates
    if what == FACE:
        if other == CIRCLE:
            return face_circle(s, d, s_rate, d_rate, t, e, extent_2, t_rate, e_rate)
        return face_point(s, d, s_rate, d_rate, t, t_rate, r_2)
    if what == CIRCLE:
        return circle_point(s, d, extent, s_rate, d_rate, t, t_rate, r_2)
    if what == LINE:
        if other == LINE:
            return line_line(s, d, s_rate, d_rate, r_1, t, e, t_rate, e_rate, r_2, sign)
        return line_point(s, d, s_rate, d_rate, r_1, t, t_rate, r_2)
    return point_point(s, s_rate, r_1, t, t_rate, r_2)


@njit
def gap_of(one, one_rates, two, two_rates, sign):
    """Gap, normal from the first feature to the second, point, the rates of both, and the feet on both."""
    if one[0] >= two[0]:
        return ordered(one, one_rates, two, two_rates, sign)
    gap, n, x, n_rate, x_rate, f_2, f_1 = ordered(two, two_rates, one, one_rates, sign)
    return gap, times(-1.0, n), x, times(-1.0, n_rate), x_rate, f_1, f_2


@njit
def zero_rates(s):
    """Rates of a feature that stands still."""
    none = 0.0 * s[0]
    return (none, none, none), (none, none, none)
