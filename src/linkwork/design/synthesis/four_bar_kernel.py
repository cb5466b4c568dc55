"""Four-bars for many starts at once: closed-form coupler curve and Levenberg-Marquardt, all compiled.

Numbers of a four-bar: fixed pivot x, y; direction a of the ground link; lengths ground, crank, coupler, rocker; coupler
point along and across the coupler line, from the crank pin; angle of the crank, from the ground link, at timing zero.
"""

import cmath
import math

from linkwork.numerics.dense_kernel import factor_dense, solve_dense
from linkwork.numerics.jit import njit

X, Y, TURN, GROUND, CRANK, COUPLER, ROCKER, ALONG, ACROSS, PHASE = range(10)
NUMBERS = 10
CONDITIONS = 5  # three of Grashof, two of the transmission angle
SAMPLES = 90
STEEP = 30.0  # weight of a condition that is not kept, in sizes of the points
CURVE, ROWS, JACOBIAN, SLOPE, LACK, PULL, MATRIX, FREE, TRIAL, ANGLES, THETA, Z, OWN = range(13)
"""What the room for intermediate results holds, which `room_for` makes: nothing is allocated in compiled code."""
MARGIN = 1e-3  # by which conditions are kept: of Grashof in cranks, of the transmission angle in its cosine


@njit
def place(z, theta, side):
    """Coupler point at a crank angle, as a complex number; not a number where the linkage does not close."""
    pin = z[CRANK] * cmath.rect(1.0, theta)
    way = z[GROUND] - pin
    square = way.real**2 + way.imag**2
    along = (z[COUPLER] ** 2 + square - z[ROCKER] ** 2) / (2.0 * z[COUPLER])
    height = square - along**2
    if not height > 0.0:
        return complex(math.nan, math.nan)
    line = way * complex(along, side * math.sqrt(height)) / square
    return complex(z[X], z[Y]) + cmath.rect(1.0, z[TURN]) * (pin + line * complex(z[ALONG], z[ACROSS]))


@njit
def slopes(z, theta, side, slope):
    """Coupler point, with its derivatives by the numbers (PHASE: by the crank angle)."""
    turn, spin = cmath.rect(1.0, z[TURN]), cmath.rect(1.0, theta)
    crank, coupler, rocker = z[CRANK], z[COUPLER], z[ROCKER]
    pin = crank * spin
    way = z[GROUND] - pin
    square = way.real**2 + way.imag**2
    along = (coupler**2 + square - rocker**2) / (2.0 * coupler)
    height = square - along**2
    if not height > 0.0:
        return complex(math.nan, math.nan)
    across = side * math.sqrt(height)
    corner = complex(along, across)
    line = way * corner / square
    point = complex(z[ALONG], z[ACROSS])
    for number in range(GROUND, NUMBERS):
        d_pin, d_way, d_along = complex(0.0, 0.0), complex(0.0, 0.0), 0.0
        if number == GROUND:
            d_way = complex(1.0, 0.0)
        elif number == CRANK:
            d_pin, d_way = spin, -spin
        elif number == PHASE:
            d_pin, d_way = 1j * pin, -1j * pin
        elif number == COUPLER:
            d_along = (coupler - along) / coupler
        elif number == ROCKER:
            d_along = -rocker / coupler
        d_square = 2.0 * (way.real * d_way.real + way.imag * d_way.imag)
        d_along += d_square / (2.0 * coupler)
        d_across = (0.5 * d_square - along * d_along) / across
        d_line = (d_way * corner + way * complex(d_along, d_across) - line * d_square) / square
        slope[number] = turn * (d_pin + d_line * point)
    slope[ALONG], slope[ACROSS] = turn * line, 1j * turn * line
    seen = turn * (pin + line * point)
    slope[X], slope[Y], slope[TURN] = complex(1.0, 0.0), complex(0.0, 1.0), 1j * seen
    return complex(z[X], z[Y]) + seen


