"""The way down from a pose at which the misfit is level but not least: a maximum, or a saddle such as a straight leg.

There its second derivatives are negative along some direction; the gradient, being zero, does not tell it.
"""

from __future__ import annotations

import math

from linkwork.library.biomechanics.marker_kernel import misfit
from linkwork.numerics.jit import njit

FLAT = 1e-8  # a curvature, over the largest that its coordinates can have, below which all is rounding
FARTHEST, NEAREST = 0.5, 1e-7  # steps that are tried, in radians or metres
WORTH, ROUNDING = 1e-6, 1e-12  # of the misfit: what a step has to promise to be told, and to be tried
QUARTER = 0.25  # of what the curvature promises: as much has to be won
ALIKE = 1e-6  # of what is won: two sides that differ by less are as good
LEFT, EITHER_WAY, STUCK = 1, 2, 3
"""How a pose was left: by the lower side, by one of two that are as good, or not at all."""


@njit
def take_pivots(factor, basis):
    """Eliminate with the largest pivots as long as they are positive, and return how many were: rows of `basis` become
    directions that the matrix does not couple to those that are done."""
    n = len(factor)
    done = 0
    while done < n:
        best = done
        for i in range(done + 1, n):
            if factor[i, i] > factor[best, best]:
                best = i
        if factor[best, best] <= FLAT:
            break
        for j in range(n):
            factor[done, j], factor[best, j] = factor[best, j], factor[done, j]
            basis[done, j], basis[best, j] = basis[best, j], basis[done, j]
        for j in range(n):
            factor[j, done], factor[j, best] = factor[j, best], factor[j, done]
        for i in range(done + 1, n):
            ratio = factor[i, done] / factor[done, done]
            for j in range(n):
                basis[i, j] -= ratio * basis[done, j]
            for j in range(done + 1, n):
                factor[i, j] -= ratio * factor[done, j]
        done += 1
    return done


@njit
def find_sinking(gauss, newton, factor, step):
    """The most negative curvature that elimination with the largest pivots finds, `step` its direction, whose largest
    number is 1; zero where there is none. Overwrites `gauss` and `factor`."""
    n, largest = len(step), 0.0
    for i in range(n):
        step[i] = max(gauss[i, i], abs(newton[i, i]))
        largest = max(largest, step[i])
    for i in range(n):
        # a coordinate that moves nothing but for rounding takes no part
        step[i] = 1.0 / math.sqrt(step[i]) if step[i] > 1e-12 * largest else 0.0
    for i in range(n):
        for j in range(i + 1):
            factor[i, j] = newton[i, j] * step[i] * step[j]
            factor[j, i] = factor[i, j]
    for i in range(n):
        for j in range(n):
            gauss[i, j] = step[i] if i == j else 0.0
    done = take_pivots(factor, gauss)
    lowest, one, other, sign = -FLAT, -1, -1, 0.0
    for i in range(done, n):
        if factor[i, i] < lowest:
            lowest, one, other, sign = factor[i, i], i, i, 0.0
        for j in range(done, i):
            both = 0.5 * (factor[i, i] + factor[j, j]) - abs(factor[i, j])
            if both < lowest:
                lowest, one, other, sign = both, i, j, -1.0 if factor[i, j] > 0.0 else 1.0
    if one < 0:
        return 0.0
    size = 0.0
    for c in range(n):
        step[c] = gauss[one, c] + sign * gauss[other, c]
        size = max(size, abs(step[c]))
    for c in range(n):
        step[c] /= size
    return (lowest if sign == 0.0 else 2.0 * lowest) / size**2


@njit
def beyond(limits, q):
    """By how much coordinates lie outside their ranges."""
    total = 0.0
    for c in range(len(q)):
        total += max(0.0, limits[c, 0] - q[c]) + max(0.0, q[c] - limits[c, 1])
    return total


@njit
def leave_level(skeleton, given, here, limits, q, trial, room):
    """A pose below a level one in `trial`, with its markers: how it was left, 0 where it is the least, and the misfit.

    Of two sides that are as good the one that keeps to the ranges of the coordinates better is taken.
    """
    gauss, newton, _, factor, step, pose, screw, placed = room
    table, bodies, places = skeleton
    weights, seen, want, stiffness = given
    curvature = find_sinking(gauss, newton, factor, step)
    size, way, there, outcome = FARTHEST, 0.0, here, 0
    if curvature < 0.0 and size**2 * -curvature > WORTH * here:
        outcome = STUCK
    while curvature < 0.0 and size > NEAREST and size**2 * -curvature > ROUNDING * here:
        for c in range(len(q)):
            trial[c] = q[c] + size * step[c]
        up = misfit(table, bodies, places, weights, seen, want, stiffness, trial, pose, screw, placed)
        out = beyond(limits, trial)
        for c in range(len(q)):
            trial[c] = q[c] - size * step[c]
        down = misfit(table, bodies, places, weights, seen, want, stiffness, trial, pose, screw, placed)
        there = min(up, down)
        if there < here + QUARTER * size**2 * curvature:
            even, less = abs(up - down) < ALIKE * (here - there), out - beyond(limits, trial)
            outcome = EITHER_WAY if even and less == 0.0 else LEFT
            way = size if (less <= 0.0 if even else up < down) else -size
            break
        size *= 0.5
    for c in range(len(q)):
        trial[c] = q[c] + way * step[c]
    there = misfit(table, bodies, places, weights, seen, want, stiffness, trial, pose, screw, placed)
    return outcome, there
