"""Forces shared among muscles: a sum of convex costs of single unknowns, linear equations, bounds.

min sum phi_i(x_i), A x = b, low <= x <= high, frame by frame, by the primal-dual interior method with predictor and
corrector (Mehrotra 1992). phi = w |x|^p, or -w sqrt(1 - (s x)^2), which is cost (21) of Ambrosio and Silva with the
sign that makes it a minimum. A system of as many equations as there are coordinates is solved twice a step.
"""

from __future__ import annotations

import math

from linkwork.library.biomechanics.fit_kernel import solve_damped
from linkwork.numerics.jit import njit

MOST_STEPS = 100  # then the residual tells that the loads cannot be carried
CLOSE = 1e-10  # scaled residual at which a frame is solved
INSIDE = 0.05  # of the room between bounds: how far inside them the iteration begins
LEAST_GRADE = 1e-3  # of the largest slope: multipliers of bounds begin no smaller, where the cost is flat
LEAST_BEND = 1e-14  # of the largest slope: keeps a cost without curvature, such as |x|^3 at zero, from dividing by zero
LEAST_LOAD = 1e-3  # of what all can give: smaller loads are differences of larger ones and measured against this
STOP_SHORT = 0.99  # of the way to the nearest bound
GRAIN = 1e-13  # distance from a bound below which the next step would be round-off
X, LOWER, UPPER, SLOPE, BEND, STATION, DX, DLOW, DHIGH, CENTER_LOW, CENTER_HIGH = range(11)
"""Rows of the workspace: unknowns, multipliers of bounds, derivatives of the cost, its residual, steps, centring."""


@njit
def cost(power, weight, scale, x):
    """Value, slope and second derivative of the cost of one unknown; power 0 is the root."""
    if power == 0.0:
        rest = 1.0 - (scale * x) ** 2
        root = math.sqrt(rest)
        return -weight * root, weight * scale * scale * x / root, weight * scale * scale / (rest * root)
    size, sign = abs(x), 1.0 if x >= 0.0 else -1.0
    if power == 2.0:
        return weight * x * x, 2 * weight * x, 2 * weight
    return (
        weight * size**power,
        sign * weight * power * size ** (power - 1),
        weight * power * (power - 1) * size ** (power - 2),
    )


@njit
def newton_step(a, room, bend, low, high, lack, matrix, factor, right, step):
    """Steps of the unknowns and the multipliers of the equations; False where the equations are not independent."""
    m, n = a.shape
    for r in range(m):
        right[r] = lack[r]
        for s in range(r + 1):
            matrix[r, s] = 0.0
    for i in range(n):
        inverse, residual = 1.0 / bend[i], room[STATION, i]
        for r in range(m):
            if a[r, i] != 0.0:
                right[r] += a[r, i] * inverse * residual
                for s in range(r + 1):
                    matrix[r, s] += a[r, i] * inverse * a[s, i]
    # damping of a rounding: equations that say the same leave a diagonal of zero
    if not solve_damped(matrix, 1e-15, right, factor, step):
        return False
    for i in range(n):
        total = -room[STATION, i]
        for r in range(m):
            total += a[r, i] * step[r]
        room[DX, i] = total / bend[i]
    return True


@njit
def begin_inside(power, weight, scale, low, high, room, size):
    """Unknowns moved inside their bounds, and multipliers of the bounds to begin with; how many bounds there are."""
    bounds = 0
    for i in range(len(low)):
        lower, upper = math.isfinite(low[i]), math.isfinite(high[i])
        if lower and upper:
            edge = INSIDE * (high[i] - low[i])
            room[X, i] = min(max(room[X, i], low[i] + edge), high[i] - edge)
        elif lower:
            room[X, i] = max(room[X, i], low[i] + INSIDE * (1.0 + abs(low[i])))
        elif upper:
            room[X, i] = min(room[X, i], high[i] - INSIDE * (1.0 + abs(high[i])))
        grade = abs(cost(power[i], weight[i], scale[i], room[X, i])[1])
        start = max(grade, LEAST_GRADE * size)
        room[LOWER, i], room[UPPER, i] = start if lower else 0.0, start if upper else 0.0
        bounds += int(lower) + int(upper)
    return bounds


