"""Common normals of curves, by Newton's method from a fraction nearby.

With T the unit tangent, o the outward normal and kappa the curvature of a curve, dT/ds = -kappa o. What is sought:

    curve and round element:     (center - p) . T = 0,           by s: -(1 + kappa (center - p) . o)
    curve and straight element:  T . o_straight = 0,             by s: -kappa o . o_straight
    two curves:                  (p_B - p_A) . T_A = 0 and T_A x T_B = 0
"""

from __future__ import annotations

from linkwork.elements.planar.contact.profile_element_kernel import curve_at
from linkwork.numerics.jit import njit

STEPS = 40
LARGEST_STEP = 0.2  # of the element, in one step
CONVERGED = 1e-13
BEYOND = 0.3  # how far beyond its ends a curve is followed, in fractions


@njit
def _limited(step):
    """The step, no longer than the largest that is taken at once."""
    if step.real > LARGEST_STEP:
        return 0.0 * step + LARGEST_STEP
    if step.real < -LARGEST_STEP:
        return 0.0 * step - LARGEST_STEP
    return step


@njit
def _held(fraction, ends):
    """The fraction, not too far beyond the ends of the element."""
    if ends and fraction.real < -BEYOND:
        return 0.0 * fraction - BEYOND
    if ends and fraction.real > 1.0 + BEYOND:
        return 0.0 * fraction + 1.0 + BEYOND
    return fraction


@njit
def _signed(slope, sign):
    """The slope of the condition where it has the sign of a nearest place, else a safe one of that sign."""
    if sign * slope.real > 0.0:
        return slope
    return 0.0 * slope + sign


@njit
def to_center(fraction, x, y, sign, ends, pose, i, p, k, a, b, body, element, out, c):
    """Fraction of the curve nearest to a centre (sign 1) or, for a hollow around it, farthest from it (sign -1)."""
    settled = 0
    f = fraction + 0.0 * x
    for _ in range(STEPS):
        px, py, tx, ty, ox, oy, bend, speed = curve_at(f, pose, i, p, k, a, b, body, element, out, c)
        slope = 1.0 + bend * ((x - px) * ox + (y - py) * oy)
        step = ((x - px) * tx + (y - py) * ty) / (_signed(slope, sign) * speed)
        f = _held(f + _limited(step), ends)
        settled = settled + 1 if abs(step.real) < CONVERGED else 0
        if settled == 2:
            break
    return f


@njit
def to_direction(fraction, nx, ny, ends, pose, i, p, k, a, b, body, element, out, c):
    """Fraction of the curve whose outward normal is opposite to (nx, ny)."""
    settled = 0
    f = fraction + 0.0 * nx
    for _ in range(STEPS):
        _px, _py, tx, ty, ox, oy, bend, speed = curve_at(f, pose, i, p, k, a, b, body, element, out, c)
        slope = -bend * speed * (ox * nx + oy * ny)
        step = -(tx * nx + ty * ny) / _signed(slope, 1.0)
        f = _held(f + _limited(step), ends)
        settled = settled + 1 if abs(step.real) < CONVERGED else 0
        if settled == 2:
            break
    return f


@njit
def between_curves(fa, fb, ends_a, ends_b, pose, i, j, p, k, a, b, first, second, out, c):
    """Fractions of two curves at their common normal."""
    settled = 0
    f, g = fa + 0.0 * pose[i], fb + 0.0 * pose[i]
    for _ in range(STEPS):
        px, py, tx, ty, ox, oy, bend, speed = curve_at(f, pose, i, p, k, a, b, 0, first, out, c)
        qx, qy, ux, uy, vx, vy, bend_b, speed_b = curve_at(g, pose, j, p, k, a, b, 1, second, out, c)
        dx, dy = qx - px, qy - py
        along, cross = dx * tx + dy * ty, tx * uy - ty * ux
        j11 = -(1.0 + bend * (dx * ox + dy * oy))
        j12 = tx * ux + ty * uy
        j21 = -bend * (ox * uy - oy * ux)
        j22 = -bend_b * (tx * vy - ty * vx)
        det = j11 * j22 - j12 * j21
        if det.real == 0.0:
            break
        step = -(along * j22 - cross * j12) / (det * speed)
        step_b = -(cross * j11 - along * j21) / (det * speed_b)
        f = _held(f + _limited(step), ends_a)
        g = _held(g + _limited(step_b), ends_b)
        settled = settled + 1 if abs(step.real) < CONVERGED and abs(step_b.real) < CONVERGED else 0
        if settled == 2:
            break
    return f, g