@njit
def lacks(z, turning, least_angle, margin, lack, slope):
    """How far conditions are from being kept (zero where they are), with their derivatives by the four lengths.

    The crank is shortest and goes round when it and each other link are together not longer than the other two. The
    transmission angle is extreme with the crank along the ground link; `least_angle` is what it may come to.
    """
    for row in range(CONDITIONS):
        lack[row] = 0.0
        for number in range(4):
            slope[row, number] = 0.0
    crank = z[CRANK]
    if turning:
        for row in range(3):
            other = GROUND if row == 0 else COUPLER if row == 1 else ROCKER
            room = z[GROUND] + z[COUPLER] + z[ROCKER] - 2.0 * z[other] - (1.0 + margin) * crank
            if room < 0.0:
                lack[row] = -room
                for number in range(GROUND, ROCKER + 1):
                    slope[row, number - GROUND] = -1.0
                slope[row, other - GROUND], slope[row, CRANK - GROUND] = 1.0, 1.0 + margin
    if least_angle > 0.0:
        product = 2.0 * z[COUPLER] * z[ROCKER]
        for row in range(3, 5):
            sign = -1.0 if row == 3 else 1.0  # crank over the ground link, and away from it
            reach = z[GROUND] + sign * crank
            cosine = (z[COUPLER] ** 2 + z[ROCKER] ** 2 - reach**2) / product
            over = -sign * cosine - math.cos(least_angle) + margin
            if over > 0.0:
                lack[row] = over * z[ROCKER]
                slope[row, 0] = 2.0 * reach / product * sign * z[ROCKER]
                slope[row, 1] = 2.0 * reach / product * z[ROCKER]
                slope[row, 2] = -sign * (2.0 * z[COUPLER] / product - cosine / z[COUPLER]) * z[ROCKER]
                slope[row, 3] = -sign * (2.0 * z[ROCKER] / product - cosine / z[ROCKER]) * z[ROCKER] + over


@njit
def nearest(z, side, points, theta, curve):
    """Crank angle at which the sampled coupler curve is nearest to each point; whether the curve has any."""
    some = False
    for sample in range(SAMPLES):
        curve[sample] = place(z, 2.0 * math.pi * sample / SAMPLES, side)
        some = some or not math.isnan(curve[sample].real)
    for index in range(len(points)):
        best = math.inf
        for sample in range(SAMPLES):
            apart = curve[sample] - points[index]
            square = apart.real**2 + apart.imag**2
            if square < best:
                best, theta[index] = square, 2.0 * math.pi * sample / SAMPLES
    return some


@njit
def miss(z, side, points, weights, given, room):
    """Weighted sum of squares of the distances of points from the sampled coupler curve, or from their timed places."""
    theta = room[THETA]
    if not nearest(z, side, points, theta, room[CURVE]):
        return math.inf
    total = 0.0
    for index in range(len(points)):
        angle = theta[index] if math.isnan(given[index]) else z[PHASE] + given[index]
        apart = (place(z, angle, side) - points[index]) * weights[index]
        if math.isnan(apart.real):
            return math.inf
        total += apart.real**2 + apart.imag**2
    return total


@njit
def evaluate(z, theta, side, points, weights, conditions, steep, room):
    """Rows of the least squares, their derivatives by numbers and own angle; the sum of squares."""
    rows, jacobian, slope, lack, pull = room[ROWS], room[JACOBIAN], room[SLOPE], room[LACK], room[PULL]
    total = 0.0
    for index in range(len(points)):
        apart = (slopes(z, theta[index], side, slope) - points[index]) * weights[index]
        if math.isnan(apart.real):
            return math.inf
        rows[index] = apart
        for number in range(NUMBERS):
            jacobian[index, number] = slope[number] * weights[index]
        total += apart.real**2 + apart.imag**2
    lacks(z, conditions[0] > 0.0, conditions[1], MARGIN, lack, pull)
    for row in range(CONDITIONS):
        lack[row] *= steep
        total += lack[row] ** 2
        for number in range(4):
            pull[row, number] *= steep
    return total


@njit
def step(own, owns, free, rows, jacobian, lack, pull, damping, w):
    """The damped Gauss-Newton step behind the matrix in w: numbers first, then the angles that points own."""
    size = NUMBERS + owns
    x = size * size
    for i in range(size * (size + 1)):
        w[i] = 0.0
    for index in range(len(rows)):
        column = NUMBERS + own[index]
        for i in range(NUMBERS + 1):  # the last is the point's own angle
            if (i == NUMBERS and own[index] < 0) or (i == PHASE and own[index] >= 0) or (i < NUMBERS and free[i] == 0):
                continue
            one, at = jacobian[index, min(i, PHASE)], i if i < NUMBERS else column
            w[x + at] -= one.real * rows[index].real + one.imag * rows[index].imag
            for j in range(i + 1):
                if (j == PHASE and own[index] >= 0) or (j < NUMBERS and free[j] == 0):
                    continue
                other, to = jacobian[index, min(j, PHASE)], j if j < NUMBERS else column
                w[at * size + to] += one.real * other.real + one.imag * other.imag
    for row in range(CONDITIONS):
        for i in range(GROUND, ROCKER + 1):
            if lack[row] > 0.0 and free[i]:
                w[x + i] -= pull[row, i - GROUND] * lack[row]
                for j in range(GROUND, i + 1):
                    w[i * size + j] += pull[row, i - GROUND] * pull[row, j - GROUND] * free[j]
    for i in range(size):
        if (i < NUMBERS and free[i] == 0) or w[i * size + i] == 0.0:
            w[i * size + i] = 1.0
        w[i * size + i] *= 1.0 + damping
    factor_dense(w, 0, size)
    solve_dense(w, 0, size, x)