@njit
def off_bound(near, bound):
    """The distance from a bound, or 0 where it is the least that `advance` allows: there it is on the bound.

    Multipliers are large where arms of muscles and reserves differ much; their product with round-off is no residual.
    """
    return near if near > 2.0 * GRAIN * (1.0 + abs(bound)) else 0.0


@njit
def measure(power, weight, scale, low, high, a, b, room, bend, lack, dual, size, largest):
    """Slopes, curvatures with those of the bounds, and what the equations lack.

    Returns the sum of the products of distances and multipliers of the bounds, and the residual of the conditions.
    """
    m, n = a.shape
    gap, residual = 0.0, 0.0
    for i in range(n):
        _, room[SLOPE, i], room[BEND, i] = cost(power[i], weight[i], scale[i], room[X, i])
        total = room[SLOPE, i] - room[LOWER, i] + room[UPPER, i]
        bend[i] = room[BEND, i] + LEAST_BEND * size
        for r in range(m):
            total -= a[r, i] * dual[r]
        room[STATION, i] = total
        residual = max(residual, abs(total) / size)
        if room[LOWER, i] > 0.0:
            near = room[X, i] - low[i]
            gap += room[LOWER, i] * near
            residual = max(residual, room[LOWER, i] * off_bound(near, low[i]) / size)
            bend[i] += room[LOWER, i] / (room[X, i] - low[i])
        if room[UPPER, i] > 0.0:
            near = high[i] - room[X, i]
            gap += room[UPPER, i] * near
            residual = max(residual, room[UPPER, i] * off_bound(near, high[i]) / size)
            bend[i] += room[UPPER, i] / (high[i] - room[X, i])
    for r in range(m):
        lack[r] = b[r]
        for i in range(n):
            lack[r] -= a[r, i] * room[X, i]
        residual = max(residual, abs(lack[r]) / largest)
    return gap, residual


@njit
def put_station(low, high, a, room, dual, target, corrector):
    """The residual of stationarity with the conditions of the bounds put in."""
    for i in range(len(low)):
        total = room[SLOPE, i]
        for r in range(len(dual)):
            total -= a[r, i] * dual[r]
        if room[LOWER, i] > 0.0:
            total -= (target - corrector * room[CENTER_LOW, i]) / (room[X, i] - low[i])
        if room[UPPER, i] > 0.0:
            total += (target - corrector * room[CENTER_HIGH, i]) / (high[i] - room[X, i])
        room[STATION, i] = total


@njit
def step_of_bounds(low, high, room, target, corrector):
    """Steps of the multipliers of the bounds; how much of both steps stays inside, at most the whole."""
    primal, other = 1.0, 1.0
    for i in range(len(low)):
        if room[LOWER, i] > 0.0:
            near = room[X, i] - low[i]
            wanted = target - corrector * room[CENTER_LOW, i]
            room[DLOW, i] = (wanted - room[LOWER, i] * room[DX, i]) / near - room[LOWER, i]
            if room[DX, i] < 0.0:
                primal = min(primal, -near / room[DX, i])
            if room[DLOW, i] < 0.0:
                other = min(other, -room[LOWER, i] / room[DLOW, i])
        if room[UPPER, i] > 0.0:
            near = high[i] - room[X, i]
            wanted = target - corrector * room[CENTER_HIGH, i]
            room[DHIGH, i] = (wanted + room[UPPER, i] * room[DX, i]) / near - room[UPPER, i]
            if room[DX, i] > 0.0:
                primal = min(primal, near / room[DX, i])
            if room[DHIGH, i] < 0.0:
                other = min(other, -room[UPPER, i] / room[DHIGH, i])
    return primal, other


