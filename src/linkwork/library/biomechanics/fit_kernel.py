"""The pose that fits measured markers best: sum of weight times squared distance, by Gauss and Newton with damping.

Every frame begins where the one before has ended. A marker that is not a number does not count in that frame.
"""

from __future__ import annotations

import math

from linkwork.library.biomechanics.skeleton_kernel import add_gradient, place_bodies, put_point
from linkwork.numerics.jit import njit

MOST_STEPS = 200
SMALL = 1e-11  # a step, in radians or metres, after which the next would be round-off


@njit
def misfit(table, bodies, places, weights, measured, wanted, stiffness, q, pose, screw, placed):
    """The weighted sum of squares at q; `placed` gets the markers of the model."""
    place_bodies(table, q, pose, screw)
    total = 0.0
    for k in range(len(bodies)):
        put_point(pose, bodies[k], places[k, 0], places[k, 1], places[k, 2], placed, k)
        if not math.isnan(measured[k, 0]):
            for i in range(3):
                total += weights[k] * (placed[k, i] - measured[k, i]) ** 2
    for c in range(len(q)):
        if stiffness[c] > 0.0:
            total += stiffness[c] * (q[c] - wanted[c]) ** 2
    return total


@njit
def normal_equations(table, bodies, weights, measured, wanted, stiffness, free, q, screw, placed, rows, matrix, right):
    """J^T W J and minus J^T W r; coordinates that are held have a row of their own."""
    n = len(q)
    for i in range(n):
        right[i] = -stiffness[i] * (q[i] - wanted[i]) if stiffness[i] > 0.0 else 0.0
        for j in range(n):
            matrix[i, j] = 0.0
        matrix[i, i] = stiffness[i]
    for k in range(len(bodies)):
        if math.isnan(measured[k, 0]):
            continue
        for i in range(3):
            for c in range(n):
                rows[i, c] = 0.0
            add_gradient(
                table, screw, bodies[k], placed[k, 0], placed[k, 1], placed[k, 2], 1.0 * (i == 0), 1.0 * (i == 1),
                1.0 * (i == 2), rows[i],
            )  # fmt: skip
            lack = measured[k, i] - placed[k, i]
            for c in range(n):
                if rows[i, c] != 0.0:
                    right[c] += weights[k] * rows[i, c] * lack
                    for d in range(c + 1):
                        matrix[c, d] += weights[k] * rows[i, c] * rows[i, d]
    for c in range(n):
        if free[c] == 0:
            for d in range(n):
                if d < c:
                    matrix[c, d] = 0.0
                elif d > c:
                    matrix[d, c] = 0.0
            matrix[c, c], right[c] = 1.0, 0.0


@njit
def solve_damped(matrix, damping, right, factor, step):
    """Solve (A + damping diag A) x = b for a symmetric matrix of which the lower half is given; False: not positive."""
    n = len(right)
    for i in range(n):
        for j in range(i + 1):
            total = matrix[i, j]
            if i == j:
                # a coordinate that moves nothing has a diagonal of zero
                total += damping * (matrix[i, i] + 1e-12)
            for m in range(j):
                total -= factor[i, m] * factor[j, m]
            if i == j:
                # nothing is left but rounding
                if total <= 1e-14 * (matrix[i, i] + 1e-12):
                    return False
                factor[i, i] = math.sqrt(total)
            else:
                factor[i, j] = total / factor[j, j]
        total = right[i]
        for m in range(i):
            total -= factor[i, m] * step[m]
        step[i] = total / factor[i, i]
    for i in range(n - 1, -1, -1):
        total = step[i]
        for m in range(i + 1, n):
            total -= factor[m, i] * step[m]
        step[i] = total / factor[i, i]
    return True


@njit
def fit_frames(
    table, bodies, places, weights, measured, wanted, stiffness, free, q, trial, pose, screw, placed, rows, matrix,
    right, factor, step, motion, markers, steps,
):  # fmt: skip
    """Fit all frames; motion[f], markers[f] get coordinates and markers, steps[f] the iterations, or -1 for no end."""
    n = len(q)
    for frame in range(len(measured)):
        damping = 0.0
        here = misfit(table, bodies, places, weights, measured[frame], wanted[frame], stiffness, q, pose, screw, placed)
        steps[frame] = -1
        for count in range(MOST_STEPS):
            normal_equations(
                table, bodies, weights, measured[frame], wanted[frame], stiffness, free, q, screw, placed, rows, matrix,
                right,
            )  # fmt: skip
            better, size = False, 0.0
            # beyond that no step is longer than rounding
            while damping < 1e12:
                if solve_damped(matrix, damping, right, factor, step):
                    size = 0.0
                    for c in range(n):
                        size = max(size, abs(step[c]))
                        trial[c] = q[c] + step[c]
                    if size < 1.0:
                        there = misfit(
                            table, bodies, places, weights, measured[frame], wanted[frame], stiffness, trial, pose,
                            screw, placed,
                        )  # fmt: skip
                        if there <= here or size < SMALL:
                            better = True
                            break
                        # no better, but for the rounding of the sum: near the end steps change it by their square
                        if there - here < 1e-13 * here and size < 1e-7:
                            better = True
                            break
                damping = max(10 * damping, 1e-6)  # the first damping that is felt
            if not better:
                break
            here = there
            for c in range(n):
                q[c] = trial[c]
            # Newton again as soon as steps are good
            damping = 0.0 if damping < 1e-5 else 0.1 * damping
            if size < SMALL:
                steps[frame] = count + 1
                break
        misfit(table, bodies, places, weights, measured[frame], wanted[frame], stiffness, q, pose, screw, placed)
        for c in range(n):
            motion[frame, c] = q[c]
        for k in range(len(bodies)):
            for i in range(3):
                markers[frame, k, i] = placed[k, i]
