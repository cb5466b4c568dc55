"""Paths of a homotopy in projective space: Runge-Kutta and Newton with steps that fit, and circles round the end.

Unknowns are homogeneous, group by group. A patch, a linear equation for each group, fixes their length; it is laid anew
after each step so that the point has length 1 and steps are orthogonal to it. Near t = 0 a path that does not run in
smoothly is followed on circles round t = 0 until it closes (Morgan, Sommese and Wampler 1991): the mean of its points
is its end, the number of circles its winding.
"""

from __future__ import annotations

import cmath
import math

from linkwork.numerics.homotopy.evaluate_kernel import eliminate, evaluate, set_time
from linkwork.numerics.homotopy.layout_kernel import (
    AWAY,
    BEFORE,
    BY_CIRCLES,
    CHANGE,
    CHART,
    GROUP,
    K1,
    K2,
    K3,
    K4,
    LOST,
    MEAN,
    NEAR,
    PATCH,
    REGULAR,
    RIGHT,
    SAVED,
    TRIAL,
    VALUE,
    X,
)
from linkwork.numerics.jit import njit

STEPS = 4000  # of a segment
CONTRACTION = 0.05  # of Newton's corrections, more is not trusted
FINE = 1e-6  # a correction after which the next one is round-off
ROUND = 1e-9  # corrections that need not contract
SHARE = 8  # chords of a circle
WINDINGS = 12
LEVELS = 12
CLOSED = 1e-6  # relative distance at which a circle about t = 0 has come back to its start
END_ZONE = 0.1  # from this t on circles about t = 0 tell how a path ends
LEAST = 1e-9  # step as a share of a segment
LEAST_AT_END = 1e-7  # step as a share of the last segment: paths that need less are left to the circles
SOLVED = 1e-8  # largest value of an equation at a singular end
SHRINK = 0.25  # of the radius from one circle to the next
DWINDLES = 0.04  # power of t with which the homogeneous unknown goes to zero at least where a path goes to infinity
STEADY = 0.02  # by which that power may differ from one radius to the next
FAR = 5e-2  # homogeneous unknown from which on a path may be said to go to infinity
FALLS, RISES = 0.005, 0.05  # shares by which that power may fall and rise from one radius to the next, where it lasts
SETTLES, SETTLING = 0.1, 0.8  # share by which it may change where its changes dwindle at least by the second number
LASTING = 4  # radii over which a power that lasts tells of infinity, however slowly a path goes there
GONE = 1e-6  # homogeneous unknown of a path that went there at least as t, and can be followed no further: it is away
NEARER = 18  # radii along the way to t = 0, which is well conditioned for longer than circles are


@njit
def copy_point(room, source, target):
    """Copy unknowns."""
    for i in range(len(room[VALUE])):
        room[target][i] = room[source][i]


@njit
def lay_patches(table, room, at):
    """Give every group of the point the length 1, and lay the patches there."""
    n, group = len(room[VALUE]), table[GROUP]
    for one in range(group[n]):
        square = 0.0
        for i in range(n):
            if group[i] == one:
                square += room[at][i].real ** 2 + room[at][i].imag ** 2
        if square > 0.0:
            scale = 1.0 / math.sqrt(square)
            for i in range(n):
                if group[i] == one:
                    room[at][i] *= scale
                    room[PATCH][i] = room[at][i].conjugate()


@njit
def length(table, room, at):
    """The largest length of a group."""
    n, group, most = len(room[VALUE]), table[GROUP], 0.0
    for one in range(group[n]):
        square = 0.0
        for i in range(n):
            if group[i] == one:
                square += room[at][i].real ** 2 + room[at][i].imag ** 2
        most = square if not square <= most else most
    return math.sqrt(most)


