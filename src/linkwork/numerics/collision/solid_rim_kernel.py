"""The gap between the rim of a cylinder and a line or another rim: the angles of the feet are found by Newton's method.

With rho_0 a unit vector from the rim's middle c, b_0 = a x rho_0 for the axis a, the rim's point at phi is
F = c + R rho, rho = rho_0 cos phi + b_0 sin phi, its tangent tau = b_0 cos phi - rho_0 sin phi. The foot is where

    d . tau = 0,  d = s - F without its part along e    against the line s + y e
    d . tau_1 = d . tau_2 = 0,  d = F_2 - F_1           against another rim

and there the gap is that of the tangents as two lines, which has a sign and is smooth also where both touch. rho_0 is
where the foot was when the features were found. Rates of the angles follow from those of the equations.
"""

from __future__ import annotations

from linkwork.numerics.collision.solid_gap_kernel import line_line
from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import cos, sin
from linkwork.numerics.vectors_kernel import cross, dot, minus, plus, times

MOST_STEPS = 30
PRECISE = 1e-15  # radians: a Newton step that changes no digit


@njit
def rim_at(centre, axis, radius, begin, phi):
    """The point of a rim at an angle, its direction from the middle, and the tangent."""
    aside = cross(axis, begin)
    rho = plus(times(cos(phi), begin), times(sin(phi), aside))
    return plus(centre, times(radius, rho)), rho, cross(axis, rho)


@njit
def rim_rates(axis, axis_rate, centre_rate, radius, rho, tau):
    """Rates of a rim's point, its direction and its tangent at a fixed angle; the rim turns with its axis."""
    w = cross(axis, axis_rate)
    rho_rate, tau_rate = cross(w, rho), cross(w, tau)
    return plus(centre_rate, times(radius, rho_rate)), rho_rate, tau_rate


@njit
def across(d, e):
    """The part of d square to e."""
    return minus(d, times(dot(d, e), e))


@njit
def rim_line(one, one_rates, begin, two, two_rates, sign):
    """A rim, the first, and a line."""
    _, centre, axis, radius, _ = one
    _, s, e, _, r_2 = two
    s_rate, e_rate = two_rates
    phi = 0.0 * s[0]
    for step in range(MOST_STEPS):
        foot, rho, tau = rim_at(centre, axis, radius, begin, phi)
        d = across(minus(s, foot), e)
        along = dot(e, tau)
        change = dot(d, tau) / (radius * (1.0 - along * along) + dot(d, rho))
        phi = phi + change
        if step > 0 and abs(change.real) <= PRECISE:
            break
    foot, rho, tau = rim_at(centre, axis, radius, begin, phi)
    foot_rate, _, tau_rate = rim_rates(axis, one_rates[1], one_rates[0], radius, rho, tau)
    apart, apart_rate = minus(s, foot), minus(s_rate, foot_rate)
    d, along = across(apart, e), dot(e, tau)
    d_rate = minus(across(apart_rate, e), plus(times(dot(apart, e), e_rate), times(dot(apart, e_rate), e)))
    phi_rate = (dot(d_rate, tau) + dot(d, tau_rate)) / (radius * (1.0 - along * along) + dot(d, rho))
    foot_rate = plus(foot_rate, times(radius * phi_rate, tau))
    tau_rate = minus(tau_rate, times(phi_rate, rho))
    return line_line(foot, tau, foot_rate, tau_rate, 0.0 * radius, s, e, s_rate, e_rate, r_2, sign)


@njit
def solved(a, b, c, d, x, y):
    """The solution of two equations (a b; c d) with right-hand sides x, y."""
    determinant = a * d - b * c
    return (x * d - b * y) / determinant, (a * y - c * x) / determinant


@njit
def rim_rim(one, one_rates, begin_1, two, two_rates, begin_2, sign):
    """Two rims whose tangents are not parallel at the feet."""
    _, c_1, a_1, radius_1, _ = one
    _, c_2, a_2, radius_2, _ = two
    phi, psi = 0.0 * c_1[0] + 0.0 * c_2[0], 0.0 * c_1[0] + 0.0 * c_2[0]
    for step in range(MOST_STEPS):
        f_1, rho_1, tau_1 = rim_at(c_1, a_1, radius_1, begin_1, phi)
        f_2, rho_2, tau_2 = rim_at(c_2, a_2, radius_2, begin_2, psi)
        d, mixed = minus(f_2, f_1), dot(tau_1, tau_2)
        xx, xy = -radius_1 - dot(d, rho_1), radius_2 * mixed
        yx, yy = -radius_1 * mixed, radius_2 - dot(d, rho_2)
        x, y = solved(xx, xy, yx, yy, -dot(d, tau_1), -dot(d, tau_2))
        phi, psi = phi + x, psi + y
        if step > 0 and abs(x.real) + abs(y.real) <= PRECISE:
            break
    f_1, rho_1, tau_1 = rim_at(c_1, a_1, radius_1, begin_1, phi)
    f_2, rho_2, tau_2 = rim_at(c_2, a_2, radius_2, begin_2, psi)
    f_1_rate, _, tau_1_rate = rim_rates(a_1, one_rates[1], one_rates[0], radius_1, rho_1, tau_1)
    f_2_rate, _, tau_2_rate = rim_rates(a_2, two_rates[1], two_rates[0], radius_2, rho_2, tau_2)
    d, d_rate, mixed = minus(f_2, f_1), minus(f_2_rate, f_1_rate), dot(tau_1, tau_2)
    x, y = solved(
        -radius_1 - dot(d, rho_1),
        radius_2 * mixed,
        -radius_1 * mixed,
        radius_2 - dot(d, rho_2),
        -dot(d_rate, tau_1) - dot(d, tau_1_rate),
        -dot(d_rate, tau_2) - dot(d, tau_2_rate),
    )
    f_1_rate, f_2_rate = plus(f_1_rate, times(radius_1 * x, tau_1)), plus(f_2_rate, times(radius_2 * y, tau_2))
    tau_1_rate, tau_2_rate = minus(tau_1_rate, times(x, rho_1)), minus(tau_2_rate, times(y, rho_2))
    none = 0.0 * radius_1
    return line_line(f_1, tau_1, f_1_rate, tau_1_rate, none, f_2, tau_2, f_2_rate, tau_2_rate, none, sign)