@njit
def centre(low, high, room, primal, other):
    """Products of the steps that the corrector takes into account; the gap that the predictor would leave."""
    after = 0.0
    for i in range(len(low)):
        room[CENTER_LOW, i] = room[DX, i] * room[DLOW, i]
        room[CENTER_HIGH, i] = -room[DX, i] * room[DHIGH, i]
        if room[LOWER, i] > 0.0:
            after += (room[X, i] - low[i] + primal * room[DX, i]) * (room[LOWER, i] + other * room[DLOW, i])
        if room[UPPER, i] > 0.0:
            after += (high[i] - room[X, i] - primal * room[DX, i]) * (room[UPPER, i] + other * room[DHIGH, i])
    return after


@njit
def advance(low, high, room, dual, step, share_of_step):
    """Take so much of the steps; no unknown comes nearer to a bound than round-off allows."""
    for i in range(len(low)):
        room[X, i] += share_of_step * room[DX, i]
        if math.isfinite(low[i]):
            room[X, i] = max(room[X, i], low[i] + GRAIN * (1.0 + abs(low[i])))
        if math.isfinite(high[i]):
            room[X, i] = min(room[X, i], high[i] - GRAIN * (1.0 + abs(high[i])))
        if room[LOWER, i] > 0.0:
            room[LOWER, i] += share_of_step * room[DLOW, i]
        if room[UPPER, i] > 0.0:
            room[UPPER, i] += share_of_step * room[DHIGH, i]
    for r in range(len(dual)):
        dual[r] += share_of_step * step[r]


@njit
def share(power, weight, scale, low, high, a, b, room, bend, lack, dual, matrix, factor, right, step, size):
    """Solve one frame from room[X]; gives the scaled residual of the conditions of Karush, Kuhn and Tucker."""
    bounds = begin_inside(power, weight, scale, low, high, room, size)
    largest = 1e-300  # where nothing is asked and nothing has an arm
    for r in range(len(b)):
        dual[r] = 0.0
        arms = 0.0
        for i in range(len(low)):
            arms += abs(a[r, i])
        largest = max(largest, abs(b[r]), LEAST_LOAD * arms)
    residual = math.inf
    for _ in range(MOST_STEPS):
        gap, residual = measure(power, weight, scale, low, high, a, b, room, bend, lack, dual, size, largest)
        if residual < CLOSE:
            break
        target, primal, other = 0.0, 1.0, 1.0
        for corrector in range(2):
            put_station(low, high, a, room, dual, target, corrector)
            if not newton_step(a, room, bend, low, high, lack, matrix, factor, right, step):
                return residual
            primal, other = step_of_bounds(low, high, room, target, corrector)
            if corrector == 0 and bounds > 0:
                after = centre(low, high, room, primal, other)
                target = gap / bounds * (after / gap) ** 3 if gap > 0.0 else 0.0  # the cube is Mehrotra's choice
        least = min(primal, other)
        advance(low, high, room, dual, step, STOP_SHORT * least if least < 1.0 else 1.0)
    return residual


@njit
def share_frames(
    power, weight, scale, low, high, arms, loads, room, bend, lack, dual, matrix, factor, right, step, shares, residuals
):  # fmt: skip
    """Solve all frames: weight[f], scale[f], arms[f] and loads[f] may differ; shares[f] gets the unknowns."""
    for frame in range(len(loads)):
        size = 0.0
        for i in range(len(low)):
            reach = high[i] if math.isfinite(high[i]) else 1.0
            size = max(size, cost(power[i], weight[frame, i], scale[frame, i], 0.5 * reach)[1])
        residuals[frame] = share(
            power, weight[frame], scale[frame], low, high, arms[frame], loads[frame], room, bend, lack, dual, matrix,
            factor, right, step, size,
        )  # fmt: skip
        for i in range(len(low)):
            shares[frame, i] = room[X, i]