@njit
def take_slope(along, table, room):
    """Take over the slope that the last correction gave, at the point it led to, where the patches have just been laid.

    A patch changes the slope of a group by its length and along its point only, since the equations are homogeneous.
    """
    n, group = len(room[VALUE]), table[GROUP]
    for one in range(group[n]):
        square, on_point = 0.0, 0j
        for i in range(n):
            if group[i] == one:
                square += room[TRIAL][i].real ** 2 + room[TRIAL][i].imag ** 2
                on_point += room[TRIAL][i].conjugate() * room[CHANGE][i]
        if square > 0.0:
            scale = -along / math.sqrt(square)
            for i in range(n):
                if group[i] == one:
                    room[K1][i] = scale * (room[CHANGE][i] - on_point / square * room[TRIAL][i])


@njit
def correct(table, room, at, with_slope):
    """One step of Newton's method; its length, or -1. The slope of the path by t, if asked for, is left in CHANGE."""
    n = len(room[VALUE])
    evaluate(at, table, room)
    for i in range(n):
        room[RIGHT][i] = -room[VALUE][i]
    if not eliminate(n, room, with_slope):
        return -1.0
    for i in range(n):
        room[at][i] += room[RIGHT][i]
    size = length(table, room, RIGHT)
    return size if math.isfinite(size) else -1.0


@njit
def slope_at(table, room, at, along, target):
    """Derivative of the path by the share of a segment whose way in t is `along`."""
    n = len(room[VALUE])
    evaluate(at, table, room)
    for i in range(n):
        room[RIGHT][i] = -along * room[CHANGE][i]
    if not eliminate(n, room, False):
        return False
    for i in range(n):
        room[target][i] = room[RIGHT][i]
    return True


@njit
def shifted(room, by, step):
    """The trial point: the point moved along a slope."""
    for i in range(len(room[VALUE])):
        room[TRIAL][i] = room[X][i] + step * room[by][i]


@njit
def predict(t, along, h, table, numbers, room):
    """The trial point a step on, by the classical Runge-Kutta method; the slope at its beginning is known."""
    set_time(t + 0.5 * h * along, table, numbers, room)
    shifted(room, K1, 0.5 * h)
    if not slope_at(table, room, TRIAL, along, K2):
        return False
    shifted(room, K2, 0.5 * h)
    if not slope_at(table, room, TRIAL, along, K3):
        return False
    set_time(t + h * along, table, numbers, room)
    shifted(room, K3, h)
    if not slope_at(table, room, TRIAL, along, K4):
        return False
    for i in range(len(room[VALUE])):
        room[TRIAL][i] = room[X][i] + h / 6.0 * (room[K1][i] + 2.0 * (room[K2][i] + room[K3][i]) + room[K4][i])
    return True


@njit
def attempt(t, along, h, accuracy, table, numbers, room):
    """A step to the trial point; length of the first correction, or -1 where it cannot be trusted.

    The last correction, which is as good as none, gives the slope there as well: the next step begins with it.
    """
    if not predict(t, along, h, table, numbers, room):
        return -1.0
    first = correct(table, room, TRIAL, False)
    if first < 0.0 or first > 10.0 * accuracy:
        return -1.0
    before = first
    for _ in range(3):
        size = correct(table, room, TRIAL, True)
        if size < 0.0 or (size > CONTRACTION * before and size > ROUND):
            return -1.0
        if size < FINE:
            return first
        before = size
    return -1.0


@njit
def segment(start, end, accuracy, least, table, numbers, room):
    """Follow the path from t = start to t = end on a straight line; whether it was reached."""
    along = end - start
    done, h, steps = 0.0, 0.1, 0
    lay_patches(table, room, X)
    set_time(start, table, numbers, room)
    if not slope_at(table, room, X, along, K1):
        return False
    while done < 1.0 and steps < STEPS:
        steps += 1
        last = done + h >= 1.0 - 1e-12  # a last step of a rounding would be made for nothing
        h = 1.0 - done if last else h
        error = attempt(start + done * along, along, h, accuracy, table, numbers, room)
        if error < 0.0:
            h *= 0.4
            if h < least:
                return False
            continue
        copy_point(room, TRIAL, X)
        lay_patches(table, room, X)
        take_slope(along, table, room)
        done = 1.0 if last else done + h
        # an error of zero must not divide
        h *= min(3.0, max(0.3, 0.85 * (accuracy / max(error, 1e-16)) ** 0.2))
    return done >= 1.0