@njit
def improve(z, theta, side, own, points, weights, low, high, conditions, steep, most, room):
    """Levenberg-Marquardt from these numbers and angles, changed in place; the sum of squares at the end."""
    count, owns = len(points), 0
    for index in range(count):
        owns = max(owns, own[index] + 1)
    size = NUMBERS + owns
    rows, jacobian, lack, pull = room[ROWS], room[JACOBIAN], room[LACK], room[PULL]
    w, right = room[MATRIX], size * size
    free, trial, angles = room[FREE], room[TRIAL], room[ANGLES]
    total = evaluate(z, theta, side, points, weights, conditions, steep, room)
    # of Levenberg and Marquardt, over the diagonal; a fifth after a gain, six times after none
    damping = 1e-2
    for _ in range(most):
        if total == math.inf:
            break
        for number in range(NUMBERS):
            fall = 0.0
            for index in range(count):
                one = jacobian[index, number]
                fall -= one.real * rows[index].real + one.imag * rows[index].imag
            stuck = (z[number] <= low[number] and fall < 0.0) or (z[number] >= high[number] and fall > 0.0)
            free[number] = 0 if stuck or low[number] == high[number] else 1
        step(own, owns, free, rows, jacobian, lack, pull, damping, w)
        for number in range(NUMBERS):
            trial[number] = min(max(z[number] + w[right + number], low[number]), high[number])
        for index in range(count):
            shift = w[right + NUMBERS + own[index]] if own[index] >= 0 else trial[PHASE] - z[PHASE]
            angles[index] = theta[index] + shift
        new = evaluate(trial, angles, side, points, weights, conditions, steep, room)
        if new < total:
            gain = total - new
            for number in range(NUMBERS):
                z[number] = trial[number]
            for index in range(count):
                theta[index] = angles[index]
            # below 1e-15 damping is none
            total, damping = new, max(0.2 * damping, 1e-15)
            # nothing more is gained beyond rounding, or the points are met to rounding (their size is about 1)
            if gain <= 1e-13 * total or total < 1e-30:
                break
        else:
            damping *= 6.0
            # steps are lost in rounding
            if damping > 1e10:
                break
            total = evaluate(z, theta, side, points, weights, conditions, steep, room)
    return total


@njit
def run_starts(
    starts, sides, points, weights, given, low, high, conditions, rounds, most, room, numbers, angles, totals
):
    """From each start the least squares; crank angles begin at the nearest places of the curve, several times anew.

    `given` holds the timing: crank angles after PHASE, or not numbers where an angle is free.
    """
    count = len(points)
    centre = complex(0.0, 0.0)
    for index in range(count):
        centre += points[index] / count
    reach = 1e-300  # points that coincide have no size; it divides
    for index in range(count):
        reach = max(reach, abs(points[index] - centre))
    own, theta, z = room[OWN], room[THETA], room[Z]
    for index in range(count):
        own[index] = index if math.isnan(given[index]) else -1
    for start in range(len(starts)):
        totals[start] = math.inf
        for number in range(NUMBERS):
            z[number] = starts[start, number]
        for _ in range(rounds):
            if not nearest(z, sides[start], points, theta, room[CURVE]):
                break
            for index in range(count):
                if own[index] < 0:
                    theta[index] = z[PHASE] + given[index]
            before = totals[start]
            total = improve(z, theta, sides[start], own, points, weights, low, high, conditions, STEEP, most, room)
            if total < before:
                totals[start] = total
                for number in range(NUMBERS):
                    numbers[start, number] = z[number]
                for index in range(count):
                    angles[start, index] = theta[index]
            # nearest places on the curve no longer change what is improved
            if not total < before * (1.0 - 1e-9):
                break
