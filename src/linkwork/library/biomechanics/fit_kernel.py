"""The pose that fits measured markers best: sum of weight times squared distance, by Newton's method.

Every frame begins where the frames before lead to. Where a step of Newton is long, or leads upwards, one of Gauss and
Newton with damping is taken. A marker that is not a number does not count in that frame.
"""

from __future__ import annotations

import math

from linkwork.library.biomechanics.layout_kernel import PARENT
from linkwork.library.biomechanics.marker_kernel import misfit, newton_equations, sum_markers
from linkwork.library.biomechanics.saddle_kernel import STUCK, leave_level
from linkwork.numerics.jit import njit

MOST_STEPS = 200
SMALL = 1e-11  # a step, in radians or metres, after which the next would be round-off
SHORT = 0.1  # radians or metres within which the second derivatives are those that count
ROUGHLY = 10  # how much more may be left than the last two steps say, or one whose factor is 1
FORESEEN = 3  # frames before from which one is foreseen, by the parabola through them


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
def same_seen(measured, frame):
    """Whether a frame has the markers of the one before."""
    for k in range(measured.shape[1]):
        if math.isnan(measured[frame, k, 0]) != math.isnan(measured[frame - 1, k, 0]):
            return False
    return True


@njit
def foresee(motion, frame, known, out):
    """Where the frames before lead to, from as many as are known."""
    for c in range(len(out)):
        out[c] = motion[frame - 1, c]
        if known == 2:
            out[c] += motion[frame - 1, c] - motion[frame - 2, c]
        elif known >= FORESEEN:
            out[c] += 2 * (motion[frame - 1, c] - motion[frame - 2, c]) - (motion[frame - 2, c] - motion[frame - 3, c])


@njit
def find_step(skeleton, given, here, damping, q, trial, room):
    """The next step, by Newton's method or else with damping: whether it leads down, whether by Newton, how long it is,
    the misfit there, the damping; `trial` gets where it ends."""
    gauss, newton, right, factor, step, pose, screw, placed = room
    table, bodies, places = skeleton
    weights, seen, want, stiffness = given
    curved = True
    # beyond that no step is longer than rounding
    while damping < 1e12:
        if curved:
            solved = solve_damped(newton, 0.0, right, factor, step)
        else:
            solved = solve_damped(gauss, damping, right, factor, step)
        if solved:
            size = 0.0
            for c in range(len(q)):
                size = max(size, abs(step[c]))
                trial[c] = q[c] + step[c]
            if size < (SHORT if curved else 1.0):
                there = misfit(table, bodies, places, weights, seen, want, stiffness, trial, pose, screw, placed)
                # no better, but for the rounding of the sum: near the end steps change it by their square
                level = there - here < 1e-13 * here and size < 1e-7
                if there <= here or size < SMALL or level:
                    return True, curved, size, there, damping
        if curved:
            curved = False
        else:
            damping = max(10 * damping, 1e-6)  # the first damping that is felt
    return False, False, 0.0, here, damping


@njit
def fit_frames(
    table, bodies, places, weights, measured, wanted, stiffness, limits, q, trial, pose, screw, placed, sums,
    gauss, newton, right, factor, step, motion, markers, steps, turned,
):  # fmt: skip
    """Fit all frames; motion[f], markers[f] get coordinates and markers, steps[f] the iterations, or -1 for no end,
    turned[f] how a pose was left that was level but not the least (`saddle_kernel.py`)."""
    n, known = len(q), 0
    room = gauss, newton, right, factor, step, pose, screw, placed
    for frame in range(len(measured)):
        seen, want = measured[frame], wanted[frame]
        given = weights, seen, want, stiffness
        here = misfit(table, bodies, places, weights, seen, want, stiffness, q, pose, screw, placed)
        # what no marker holds stays where it was
        if known >= 2 and same_seen(measured, frame):
            foresee(motion, frame, known, trial)
            there = misfit(table, bodies, places, weights, seen, want, stiffness, trial, pose, screw, placed)
            if there < here:
                here = there
                for c in range(n):
                    q[c] = trial[c]
            else:
                misfit(table, bodies, places, weights, seen, want, stiffness, q, pose, screw, placed)
        steps[frame], turned[frame], damping, last, known = -1, 0, 0.0, 0.0, known + 1
        for count in range(MOST_STEPS):
            sum_markers(table[PARENT], bodies, weights, seen, placed, sums)
            newton_equations(table, sums, want, stiffness, q, screw, gauss, newton, right)
            better, curved, size, here, damping = find_step(
                (table, bodies, places), given, here, damping, q, trial, room
            )
            if not better:
                break
            for c in range(n):
                q[c] = trial[c]
            # what Newton's method leaves goes with the square of its step, by a factor that the last two tell roughly
            left = ROUGHLY * size**2 * max(1.0, size / last**2) if curved and size < 0.1 * last else size
            last = size if curved else 0.0
            if left < SMALL:
                outcome = 0
                if not curved:
                    # not by Newton's method: perhaps a maximum or a saddle
                    outcome, here = leave_level((table, bodies, places), given, here, limits, q, trial, room)
                    turned[frame] = max(turned[frame], outcome)
                if outcome == 0 or outcome == STUCK:
                    steps[frame] = count + 1
                    break
                for c in range(n):
                    q[c] = trial[c]
                damping, last = 0.0, 0.0
                continue
            if not curved:
                # without damping again as soon as steps are good
                damping = 0.0 if damping < 1e-5 else 0.1 * damping
        if steps[frame] < 0 or damping > 0.0 or turned[frame] > 0:
            # not to be carried on into the next frame
            known = 0
        if steps[frame] < 0:
            misfit(table, bodies, places, weights, seen, want, stiffness, q, pose, screw, placed)
        for c in range(n):
            motion[frame, c] = q[c]
        for k in range(len(bodies)):
            for i in range(3):
                markers[frame, k, i] = placed[k, i]