@njit
def lay_chart(table, room, at, target):
    """Write the point to another place with lengths such that the chart's patches hold."""
    n, group = len(room[VALUE]), table[GROUP]
    for one in range(group[n]):
        total = 0j
        for i in range(n):
            if group[i] == one:
                total += room[CHART][i] * room[at][i]
        for i in range(n):
            if group[i] == one:
                room[target][i] = room[at][i] / total


@njit
def apart(room, one, other):
    """The largest difference of two points."""
    most = 0.0
    for i in range(len(room[VALUE])):
        way = room[one][i] - room[other][i]
        size = way.real**2 + way.imag**2
        most = size if not size <= most else most
    return math.sqrt(most)


@njit
def circle(radius, accuracy, table, numbers, room):
    """Go round t = 0 until the path closes; how often, or 0. The mean of the points is left in MEAN."""
    n = len(room[VALUE])
    lay_chart(table, room, X, TRIAL)
    copy_point(room, TRIAL, BEFORE)
    for i in range(n):
        room[MEAN][i] = 0j
    for turn in range(1, WINDINGS + 1):
        for corner in range(SHARE):
            here = radius * cmath.rect(1.0, 2.0 * math.pi * corner / SHARE)
            there = radius * cmath.rect(1.0, 2.0 * math.pi * (corner + 1) / SHARE)
            if not segment(here, there, accuracy, LEAST, table, numbers, room):
                return 0
            lay_chart(table, room, X, TRIAL)
            for i in range(n):
                room[MEAN][i] += room[TRIAL][i]
        if apart(room, TRIAL, BEFORE) < CLOSED:
            for i in range(n):
                room[MEAN][i] /= turn * SHARE
            return turn
    return 0


@njit
def goes_away(level, table, room):
    """Whether a homogeneous unknown goes to zero with a steady power of t; its size and power are kept in MEAN.

    A path that winds often goes to infinity so slowly (t**(1/7) for cyclic 7) that it stays near until t is lost in
    rounding: there the power tells by lasting. Towards a finite end a + b t**p it would fall to zero: first by more
    and more from one radius to the next, and by more than FALLS as soon as a is 3 % of the size; then, where its
    changes dwindle, by more than SETTLES or with a ratio above SETTLING. SAVED has the number of radii and the change.
    """
    n, groups, goes_away = len(room[VALUE]), table[GROUP][len(room[VALUE])], False
    for one in range(groups):
        at = n - groups + one
        size = abs(room[X][at])
        if size == 0.0:
            return True
        before, count = room[MEAN][at], room[SAVED][at].real
        power = math.log(before.real / size) / -math.log(SHRINK) if level > 0 else 0.0
        change = power - before.imag if level > 1 else 0.0
        steady = level > 1 and abs(change) < STEADY * max(1.0, power)
        goes_away = goes_away or (steady and power > DWINDLES and size < FAR)
        lasts = -FALLS * before.imag <= change <= RISES * before.imag
        settles = abs(change) <= min(SETTLES * before.imag, SETTLING * abs(room[SAVED][at].imag))
        count = count + 1.0 if level > 1 and (lasts or settles) else 0.0
        goes_away = goes_away or (count >= LASTING and power > DWINDLES)
        room[MEAN][at], room[SAVED][at] = complex(size, power), complex(count, change)
    return goes_away


@njit
def is_gone(table, room):
    """Whether a path that can be followed no further had gone to infinity when it was last looked at."""
    n, groups, is_gone = len(room[VALUE]), table[GROUP][len(room[VALUE])], False
    for one in range(groups):
        seen = room[MEAN][n - groups + one]
        is_gone = is_gone or (seen.real < GONE and seen.imag >= 1.0)
    return is_gone


@njit
def come_near(accuracy, table, numbers, room):
    """Go towards t = 0 from END_ZONE on; 1 as soon as the path is seen to go to infinity, 2 close to 0, 0 if stuck."""
    radius = END_ZONE
    for level in range(NEARER):
        if goes_away(level, table, room):
            return 1
        if not segment(complex(radius), complex(SHRINK * radius), accuracy, LEAST, table, numbers, room):
            return 1 if is_gone(table, room) else 0
        radius *= SHRINK
    return 2


@njit
def is_solution(table, numbers, room):
    """Whether the mean of a circle is one: round two solutions that nearly meet it lies between them."""
    copy_point(room, MEAN, TRIAL)
    lay_patches(table, room, TRIAL)
    set_time(0j, table, numbers, room)
    evaluate(TRIAL, table, room)
    most = 0.0
    for i in range(len(room[VALUE])):
        size = abs(room[VALUE][i])
        most = size if not size <= most else most
    return most < SOLVED


@njit
def end_by_circles(accuracy, agreement, table, numbers, room):
    """The end of a path from t = END_ZONE on; its winding, or 0 where the circles do not agree."""
    radius, seen = END_ZONE, 0
    lay_patches(table, room, X)
    copy_point(room, PATCH, CHART)
    for _ in range(LEVELS):
        turns = circle(radius, accuracy, table, numbers, room)
        if turns > 0:
            if seen == turns and apart(room, MEAN, SAVED) < agreement and is_solution(table, numbers, room):
                copy_point(room, MEAN, X)
                lay_patches(table, room, X)
                return turns
            copy_point(room, MEAN, SAVED)
        else:  # it stands somewhere on the circle, or on another sheet there, from where another path would go on
            copy_point(room, BEFORE, X)
            lay_patches(table, room, X)
        seen = turns
        if not segment(complex(radius), complex(SHRINK * radius), accuracy, LEAST, table, numbers, room):
            return 0
        radius *= SHRINK
    return 0


@njit
def load(points, path, room):
    """Take a point from the list."""
    for i in range(len(room[VALUE])):
        room[X][i] = points[path, i]


@njit
def store(points, path, room):
    """Put a point into the list."""
    for i in range(len(room[VALUE])):
        points[path, i] = room[X][i]


@njit
def track(points, first, last, accuracy, agreement, table, numbers, room, ended, windings):
    """Follow paths from t = 1 to t = 0; points are replaced by where they end."""
    for path in range(first, last):
        load(points, path, room)
        ended[path], windings[path] = LOST, 0
        lay_patches(table, room, X)
        set_time(complex(1.0), table, numbers, room)
        correct(table, room, X, False)
        if segment(complex(1.0), complex(END_ZONE), accuracy, LEAST, table, numbers, room):
            store(points, path, room)
            if segment(complex(END_ZONE), 0j, accuracy, LEAST_AT_END, table, numbers, room):
                ended[path], windings[path] = REGULAR, 1
                set_time(0j, table, numbers, room)
                for _ in range(2):
                    correct(table, room, X, False)
                lay_patches(table, room, X)
            else:
                load(points, path, room)
                near = come_near(accuracy, table, numbers, room)
                if near == 1:
                    ended[path] = AWAY
                else:
                    copy_point(room, X, NEAR)
                    load(points, path, room)
                    windings[path] = end_by_circles(accuracy, agreement, table, numbers, room)
                    if windings[path] > 0:
                        ended[path] = BY_CIRCLES
                    elif near == 2:  # circles close to such an end are ill-conditioned; it is known to fewer digits
                        copy_point(room, NEAR, X)
                        ended[path] = BY_CIRCLES
        store(points, path, room)
